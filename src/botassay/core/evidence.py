"""What a checker sees: findings, one place each, and evidence, which adds up exactly and in any order."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from heapq import nsmallest
from operator import add
from typing import Any, Final, Protocol, Self

GRAINS: Final = 10**9
"""How many grains make a whole. Evidence counts in grains, as integers, so that it adds up exactly in any order."""
BINS: Final = 1000
WORST: Final = 20
"""How many findings evidence keeps, the worst ones."""


def grains(value: float) -> int:
    """Turn a value into whole grains.

    >>> grains(0.05)
    50000000
    """
    return round(value * GRAINS)


class Said(Protocol):
    """Anything that somebody said: an `Utterance`."""

    @property
    def role(self) -> str:
        """Who said it."""
        ...

    @property
    def text(self) -> str:
        """What was said."""
        ...


@dataclass(frozen=True, slots=True)
class ContextTurn:
    """An utterance before the one that a finding quotes."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One place in one dialog that speaks against the bot."""

    issue: str
    dialog: str
    utterance: int
    """Its place in the dialog, from 0."""
    value: float
    text: str
    note: str = ""
    context: tuple[ContextTurn, ...] = ()
    """The utterances just before, two at most."""

    @property
    def rank(self) -> tuple[float, str, int, str, str]:
        """Worst first; the rest of the key only makes the order total."""
        return (-self.value, self.dialog, self.utterance, self.text, self.note)


@dataclass(frozen=True, slots=True)
class Sums:
    """What a measure adds up to over dialogs: enough for a ratio and for its cluster-robust interval.

    A dialog has `n` things that count (utterances, say), worth `s` grains together.
    """

    dialogs: int = 0
    n: int = 0
    s: int = 0
    ss: int = 0
    sn: int = 0
    nn: int = 0

    @classmethod
    def of(cls, n: int, s: int) -> Self:
        """Sums over one dialog."""
        return cls(1, n, s, s * s, s * n, n * n)

    @property
    def ratio(self) -> tuple[int, int, Fraction, Fraction, Fraction, int]:
        """The sums as `stats.ratio_interval` takes them, grains turned back into values."""
        return (
            self.dialogs,
            self.n,
            Fraction(self.s, GRAINS),
            Fraction(self.ss, GRAINS**2),
            Fraction(self.sn, GRAINS),
            self.nn,
        )

    def __add__(self, other: Self) -> Self:
        """Add up the sums of two sets of dialogs."""
        return type(self)(
            self.dialogs + other.dialogs,
            self.n + other.n,
            self.s + other.s,
            self.ss + other.ss,
            self.sn + other.sn,
            self.nn + other.nn,
        )

    def __mul__(self, times: int) -> Self:
        """Add up `times` copies."""
        return type(self)(*(times * part for part in (self.dialogs, self.n, self.s, self.ss, self.sn, self.nn)))


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a checker saw, in a form that adds up: `a + b` is commutative, associative and exact.

    `Evidence(issue)` is the neutral element. A dialog is never split between two pieces of evidence.
    """

    issue: str
    sums: Mapping[str, Sums] = field(default_factory=dict)
    """By measure, canary, pair or group."""
    histogram: Mapping[int, int] = field(default_factory=dict)
    """How many values fell into each of 1,000 equal bins of [0, 1]; the last bin includes 1."""
    labels: Mapping[str, int] = field(default_factory=dict)
    worst: tuple[Finding, ...] = ()
    aside: tuple[Finding, ...] = ()
    """What was found and does not count, the worst of it: echoes of the user."""
    peak: int = 0
    """The greatest value, in grains."""

    def __add__(self, other: Self) -> Self:
        """Put two pieces of evidence together."""
        if self.issue != other.issue:
            message = f"evidence of {self.issue} and of {other.issue} does not add up"
            raise ValueError(message)
        return type(self)(
            self.issue,
            _merge(self.sums, other.sums),
            _merge(self.histogram, other.histogram),
            _merge(self.labels, other.labels),
            _worst(self.worst + other.worst),
            _worst(self.aside + other.aside),
            max(self.peak, other.peak),
        )

    def measured(self, measure: str) -> Sums:
        """Give the sums of one measure; nothing measured is all zeros."""
        return self.sums.get(measure, Sums())

    def percentile(self, share: float) -> float:
        """Give the lower edge of the histogram's bin in which the share-th value lies (nearest rank)."""
        rank = -(-round(share * 100) * sum(self.histogram.values()) // 100)
        seen = 0
        for at in sorted(self.histogram):
            seen += self.histogram[at]
            if seen >= rank:
                return at / BINS
        return 0.0

    def filled_bins(self) -> tuple[tuple[float, float, int], ...]:
        """Give the histogram as (from, to, count), empty bins left out."""
        return tuple((at / BINS, (at + 1) / BINS, self.histogram[at]) for at in sorted(self.histogram))


def _worst(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(nsmallest(WORST, findings, key=lambda finding: finding.rank))


def _merge(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> dict[Any, Any]:
    merged = dict(one)
    for key, value in other.items():
        merged[key] = merged[key] + value if key in merged else value
    return merged


class Notebook:
    """Where a checker writes down what it sees, a dialog at a time; `evidence()` closes it."""

    def __init__(self, issue: str) -> None:
        self._issue = issue
        self._sums: dict[str, list[Sums]] = {}
        self._bins: Counter[int] = Counter()
        self._labels: Counter[str] = Counter()
        self._findings: list[Finding] = []
        self._aside: list[Finding] = []
        self._peak = 0

    def dialog(self, measure: str, values: Iterable[int]) -> None:
        """Note what one dialog is worth under a measure: a value in grains for each thing that counts.

        A dialog in which nothing counts leaves no trace.
        """
        kept = list(values)
        if kept:
            self._sums.setdefault(measure, []).append(Sums.of(len(kept), sum(kept)))

    def value(self, value: int) -> None:
        """Enter a value, in grains, into the histogram."""
        self._bins[min(BINS - 1, value * BINS // GRAINS)] += 1
        self._peak = max(self._peak, value)

    def label(self, name: str) -> None:
        """Count a label."""
        self._labels[name] += 1

    def finding(
        self, dialog: str, place: int, value: int, text: str, note: str = "", before: Iterable[Said] = ()
    ) -> None:
        """Keep a finding, worth so many grains, if it turns out to be among the worst."""
        context = tuple(ContextTurn(str(said.role), said.text) for said in before)
        self._findings.append(Finding(self._issue, dialog, place, value / GRAINS, text, note, context))

    def set_aside(self) -> None:
        """Take the finding that was kept last for one that does not count, and list it apart."""
        self._aside.append(self._findings.pop())

    def evidence(self) -> Evidence:
        """Add up all that was noted."""
        return Evidence(
            self._issue,
            {measure: reduce(add, sums) for measure, sums in self._sums.items()},
            dict(self._bins),
            dict(self._labels),
            _worst(self._findings),
            _worst(self._aside),
            self._peak,
        )
