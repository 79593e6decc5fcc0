"""What to change in the data: which intents are confused, by which phrases, and what to do about it in plain words."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from statistics import fmean
from typing import Final

from botassay.intents.documents import ConfusedPair, ConfusedPhrase, SmallIntent, SwallowingIntent, Verdict
from botassay.intents.evaluation import SplitTrial
from botassay.intents.phrases import Phrase
from botassay.intents.splits import SplitSetting, sizes

ACCEPTABLE: Final = 0.05
"""A pair that is confused no more than that is left alone."""
SETTING: Final = SplitSetting(p=0.15)
"""The one from which the paper takes its pairs."""
SUPPORT: Final = 3
"""Tests of each intent of a pair, over all repeats; with fewer there is nothing to say."""
ENOUGH: Final = 10
"""Phrases that an intent should have before anything else is tried."""
_MUTUAL: Final = 0.2
_FEW: Final = 5
_TWINS: Final = 0.9
_SWALLOWED: Final = 3


@dataclass(frozen=True, slots=True)
class RankedPair:
    """How much two intents are confused."""

    a: str
    b: str
    score: float
    """(C_ab + C_ba) / (n_a + n_b), in [0, 1]."""
    count: int
    """C_ab + C_ba."""


def rank(
    confused: Mapping[tuple[str, str], int], tested: Mapping[str, int], support: int = SUPPORT
) -> list[RankedPair]:
    """Rank pairs of intents by how much they are confused; ties go by count, then by name.

    Args:
        confused: (truth, best guess) -> how often; whatever the confidence; no negative examples.
        tested: intent -> how many tests it had.
        support: how many tests each of the two needs.

    >>> rank({("a", "b"): 10, ("b", "a"): 4, ("a", "a"): 40}, {"a": 50, "b": 30})
    [RankedPair(a='a', b='b', score=0.175, count=14)]
    """
    counts = Counter[tuple[str, str]]()
    for (truth, guess), n in confused.items():
        if truth != guess and min(tested.get(truth, 0), tested.get(guess, 0)) >= support:
            counts[min(truth, guess), max(truth, guess)] += n
    ranked = [RankedPair(a, b, n / (tested[a] + tested[b]), n) for (a, b), n in counts.items() if n]
    return sorted(ranked, key=lambda pair: (-pair.score, -pair.count, pair.a, pair.b))


class ConfusionMatrix:
    """Which best guesses phrases got, summed over trials; negative examples are left out."""

    def __init__(self, phrases: Sequence[Phrase], done: Iterable[SplitTrial]) -> None:
        self.phrases = phrases
        self.size = sizes([phrase.intent for phrase in phrases])
        self.tested = Counter[str]()
        self.confused = Counter[tuple[str, str]]()
        self.of_phrase: dict[int, int] = Counter()
        self.found: dict[tuple[int, str], list[float]] = defaultdict(list)
        """(phrase, best guess) -> the confidences."""
        for trial in done:
            for place, truth, guess, confidence in trial.judged:
                if truth is not None:
                    self.tested[truth] += 1
                    self.of_phrase[place] += 1
                    if guess is not None:
                        self.confused[truth, guess] += 1
                        self.found[place, guess].append(confidence)

    def examples(self) -> list[ConfusedPhrase]:
        """Give every phrase with every other intent that it was taken for, the most confused first."""
        examples = [
            self._example(place, guess, values)
            for (place, guess), values in self.found.items()
            if guess != self.phrases[place].intent
        ]
        return sorted(examples, key=lambda example: (-example.times, -example.confidence, example.text, example.guess))

    def _example(self, place: int, guess: str, values: Sequence[float]) -> ConfusedPhrase:
        phrase = self.phrases[place]
        return ConfusedPhrase(
            text=phrase.text,
            truth=str(phrase.intent),
            guess=guess,
            times=len(values),
            tested=self.of_phrase[place],
            confidence=round(fmean(values), 6),
            where=phrase.where,
        )


def pairs(matrix: ConfusionMatrix) -> tuple[ConfusedPair, ...]:
    """Rank the pairs of a matrix, each with its phrases and a verdict."""
    by_pair: dict[tuple[str, str], list[ConfusedPhrase]] = defaultdict(list)
    for example in matrix.examples():
        by_pair[min(example.truth, example.guess), max(example.truth, example.guess)].append(example)
    return tuple(_pair(matrix, ranked, by_pair[ranked.a, ranked.b]) for ranked in rank(matrix.confused, matrix.tested))


def _pair(matrix: ConfusionMatrix, ranked: RankedPair, examples: Sequence[ConfusedPhrase]) -> ConfusedPair:
    verdict, advice = _judged(matrix, ranked, examples)
    return ConfusedPair(
        a=ranked.a,
        b=ranked.b,
        score=round(ranked.score, 9),
        count=ranked.count,
        tested=(matrix.tested[ranked.a], matrix.tested[ranked.b]),
        examples=tuple(examples),
        verdict=verdict,
        advice=advice,
    )


def _judged(matrix: ConfusionMatrix, ranked: RankedPair, examples: Sequence[ConfusedPhrase]) -> tuple[Verdict, str]:
    a, b = ranked.a, ranked.b
    lacking = [f"'{name}' has {matrix.size[name]}" for name in (a, b) if matrix.size[name] < ENOUGH]
    if lacking:
        return "too few examples", f"Write more phrases first, {ENOUGH} or more each: {' and '.join(lacking)}."
    there, back = matrix.confused[a, b] / matrix.tested[a], matrix.confused[b, a] / matrix.tested[b]
    if min(there, back) >= _MUTUAL:
        return "merge", f"'{a}' and '{b}' are taken for each other: make one topic of them, with one answer for both."
    if len(examples) <= _FEW:
        n = len(examples)
        which = "this phrase" if n == 1 else f"these {n} phrases"
        return "move", f"Move {which} to the other topic, or word {'it' if n == 1 else 'them'} differently."
    if SequenceMatcher(None, a, b).ratio() >= _TWINS:
        return "rename", f"The names '{a}' and '{b}' are nearly the same: rename them, then sort their phrases anew."
    one_way = there >= 2 * back or back >= 2 * there
    source, goal = (a, b) if there >= back else (b, a)
    way = f"'{source}' is often taken for '{goal}'" if one_way else f"where '{a}' ends and '{b}' begins is unclear"
    return "rename", f"{way[0].upper()}{way[1:]}: say in their names what belongs where, then sort these phrases anew."


def mislabelled(matrix: ConfusionMatrix, threshold: float) -> tuple[ConfusedPhrase, ...]:
    """Find phrases that look mislabelled: whenever tested, at least twice, confidently taken for one other intent."""
    return tuple(
        example
        for example in matrix.examples()
        if example.times == example.tested >= 2 and example.confidence >= threshold  # noqa: PLR2004 - once may be chance
    )


def too_small(matrix: ConfusionMatrix, least: int = 5) -> tuple[SmallIntent, ...]:
    """Find intents with fewer phrases than that, the smallest first."""
    small = [(n, name) for name, n in matrix.size.items() if n < least]
    return tuple(SmallIntent(intent=name, phrases=n) for n, name in sorted(small))


def swallowing(matrix: ConfusionMatrix) -> tuple[SwallowingIntent, ...]:
    """Find intents whose guesses are wrong as often as right, over phrases of three other intents or more."""
    guessed, wrong = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for (truth, guess), n in matrix.confused.items():
        guessed[guess] += n
        if truth != guess:
            wrong[guess][truth] += n
    intents = [
        SwallowingIntent(
            intent=name,
            wrong=whose.total(),
            guessed=guessed[name],
            of=tuple(sorted(whose, key=lambda other, whose=whose: (-whose[other], other))),  # type: ignore[misc]
        )
        for name, whose in wrong.items()
        if len(whose) >= _SWALLOWED and 2 * whose.total() >= guessed[name]
    ]
    return tuple(sorted(intents, key=lambda intent: (-intent.wrong, intent.intent)))
