"""The loop of a chat: lines from a person or generator, replies of the bot, and Ctrl-C at any moment."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Thread
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from botassay.cli.person import Interrupts
from botassay.core import exit_codes
from botassay.core.errors import BotError
from botassay.http import RetryPolicy
from botassay.plugins.protocols import Bot, Reply
from botassay.runs import Chat, Manner, Move
from botassay.runs.journal import Journal
from botassay.runs.runner import PAUSING

Outcome = TypeVar("Outcome")

Talker = Generator[Move, Reply | None, None]
"""Yields the next line, and is sent the reply; None without one."""
Show = Callable[[Move, Reply | BotError, Chat], object]
_ENDING: Final = 2.0
"""Seconds that a session may take to be ended."""


class Background:
    """An event loop in a thread of its own: the main one waits for a person, and may be interrupted."""

    def __init__(self) -> None:
        self._ready = Event()
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="chat", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(_ENDING)

    def begin(self, work: Coroutine[Any, Any, Outcome]) -> "Future[Outcome]":
        """Begin some work."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self._ready.set()
        await self._over.wait()


@dataclass(slots=True)
class Sitting:
    """A chat, from its first line to its end; the journal begins with that line.

    Args:
        bot: the bot.
        create: makes the journal.
        say: shows a line before it is sent.
        show: shows the outcome of a line.
        tell: shows a message that is not part of the chat.
        patience: failures one after another after which it makes no sense to go on; None: a person decides.
    """

    bot: Bot
    create: Callable[[], Journal]
    say: Callable[[str], object]
    show: Show
    tell: Callable[[str], object]
    patience: int | None = RetryPolicy().failures_at_start
    lines: int = 0
    """Number of lines sent."""
    answers: int = 0
    exit_code: int = 0
    left: bool = False
    """Whether the chat was interrupted again, so that the rating is skipped."""
    _background: Background = field(default_factory=Background)
    _journal: Journal | None = None
    _chat: Chat | None = None

    def hold(self, talker: Talker) -> None:
        """Talk until the talker has no more to say, the bot is silent for too long, or a signal interrupts.

        Raises: OutputError when the journal cannot be written, and what the talker raises; all is noted before.
        """
        with Interrupts() as interrupts, self._background:
            try:
                self._go_on(talker)
            except KeyboardInterrupt:
                self.exit_code = interrupts.exit_code
            finally:
                self.left = len(interrupts.caught) > 1
                self._end()

    def _go_on(self, talker: Talker) -> None:
        silence = 0
        move = next(talker, None)
        while move is not None:
            outcome = self._said(move)
            silence = 0 if isinstance(outcome, Reply) else silence + 1
            if self.patience is not None and (silence >= self.patience or _concerns_all(outcome)):
                self.tell(f"unreachable: no reply to {silence} lines in a row")
                self.exit_code = exit_codes.UNREACHABLE
                return
            try:
                move = talker.send(outcome if isinstance(outcome, Reply) else None)
            except StopIteration:
                return

    def _said(self, move: Move) -> Reply | BotError:
        """Say a line, and show what comes of it."""
        if self._chat is None:
            self._journal = self.create()
            self._chat = Chat(self.bot, self._journal, person=self.patience is None)
        self.lines += 1
        self.say(move.line)
        try:
            outcome: Reply | BotError = self._awaited(self._background.begin(self._chat.say(move)))
        except BotError as failure:
            outcome = failure
        self.answers += isinstance(outcome, Reply)
        self.show(move, outcome, self._chat)
        return outcome

    def _awaited(self, answer: "Future[Reply]") -> Reply:
        """Wait for an answer; interrupted, wait for it a little while, and interrupted again no longer."""
        try:
            return answer.result()
        except KeyboardInterrupt:
            self.tell("stopping; waiting for the pending reply")
            try:
                wait([answer], Manner().drain)
            finally:
                answer.cancel()
            raise

    def _end(self) -> None:
        """End the session with the bot, and put everything on disk."""
        if self._chat is None or self._journal is None:
            return
        try:
            with suppress(TimeoutError, BotError):
                self._background.begin(self._chat.close()).result(_ENDING)
        finally:
            self._journal.close()


def _concerns_all(outcome: Reply | BotError) -> bool:
    """Whether the bot no longer answers."""
    return isinstance(outcome, BotError) and outcome.kind in PAUSING
