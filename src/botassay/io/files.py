"""Existing files, and files written as a whole or not at all."""

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from botassay.core.errors import BotassayError, InputError, OutputError
from botassay.io.missing import MISSING, instead_of

try:
    import fcntl
except ImportError:  # not on Windows, where lines that are written at once must do
    fcntl = None  # type: ignore[assignment]


_ELSEWHERE: Final = "name another place, as with -o or --out"
_ADVICE: Final = {
    errno.EACCES: f"you have no permission to write there: {_ELSEWHERE}",
    errno.EPERM: f"you have no permission to write there: {_ELSEWHERE}",
    errno.EROFS: _ELSEWHERE,
    errno.ENOENT: f"the folder cannot be made: {_ELSEWHERE}",
    errno.ENOTDIR: f"a parent folder is a file: {_ELSEWHERE}",
    errno.EEXIST: f"a parent folder is a file: {_ELSEWHERE}",
    errno.EISDIR: "a folder has this name: name a file in it",
    errno.ENAMETOOLONG: "shorten the name",
    errno.ENOSPC: "free some space, and repeat the command",
    errno.EDQUOT: "free some space, and repeat the command",
}
"""What to do where the system refuses to write."""


def unwritten(error: OSError, place: Path) -> OutputError:
    """Return the error for a file that the system refuses to write, with what to do about it."""
    return OutputError(f"cannot write: {error.strerror or error}", str(place), _ADVICE.get(error.errno or 0))


def existing(path: str | Path) -> Path:
    """Return the path of a file or folder that is to be read.

    Raises: InputError for a missing file.
    """
    if not Path(path).exists():
        raise InputError(MISSING, str(path), instead_of(Path(path), "check the path"))
    return Path(path)


def save(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file as a whole or not at all; missing folders are made, and a link is written through.

    Args:
        path: where.
        data: all of it, or piece by piece.

    Raises: OutputError when that is impossible; what stood there before stays.
    """
    place = Path(os.path.realpath(path))  # of links that lead to each other the first
    draft = place.with_name(f".{place.name}.{os.getpid()}.draft")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            with draft.open("xb") as file:
                file.writelines([data] if isinstance(data, bytes) else data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(place)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        if isinstance(error, BotassayError):  # of whoever makes the pieces
            raise
        raise unwritten(error, path) from error


def append(path: Path, lines: bytes) -> None:
    """Add lines to the end of a file, under a lock, and wait until they are on disk; what is there is never changed.

    Args:
        path: the file; it and its folder are made where they are missing.
        lines: each with its line break.

    Raises: OutputError when it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 1))
            ended = file.read(1) in (b"", b"\n")
            file.write((b"" if ended else b"\n") + lines)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise unwritten(error, path) from error
