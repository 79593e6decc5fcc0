"""Replies extracted from answers: text, options and intent, at the paths that the description names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec

from botassay.core.errors import BotError, ConfigurationError
from botassay.http.decoding import decoded, parsed, refuse_page, writable
from botassay.http.description import Description
from botassay.http.limits import Limits
from botassay.http.paths import JsonPath
from botassay.http.sse import Events

_BUSY: Final = re.compile(r"rate.?limit|too many requests", re.IGNORECASE)
_PLACES: Final = ("text", "options", "intent", "confidence", "error", "piece", "turn")


class ExtractedReply(NamedTuple):
    """The parts of a reply, with secrets still in them."""

    text: str
    options: tuple[str, ...] = ()
    intent: str | None = None
    confidence: float | None = None
    session: str | None = None
    turn: str | None = None


@dataclass(frozen=True, slots=True)
class ReplyExtractor:
    """Extracts replies from answers.

    Args:
        paths: where text, options, intent, confidence, error and session are; others are not read.
        text_limit: largest reply, in bytes.
    """

    paths: Mapping[str, JsonPath]
    text_limit: int

    @classmethod
    def of(cls, description: Description, where: str) -> "ReplyExtractor":
        """Return the extractor for a description.

        Raises: ConfigurationError for an invalid path.
        """
        named = {place: getattr(description.reply, place) for place in _PLACES}
        paths = {place: JsonPath.parse(typed, f"{where}:reply.{place}") for place, typed in named.items() if typed}
        if description.session.source == "reply":
            if not description.session.path:
                hint = 'write path = "$.session_id"'
                raise ConfigurationError("the path of the session id is missing", f"{where}:session.path", hint)
            paths["session"] = JsonPath.parse(description.session.path, f"{where}:session.path")
        return cls(paths, Limits().text)

    def open(self, body: bytes, content_type: str = "") -> tuple[str, Any]:
        """Return the text of an answer, and its document where paths lead into one (None for an empty answer).

        Raises: BotError.
        """
        text = decoded(body, content_type)
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
        self._refuse_error(document, raw)
        text = self._text(document, raw) if "text" in self.paths else raw
        return self._limited(self._words(text, document), raw)

    def _words(self, text: str, document: Any) -> ExtractedReply:
        intent, confidence = self._first("intent", document), self._first("confidence", document)
        return ExtractedReply(
            text=writable(text),
            options=tuple(writable(option) for option in self._options(document)),
            intent=writable(intent) if isinstance(intent, str) else None,
            confidence=_number(confidence),
            session=self._token("session", document),
            turn=self._token("turn", document),
        )

    def follow(self, body: bytes) -> tuple[str, ExtractedReply]:
        """Return the raw text of a stream, and the reply that its pieces make together.

        Raises: BotError, as when an answer is read, and `truncated` for a stream that ends before any text.
        """
        events, raw = Events(), writable(decoded(body))
        events.feed(body)
        events.close()
        pieces = [self._piece(data.decode("utf-8", "replace"), raw) for data in events.data]
        spoken = [piece for piece in pieces if piece is not None]
        if not spoken and not events.over:
            empty = "bad_shape", f"the stream has no text at {self.paths['piece'].text}"
            kind, what = empty if pieces else ("truncated", "the stream ended before any text")
            raise BotError(kind, what, hint="check [reply] in bot.toml", evidence=raw)
        return raw, self._limited(_joined(spoken), raw)

    def _piece(self, data: str, raw: str) -> ExtractedReply | None:
        """Return the reply in one event; None where it holds none."""
        document = parsed(data)
        self._refuse_error(document, raw)
        path = self.paths["piece"]
        texts = [part for part in path.find(document) if part is not None]
        if any(not isinstance(part, str) for part in texts):
            raise BotError(
                "bad_shape", f"the value at {path.text} is not text", hint="check [reply] in bot.toml", evidence=raw
            )
        words = self._words("".join(texts), document)
        return words if path.leads(document) or words.options or words.session else None

    def says_nothing(self, document: Any) -> bool:
        """Whether a document holds no reply at all, such as a typing notice."""
        return "text" in self.paths and not any(
            self.paths[place].leads(document) for place in ("text", "error") if place in self.paths
        )

    def _text(self, document: Any, raw: str) -> str:
        path = self.paths["text"]
        if not path.leads(document):
            hint = f"it is {_shape(document)}; check text under [reply]"
            raise BotError("bad_shape", f"the reply has nothing at {path.text}", hint=hint, evidence=raw)
        texts = [part for part in path.find(document) if part is not None or not path.many]
        for part in texts:
            if not isinstance(part, str):
                hint = (
                    f"write {path.text}[*] for a list of texts"
                    if isinstance(part, list)
                    else "check [reply] in bot.toml"
                )
                what = f"the value at {path.text} is {_shape(part)}, not text"
                raise BotError("bad_shape", what, hint=hint, evidence=raw)
        return "\n".join(texts)

    def _options(self, document: Any) -> list[str]:
        texts = self.paths["options"].find(document) if "options" in self.paths else []
        listed = [item for part in texts for item in (part if isinstance(part, list) else [part])]
        return [str(item) for item in listed if type(item) in (str, int, float)]

    def _first(self, place: str, document: Any) -> Any:
        texts = self.paths[place].find(document) if place in self.paths else []
        return texts[0] if texts else None

    def _token(self, place: str, document: Any) -> str | None:
        name = self._first(place, document)
        return writable(str(name)) if type(name) in (str, int) and name != "" else None

    def _refuse_error(self, document: Any, raw: str) -> None:
        error = self._first("error", document)
        if not error:
            return
        message = error if isinstance(error, str) else msgspec.json.encode(error).decode()
        message = " ".join(writable(message).split())[:200]
        if _BUSY.search(message):
            raise BotError("rate_limited", f"the bot limits the request rate: {message}", evidence=raw, again=True)
        raise BotError("bot_error", f"the bot reports an error: {message}", evidence=raw)

    def _limited(self, words: ExtractedReply, raw: str) -> ExtractedReply:
        size = sum(len(text.encode()) for text in (words.text, *words.options))
        if size > self.text_limit:
            what = f"the reply has {size:,} bytes, more than the limit of {self.text_limit:,}"
            raise BotError("too_large", what, evidence=raw)
        return words


def _joined(pieces: Sequence[ExtractedReply]) -> ExtractedReply:
    """Return the reply that the pieces of a stream make together: the first of each value, the last session."""
    confidences = [piece.confidence for piece in pieces if piece.confidence is not None]
    return ExtractedReply(
        text="".join(piece.text for piece in pieces),
        options=tuple(option for piece in pieces for option in piece.options),
        intent=next((piece.intent for piece in pieces if piece.intent), None),
        confidence=confidences[0] if confidences else None,
        session=next((piece.session for piece in reversed(pieces) if piece.session), None),
        turn=next((piece.turn for piece in pieces if piece.turn), None),
    )


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
