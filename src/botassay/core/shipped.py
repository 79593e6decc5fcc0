"""Model files that come with the package, each compared with its checksum before it is used."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from botassay.core.errors import InternalError

CHECKSUMS: Final = "SHA256SUMS"
"""The file beside the model files that says what they have to be: `sha256sum` writes and checks it."""


def shipped(package: str, name: str) -> bytes:
    """Return the contents of a model file in the folder `data` of a package.

    Raises: InternalError where it is missing, truncated or another than the one that was shipped.
    """
    folder = files(package).joinpath("data")
    path = folder.joinpath(name)
    try:
        contents = path.read_bytes()
        listed = folder.joinpath(CHECKSUMS).read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "its checksums are unreadable"
        raise _damaged(f"a model file cannot be read: {reason}", path) from error
    known = dict(zip(listed[1::2], listed[::2], strict=False))
    if sha256(contents).hexdigest() != known.get(name):
        raise _damaged("a model file is damaged, or is not the one that was shipped", path)
    return contents


@cache
def checksum(package: str, name: str) -> str:
    """Return the SHA-256 of a model file, in hexadecimal digits.

    Raises: as `shipped`.
    """
    return sha256(shipped(package, name)).hexdigest()


def _damaged(what: str, path: object) -> InternalError:
    return InternalError(f"E197 {what}", str(path), "reinstall botassay")
