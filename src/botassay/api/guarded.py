"""`NAME+guard`: a bundled bot with the identity guard in front; here, since bots do not depend on rooms."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.bots import Session
    from botassay.identity import Guard
    from botassay.plugins.inprocess import Begin
    from botassay.plugins.protocols import Bot, BotOptions, Reply

SUFFIX: Final = "+guard"
"""What a subject ends with that has the guard before it."""
_MAKER: Final = "the people of botassay"
_PURPOSES: Final = {
    "eliza": "listen to you",
    "faq": "answer common questions",
    "hospital": "help you find a hospital",
    "trains": "tell you when a train arrives",
}
"""What the bundled bots are for, as the guard says it."""


def bot_of(subject: str, options: "BotOptions") -> "Bot":
    """Make the bot that a subject means, with the guard before it where the subject ends so; nothing is sent yet.

    Raises: UsageError for a guard before a bot that is not bundled, and whatever `find_bot` raises.
    """
    from botassay.bots import find_bot

    bare = subject.removesuffix(SUFFIX)
    if bare == subject or "://" in subject:
        return find_bot(subject, options)
    return guard_of(bare).before(find_bot(bare, options))


def guard_of(name: str) -> "Guard":
    """Make the guard of a bundled bot, or of a variant of it.

    Raises: UsageError for any other.
    """
    from botassay.bots.resolve import bundled
    from botassay.identity import Guard

    bot = bundled(name)
    if bot is None:
        hint = f"for your own bot use botassay.identity.Guard; bundled bots are {', '.join(sorted(_PURPOSES))}"
        raise UsageError(f"{SUFFIX} requires a bundled bot; {name!r} is not one", hint=hint)
    return Guard(maker=_MAKER, purpose=_PURPOSES.get(bot.name, ""))


def before(name: str) -> "Callable[[Begin], Begin]":
    """Return the function that puts the guard of a bundled bot before its sessions.

    Raises: UsageError.
    """
    guard = guard_of(name)

    def wrap(begin: "Begin") -> "Begin":
        return lambda user: _Guarded(begin(user), guard)

    return wrap


@dataclass(frozen=True, slots=True)
class _Guarded:
    """A session with the guard before it."""

    session: "Session"
    guard: "Guard"

    def reply(self, text: str) -> "Reply":
        """Answer who asks; pass on everything else."""
        from botassay.plugins.protocols import Reply

        answer = self.guard(text)
        return self.session.reply(text) if answer is None else Reply(answer)
