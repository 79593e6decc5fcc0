"""The use cases of profiles: list and show them, vote on what matters, or ask one person (paper 000, steps 2 and 3).

>>> from botassay.profiles import elicit, vote
>>> vote(["CC>AL>B", "AL>CC>B", "AL>B"]).order
('AL', 'CC', 'B')
>>> elicit(lambda question: "1", issues=["AL", "B", "IL"]).order
(('AL',), ('B',), ('IL',))
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from logging import getLogger
from pathlib import Path
from typing import get_args

from botassay.core.errors import UsageError
from botassay.core.results import Profile
from botassay.core.scale import STANDARD_ISSUES
from botassay.core.text.plural import many
from botassay.plugins.protocols import VotingRule
from botassay.plugins.registry import CHECKERS, VOTING
from botassay.profiles.documents import Vote, Votes
from botassay.profiles.elicitation import Answer, PreferenceQuestion, check_issues, next_step
from botassay.profiles.published import file_name, save_profile
from botassay.profiles.voting import Approval
from botassay.profiles.voting.ballot_files import BallotRow, CastBallot, ballots_of, read_ballots
from botassay.profiles.voting.election import hold_vote, hold_votes
from botassay.settings.profiles import ElicitSettings, VoteSettings

LOG = getLogger("botassay")


def vote(
    ballots: str | Path | Iterable[BallotRow],
    settings: VoteSettings | None = None,
    *,
    rule: str | VotingRule | None = None,
    by: str | None = None,
    groups: int | str | None = None,
) -> Vote | Votes:
    """Return one order of importance out of many people's, or one for each group of people.

    Args:
        ballots: a CSV file with the columns voter and order, `-` for standard input; or orders, `Ballot`s or rows.
        settings: all settings; what is given below is stronger.
        rule: how, by name (`schulze`, `approval(k=3)`) or as an object.
        by: the column with the group of each voter.
        groups: the number of groups of like-minded voters to find, or `auto`.

    Raises: InputError with the first invalid ballot; UsageError for an unknown rule or impossible groups.
    """
    chosen = settings or VoteSettings()
    chosen = replace(chosen, by=by or chosen.by, groups=str(groups) if groups is not None else chosen.groups)
    if isinstance(ballots, str | Path):
        cast, place = read_ballots(Path(ballots), chosen.by), "line"
    else:
        cast, place = ballots_of(ballots, chosen.by), "row"
    _warn_of_unknown_issues(cast, place)
    issues = tuple(sorted({code for voter in cast for rank in voter.ballot.order for code in rank}))
    voting_rule, name = _rule(chosen.rule if rule is None else rule, issues)
    if chosen.by or chosen.groups:
        return hold_votes(voting_rule, cast, issues, name, chosen.by, chosen.groups)
    return hold_vote(voting_rule, [voter.ballot for voter in cast], issues, name)


def _rule(rule: str | VotingRule, issues: tuple[str, ...]) -> tuple[VotingRule, str]:
    """Return a voting rule and its name.

    Raises: UsageError for an unknown rule, or one that approves more issues than there are.
    """
    voting_rule = VOTING.make(rule) if isinstance(rule, str) else rule
    if isinstance(voting_rule, Approval) and voting_rule.k > len(issues):
        hint = f"k is the number of issues each voter approves, at most {len(issues)}"
        raise UsageError(f"{voting_rule!r}: the ballots only name {', '.join(issues)}", hint=hint)
    shown = repr(voting_rule)
    return voting_rule, rule if isinstance(rule, str) and shown.startswith("<") else shown


def _warn_of_unknown_issues(cast: Iterable[CastBallot], noun: str) -> None:
    """Log issues that no checker rates: perhaps they are misspelt."""
    lines: dict[str, int] = {}
    for voter in cast:
        for code in chain.from_iterable(voter.ballot.order):
            lines.setdefault(code, voter.line)
    for code, line in lines.items():
        if code not in STANDARD_ISSUES and code not in CHECKERS:
            known = ", ".join(STANDARD_ISSUES)
            LOG.warning("%s (%s %d) is not an issue that can be rated; known: %s", code[:40], noun, line, known)


def save_vote(held: Vote | Votes, file: str | Path, source: str, *, force: bool = False) -> tuple[Path, ...]:
    """Save the order of a vote as a profile, those of groups in a file each, and return the files.

    Args:
        held: the vote.
        file: ends in .toml; of groups the beginning of the names.
        source: where the ballots are from, for the comment in the file.
        force: overwrite files that are there.

    Raises: UsageError for another ending, or when two groups would have the same file; OutputError for a file that is
        there already, or that cannot be written.
    """
    place = Path(file)
    if place.suffix != ".toml":
        raise UsageError(f"{place} does not end in .toml", hint="use the ending .toml")
    if isinstance(held, Vote):
        votes = {place: held}
    else:
        votes = {place.with_name(f"{place.stem}-{file_name(name)}"): vote for name, vote in held.groups.items()}
        if len(votes) < len(held.groups):
            hint = "name the groups with letters and digits"
            raise UsageError("two groups would be saved in the same file", hint=hint)
    note = f"{many(held.voters, 'voter', 'voters')} of {source}, by {held.rule}."
    profiles = {path: Profile(path.stem, each.profile, source="voted") for path, each in votes.items()}
    save_profile(profiles, note, force=force)
    return tuple(profiles)


def elicit(
    answer: Callable[[PreferenceQuestion], str] | None = None,
    settings: ElicitSettings | None = None,
    *,
    issues: Iterable[str] = (),
    name: str | None = None,
) -> Profile:
    """Return the profile of a person who compares issues in pairs.

    Args:
        answer: is asked each question; gives `1` if the first issue matters more, `2` if the second does, `=` if both
            matter equally. Not needed where the settings hold a whole order.
        settings: all settings; what is given below is stronger.
        issues: what is put in order.
        name: what the profile is called.

    Raises: UsageError for another answer; UnknownNameError for an unknown issue.
    """
    chosen = settings or ElicitSettings()
    chosen = replace(chosen, issues=tuple(issues) or chosen.issues, name=name or chosen.name)
    called = chosen.name or "mine"
    if chosen.order is not None:
        typed = Profile.parse(chosen.order, called)
        check_issues(typed.codes)
        return typed
    asked = chosen.asked
    check_issues(asked)
    answers: list[Answer] = []
    while isinstance(step := next_step(asked, answers), PreferenceQuestion):
        given = None if answer is None else answer(step)
        if given not in get_args(Answer):
            raise UsageError(f"{given!r} is not an answer to {step}", hint="answer 1, 2 or =")
        answers.append(given)  # type: ignore[arg-type] # one of them
    return Profile(called, step)
