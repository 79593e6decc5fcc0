"""One turn with a bot by its description: the request, and the parsed answer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from uuid import uuid4

from yarl import URL

from botassay.core.errors import ConfigurationError
from botassay.http.addresses import address_of, is_metadata
from botassay.http.description import Description
from botassay.http.limits import Answer, Request
from botassay.http.literal_secrets import hidden_in
from botassay.http.reply_extractor import ExtractedReply, ReplyExtractor
from botassay.http.retry import KEY_HEADER
from botassay.http.secrets import Secrets
from botassay.http.sse import is_stream
from botassay.http.template import Template, Way
from botassay.plugins.protocols import Reply

_METHOD: Final = re.compile(r"[A-Z]{3,10}")
_RESET: Final = re.compile(r"(?P<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) +(?P<path>/\S*)")


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
    session: Literal["client", "reply", "cookie"]
    reset: str | Request | None = field(repr=False)
    """The message, or request, sent before a new conversation."""
    ca: Path | None = None
    """A file of additional certificates to trust."""
    keyed: bool = False
    """Whether each request has a key."""
    user_agent: str | None = None
    """A User-Agent of one's own."""

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
        typed = url or description.url
        if typed is None:
            raise ConfigurationError("the url is missing", f"{where}:url", 'write url = "https://…"')
        texts = [typed, description.body or "", *description.headers.values(), description.session.reset or ""]
        secrets = Secrets.named_in(texts, environment)
        address = _address(typed, secrets, None if url else f"{where}:url")
        headers = {name: secrets.put_into(value) for name, value in description.headers.items()}
        body = _body(description, secrets, where)
        _check(description, address, body, headers, where)
        if body is not None and not any(name.lower() == "content-type" for name in headers):
            headers["Content-Type"] = "application/json"
        return cls(
            method=description.method.upper(),
            url=address,
            shown_url=_shown(typed),
            body=body,
            headers=headers,
            shown_headers=dict(description.headers),
            secrets=secrets.also(hidden_in(address.text, headers)),
            ear=ReplyExtractor.of(description, where),
            session=description.session.source,
            reset=_reset(description.session.reset, address, secrets),
            ca=Path(where).parent / description.ca if description.ca else None,
            keyed=description.idempotency_key,
            user_agent=description.user_agent,
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
        return self.with_key(Request(self.method, self.url.filled(filled), body), key)

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
        kind = answer.headers.get("Content-Type", "")
        if is_stream(kind) and self.streams:
            raw, words = self.ear.follow(answer.body)
            split = self.secrets.redact(words.text).names and not self.secrets.redact(raw).names
            return self._shown(words.text if split else raw, words)  # a secret may come in pieces
        return self.heard(*self.ear.open(answer.body, kind))

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
        reply = Reply(text, options, intent, heard.confidence, names, shown[: self.ear.text_limit])
        return ParsedAnswer(reply, heard.session, heard.turn)

    def _complete(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Where the request has no {{message}}, the history ends with it."""
        slots = (self.body.slots if self.body else frozenset()) | self.url.slots
        if "message" in slots or "history" not in slots:
            return values
        return {**values, "history": [*values["history"], {"role": "user", "content": values["message"]}]}

    def belongs(self, heard: ParsedAnswer, turn: str) -> bool:
        """Whether a reply belongs to the turn with this number, as far as the bot states it."""
        return "turn" not in self.ear.paths or heard.turn == turn

    @property
    def streams(self) -> bool:
        """Whether an answer may come as a stream."""
        return "piece" in self.ear.paths

    @property
    def remembers(self) -> bool:
        """Whether earlier messages are sent again."""
        return bool(self.body and "history" in self.body.slots)


def _address(typed: str, secrets: Secrets, where: str | None) -> Template:
    """Return an address as a template, with its secrets put in; `where` is the key of the file that holds it, if any.

    Raises: ConfigurationError.
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
        raise ConfigurationError(f"{_shown(typed)!r} is not a URL", where, "write it like https://bot.example/chat")
    _check_number(host, where)
    return address


def check_address(typed: str) -> None:
    """Refuse a text that is not the address of a bot.

    Raises: ConfigurationError.
    """
    _address(typed, Secrets.named_in([typed]), None)


def _check_number(host: str, where: str | None) -> None:
    """Refuse an IP address in disguise, and the address of cloud metadata."""
    number = address_of(host)
    if number is None:
        return
    if is_metadata(number):
        raise ConfigurationError(f"{host} is a cloud metadata address, not a bot", where, "nothing was sent")
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


def history_of(turns: Sequence[tuple[str, str]], system: str | None = None) -> list[dict[str, str]]:
    """Return the messages so far as `{"role", "content"}` each, the system prompt first.

    >>> history_of([("hi", "ho")])
    [{'role': 'user', 'content': 'hi'}, {'role': 'assistant', 'content': 'ho'}]
    """
    messages = [{"role": "system", "content": system}] if system else []
    for asked, answered in turns:
        messages += [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
    return messages
