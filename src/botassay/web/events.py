"""Events: what pages and programs are told while runs and chats go on."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from botassay.web.workspace import Workspace

KEPT: Final = 1000
"""Events that can be asked for again."""
HEARTBEAT: Final = 15.0
"""Seconds of silence after which a sign of life is sent."""
Kind = Literal["progress", "rating", "turn", "state", "reset"]


@dataclass(frozen=True, slots=True)
class WebEvent:
    """Something that happened."""

    number: int
    kind: Kind
    topic: str
    """What it is about, `run:ID` or `chat:ID`."""
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> bytes:
        """The event as a stream of events has it."""
        data = msgspec.json.encode({"topic": self.topic, **self.data})
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (self.number, self.kind.encode(), data)


class WebEvents:
    """Passes events on to everybody who listens."""

    def __init__(self, workspace: Workspace) -> None:
        del workspace
        self._number = 0
        self._past: deque[WebEvent] = deque(maxlen=KEPT)
        self._listeners: set[asyncio.Queue[WebEvent]] = set()
        self._ended = False

    def publish(self, kind: Kind, topic: str, **data: Any) -> None:
        """Tell everybody who listens to a topic; from the event loop alone."""
        self._number += 1
        event = WebEvent(self._number, kind, topic, data)
        self._past.append(event)
        for queue in self._listeners:
            queue.put_nowait(event)

    async def stream(self, topics: Iterable[str], after: int | None = None) -> AsyncIterator[bytes]:
        """Yield events of some topics as they come, with a sign of life in between.

        Args:
            topics: what is listened to.
            after: the number of the last event that was seen; those since then come first, or `reset` where they are
                no longer known.
        """
        wanted = {*topics}
        queue: asyncio.Queue[WebEvent] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            yield b"retry: 2000\n\n"
            for event in self._missed(after):
                if event.topic in wanted or event.kind == "reset":
                    yield event.text
            while not self._ended:
                try:
                    event = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                else:
                    if event.topic in wanted:
                        yield event.text
        finally:
            self._listeners.discard(queue)

    def _missed(self, after: int | None) -> list[WebEvent]:
        if after is None:
            return []
        oldest = self._past[0].number if self._past else self._number + 1
        if after > self._number or after + 1 < oldest:
            return [WebEvent(self._number, "reset", "")]
        return [event for event in self._past if event.number > after]

    async def close(self) -> None:
        """End all streams."""
        self._ended = True
        for queue in self._listeners:
            queue.put_nowait(WebEvent(self._number, "reset", ""))
