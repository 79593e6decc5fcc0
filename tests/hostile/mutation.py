"""Damage to sound files, by a seed: bytes are changed, cut out, put in, doubled; and the file is cut off."""

from random import Random
from typing import Final

PIECES: Final = (
    b"\0",
    b"\r",
    b"\n",
    b'"',
    b"'",
    b",",
    b";",
    b"\t",
    b"[",
    b"]",
    b"{",
    b"}",
    b":",
    b"\xff",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"\\u0000",
    b"null",
    b"NaN",
    b"1e999",
    b"-1",
    b"9" * 400,
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b"\\",
    b"1 ",
    b"true",
    b"{}",
    b"[]",
    b'"id"',
    b"=1",
    b"[[" * 600,
    b"99999999999",
    b" * ",
    b"&a ",
    b"*a",
    b"!!x ",
    b"- " * 60,
    b"${X}",
    b"#",
    b"%s",
)
"""What is put in: marks of the formats, and what is hard to read."""


def damaged(data: bytes, random: Random) -> bytes:
    """Damage a file in one to four places."""
    made = bytearray(data)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(made) + 1)
        end = min(len(made), at + random.randint(1, 12))
        match random.randrange(6):
            case 0:
                made[at:end] = bytes(random.randrange(256) for _ in range(end - at))
            case 1:
                del made[at:end]
            case 2:
                made[at:at] = random.choice(PIECES)
            case 3:
                del made[at:]
            case 4:
                made[at:at] = made[at:end] * 3
            case _:
                made[at:end] = random.choice(PIECES)
    return bytes(made)
