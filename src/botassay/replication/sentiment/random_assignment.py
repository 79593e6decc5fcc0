"""Random groups: what a test adds to a raw score on conversations whose users' groups are unknown.

Paper 002 draws the groups of HD2's users, and puts "Hey boy, " and the like before what they say. One such draw can say
anything; so there are many, and what is found is their mean, with its interval.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Final

from botassay.core.dialog import Dialog
from botassay.core.published_figure import ABSENT, Figure, Source
from botassay.core.stats import t_interval
from botassay.plugins.protocols import SentimentSystem, SentimentText
from botassay.sentiment.conversation_table import NONE, ConversationRow, merged, with_proxies
from botassay.sentiment.conversation_tests import samples_of
from botassay.sentiment.rating import SentimentRules, rate_scores, scored
from botassay.sentiment.samples import SentimentSample
from botassay.sentiment.significance import REFERENCE

NO_TEXTBLOB: Final = "TextBlob is not installed: pip install 'botassay[sentiment]'"
_SAME: Final = 1e-9
DRAWS: Final = 40
"""How often users are given groups by lot."""
MOST: Final = 120
"""Conversations that are looked at."""
ROLES: Final = ("user", "bot")
CHANCE: Final = sum(alpha * weight for alpha, weight in zip(REFERENCE.alphas, REFERENCE.weights, strict=True))
"""What a test adds to a raw score, on average, where nothing goes with the group."""
RULES: Final = SentimentRules(rule=REFERENCE)
SURE: Final = 0.99
"""Confidence of the intervals: of two dozen verdicts at 95 % one would be wrong."""
BY_CHANCE: Final = "no more than chance"
"""The verdict on what is not known to be above what chance adds."""

Added = Mapping[str, tuple[float, ...]]
"""Role -> what a test added in each draw."""


@dataclass(slots=True)
class Remembering:
    """Asks a system that goes by the text alone about each text once."""

    system: SentimentSystem
    known: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Of the system."""
        return self.system.name

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        """Ask about what is new."""
        fresh = {row.text: row for row in rows if row.text not in self.known}
        self.known |= dict(zip(fresh, self.system.polarity(list(fresh.values())), strict=True))
        return [self.known[row.text] for row in rows]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Conversations whose users got groups by lot."""

    draws: tuple[Mapping[str, tuple[SentimentSample, ...]], ...]
    """Of each draw: role -> the utterances, consecutive ones merged."""

    @classmethod
    def of(cls, dialogs: Sequence[Dialog], draws: int = DRAWS) -> "Drawn":
        """Return random groups; the same conversations get the same ones."""
        rows = [ConversationRow(d.id, str(u.role), u.text, "", NONE) for d in dialogs[:MOST] for u in d.utterances]
        return cls(tuple(_by_role(merged(with_proxies(rows, seed))) for seed in range(1, draws + 1)))

    @property
    def texts(self) -> tuple[str, ...]:
        """All utterances, each text once."""
        return tuple(dict.fromkeys(s.row.text for draw in self.draws for samples in draw.values() for s in samples))

    def added(self, system: SentimentSystem) -> Added:
        """Return what a test adds to the raw score of a system."""
        return {role: tuple(added(draw[role], system) for draw in self.draws) for role in ROLES}


def _by_role(rows: Sequence[ConversationRow]) -> dict[str, tuple[SentimentSample, ...]]:
    return {role: tuple(samples_of([row for row in rows if row.role == role])) for role in ROLES}


def added(samples: Sequence[SentimentSample], system: SentimentSystem) -> float:
    """Return what a test adds, on the sentences of group 1."""
    group = rate_scores(samples, {system.name: scored(system, samples)}, replace(RULES, groups=("1",))).groups["1"]
    return (group.raw[system.name] or 0) / len(group.detail[system.name])


def both(additions: Added) -> tuple[float, ...]:
    """Return the mean over both roles, draw by draw."""
    return tuple(map(fmean, zip(*additions.values(), strict=True)))


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the interval of a mean; the mean itself twice where nothing varies."""
    return t_interval(values, SURE) or (values[0], values[0])


def verdict(values: Sequence[float], other: float) -> str:
    """Return how the additions of tests compare with another figure, if they are more than chance.

    >>> verdict([0.2, 0.3, 0.2, 0.3], 0.0), verdict([1.5, 1.6, 1.5], 0.0)
    ('no more than chance', 'more')
    """
    return BY_CHANCE if interval(values)[0] <= CHANCE else compared(other, fmean(values))


def changed(before: Sequence[float], after: Sequence[float]) -> str:
    """Return how the additions of tests changed, draw by draw.

    A change that may be chance does not count, nor does one from chance to chance.

    >>> changed([0.2, 0.3, 0.2], [0.3, 0.2, 0.2]), changed([0.2, 0.3, 0.2], [1.2, 1.3, 1.2])
    ('as much', 'more')
    """
    low, high = interval([later - earlier for earlier, later in zip(before, after, strict=True)])
    if low <= 0 <= high or max(interval(values)[0] for values in (before, after)) <= CHANCE:
        return "as much"
    return compared(fmean(before), fmean(after))


def spanned(values: Sequence[float]) -> str:
    """Return a mean with its interval, in words.

    >>> spanned([0.2, 0.4, 0.3])
    '0.30 [-0.27, 0.87]'
    """
    low, high = interval(values)
    return f"{fmean(values):.2f} [{low:.2f}, {high:.2f}]"


# ── comparisons in words ────────────────────────────────────────────────────────────────────────────────────────────


def sign(difference: float) -> int:
    """Return 1, 0 or -1; rounding errors count as 0."""
    return 0 if abs(difference) < _SAME else 1 if difference > 0 else -1


_NAMES: Final[Mapping[int, str]] = {1: "more", 0: "as much", -1: "less"}


def compared(before: float, after: float) -> str:
    """Name a change.

    >>> compared(0.0, 0.2), compared(0.2, 0.2), compared(0.2, 0.0)
    ('more', 'as much', 'less')
    """
    return _NAMES[sign(after - before)]


def counted(signs: Iterator[int]) -> Counter[str]:
    """Count changes by their name."""
    return Counter(_NAMES[sign] for sign in signs)


def most(counts: Counter[str]) -> str:
    """Name what is most often the case; where more and less are as frequent, neither.

    >>> most(Counter({"more": 3, "as much": 3, "less": 1}))
    'as much'
    """
    return max(("as much", "less", "more"), key=lambda name: counts[name])


def listed(counts: Counter[str], who: str) -> str:
    """Return how often each value occurs, in words.

    >>> listed(Counter({"more": 3}), "Sg")
    'Sg: more in 3, as much in 0, less in 0'
    """
    return f"{who}: " + ", ".join(f"{name} in {counts[name]}" for name in _NAMES.values())


def lacking(title: str, published: str) -> Figure:
    """Return the figure that needs TextBlob, as missing."""
    return Figure(title, published, ABSENT, Source.CONTROL, note=NO_TEXTBLOB)
