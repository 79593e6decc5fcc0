"""Files on disk: those of a corpus, and whether they have changed."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final

from botassay.core.errors import InputError
from botassay.io.lines import FileLines, Packing, packing_of
from botassay.io.missing import instead_of

_ANY: Final = -1
"""Stands in a stamp for what differs from machine to machine."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of a corpus."""

    path: Path
    name: str
    """Its path relative to the corpus, with slashes."""
    seen: tuple[int, ...] | None = None
    """What the file was when it was found: which one, how large, when written."""

    @property
    def bare(self) -> str:
        """The name of what is in the archive, if it is one."""
        return self.name.removesuffix(".gz").removesuffix(".zst")

    @property
    def stem(self) -> str:
        """The name without suffixes: what ids are made of.

        >>> SourceFile(Path("x"), "shop/may.jsonl.gz").stem
        'shop/may'
        """
        folder, slash, last = self.bare.rpartition("/")
        return folder + slash + (last.rpartition(".")[0] or last)

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return self.seen[2] if self.seen else self.path.stat().st_size

    @property
    def packed(self) -> Packing:
        """What its lines are packed in."""
        return packing_of(self.name)

    def from_anywhere(self) -> "SourceFile":
        """Return the file as it can be opened on another machine: by its absolute path, and known by its size."""
        return replace(self, path=self.path.resolve(), seen=(_ANY, _ANY, self.size, _ANY))

    def open(self) -> "FileLines":
        """Open the file to read its lines."""
        return FileLines(str(self.path), self.raw, packed=self.packed, size=self.size)

    def raw(self) -> BinaryIO:
        """Open the file to read its bytes.

        Raises: InputError when it is not the file any more that was found.
        """
        self.check_unchanged()
        return self.path.open("rb")

    def check_unchanged(self) -> None:
        """Refuse a file that was changed or replaced since it was found.

        Raises: InputError.
        """
        if self.seen is not None and not _is_seen(stamp(self.path), self.seen):
            hint = "stop other programs from writing to it, or use a copy"
            raise InputError("E171 the file has changed since it was first looked at", str(self.path), hint)


def _is_seen(now: tuple[int, ...] | None, seen: tuple[int, ...]) -> bool:
    return now is not None and all(number in (_ANY, mine) for mine, number in zip(now, seen, strict=True))


def stamp(path: Path) -> tuple[int, ...] | None:
    """Return a file's identity, size and time of change; None where it is missing."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def find(path: Path) -> tuple[list[SourceFile], list[str]]:
    """Return the files of a corpus, and the names of what is not a regular file.

    A file is a corpus by itself; a folder holds all files below it, in the bytewise order of their relative paths.
    Links to folders are not followed.

    Raises: InputError when there is nothing to read.
    """
    if path.is_file():
        return [SourceFile(path, shown(path.name), stamp(path))], []
    if not path.is_dir():
        wanted = "give a file or a folder of dialogs"
        if path.exists():
            raise InputError(f"E173 {path} is not a regular file", hint=wanted)
        raise InputError(f"E174 {path} does not exist", hint=instead_of(path, wanted))
    files = sorted(_below(path), key=lambda file: os.fsencode(file.relative_to(path)))
    named = [SourceFile(file, shown(file.relative_to(path).as_posix()), stamp(file)) for file in files]
    return [source for source in named if source.path.is_file()], [s.name for s in named if not s.path.is_file()]


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder, onerror=_unreadable):
        yield from (Path(place) / name for name in names)
        yield from (Path(place) / name for name in folders if (Path(place) / name).is_symlink())


def _unreadable(error: OSError) -> None:
    raise InputError(f"E174 the folder cannot be read: {error.strerror}", str(error.filename)) from error


def shown(name: str) -> str:
    """Write out the bytes of a file name that are no UTF-8."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def lines_of(file: Path, sheet: str | None = None) -> FileLines:
    """Read the lines of one file; those of a spreadsheet (.xlsx) are the rows of its first sheet, or of a named one.

    Raises: InputError when it is missing (E174), or no regular file (E173).
    """
    if not file.is_file():
        if file.exists():
            raise InputError(f"E173 {file} is not a file", hint="give a text file")
        raise InputError(f"E174 {file} does not exist", hint=instead_of(file, "give a text file"))
    if file.suffix.lower() == ".xlsx":
        from botassay.io.spreadsheet import sheet_lines  # most runs read none

        return sheet_lines(file, sheet)
    return SourceFile(file, shown(file.name)).open()


def standard_input() -> FileLines:
    """Read the lines that come in."""
    return FileLines("standard input", lambda: sys.stdin.buffer)
