"""What this machine brings along: versions, the database, room on the disk, what was added, and the terminal."""

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

from botassay.cli.doctor.diagnosis import Look
from botassay.core.errors import BotassayError
from botassay.plugins import registry
from botassay.plugins.registry import Shelf

LEAST_ROOM: Final = 50 * 10**6
"""Bytes that have to be free where runs are written."""
OLDEST_SQLITE: Final = (3, 37, 0)
"""The first one with the strict tables that the journal is made of."""
SHELVES: Final[tuple[Shelf[object], ...]] = tuple(one for one in vars(registry).values() if isinstance(one, Shelf))


def looks() -> Iterator[Look]:
    """Look at everything; nothing is changed, and nobody is called."""
    yield Look("botassay", version("botassay"))
    yield Look("python", f"{platform.python_implementation()} {platform.python_version()} on {platform.platform()}")
    yield from _packages()
    yield _database()
    yield _place("here", Path.cwd())
    yield _place("temporary files", Path(gettempdir()))
    yield _data()
    yield from (_parts(shelf) for shelf in SHELVES)
    yield _terminal()


def _packages() -> Iterator[Look]:
    """Look for what the package needs, and for what its extras need."""
    for needed in requires("botassay") or ():
        name = needed.partition(";")[0].strip()
        bare = next((name[:at] for at, letter in enumerate(name) if letter in " <>=!~["), name)
        extra = needed.partition("extra ==")[2].strip(" '\"")
        if extra == "dev":
            continue
        try:
            yield Look(bare, version(bare))
        except PackageNotFoundError:
            if extra:
                yield Look(bare, f"not there; the extra {extra!r} brings it", "note")
            else:
                yield Look(bare, "not there", "bad", "install botassay again")


def _database() -> Look:
    found = f"SQLite {sqlite3.sqlite_version}, threads {sqlite3.threadsafety}"
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        return Look("journal", found, "bad", f"runs need SQLite {oldest}: take a Python with a newer one")
    return Look("journal", found)


def _place(what: str, folder: Path) -> Look:
    """See whether files can be written to a folder, down to the disk, and how much room there is."""
    try:
        with NamedTemporaryFile(dir=folder, prefix=".botassay-") as file:
            file.write(b"botassay")
            file.flush()
            os.fsync(file.fileno())
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Look(what, f"{folder} cannot be written: {error.strerror or error}", "bad", "go to another folder")
    found = f"{folder} can be written; {free / 1e9:.1f} GB are free"
    if free < LEAST_ROOM:
        return Look(what, found, "bad", f"a run needs {LEAST_ROOM // 10**6} MB at least")
    return Look(what, found)


def _data() -> Look:
    """Look at the folder of published data, which `replicate` reads."""
    given = os.environ.get("BOTASSAY_DATA")
    if not given:
        return Look("data", "BOTASSAY_DATA names no folder: published data are not needed for ratings", "note")
    if not Path(given).is_dir():
        return Look("data", f"{given} is no folder", "bad", "let BOTASSAY_DATA name a folder, or unset it")
    return Look("data", given)


def _parts(shelf: Shelf[object]) -> Look:
    """Load all parts of a kind: those of the house, and those that somebody added."""
    noun = shelf.group.removeprefix("botassay.")
    for name in shelf.names():
        try:
            shelf.get(name)
        except BotassayError as error:
            return Look(noun, str(error), "bad", "uninstall or update whatever brought it")
    added = sorted({shelf.origin(name) for name in shelf.names()} - {f"botassay {version('botassay')}"})
    return Look(noun, f"{len(shelf.names())} load" + (f"; of {', '.join(added)} too" if added else ""))


def _terminal() -> Look:
    encoding = sys.stdout.encoding or "none"
    if encoding.lower().replace("-", "") != "utf8":
        return Look("terminal", f"its encoding is {encoding}", "bad", "set PYTHONUTF8=1, or a UTF-8 locale")
    return Look("terminal", f"its encoding is {encoding}")
