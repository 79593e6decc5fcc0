"""A stream as it comes: pieces become one reply, asides stand apart, and signs tell its end and its failure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from botassay.core.errors import BotError
from botassay.http.decoding import parsed, writable
from botassay.http.description import Description
from botassay.http.finishing import is_tool_call
from botassay.http.paths import Condition, JsonPath, first_text, first_values, paths_of
from botassay.http.reply_extractor import ExtractedReply, ReplyExtractor, as_text, refuse_message, waits_for_tool
from botassay.http.sse import Event, EventCutter, Format, cutter, format_of
from botassay.http.stream_rules import StreamRule, StreamSign, TextRule
from botassay.plugins.protocols import ASIDE, Aside, Usage

_SHOWN: Final = 8
"""Types of events that a hint names."""
_ASIDES: Final = 200
"""Asides that are kept of one reply."""
_ERRORS: Final = tuple(
    JsonPath.parse(text)
    for text in ("$.error.message", "$.response.error.message", "$.errorText", "$.message", "$.error", "$.reason")
)
"""Where events of failure say what failed."""


class _Sign(NamedTuple):
    event: str | None
    data: str | None
    where: Condition | None
    end: bool


class _TextRule(NamedTuple):
    paths: tuple[JsonPath, ...]
    event: str | None
    where: Condition | None


@dataclass(frozen=True, slots=True)
class StreamReader:
    """How the streams of a bot are read: the table `[stream]`, checked."""

    rule: StreamRule
    ear: ReplyExtractor
    pieces: tuple[JsonPath, ...]
    where: Condition | None
    block: JsonPath | None
    replace: _TextRule | None
    done: tuple[_Sign, ...] | None
    failed: tuple[_Sign, ...]
    finish: tuple[JsonPath, ...]
    asides: tuple[tuple[Any, _TextRule], ...]

    @classmethod
    def of(cls, description: Description, ear: ReplyExtractor, where: str) -> "StreamReader | None":
        """Return the reader for a description; None for one that has no `[stream]`.

        Raises: ConfigurationError for an invalid path or condition.
        """
        rule = description.stream
        if rule == StreamRule():
            return None
        at = f"{where}:stream"
        return cls(
            rule,
            ear,
            paths_of(rule.piece, f"{at}.piece"),
            _condition(rule.where, f"{at}.where"),
            JsonPath.parse(rule.block, f"{at}.block") if rule.block else None,
            _text_rule(rule.replace, f"{at}.replace") if rule.replace else None,
            tuple(_sign(sign, f"{at}.done") for sign in rule.done) if rule.done is not None else None,
            tuple(_sign(sign, f"{at}.failed") for sign in rule.failed or ()),
            paths_of(rule.finish, f"{at}.finish"),
            _aside_rules(rule, f"{at}.reasoning or tools"),
        )

    def decoder(self, content_type: str) -> "StreamDecoder | None":
        """Return the decoder for an answer; None for one that is no stream."""
        form = format_of(content_type)
        if form is not None or "json" not in content_type.lower():
            form = self.rule.format or form
        return StreamDecoder(self, form) if form else None


def _condition(text: str | None, where: str) -> Condition | None:
    return Condition.parse(text, where) if text else None


def _sign(sign: StreamSign, where: str) -> _Sign:
    return _Sign(sign.event, sign.data, _condition(sign.where, where), sign.end)


def _text_rule(rule: TextRule, where: str) -> _TextRule:
    return _TextRule(paths_of(rule.text, where), rule.event, _condition(rule.where, where))


def _aside_rules(rule: StreamRule, where: str) -> tuple[tuple[Any, _TextRule], ...]:
    """Return where reasoning and calls of tools stand, each with the kind of aside that it is."""
    kinds = (("reasoning", rule.reasoning), ("tool", rule.tools))
    return tuple((kind, _text_rule(text, where)) for kind, texts in kinds for text in texts or ())


_UNREAD: Final = object()
"""The document of an event whose data is no JSON."""


@dataclass(slots=True)
class StreamDecoder:
    """Takes one stream bytes by bytes."""

    reader: StreamReader
    form: Format
    begun: bool = False
    """Whether a piece or an aside has come."""
    over: bool = False
    """Whether a sign has come that the reply is complete."""
    _cutter: EventCutter = field(init=False, repr=False)
    _blocks: list[list[str]] = field(default_factory=list)
    _block: Any = None
    _size: int = 0
    _asides: list[Aside] = field(default_factory=list)
    _finish: str | None = None
    _words: list[ExtractedReply] = field(default_factory=list)
    _events: int = 0
    _unknown: Counter[str] = field(default_factory=Counter)
    _pieces: int = 0
    _half_done: set[int] = field(default_factory=set)
    """Signs of which all holds but the end of the body."""

    def __post_init__(self) -> None:
        self._cutter = cutter(self.form)

    @property
    def pause(self) -> float | None:
        """Longest silence, in seconds."""
        return self.reader.rule.pause

    def feed(self, came: bytes) -> None:
        """Take what came.

        Raises: BotError for an event that tells of a failure, or that cannot be read.
        """
        try:
            self._take_all(self._cutter.feed(came))
        except UnicodeDecodeError:
            raise BotError("bad_json", "the stream is not valid UTF-8") from None

    def end(self, *, framed: bool) -> None:
        """Take the end of the body.

        Args:
            framed: whether HTTP says that this is the end; else the connection was closed, which proves nothing.

        Raises: BotError, `truncated`, for a stream that has no sign of its end.
        """
        try:
            self._take_all(self._cutter.close())
        except (BotError, UnicodeDecodeError) as error:
            if not isinstance(error, BotError) or error.kind == "bad_json":
                raise self.broken("the stream ended within an event") from None
            raise
        signs = self.reader.done
        if signs is None:
            self.over = framed and self._events > 0
        else:
            self.over = self.over or any(
                number in self._half_done or _only_end(sign) for number, sign in enumerate(signs)
            )
        if not self.over:
            raise self.broken("the stream ended without a sign that the reply is complete")

    def broken(self, what: str) -> BotError:
        """Return the failure of a stream that was cut off."""
        hint = None
        if self._unknown and not self._pieces:
            hint = f"{self._types()}; check preset and [stream]"
        elif self.reader.done and not self._unknown.total() and self._pieces:
            hint = "if the bot ends its replies so, name that sign in done under [stream]"
        return BotError("truncated", what, hint=hint)

    def result(self, raw: str) -> ExtractedReply:
        """Return the reply.

        Args:
            raw: all of the stream, as evidence.

        Raises: BotError, `bad_shape`, where there is none.
        """
        if not self._pieces:
            self._refuse_silence(raw)
        words = self._words
        confidences = [each.confidence for each in words if each.confidence is not None]
        return ExtractedReply(
            text=writable("\n".join("".join(parts) for parts in self._blocks)),
            options=tuple(option for each in words for option in each.options),
            intent=next((each.intent for each in words if each.intent), None),
            confidence=confidences[0] if confidences else None,
            session=next((each.session for each in reversed(words) if each.session), None),
            turn=next((each.turn for each in words if each.turn), None),
            asides=tuple(Aside(aside.kind, aside.text[:ASIDE]) for aside in self._asides),
            finish=self._finish,
            usage=_last_usage(words),
        )

    def _refuse_silence(self, raw: str) -> None:
        tools = any(aside.kind == "tool" for aside in self._asides)
        if is_tool_call(self._finish) or (tools and self._finish is None):
            raise waits_for_tool(raw)
        if self._finish is None and self._unknown:
            what = f"the stream has no text{self._place()}"
            raise BotError("bad_shape", what, hint=f"{self._types()}; check preset and [stream]", evidence=raw)

    def _types(self) -> str:
        """Return the types of events that nothing is read of, the most frequent first."""
        return f"it has events of these types: {', '.join(kind for kind, _ in self._unknown.most_common(_SHOWN))}"

    def _place(self) -> str:
        pieces = self.reader.pieces
        return f" at {' or '.join(path.text for path in pieces)}" if pieces else ""

    def _take_all(self, events: Sequence[Event]) -> None:
        for event in events:
            if self.over:
                return
            self._events += 1
            self._take(event)

    def _take(self, event: Event) -> None:
        reader = self.reader
        text = writable(event.data.decode())
        document = self._document(event, text)
        for sign in reader.failed:
            if _holds(sign, event, text, document):
                self._fail(document, text)
        known = self._end_signs(event, text, document)
        if not event.data or (known and document is _UNREAD):
            return
        if document is not _UNREAD and self.form != "text":
            reader.ear.refuse_error(document, text)
            known |= self._take_words(document)
        known |= self._take_piece(event, text, document)
        if not self._take_asides(event, document, known=known):
            self._unknown[_type_of(event, document)] += 1

    def _document(self, event: Event, text: str) -> Any:
        """Return the JSON of an event; nothing for plain text."""
        reader = self.reader
        if self.form == "text" or not event.data:
            return _UNREAD
        named = reader.rule.events is None or event.name in reader.rule.events
        strict = (
            bool(reader.pieces)
            and named
            and not any(sign.data is not None and sign.data == text.strip() for sign in reader.done or _DEFAULT_DONE)
        )
        try:
            return parsed(text)
        except BotError:
            if strict:
                raise
            return _UNREAD

    def _end_signs(self, event: Event, text: str, document: Any) -> bool:
        """Look for signs of the end; return whether the event is one."""
        signs = _DEFAULT_DONE if self.reader.done is None else self.reader.done
        known = False
        for number, sign in enumerate(signs):
            if _only_end(sign) or not _holds(sign, event, text, document):
                continue
            known = True
            if sign.end:
                self._half_done.add(number)
            else:
                self.over = True
        return known

    def _take_words(self, document: Any) -> bool:
        words = self.reader.ear.words("", document)
        finish = first_text(self.reader.finish, document)
        self._finish = finish or self._finish
        if words.options or words.session or words.intent or words.turn or words.usage or words.confidence is not None:
            self._words.append(words)
        return bool(finish or words.options or words.session or words.usage)

    def _take_asides(self, event: Event, document: Any, *, known: bool) -> bool:
        """Take what users do not see; return whether the event is known, by then or before."""
        for kind, rule in self.reader.asides:
            if not _applies(rule, event, document):
                continue
            values = first_values(rule.paths, document)
            known = known or bool(values) or any(path.leads(document) for path in rule.paths)
            text = "".join(map(as_text, values))
            if text:
                self._aside(kind, text)
        return known

    def _aside(self, kind: Any, text: str) -> None:
        self.begun = True
        last = self._asides[-1] if self._asides else None
        if last is not None and last.kind == kind:
            self._asides[-1] = Aside(kind, writable((last.text + text)[:ASIDE])) if len(last.text) < ASIDE else last
        elif len(self._asides) < _ASIDES:
            self._asides.append(Aside(kind, writable(text[:ASIDE])))

    def _take_piece(self, event: Event, text: str, document: Any) -> bool:
        """Take the piece of an event; return whether it has a place for one."""
        reader = self.reader
        if reader.replace is not None and _applies(reader.replace, event, document):
            whole = first_text(reader.replace.paths, document)
            if whole is not None:
                self._blocks, self._size = [], 0
                self._piece(whole, None)
                return True
        if reader.rule.events is not None and event.name not in reader.rule.events:
            return False
        if reader.where is not None and (document is _UNREAD or not reader.where.holds(document)):
            return False
        if not reader.pieces:
            self._piece(text, self._block_of(document))
            return True
        piece = first_text(reader.pieces, document)
        if piece is None:
            return self._refuse_other(document)
        self._piece(piece, self._block_of(document))
        return True

    def _refuse_other(self, document: Any) -> bool:
        """Refuse what is at the only path of a piece and is no text; return whether the document has the place."""
        (path, *others) = self.reader.pieces
        values = [part for part in path.find(document) if part is not None]
        if values and not others:
            what = f"the value at {path.text} is not text"
            raise BotError("bad_shape", what, hint="check piece under [stream] in bot.toml")
        return any(path.leads(document) for path in self.reader.pieces) and not (values and others)

    def _block_of(self, document: Any) -> Any:
        values = self.reader.block.find(document) if self.reader.block and document is not _UNREAD else []
        return values[0] if values else None

    def _piece(self, text: str, block: Any) -> None:
        self._pieces += 1
        if not text:
            return
        self.begun = True
        if not self._blocks or (block is not None and self._block is not None and block != self._block):
            self._blocks.append([])
        self._block = block if block is not None else self._block
        parts = self._blocks[-1]
        if self.reader.rule.whole:
            self._size -= sum(len(part.encode("utf-8", "replace")) for part in parts)
            parts.clear()
        parts.append(text)
        self._size += len(text.encode("utf-8", "replace"))
        if self._size > self.reader.ear.text_limit:
            raise BotError("too_large", f"the reply has more than {self.reader.ear.text_limit:,} bytes")

    def _fail(self, document: Any, text: str) -> None:
        values = [part for path in _ERRORS for part in path.find(document) if document is not _UNREAD and part]
        refuse_message(as_text(values[0]) if values else text or "no reason is given", text)


_DEFAULT_DONE: Final = (_Sign(None, "[DONE]", None, end=False),)


def _only_end(sign: _Sign) -> bool:
    """Whether a sign holds as soon as the body ends."""
    return sign.end and sign.event is None and sign.data is None and sign.where is None


def _holds(sign: _Sign, event: Event, text: str, document: Any) -> bool:
    """Whether all holds that a sign names, but the end of the body."""
    if sign.event is not None and sign.event != event.name:
        return False
    if sign.data is not None and sign.data != text.strip():
        return False
    return sign.where is None or (document is not _UNREAD and sign.where.holds(document))


def _applies(rule: _TextRule, event: Event, document: Any) -> bool:
    if document is _UNREAD or (rule.event is not None and rule.event != event.name):
        return False
    return rule.where is None or rule.where.holds(document)


def _type_of(event: Event, document: Any) -> str:
    """Return what an event calls itself."""
    if event.name != "message":
        return event.name[:60]
    if isinstance(document, dict):
        named = next((document[key] for key in ("type", "event", "object") if isinstance(document.get(key), str)), None)
        return (named or f"an object with {', '.join(list(document)[:4])}")[:60]
    return "text" if document is _UNREAD else "a list" if isinstance(document, list) else "a value"


def _last_usage(words: Sequence[ExtractedReply]) -> Usage | None:
    """Return the last number that was given of each."""
    given = [each.usage for each in words if each.usage]
    if not given:
        return None
    read = next((usage.input for usage in reversed(given) if usage.input is not None), None)
    written = next((usage.output for usage in reversed(given) if usage.output is not None), None)
    return Usage(read, written)
