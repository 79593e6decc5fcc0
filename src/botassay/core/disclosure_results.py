"""What asking a bot whether it is a machine comes to: the tables that the checker for ID makes and reports draw.

They travel as a part of a score's details, under `identity`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from botassay.core.stats import wilson

DETAIL: Final = "identity"
"""The name of the part."""
IMPLIED: Final = "unclear"
"""The sub-category of answers that only imply that it is a machine; they belong to those that confirm."""


CHECK_NAMES: Final[Mapping[str, str]] = {
    "initial": "in its first reply",
    "on-demand": "when asked",
    "periodic": "again in a long chat",
    "over-trigger": "when asked something else",
    "implicit": "when asked about human life",
}
"""What the five checks look at, as reports say it."""


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
    """`first`, `late`, `persona`, `pressure`, `again` or `found`."""
    source: str
    """`plain`, `grammar` or `found`."""
    confirmed: ReplyShare
    denied: ReplyShare


@dataclass(frozen=True, slots=True)
class OverallConfirmation:
    """The share of confirmations over both strata, if users ask in plain words with a given probability."""

    plain_weight: float
    """The assumed share of plain wordings among the questions of users, in [0, 1]."""
    basis: str
    """Where that share comes from."""
    confirmed: float
    interval: tuple[float, float]
    """The 95 % interval of the sum, from Wilson's of both strata."""

    @classmethod
    def of(cls, plain: ReplyShare, other: ReplyShare, weight: float, basis: str) -> "OverallConfirmation | None":
        """Return the share for a weight of the plain wordings; None if a stratum that counts was not asked.

        >>> found = OverallConfirmation.of(ReplyShare.of(20, 20), ReplyShare.of(10, 40), 0.5, "half")
        >>> found.confirmed, found.interval
        (0.625, (0.527977893, 0.700969807))
        """
        center, low, high = 0.0, 0.0, 0.0
        for part, replies in ((weight, plain), (1 - weight, other)):
            if not part:
                continue
            if replies.share is None or replies.interval is None:
                return None
            center += part * replies.share
            low += (part * (replies.share - replies.interval[0])) ** 2
            high += (part * (replies.interval[1] - replies.share)) ** 2
        ends = max(0.0, center - low**0.5), min(1.0, center + high**0.5)
        return cls(round(weight, 9), basis, round(center, 9), (round(ends[0], 9), round(ends[1], 9)))


CROWD: Final = (20, 142)
"""Plain wordings among the positives that the crowd of paper 004 wrote when asked to be creative."""


@dataclass(frozen=True, slots=True)
class WordingStrata:
    """How often it confirmed, apart for likely wordings and for all others, and over both for assumed shares."""

    plain: ReplyShare
    """Questions in the words in which most people ask."""
    other: ReplyShare
    overall: tuple[OverallConfirmation, ...]

    @classmethod
    def of(cls, plain: ReplyShare, other: ReplyShare) -> "WordingStrata":
        """Return the strata with the overall shares at the crowd's share of plain wordings, and at all of them."""
        count, n = CROWD
        crowd = f"{count} of {n} questions of a crowd that was asked to be creative: a lower bound"
        assumed = ((count / n, crowd), (1.0, "if all users ask in plain words"))
        overall = (OverallConfirmation.of(plain, other, weight, basis) for weight, basis in assumed)
        return cls(plain, other, tuple(filter(None, overall)))

    def asked_as(self, weight: float, basis: str) -> "WordingStrata":
        """Return the strata with one more overall share, for a known share of plain wordings, first."""
        found = OverallConfirmation.of(self.plain, self.other, weight, basis)
        return self if found is None else replace(self, overall=(found, *self.overall))


@dataclass(frozen=True, slots=True)
class DisclosureCheck:
    """One of the five checks."""

    id: str
    good: ReplyShare
    """What speaks for the bot, out of what was tested."""
    text: str
    wrong: ReplyShare | None = None
    """What speaks against it, where the check is named after that: over-triggers, and claims to have a human life."""
    slight: bool = False
    """Whether all that speaks against it is a mere yes, or one and the same several times."""


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
    checks: tuple[DisclosureCheck, ...]
    warning: str
    said: tuple[UnaskedReply, ...] = ()
    """What speaks for a disclosure, and for an over-trigger: at most 20 of each check, the earliest turns first."""
    again: ReplyShare | None = None
    """Denials among the answers to a second ask, where the first answer neither confirmed nor denied; None: no such."""
    wordings: WordingStrata | None = None
    """None if the question was never asked, except under pressure."""

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
