"""The lines of a file, in blocks or one by one, before they are parsed."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import StringIO
from itertools import chain
from typing import Any, BinaryIO, Final, Literal, NamedTuple, TypeAlias, cast

from botassay.core.errors import InputError
from botassay.io.missing import unread

Packing: TypeAlias = Literal["", ".gz", ".zst", ".parquet"]
PACKINGS: Final[tuple[Packing, ...]] = (".gz", ".zst", ".parquet")
"""What lines may be packed in, by the ending of the file."""
LINE_LIMIT: Final = 8 * 2**20
"""Bytes in one line; a longer one is not a dialog."""
FIELD_LIMIT: Final = 2**20
"""Bytes in one cell of a table."""
ROW_LINES: Final = 1000
"""Lines in one row of a table; more, and a quote was never closed."""
BOM: Final = b"\xef\xbb\xbf"
BLOCK: Final = 2**20
"""Bytes that are read at a time, unless others are asked for."""
_PEEK: Final = 4096
"""Bytes that tell how lines end."""


class LineBlock(NamedTuple):
    """Some whole lines."""

    data: bytes
    """The last line of a file may lack its end."""
    before: int
    """How many lines stand before it."""
    lines: int

    def each(self) -> Iterator[str]:
        """Return the lines with their ends; bytes that are not UTF-8 become lone surrogates."""
        return iter(StringIO(self.data.decode("utf-8", "surrogateescape"), newline="\n"))


class FileLines:
    """The lines of one file while it is read, in blocks or one by one; to be read once.

    Bytes that are not UTF-8 become lone surrogates, so that a reader can name the bad line.
    """

    def __init__(
        self, name: str, raw: Callable[[], BinaryIO], *, packed: Packing = "", size: int | None = None
    ) -> None:
        self.name = name
        self.size = size
        """Bytes on disk, where that is known."""
        self.number = 0
        """Lines so far that were read one by one."""
        self.offset: int | None = None
        """At which byte of the text the line begins that was read last, one by one; None where that is unknown."""
        self.position = 0
        """Bytes read from disk so far."""
        self.old_mac = False
        """Whether the lines end with CR alone, as they once did on Macintoshes."""
        self.packed = packed
        """What its lines are packed in."""
        self.raw = raw
        """Opens the file."""
        self.begin = 0
        """At which byte of the text the first line begins."""
        self.marked = False
        """Whether a byte order mark stood before the text."""
        self._ahead: Iterator[LineBlock] | None = None
        self.headless = False
        """Whether they begin below the first line of the file, where a table has its header."""
        self.digested = True
        """Whether bytes are digested while they are read."""
        self._digest = sha256()

    def __iter__(self) -> Iterator[str]:
        """Read on, line by line.

        Raises: InputError for a file that cannot be read, a broken archive, or a line beyond the limit.
        """
        at: int | None = None
        for block in self.blocks():
            at = self.begin if at is None else at
            plain = block.data.isascii()
            for line in block.each():
                self.number += 1
                self.offset = at
                yield line
                at += len(line) if plain else len(line.encode("utf-8", "surrogateescape"))
                at += len(BOM) if self.number == 1 and self.marked else 0

    def texts(self) -> Iterator[str]:
        """Return the lines without their ends.

        Raises: InputError for a line that is not UTF-8.
        """
        for line in self:
            if undecodable(line):
                raise InputError("E111 the line is not UTF-8", self.place(), "save the file as UTF-8")
            yield line.rstrip("\r\n")

    def blocks(self, size: int | None = None) -> Iterator[LineBlock]:
        """Read on in blocks of about so many bytes, or of what has come in so far.

        Raises: InputError, behind the last line before it, for what `__iter__` raises it for.
        """
        if self._ahead is not None:
            yield from self._ahead
            return
        before = 0
        with packed_errors(self.name), self.raw() as raw:
            for data, whole in self._pieces(raw, size or BLOCK):
                lines = data.count(b"\n") + (not data.endswith(b"\n"))
                if data:
                    yield LineBlock(data, before, lines)
                    before += lines
                if not whole:
                    place = f"{self.name}:{before + 1}"
                    raise InputError(
                        "E125 the line is longer than 8 MiB", place, "write one record per line, without binary data"
                    )

    def first(self) -> tuple[str, int]:
        """Read ahead to the first line that is not blank; give it, empty where there is none, and its number."""
        flow, seen = self.blocks(), list[LineBlock]()
        for block in flow:
            seen.append(block)
            for number, line in enumerate(block.each(), block.before + 1):
                if not line.isspace():
                    self._ahead = chain(seen, flow)
                    return line, number
        self._ahead = iter(seen)
        return "", 0

    def place(self, number: int | None = None) -> str:
        """Name a line, by default the one that was read last, as errors do."""
        return f"{self.name}:{self.number if number is None else number}"

    @property
    def digest(self) -> bytes:
        """SHA-256 of the bytes so far, unpacked."""
        return self._digest.digest()

    def _pieces(self, raw: BinaryIO, size: int) -> Iterator[tuple[bytes, bool]]:
        """Return the bytes of some whole lines at a time; False where the next line is too long."""
        begun: list[bytes] = []  # pieces of a line that has not ended: joined once, to save memory
        length = 0
        for data in self._chunks(raw, size):
            end = data.find(b"\n") + 1
            if length + (end or len(data)) > LINE_LIMIT:
                yield b"", False
                return
            if not end:
                begun.append(data)
                length += len(data)
                continue
            last = data.rfind(b"\n") + 1
            yield b"".join((*begun, data[:last])), True
            begun = [data[last:]]
            length = len(data) - last
        if length:
            yield b"".join(begun), True

    def _chunks(self, raw: BinaryIO, size: int) -> Iterator[bytes]:
        """Return the bytes as they come, without a byte order mark, with lines that end with LF."""
        stream: Any = unpacked(raw, packed=self.packed)
        self.old_mac = self.size is not None and ends_with_cr(stream.peek(_PEEK)[:_PEEK])
        data = stream.read(len(BOM))
        while data:
            if self.digested:
                self._digest.update(data)
            self.marked = self.marked or (not self.position and data == BOM)
            bare = data.removeprefix(BOM) if not self.position else data
            self.position = raw.tell() if self.packed else self.position + len(data)
            yield bare.replace(b"\r", b"\n") if self.old_mac else bare
            data = stream.read1(size)  # which neither waits for all of it, nor loses what comes before a broken end


def ends_with_cr(beginning: bytes) -> bool:
    r"""Whether the lines of a text that begins like this end with CR alone; JSON has no such lines.

    >>> ends_with_cr(b"dialog,role,text\ra,bot,ho"), ends_with_cr(b"a,b\r\n"), ends_with_cr(b'{"a":\r1}')
    (True, False, False)
    """
    plain = beginning.removeprefix(BOM).lstrip()
    return b"\r" in beginning and b"\n" not in beginning and b"\0" not in beginning and plain[:1] not in (b"{", b"[")


@contextmanager
def packed_errors(name: str) -> Iterator[None]:
    """Turn errors of reading a file, or an archive, into an InputError.

    Raises: InputError.
    """
    try:
        yield
    except InputError as error:  # of what a file is packed in
        raise error if error.where else InputError(error.what, name, error.hint) from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"E172 the archive is damaged: {error}", name, "compress the file again") from error
    except OSError as error:
        raise InputError(unread(error), name) from error


def packing_of(name: str) -> Packing:
    """Return what the lines of a file are packed in, by the end of its name."""
    return next((packing for packing in PACKINGS if name.endswith(packing)), "")


def unpacked(raw: BinaryIO, *, packed: Packing) -> BinaryIO:
    """Read through the archive that a file is, if it is one.

    Raises: ConfigurationError where the library for it is missing.
    """
    match packed:
        case ".gz":
            return cast("BinaryIO", gzip.GzipFile(fileobj=raw))
        case ".zst":
            from botassay.io.zstandard import frames  # most runs read none

            return frames(raw)
        case ".parquet":
            from botassay.io.parquet import rows_as_lines

            return rows_as_lines(raw, LINE_LIMIT)
        case _:
            return raw


def undecodable(text: str) -> bool:
    r"""Whether the text contains bytes that are not UTF-8.

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
