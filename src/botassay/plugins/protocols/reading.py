"""Readers of files: a format is a reader, of one file or of a folder."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from botassay.core.dialog import Dialog, Rejected, Remark


@runtime_checkable
class Reader(Protocol):
    """Reads dialogs in one file format."""

    def sniff(self, first_line: str) -> bool:
        """Return whether a file with this first non-blank line is of the format."""
        ...

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return the dialogs of one file as they come, and the rows that could not be read, with all of their dialog.

        Args:
            lines: with their line ends; bytes that are no UTF-8 stand as lone surrogates.
            name: makes the id of a dialog that has none: `name@byte` in JSON lines, by the byte at which its line
                begins, else `name:ordinal`, from 1.

        Raises: InputError when nothing of the file can be read; the place is filled in by whoever opened it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files of one folder that make one corpus together."""

    parts: Mapping[str, str]
    """What a file is for -> its name; the first is the one that names the corpus and is sniffed."""
    unread: tuple[str, ...] = ()
    """Files that belong to them and are never opened; they are counted and named."""


@runtime_checkable
class FolderReader(Protocol):
    """Reads dialogs in a format that takes several files."""

    def bundles(self, names: Sequence[str]) -> Sequence[Bundle]:
        """Return which files of one folder belong together, by their sorted names alone.

        A file may be a part of several bundles; those that no bundle names are files like any other.
        """
        ...

    def sniff(self, first_line: str) -> bool:
        """Return whether the first file of a bundle, with this first non-blank line, is of the format."""
        ...

    def read_parts(self, parts: Mapping[str, Iterable[str]], name: str) -> Iterator[Dialog | Rejected | Remark]:
        """Return the dialogs of one bundle, the rows that could not be read, with all of their dialog, and remarks.

        Args:
            parts: what a file is for -> its lines, to be read once; the items of a JSON array are lines, and so are the
                members of a JSON object.
            name: makes the id of a dialog that has none: `name:ordinal`, from 1.

        Raises: InputError when nothing of them can be read.
        """
        ...
