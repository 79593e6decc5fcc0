"""One round trip with a bot: what went out, what came back, and what to do when that is no answer."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from botassay.core.errors import BotError, ConfigurationError
from botassay.plugins.protocols import Bot, Reply

GREETING: Final = "Hello"
_LET_IN: Final = "unauthorised"
_HINTS: Final[Mapping[str, str]] = {
    "dns": "is the address right, and is this machine online?",
    "connect": "is the bot running, and is the port right?",
    "tls": "its certificate is not accepted here; is the address right?",
    "timeout": "it may be overloaded, or still starting",
    "reset": "it broke off; its own log may say why",
    "truncated": "it broke off; its own log may say why",
    "protocol": "does something else than a bot listen there?",
    "too_large": "is the address that of the bot itself?",
    "encoded": "let the bot, or the proxy before it, send plain text where nothing else is asked for",
    "redirect": "give the address that it points to, if that is the bot",
    "rejected": "look at url, method and body in bot.toml",
    "rate_limited": "wait, or lower --rate",
    "server": "its own log may say why",
    "bot_error": "its own log may say why",
    "bad_json": "look at url and [reply] in bot.toml",
    "bad_shape": "look at [reply] in bot.toml",
}
"""What to do, where a failure does not say so itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmokeTest:
    """What came of one round trip; what `bots check --json` prints, `botassay/trial/1`."""

    schema: Literal["botassay/trial/1"] = "botassay/trial/1"
    bot: str
    said: str
    sent: str
    """The request as it went out, secrets taken out."""
    came: str
    """The answer as it came, secrets taken out."""
    reply: Reply | None
    kind: str | None
    """What went wrong: one of `BotError.KINDS`."""
    failure: str | None
    hint: str | None
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether a bot answered."""
        return self.kind is None

    @property
    def exit_code(self) -> int:
        """0; 78 where somebody has to be let in first; 69 for every other failure."""
        if self.sound:
            return 0
        return ConfigurationError.exit_code if self.kind == _LET_IN else BotError.exit_code


async def try_out(bot: Bot, said: str = GREETING) -> SmokeTest:
    """Say one thing to a bot, and tell what came of it; whatever the bot does, this raises no BotError.

    Args:
        bot: the one to try.
        said: what is said.
    """
    begun = time.perf_counter()
    sent = said
    reply, failure = None, None
    try:
        async with bot.open(user="botassay-trial") as conversation:
            try:
                reply = await conversation.say(said)
            finally:
                sent = getattr(conversation, "sent", "") or said
    except BotError as error:
        failure = error
    seconds = round(time.perf_counter() - begun, 3)
    common: dict[str, Any] = {"bot": bot.name, "said": said, "sent": sent, "seconds": seconds}
    if failure is not None:
        hint = failure.hint or _HINTS.get(failure.kind)
        wrong: dict[str, Any] = {"kind": failure.kind, "failure": failure.what, "hint": hint}
        return SmokeTest(**common, came=failure.evidence, reply=None, **wrong)
    assert reply is not None  # noqa: S101 - there is a reply or a failure
    remark = _remark(said, reply)
    return SmokeTest(**common, came=reply.raw or reply.text, reply=reply, kind=None, failure=None, hint=remark)


def _remark(said: str, reply: Reply) -> str | None:
    """Say what is odd about an answer."""
    if reply.secrets:
        return f"the bot gives back what was sent to let us in: {', '.join(reply.secrets)}"
    if not reply.text.strip():
        return "the answer is empty: does text under [reply] in bot.toml name the right place?"
    if reply.text.strip() == said:
        return "the answer is what was said: does text under [reply] in bot.toml name the right place?"
    return None
