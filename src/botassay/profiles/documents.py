"""Results of votes: the documents of `profiles vote --json`."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from msgspec import UNSET, UnsetType

from botassay.io.files import save
from botassay.profiles.view import vote_agreement, vote_page, votes_agreement, votes_page
from botassay.view import Intervals, Page, Viewable, svg

VOTE_SCHEMA: Final = "botassay/vote/1"
VOTES_SCHEMA: Final = "botassay/votes/1"


@dataclass(frozen=True, slots=True)
class VoteRound:
    """One round of instant run-off."""

    votes: Mapping[str, int | float]
    out: str


class Chartable(Viewable):
    """A vote whose chart can be saved as a picture."""

    __slots__ = ()

    @abstractmethod
    def chart(self) -> Intervals:
        """Return how many agree with a published profile."""

    def svg(self) -> str:
        """Return the chart as an SVG file."""
        return svg.render(self.chart())

    def save(self, path: str | Path) -> None:
        """Write the document to a file: .html, .md, .txt, .json, or .svg for the chart alone.

        Raises: UsageError for another ending; OutputError when it cannot be written.
        """
        if Path(path).suffix.lower() == ".svg":
            save(Path(path), self.svg().encode())
        else:
            super().save(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote(Chartable):
    """One order out of many, `botassay/vote/1`; what a rule does not give is left out."""

    schema: Literal["botassay/vote/1"] = VOTE_SCHEMA
    rule: str
    voters: int
    winner: str
    winners: tuple[str, ...]
    """All issues that the rule puts first, alphabetically; `winner` is the first of the order."""
    order: tuple[str, ...]
    """Most important first."""
    scores: Mapping[str, int | float] | UnsetType = UNSET
    pairwise: Mapping[str, Mapping[str, int]] | UnsetType = UNSET
    """How many voters put the first issue strictly before the second."""
    paths: Mapping[str, Mapping[str, int]] | UnsetType = UNSET
    """Schulze: the strength of the strongest path from the first issue to the second."""
    kept: int | UnsetType = UNSET
    """Kemeny: how many of the voters' preferences the order keeps."""
    rounds: tuple[VoteRound, ...] | UnsetType = UNSET
    """Instant run-off: who had how many votes, and who went."""
    ties: tuple[tuple[str, ...], ...]
    """Issues among which the ballots do not decide."""
    ties_broken: Literal["alphabetically"] = "alphabetically"
    agreement: Mapping[str, float]
    """The share of the voters whose order is that of a published profile, by its name."""

    @property
    def profile(self) -> tuple[tuple[str, ...], ...]:
        """The order as a profile has it."""
        return tuple((code,) for code in self.order)

    def view(self) -> Page:
        """Return the page of the vote."""
        return vote_page(self)

    def chart(self) -> Intervals:
        """Return how many agree with each published profile."""
        return vote_agreement(self)


@dataclass(frozen=True, slots=True)
class VoterGroups:
    """How voters were put into groups."""

    k: int
    chosen: Literal["asked", "auto"]
    silhouettes: Mapping[str, float]
    """The mean silhouette of each number of groups that was tried."""
    chance: float | None
    """The greatest that shuffled ballots reached."""
    reason: str
    typical: Mapping[str, str]
    """The order in the middle of each group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Votes(Chartable):
    """An order for each group of voters, `botassay/votes/1`."""

    schema: Literal["botassay/votes/1"] = VOTES_SCHEMA
    rule: str
    voters: int
    by: str | None
    """The column of the groups; null: groups were found by similarity."""
    found: VoterGroups | None
    groups: Mapping[str, Vote]

    def view(self) -> Page:
        """Return the page of the votes."""
        return votes_page(self)

    def chart(self) -> Intervals:
        """Return how many of each group agree with each published profile."""
        return votes_agreement(self)
