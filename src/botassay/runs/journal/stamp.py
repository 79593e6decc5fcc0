"""Identifies a database file by its first page alone: nothing is opened, recovered or changed.

SQLite itself cannot be asked while the file is being put together: power may fail in the middle of that, and then the
first page may be half written, or say that the file is longer than it is. The log beside it then holds all of it.
Source: "Database File Format", sqlite.org/fileformat2.html, sections 1.3, 3 and 4.1.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

_MAGIC: Final = b"SQLite format 3\0"
_HEADER: Final = 100
"""Bytes."""
_WAL: Final = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_ROLLBACK: Final = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"


class Stamp(NamedTuple):
    """The first page of a database file."""

    application: int
    version: int


def stamp(path: Path) -> Stamp | None:
    """Return the stamp of a file; None where it is not a database.

    Raises: OSError.
    """
    for header in (_beginning(path), *_beside(path)):
        if header.startswith(_MAGIC) or not header:
            return Stamp(int.from_bytes(header[68:72], "big"), int.from_bytes(header[60:64], "big"))
    return None


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEADER)


def _beside(path: Path) -> Iterator[bytes]:
    """Return the versions of a file's first page in the logs beside it."""
    for end, pages in (("-wal", _in_wal), ("-journal", _in_rollback)):
        log = path.with_name(path.name + end)
        if log.is_file():
            with log.open("rb") as file:
                yield from pages(file)


def _in_wal(log: BinaryIO) -> Iterator[bytes]:
    head = log.read(32)
    if head.startswith(_WAL):
        yield from _pages(log, 32, 24, int.from_bytes(head[8:12], "big"), 0)


def _in_rollback(log: BinaryIO) -> Iterator[bytes]:
    head = log.read(28)
    if head.startswith(_ROLLBACK):
        yield from _pages(log, int.from_bytes(head[20:24], "big"), 4, int.from_bytes(head[24:28], "big"), 4)


def _pages(log: BinaryIO, at: int, before: int, size: int, behind: int) -> Iterator[bytes]:
    """Go from page to page, each with its number before it; give the beginning of those that are the first one."""
    while True:
        log.seek(at)
        number = log.read(before)[:4]
        if len(number) < 4:  # noqa: PLR2004 - the length of a number
            return
        if int.from_bytes(number, "big") == 1 and (header := log.read(_HEADER)):
            yield header
        at += before + size + behind
