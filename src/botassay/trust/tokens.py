"""A text becomes tokens, and a word its spellings and its pieces, for the linear classifier in `linear`.

Everything here is a pure function of its arguments, linear in the length of the text, and independent of the hash
seed. The training script in ``models/abuse`` reads texts through the same functions, so that training and scoring
cannot drift apart.
"""

import html
import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence

SEPARATOR = "\n"
"""The token that stands before the first text of a stream and after every text."""

LETTERS_READ = 64
"""How many characters of one word are looked at; the rest of a longer word is passed over."""

_TOKEN = re.compile(
    r"https?://\S+"  # an address: one token, and ignored
    r"|@\w+"  # a mention
    r"|\w+(?:['*@$!]{1,3}\w+)*[$*]*"  # a word, also "don't", "f*ck", "a$$"
    r"|[\"“”?!.,;:'\n]",  # marks that end a clause or open a quotation, and the separator
)
_SPACED = re.compile(r"([\n .*-])([^\W\d_](?:[ .*-][^\W\d_]){3,})\b")  # begins with few characters: fast to seek
_RUN = re.compile(r"(.)\1{2,}")
_TWIN = re.compile(r"(.)\1")
_LOOKALIKES = str.maketrans("013457@$!|", "oieastasil")
_MASKS = "*@$!'"
_PIECE_LENGTHS = (3, 4, 5)


def stream(texts: Sequence[str]) -> list[str]:
    """Give the tokens of all texts in one list, a separator before the first text and after each.

    Character references ("&amp;") are resolved, letters lowered, spelt-out words ("i d i o t") joined.
    """
    lines = [(html.unescape(text) if "&" in text else text).replace(SEPARATOR, " ") for text in texts]
    blob = SEPARATOR.join(["", *lines, ""]).lower().replace("’", "'")
    return _TOKEN.findall(_SPACED.sub(_join, blob))


def _join(spaced: re.Match[str]) -> str:
    return spaced[1] + "".join(filter(str.isalpha, spaced[2]))


def is_ignored(word: str) -> bool:
    """Say whether a token is no word of the language: an address, a mention, or the retweet mark."""
    return word.startswith(("@", "http://", "https://")) or word == "rt"


def plain_spellings(word: str) -> Iterator[str]:
    """Give other ways to write a word that change nothing about it: "sooooo" as "soo" and "so", "42" as "0"."""
    if word.isdecimal():
        yield "0"
    bare = word.strip(_MASKS)
    if not bare.isascii():
        decomposed = unicodedata.normalize("NFKD", bare)
        bare = "".join(mark for mark in decomposed if not unicodedata.combining(mark))
    if bare != word:
        yield bare
    if _RUN.search(bare):
        yield _RUN.sub(r"\1\1", bare)
        yield _RUN.sub(r"\1", bare)
    if "'" in bare:
        yield bare.removesuffix("'s")
        yield bare.replace("'", "")


def disguised_spellings(word: str) -> Iterator[str]:
    """Give the words that a disguise may hide: "1d10t", "f*ck", "idoit"; only abusive words are looked for there."""
    if word.startswith("@"):  # "@sshole", but of a mention no more than that
        yield f"a{word[1:]}"
        return
    if word.isdecimal() or word.startswith("http"):
        return
    shown = _RUN.sub(r"\1", word.translate(_LOOKALIKES).strip(_MASKS))
    yield shown
    if "*" in shown:
        yield from (shown.replace("*", vowel) for vowel in "uiaeo")
    elif len(shown) >= len("idoit"):
        yield from (shown[:i] + shown[i + 1] + shown[i] + shown[i + 2 :] for i in range(1, len(shown) - 1))
        yield _TWIN.sub(r"\1", shown)
        yield shown.replace("oo", "u")


def pieces(word: str, buckets: int) -> list[int]:
    """Give the hashed character 3- to 5-grams of one word, its ends marked, in a fixed order.

    `buckets` is a power of two. CRC-32 is used since `hash()` changes from one process to the next.
    """
    marked = b"<%b>" % word[:LETTERS_READ].encode("utf-8", "replace")
    return [
        zlib.crc32(marked[start : start + length]) & (buckets - 1)
        for length in _PIECE_LENGTHS
        for start in range(len(marked) - length + 1)
    ]
