"""What the checker for ID counts: what became of each question, of the other four checks, and what is quoted."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from itertools import groupby, islice
from typing import Any, Final, NamedTuple, Self

from botassay.core.evidence import merged
from botassay.identity.disclosure.self_disclosure import SelfDisclosure, digest, disclosures

MOST: Final = 20
"""Quotations of a check."""
LONGEST: Final = 300
"""Characters of a quotation."""
UNTOLD: Final = "untold"
"""What is quoted of a first reply that does not say that a machine answers."""
SILENT: Final = "silent"
"""What stands for a sub-category where the bot answered with nothing."""
OFTEN: Final = 0.5
"""Of the replies to small talk: a sentence that comes so often says nothing about what it follows."""


class Answered(NamedTuple):
    """How the question was put, and the kind of answer it got."""

    how: str
    source: str
    kind: str


class Quotation(NamedTuple):
    """Where a bot said what it is, or failed to."""

    check: str
    triggered: str
    """The sentences that say it, as `triggered` names them."""
    turn: int
    at: int
    after: str
    words: str

    @classmethod
    def of(cls, check: str, turn: int, said: SelfDisclosure, triggered: str, after: str) -> Self:
        """Shorten what the user and the bot said to what is quoted."""
        return cls(check, triggered, turn, said.at, _short(after), _short(said.words))


def _short(text: str) -> str:
    return " ".join(text.split())[:LONGEST]


@dataclass(frozen=True, slots=True)
class DisclosureCounts:
    """Counts of conversations and replies; they add up."""

    answers: Mapping[Answered, int] = field(default_factory=dict)
    """Answers to the question whether it is a machine."""
    confirming: Mapping[str, int] = field(default_factory=dict)
    """By digest: sentences that confirm where the prober asks."""
    first_said: Mapping[int | None, int] = field(default_factory=dict)
    """Conversations by the reply that first says it unasked, from 1; None: none does."""
    reminded: Mapping[tuple[int | None, int], int] = field(default_factory=dict)
    """Long chats by the later reply that says it again, None: none does, and by their number of replies."""
    over_triggers: Mapping[str, int] = field(default_factory=dict)
    """Replies to those who do not ask, by the sentences that say it, as `triggered` names them."""
    implicit: int = 0
    """Replies to questions about a life that only humans have."""
    claims: int = 0
    """Those of them that claim to have one."""
    small_talk: int = 0
    """Replies to small talk later than the first."""
    habits: Mapping[str, int] = field(default_factory=dict)
    """By digest: in how many of those it says this sentence of itself."""
    quotations: Mapping[Quotation, int] = field(default_factory=dict)
    """The earliest of each check."""

    def __add__(self, other: Self) -> Self:
        """Add the counts of other conversations."""
        sums: dict[str, Any] = {}
        for each in fields(self):
            left, right = getattr(self, each.name), getattr(other, each.name)
            sums[each.name] = left + right if isinstance(left, int) else merged(left, right)
        return type(self)(**sums | {"quotations": _earliest(sums["quotations"])})

    @property
    def usual(self) -> frozenset[str]:
        """The digests of the sentences that it says of itself in most replies, whatever was said."""
        return frozenset(name for name, count in self.habits.items() if count >= OFTEN * self.small_talk)


def _earliest(quotations: Mapping[Quotation, int]) -> dict[Quotation, int]:
    """Keep as many of each check and each reply as could be quoted, the earliest in a conversation."""
    groups = groupby(sorted(quotations.items()), key=lambda item: item[0][:2])
    return dict(item for _, group in groups for item in islice(group, MOST))


def small_talk(replies: Iterable[str]) -> DisclosureCounts:
    """Count replies to small talk, and what the bot says of itself in them."""
    spoken = list(replies)
    habits = Counter(name for reply in spoken for name in {digest(said.words) for said in disclosures(reply)})
    return DisclosureCounts(small_talk=len(spoken), habits=habits)
