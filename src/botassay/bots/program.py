"""A bot that is a program: `command:./bot --flag`; a line in, a line out, one process for each conversation."""

import asyncio
import shlex
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from botassay.bots.sanitise import sayable
from botassay.core.errors import BotError, UsageError
from botassay.http.decoding import decoded, writable
from botassay.io.processes import kill_tree
from botassay.plugins.protocols import BotOptions, Conversation, Reply

LONGEST_LINE: Final = 64 * 1024
"""Bytes of an answer."""
COMPLAINT: Final = 4 * 1024
"""Bytes at the end of what a program complains that are kept."""


@dataclass(frozen=True, slots=True)
class ProgramBot:
    """A bot that reads lines and writes lines.

    Args:
        name: what reports call it.
        words: the program and its arguments; no shell reads them.
        turn: seconds for a turn.
    """

    name: str
    words: tuple[str, ...]
    turn: float = 60.0

    @asynccontextmanager
    async def open(self, *, user: str) -> AsyncIterator[Conversation]:
        """Begin a conversation: the program is started when the first thing is said, and killed at the end."""
        del user
        conversation = _ProgramConversation(self)
        try:
            yield conversation
        finally:
            await conversation.end()


@dataclass(slots=True)
class _ProgramConversation:
    bot: ProgramBot
    process: asyncio.subprocess.Process | None = None
    over: bool = False
    failed: bool = False
    complaint: bytearray = field(default_factory=bytearray)
    listening: asyncio.Task[None] | None = None

    async def say(self, text: str) -> Reply:
        """Write a line, and read one; line breaks within what is said become spaces.

        Raises: BotError when the program ends, takes too long, or says too much.
        """
        if self.over:
            raise UsageError("the conversation is over", hint="open a new conversation")
        if self.failed:
            raise BotError("program", f"{self.bot.name} has failed before in this conversation")
        self.failed = True  # until it has answered
        try:
            async with asyncio.timeout(self.bot.turn):
                line = await self._line(" ".join(sayable(text).splitlines()))
        except BotError:
            raise
        except TimeoutError as error:
            await self._kill()
            what = f"{self.bot.name} gave no reply within {self.bot.turn:g} s"
            raise BotError("timeout", what, hint="check that it ends and flushes its lines") from error
        self.failed = False
        answered = writable(decoded(line)).rstrip("\r\n")
        return Reply(answered, raw=answered)

    async def _line(self, text: str) -> bytes:
        process = await self._started()
        assert process.stdin  # noqa: S101 - a pipe
        assert process.stdout  # noqa: S101 - a pipe
        try:
            process.stdin.write(text.encode() + b"\n")
            await process.stdin.drain()
            line = await process.stdout.readline()
        except ValueError:
            raise BotError("too_large", f"{self.bot.name} wrote a line of more than {LONGEST_LINE:,} bytes") from None
        except OSError:
            line = b""
        if not line:
            raise await self._died(process)
        return line

    async def _started(self) -> asyncio.subprocess.Process:
        if self.process is None:
            pipe = asyncio.subprocess.PIPE
            try:
                self.process = await asyncio.create_subprocess_exec(
                    *self.bot.words,
                    stdin=pipe,
                    stdout=pipe,
                    stderr=pipe,
                    limit=LONGEST_LINE,
                    start_new_session=True,  # so that its children end with it
                )
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or str(error)
                hint = "check that it exists and is executable"
                raise BotError("program", f"{self.bot.words[0]} does not start: {why}", hint=hint) from error
            self.listening = asyncio.create_task(self._listen(self.process))
        return self.process

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Keep the end of what the program complains."""
        assert process.stderr  # noqa: S101 - a pipe
        while piece := await process.stderr.read(COMPLAINT):
            self.complaint += piece
            del self.complaint[:-COMPLAINT]

    async def _died(self, process: asyncio.subprocess.Process) -> BotError:
        """Return how a program ended, and its last words on standard error."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await process.wait()
                if self.listening:
                    await self.listening
        code = process.returncode
        how = "stopped talking" if code is None else f"ended with {code}" if code >= 0 else f"was killed by {-code}"
        complaint = writable(decoded(bytes(self.complaint))).strip()
        last = f": {complaint.splitlines()[-1][:200]}" if complaint else ""
        return BotError("program", f"{self.bot.name} {how}{last}", evidence=complaint)

    async def _kill(self) -> None:
        """End the program and its children."""
        process, self.process = self.process, None
        if process is None:
            return
        kill_tree(process)
        if self.listening:
            self.listening.cancel()
            await asyncio.gather(self.listening, return_exceptions=True)
        if process.stdin:
            process.stdin.close()
        await process.wait()
        process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001 - a child may hold the pipes open

    async def end(self) -> None:
        """End the conversation."""
        self.over = True
        await self._kill()


def make(address: str, options: BotOptions) -> ProgramBot:
    """Return a bot of a program; the words are split as a shell would, and no shell runs.

    Raises: UsageError.
    """
    try:
        words = tuple(shlex.split(address))
    except ValueError as error:
        raise UsageError(f"{address!r} cannot be split into words: {error}", hint="close the quotation mark") from error
    if not words:
        raise UsageError("the program is missing", hint="write command:./bot")
    return ProgramBot(f"command:{address}", words, options.turn)
