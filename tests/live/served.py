"""Bots behind real servers on free ports, in a thread of their own, and what they heard."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from botassay.bots.serve import description, serving
from botassay.plugins.protocols import Reply
from botassay_samples import Begin, Session

FORMS = ("rest", "rasa", "openai", "socket")


@dataclass
class Ear:
    """A bot that keeps what it was told, by whom."""

    begin: Begin
    said: list[str] = field(default_factory=list)
    alarm_at: int | None = None
    alarm: threading.Event = field(default_factory=threading.Event)
    """Goes off when so many turns were taken."""

    def __call__(self, user: str) -> Session:
        """Begin a session."""
        return _Listening(self, self.begin(user))


@dataclass
class _Listening:
    ear: Ear
    session: Session

    def reply(self, text: str) -> Reply:
        self.ear.said.append(text)
        if len(self.ear.said) == self.ear.alarm_at:
            self.ear.alarm.set()
        return self.session.reply(text)


@dataclass(frozen=True)
class Place:
    """Where a bot is, and what it heard."""

    address: str
    ear: Ear

    @property
    def heard(self) -> int:
        """How many turns were taken."""
        return len(self.ear.said)

    def subject(self, form: str, folder: Path) -> tuple[str | Path, ...]:
        """Give the arguments that name it in a form; a `bot.toml` is put into the folder."""
        if form == "rest":
            return (f"{self.address}/chat", "--bot", self.described(folder))
        return {
            "rasa": (f"rasa:{self.address}",),
            "openai": (f"openai:bot@{self.address}",),
            "socket": (f"ws{self.address.removeprefix('http')}/ws",),
        }[form]

    def described(self, folder: Path) -> Path:
        """Write a `bot.toml`."""
        file = folder / "bot.toml"
        file.write_text(description(self.address))
        return file


@contextmanager
def at_home(begin: Begin, *, alarm_at: int | None = None) -> Iterator[Place]:
    """Serve a bot, in all forms, while the context lasts."""
    ear = Ear(begin, alarm_at=alarm_at)
    held: dict[str, Any] = {}
    ready = threading.Event()

    async def serve() -> None:
        held["loop"], held["over"] = asyncio.get_running_loop(), asyncio.Event()
        async with serving(ear, name="bot") as address:
            held["address"] = address
            ready.set()
            await held["over"].wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield Place(held["address"], ear)
    finally:
        held["loop"].call_soon_threadsafe(held["over"].set)
        thread.join(10)
