"""The `doctor` use case: versions, the database, room on the disk, plugins, the terminal, and robustness tests."""

import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from tempfile import NamedTemporaryFile, gettempdir
from typing import Final

from botassay.api.diagnosis import Diagnosis, InstallationCheck
from botassay.api.robustness import endure
from botassay.core.errors import BotassayError
from botassay.core.progress import OnProgress, tracked
from botassay.plugins import registry
from botassay.plugins.registry import Shelf
from botassay.testing.hostile import behaviours

LEAST_ROOM: Final = 50 * 10**6
"""Bytes that have to be free where runs are written."""
OLDEST_SQLITE: Final = (3, 37, 0)
"""The first one with the strict tables that the journal is made of."""
SHELVES: Final[tuple[Shelf[object], ...]] = tuple(
    shelf for shelf in vars(registry).values() if isinstance(shelf, Shelf)
)


def doctor(*, lab: bool = False, on_progress: OnProgress | None = None) -> Diagnosis:
    """Return the state of this installation; nothing leaves this machine.

    Args:
        lab: whether to run the robustness tests as well: a conversation with each kind of hostile bot.
        on_progress: is told after each robustness test.
    """
    checks = tuple(installation_checks())
    cases = behaviours.BEHAVIOURS
    trials = None
    if lab:
        trials = tuple(endure(case) for case in tracked(cases, on_progress, "robustness tests", len(cases), "bots"))
    well = all(check.state != "bad" for check in checks) and not any(trial.flaws for trial in trials or ())
    return Diagnosis(well=well, looks=checks, lab=trials)


def installation_checks() -> Iterator[InstallationCheck]:
    """Yield the state of each thing that a rating needs; nothing is changed."""
    yield InstallationCheck("botassay", version("botassay"))
    yield InstallationCheck(
        "python", f"{platform.python_implementation()} {platform.python_version()} on {platform.platform()}"
    )
    yield from _packages()
    yield _database()
    yield _place("here", Path.cwd())
    yield _place("temporary files", Path(gettempdir()))
    yield _data()
    yield from (_parts(shelf) for shelf in SHELVES)
    yield _terminal()


def _packages() -> Iterator[InstallationCheck]:
    """Yield the versions of what the package and its extras need."""
    for needed in requires("botassay") or ():
        name = needed.partition(";")[0].strip()
        bare = next((name[:at] for at, letter in enumerate(name) if letter in " <>=!~["), name)
        extra = needed.partition("extra ==")[2].strip(" '\"")
        if extra == "dev":
            continue
        try:
            yield InstallationCheck(bare, version(bare))
        except PackageNotFoundError:
            if extra:
                yield InstallationCheck(bare, f"not installed; install the extra {extra!r}", "note")
            else:
                yield InstallationCheck(bare, "not installed", "bad", "reinstall botassay")


def _database() -> InstallationCheck:
    state = f"SQLite {sqlite3.sqlite_version}, threads {sqlite3.threadsafety}"
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        return InstallationCheck("journal", state, "bad", f"runs need SQLite {oldest}: install a newer Python")
    return InstallationCheck("journal", state)


def _place(what: str, folder: Path) -> InstallationCheck:
    """Return whether files can be written to a folder, down to the disk, and how much room there is."""
    try:
        with NamedTemporaryFile(dir=folder, prefix=".botassay-") as file:
            file.write(b"botassay")
            file.flush()
            os.fsync(file.fileno())
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return InstallationCheck(
            what, f"{folder} is not writable: {error.strerror or error}", "bad", "use another folder"
        )
    state = f"{folder} is writable; {free / 1e9:.1f} GB free"
    if free < LEAST_ROOM:
        return InstallationCheck(what, state, "bad", f"free up space: a run needs {LEAST_ROOM // 10**6} MB")
    return InstallationCheck(what, state)


def _data() -> InstallationCheck:
    """Return the state of the folder of published data, which `replicate` reads."""
    given = os.environ.get("BOTASSAY_DATA")
    if not given:
        return InstallationCheck("data", "BOTASSAY_DATA is not set; only replication needs published data", "note")
    if not Path(given).is_dir():
        return InstallationCheck(
            "data", f"{given} is not a folder", "bad", "set BOTASSAY_DATA to a folder, or unset it"
        )
    return InstallationCheck("data", given)


def _parts(shelf: Shelf[object]) -> InstallationCheck:
    """Load all plugins of a kind, and return whether that works."""
    noun = shelf.group.removeprefix("botassay.")
    for name in shelf.names():
        try:
            shelf.get(name)
        except BotassayError as error:
            return InstallationCheck(noun, str(error), "bad", "uninstall or update the package that provides it")
    added = sorted({shelf.origin(name) for name in shelf.names()} - {f"botassay {version('botassay')}"})
    return InstallationCheck(noun, f"{len(shelf.names())} load" + (f"; also from {', '.join(added)}" if added else ""))


def _terminal() -> InstallationCheck:
    encoding = sys.stdout.encoding or "none"
    if encoding.lower().replace("-", "") != "utf8":
        return InstallationCheck("terminal", f"encoding {encoding}", "bad", "set PYTHONUTF8=1, or a UTF-8 locale")
    return InstallationCheck("terminal", f"encoding {encoding}")
