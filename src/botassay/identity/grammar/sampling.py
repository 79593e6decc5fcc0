"""Samples sentences of a grammar by its weights, several hundred thousand a second.

Sentences are sampled in batches. From the root down, each rule samples all alternatives that are needed of it; back up,
each alternative is put together from the texts of its rules, each used once, so that sentences are independent.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, islice, repeat
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from botassay.identity.grammar.grammar import Alternative, Grammar, Reference

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST: Final = 64
"""Size of the first batch; each further one is four times as large."""
_MOST: Final = 16_384
"""Maximum size of a batch."""
_SUPERFLUOUS: Final = re.compile(r"(?<=\n)[ ,.]+| (?=[ ?,.!\n])")
"""Spaces and punctuation at the beginning of a line; spaces before another, punctuation or the end."""


class _Choice(NamedTuple):
    """A rule: its alternatives, the rules that each refers to, and their cumulative weights without the last, 1."""

    alternatives: tuple[Alternative, ...]
    inner: tuple[tuple[str, ...], ...]
    limits: "NDArray[np.float64]"
    texts: tuple[str, ...]
    """The alternatives as texts, if none refers to a rule."""


class Sampler:
    """Samples sentences from a rule of a checked grammar.

    Args:
        grammar: checked by `Grammar.checked`.
        root: the start rule.
        seed: random seed.
    """

    def __init__(self, grammar: Grammar, root: str, seed: int) -> None:
        self._random = Random(f"{root}:{seed}")  # noqa: S311 - no secrets
        self._root = root
        self._choices = {name: _choice(grammar.rules[name].alternatives) for name in _ordered(grammar, root)}
        self._sentences = self._stream()

    def __call__(self) -> str:
        """Return the next sentence."""
        return next(self._sentences)

    def take(self, count: int) -> list[str]:
        """Return the next `count` sentences."""
        return list(islice(self._sentences, count))

    def _stream(self) -> Iterator[str]:
        size = _FIRST
        while True:
            yield from _tidied(self._batch(size))
            size = min(4 * size, _MOST)

    def _batch(self, size: int) -> list[str]:
        picked = self._picked(size)
        pieces: dict[str, Iterator[str]] = {}
        for name in reversed(self._choices):
            if name in picked:
                choice, numbers = self._choices[name], picked[name]
                if choice.texts:
                    pieces[name] = map(choice.texts.__getitem__, numbers)
                else:
                    ways = [_put_together(alternative, pieces) for alternative in choice.alternatives]
                    pieces[name] = map(next, map(ways.__getitem__, numbers))
        return list(pieces[self._root])

    def _picked(self, size: int) -> dict[str, list[int]]:
        """Return the indices of the sampled alternatives of each needed rule, in the order of their use."""
        import numpy as np

        needed = Counter({self._root: size})
        picked: dict[str, list[int]] = {}
        for name, choice in self._choices.items():
            if needed[name]:
                bits = np.frombuffer(self._random.randbytes(8 * needed[name]), "<u8") >> np.uint64(11)
                drawn = choice.limits.searchsorted(bits * 2.0**-53, side="right")
                if not choice.texts:
                    for inner, count in zip(choice.inner, np.bincount(drawn).tolist(), strict=False):
                        for rule in inner:
                            needed[rule] += count
                picked[name] = drawn.tolist()
        return picked


def _ordered(grammar: Grammar, root: str) -> list[str]:
    """Return the rules that can be reached from the root, each before those that it refers to."""
    done: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in done:
            for alternative in grammar.rules[name].alternatives:
                for to in alternative.references():
                    visit(to)
            done[name] = None

    visit(root)
    return list(reversed(done))


def _choice(alternatives: tuple[Alternative, ...]) -> _Choice:
    import numpy as np

    limits = np.array(list(accumulate(alternative.weight for alternative in alternatives)))
    inner = tuple(tuple(alternative.references()) for alternative in alternatives)
    texts = () if any(inner) else tuple(map(str, alternatives))
    # without the last limit, so that rounding cannot lead past the last alternative
    return _Choice(alternatives, inner, limits[:-1] / limits[-1], texts)


def _put_together(alternative: Alternative, pieces: dict[str, Iterator[str]]) -> Iterator[str]:
    """Return an iterator over the texts of an alternative, put together from those of its rules."""
    parts = [
        pieces.get(part.rule, repeat("")) if isinstance(part, Reference) else repeat(part) for part in alternative.parts
    ]
    if len(parts) == 1:
        return parts[0]
    return map("".join, zip(*parts, strict=False)) if parts else repeat("")


def _tidied(texts: list[str]) -> list[str]:
    """Return many sentences tidied as by `tidy`; a grammar has no line breaks."""
    return _SUPERFLUOUS.sub("", "\n".join(("", *texts, ""))).split("\n")[1:-1]


def tidy(text: str) -> str:
    """Return a text without repeated spaces and spaces before punctuation.

    >>> tidy("hey  {} , are you a robot ?".format(""))
    'hey, are you a robot?'
    """
    return _tidied([text])[0]
