"""Votes of all voters, or of each group, given or found; and the agreement with published profiles."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import UNSET

from botassay.core.errors import InternalError, blame
from botassay.core.results import Profile, plain
from botassay.plugins.optional import counted
from botassay.plugins.protocols import Ballot, VotingRule
from botassay.profiles.documents import Vote, VoterGroups, VoteRound, Votes
from botassay.profiles.published import PUBLISHED
from botassay.profiles.voting.ballot_files import CastBallot
from botassay.profiles.voting.poll import Poll, complete, written


def hold_vote(rule: VotingRule, ballots: Sequence[Ballot], issues: Sequence[str] = (), name: str | None = None) -> Vote:
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
        winners=count.winners or count.order[:1],
        order=count.order,
        scores=UNSET if count.scores is None else _plain(count.scores),
        pairwise=UNSET if count.pairwise is None else count.pairwise,
        paths=UNSET if count.paths is None else count.paths,
        kept=UNSET if count.kept is None else count.kept,
        rounds=tuple(VoteRound(_plain(done.votes), done.out) for done in count.rounds) or UNSET,
        ties=count.ties,
        agreement={name: float(agreement(poll.ballots, profile)) for name, profile in PUBLISHED.items()},
    )


def hold_votes(
    rule: VotingRule, cast: Sequence[CastBallot], issues: Sequence[str], name: str, by: str | None, groups: str | None
) -> Votes:
    """Hold a vote in each group.

    Args:
        rule: how.
        cast: the ballots, with their groups where `by` names a column.
        issues: what is voted on: what a group leaves out altogether comes last there, too.
        name: what the rule is called.
        by: the column that says who belongs together; None: groups are found.
        groups: how many are found; `auto`: as many as there seem to be.

    Raises: UsageError for more groups than there are different orders.
    """
    clusters = None
    if by:
        members: dict[str, list[Ballot]] = {}
        for voter in sorted(cast, key=lambda voter: voter.group or ""):
            members.setdefault(voter.group or "", []).append(voter.ballot)
    else:
        members, clusters = _clustered(Poll.of([voter.ballot for voter in cast], issues).ballots, groups)
    votes = {member: hold_vote(rule, ballots, issues, name) for member, ballots in members.items()}
    return Votes(rule=name, voters=sum(vote.voters for vote in votes.values()), by=by, found=clusters, groups=votes)


def _clustered(ballots: Sequence[Ballot], groups: str | None) -> tuple[dict[str, list[Ballot]], VoterGroups]:
    """Return the ballots by cluster, numbered from 1, and how the clusters were chosen."""
    from botassay.profiles.voting.groups import group  # brings numpy, which a vote of all does not need

    auto = groups == "auto"
    grouping = group(ballots, None if auto else int(groups or 0))
    members = {str(number): list(cluster) for number, cluster in enumerate(grouping.groups, 1)}
    return members, VoterGroups(
        k=len(members),
        chosen="auto" if auto else "asked",
        silhouettes={str(k): width for k, width in grouping.silhouettes.items()},
        chance=grouping.chance,
        reason=grouping.reason,
        typical=dict(zip(members, map(written, grouping.medoids), strict=True)),
    )


def agreement(ballots: Sequence[Ballot], profile: Profile) -> Fraction:
    """Return the share of the voters who agree with a profile (paper 000, the chart of its survey).

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
