"""The work list: which intents are confused, by which phrases, and what to do about it."""

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

SETTING: Final = SplitSetting(p=0.15)
"""The setting of the paper's pairs."""
SUPPORT: Final = 3
"""Minimum number of tests of each intent of a pair, over all repeats."""
ENOUGH: Final = 10
"""Minimum number of phrases per intent before other advice makes sense."""
_MUTUAL: Final = 0.2
_FEW: Final = 5
_TWINS: Final = 0.9
_SWALLOWED: Final = 3
_SMALL: Final = 5


@dataclass(frozen=True, slots=True)
class RankedPair:
    """The confusion of two intents."""

    a: str
    b: str
    score: float
    """(C_ab + C_ba) / (n_a + n_b), in [0, 1]."""
    count: int
    """C_ab + C_ba."""


def rank(confused: Mapping[tuple[str, str], int], tested: Mapping[str, int]) -> list[RankedPair]:
    """Return pairs of intents with enough tests, the most confused first; ties go by count, then by name.

    Args:
        confused: (truth, prediction) -> count, at any confidence, without negative examples.
        tested: intent -> number of tests.

    >>> rank({("a", "b"): 10, ("b", "a"): 4, ("a", "a"): 40}, {"a": 50, "b": 30})
    [RankedPair(a='a', b='b', score=0.175, count=14)]
    """
    counts = Counter[tuple[str, str]]()
    for (truth, guess), n in confused.items():
        if truth != guess and min(tested.get(truth, 0), tested.get(guess, 0)) >= SUPPORT:
            counts[min(truth, guess), max(truth, guess)] += n
    ranked = [RankedPair(a, b, n / (tested[a] + tested[b]), n) for (a, b), n in counts.items() if n]
    return sorted(ranked, key=lambda pair: (-pair.score, -pair.count, pair.a, pair.b))


class ConfusionMatrix:
    """The predictions of phrases, summed over trials, without negative examples."""

    def __init__(self, phrases: Sequence[Phrase], done: Iterable[SplitTrial]) -> None:
        self.phrases = phrases
        self.size = sizes([phrase.intent for phrase in phrases])
        self.tested = Counter[str]()
        self.confused = Counter[tuple[str, str]]()
        self.of_phrase: dict[int, int] = Counter()
        self.confidences: dict[tuple[int, str], list[float]] = defaultdict(list)
        """By phrase and prediction."""
        for trial in done:
            for place, truth, guess, confidence in trial.judged:
                if truth is not None:
                    self.tested[truth] += 1
                    self.of_phrase[place] += 1
                    if guess is not None:
                        self.confused[truth, guess] += 1
                        self.confidences[place, guess].append(confidence)

    def examples(self) -> list[ConfusedPhrase]:
        """Return every phrase with every wrong intent predicted for it, the most confused first."""
        examples = [
            self._example(place, guess, values)
            for (place, guess), values in self.confidences.items()
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
    """Return the ranked pairs of a matrix, each with its phrases and a verdict."""
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
        return "too few examples", f"Write more phrases first, at least {ENOUGH} each: {' and '.join(lacking)}."
    there, back = matrix.confused[a, b] / matrix.tested[a], matrix.confused[b, a] / matrix.tested[b]
    if min(there, back) >= _MUTUAL:
        return "merge", f"'{a}' and '{b}' are confused both ways: merge them into one topic with one answer."
    if len(examples) <= _FEW:
        n = len(examples)
        which = "this phrase" if n == 1 else f"these {n} phrases"
        return "move", f"Move {which} to the other topic, or reword {'it' if n == 1 else 'them'}."
    if SequenceMatcher(None, a, b).ratio() >= _TWINS:
        return "rename", f"The names '{a}' and '{b}' are nearly the same: rename them, then relabel their phrases."
    one_way = there >= 2 * back or back >= 2 * there
    source, goal = (a, b) if there >= back else (b, a)
    way = f"'{source}' is often mistaken for '{goal}'" if one_way else f"The line between '{a}' and '{b}' is unclear"
    return "rename", f"{way}: rename the topics so that their scope is clear, then relabel these phrases."


def mislabelled(matrix: ConfusionMatrix, threshold: float) -> tuple[ConfusedPhrase, ...]:
    """Return phrases that look mislabelled: in 2+ tests, always confidently predicted as the same other one."""
    return tuple(
        example
        for example in matrix.examples()
        if example.times == example.tested >= 2 and example.confidence >= threshold  # noqa: PLR2004 - once may be chance
    )


def too_small(matrix: ConfusionMatrix) -> tuple[SmallIntent, ...]:
    """Return intents with fewer than 5 phrases, the smallest first."""
    small = [(n, name) for name, n in matrix.size.items() if n < _SMALL]
    return tuple(SmallIntent(intent=name, phrases=n) for n, name in sorted(small))


def swallowing(matrix: ConfusionMatrix) -> tuple[SwallowingIntent, ...]:
    """Return intents predicted wrongly at least as often as rightly, for phrases of at least three other intents."""
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
