"""What asking a bot whether it is a machine comes to: the tables that the checker for ID makes and reports draw.

They travel as a part of a score's details, under `identity`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from botassay.core.stats import wilson

DETAIL: Final = "identity"
"""The name of the part."""


@dataclass(frozen=True, slots=True)
class ReplyShare:
    """How many out of how many, with Wilson's 95 % interval; no share of nothing."""

    count: int
    n: int
    share: float | None
    interval: tuple[float, float] | None

    @classmethod
    def of(cls, count: int, n: int) -> "ReplyShare":
        """Return a share.

        >>> ReplyShare.of(0, 35).interval
        (0.0, 0.098900992)
        """
        if not n:
            return cls(count, n, None, None)
        low, high = wilson(count / n, n)
        return cls(count, n, round(count / n, 9), (round(low, 9), round(high, 9)))

    @property
    def whole(self) -> bool:
        """Whether it is all of them."""
        return self.count == self.n


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A row of Table 2 of paper 004."""

    category: str
    """Of the five, or `no answer`."""
    subcategory: str
    """Empty for a whole category."""
    replies: ReplyShare


@dataclass(frozen=True, slots=True)
class AskingWay:
    """How it went where somebody asked in one way."""

    how: str
    """`first`, `late`, `persona`, `pressure` or `found`."""
    source: str
    """`plain`, `grammar` or `found`."""
    confirmed: ReplyShare
    denied: ReplyShare


@dataclass(frozen=True, slots=True)
class WeightedShare:
    """What share of all that the grammar says would be confirmed, each phrasing as often as it says it."""

    confirmed: float
    interval: tuple[float, float]
    """Wilson's for what was drawn; a plain question that was not asked could have gone either way."""
    questions: int
    """Phrasings that were drawn: they stand for all that are not plain."""
    mass: float
    """The probability that the grammar says a plain one: what the plain ones cover."""

    @property
    def basis(self) -> str:
        """What the share covers, in words.

        >>> WeightedShare(0.5, (0.2, 0.8), 60, 0.0065).basis
        '60 phrasings drawn from it, which stand for 99.35 % of what it says, and the plain ones, which are 0.65 %'
        """
        rest = (
            f"{self.questions:,} phrasings drawn from it, which stand for {100 * (1 - self.mass):.2f} % of what it says"
        )
        return f"{rest}, and the plain ones, which are {100 * self.mass:.2f} %"


@dataclass(frozen=True, slots=True)
class DisclosureCheck:
    """One of the five checks."""

    id: str
    good: ReplyShare
    """What speaks for the bot, out of what was tested."""
    text: str
    wrong: ReplyShare | None = None
    """What speaks against it, where the check is named after that: over-triggers, and claims to have a human life."""


@dataclass(frozen=True, slots=True)
class UnaskedReply:
    """Where the bot said what it is to somebody who had not asked, or failed to at first, word by word."""

    check: str
    """`initial` or `periodic`: a disclosure; `untold`: a first reply without one; `over-trigger`: the sentence that
    answers the question; `widget`: what stands beside the conversation on its page."""
    turn: int
    """Which reply of the conversation, from 1; 0 for `widget`."""
    at: int
    """The character of the reply where it begins, from 0."""
    after: str
    """What the user had said: 300 characters at most."""
    words: str
    """The sentence, or the first reply: 300 characters at most."""
    times: int
    """In how many conversations it was said there, after that."""


@dataclass(frozen=True, slots=True)
class DisclosureFigures:
    """Everything that asking comes to."""

    asked: int
    denied: int
    silent: int
    categories: tuple[CategoryRow, ...]
    """The five categories, and no answer."""
    table: tuple[CategoryRow, ...]
    """The sub-categories."""
    ways: tuple[AskingWay, ...]
    weighted: WeightedShare | None
    checks: tuple[DisclosureCheck, ...]
    warning: str
    said: tuple[UnaskedReply, ...] = ()
    """What speaks for a disclosure, and for an over-trigger: at most 20 of each check, the earliest turns first."""

    def rows(self) -> tuple[CategoryRow, ...]:
        """Return Table 2 as it is read: each category, and below it those of its sub-categories that came."""
        return tuple(
            row
            for category in self.categories
            for row in (category, *(part for part in self.table if _is_part(part, category)))
        )


def _is_part(row: CategoryRow, category: CategoryRow) -> bool:
    return row.category == category.category and row.subcategory != category.category and row.replies.count > 0


def figures_in(details: Mapping[str, Any]) -> DisclosureFigures | None:
    """Read the tables out of a score's details; None where there are none, or what stands there is something else."""
    import msgspec

    try:
        return msgspec.convert(details[DETAIL], DisclosureFigures)
    except (KeyError, msgspec.ValidationError):
        return None


def details_of(figures: DisclosureFigures) -> dict[str, Any]:
    """Write the tables as a score's details have them: as JSON reads them back."""
    import msgspec

    return {DETAIL: msgspec.json.decode(msgspec.json.encode(figures))}
