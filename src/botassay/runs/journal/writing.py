"""Writing the journal: one thread writes, and many conversations wait for the same commit."""

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from threading import Thread
from typing import Any, Final, Self

import msgspec

from botassay import __version__
from botassay.core.dialog import NOTICES, Script
from botassay.core.errors import BotError, OutputError
from botassay.plugins.optional import Shown
from botassay.plugins.protocols import Reply
from botassay.runs.journal import store
from botassay.runs.journal.chain import ANSWERED, BEGUN, ENDED, LINK, PLANNED, SAID, Chain, Entry, Place
from botassay.runs.journal.record import ConversationProgress, progress, secret
from botassay.runs.journal.screens import Screens
from botassay.runs.journal.store import FILE, SEAL, AttemptState

_CLOSE: Final = None
GREETED: Final = -1
"""The turn of what a bot says before the first message."""
_WRITES: Final[Mapping[str, str]] = {
    PLANNED: """
INSERT INTO scripts VALUES ((SELECT COALESCE(MAX(ordinal), -1) + 1 FROM scripts), ?2, ?3, ?1, ?4, ?5, ?6)
""",
    BEGUN: "INSERT INTO attempts (conversation, attempt, state) VALUES (?1, ?2, 'open')",
    SAID: "INSERT INTO turns VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL, NULL)",
    ANSWERED: "UPDATE turns SET reply = ?4, seconds = ?5 WHERE conversation = ?1 AND attempt = ?2 AND turn = ?3",
    ENDED: """
UPDATE attempts SET state = ?3, kind = ?4, what = ?5, evidence = ?6 WHERE conversation = ?1 AND attempt = ?2
""",
}
"""How each kind of row is written: the parameters are those of an `Entry`."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """The description of a run, without secrets."""

    subject: str
    """As it was typed, secrets taken out."""
    digest: str
    """SHA-256 of what describes the bot."""
    seed: int
    begun: str
    """When, in UTC."""
    bot: Mapping[str, Any] = field(default_factory=dict)
    """How the bot is talked to: what `resume` needs."""
    choices: Mapping[str, Any] = field(default_factory=dict)
    """The first profile and the method of the rating."""
    chat: bool = False
    """Whether messages were not planned: then there is nothing to continue with."""
    secret: str = field(default_factory=lambda: token_hex(16), repr=False, compare=False)
    """From which the keys of its requests are made, so that they tell a bot nothing; it gives access to nothing."""
    version: str = __version__
    """Of botassay, which drew up the plan."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to hold a conversation."""

    conversation: str
    number: int


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy that is asked for."""

    path: Path
    done: "asyncio.Future[None]"


class Journal:
    """The one writer of a run."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._queue: SimpleQueue[Entry | _Copy | asyncio.Future[None] | None] = SimpleQueue()
        self._connection = connection
        self._chain = Chain.of(connection)
        self._broken: Exception | None = None
        self._screens = Screens(path.parent)
        self._thread = Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    @classmethod
    def create(cls, folder: Path, facts: RunFacts, scripts: Iterable[Script]) -> Self:
        """Begin a run: the plan is on disk before anything is sent.

        Raises: OutputError.
        """
        stated = [(name, _json(value)) for name, value in msgspec.to_builtins(facts).items()]
        planned = [_planned(script) for script in scripts]

        def fill(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT INTO facts VALUES (?, ?)", [*stated, (SEAL, store.seal(stated))])
            chain = Chain({})
            for entry in planned:
                _write(connection, entry, chain)

        return cls(store.create(folder / FILE, fill), folder / FILE)

    @classmethod
    def reopen(cls, folder: Path) -> Self:
        """Go on with a run.

        Raises: InputError for a folder without a run, OutputError while it is still going on, or without room for it.
        """
        store.check_room(folder)
        return cls(store.reopen(folder / FILE), folder / FILE)

    def progress(self) -> Mapping[str, ConversationProgress]:
        """How far each conversation is; ask before the first thing is written."""
        return progress(self._connection)

    def secret(self) -> str:
        """Return the secret from which the keys of requests are made; ask before the first message is recorded."""
        return secret(self._connection)

    def plan(self, script: Script) -> None:
        """Note a script that is only now decided on; it comes after all others."""
        self._put(_planned(script))

    def begin(self, conversation: str, number: int) -> Attempt:
        """Note that a conversation begins; `number` counts its attempts from 1."""
        self._put(_entry(BEGUN, conversation, (number,)))
        return Attempt(conversation, number)

    async def intend(self, attempt: Attempt, turn: int, script: str, message: str) -> None:
        """Record a message that is about to be sent, and wait until it, and everything before it, is on disk."""
        self._put(_entry(SAID, attempt.conversation, (attempt.number, turn), script, message, now()))
        await self.settled()

    def greet(self, attempt: Attempt, script: str, greeting: Reply) -> None:
        """Note what a bot said before the first message."""
        self._put(_entry(SAID, attempt.conversation, (attempt.number, GREETED), script, "", now()))
        self.answer(attempt, GREETED, greeting, 0.0)

    def answer(self, attempt: Attempt, turn: int, reply: Reply, seconds: float, shown: Shown = Shown()) -> None:  # noqa: B008 - it does not change
        """Note an answer, and what was seen beside it.

        Raises: OutputError when a picture cannot be written.
        """
        beside: dict[str, Any] = {NOTICES: shown.notices} if shown.notices and turn == 0 else {}
        if shown.screen:
            beside |= self._screens.keep(attempt.conversation, attempt.number, turn, shown.screen)
        columns = (_written(reply, beside), float(seconds))
        self._put(_entry(ANSWERED, attempt.conversation, (attempt.number, turn), *columns))

    def end(self, attempt: Attempt, state: AttemptState, failure: BotError | None = None) -> None:
        """Note what became of an attempt."""
        why = (failure.kind, str(failure), failure.evidence) if failure else (None, None, None)
        self._put(_entry(ENDED, attempt.conversation, (attempt.number,), str(state), *why))

    async def settled(self) -> None:
        """Wait until everything that was noted is on disk.

        Raises: OutputError when the disk does not take it.
        """
        done = asyncio.get_running_loop().create_future()
        self._queue.put(done)
        await done

    async def copy(self, path: Path) -> None:
        """Write all that is on disk so far into another file, which can be read while this run goes on.

        Args:
            path: of the copy, in a folder that is there; what it holds is replaced.

        Raises: OutputError.
        """
        done = asyncio.get_running_loop().create_future()
        self._queue.put(_Copy(path, done))
        await done

    def close(self) -> None:
        """Write what is waiting, and leave one file behind.

        Raises: OutputError when the disk does not take it.
        """
        self._queue.put(_CLOSE)
        self._thread.join()
        if self._broken is not None:
            self._connection.close()
            raise self._failed()
        store.close(self._connection, self.path)

    def _put(self, entry: Entry) -> None:
        if self._broken is not None:
            raise self._failed()
        self._queue.put(entry)

    def _write(self) -> None:
        """Write batch after batch: whatever is waiting goes to disk in one commit."""
        going = True
        while going:
            items = [self._queue.get()]
            items += [self._queue.get() for _ in range(self._queue.qsize())]
            going = _CLOSE not in items
            waiting = [item for item in items if isinstance(item, asyncio.Future)]
            self._commit([item for item in items if isinstance(item, Entry)])
            for item in items:
                if isinstance(item, _Copy):
                    _wake(item.done.get_loop(), [item.done], store.copy(self._connection, item.path))
            for loop in {future.get_loop() for future in waiting}:
                _wake(loop, [future for future in waiting if future.get_loop() is loop], self._failed_or_none())

    def _commit(self, entries: Sequence[Entry]) -> None:
        if not entries or self._broken is not None:
            return
        try:
            self._connection.execute("BEGIN")
            for entry in entries:
                _write(self._connection, entry, self._chain)
            self._connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever it is: no one may wait for this thread for ever
            self._broken = error

    def _failed(self) -> OutputError:
        return OutputError(
            f"cannot be written: {self._broken}", str(self.path), "free disk space, then run botassay resume"
        )

    def _failed_or_none(self) -> OutputError | None:
        return None if self._broken is None else self._failed()


def now() -> str:
    """The time, in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _wake(loop: asyncio.AbstractEventLoop, waiting: Sequence["asyncio.Future[None]"], error: Exception | None) -> None:
    def wake() -> None:
        for future in waiting:
            if future.done():
                continue
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

    with suppress(RuntimeError):  # the loop is closed: no one waits any more
        loop.call_soon_threadsafe(wake)


def _write(connection: sqlite3.Connection, entry: Entry, chain: Chain | None) -> None:
    """Write a row and its link of the chain: they are in one transaction, so that no crash comes between them."""
    connection.execute(_WRITES[entry.event], entry.values)
    if chain is not None:
        connection.execute(LINK, chain.link(entry))


def _planned(script: Script) -> Entry:
    columns = (_json(script.lines), _json(script.after), _json(script.tags))
    return _entry(PLANNED, script.conversation, (script.id,), script.user, *columns)


def _entry(event: str, conversation: str, place: Place, *columns: Any) -> Entry:
    where = tuple(_whole(part) if isinstance(part, str) else part for part in place)
    texts = tuple(_whole(value) if isinstance(value, str) else value for value in columns)
    return Entry(event, _whole(conversation), where, texts)


def _json(value: Any) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return _whole(json.dumps(value, ensure_ascii=False))


def _whole(text: str) -> str:
    r"""Replace what no encoding can write: halves of surrogate pairs.

    >>> _whole("caf\u00e9 \ud83d")
    'café �'
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _written(reply: Reply, beside: Mapping[str, Any]) -> str:
    stored = {"text": reply.text, "options": reply.options, "intent": reply.intent, "confidence": reply.confidence}
    more = {"late": reply.late, "asides": reply.asides, "finish": reply.finish, "usage": reply.usage}
    kept = {name: value for name, value in more.items() if value}
    return _json({**stored, "secrets": reply.secrets, **kept, **beside})
