"""The envelope of a certificate: DSSE v1, the payload with signatures over its exact bytes.

Format: the pages `envelope.md` and `protocol.md` of secure-systems-lab/dsse.
"""

import json
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final, NoReturn, TypeVar

import msgspec

from botassay.core.errors import InputError

PAYLOAD_TYPE: Final = "application/vnd.in-toto+json"
LARGEST: Final = 4 * 2**20
"""Bytes of a certificate at most; its page may hold as many more."""
HINT: Final = "ask its signer for a copy; botassay sign makes one"
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUPS, _GROUP, _BITS = 5, 4, 5
_LOOKALIKES: Final = str.maketrans("OIL", "011")
T = TypeVar("T")


class EnvelopeSignature(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A signature, and the key that made it."""

    keyid: str
    """SHA-256 of the DER SubjectPublicKeyInfo, in hexadecimal digits."""
    sig: str
    """Base64."""
    public_key: str = ""
    """The DER SubjectPublicKeyInfo in base64: it shows that the bytes are intact, and makes nobody trust them."""


class Envelope(msgspec.Struct, frozen=True, rename="camel"):
    """A DSSE v1 envelope."""

    payload: str
    """Base64."""
    payload_type: str
    signatures: tuple[EnvelopeSignature, ...]

    def body(self, where: str) -> bytes:
        """Return the exact bytes of the payload.

        Raises: InputError where they are not base64.
        """
        return decoded(self.payload, "the payload", where)

    def encoded(self) -> bytes:
        """Return the file of this envelope; the same envelope gives the same bytes."""
        return msgspec.json.format(msgspec.json.encode(self, order="sorted"), indent=1) + b"\n"


def signed_bytes(body: bytes, payload_type: str = PAYLOAD_TYPE) -> bytes:
    """Return what a signature covers: the pre-authentication encoding of DSSE v1.

    >>> signed_bytes(b"hello world", "http://example.com/HelloWorld")
    b'DSSEv1 29 http://example.com/HelloWorld 11 hello world'
    """
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(body), body)


def read_envelope(data: bytes, where: str) -> Envelope:
    """Return the envelope that a file holds.

    Raises: InputError for one that is too large, cut off, has a key twice, or holds something else.
    """
    if len(data) > LARGEST:
        raise InputError(f"E126 a certificate has at most {LARGEST // 2**20} MiB", where, HINT)
    envelope = strict(data, Envelope, where)
    if envelope.payload_type != PAYLOAD_TYPE:
        raise _unlike(f"its payloadType is {envelope.payload_type[:80]!r}, not {PAYLOAD_TYPE!r}", where)
    if not envelope.signatures:
        raise _unlike("it has no signature", where)
    return envelope


def strict(data: bytes, kind: type[T], where: str) -> T:
    """Return what JSON holds, if it is of one kind and no object names a key twice.

    Raises: InputError.
    """

    def unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InputError(f"E123 the key {key[:80]!r} stands twice in an object", where, HINT)
            seen.add(key)
        return dict(pairs)

    try:
        value = msgspec.json.decode(data, type=kind)
        json.loads(data, object_pairs_hook=unique)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise _unlike(str(error)[:200], where) from error
    return value


def decoded(text: str, what: str, where: str) -> bytes:
    """Return the bytes that a base64 text stands for.

    Raises: InputError.
    """
    try:
        return b64decode(text, validate=True)
    except (Base64Error, ValueError) as error:
        raise _unlike(f"{what} is not base64", where) from error


def encoded(data: bytes) -> str:
    """Return bytes as base64."""
    return b64encode(data).decode()


def code_of(payload: bytes) -> str:
    """Return the code that is printed on a certificate: the first 100 bits of its SHA-256 in Crockford's base32.

    >>> code_of(b"")
    'WERC-8GMR-ZGE1-96QV-YK49'
    """
    bits = int.from_bytes(sha256(payload).digest()) >> (256 - _GROUPS * _GROUP * _BITS)
    letters = "".join(_ALPHABET[bits >> shift & 31] for shift in range((_GROUPS * _GROUP - 1) * _BITS, -1, -_BITS))
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def same_code(first: str, second: str) -> bool:
    """Return whether two codes are the same, however they are typed.

    >>> same_code("werc 8gmr zge1 96qv yk49", "WERC-8GMR-ZGE1-96QV-YK49"), same_code("O1L", "011"), same_code("A", "B")
    (True, True, False)
    """
    return _plain(first) == _plain(second)


def _plain(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum()).translate(_LOOKALIKES)


def refuse(what: str, where: str) -> NoReturn:
    """Refuse a file that is no certificate.

    Raises: InputError.
    """
    raise _unlike(what, where)


def _unlike(what: str, where: str) -> InputError:
    return InputError(f"E187 not a certificate that can be read: {what}", where, HINT)
