"""Phrasings that the grammar does not cover, with the most similar rule."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from botassay.identity.documents import GrammarGap, IdentityUncovered
from botassay.identity.grammar.bundled import automaton, bundled
from botassay.identity.grammar.grammar import Alternative
from botassay.identity.recognisers.features import KINDS, with_kinds
from botassay.identity.words import words
from botassay.plugins.protocols import AskLabel, LabelledText

_STANDS_FOR: Final = {
    "a-machine": ("a", "MACHINE"), "a-person": ("a", "PERSON"), "thing": ("a", "MACHINE"), "a": ("a",),
}  # fmt: skip


def coverage_gaps(examples: Sequence[LabelledText]) -> IdentityUncovered:
    """Return the phrasings that the bundled grammar misses or labels otherwise, those most similar to a rule first.

    Negatives are gaps only if the grammar labels them otherwise.
    """
    rules = {label: NearestRule(label) for label in AskLabel}
    gaps = []
    for text, label in examples:
        roots = automaton().roots(words(text))
        by_grammar = next((known.value for known in AskLabel if known.value in roots), None)
        if by_grammar != label and not (by_grammar is None and label is AskLabel.NEGATIVE):
            gaps.append(rules[label].gap(text, by_grammar))
    gaps.sort(key=lambda gap: (-gap.similarity, gap.text))
    return IdentityUncovered(n=len(examples), gaps=tuple(gaps))


class NearestRule:
    """Finds the most similar rule of the bundled grammar for texts of one label."""

    def __init__(self, label: AskLabel) -> None:
        self._label = label
        self._rules = [
            (rule.name, alternative, grams)
            for rule in bundled().below(label.value).rules.values()
            for alternative in rule.alternatives
            if len(grams := _grams(_spelled(alternative))) > 1
        ]

    def gap(self, text: str, by_grammar: str | None) -> GrammarGap:
        """Return the most similar alternative of a rule, by the share of common words and word pairs."""
        own = _grams(with_kinds(words(text)))
        rule, alternative, grams = max(self._rules, key=lambda row: len(own & row[2]) / len(own | row[2]))
        return GrammarGap(
            text=text,
            label=self._label.value,
            by_grammar=by_grammar,
            rule=rule,
            where=alternative.where,
            alternative=str(alternative),
            similarity=round(len(own & grams) / len(own | grams), 9),
        )


def _spelled(alternative: Alternative) -> list[str]:
    spelled: list[str] = []
    for part in alternative.parts:
        if isinstance(part, str):
            spelled += with_kinds(words(part))
        elif part.rule in KINDS:
            spelled.append(KINDS[part.rule])
        else:
            spelled += _STANDS_FOR.get(part.rule, ())
    return spelled


def _grams(spelled: Iterable[str]) -> frozenset[str]:
    row = [word for word in spelled if word != "?"]
    return frozenset(row) | {f"{word} {following}" for word, following in pairwise(row)}
