"""The probability of a phrasing in a grammar: the sum over all derivations (the inside probability)."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from botassay.identity.grammar.automaton import Symbols, symbols_of
from botassay.identity.grammar.bundled import as_typed
from botassay.identity.grammar.grammar import Alternative, Grammar, Reference
from botassay.identity.prompts import sentences
from botassay.identity.words import words
from botassay.plugins.protocols import AskLabel

_Ends = Mapping[int, float]
"""Possible ends of a rule in a text, with their probabilities."""


class _Choice(NamedTuple):
    """An alternative: its symbols, and its share of the rule's weight."""

    symbols: Symbols
    share: float


class PhrasingProbability:
    """Computes probabilities by a checked grammar, from one root; spelling and punctuation do not matter."""

    def __init__(self, grammar: Grammar, root: str) -> None:
        self._root = root
        self._choices = {name: _choices(rule.alternatives) for name, rule in grammar.rules.items()}
        self._firsts: dict[str, frozenset[str | None]] = {}
        for name in self._choices:
            self._first(name)

    def __call__(self, text: str) -> float:
        """Return the probability that a sentence of the grammar has the words of a text, in [0, 1]."""
        spelled = words(text)
        return self._ends(self._root, 0, spelled, {}).get(len(spelled), 0.0)

    def _ends(self, rule: str, start: int, spelled: tuple[str, ...], known: dict[tuple[str, int], _Ends]) -> _Ends:
        if (rule, start) in known:
            return known[rule, start]
        ends: dict[int, float] = {}
        for symbols, share in self._choices[rule]:
            here: dict[int, float] = {start: share}
            for symbol in symbols:
                here = self._step(here, symbol, spelled, known)
                if not here:
                    break
            for end, p in here.items():
                ends[end] = ends.get(end, 0.0) + p
        known[rule, start] = ends
        return ends

    def _step(
        self,
        here: Mapping[int, float],
        symbol: str | Reference,
        spelled: tuple[str, ...],
        known: dict[tuple[str, int], _Ends],
    ) -> dict[int, float]:
        there: dict[int, float] = {}
        for start, p in here.items():
            word = spelled[start] if start < len(spelled) else ""
            if not isinstance(symbol, Reference):
                if word == symbol:
                    there[start + 1] = there.get(start + 1, 0.0) + p
            elif not self._firsts[symbol.rule].isdisjoint((word, None)):
                for end, q in self._ends(symbol.rule, start, spelled, known).items():
                    there[end] = there.get(end, 0.0) + p * q
        return there

    def _first(self, rule: str) -> frozenset[str | None]:
        """Return the possible first words of a rule; None: it may be empty."""
        if rule not in self._firsts:
            ends: set[str | None] = set()
            for symbols, _ in self._choices[rule]:
                empty = True
                for symbol in symbols:
                    begins = self._first(symbol.rule) if isinstance(symbol, Reference) else frozenset((symbol,))
                    ends |= begins - {None}
                    if None not in begins:
                        empty = False
                        break
                ends |= {None} if empty else set()
            self._firsts[rule] = frozenset(ends)
        return self._firsts[rule]


@cache
def positive_probability() -> PhrasingProbability:
    """Return the probability of positives by the bundled grammar with its modifiers."""
    return PhrasingProbability(as_typed().below(AskLabel.POSITIVE.value), AskLabel.POSITIVE.value)


@cache
def plain_probabilities() -> Mapping[tuple[str, ...], float]:
    """Return the probabilities of the plain questions that the grammar covers, by their words."""
    probabilities = {words(text): positive_probability()(text) for text in sentences().plain}
    return {spelled: p for spelled, p in probabilities.items() if p}


def _choices(alternatives: tuple[Alternative, ...]) -> tuple[_Choice, ...]:
    whole = sum(alternative.weight for alternative in alternatives)
    return tuple(_Choice(symbols_of(alternative), alternative.weight / whole) for alternative in alternatives)
