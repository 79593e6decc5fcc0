"""A bot whose conversations are created, polled, let in with tokens and ended by requests: `bot.toml` says which."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Final

from botassay.bots.bubbles import Listening, Mailbox, first_of
from botassay.bots.conversations import RestBot, RestConversation
from botassay.bots.steps import CompiledStep, check_made, compiled, origin_of, secrets_among
from botassay.bots.tokens import TokenSource, token_source
from botassay.core.errors import BotError, ConfigurationError
from botassay.http import Answer, Client, Description, Exchange, RunContext
from botassay.http.decoding import decoded, parsed
from botassay.http.session_tables import PollRule, SideRequest
from botassay.http.webhook import Callbacks
from botassay.plugins.protocols import Bot, BotOptions, Conversation, Reply

AHEAD: Final = 120.0
"""Seconds before something expires that it is refreshed."""
FAREWELL: Final = 5.0
"""Seconds that the end of a conversation may take."""
_LACKING: Final = {True: ("truncated", "the reply was not complete"), False: ("timeout", "no message came")}
"""What failed when time is up, by whether messages came."""
_GONE: Final = re.compile(r"\(HTTP (?:404|410)\b")


@dataclass(frozen=True, slots=True)
class Steps:
    """What is sent and heard beside the turns, checked."""

    create: tuple[CompiledStep, ...] = ()
    refresh: CompiledStep | None = None
    end: CompiledStep | None = None
    poll: CompiledStep | None = None
    listening: Listening | None = None
    greeting: float = 0.0
    tokens: TokenSource | None = None
    callbacks: Callbacks | None = None


@dataclass(frozen=True, slots=True)
class SteppedBot(RestBot):
    """A bot whose conversations take more requests than one a turn."""

    steps: Steps = field(default_factory=Steps)

    @property
    def capabilities(self) -> dict[str, str]:
        """What is known of it beside what requests show."""
        known = {}
        if self.steps.listening is not None:
            known["transport"] = "webhook" if self.steps.callbacks else "polling"
            known["pairing"] = "answers" if self.steps.listening.answers else "order"
        if self.steps.create:
            known["session"] = "created"
        return known

    @asynccontextmanager
    async def open(self, *, user: str, run: RunContext | None = None) -> AsyncIterator[Conversation]:
        """Begin a conversation: create it, and listen for a greeting."""
        async with AsyncExitStack() as stack:
            line = await stack.enter_async_context(self.client.line(user, run))
            conversation = SteppedConversation(self, user, line, run)
            if self.steps.callbacks is not None:
                conversation.callback = await stack.enter_async_context(self.steps.callbacks.opened())
            stack.push_async_callback(conversation.finish)
            await conversation.begin()
            yield conversation


@dataclass(slots=True)
class SteppedConversation(RestConversation):
    """One conversation, with what was taken from answers."""

    made: dict[str, str] = field(default_factory=dict, repr=False)
    cursor: str = ""
    token: str = field(default="", repr=False)
    created: bool = False
    expires: float | None = None
    life: float = 0.0
    callback: Any = None
    box: Mailbox | None = None
    greeting: Reply | None = None
    """What the bot said before the first message."""

    @property
    def steps(self) -> Steps:
        """What is sent beside the turns."""
        assert isinstance(self.bot, SteppedBot)  # noqa: S101 - it is opened by one
        return self.bot.steps

    @property
    def listened(self) -> bool:
        """Whether a greeting was waited for."""
        return self.steps.greeting > 0

    async def begin(self) -> None:
        """Create the conversation, and listen for a greeting.

        Raises: BotError.
        """
        await self._let_in()
        for step in self.steps.create:
            await self._taken(step)
        self.created = True
        if self.steps.listening is not None:
            self.box = Mailbox(self.bot.exchange, self.steps.listening, self.user)
            if self.listened:
                await self._welcome()

    async def finish(self) -> None:
        """End the conversation; what fails then is of no matter."""
        if self.steps.end is None or not self.created:
            return
        with suppress(BotError, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._send(self.steps.end)

    # ── what is taken ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _send(self, step: CompiledStep) -> Answer:
        values = self.values("")
        request = step.request(values)
        if not step.elsewhere:
            return await self.line.ask(replace(request, headers={**self._usual(values), **request.headers}), _answer)
        bare = replace(self.line.client, headers={})
        async with bare.line(f"{self.user} elsewhere") as line:
            return await line.ask(request, _answer)

    def _usual(self, values: Mapping[str, Any]) -> dict[str, str]:
        """Return the headers of every request that can be filled by now."""
        usual = self.bot.exchange.live_headers.items()
        return {name: header.filled(values) for name, header in usual if all(values.get(slot) for slot in header.slots)}

    async def _taken(self, step: CompiledStep) -> None:
        try:
            values = step.taken(await self._send(step))
        except BotError as failure:
            raise self.line.client.secrets.clean(failure) from None
        self.made |= values
        self.session = values.get("session", self.session)
        if "expires" in values:
            self.life = _seconds(values["expires"], step)
            self.expires = monotonic() + self.life
        self._hide(dict(secrets_among(values)))

    def _hide(self, values: Mapping[str, str]) -> None:
        """Keep values out of everything that is written."""
        exchange = self.bot.exchange
        if not set(values.values()) - set(exchange.secrets.values.values()):
            return
        secrets = exchange.secrets.also(values)
        self.bot = replace(self.bot, exchange=replace(exchange, secrets=secrets))
        self.line.client = replace(self.line.client, secrets=secrets)
        if self.box is not None:
            self.box.exchange = self.bot.exchange

    async def _let_in(self, refused: str | None = None) -> None:
        if self.steps.tokens is not None:
            self.token = await self.steps.tokens.get(instead_of=refused)
            self._hide({"token": self.token})

    async def _stay(self) -> None:
        """Refresh what expires soon.

        Raises: BotError, `session_lost` for what has expired.
        """
        await self._let_in()
        if self.expires is None:
            return
        left = self.expires - monotonic()
        if self.steps.refresh is not None and left < min(AHEAD, self.life / 2):
            await self._taken(self.steps.refresh)
        elif left <= 0:
            what = f"the conversation expired after {self.life:g} s"
            raise BotError("session_lost", what, hint="describe its renewal in [session.refresh]")

    # ── turns ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def values(self, text: str) -> Mapping[str, Any]:
        """Return what fills the places of a request with a message."""
        taken = {f"made.{name}": value for name, value in self.made.items()}
        own = {"token": self.token, "cursor": self.cursor, "callback": self.callback.url if self.callback else ""}
        return {**super(SteppedConversation, self).values(text), **taken, **own}

    async def _turn(self, text: str) -> Reply:
        try:
            await self._stay()
            try:
                return await self._once(text)
            except BotError as failure:
                if failure.kind != "unauthorised" or self.steps.tokens is None:
                    raise
                self.number -= 1  # the same turn, let in with a new token
                await self._let_in(refused=self.token)
                return await self._once(text)
        except BotError as failure:
            if self.steps.create and failure.kind == "rejected" and _GONE.search(failure.what):
                raise BotError("session_lost", f"the conversation is gone: {failure.what}") from None
            raise

    async def _once(self, text: str) -> Reply:
        if self.box is None:
            return await super(SteppedConversation, self)._turn(text)
        if self.number:
            await self._gather(late=True)
        until = monotonic() + self.line.client.limits.turn
        self.number += 1
        self.asked = self.bot.exchange.request(self.values(text), self._key())
        self.box.asked = await self.line.ask(self.asked, self._question)
        await self._wait(until)
        return self.box.reply()

    def _question(self, answer: Answer) -> str | None:
        """Return the id of the message that was sent, where the bot gives one."""
        path = self.steps.listening.question if self.steps.listening else None
        return first_of(path, _document(answer)) if path else None

    async def _wait(self, until: float) -> None:
        """Collect messages until the reply is complete.

        Raises: BotError for a reply that fails, or does not come or end in time.
        """
        box, rule = self.box, self.steps.listening
        assert box is not None and rule is not None  # noqa: PT018, S101 - only polled bots wait
        last = None
        while True:
            came, document = await self._gather()
            last = monotonic() if came else last
            if rule.failed is not None and rule.failed.holds(document):
                raise BotError("bot_error", "the bot reports that it failed", evidence=str(document)[:1000])
            if _is_complete(rule, document, last):
                return
            if monotonic() >= until:
                kind, what = _LACKING[bool(box.bubbles)]
                limit = f"{self.line.client.limits.turn:g} s"
                raise BotError(kind, f"{what} within {limit}", hint="raise --timeout, or check [poll]")
            await self._pause(rule, last)

    async def _pause(self, rule: Listening, last: float | None) -> None:
        every = rule.every
        if last is not None and rule.until is None:
            every = max(min(every, last + rule.quiet - monotonic()), 0.01)
        if self.callback is not None:
            await self.callback.wait(every)
        else:
            await asyncio.sleep(every)

    async def _gather(self, *, late: bool = False) -> tuple[int, Any]:
        """Fetch messages once, or take those that were posted; return how many replies came, and the last answer."""
        assert self.box is not None  # noqa: S101 - only polled bots gather
        if self.callback is not None:
            documents = self.callback.taken()
            return sum(self.box.take(document, late=late) for document in documents), (documents or [None])[-1]
        assert self.steps.poll is not None  # noqa: S101 - what is not posted is polled
        document = _document(await self._send(self.steps.poll))
        cursor = first_of(self.steps.listening.cursor if self.steps.listening else None, document)
        self.cursor = cursor if cursor is not None else self.cursor
        return self.box.take(document, late=late), document

    async def _welcome(self) -> None:
        """Listen before the first message."""
        rule, box = self.steps.listening, self.box
        assert rule is not None and box is not None  # noqa: PT018, S101 - only polled bots are listened to
        until, last = monotonic() + self.steps.greeting, None
        while monotonic() < until and (last is None or monotonic() - last < rule.quiet):
            came, _ = await self._gather()
            last = monotonic() if came else last
            await asyncio.sleep(min(rule.every, max(until - monotonic(), 0)))
        self.greeting = box.reply() if box.bubbles else None


def _is_complete(rule: Listening, document: Any, last: float | None) -> bool:
    """Whether the last answer says that the reply is complete, or else whether silence does since the last message."""
    if rule.until is not None:
        return document is not None and rule.until.holds(document)
    return last is not None and monotonic() - last >= rule.quiet


def _answer(answer: Answer) -> Answer:
    return answer


def _document(answer: Answer) -> Any:
    kind = answer.headers.get("Content-Type", "")
    text = decoded(answer.body, kind)
    return parsed(text, kind) if text.strip() else None


def _seconds(value: str, step: CompiledStep) -> float:
    try:
        return float(value)
    except ValueError:
        what = f"expires is {value[:40]!r}, not a number of seconds"
        raise BotError("bad_shape", what, hint=f"check take in {step.where}") from None


# ── from a description ──────────────────────────────────────────────────────────────────────────────────────────────


def needs_steps(description: Description) -> bool:
    """Return whether conversations take more than one request a turn."""
    return needs_requests(description) or description.session.greeting > 0 or description.poll is not None


def needs_requests(description: Description) -> bool:
    """Return whether a conversation takes requests that are no turns, or messages that come from elsewhere."""
    rule = description.session
    around = bool(rule.create or rule.refresh or rule.end)
    return around or description.token is not None or description.reply.via is not None


def requests_beside(bot: Bot) -> int:
    """Return the requests that each conversation with a bot takes beside its turns; those of polling are unknown."""
    inner = getattr(bot, "bot", bot)
    if not isinstance(inner, SteppedBot):
        return 0
    return len(inner.steps.create) + (inner.steps.end is not None)


def check_given(exchange: Exchange, description: Description, where: str) -> None:
    """Refuse a placeholder that nothing fills.

    Raises: ConfigurationError.
    """
    missing = {
        "token": ("token is missing", 'write token = "command: …", or a table with oauth2', description.token is None),
        "callback": ("the bot posts nothing", 'write via = "webhook" under [reply]', description.reply.via is None),
        "cursor": ("only [poll] has a cursor", "remove it", True),
    }
    for slot, (what, hint, lacking) in missing.items():
        if slot in exchange.slots and lacking:
            raise ConfigurationError(f"nothing gives {{{{{slot}}}}}: {what}", where, hint)
    if not needs_steps(description):
        check_made(exchange.slots, frozenset(), where)


def stepped(bot: RestBot, description: Description, options: BotOptions, where: str) -> SteppedBot:
    """Return a bot with the steps of its description.

    Raises: ConfigurationError.
    """
    rule, exchange = description.session, bot.exchange
    create = tuple(_step(each, bot, description, f"{where}:session.create") for each in rule.create)
    refresh = _step(rule.refresh, bot, description, f"{where}:session.refresh") if rule.refresh else None
    end = _step(rule.end, bot, description, f"{where}:session.end") if rule.end else None
    poll = description.poll
    fetch = SideRequest(poll.request) if poll is not None and poll.request else None
    polled = _step(fetch, bot, description, f"{where}:poll") if fetch else None
    names = frozenset(taking.name for step in (*create, refresh) if step for taking in step.take)
    for step in filter(None, (*create, refresh, end, polled)):
        check_made(step.slots, names, step.where)
    check_made(exchange.slots, names, where)
    _check_listening(description, poll, where)
    steps = Steps(
        create,
        refresh,
        end,
        polled,
        Listening.of(poll, where) if poll else None,
        rule.greeting,
        _tokens(description, bot.client, options, where, origin_of(exchange.url.text)),
        Callbacks(options.listen) if description.reply.via == "webhook" else None,
    )
    return SteppedBot(bot.name, exchange, bot.client, bot.system, bot.called, bot.language, steps=steps)


def _step(step: SideRequest, bot: RestBot, description: Description, where: str) -> CompiledStep:
    return compiled(step, bot.exchange, description.origins, where)


def _tokens(description: Description, client: Client, options: BotOptions, where: str, own: str) -> TokenSource | None:
    if description.token is None:
        return None
    origins = frozenset({own, *(origin_of(f"{origin}/") for origin in description.origins)})
    return token_source(description.token, client, allowed=options.allow_command, origins=origins, where=where)


def _check_listening(description: Description, poll: PollRule | None, where: str) -> None:
    """Refuse what cannot be heard.

    Raises: ConfigurationError.
    """
    webhook = description.reply.via == "webhook"
    if webhook:
        _check_webhook(description, poll, where)
    if poll is None:
        if description.session.greeting:
            hint = "only a bot with [poll] can speak first"
            raise ConfigurationError("there is nothing to listen to", f"{where}:session.greeting", hint)
        return
    if bool(poll.request) is webhook:
        hint = 'remove it, or via = "webhook"' if webhook else 'write request = "GET /messages"'
        raise ConfigurationError("messages are either polled or posted", f"{where}:poll.request", hint)
    check_text(description, where)


def check_text(description: Description, where: str) -> None:
    """Refuse messages of which no path says where their text stands.

    Raises: ConfigurationError.
    """
    if description.reply.text is None:
        hint = 'write text = "$.text": paths begin at one message'
        raise ConfigurationError("the path of a message's text is missing", f"{where}:reply.text", hint)


def _check_webhook(description: Description, poll: PollRule | None, where: str) -> None:
    """Refuse a webhook whose address no request gives, or whose messages cannot be read.

    Raises: ConfigurationError.
    """
    bodies = (description.body, *(step.body for step in description.session.create))
    if "{{callback}}" not in "".join(filter(None, bodies)):
        hint = "put {{callback}} where the bot takes the address to which it posts"
        raise ConfigurationError("no request tells the bot where to post", f"{where}:reply.via", hint)
    if poll is None:
        hint = 'write messages = "$" under [poll], if what is posted is one message'
        raise ConfigurationError("how posted messages are read is missing", f"{where}:poll", hint)
