"""Answers in pieces: server-sent events, lines of JSON and plain text, however their bytes are cut.

The format of events is that of the HTML standard, section 9.2 (server-sent events).
"""

import codecs
import re
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Protocol

Format = Literal["sse", "ndjson", "text"]

_KINDS: Final[dict[str, Format]] = {
    "text/event-stream": "sse",
    "application/x-ndjson": "ndjson",
    "application/ndjson": "ndjson",
    "application/jsonl": "ndjson",
    "application/x-jsonlines": "ndjson",
    "application/stream+json": "ndjson",
}
_LINE: Final = re.compile(rb"\r\n|\n|\r(?!$)")
_MARK: Final = b"\xef\xbb\xbf"


class Event(NamedTuple):
    """One event of a stream."""

    data: bytes
    name: str = "message"


class EventCutter(Protocol):
    """Cuts a stream into events."""

    def feed(self, came: bytes) -> list[Event]:
        """Take what came, and return the events that are complete with it."""
        ...

    def close(self) -> list[Event]:
        """Return what stands at the end without an end of its own."""
        ...


def format_of(content_type: str) -> Format | None:
    """Return the format of a stream by its Content-Type; None for an answer that is no stream.

    >>> format_of("Text/Event-Stream; charset=utf-8"), format_of("application/json")
    ('sse', None)
    """
    return _KINDS.get(content_type.partition(";")[0].strip().lower())


def cutter(form: Format) -> EventCutter:
    """Return what cuts a stream of a format."""
    if form == "sse":
        return Events()
    return JsonLineEvents() if form == "ndjson" else TextEvents()


@dataclass(slots=True)
class Events:
    r"""Cuts server-sent events.

    >>> events = Events()
    >>> events.feed(b"\xef\xbb\xbfdata: a\ndata: b\n\n: still here\n\nevent: x\ndata:c\r")
    [Event(data=b'a\nb', name='message')]
    >>> events.feed(b"\n\r\n")
    [Event(data=b'c', name='x')]
    """

    _rest: bytearray = field(default_factory=bytearray)
    _data: list[bytes] = field(default_factory=list)
    _name: str = ""
    _begun: bool = False

    def feed(self, came: bytes) -> list[Event]:
        """Take what came; looks at each byte once, as long as lines end."""
        seen = max(len(self._rest) - 1, 0)
        self._rest += came
        events: list[Event] = []
        at = 0
        for end in _LINE.finditer(self._rest, seen):
            self._take(bytes(self._rest[at : end.start()]), events)
            at = end.end()
        del self._rest[:at]
        return events

    def close(self) -> list[Event]:
        """Return the last event, without a blank line behind it."""
        events: list[Event] = []
        self._take(bytes(self._rest).rstrip(b"\r"), events)
        self._rest.clear()
        self._take(b"", events)
        return events

    def _take(self, line: bytes, events: list[Event]) -> None:
        if not self._begun:
            line, self._begun = line.removeprefix(_MARK), True
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
        elif name == b"event":
            self._name = value.removeprefix(b" ").decode("utf-8", "replace")
        elif not line:
            if self._data or self._name:
                events.append(Event(b"\n".join(self._data), self._name or "message"))
            self._data.clear()
            self._name = ""


@dataclass(slots=True)
class JsonLineEvents:
    r"""Cuts lines of JSON.

    >>> JsonLineEvents().feed(b'{"a": 1}\r\n\n{"a"')
    [Event(data=b'{"a": 1}', name='message')]
    """

    _rest: bytearray = field(default_factory=bytearray)
    _begun: bool = False

    def feed(self, came: bytes) -> list[Event]:
        """Take what came."""
        at = came.rfind(b"\n")
        if at < 0:
            self._rest += came
            return []
        whole = bytes(self._rest) + came[:at]
        self._rest = bytearray(came[at + 1 :])
        if not self._begun:
            whole, self._begun = whole.removeprefix(_MARK), True
        return [Event(line.strip()) for line in whole.split(b"\n") if line.strip()]

    def close(self) -> list[Event]:
        """Return the last line, without an end."""
        return self.feed(b"\n")


@dataclass(slots=True)
class TextEvents:
    r"""Cuts plain text where whole characters end.

    >>> texts = TextEvents()
    >>> texts.feed(b"caf\xc3"), texts.feed(b"\xa9")
    ([Event(data=b'caf', name='message')], [Event(data=b'\xc3\xa9', name='message')])
    """

    _decoder: codecs.IncrementalDecoder = field(default_factory=codecs.getincrementaldecoder("utf-8-sig"))

    def feed(self, came: bytes) -> list[Event]:
        """Take what came.

        Raises: UnicodeDecodeError.
        """
        text = self._decoder.decode(came)
        return [Event(text.encode())] if text else []

    def close(self) -> list[Event]:
        """Return nothing: half a character at the end is none.

        Raises: UnicodeDecodeError.
        """
        self._decoder.decode(b"", final=True)
        return []
