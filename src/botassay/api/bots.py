"""The use cases of `bots`: kinds of bots, a round trip with one, a first description, and serving a bundled one."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Final

from botassay import __version__
from botassay.api.asynchronous import run_to_end
from botassay.api.bot_target import BotTarget, system_prompt
from botassay.api.guarded import SUFFIX, before
from botassay.api.subjects import Subject, bot_given
from botassay.bots import serve as server
from botassay.bots.first_reply import tried
from botassay.bots.setup import Draft, draft
from botassay.bots.smoke_test import GREETING, SmokeTest, try_out, try_sessions
from botassay.core.errors import BotError, UsageError
from botassay.http.exchange import check_address
from botassay.http.listening import refused
from botassay.plugins.protocols import Bot
from botassay.settings.live import BotSettings, ConnectionSettings
from botassay.settings.option import layered, to_builtins
from botassay.view import Fact, Headline, Page, Quote, Quotes, Section
from botassay.view.document import Viewable
from botassay.view.escape import visible

_MEMORY: Final = {
    "apart": "kept apart: the bot remembers within a conversation, and nothing from another",
    "shared": "shared: the bot repeats what another user said in another conversation",
    "none": "the bot remembers nothing, neither within a conversation nor across conversations",
}
_LINES = 20
"""Lines of a request or a reply that a terminal shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotTrial(SmokeTest, Viewable):
    """One round trip with a bot: what `bots check --json` prints, `botassay/trial/1`."""

    @property
    def verdict(self) -> str:
        """Whether the bot answers, in a sentence."""
        if self.reply is None:
            return f"{self.bot} gives no reply: {self.failure}"
        return f"{self.bot} answers, after {self.seconds:.2f} s"

    @property
    def parts(self) -> list[tuple[str, str]]:
        """What was sent, what came back, and what was read in it, each with its title."""
        parts = [("sent", self.sent or "(nothing)"), ("came back", self.came or "(nothing)")]
        if self.reply is not None:
            parts.append(("understood", self.reply.text or "(an empty reply)"))
            parts += [("options", ", ".join(self.reply.options))] if self.reply.options else []
            parts += [("intent", str(self.reply.intent))] if self.reply.intent else []
            parts += [("sessions", _MEMORY[self.sessions])] if self.sessions else []
            parts += [(aside.kind, aside.text) for aside in self.reply.asides]
            parts += [("finish", self.reply.finish)] if self.reply.finish else []
            seen = self.capabilities.sentence()
            parts += [("seen", seen)] if seen else []
        return parts

    def view(self) -> Page:
        """Return the page."""
        return Page(
            kicker="One round trip with",
            title=self.bot,
            headline=Headline(f"{self.verdict}.", "first" if self.sound else "last"),
            lead=self.hint or "",
            facts=(Fact("said", self.said), Fact("time", f"{self.seconds:.2f} s")),
            sections=tuple(
                Section(title.replace(" ", "-"), title.capitalize(), "", (Quotes("", (Quote(text),)),))
                for title, text in self.parts
            ),
            version=__version__,
        )

    def text(self, width: int = 100, *, colour: bool = False) -> str:
        """Return the request and the reply line by line, as both matter to the character.

        Args:
            width: not used: a line stays a line.
            colour: not used.
        """
        del width, colour
        lines = []
        for title, text in self.parts:
            shown = [visible(line)[:500] for line in text[:20_000].splitlines()]
            lines += [f"{title}:", *(f"  {line}" for line in shown[:_LINES])]
            lines += [f"  … {len(shown) - _LINES} more lines"] if len(shown) > _LINES else []
        lines.append(visible(self.verdict))
        if self.hint:
            lines.append(visible(f"{'note' if self.sound else 'try this'}: {self.hint}"))
        return "".join(f"{line}\n" for line in lines)


def try_bot(
    subject: Subject, settings: ConnectionSettings | None = None, *, say: str = GREETING, sessions: bool = False
) -> BotTrial:
    """Return the outcome of one message to a bot; whatever the bot does, no BotError is raised.

    Args:
        subject: a bundled name, an address, a bot.toml, a `Bot` or a callable.
        settings: how to connect to it.
        say: the message.
        sessions: whether to see, by three more messages, if the bot keeps conversations apart.

    Raises: UnknownNameError, UsageError, InputError or ConfigurationError for what is not a live bot.

    >>> from botassay.api.bots import try_bot
    >>> try_bot("eliza").sound
    True
    """
    return run_to_end(try_bot_async(subject, settings, say=say, sessions=sessions))


async def try_bot_async(
    subject: Subject, settings: ConnectionSettings | None = None, *, say: str = GREETING, sessions: bool = False
) -> BotTrial:
    """Return the outcome of one message to a bot; as `try_bot`, for callers with a running loop."""
    try:
        bot = _bot(subject, settings)
    except UsageError:
        if not isinstance(subject, str) or not subject.startswith(("http://", "https://")):
            raise
        check_address(subject)
        failure = await refused(subject)  # how to talk to it is the second question
        if failure is None:
            raise
        return _without_connection(subject, say, failure)
    result = await try_out(bot, say)
    if sessions and result.sound:
        result = await try_sessions(bot, result)
    return BotTrial(**{field.name: getattr(result, field.name) for field in fields(result)})


def _without_connection(address: str, say: str, failure: BotError) -> BotTrial:
    """Return the trial of an address at which nobody listens: nothing was sent."""
    return BotTrial(
        bot=address,
        said=say,
        sent="",
        came="",
        reply=None,
        kind=failure.kind,
        failure=failure.what,
        hint=failure.hint,
        seconds=0.0,
    )


def _bot(subject: Subject, settings: ConnectionSettings | None) -> Bot:
    chosen = layered(BotSettings, to_builtins(settings or BotSettings()))
    given = None if isinstance(subject, str) else bot_given(subject, chosen.timeout)
    if given is not None:
        return given[0]
    description = str(chosen.bot) if chosen.bot else None
    system = system_prompt(chosen.system)
    target = BotTarget(str(subject), description, None, system, chosen.insecure, chosen.covert)
    return target.bot(chosen)


def draft_bot(pasted: str | None = None, *, send: Callable[[str], bool] = lambda _: False) -> Draft:
    """Return a first description of a bot.

    Args:
        pasted: a curl command that reaches it; None: an empty form.
        send: is given the address; whether one message may be sent there, to find where the reply stands.

    Raises: UsageError, InputError for a command that cannot be read.
    """
    drafted = draft(pasted)
    address = drafted.sketch.url.partition("?")[0]
    return run_to_end(tried(drafted)) if pasted is not None and send(address) else drafted


def draft_page(url: str, *, send: Callable[[str], bool] = lambda _: False, executable: str | None = None) -> Draft:
    """Return a draft of the bot.toml for a web page with a chat window.

    Args:
        url: of the page; a browser opens it.
        send: is given the address; whether one message may be sent there, to see where the reply appears.
        executable: the Chromium to start; None: that of Playwright.

    Raises: BotError where the page has no chat window; ConfigurationError where Playwright or Chromium is missing.
    """
    from botassay.bots.browser.proposal import propose  # with a library that only this needs

    return run_to_end(propose(url, send=send(url), executable=executable))


def serve(name: str, port: int = 0, *, guarded: bool = False, announce: Callable[[str], None] = print) -> None:
    """Serve a bundled bot on this machine until Ctrl-C: over REST, Rasa, OpenAI and WebSocket at once.

    Args:
        name: of the bot, or of a variant of it; with `+guard` at its end, as with `guarded`.
        port: where it listens; 0 takes a free one.
        guarded: whether the identity guard stands before it.
        announce: is given, line by line, where the bot is and how to describe it in a bot.toml.

    Raises: UnknownNameError for another bot; ConfigurationError for a port that is not free.
    """
    bare = name.removesuffix(SUFFIX)
    if guarded or bare != name:
        server.serve(bare, port, announce, before(bare), f"{bare}{SUFFIX}")
    else:
        server.serve(name, port, announce)
