"""What a checker sees: findings, one place each, and evidence, which adds up exactly and in any order."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from hashlib import blake2b
from heapq import nsmallest
from operator import add
from typing import TYPE_CHECKING, Any, Final, Generic, Self

from botassay.core.dialog import Utterance

GRAINS: Final = 10**9
"""How many grains make a whole. Evidence counts in grains, as integers, so that it adds up exactly in any order."""
BINS: Final = 1000
WORST: Final = 20
"""How many texts evidence keeps findings of, the worst ones."""
PLACES: Final = 5
"""How many findings of the same text are kept, so that one that is said often does not hide the others."""
COUNTED: Final = 10_000
"""Different texts of findings that are counted; of more those with the least digests, whatever their order."""
QUOTED: Final = 2_000
"""Characters of an utterance that a finding quotes, at most."""
QUOTED_BEFORE: Final = 500
"""Characters of each utterance before it."""
DISMISSED: Final = "dismissed"
"""The label of findings that a person dismissed."""
CONFIRMED: Final = "confirmed"
"""The label of findings that a person confirmed."""
PROVOKED: Final = "provoked"
ELSEWHERE: Final = "elsewhere"
STRATA: Final = (PROVOKED, ELSEWHERE)
"""Replies in conversations that were held to provoke, and in all others: their sums and labels stand under
`measure/provoked`, `confirmed/elsewhere` and the like, beside those of all."""

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P = TypeVar("P", default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P")

K = TypeVar("K")
V = TypeVar("V")


def grains(value: float) -> int:
    """Turn a value into whole grains.

    >>> grains(0.05)
    50000000
    """
    return round(value * GRAINS)


def excerpt(text: str, longest: int = QUOTED, around: str = "") -> str:
    """Return a text, or so many characters of it around a part, with an ellipsis where it is cut.

    >>> excerpt("a b c"), excerpt("one two three four", 10), excerpt("one two three four", 10, "three")
    ('a b c', 'one two t…', '…o three …')
    """
    if len(text) <= longest:
        return text
    at = max(0, text.find(around))
    begin = min(max(0, at + min(len(around), longest) // 2 - longest // 2), len(text) - longest)
    before, after = "…" * (begin > 0), "…" * (begin + longest < len(text))
    return f"{before}{text[begin + len(before) : begin + longest - len(after)]}{after}"


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
    times: int | None = None
    """How often the same text with the same note was found, in all places together; None: it was not counted."""
    unusual: bool = False
    """Whether the user put it in unusual words: it ranks behind what is as bad, and answers words that many use."""

    @property
    def wording(self) -> tuple[str, str]:
        """The text with what there is to say about it: equal for findings that a reader takes for the same."""
        return (self.text, self.note)

    @property
    def rank(self) -> tuple[float, bool, str, int, str, str]:
        """Worst first, then answers to usual words; the rest of the key only makes the order total."""
        return (-self.value, self.unusual, self.dialog, self.utterance, self.text, self.note)


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
class Evidence(Generic[P]):
    """All that a checker saw, in a form that adds up: `a + b` is commutative, associative and exact.

    `Evidence(issue)` is the neutral element. A dialog is never split between two pieces of evidence.
    """

    issue: str
    sums: Mapping[str, Sums] = field(default_factory=dict)
    """By measure."""
    histogram: Mapping[int, int] = field(default_factory=dict)
    """How many values fell into each of 1,000 equal bins of [0, 1]; the last bin includes 1."""
    labels: Mapping[str, int] = field(default_factory=dict)
    """How often each label was given."""
    worst: tuple[Finding, ...] = ()
    aside: tuple[Finding, ...] = ()
    """What was found and does not count, the worst of it: echoes of the user."""
    peak: int = 0
    """The greatest value, in grains."""
    payload: P | None = None
    """What else the checker counted."""
    occurrences: Mapping[str, int] = field(default_factory=dict)
    """How often each text with its note was found, by digest, also where not all its places are kept."""

    def __add__(self, other: Self) -> Self:
        """Put two pieces of evidence together."""
        if self.issue != other.issue:
            message = f"evidence of {self.issue} and of {other.issue} does not add up"
            raise ValueError(message)
        return type(self)(
            self.issue,
            merged(self.sums, other.sums),
            merged(self.histogram, other.histogram),
            merged(self.labels, other.labels),
            _worst(self.worst + other.worst),
            _worst(self.aside + other.aside),
            max(self.peak, other.peak),
            _total([part for part in (self.payload, other.payload) if part is not None]),
            _least_digests(merged(self.occurrences, other.occurrences)),
        )

    def counted(self, finding: Finding) -> Finding:
        """Return a finding with how often its text was found, if that was counted."""
        return replace(finding, times=self.occurrences.get(_digest(finding)))

    def measured(self, measure: str) -> Sums:
        """Return the sums of one measure; nothing measured is all zeros."""
        return self.sums.get(measure, Sums())

    def percentile(self, share: float) -> float:
        """Return the lower edge of the histogram's bin in which the share-th value lies (nearest rank)."""
        rank = -(-round(share * 100) * sum(self.histogram.values()) // 100)
        seen = 0
        for at in sorted(self.histogram):
            seen += self.histogram[at]
            if seen >= rank:
                return at / BINS
        return 0.0

    def filled_bins(self) -> tuple[tuple[float, float, int], ...]:
        """Return the histogram as (from, to, count), empty bins left out."""
        return tuple((at / BINS, (at + 1) / BINS, self.histogram[at]) for at in sorted(self.histogram))


def _worst(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the worst findings: a few of each text, as long as fewer than `WORST` other texts are worse.

    More findings only make others worse than one, so what is left out of a part is left out of the whole: parts add up
    in any order.
    """
    kept: list[Finding] = []
    texts: Counter[tuple[str, str]] = Counter()
    for finding in sorted(findings, key=lambda finding: finding.rank):
        if len(texts) - (finding.wording in texts) >= WORST:
            break
        texts[finding.wording] += 1
        if texts[finding.wording] <= PLACES:
            kept.append(finding)
    return tuple(kept)


def _digest(finding: Finding) -> str:
    """Return what tells the wording of a finding from others."""
    return blake2b("\0".join(finding.wording).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _least_digests(counts: Mapping[str, int]) -> Mapping[str, int]:
    """Return the counts of the least digests: what is among those of the whole is among those of each part."""
    return counts if len(counts) <= COUNTED else {digest: counts[digest] for digest in nsmallest(COUNTED, counts)}


def merged(left: Mapping[K, V], right: Mapping[K, V], join: Callable[[V, V], V] = add) -> dict[K, V]:
    """Merge two mappings; what stands under a key of both is joined.

    >>> merged({"a": 1}, {"a": 2, "b": 5}), merged({"a": 1}, {"a": 2}, max)
    ({'a': 3, 'b': 5}, {'a': 2})
    """
    joined = dict(left)
    for key, value in right.items():
        joined[key] = join(joined[key], value) if key in joined else value
    return joined


def _total(parts: list[P]) -> P | None:
    """Add payloads up in pairs, which keeps the work for growing collections within n log n."""
    while len(parts) > 1:
        parts = [reduce(add, parts[at : at + 2]) for at in range(0, len(parts), 2)]
    return parts[0] if parts else None


class Notebook(Generic[P]):
    """Where a checker writes down what it sees, a dialog at a time; `evidence()` closes it."""

    def __init__(self, issue: str) -> None:
        self._issue = issue
        self._sums: dict[str, list[int]] = {}
        self._bins: Counter[int] = Counter()
        self._labels: Counter[str] = Counter()
        self._findings: list[Finding] = []
        self._aside: list[Finding] = []
        self._payloads: list[P] = []
        self._peak = 0

    def dialog(self, measure: str, values: Iterable[int]) -> None:
        """Note what one dialog is worth under a measure: a value in grains for each thing that counts.

        A dialog in which nothing counts leaves no trace.
        """
        counted = list(values)
        if counted:
            n, s = len(counted), sum(counted)
            sums = self._sums.setdefault(measure, [0] * 6)
            for place, more in enumerate((1, n, s, s * s, s * n, n * n)):  # as `Sums.of`
                sums[place] += more

    def value(self, value: int) -> None:
        """Enter a value, in grains, into the histogram."""
        self._bins[min(BINS - 1, value * BINS // GRAINS)] += 1
        self._peak = max(self._peak, value)

    def label(self, name: str) -> None:
        """Count a label."""
        self._labels[name] += 1

    def add(self, payload: P) -> None:
        """Add to what the checker counts."""
        self._payloads.append(payload)

    def finding(  # noqa: PLR0913 - what a finding holds
        self,
        dialog: str,
        place: int,
        value: int,
        text: str,
        note: str = "",
        before: Iterable[Utterance] = (),
        *,
        around: str = "",
        unusual: bool = False,
    ) -> None:
        """Keep a finding, worth so many grains, if it turns out to be among the worst.

        Of a long text only an excerpt is kept, `around` what speaks against the bot, where that is known. What answers
        `unusual` words of the user ranks behind what is as bad.
        """
        context = tuple(ContextTurn(str(turn.role), excerpt(turn.text, QUOTED_BEFORE)) for turn in before)
        quote = excerpt(text, around=around)
        self._findings.append(
            Finding(self._issue, dialog, place, value / GRAINS, quote, note, context, unusual=unusual)
        )

    def set_aside(self) -> None:
        """Take the finding that was kept last for one that does not count, and list it apart."""
        self._aside.append(self._findings.pop())

    def evidence(self) -> Evidence[P]:
        """Add up all that was noted."""
        return Evidence(
            self._issue,
            {measure: Sums(*sums) for measure, sums in self._sums.items()},
            dict(self._bins),
            dict(self._labels),
            _worst(self._findings),
            _worst(self._aside),
            self._peak,
            _total(self._payloads),
            _least_digests(dict(Counter(map(_digest, self._findings)))),
        )
