"""Replies extracted from answers: text, options and intent, at the paths that the description names."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, NoReturn

import msgspec

from botassay.core.errors import BotError, ConfigurationError
from botassay.http.decoding import decoded, parsed, refuse_page, writable
from botassay.http.description import Description
from botassay.http.finishing import is_refusal, is_tool_call
from botassay.http.limits import Limits
from botassay.http.paths import JsonPath, first_text, first_values, paths_of
from botassay.plugins.protocols import ASIDE, Aside, Usage

_BUSY: Final = re.compile(r"rate.?limit|too many requests", re.IGNORECASE)
_PLACES: Final = ("options", "intent", "confidence", "turn")
_LISTS: Final = ("text", "error", "reasoning", "tools", "finish")
"""Places that may be named by several paths."""


class ExtractedReply(NamedTuple):
    """The parts of a reply, with secrets still in them."""

    text: str
    options: tuple[str, ...] = ()
    intent: str | None = None
    confidence: float | None = None
    session: str | None = None
    turn: str | None = None
    asides: tuple[Aside, ...] = ()
    finish: str | None = None
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class ReplyExtractor:
    """Extracts replies from answers.

    Args:
        paths: where text, options, intent, confidence, error and session are; others are not read.
        text_limit: largest reply, in bytes.
    """

    paths: Mapping[str, tuple[JsonPath, ...]]
    text_limit: int

    @classmethod
    def of(cls, description: Description, where: str) -> "ReplyExtractor":
        """Return the extractor for a description.

        Raises: ConfigurationError for an invalid path.
        """
        named = {place: getattr(description.reply, place) for place in (*_PLACES, *_LISTS)}
        paths = {place: paths_of(typed, f"{where}:reply.{place}") for place, typed in named.items() if typed}
        tokens = {"input": description.usage.input, "output": description.usage.output}
        paths |= {place: paths_of(typed, f"{where}:usage.{place}") for place, typed in tokens.items() if typed}
        if description.session.source == "reply":
            if not description.session.path:
                hint = 'write path = "$.session_id"'
                raise ConfigurationError("the path of the session id is missing", f"{where}:session.path", hint)
            paths["session"] = paths_of(description.session.path, f"{where}:session.path")
        return cls(paths, Limits().text)

    def open(self, body: bytes, content_type: str = "") -> tuple[str, Any]:
        """Return the text of an answer, and its document where paths lead into one (None for an empty answer).

        Raises: BotError.
        """
        text = decoded(body, content_type, strict=bool(self.paths))
        if not text.strip():
            return writable(text), None
        if not self.paths:
            refuse_page(text, content_type)
            return writable(text), None
        return writable(text), parsed(text, content_type)

    def listen(self, raw: str, document: Any) -> ExtractedReply:
        """Return the reply in an answer that was opened.

        Raises: BotError, `bot_error`, `rate_limited` or `bad_shape`.
        """
        if document is None and (not raw.strip() or not self.paths):
            return self._limited(ExtractedReply(raw.rstrip("\r\n") if raw.strip() else ""), raw)
        self.refuse_error(document, raw)
        finish = first_text(self.paths.get("finish", ()), document)
        text = self._text(document, raw, finish) if "text" in self.paths else raw
        asides = tuple(self._asides(document))
        return self._limited(self.words(text, document)._replace(asides=asides, finish=finish), raw)

    def _asides(self, document: Any) -> Iterator[Aside]:
        kinds: tuple[tuple[Literal["reasoning", "tool"], str], ...] = (("reasoning", "reasoning"), ("tool", "tools"))
        for kind, place in kinds:
            text = "\n".join(map(as_text, first_values(self.paths.get(place, ()), document)))
            if text:
                yield Aside(kind, writable(text)[:ASIDE])

    def words(self, text: str, document: Any) -> ExtractedReply:
        """Return what an answer holds beside its text."""
        intent, confidence = self._first("intent", document), self._first("confidence", document)
        return ExtractedReply(
            text=writable(text),
            options=tuple(writable(option) for option in self._options(document)),
            intent=writable(intent) if isinstance(intent, str) else None,
            confidence=_number(confidence),
            session=self._token("session", document),
            turn=self._token("turn", document),
            usage=self._usage(document),
        )

    def _usage(self, document: Any) -> Usage | None:
        read, written = (self._first(place, document) for place in ("input", "output"))
        counts = [count if type(count) is int and count >= 0 else None for count in (read, written)]
        return Usage(*counts) if counts != [None, None] else None

    def says_nothing(self, document: Any) -> bool:
        """Whether a document holds no reply at all, such as a typing notice."""
        places = [path for place in ("text", "error") for path in self.paths.get(place, ())]
        return "text" in self.paths and not any(path.leads(document) for path in places)

    def _text(self, document: Any, raw: str, finish: str | None) -> str:
        for path in self.paths["text"]:
            texts = [part for part in path.find(document) if part is not None]
            if texts and all(isinstance(part, str) for part in texts):
                return "\n".join(texts)
        if is_tool_call(finish):
            raise waits_for_tool(raw)
        if is_refusal(finish):
            return ""
        self._refuse_other_than_text(document, raw)
        return ""

    def _refuse_other_than_text(self, document: Any, raw: str) -> None:
        """Refuse an answer that has nothing where the reply should stand, or something else than a text or null.

        Raises: BotError, `bad_shape`.
        """
        leading = [path for path in self.paths["text"] if path.leads(document)]
        if not leading:
            place = " or ".join(path.text for path in self.paths["text"])
            hint = f"it is {_shape(document)}; check text under [reply]"
            raise BotError("bad_shape", f"the reply has no {place}", hint=hint, evidence=raw)
        path = leading[0]
        for part in path.find(document):
            if not isinstance(part, str) and (part is not None or not path.many):
                hint = (
                    f"write {path.text}[*] for a list of texts"
                    if isinstance(part, list)
                    else "check [reply] in bot.toml"
                )
                what = f"the value at {path.text} is {_shape(part)}, not text"
                raise BotError("bad_shape", what, hint=hint, evidence=raw)

    def _options(self, document: Any) -> list[str]:
        texts = [part for path in self.paths.get("options", ()) for part in path.find(document)]
        listed = [item for part in texts for item in (part if isinstance(part, list) else [part])]
        return [str(item) for item in listed if type(item) in (str, int, float)]

    def _first(self, place: str, document: Any) -> Any:
        for path in self.paths.get(place, ()):
            values = path.find(document)
            if values and values[0] is not None:
                return values[0]
        return None

    def _token(self, place: str, document: Any) -> str | None:
        name = self._first(place, document)
        return writable(str(name)) if type(name) in (str, int) and name != "" else None

    def refuse_error(self, document: Any, raw: str) -> None:
        """Refuse an answer that reports an error.

        Raises: BotError, `bot_error` or `rate_limited`.
        """
        error = self._first("error", document)
        if error:
            refuse_message(as_text(error), raw)

    def _limited(self, words: ExtractedReply, raw: str) -> ExtractedReply:
        size = sum(len(text.encode()) for text in (words.text, *words.options))
        if size > self.text_limit:
            what = f"the reply has {size:,} bytes, more than the limit of {self.text_limit:,}"
            raise BotError("too_large", what, evidence=raw)
        return words


def refuse_message(message: str, raw: str) -> NoReturn:
    """Refuse an answer that reports an error.

    Raises: BotError, `bot_error` or `rate_limited`.
    """
    message = " ".join(writable(message).split())[:200]
    if _BUSY.search(message):
        raise BotError("rate_limited", f"the bot limits the request rate: {message}", evidence=raw, again=True)
    raise BotError("bot_error", f"the bot reports an error: {message}", evidence=raw)


def waits_for_tool(raw: str) -> BotError:
    """Return the failure of a bot that calls a tool in place of a reply."""
    hint = "rate the application that runs its tools, not the model behind it"
    return BotError("bad_shape", "the bot calls a tool and says nothing", hint=hint, evidence=raw)


def as_text(value: Any) -> str:
    """Return a value of JSON as text: what is no text, as JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode("utf-8", "replace")


def _shape(value: Any) -> str:  # noqa: PLR0911 - one word for each kind
    """Return the JSON type of a value, in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return f"a list of {len(value):,}"
        case dict():
            keys = ", ".join(list(value)[:8])[:120]
            return f"an object with {keys}" if value else "an empty object"
        case _:
            return "something else"


def _number(value: Any) -> float | None:
    """Return a value as a float; None for another type, or a number too large for one.

    >>> _number(1), _number("1"), _number(True), _number(10**400)
    (1.0, None, None, None)
    """
    try:
        return float(value) if type(value) in (int, float) else None
    except OverflowError:
        return None
