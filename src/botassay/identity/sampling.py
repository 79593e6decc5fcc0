"""Sentences drawn from a grammar, each as likely as its weights say: some hundred thousand a second."""

from collections.abc import Callable, Iterator
from itertools import accumulate
from random import Random
from typing import Final

from botassay.identity.grammar import Alternative, Grammar, Reference

Draw = Callable[[], str]

_POOL: Final = 512
"""Alternatives drawn at a time."""
_CLOSERS: Final = tuple(f" {mark}" for mark in "?,.!")


class Sampler:
    """Draws sentences from one rule of a checked grammar.

    Args:
        grammar: finite; `Grammar.checked` says so.
        root: the rule that sentences start from.
        seed: makes all draws.
    """

    def __init__(self, grammar: Grammar, root: str, seed: int) -> None:
        self._grammar = grammar
        self._random = Random(f"{root}:{seed}")  # noqa: S311 - no secrets
        self._made: dict[str, Draw] = {}
        self._draw = self._drawer(root)

    def __call__(self) -> str:
        """Draw a sentence."""
        return tidy(self._draw())

    def _drawer(self, name: str) -> Draw:
        if name not in self._made:
            rule = self._grammar.rules[name]
            self._made[name] = self._chooser([self._spoken(one) for one in rule.alternatives], rule.alternatives)
        return self._made[name]

    def _spoken(self, alternative: Alternative) -> "str | tuple[str | Draw, ...]":
        if not any(alternative.references()):
            return "".join(part for part in alternative.parts if isinstance(part, str))
        return tuple(self._drawer(p.rule) if isinstance(p, Reference) else p for p in alternative.parts)

    def _chooser(self, spoken: "list[str | tuple[str | Draw, ...]]", among: tuple[Alternative, ...]) -> Draw:
        limits = list(accumulate(one.weight for one in among))
        follow = self._pools(spoken, limits).__next__

        def draw() -> str:
            chosen = follow()
            if isinstance(chosen, str):
                return chosen
            return "".join([part if isinstance(part, str) else part() for part in chosen])

        return draw

    def _pools(
        self, spoken: "list[str | tuple[str | Draw, ...]]", limits: list[float]
    ) -> "Iterator[str | tuple[str | Draw, ...]]":
        while True:
            yield from self._random.choices(spoken, cum_weights=limits, k=_POOL)


def tidy(text: str) -> str:
    """Take out blanks that stand twice, or before a mark.

    >>> tidy("hey  {} , are you a robot ?".format(""))
    'hey, are you a robot?'
    """
    joined = " ".join(text.split())
    for mark in _CLOSERS:
        if mark in joined:
            joined = joined.replace(mark, mark[1])
    return joined.lstrip(",. ")
