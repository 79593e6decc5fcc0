"""How often a word occurs in general English, by wordfreq."""

from functools import cache, lru_cache
from typing import Final

COMMON_WORDS: Final = 2000
_REMEMBERED: Final = 1 << 15
"""Words: without a bound the names in a large corpus would fill the memory."""


@cache
def common_words() -> frozenset[str]:
    """The 2,000 most frequent words of general English (wordfreq)."""
    from wordfreq import top_n_list  # a fifth of a second to import: only where it is needed

    return frozenset(top_n_list("en", COMMON_WORDS))


@lru_cache(maxsize=_REMEMBERED)
def frequency(word: str) -> float:
    """Give how often a word occurs in general English, as a share of all words (wordfreq)."""
    from wordfreq import word_frequency

    return word_frequency(word, "en")
