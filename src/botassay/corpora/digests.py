"""Digests of files: of a large one over the digests of its leaves, so that parts of it can be digested apart."""

from collections.abc import Iterator
from hashlib import sha256
from typing import BinaryIO, Final

from botassay.io.lines import BLOCK, FileLines, packed_errors
from botassay.io.sources import SourceFile

LEAF: Final = 16 * 2**20
"""Bytes of a leaf; a file of one leaf is digested as it is."""


def has_leaves(source: SourceFile) -> bool:
    """Whether a file is digested by leaves: it is no archive, and larger than one."""
    return not source.packed and source.size > LEAF


def leaves_between(source: SourceFile, begin: int, end: int | None) -> Iterator[bytes]:
    """Yield the SHA-256 of each leaf of a file that begins in a range of bytes.

    Raises: InputError for a file that cannot be read, or was changed.
    """
    first = -(-begin // LEAF) * LEAF
    with packed_errors(str(source.path)), source.raw() as raw:
        for start in range(first, source.size if end is None else end, LEAF):
            raw.seek(start)
            yield _digest_of(raw, LEAF)


def _digest_of(raw: BinaryIO, size: int) -> bytes:
    """Return the digest of so many bytes from where a file stands, without holding them all."""
    digest = sha256()
    while size and (data := raw.read(min(size, BLOCK))):
        digest.update(data)
        size -= len(data)
    return digest.digest()


def content_digest(source: SourceFile, lines: FileLines) -> bytes:
    """Return the digest of a file that was read to its end."""
    return sha256(b"".join(leaves_between(source, 0, None))).digest() if has_leaves(source) else lines.digest
