"""Plausible negative examples: small intents and the splits of the phrases (paper 001, Algorithms 1-3)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from random import Random
from typing import Final, NamedTuple

from botassay.core import exit_codes
from botassay.core.errors import BotassayError, UsageError

FRACTION: Final = 0.2
"""The share of tested phrases (t)."""
FEWEST: Final = 2
"""Minimum number of intents of a classifier."""

Intents = Sequence[str | None]
"""The intent of each phrase; None: out of scope."""


class ImpossibleSplitError(BotassayError, ValueError):
    """A setting leaves fewer than two intents for training; other settings may still be possible."""

    exit_code = exit_codes.INPUT


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
            raise UsageError(f"invalid setting {self}", hint="K is an integer ≥ 0, and P is in [0, 1)")
        if self.k and self.p:
            raise UsageError(f"the setting {self} has both K and P", hint="set only one of them: 5,0 or 0,0.15")

    def __str__(self) -> str:
        return f"{self.k},{self.p:g}"

    @classmethod
    def parse(cls, text: str) -> "SplitSetting":
        """Return a setting given as `K,P`. Raises UsageError."""
        k, comma, p = (part.strip() for part in text.partition(","))
        try:
            return cls(int(k), float(p) if comma else 0.0)
        except ValueError as error:
            if isinstance(error, UsageError):
                raise
            raise UsageError(f"invalid setting {text!r}", hint="give K,P like 5,0 or 0,0.15") from error


PAPER_SETTINGS: Final = (SplitSetting(), SplitSetting(p=0.15), SplitSetting(k=5))
"""The three settings of the paper, in its order."""


def small_intents(counts: Mapping[str, int], setting: SplitSetting) -> tuple[str, ...]:
    """Return the small intents, the rarest first (Algorithms 2 and 3); ties go by name.

    With P, the rarest intents are taken until they hold a share P of all phrases.

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
    """One split of the phrases, by their indices."""

    train: tuple[int, ...]
    test: tuple[int, ...]
    truth: tuple[str | None, ...]
    """The right intent of each tested phrase; None: no answer is right."""
    negatives: tuple[str, ...]
    """The small intents held out as negative examples."""


def n_tested(n: int, fraction: float = FRACTION) -> int:
    """Return how many of n phrases of a large intent are tested: a fraction, at least one, but none of a single one.

    >>> [n_tested(n) for n in (50, 30, 10, 4, 2, 1)]
    [10, 6, 2, 1, 1, 0]
    """
    return max(1, floor(Fraction(str(fraction)) * n)) if n > 1 else 0


@dataclass(frozen=True, slots=True)
class Divider:
    """Splits the same phrases repeatedly, by one setting.

    Each intent has its own random generator, seeded by the seed, the repeat and its name. A large intent is therefore
    split the same way in all settings, so that settings and classifiers are compared on the same phrases.
    """

    setting: SplitSetting
    fraction: float
    places: Mapping[str, tuple[int, ...]]
    outside: tuple[int, ...]
    """Phrases that are out of scope in the data."""
    small: tuple[str, ...]

    @classmethod
    def of(cls, intents: Intents, setting: SplitSetting, fraction: float = FRACTION) -> "Divider":
        """Return the divider of phrases with these intents.

        Raises: UsageError for an invalid fraction; ImpossibleSplitError if fewer than two intents would be left for
            training, or no phrase for testing.
        """
        if not 0 < fraction < 1:
            raise UsageError(f"invalid test fraction {fraction:g}", hint="use a number between 0 and 1")
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
        """Large intents with one phrase, which is used for training and never tested."""
        return tuple(sorted(name for name, where in self.places.items() if len(where) == 1 and name not in self.small))

    def divide(self, seed: int, repeat: int) -> Split:
        """Return the split of a seed and repeat (Algorithm 1, with one split for each intent)."""
        chance = Random(f"{seed} {repeat} {self.setting}")  # noqa: S311 - reproducible, not secret
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
    """Refuse a setting that leaves fewer than two intents; raises ImpossibleSplitError."""
    if not small and max(counts.values(), default=0) < FEWEST:
        raise ImpossibleSplitError("no topic has two phrases, one for training and one for testing", hint="add phrases")
    left = len(counts) - _negatives(len(small), fraction)
    if left >= FEWEST:
        return
    total = sum(counts.values())
    taken = ", ".join(f"{name!r} ({counts[name]} of {total} phrases)" for name in small) or "nothing"
    which = f"P = {setting.p:g}" if setting.p else f"K = {setting.k}"
    text = f"{which} holds out {taken} and leaves fewer than two topics for training"
    raise ImpossibleSplitError(text, hint="use a smaller K or P, or more topics")


def folder_of(setting: SplitSetting, repeat: int) -> str:
    """Return the name of the folder of a split; repeats count from 1.

    >>> folder_of(SplitSetting(p=0.15), 0)
    '0_0.15_1'
    """
    return f"{setting.k}_{setting.p:g}_{repeat + 1}"


def sizes(intents: Intents) -> dict[str, int]:
    """Return the number of phrases of each intent, the largest first, ties by name."""
    counts = Counter(intent for intent in intents if intent is not None)
    return {name: counts[name] for name in sorted(counts, key=lambda name: (-counts[name], name))}
