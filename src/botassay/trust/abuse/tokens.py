"""A text becomes tokens, and a word its pieces, for the linear classifier in `linear`.

Everything here is a pure function of its arguments, linear in the length of the text, and independent of the hash
seed. The training script in ``models/abuse`` reads texts through the same functions, so that training and scoring
cannot drift apart.
"""

import html
import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from botassay.core.text.checksums import ngram_checksums

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
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")  # as `html.unescape` sees it
_PIECE_LENGTHS = (3, 4, 5)

Ints = NDArray[np.int64]


def stream(texts: Sequence[str]) -> list[str]:
    """Give the tokens of all texts in one list, a separator before the first text and after each.

    Character references ("&amp;") are resolved, letters lowered, spelt-out words ("i d i o t") joined.
    """
    return tokens(_prepared(texts))


def chunks(texts: Sequence[str]) -> list[str]:
    """Give what spaces set apart in all texts, and the separators: the tokens of the chunks are those of `stream`."""
    return _prepared(texts).replace(SEPARATOR, f" {SEPARATOR} ").split(" ")


def tokens(chunk: str) -> list[str]:
    """Give the tokens of a part of a text; none goes on behind a space."""
    return _TOKEN.findall(chunk)


def _prepared(texts: Sequence[str]) -> str:
    blob = SEPARATOR.join(["", *[text.replace(SEPARATOR, " ") for text in texts], ""])
    if "&" in blob:
        blob = _REFERENCE.sub(lambda reference: _resolved(reference[0]), blob)
    return _SPACED.sub(_join, blob.lower().replace("’", "'"))


@lru_cache(1024)
def _resolved(reference: str) -> str:
    return html.unescape(reference).replace(SEPARATOR, " ")


def _join(spaced: re.Match[str]) -> str:
    return spaced[1] + "".join(filter(str.isalpha, spaced[2]))


def is_ignored(word: str) -> bool:
    """Say whether a token is no word of the language: an address, a mention, or the retweet mark."""
    return word.startswith(("@", "http://", "https://")) or word == "rt"


def pieces(word: str, buckets: int) -> list[int]:
    """Give the hashed character 3- to 5-grams of one word, its ends marked, in a fixed order."""
    return [int(piece) for piece in pieces_of([word], buckets)[1]]


def pieces_of(words: Sequence[str], buckets: int) -> tuple[Ints, Ints]:
    """Give the pieces of many words, and the number of the word of each; those of one word are in a fixed order.

    `buckets` is a power of two. CRC-32 is used since `hash()` changes from one process to the next.
    """
    marked = [b"<%b>" % word[:LETTERS_READ].encode("utf-8", "replace") for word in words]
    found = list(ngram_checksums(marked, _PIECE_LENGTHS))
    hashed = np.concatenate([each.sums for each in found]) & (buckets - 1)
    return np.concatenate([each.homes for each in found]), hashed.astype(np.int64)
