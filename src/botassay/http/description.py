"""`bot.toml`: how to connect to a bot, an engine or a sentiment service; checked strictly."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal, NoReturn

import msgspec

from botassay.core.errors import ConfigurationError, InputError
from botassay.io.toml import read_toml

_LONGEST_FILE: Final = 2**20
_AT: Final = re.compile(r"^(?P<what>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_KEY: Final = re.compile(r"unknown field `(.*)`")


class ReplyPaths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Paths into an answer; without `text` the whole answer is the reply, as plain text."""

    text: str | None = None
    options: str | None = None
    intent: str | None = None
    confidence: str | None = None
    error: str | None = None
    turn: str | None = None
    """Where the answer repeats `{{turn}}`, so that it is known to which question it belongs."""
    piece: str | None = None
    """In each event of an answer that comes as a stream: where the next piece of the reply stands."""
    polarity: str | None = None
    """Of a sentiment service: where its number, or its label, stands."""


class SessionRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a conversation is identified, and how one begins."""

    source: Literal["client", "reply", "cookie"] = msgspec.field(default="client", name="from")
    path: str | None = None
    reset: str | None = None


class PolarityRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to read the answer of a sentiment service."""

    scale: tuple[float, float] = (-1.0, 1.0)
    """Its most negative number, and its most positive one."""
    labels: Mapping[str, float] = msgspec.field(
        default_factory=lambda: {"positive": 1.0, "neutral": 0.0, "negative": -1.0}
    )
    """What its labels are worth; times the confidence, where one is named. Capital letters do not count."""


class Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `bot.toml`; `Exchange` puts it to use."""

    name: str | None = None
    """What reports call the bot; without it its host and path."""
    url: str | None = None
    method: str = "POST"
    authorised_by: str | None = None
    ca: str | None = None
    """A file of additional certificates to trust; relative to this file."""
    body: str | None = None
    user_agent: str | None = None
    """The User-Agent of every request; without it `botassay/VERSION`, or with --covert that of a browser."""
    idempotency_key: bool = False
    """Whether each request has a key, by which the bot can tell one that it was sent before."""
    headers: Mapping[str, str] = {}
    reply: ReplyPaths = ReplyPaths()
    session: SessionRule = SessionRule()
    polarity: PolarityRule = PolarityRule()

    @classmethod
    def read(cls, file: Path) -> "Description":
        """Read a file.

        Raises: InputError for a missing file, ConfigurationError with the key that is wrong.
        """
        try:
            with file.open("rb") as opened:
                content = opened.read(_LONGEST_FILE + 1)
        except OSError as error:
            what = f"E174 cannot be read: {error.strerror or error}"
            raise InputError(what, str(file), "it is the bot.toml") from error
        if len(content) > _LONGEST_FILE:
            raise ConfigurationError("E126 exceeds the size limit of a description", str(file))
        return cls.parse(content, str(file))

    @classmethod
    def parse(cls, content: bytes, where: str) -> "Description":
        """Read the content of a file.

        Raises: ConfigurationError with the key that is wrong.
        """
        tables = read_toml(content, where, "see docs/how-to/bots.md")
        try:
            return msgspec.convert(tables, cls)
        except msgspec.ValidationError as error:
            _refuse(str(error), where)


def _refuse(message: str, where: str) -> NoReturn:
    match = _AT.match(message)
    what, path = (match["what"], match["path"] or "") if match else (message, "")
    unknown = _KEY.search(what)
    if unknown:
        known = [field.encode_name for field in msgspec.structs.fields(_TABLES.get(path, Description))]
        near = get_close_matches(unknown[1], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
        key = f"{path}.{unknown[1]}".lstrip(".")
        raise ConfigurationError(f"E196 the key {unknown[1]!r} is unknown", f"{where}:{key}", hint)
    raise ConfigurationError(f"E196 {what[:1].lower()}{what[1:]}", f"{where}:{path}" if path else where)


_TABLES: Final[Mapping[str, type[msgspec.Struct]]] = {
    "reply": ReplyPaths,
    "session": SessionRule,
    "polarity": PolarityRule,
}
