"""One turn with a bot by its description: the request, and the parsed answer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from uuid import uuid4

from yarl import URL

from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.http.addresses import NETS, NETS_HINT, address_of, is_metadata
from botassay.http.decoding import decoded, writable
from botassay.http.description import Description, IdShape
from botassay.http.limits import Answer, Request
from botassay.http.literal_secrets import hidden_in
from botassay.http.presets import HistoryForm
from botassay.http.prices import Prices
from botassay.http.reply_extractor import ExtractedReply, ReplyExtractor
from botassay.http.retry import KEY_HEADER
from botassay.http.secrets import Secrets
from botassay.http.session_tables import texts_of
from botassay.http.stream import StreamReader
from botassay.http.template import Template, Way
from botassay.http.think import without_reasoning
from botassay.http.train_table import texts_of_training
from botassay.plugins.about import facts_of
from botassay.plugins.protocols import ASIDE, Aside, Reply

_METHOD: Final = re.compile(r"[A-Z]{3,10}")
_RESET: Final = re.compile(r"(?P<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) +(?P<path>/\S*)")

_LATE: Final = 4_096
"""Characters of a late answer that are kept."""


class ParsedAnswer(NamedTuple):
    """A parsed answer."""

    reply: Reply
    session: str | None
    """The bot's id of the conversation, where the bot chooses it."""
    turn: str | None = None
    """The question to which the answer belongs, where the bot says so."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """How one turn goes.

    Make it with `Exchange.of`; everything in it is checked.
    """

    method: str
    url: Template = field(repr=False)
    shown_url: str
    """Without secrets, query or password: what reports call it."""
    body: Template | None = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    shown_headers: Mapping[str, str] = field(repr=False)
    secrets: Secrets
    ear: ReplyExtractor
    stream: StreamReader | None
    """How an answer in pieces is read; None: it is not."""
    think: Literal["strip", "keep"]
    """What becomes of reasoning between tags."""
    history: HistoryForm
    """What the entries of {{history}} look like."""
    session: Literal["client", "reply", "cookie", "none"]
    reset: str | Request | None = field(repr=False)
    """The message, or request, sent before a new conversation."""
    live_headers: Mapping[str, Template] = field(default_factory=dict, repr=False)
    """Those with places, which each request fills."""
    ca: Path | None = None
    """A file of additional certificates to trust."""
    keyed: bool = False
    """Whether each request has a key."""
    user_agent: str | None = None
    """A User-Agent of one's own."""
    authorised_by: str = ""
    """Who allowed the test."""
    keep_alive: bool = False
    """Whether one connection serves all requests of a conversation."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What the description says about the bot."""
    proxy: str | None = field(default=None, repr=False)
    """The URL of a proxy, or `env`."""
    shape: IdShape = "uuid"
    """What the ids of conversations and users look like."""
    prices: Prices | None = None
    """What its tokens cost."""
    alerts: bool = False
    """Whether the bot calls people who help."""

    @classmethod
    def of(
        cls,
        description: Description,
        url: str | None = None,
        *,
        where: str = "bot.toml",
        environment: Mapping[str, str] | None = None,
    ) -> "Exchange":
        """Return the exchange that a description defines.

        Args:
            description: what the file says.
            url: an address that beats the one in the description.
            where: the file, for errors.
            environment: where secrets come from; None: the environment of this process.

        Raises: ConfigurationError with the key that is wrong.
        """
        description = description.with_preset(where)
        typed = url or description.url
        if typed is None:
            raise ConfigurationError("the url is missing", f"{where}:url", 'write url = "https://…"')
        texts = [typed, description.body or "", *description.headers.values(), description.session.reset or ""]
        texts += [*texts_of(description.session, description), *texts_of_training(description.train)]
        secrets = Secrets.named_in(texts, environment)
        address = _address(typed, secrets, None if url else f"{where}:url")
        live = live_headers(description.headers, secrets, f"{where}:headers")
        headers = {name: secrets.put_into(value) for name, value in description.headers.items() if name not in live}
        body = _body(description, secrets, where)
        _check(description, address, body, {**headers, **dict.fromkeys(live, "")}, where)
        headers = _with_content_type(headers, body)
        ear = ReplyExtractor.of(description, where)
        return cls(
            method=description.method.upper(),
            url=address,
            shown_url=_shown(typed),
            body=body,
            headers=headers,
            shown_headers=dict(description.headers),
            secrets=secrets.also(hidden_in(address.text, headers)),
            ear=ear,
            stream=StreamReader.of(description, ear, where),
            think=description.reply.think,
            history=description.history or "messages",
            session=description.session.source,
            reset=_reset(description.session.reset, address, secrets),
            ca=Path(where).parent / description.ca if description.ca else None,
            live_headers=live,
            keyed=description.idempotency_key,
            user_agent=description.user_agent,
            authorised_by=description.authorised_by or "",
            keep_alive=description.keep_alive,
            about=facts_of(description),
            proxy=secrets.put_into(description.proxy) if description.proxy else None,
            shape=description.session.shape,
            prices=description.prices,
            alerts=description.alerts,
        )

    @property
    def scheme(self) -> str:
        """`http`, `https`, `ws` or `wss`."""
        return self.url.text.partition(":")[0].lower()

    def request(self, values: Mapping[str, Any], key: str | None = None) -> Request:
        """Return the request that says something.

        Args:
            values: message, session, user and history, as in the template.
            key: its key, where the bot wants one; None: one that nothing else has.
        """
        filled = self._complete(values)
        body = self.body.filled(filled).encode() if self.body else None
        headers = {name: header.filled(filled) for name, header in self.live_headers.items()}
        return self.with_key(Request(self.method, self.url.filled(filled), body, headers=headers), key)

    def with_key(self, request: Request, key: str | None) -> Request:
        """Return a request with its key, if the bot wants one; None: one that nothing else has."""
        return replace(request, key=key or uuid4().hex) if self.keyed else request

    def frame(self, values: Mapping[str, Any]) -> str:
        """Return the text that says something where only a text is sent."""
        return self.body.filled(self._complete(values)) if self.body else str(values["message"])

    def hear(self, answer: Answer) -> ParsedAnswer:
        """Read an answer.

        Raises: BotError.
        """
        if answer.stream is not None:
            raw = writable(decoded(answer.body))
            words = answer.stream.result(raw)
            split = self.secrets.redact(words.text).names and not self.secrets.redact(raw).names
            parsed = self._shown(words.text if split else raw, words)  # a secret may come in pieces
        else:
            parsed = self.heard(*self.ear.open(answer.body, answer.headers.get("Content-Type", "")))
        late = tuple(self._late(body) for body in answer.late)
        return parsed._replace(reply=replace(self.without_reasoning(parsed.reply), late=late))

    def _late(self, came: bytes) -> str:
        """Return what an answer that came late says, as far as it can be read."""
        body = came.partition(b"\r\n\r\n")[2] if came.startswith(b"HTTP/") else came
        try:
            return self.heard(*self.ear.open(body)).reply.text
        except BotError:
            return self.secrets.redact(writable(decoded(came))).text[:_LATE]

    def without_reasoning(self, reply: Reply) -> Reply:
        """Return a reply without the reasoning that stands between tags in its text.

        Raises: BotError, `truncated`, for reasoning that does not end.
        """
        thought = without_reasoning(reply.text) if self.think == "strip" else None
        if thought is None or not thought.reasoning:
            return reply if thought is None else replace(reply, text=thought.text)
        asides = tuple(Aside("reasoning", part[:ASIDE]) for part in thought.reasoning)
        return replace(reply, text=thought.text, asides=(*reply.asides, *asides))

    def heard(self, raw: str, document: Any) -> ParsedAnswer:
        """Read an answer that was opened: its text, and its document where it holds one.

        Raises: BotError.
        """
        return self._shown(raw, self.ear.listen(raw, document))

    def _shown(self, raw: str, heard: ExtractedReply) -> ParsedAnswer:
        """Take secrets out of what was heard."""
        text, named = self.secrets.redact(heard.text)
        shown, seen = self.secrets.redact(raw)
        options = tuple(self.secrets.redact(option).text for option in heard.options)
        intent = self.secrets.redact(heard.intent).text if heard.intent else heard.intent
        names = tuple(sorted({*named, *seen}))
        asides = tuple(Aside(aside.kind, self.secrets.redact(aside.text).text) for aside in heard.asides)
        reply = Reply(
            text,
            options,
            intent,
            heard.confidence,
            names,
            shown[: self.ear.text_limit],
            asides=asides,
            finish=self.secrets.redact(heard.finish).text if heard.finish else None,
            usage=heard.usage,
        )
        return ParsedAnswer(reply, heard.session, heard.turn)

    def _complete(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Where the request has no {{message}}, the history ends with it."""
        slots = self.slots
        if "message" in slots or "history" not in slots:
            return values
        message = history_entry("user", values["message"], self.history, len(values["history"]))
        return {**values, "history": [*values["history"], message]}

    def belongs(self, heard: ParsedAnswer, turn: str) -> bool:
        """Whether a reply belongs to the turn with this number, as far as the bot states it."""
        return "turn" not in self.ear.paths or heard.turn == turn

    @property
    def slots(self) -> frozenset[str]:
        """The names of all places in a request."""
        templates = [self.url, *([self.body] if self.body else []), *self.live_headers.values()]
        return frozenset[str]().union(*(template.slots for template in templates))

    @property
    def pairing(self) -> Literal["turn", "connection", "order"]:
        """By what an answer is known to belong to its question."""
        return "turn" if "turn" in self.ear.paths else "order" if self.keep_alive else "connection"

    @property
    def remembers(self) -> bool:
        """Whether earlier messages are sent again."""
        return bool(self.body and "history" in self.body.slots)

    @property
    def takes_system(self) -> bool:
        """Whether the system prompt has a place of its own."""
        return bool(self.body and "system" in self.body.slots)

    @property
    def sends_system(self) -> bool:
        """Whether requests hold the system prompt, in a place of its own or before the history."""
        return self.takes_system or self.remembers

    def history_of(self, turns: Sequence[tuple[str, str]], system: str | None = None) -> list[dict[str, Any]]:
        """Return the messages so far, as the requests write them; the system prompt first, if it has no place."""
        if not self.remembers:
            return []
        return history_of(turns, None if self.takes_system else system, self.history)


def live_headers(headers: Mapping[str, str], secrets: Secrets, where: str) -> dict[str, Template]:
    """Return the headers with places as templates.

    Raises: ConfigurationError for an unknown place.
    """
    live = {name: Template(value, Way.HEADER, secrets.values) for name, value in headers.items() if "{{" in value}
    for name, header in live.items():
        header.check(f"{where}.{name}")
    return {name: header for name, header in live.items() if header.slots}


def _address(typed: str, secrets: Secrets, where: str | None) -> Template:
    """Return an address as a template, with its secrets put in; `where` is the key of the file that holds it, if any.

    Raises: ConfigurationError; UsageError for what was typed and is no URL.
    """
    place, mark, query = typed.partition("?")
    address = Template(secrets.put_into(place) + mark + query, Way.URL, secrets.values)
    address.check(where)
    try:
        url = URL(address.filled({}))
        host = url.host if url.scheme in ("http", "https", "ws", "wss") and url.port is not None else None
    except ValueError:
        host = None
    if not host or re.search(r"\s", place):
        what, hint = f"{_shown(typed)!r} is not a URL", "write it like https://bot.example/chat"
        raise ConfigurationError(what, where, hint) if where else UsageError(what, hint=hint)
    _check_number(host, where)
    return address


def check_address(typed: str) -> None:
    """Refuse a text that is not the address of a bot.

    Raises: UsageError for what is no URL; ConfigurationError.
    """
    _address(typed, Secrets.named_in([typed]), None)


def _check_number(host: str, where: str | None) -> None:
    """Refuse an IP address in disguise, that of cloud metadata, and one inside where those are not allowed."""
    number = address_of(host)
    if number is None:
        return
    if is_metadata(number):
        raise ConfigurationError(f"{host} is a cloud metadata address, not a bot", where, "nothing was sent")
    if NETS.refuses(number):
        raise ConfigurationError(f"{host} is an address inside", where, NETS_HINT)
    if ":" not in host and host.rstrip(".") != str(number):
        raise ConfigurationError(f"{host} is not a valid address", where, f"write it as {number}")


def _shown(typed: str) -> str:
    """Return an address without password and query."""
    scheme, _, rest = typed.partition("://")
    place = re.split(r"[?#]", rest, maxsplit=1)[0]
    host, slash, path = place.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}" if rest else typed.partition("?")[0]


def _body(description: Description, secrets: Secrets, where: str) -> Template | None:
    if description.body is None:
        return None
    kinds = [value for name, value in description.headers.items() if name.lower() == "content-type"]
    form = any("x-www-form-urlencoded" in kind.lower() for kind in kinds)
    body = Template(description.body, Way.URL if form else Way.JSON, secrets.values)
    body.check(f"{where}:body")
    return body


def _with_content_type(headers: Mapping[str, str], body: Template | None) -> dict[str, str]:
    """Return the headers, and that of JSON for a body of which they do not say the type."""
    typed = body is None or any(name.lower() == "content-type" for name in headers)
    return dict(headers) if typed else {**headers, "Content-Type": "application/json"}


def _check(
    description: Description, address: Template, body: Template | None, headers: Mapping[str, str], where: str
) -> None:
    """Refuse requests that cannot work.

    Raises: ConfigurationError.
    """
    if not _METHOD.fullmatch(description.method.upper()):
        raise ConfigurationError(
            f"{description.method!r} is not a supported method", f"{where}:method", "write GET or POST"
        )
    _check_slots(description, address, body, where)
    if description.idempotency_key and any(name.lower() == KEY_HEADER.lower() for name in headers):
        hint = "remove one of them; idempotency_key = true generates a key per request"
        raise ConfigurationError("the idempotency key is also set in [headers]", f"{where}:idempotency_key", hint)
    for name, value in headers.items():
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) or re.search(r"[\x00-\x08\x0a-\x1f\x7f]", value):
            raise ConfigurationError("holds characters that a header cannot have", f"{where}:headers.{name}")


def _check_slots(description: Description, address: Template, body: Template | None, where: str) -> None:
    slots = address.slots | (body.slots if body else frozenset())
    sends_plain_text = body is None and address.text.lower().startswith("ws")
    if not slots & {"message", "history"} and not sends_plain_text:
        hint = "put {{message}} into body or url"
        raise ConfigurationError("the request has no {{message}}", f"{where}:body", hint)
    if description.reply.turn and "turn" not in slots:
        raise ConfigurationError(
            "the requests do not identify their turn", f"{where}:reply.turn", "put {{turn}} into body"
        )


def _reset(typed: str | None, address: Template, secrets: Secrets) -> str | Request | None:
    """Return how a conversation is reset: a request to the same host for `POST /path`, otherwise a message."""
    match = _RESET.fullmatch(typed.strip()) if typed else None
    if typed is None or match is None:
        return typed
    origin = re.match(r"[^:]+://[^/?#]*", address.text)
    return Request(match["method"], (origin[0] if origin else "") + secrets.put_into(match["path"]))


def history_of(
    turns: Sequence[tuple[str, str]], system: str | None = None, form: HistoryForm = "messages"
) -> list[dict[str, Any]]:
    """Return the messages so far, the system prompt first.

    >>> history_of([("hi", "ho")])
    [{'role': 'user', 'content': 'hi'}, {'role': 'assistant', 'content': 'ho'}]
    >>> history_of([("hi", "ho")], form="parts")[1]
    {'role': 'model', 'parts': [{'text': 'ho'}]}
    """
    said = [("system", system)] if system else []
    said += [pair for asked, answered in turns for pair in (("user", asked), ("assistant", answered))]
    return [history_entry(role, text, form, number) for number, (role, text) in enumerate(said)]


def history_entry(role: str, text: str, form: HistoryForm, number: int) -> dict[str, Any]:
    """Return one message of a history.

    Args:
        role: system, user or assistant.
        text: of the message.
        form: what it looks like.
        number: how many messages are before it.
    """
    if form == "parts":
        return {"role": "model" if role == "assistant" else role, "parts": [{"text": text}]}
    if form == "ui":
        return {"id": f"{number + 1:08x}", "role": role, "parts": [{"type": "text", "text": text}]}
    return {"role": role, "content": text}
