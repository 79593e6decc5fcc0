"""What a handler is given and what it answers, whatever server carries it."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl

import msgspec

from botassay.io.json_text import row
from botassay.web.problems import WebProblem

HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"

Body = TypeVar("Body")


class WebRole(IntEnum):
    """What a visitor may do; each may do what those before may."""

    NOBODY = 0
    """Sees the form for the token."""
    VIEWER = 1
    """Reads, and rates for themselves."""
    REVIEWER = 2
    """Decides on findings, and saves profiles."""
    OWNER = 3
    """Describes bots, begins runs, and chats."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks."""

    name: str
    role: WebRole


@dataclass(frozen=True, slots=True, kw_only=True)
class WebRequest:
    """A request that was let in.

    Args:
        method: in capitals.
        segments: of the path, decoded one by one: a slash that was written as `%2F` separates nothing.
        query: of several values of one name the last.
        headers: by their names in small letters.
        body: all of it.
        visitor: who asks.
        params: what stood in the places of the route that are written in braces.
        raw_query: as it was written, for names with several values.
    """

    method: str
    segments: tuple[str, ...]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    visitor: Visitor
    params: Mapping[str, str] = field(default_factory=dict)
    raw_query: str = ""

    @property
    def kind(self) -> str:
        """The media type of the body, without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def swapping(self) -> bool:
        """Whether a script asks for a part of the page."""
        return self.headers.get("x-swap") == "1"

    def read(self, kind: type[Body]) -> Body:
        """Return the body as JSON of a type.

        Raises: WebProblem 415 for another media type, 400 for what is not JSON, 422 for what does not fit.
        """
        if self.kind != JSON:
            raise WebProblem(415, "The body must be application/json.")
        try:
            return msgspec.json.decode(self.body, type=kind)
        except msgspec.ValidationError as error:
            what, _, pointer = str(error).partition(" - at `$")
            raise WebProblem(422, what, errors=(_Flaw(pointer.rstrip("`").replace(".", "/"), what),)) from error
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise WebProblem(400, f"The body is not valid JSON: {error}") from error

    def form(self) -> dict[str, str]:
        """Return the fields of a form.

        Raises: WebProblem 415 for another media type, 400 for what is not UTF-8.
        """
        if self.kind != FORM:
            raise WebProblem(415, f"The body must be {FORM}.")
        try:
            pairs = parse_qsl(self.body.decode(), keep_blank_values=True, max_num_fields=200, errors="strict")
        except ValueError as error:
            raise WebProblem(400, "The form is not valid.") from error
        return dict(pairs)

    def number(self, name: str, default: int, *, least: int = 0, most: int = 10**9) -> int:
        """Return a whole number of the query.

        Raises: WebProblem 422 for anything else.
        """
        text = self.query.get(name, "")
        if not text:
            return default
        if not text.isdecimal() or not text.isascii() or not least <= int(text[:12]) <= most:
            raise WebProblem(422, f"{name} must be a whole number from {least} to {most}.")
        return int(text)


class _Flaw(msgspec.Struct):
    pointer: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WebAnswer:
    """What is sent back: bytes, or a stream of them."""

    body: bytes | AsyncIterator[bytes] = b""
    status: int = 200
    kind: str = HTML
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def document(cls, document: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> "WebAnswer":
        """Return a document as JSON."""
        return cls(body=row(document), status=status, kind=JSON, headers=headers or {})

    @classmethod
    def see(cls, place: str) -> "WebAnswer":
        """Send a browser to another page, which it asks for with GET."""
        return cls(status=303, headers={"Location": place})


def file_answer(body: bytes, kind: str, name: str) -> WebAnswer:
    """Return a file to be saved; its name holds nothing but letters, digits, dots, hyphens and underscores."""
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "-" for letter in name)
    return WebAnswer(body=body, kind=kind, headers={"Content-Disposition": f'attachment; filename="{safe}"'})
