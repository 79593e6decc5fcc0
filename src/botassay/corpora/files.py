"""Files and their lines: what is on disk, before anybody asks what it means."""

import gzip
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, cast

from botassay.core.errors import InputError

LINE_LIMIT: Final = 8 * 2**20
"""Bytes in one line; a longer one is no dialog."""
BOM: Final = b"\xef\xbb\xbf"
BLOCK: Final = 2**20
"""Bytes that are read at a time."""
_PEEK: Final = 4096
"""Bytes that tell how lines end."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file of a corpus."""

    path: Path
    name: str
    """Its path relative to the corpus, with slashes."""
    seen: tuple[int, ...] | None = None
    """What the file was when it was found: which one, how large, when written."""

    @property
    def bare(self) -> str:
        """The name of what is in the archive, if it is one."""
        return self.name.removesuffix(".gz")

    @property
    def stem(self) -> str:
        """The name without suffixes: what ids are made of.

        >>> Source(Path("x"), "shop/may.jsonl.gz").stem
        'shop/may'
        """
        folder, slash, last = self.bare.rpartition("/")
        return folder + slash + (last.rpartition(".")[0] or last)

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return self.seen[2] if self.seen else self.path.stat().st_size

    @property
    def packed(self) -> bool:
        """Whether it is an archive."""
        return self.name.endswith(".gz")

    def open(self) -> "Lines":
        """Open the file to read its lines."""
        return Lines(str(self.path), self.raw, packed=self.packed, size=self.size)

    def raw(self) -> BinaryIO:
        """Open the file to read its bytes.

        Raises: InputError when it is not the file any more that was found.
        """
        self.check_unchanged()
        return self.path.open("rb")

    def check_unchanged(self) -> None:
        """See to it that nobody has written to the file, or put another in its place, since it was found.

        Raises: InputError.
        """
        if self.seen is not None and stamp(self.path) != self.seen:
            hint = "let nobody write to it meanwhile, or take a copy"
            raise InputError("E171 the file has changed since it was first looked at", str(self.path), hint)


def stamp(path: Path) -> tuple[int, ...] | None:
    """Say which file this is, how large it is and when it was written; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def find(path: Path) -> tuple[list[Source], list[str]]:
    """List the files of a corpus, and what lies between them that is no regular file.

    A file is a corpus of its own; a folder holds all below it, in the bytewise order of their relative paths. Links to
    folders are not followed.

    Raises: InputError when there is nothing to read.
    """
    if path.is_file():
        return [Source(path, shown(path.name), stamp(path))], []
    if not path.is_dir():
        reason = "E173 {} is no regular file" if path.exists() else "E174 {} does not exist"
        raise InputError(reason.format(path), hint="give a file or a folder of dialogs")
    found = sorted(_below(path), key=lambda file: os.fsencode(file.relative_to(path)))
    named = [Source(file, shown(file.relative_to(path).as_posix()), stamp(file)) for file in found]
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


class LineBlock(NamedTuple):
    """Some whole lines."""

    data: bytes
    """The last line of a file may lack its end."""
    before: int
    """How many lines stand before it."""
    lines: int

    def each(self) -> Iterator[str]:
        """Give the lines with their ends; bytes that are no UTF-8 stand as lone surrogates."""
        return iter(StringIO(self.data.decode("utf-8", "surrogateescape"), newline="\n"))


class Lines:
    """The lines of one file while it is read, in blocks or one by one; to be read once.

    Bytes that are no UTF-8 stand as lone surrogates, so that a reader can say which line is bad.
    """

    def __init__(
        self, name: str, raw: Callable[[], BinaryIO], *, packed: bool = False, size: int | None = None
    ) -> None:
        self.name = name
        self.size = size
        """Bytes on disk, where that is known."""
        self.number = 0
        """Lines so far that were read one by one."""
        self.position = 0
        """Bytes read from disk so far."""
        self.old_mac = False
        """Whether the lines end with CR alone, as they once did on Macintoshes."""
        self._raw = raw
        self._packed = packed
        self._digest = sha256()

    def __iter__(self) -> Iterator[str]:
        """Read on, line by line.

        Raises: InputError for a file that cannot be read, a broken archive, or a line beyond the limit.
        """
        for block in self.blocks():
            for line in block.each():
                self.number += 1
                yield line

    def blocks(self) -> Iterator[LineBlock]:
        """Read on in blocks of about 1 MiB, or of what has come in so far.

        Raises: InputError, behind the last line before it, for what `__iter__` raises it for.
        """
        before = 0
        with packed_errors(self.name), self._raw() as raw:
            for data, whole in self._pieces(raw):
                lines = data.count(b"\n") + (not data.endswith(b"\n"))
                if data:
                    yield LineBlock(data, before, lines)
                    before += lines
                if not whole:
                    place = f"{self.name}:{before + 1}"
                    raise InputError("E125 the line is longer than 8 MiB", place, "one dialog a line, no binary data")

    def place(self, number: int | None = None) -> str:
        """Name a line, by default the one that was read last, as errors do."""
        return f"{self.name}:{self.number if number is None else number}"

    @property
    def digest(self) -> bytes:
        """SHA-256 of the bytes so far, unpacked."""
        return self._digest.digest()

    def _pieces(self, raw: BinaryIO) -> Iterator[tuple[bytes, bool]]:
        """Give the bytes of some whole lines at a time; False where the next line is too long."""
        rest = b""
        for data in self._chunks(raw):
            end = data.find(b"\n") + 1
            if len(rest) + (end or len(data)) > LINE_LIMIT:
                yield b"", False
                return
            if not end:
                rest += data
                continue
            last = data.rfind(b"\n") + 1
            yield rest + data[:last], True
            rest = data[last:]
        if rest:
            yield rest, True

    def _chunks(self, raw: BinaryIO) -> Iterator[bytes]:
        """Give the bytes as they come, without a byte order mark, with lines that end with LF."""
        stream: Any = unpacked(raw, packed=self._packed)
        self.old_mac = self.size is not None and ends_with_cr(stream.peek(_PEEK)[:_PEEK])
        read = stream.read if self._packed else stream.read1  # which does not wait for a block to be full
        data = stream.read(len(BOM))
        while data:
            self._digest.update(data)
            bare = data.removeprefix(BOM) if not self.position else data
            self.position = raw.tell() if self._packed else self.position + len(data)
            yield bare.replace(b"\r", b"\n") if self.old_mac else bare
            data = read(BLOCK)


def ends_with_cr(beginning: bytes) -> bool:
    r"""Whether the lines of a text that begins like this end with CR alone; JSON has no such lines.

    >>> ends_with_cr(b"dialog,role,text\ra,bot,ho"), ends_with_cr(b"a,b\r\n"), ends_with_cr(b'{"a":\r1}')
    (True, False, False)
    """
    plain = beginning.removeprefix(BOM).lstrip()
    return b"\r" in beginning and b"\n" not in beginning and b"\0" not in beginning and plain[:1] not in (b"{", b"[")


@contextmanager
def packed_errors(name: str) -> Iterator[None]:
    """Say what keeps a file, or the archive that it is, from being read.

    Raises: InputError.
    """
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"E172 the archive is broken: {error}", name, "compress the file again") from error
    except OSError as error:
        raise InputError(f"E174 cannot be read: {error.strerror or error}", name) from error


def unpacked(raw: BinaryIO, *, packed: bool) -> BinaryIO:
    """Read through the archive that a file is, if it is one."""
    return cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw


def lines_of(file: Path) -> Lines:
    """Read the lines of one file.

    Raises: InputError when it is no regular file.
    """
    if not file.is_file():
        raise InputError(f"E173 {file} is no file", hint="give a text file")
    return Source(file, shown(file.name)).open()


def standard_input() -> Lines:
    """Read the lines that come in."""
    return Lines("standard input", lambda: sys.stdin.buffer)


def undecodable(text: str) -> bool:
    r"""Whether bytes that are no UTF-8 stand in the text.

    >>> undecodable(b"caf\xe9".decode("utf-8", errors="surrogateescape")), undecodable("café")
    (True, False)
    """
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
