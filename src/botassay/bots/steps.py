"""Requests around a conversation, as `[[session.create]]`, `[session.refresh]`, `[session.end]` and `[poll]` say."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from botassay.core.errors import BotError, ConfigurationError
from botassay.http import Answer, Exchange, JsonPath, Request, Template, Way
from botassay.http.cookies import cookie_of
from botassay.http.decoding import decoded, parsed
from botassay.http.exchange import live_headers
from botassay.http.literal_secrets import TELLING
from botassay.http.session_tables import SideRequest
from botassay.http.template import MADE, SLOTS

_REQUEST: Final = re.compile(r"(?P<method>GET|POST|PUT|PATCH|DELETE)\s+(?P<place>/\S*|https?://\S+)")
SECRET: Final = re.compile(r"token|secret|key|auth", re.IGNORECASE)
"""What the name of something taken looks like that nobody may read."""


@dataclass(frozen=True, slots=True)
class Taking:
    """Where something is taken from an answer."""

    name: str
    path: JsonPath | None = None
    header: str | None = None
    cookie: str | None = None

    @classmethod
    def of(cls, name: str, place: str, where: str) -> "Taking":
        """Read a place: a path, `header:NAME` or `cookie:NAME`.

        Raises: ConfigurationError.
        """
        kind, colon, rest = place.partition(":")
        if colon and kind in ("header", "cookie") and rest:
            return cls(name, header=rest) if kind == "header" else cls(name, cookie=rest)
        return cls(name, JsonPath.parse(place, where))

    def value(self, answer: Answer, document: Any) -> str | None:
        """Return what stands there; None where nothing does."""
        if self.header is not None:
            return answer.headers.get(self.header)
        if self.cookie is not None:
            return cookie_of(answer, self.cookie)
        values = self.path.find(document) if self.path else []
        first = values[0] if values else None
        if type(first) in (int, float):
            return msgspec.json.encode(first).decode()
        return first if isinstance(first, str) and first else None


@dataclass(frozen=True, slots=True)
class CompiledStep:
    """A request that is sent beside those of the turns."""

    method: str
    url: Template = field(repr=False)
    body: Template | None = field(repr=False)
    headers: Mapping[str, Template] = field(repr=False)
    take: tuple[Taking, ...]
    elsewhere: bool
    """Whether it goes to another origin: then no header of the description goes with it."""
    where: str

    @property
    def slots(self) -> frozenset[str]:
        """The placeholders in its address, its body and its headers."""
        templates = (self.url, self.body, *self.headers.values())
        return frozenset(slot for template in templates if template for slot in template.slots)

    def request(self, values: Mapping[str, Any]) -> Request:
        """Return the request, filled with values."""
        headers = {name: header.filled(values) for name, header in self.headers.items()}
        body = self.body.filled(values).encode() if self.body else None
        if body is not None and not any(name.lower() == "content-type" for name in headers):
            headers["Content-Type"] = "application/json"
        return Request(self.method, self.url.filled(values), body, headers=headers)

    def taken(self, answer: Answer) -> dict[str, str]:
        """Return what is taken from the answer, by name.

        Raises: BotError, `bad_shape` where nothing stands at a place, or for an answer that is no JSON.
        """
        document = None
        kind = answer.headers.get("Content-Type", "")
        if any(taking.path for taking in self.take):
            document = parsed(decoded(answer.body, kind), kind)
        values = {}
        for taking in self.take:
            value = taking.value(answer, document)
            if value is None:
                what = f"the answer to {self.method} {self.where.rpartition(':')[2]} has no {taking.name}"
                evidence = decoded(answer.body, kind)
                raise BotError("bad_shape", what, hint=f"check take in {self.where}", evidence=evidence)
            values[taking.name] = value
        return values


def compiled(
    step: SideRequest, exchange: Exchange, origins: tuple[str, ...], where: str, known: Collection[str] = SLOTS
) -> CompiledStep:
    """Return a step, checked.

    Args:
        step: as the file has it.
        exchange: of the description, for its origin and its secrets.
        origins: others to which requests may go.
        where: the key of the file.
        known: the placeholders that its address and body may have.

    Raises: ConfigurationError.
    """
    own, secrets = origin_of(exchange.url.text), exchange.secrets
    method, typed = _target(step.request, own, origins, f"{where}.request")
    url = Template(typed, Way.URL, secrets.values)
    body = Template(step.body, _way(step.headers), secrets.values) if step.body is not None else None
    for template, key in ((url, "request"), (body, "body")):
        if template is not None:
            template.check(f"{where}.{key}", known)
    headers = {name: Template(value, Way.HEADER, secrets.values) for name, value in step.headers.items()}
    live_headers(step.headers, secrets, f"{where}.headers")
    take = tuple(Taking.of(name, place, f"{where}.take.{name}") for name, place in step.take.items())
    return CompiledStep(method, url, body, headers, take, origin_of(typed) != own, where)


def _way(headers: Mapping[str, str]) -> Way:
    """Return how values are written into a body of the content type that the headers say."""
    kind = next((value.lower() for name, value in headers.items() if name.lower() == "content-type"), "")
    if "urlencoded" in kind:
        return Way.URL
    return Way.TEXT if "yaml" in kind or kind.startswith("text/") else Way.JSON


def _target(request: str, own: str, origins: tuple[str, ...], where: str) -> tuple[str, str]:
    """Return the method and the whole address of a request like `POST /v1/sessions`.

    Args:
        request: as the file has it.
        own: the origin of the bot.
        origins: others to which requests may go.
        where: the key of the file.

    Raises: ConfigurationError.
    """
    match = _REQUEST.fullmatch(request.strip())
    if match is None:
        hint = 'write it like "POST /v1/sessions" or "POST https://bot.example/v1/sessions"'
        raise ConfigurationError(f"{request!r} is not a request", where, hint)
    address = match["place"] if "://" in match["place"] else own + match["place"]
    origin = origin_of(address)
    if origin not in {own, *(origin_of(f"{allowed}/") for allowed in origins)}:
        hint = f'if that is right, write origins = ["{origin}"] at the top'
        raise ConfigurationError(f"{origin} is not the origin of url", where, hint)
    return match["method"], address


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address, in lower case.

    >>> origin_of("https://Bot.example/v1/chat?x=1")
    'https://bot.example'
    """
    match = re.match(r"[a-z]+://[^/?#]*", url, re.IGNORECASE)
    return match[0].lower() if match else ""


def check_made(slots: frozenset[str], names: frozenset[str], where: str) -> None:
    """Refuse a placeholder for something that no request takes.

    Raises: ConfigurationError.
    """
    for slot in sorted(slots):
        if slot.startswith(MADE) and slot.removeprefix(MADE) not in names:
            known = f"taken are {', '.join(sorted(names))}" if names else "no request has take"
            raise ConfigurationError(f"nothing gives {{{{{slot}}}}}", where, known)


def secrets_among(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what was taken that nobody may read, by name."""
    yield from ((name, value) for name, value in values.items() if SECRET.search(name) or TELLING.search(name))
