"""The JSON members of a zip archive, each as a line; nothing is written to disk."""

import zipfile
import zlib
from array import array
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from botassay.core.errors import ConfigurationError, InputError
from botassay.io.lines import FileLines, LineBlock
from botassay.io.missing import unread
from botassay.io.zstandard import zstandard

ZIP: Final = b"PK\x03\x04"
LOG: Final = ".eval"
"""The ending of archives that are read; no other archive is."""
_MEMBERS: Final = 100_000
_UNPACKED: Final = 2 * 2**30
_RATIO: Final = 200
_SMALL: Final = 2**20
"""Bytes up to which an archive may unpack to any size: short texts repeat themselves."""
_MEMBER: Final = 128 * 2**20
"""Bytes of a member, which is held in memory."""
_ZSTANDARD: Final = 93
_ENCRYPTED: Final = 1
_PIECE: Final = 2**20
_HEADER: Final = 30


class ZipMembers(FileLines):
    """The `.json` members of a zip archive that a log of Inspect is: `header.json` first, then the samples.

    Of several members with the same name the last one counts. The numbers of such lines are ordinals; `place` knows the
    names of the members.
    """

    def blocks(self, size: int | None = None) -> Iterator[LineBlock]:
        """Read on, a member at a time.

        Raises: InputError for an archive that is damaged (E172), too large (E126) or of an unknown kind (E170).
        """
        del size
        self._names: list[str] = []
        self._ends = array("Q")
        try:
            with self.raw() as raw, zipfile.ZipFile(raw) as archive:
                for info in self._members(archive):
                    data = self._unpacked(archive, raw, info)
                    self._names.append(info.filename)
                    self._digest.update(info.filename.encode("utf-8", "surrogateescape") + b"\0" + data)
                    self.position = min(self.position + info.compress_size, self.size or 0)
                    line = data.replace(b"\n", b" ").replace(b"\r", b" ") + b"\n"
                    yield LineBlock(line, len(self._names) - 1, 1)
        except InputError:
            raise
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OverflowError) as error:
            raise InputError(f"E172 the archive is damaged: {error}", self.name, "copy the file again") from error
        except OSError as error:
            raise InputError(unread(error), self.name) from error

    def _members(self, archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
        """Return the members to read, after a look at all sizes."""
        listed = archive.infolist()
        unpacked, packed = sum(info.file_size for info in listed), sum(info.compress_size for info in listed)
        if len(listed) > _MEMBERS:
            raise InputError("E126 the archive has more than 100,000 members", self.name, "split the log")
        if unpacked > _UNPACKED:
            raise InputError("E126 the archive unpacks to more than 2 GiB", self.name, "split the log")
        if unpacked > max(_SMALL, _RATIO * packed):
            raise InputError(
                "E126 the archive unpacks to more than 200 times its size", self.name, "check where it is from"
            )
        last = {info.filename: info for info in listed}
        samples = [info for name, info in last.items() if name.startswith("samples/") and name.endswith(".json")]
        head = last.get("header.json") or last.get("_journal/start.json")  # which a log that was broken off has
        return ([head] if head else []) + samples

    def _unpacked(self, archive: zipfile.ZipFile, raw: BinaryIO, info: zipfile.ZipInfo) -> bytes:
        """Return the bytes of a member, as many as its entry promises at most."""
        where = f"{self.name}: {info.filename}"
        if info.file_size > _MEMBER:
            raise InputError("E126 the member is larger than 128 MiB", where, "split the log")
        if info.flag_bits & _ENCRYPTED:
            raise InputError("E170 the member is encrypted", where, "unpack it with its password and pack it again")
        if info.compress_type == _ZSTANDARD:
            return self._from_zstandard(raw, info, where)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            what = f"E170 the member has the unsupported compression {info.compress_type}"
            raise InputError(what, where, "pack it again with deflate")
        with archive.open(info) as stream:
            data = stream.read(info.file_size + 1)
        if len(data) != info.file_size:
            raise InputError("E172 the archive is damaged: a member has another size than listed", where)
        return data

    def _from_zstandard(self, raw: BinaryIO, info: zipfile.ZipInfo, where: str) -> bytes:
        raw.seek(info.header_offset)
        header = raw.read(_HEADER)
        if len(header) < _HEADER or not header.startswith(ZIP):
            raise InputError("E172 the archive is damaged: a member has no header", where)
        raw.seek(int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little"), 1)
        zstd = _zstandard(where)
        decompressor = zstd.ZstdDecompressor()
        packed, parts, length = info.compress_size, list[bytes](), 0
        try:
            data = raw.read(min(packed, _MEMBER))
            while data or parts == []:
                parts.append(decompressor.decompress(data, max_length=info.file_size + 1 - length))
                length += len(parts[-1])
                if length > info.file_size:
                    break
                data = decompressor.unused_data if decompressor.eof else b""
                decompressor = zstd.ZstdDecompressor() if data else decompressor
        except zstd.ZstdError as error:
            raise InputError(f"E172 the archive is damaged: {error}", where, "copy the file again") from error
        whole = b"".join(parts)
        if length != info.file_size or zlib.crc32(whole) != info.CRC:
            raise InputError(
                "E172 the archive is damaged: a member is not what was listed", where, "copy the file again"
            )
        return whole

    def place(self, number: int | None = None) -> str:
        """Name a member."""
        ordinal = self.number if number is None else number
        names = getattr(self, "_names", [])
        return f"{self.name}: {names[ordinal - 1]}" if 0 < ordinal <= len(names) else self.name


def _zstandard(where: str) -> Any:
    try:
        return zstandard()
    except ConfigurationError as error:
        hint = f"{error.hint}; or write the log again with inspect log convert --to json"
        raise InputError("E170 the member is compressed with Zstandard", where, hint) from None
