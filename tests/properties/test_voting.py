"""What holds of voting rules whatever the ballots are."""

from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.plugins.optional import counted, counts
from botassay.plugins.protocols import Ballot, VotingRule
from botassay.plugins.registry import VOTING
from botassay.profiles.elicitation import Answer, PreferenceQuestion, most_questions, next_step
from botassay.profiles.voting.groups import MOST_GROUPS, distance, group
from botassay.profiles.voting.pairwise import kept
from botassay.profiles.voting.poll import Poll, complete, ranks

ISSUES = ("AL", "B", "CC", "ID", "IL")
RULES = ["plurality", "borda", "approval(k=1)", "approval", "copeland", "kemeny", "schulze", "irv"]


@st.composite
def orders(draw: st.DrawFn, *, whole: bool = False) -> tuple[tuple[str, ...], ...]:
    """An order with ties; some issues may be missing."""
    issues = draw(st.permutations(ISSUES))
    listed = issues if whole else issues[: draw(st.integers(1, len(issues)))]
    places: list[tuple[str, ...]] = []
    for code in listed:
        beside = draw(st.booleans())
        if places and beside:
            places[-1] = (*places[-1], code)
        else:
            places.append((code,))
    return tuple(places)


ballots = st.lists(st.builds(Ballot, orders(), st.integers(1, 5)), min_size=1, max_size=6)


def counting(name: str) -> VotingRule:
    made = VOTING.make(name)
    assert counts(made)
    return made


@pytest.mark.parametrize("name", RULES)
@given(cast=ballots, data=st.data())
def test_it_does_not_matter_who_cast_a_ballot(name: str, cast: list[Ballot], data: st.DataObject) -> None:
    rule = counting(name)
    single = [Ballot(ballot.order) for ballot in cast for _ in range(ballot.count)]
    assert rule(data.draw(st.permutations(single))) == rule(cast)


@pytest.mark.parametrize("name", RULES)
@given(cast=ballots, names=st.permutations(ISSUES))
def test_names_decide_nothing_but_ties(name: str, cast: list[Ballot], names: list[str]) -> None:
    rule = counting(name)
    other = dict(zip(ISSUES, names, strict=True))
    renamed = [
        Ballot(tuple(tuple(other[code] for code in place) for place in ballot.order), ballot.count) for ballot in cast
    ]
    count = counted(rule, cast)
    if not count.ties:
        assert rule(renamed) == tuple(other[code] for code in count.order)


@pytest.mark.parametrize("name", RULES)
@given(cast=ballots)
def test_what_is_tied_by_score_stands_together_alphabetically(name: str, cast: list[Ballot]) -> None:
    count = counted(counting(name), cast)
    assert sorted(count.order) == sorted({code for ballot in cast for place in ballot.order for code in place})
    assert count.order[0] in count.winners
    if count.scores is not None and not count.rounds and name != "schulze":
        assert list(count.order) == sorted(count.order, key=lambda code: (-Fraction((count.scores or {})[code]), code))


@pytest.mark.parametrize("name", ["copeland", "kemeny", "schulze"])
@given(cast=ballots)
def test_who_wins_every_duel_wins(name: str, cast: list[Ballot]) -> None:
    duels = Poll.of(cast).preferences()
    winners = [one for one in duels if all(duels[one][other] > duels[other][one] for other in duels[one])]
    if winners:
        assert VOTING.get(name)(cast)[0] == winners[0]


def _unbeaten(duels: dict[str, dict[str, int]]) -> set[str]:
    """Schulze's winners by going through every path without a loop."""

    def strongest(start: str, end: str) -> int:
        between = [code for code in duels if code not in {start, end}]
        chains = (chain for n in range(len(between) + 1) for chain in permutations(between, n))
        return max(weakest((start, *chain, end)) for chain in chains)

    def weakest(path: tuple[str, ...]) -> int:
        return min(duels[a][b] if duels[a][b] > duels[b][a] else 0 for a, b in pairwise(path))

    return {a for a in duels if all(strongest(a, b) >= strongest(b, a) for b in duels if b != a)}


def test_schulze_names_every_unbeaten_issue() -> None:
    """500 random elections against the definition; the order takes winner sets off one by one."""
    random = Random(7)  # noqa: S311 - no secrets
    several = 0
    for _ in range(500):
        cast = [
            Ballot(tuple((code,) for code in random.sample(ISSUES, len(ISSUES)))) for _ in range(random.randint(2, 9))
        ]
        count = counted(counting("schulze"), cast)
        winners = _unbeaten(Poll.of(cast).preferences())
        several += len(winners) > 1
        assert set(count.winners) == winners == set(count.order[: len(winners)])
        assert (count.winners in count.ties) == (len(winners) > 1)
    assert several > 50


def test_an_unbeaten_issue_never_comes_last() -> None:
    """A beats B, C ties with both: C beats fewer than A and no more than B, yet none beats it."""
    cast = [Ballot((("A",), ("B", "C"))), Ballot((("C",), ("A",), ("B",)))]
    count = counted(counting("schulze"), cast)
    assert (count.winners, count.order, count.ties) == (("A", "C"), ("A", "C", "B"), (("A", "C"),))


@given(cast=ballots)
def test_winners_of_a_run_off_are_those_of_some_way_to_break_ties(cast: list[Ballot]) -> None:
    def winners(standing: tuple[str, ...]) -> set[str]:
        votes = Poll.of(cast).firsts(standing)
        out = [code for code in standing if votes[code] == min(votes.values())]
        rest = (tuple(code for code in standing if code != gone) for gone in out)
        return set(standing) if len(standing) == 1 else set().union(*map(winners, rest))

    assert set(counted(counting("irv"), cast).winners) == winners(Poll.of(cast).issues)


@given(cast=ballots)
def test_no_order_keeps_more_preferences_than_kemeny(cast: list[Ballot]) -> None:
    count = counted(counting("kemeny"), cast)
    duels = Poll.of(cast).preferences()
    every = {order: kept(order, duels) for order in permutations(sorted(duels))}
    best = [order for order, keeps in every.items() if keeps == max(every.values())]
    assert (count.kept, count.order) == (max(every.values()), min(best))
    assert bool(count.ties) == (len(best) > 1)
    assert set(count.winners) == {order[0] for order in best}


@given(cast=ballots)
def test_a_vote_is_neither_lost_nor_made(cast: list[Ballot]) -> None:
    poll = Poll.of(cast)
    assert sum(poll.firsts(poll.issues).values()) == poll.voters
    assert all(sum(done.votes.values()) == poll.voters for done in counted(counting("irv"), cast).rounds)


@given(order=orders())
def test_ranks_are_competition_ranks(order: tuple[tuple[str, ...], ...]) -> None:
    whole = complete(order, ISSUES)
    ranked = ranks(whole)
    assert all(ranked[code] == 1 + sum(ranked[other] < ranked[code] for other in ISSUES) for code in ISSUES)


@given(one=orders(whole=True), other=orders(whole=True), third=orders(whole=True))
def test_kendalls_distance_is_a_distance(
    one: tuple[tuple[str, ...], ...], other: tuple[tuple[str, ...], ...], third: tuple[tuple[str, ...], ...]
) -> None:
    assert distance(one, other) == distance(other, one) <= 10
    assert (distance(one, other) == 0) == (ranks(one) == ranks(other))
    assert distance(one, third) <= distance(one, other) + distance(other, third)


@given(cast=ballots, k=st.none() | st.integers(1, 3))
def test_groups_hold_every_voter_once(cast: list[Ballot], k: int | None) -> None:
    poll = Poll.of(cast)
    different = len({ballot.order for ballot in poll.ballots})
    made = group(cast, min(k, different) if k else None)
    assert sum(ballot.count for members in made.groups for ballot in members) == poll.voters
    assert len(made.groups) <= MOST_GROUPS
    assert made == group(list(reversed(cast)), min(k, different) if k else None)
    for medoid, members in zip(made.medoids, made.groups, strict=True):
        for ballot in members:
            assert distance(ballot.order, medoid) == min(distance(ballot.order, other) for other in made.medoids)


@given(wanted=orders(whole=True), issues=st.permutations(ISSUES))
def test_a_person_is_understood_with_few_questions(wanted: tuple[tuple[str, ...], ...], issues: list[str]) -> None:
    rank = ranks(wanted)
    answers: list[Answer] = []
    while isinstance(step := next_step(issues, answers), PreferenceQuestion):
        ours, theirs = rank[step.first], rank[step.second]
        answers.append("=" if ours == theirs else "1" if ours < theirs else "2")
    assert ranks(tuple(step)) == rank
    assert len(answers) <= most_questions(len(issues))
