"""Server-sent events: an answer that comes in pieces, however its lines end and whether or not it says that it is over.

The format is that of the HTML standard, section 9.2 (server-sent events); `[DONE]` is how OpenAI's interface ends one.
"""

import re
from dataclasses import dataclass, field
from typing import Final

KIND: Final = "text/event-stream"
_DONE: Final = b"[DONE]"
_LINE: Final = re.compile(rb"\r\n|\n|\r(?!$)")


def is_stream(content_type: str) -> bool:
    """Whether an answer comes as events.

    >>> is_stream("Text/Event-Stream; charset=utf-8"), is_stream("application/json")
    (True, False)
    """
    return content_type.partition(";")[0].strip().lower() == KIND


@dataclass(slots=True)
class Events:
    r"""Takes a stream bytes by bytes, and keeps what the events say.

    >>> events = Events()
    >>> events.feed(b"\xef\xbb\xbfdata: a\ndata: b\n\n: still here\n\ndata:c\r"); events.feed(b"\n\r\ndata: [DONE]\n\n")
    >>> events.data, events.over
    ([b'a\nb', b'c'], True)
    """

    data: list[bytes] = field(default_factory=list)
    over: bool = False
    """Whether `[DONE]` has come."""
    _rest: bytearray = field(default_factory=bytearray)
    _event: list[bytes] = field(default_factory=list)
    _begun: bool = False

    def feed(self, came: bytes) -> None:
        """Take what came; looks at each byte once, as long as lines end."""
        seen = max(len(self._rest) - 1, 0)
        self._rest += came
        at = 0
        for end in _LINE.finditer(self._rest, seen):
            self._take(bytes(self._rest[at : end.start()]))
            at = end.end()
        del self._rest[:at]

    def close(self) -> None:
        """Take what stands at the end without a blank line behind it."""
        self._take(bytes(self._rest).rstrip(b"\r"))
        self._rest.clear()
        self._take(b"")

    def _take(self, line: bytes) -> None:
        if not self._begun:
            line, self._begun = line.removeprefix(b"\xef\xbb\xbf"), True
        name, _, value = line.partition(b":")
        if name == b"data" and not self.over:
            self._event.append(value.removeprefix(b" "))
        elif not line and self._event:
            data = b"\n".join(self._event)
            self._event.clear()
            if data.strip() == _DONE:
                self.over = True
            elif not self.over:
                self.data.append(data)
