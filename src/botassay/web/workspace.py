"""The folder that is served: its runs, bots and profiles, what was worked out of them, and where work is done."""

import asyncio
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from botassay.core.errors import OutputError
from botassay.rating.decisions import DECISIONS
from botassay.rating.review_rule import config_for, config_places
from botassay.runs.journal import FILE
from botassay.web.problems import missing

try:
    import fcntl
except ImportError:  # not on Windows, where a second server is not noticed
    fcntl = None  # type: ignore[assignment]

STATE: Final = ".botassay"
"""The folder of what is derived, and may be deleted."""
_SMALL: Final = 1000
_LARGE: Final = 12
"""Results that are kept in memory: rows and pages, and ratings and conversations of whole runs."""
_LISTED: Final = 1.0
"""Seconds for which the list of runs is not made anew."""
_BITS: Final = 256
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class RunPlace:
    """A run of the workspace.

    Args:
        id: by which addresses name it.
        folder: where it lies.
    """

    id: str
    folder: Path

    @property
    def stamp(self) -> tuple[int, ...]:
        """What changes when the run, its rating or a decision on its findings does."""
        return tuple(part for file in _stamped(self.folder) for part in _stamp(file))

    @property
    def config(self) -> tuple[Path, ...]:
        """The settings file that says how many reviewers must agree, if there is one."""
        return tuple(filter(None, [config_for(self.folder / DECISIONS)]))


@lru_cache(_SMALL)
def _stamped(folder: Path) -> tuple[str, ...]:
    """Return the files of a run, and of its decisions, as text, which is faster to look up than a path."""
    files = (folder / FILE, folder / "rating.json", folder / DECISIONS, folder.parent / DECISIONS)
    return tuple(map(str, (*files, *config_places(folder / DECISIONS))))


def _stamp(file: str) -> tuple[int, int]:
    try:
        seen = os.stat(file)  # noqa: PTH116 - several times for each request
    except OSError:
        return (0, 0)
    return (seen.st_mtime_ns, seen.st_size)


@dataclass(slots=True)
class Workspace:
    """The folder that is served.

    Args:
        folder: with runs, bots and profiles.
        owner: the name of whoever started the server.
        max_runs: runs that go on at a time.
        env: variables that new bots may send to an origin, `NAME=ORIGIN`.
        allow_code: functions and programs that may be tested.
    """

    folder: Path
    owner: str = "owner"
    max_runs: int = 2
    env: tuple[str, ...] = ()
    allow_code: tuple[str, ...] = ()
    parts: dict[type, Any] = field(default_factory=dict)
    """What modules keep while the server runs, one object a class: `workspace.part(Jobs)`."""
    _worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "botassay-work"))
    _small: "OrderedDict[Hashable, asyncio.Future[Any]]" = field(default_factory=OrderedDict)
    _large: "OrderedDict[Hashable, asyncio.Future[Any]]" = field(default_factory=OrderedDict)
    _lock: int | None = None
    _listed: tuple[float, dict[str, RunPlace]] = field(default_factory=lambda: (0.0, {}))

    # ── the folder ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> Path:
        """The folder of what is derived; it is made where it is missing.

        Raises: OutputError.
        """
        place = self.folder / STATE
        try:
            place.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot be made: {error.strerror or error}", str(place)) from error
        return place

    def secret(self) -> bytes:
        """Return what tokens and cookies of this workspace are made with; it stays the same from start to start.

        Raises: OutputError.
        """
        file = self.state / "secret"
        try:
            if not file.is_file() or file.stat().st_size < _BITS // 8:
                with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
                    opened.write(secrets.token_bytes(_BITS // 8))
            return file.read_bytes()
        except OSError as error:
            raise OutputError(f"cannot be written: {error.strerror or error}", str(file)) from error

    def lock(self) -> None:
        """Keep other servers off this workspace until this process ends.

        Raises: OutputError where another one has it.
        """
        file = self.state / "lock"
        self._lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.unlock()
            hint = "open its address, or end it first"
            raise OutputError("another botassay serve has this folder", str(self.folder), hint) from error

    def unlock(self) -> None:
        """Let other servers in."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def runs_folder(self) -> Path:
        """Where new runs get their folders."""
        return self.folder / "runs"

    def runs(self) -> dict[str, RunPlace]:
        """Return the runs of the workspace by their ids; what a link leads to outside is none of them."""
        places: dict[str, RunPlace] = {}
        whole = self.folder.resolve()
        for journal in self._journals():
            folder = journal.parent
            if folder.resolve().is_relative_to(whole):
                parts = folder.relative_to(self.folder).parts or (folder.resolve().name,)
                short = "~".join(parts[1:] if parts[0] == "runs" and len(parts) > 1 else parts)
                name = "~".join(parts) if short in places else short
                places[name] = RunPlace(name, folder)
        return places

    def _journals(self) -> Iterator[Path]:
        """Yield the journals of runs, without those of variants, which lie deeper."""
        for pattern in (f"runs/*/{FILE}", f"runs/*/*/{FILE}", f"*/{FILE}", FILE):
            yield from sorted(self.folder.glob(pattern))

    def run(self, name: str) -> RunPlace:
        """Return a run by its id, which is looked up and never made a path.

        The folder is listed at most once a second for runs that are known; one that is not is looked for at once.

        Raises: WebProblem 404.
        """
        at, places = self._listed
        if time.monotonic() - at > _LISTED or name not in places or not _stamp(_stamped(places[name].folder)[0])[0]:
            places = self.runs()
            self._listed = (time.monotonic(), places)
        if name not in places:
            raise missing("run")
        return places[name]

    # ── work ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def part(self, kind: type[R]) -> R:
        """Return the one object of a class that this server keeps; it is made of the workspace at first."""
        if kind not in self.parts:
            self.parts[kind] = kind(self)  # type: ignore[call-arg]  # a class that takes the workspace
        held: R = self.parts[kind]
        return held

    async def work(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what a function returns that takes the processor: one at a time, and never on the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, partial(function, *args, **kwargs))

    async def kept(self, key: Hashable, make: Callable[[], Awaitable[R]], *, large: bool = False) -> R:
        """Return a result that is made once for a key, however many ask for it; a failure is not kept.

        Args:
            key: names the result, with all that it depends on.
            make: makes it.
            large: whether it holds a whole run: of those few are kept.
        """
        store, most = (self._large, _LARGE) if large else (self._small, _SMALL)
        if key not in store:
            store[key] = asyncio.ensure_future(make())
            while len(store) > most:
                store.popitem(last=False)
        store.move_to_end(key)
        task = store[key]
        try:
            result: R = await asyncio.shield(task)
        except BaseException:
            if task.done() and store.get(key) is task:
                del store[key]
            raise
        return result

    def close(self) -> None:
        """End the work, and let other servers in."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        self.unlock()
