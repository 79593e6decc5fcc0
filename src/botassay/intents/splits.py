"""Plausible negative examples: which intents are small, and how phrases are divided (paper 001, Algorithms 1-3)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from random import Random
from typing import Final, NamedTuple

from botassay.core.errors import BotassayError, UsageError

FRACTION: Final = 0.2
"""The share of the phrases that is tested (t)."""
FEWEST: Final = 2
"""Intents that a classifier needs to have something to choose between."""

Intents = Sequence[str | None]
"""The intent of each phrase; None: the data set says that the phrase belongs to none."""


class ImpossibleSplitError(BotassayError, ValueError):
    """A setting leaves fewer than two intents to train on; the other settings can still be run."""

    exit_code = 65


@dataclass(frozen=True, slots=True)
class SplitSetting:
    """Which intents are small: those with fewer than K phrases, or the rarest that hold a share P of all phrases.

    >>> SplitSetting.parse("0,0.15"), str(SplitSetting(5))
    (SplitSetting(k=0, p=0.15), '5,0')
    """

    k: int = 0
    p: float = 0.0

    def __post_init__(self) -> None:
        if self.k < 0 or not 0 <= self.p < 1:
            raise UsageError(f"{self} is no setting", hint="K is a whole number from 0, P is from 0 to below 1")
        if self.k and self.p:
            raise UsageError(f"{self} sets K and P at once", hint="they exclude each other: write 5,0 or 0,0.15")

    def __str__(self) -> str:
        return f"{self.k},{self.p:g}"

    @classmethod
    def parse(cls, text: str) -> "SplitSetting":
        """Read a setting as it is typed: `K,P`.

        Raises: UsageError.
        """
        k, comma, p = (part.strip() for part in text.partition(","))
        try:
            return cls(int(k), float(p) if comma else 0.0)
        except ValueError as error:
            if isinstance(error, UsageError):
                raise
            raise UsageError(f"{text!r} is no setting", hint="write K,P like 5,0 or 0,0.15") from error


PAPER_SETTINGS: Final = (SplitSetting(), SplitSetting(p=0.15), SplitSetting(k=5))
"""The three of the paper, in its order."""


def small_intents(counts: Mapping[str, int], setting: SplitSetting) -> tuple[str, ...]:
    """Name the small intents, the rarest first (Algorithms 2 and 3); ties go by name.

    With P the rarest intents are taken while those taken hold less than a share P of all phrases: the one that crosses
    the line is in.

    >>> small_intents({"a": 50, "b": 30, "c": 10, "d": 4, "e": 6}, SplitSetting(p=0.15))
    ('d', 'e', 'c')
    """
    rarest = sorted(counts, key=lambda name: (counts[name], name))
    if not setting.p:
        return tuple(name for name in rarest if counts[name] < setting.k)
    least = Fraction(str(setting.p)) * sum(counts.values())
    taken: list[str] = []
    held = 0
    for name in rarest:
        if held >= least:
            break
        taken.append(name)
        held += counts[name]
    return tuple(taken)


class Split(NamedTuple):
    """One way to divide the phrases; places are those in the list that was divided."""

    train: tuple[int, ...]
    test: tuple[int, ...]
    truth: tuple[str | None, ...]
    """What is right for each tested phrase; None: to say nothing."""
    negatives: tuple[str, ...]
    """The small intents whose phrases are negative examples this time."""


def n_tested(n: int, fraction: float = FRACTION) -> int:
    """Say how many of n phrases of a large intent are tested: a fraction, at least one, and none of a single one.

    >>> [n_tested(n) for n in (50, 30, 10, 4, 2, 1)]
    [10, 6, 2, 1, 1, 0]
    """
    return max(1, floor(Fraction(str(fraction)) * n)) if n > 1 else 0


@dataclass(frozen=True, slots=True)
class Divider:
    """Divides the same phrases again and again, by one setting.

    Each intent is divided by a lot of its own, drawn from the seed, the repeat and its name: the same large intent is
    divided alike in all settings, so that settings and classifiers are compared on the same phrases.
    """

    setting: SplitSetting
    fraction: float
    places: Mapping[str, tuple[int, ...]]
    outside: tuple[int, ...]
    """Phrases that the data set itself says belong to no intent."""
    small: tuple[str, ...]

    @classmethod
    def of(cls, intents: Intents, setting: SplitSetting, fraction: float = FRACTION) -> "Divider":
        """Prepare to divide phrases with these intents.

        Raises:
            UsageError: the fraction is not between 0 and 1.
            ImpossibleSplitError: fewer than two intents would be left to train on, or there would be nothing to test.
        """
        if not 0 < fraction < 1:
            raise UsageError(f"a share of {fraction:g} cannot be tested", hint="give more than 0 and less than 1")
        places: dict[str, list[int]] = {}
        for place, intent in enumerate(intents):
            if intent is not None:
                places.setdefault(intent, []).append(place)
        outside = tuple(place for place, intent in enumerate(intents) if intent is None)
        counts = {name: len(where) for name, where in places.items()}
        small = small_intents(counts, setting)
        _check_enough(counts, small, setting, fraction)
        return cls(setting, fraction, {name: tuple(where) for name, where in places.items()}, outside, small)

    @property
    def single(self) -> tuple[str, ...]:
        """Large intents with one phrase: it is trained on and never tested."""
        return tuple(sorted(name for name, where in self.places.items() if len(where) == 1 and name not in self.small))

    def divide(self, seed: int, repeat: int) -> Split:
        """Divide the phrases once (Algorithm 1, with one split for each intent); the same numbers divide alike."""
        chance = Random(f"{seed} {repeat} {self.setting}")  # noqa: S311 - no secret: the same split each time
        few = chance.sample(self.small, _negatives(len(self.small), self.fraction))
        truth: dict[int, str | None] = {place: None for name in few for place in self.places[name]}
        for name, where in self.places.items():
            if name not in self.small:
                truth |= dict.fromkeys(self._drawn(where, seed, repeat, name), name)
        truth |= dict.fromkeys(self._drawn(self.outside, seed, repeat, ""))
        train = sorted(place for where in self.places.values() for place in where if place not in truth)
        test = tuple(sorted(truth))
        return Split(tuple(train), test, tuple(truth[place] for place in test), tuple(sorted(few)))

    def _drawn(self, where: Sequence[int], seed: int, repeat: int, name: str) -> Iterable[int]:
        lot = Random(f"{seed} {repeat} of {name}")  # noqa: S311 - as above
        n = n_tested(len(where), self.fraction)
        return lot.sample(where, n) if name or len(where) != 1 else where


def _negatives(small: int, fraction: float) -> int:
    return max(1, floor(Fraction(str(fraction)) * small)) if small else 0


def _check_enough(counts: Mapping[str, int], small: Sequence[str], setting: SplitSetting, fraction: float) -> None:
    """Refuse a setting that leaves nothing to choose between.

    Raises: ImpossibleSplitError.
    """
    if not small and max(counts.values(), default=0) < FEWEST:
        raise ImpossibleSplitError("no topic has two phrases, one to learn and one to test", hint="add phrases")
    left = len(counts) - _negatives(len(small), fraction)
    if left >= FEWEST:
        return
    total = sum(counts.values())
    taken = ", ".join(f"{name!r} ({counts[name]} of {total} phrases)" for name in small) or "nothing"
    which = f"P = {setting.p:g}" if setting.p else f"K = {setting.k}"
    text = f"{which} takes {taken} for unknown questions and leaves fewer than two topics to train on"
    raise ImpossibleSplitError(text, hint="use a smaller K or P, or more topics")


def sizes(intents: Intents) -> dict[str, int]:
    """Count the phrases of each intent, the largest first, ties by name; phrases that belong to none are left out."""
    counts = Counter(intent for intent in intents if intent is not None)
    return {name: counts[name] for name in sorted(counts, key=lambda name: (-counts[name], name))}
