"""Zstandard, from Python or from the package that brings it to versions before 3.14."""

from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, Any, BinaryIO

from botassay.core.errors import ConfigurationError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


def zstandard() -> Any:
    """Return the module.

    Raises: ConfigurationError, with the command that installs it.
    """
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        try:
            from backports import zstd  # type: ignore[import-not-found,unused-ignore]
        except ImportError as error:
            hint = 'pip install "botassay[zstd]"'
            raise ConfigurationError("Zstandard takes backports.zstd, which is not installed", hint=hint) from error
    return zstd


class _Frames(RawIOBase):
    """The bytes in the frames of an archive, unpacked as they are asked for.

    A frame that wants a window of more than 128 MiB is refused.
    """

    def __init__(self, raw: BinaryIO) -> None:
        self._zstd = zstandard()
        self._file = self._zstd.ZstdFile(raw)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        try:
            count: int = self._file.readinto(buffer)
        except self._zstd.ZstdError as error:
            raise EOFError(str(error)) from error
        return count


def frames(raw: BinaryIO) -> BufferedReader:
    """Read through an archive.

    Raises: ConfigurationError where the package is missing; while it is read, EOFError for a damaged archive.
    """
    return BufferedReader(_Frames(raw))
