"""What a vote came to: the document, and how many people agree with each published profile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from msgspec import UNSET, UnsetType

from botassay.core.errors import InternalError, blame
from botassay.core.results import Profile, plain
from botassay.plugins.optional import counted
from botassay.plugins.protocols import Ballot, VotingRule
from botassay.profiles.published import PUBLISHED
from botassay.profiles.voting.poll import Poll, complete

VOTE_SCHEMA: Final = "botassay/vote/1"
VOTES_SCHEMA: Final = "botassay/votes/1"


@dataclass(frozen=True, slots=True)
class VoteRound:
    """One round of instant run-off."""

    votes: Mapping[str, int | float]
    out: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """One order out of many, `botassay/vote/1`; what a rule does not give is left out."""

    schema: Literal["botassay/vote/1"] = VOTE_SCHEMA
    rule: str
    voters: int
    winner: str
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


@dataclass(frozen=True, slots=True)
class Found:
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
class Votes:
    """An order for each group of voters, `botassay/votes/1`."""

    schema: Literal["botassay/votes/1"] = VOTES_SCHEMA
    rule: str
    voters: int
    by: str | None
    """The column that said who belongs together; null: found by likeness."""
    found: Found | None
    groups: Mapping[str, Vote]


def vote(rule: VotingRule, ballots: Sequence[Ballot], issues: Sequence[str] = (), name: str | None = None) -> Vote:
    """Hold a vote.

    Args:
        rule: how.
        ballots: at least one.
        issues: what is voted on, beside what the ballots list.
        name: what the rule is called; by default as it prints.

    Raises: UsageError for ballots that make no sense; InternalError when the rule gives no order of the issues.
    """
    poll = Poll.of(ballots, issues)
    called = name or repr(rule)
    with blame(f"the voting rule {called}"):
        count = counted(rule, poll.ballots)
    if sorted(count.order) != list(poll.issues):
        raise InternalError(f"the voting rule {called} gives no order of the issues: {count.order}")
    return Vote(
        rule=called,
        voters=poll.voters,
        winner=count.order[0],
        order=count.order,
        scores=UNSET if count.scores is None else _plain(count.scores),
        pairwise=UNSET if count.pairwise is None else count.pairwise,
        paths=UNSET if count.paths is None else count.paths,
        kept=UNSET if count.kept is None else count.kept,
        rounds=tuple(VoteRound(_plain(done.votes), done.out) for done in count.rounds) or UNSET,
        ties=count.ties,
        agreement={name: float(agreement(poll.ballots, profile)) for name, profile in PUBLISHED.items()},
    )


def agreement(ballots: Sequence[Ballot], profile: Profile) -> Fraction:
    """Give the share of the voters who agree with a profile (paper 000, the chart of its survey).

    A voter agrees if their order, over the issues of the profile, is the order of the profile: nothing swapped and
    nothing tied. Issues that they do not list share the last place; issues that the profile does not name do not count.

    >>> voters = [Ballot((("CC",), ("AL",), ("B",)), 3), Ballot((("AL",), ("CC",), ("B",), ("IL",)))]
    >>> agreement(voters, PUBLISHED["conversation"])
    Fraction(3, 4)
    """
    proposed = tuple(tuple(sorted(group)) for group in profile.order)
    agreed = sum(ballot.count for ballot in ballots if _over(ballot, profile) == proposed)
    return Fraction(agreed, sum(ballot.count for ballot in ballots))


def _over(ballot: Ballot, profile: Profile) -> tuple[tuple[str, ...], ...]:
    issues = set(profile.codes)
    common = (tuple(code for code in group if code in issues) for group in ballot.order)
    return complete(tuple(group for group in common if group), issues)


def _plain(scores: Mapping[str, Fraction]) -> dict[str, int | float]:
    return {code: plain(score) for code, score in scores.items()}
