"""Ids of conversations and users: random, of a shape that the bot takes, and without a hint at what is tested."""

from hashlib import blake2b
from uuid import UUID, uuid4

from botassay.http.description import IdShape

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_id(shape: IdShape = "uuid") -> str:
    """Return a new id.

    >>> len(new_id("hex")), len(new_id("digits")), len(new_id("ulid")), len(new_id())
    (32, 12, 26, 36)
    """
    return _shaped(uuid4(), shape)


def user_id(user: str, shape: IdShape = "uuid") -> str:
    """Return the id of a user: always the same for the same user.

    >>> user_id("0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b")
    '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b'
    >>> user_id("Ann", "digits") == user_id("Ann", "digits") != user_id("Bob", "digits")
    True
    """
    if shape == "uuid":
        return user
    return _shaped(UUID(bytes=blake2b(user.encode("utf-8", "replace"), digest_size=16).digest(), version=4), shape)


def _shaped(number: UUID, shape: IdShape) -> str:
    if shape == "uuid":
        return str(number)
    if shape == "hex":
        return number.hex
    if shape == "digits":  # the first is no zero, which some bots would drop
        return str(10**11 + number.int % (9 * 10**11))
    return _ulid(number.int >> 2)


def _ulid(bits: int) -> str:
    """Return a ULID; its time is random, too, as that of a user's device may be."""
    digits = [_CROCKFORD[bits >> (5 * place) & 31] for place in reversed(range(26))]
    return "01" + "".join(digits[2:])
