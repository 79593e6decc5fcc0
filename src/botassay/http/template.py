"""Templates of requests: placeholders for the message, in JSON, a URL or a form."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid4

import msgspec

from botassay.core.errors import ConfigurationError

SLOTS: Final = ("message", "session", "user", "history", "turn", "system", "fresh", "token", "cursor", "callback")
MADE: Final = "made."
"""How a placeholder begins that `take` fills."""
_TOKEN: Final = re.compile(r"\{\{\s*(?P<slot>\w+(?:\.[\w-]+)?)\s*\}\}|\$\{(?P<secret>[A-Za-z_]\w*)\}|\\.|\"", re.DOTALL)
_QUOTED_LIST: Final = re.compile(r'"(\{\{\s*history\s*\}\})"')


class Way(StrEnum):
    """How a value is written."""

    JSON = "json"
    URL = "url"
    HEADER = "header"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Template:
    r"""A text with places for what is said.

    In JSON, `{{message}}`, `{{session}}`, `{{user}}`, `{{turn}}` and `{{system}}` become strings whether or not quotes
    stand round them, and also inside a longer string; `{{history}}` becomes an array of {"role", "content"}. In a URL
    or a form they are percent-encoded. A `${NAME}` becomes the value of a secret, written in the same way.

    >>> Template('{"q": {{message}}, "id": "s-{{session}}"}').filled({"message": 'say "hi"', "session": "1"})
    '{"q": "say \\"hi\\"", "id": "s-1"}'
    >>> Template("/ask?q={{message}}", Way.URL).filled({"message": "a&b"})
    '/ask?q=a%26b'
    """

    text: str
    way: Way = Way.JSON
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    slots: frozenset[str] = field(init=False, compare=False)
    """The names of its places."""
    _pieces: tuple[tuple[str, str, bool], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pieces = list(_cut(self.text, self.way, self.secrets))
        object.__setattr__(self, "_pieces", tuple(pieces))
        object.__setattr__(self, "slots", frozenset(slot for _, slot, _ in pieces if slot))

    def check(self, where: str | None = None, known: Collection[str] = SLOTS) -> None:
        """Refuse a template with places that are not known, or one that does not become JSON.

        Raises: ConfigurationError.
        """
        for slot in sorted(self.slots):
            if slot not in known and not slot.startswith(MADE):
                raise ConfigurationError(
                    f"{{{{{slot}}}}} is not a known placeholder", where, f"known are {', '.join(known)}, {MADE}NAME"
                )
        if self.way is Way.JSON:
            try:
                json.loads(self.filled({"message": "m", "session": "s", "user": "u", "history": [], "turn": "1"}))
            except json.JSONDecodeError as error:
                hint = f"look at line {error.lineno}, column {error.colno}: {error.msg}"
                raise ConfigurationError(
                    "the body with its placeholders filled is not valid JSON", where, hint
                ) from None

    def filled(self, values: Mapping[str, Any]) -> str:
        """Put values into their places; a place without a value stays empty, each {{fresh}} becomes a new UUID."""
        parts = []
        for literal, slot, inside in self._pieces:
            parts.append(literal)
            if slot:
                value = values.get(slot, str(uuid4()) if slot == "fresh" else "")
                parts.append(_written(value, self.way, inside=inside))
        return "".join(parts)


def _cut(text: str, way: Way, secrets: Mapping[str, str]) -> Any:
    """Cut a template into (literal, slot, whether the slot stands inside a JSON string)."""
    text = _QUOTED_LIST.sub(r"\1", text) if way is Way.JSON else text
    inside, literal, at = False, "", 0
    for token in _TOKEN.finditer(text):
        literal += text[at : token.start()]
        at = token.end()
        if token["slot"]:
            yield literal, token["slot"], inside
            literal = ""
        elif token["secret"] in secrets:
            literal += _written(secrets[token["secret"]], way, inside=inside)
        else:
            inside ^= token[0] == '"'
            literal += token[0]
    yield literal + text[at:], "", False


def _written(value: Any, way: Way, *, inside: bool) -> str:
    if way is Way.HEADER:
        return "".join(letter if letter.isprintable() else " " for letter in str(value))
    if way is Way.TEXT:
        return value if isinstance(value, str) else msgspec.json.encode(value).decode()
    if way is Way.URL:
        return quote(value if isinstance(value, str) else msgspec.json.encode(value).decode(), safe="")
    written = msgspec.json.encode(value).decode()
    if not inside:
        return written
    return written[1:-1] if isinstance(value, str) else msgspec.json.encode(written).decode()[1:-1]
