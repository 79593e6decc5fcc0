"""What every voting rule promises."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Final

from botassay.plugins.optional import counted, counts
from botassay.plugins.protocols import Ballot, VotingRule
from botassay.testing.promise import promise

_NAMES: Final = ("A", "B", "C", "D")
_ELECTIONS: Final = 60


def check_voting_rule(rule: VotingRule) -> None:
    """Check that a voting rule keeps the promises of its protocol, on small elections with ties and gaps.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    _refuses_nothing(rule)
    _respects_what_all_agree_on(rule)
    for ballots in _elections():
        order = _whole(rule, ballots)
        _is_anonymous(rule, ballots, order)
        _takes_gaps_for_last_places(rule, ballots, order)
        _is_neutral(rule, ballots, order)
        if counts(rule):
            promise(counted(rule, ballots).order == order, "the count has the order that the call gives")


def _refuses_nothing(rule: VotingRule) -> None:
    try:
        rule(())
    except ValueError:
        return
    promise(kept=False, text="without ballots there is no result, but a ValueError")


def _respects_what_all_agree_on(rule: VotingRule) -> None:
    results = set()
    for issues in permutations(_NAMES):
        order = _whole(rule, (Ballot(tuple((code,) for code in issues), 3),))
        left, right = next(
            ((left, right) for left, right in zip(order, issues, strict=True) if left != right), ("", "")
        )
        promise(left <= right, "an order that all voters share is kept, but for ties that the alphabet settles")
        results.add(order)
    promise(len(results) > 1, "ballots decide, and not the alphabet alone")


def _elections() -> Iterator[tuple[Ballot, ...]]:
    """Return elections with cycles, ties within ballots and incomplete ballots; the same ones each time."""
    chance = Random(0)  # noqa: S311 - no secret: the same elections each time
    for number in range(_ELECTIONS):
        names = _NAMES[: 2 + number % 3]
        yield tuple(Ballot(_order(names, chance), chance.randint(1, 4)) for _ in range(chance.randint(1, 5)))


def _order(names: Sequence[str], chance: Random) -> tuple[tuple[str, ...], ...]:
    listed = chance.sample(names, chance.randint(1, len(names)))
    places: list[tuple[str, ...]] = [(listed[0],)]
    for code in listed[1:]:
        if chance.random() < 1 / 3:
            places[-1] = (*places[-1], code)
        else:
            places.append((code,))
    return tuple(places)


def _whole(rule: VotingRule, ballots: Sequence[Ballot]) -> tuple[str, ...]:
    order = tuple(rule(ballots))
    promise(tuple(rule(ballots)) == order, "the same ballots give the same order")
    promise(sorted(order) == sorted(_listed(ballots)), "every issue that a ballot lists stands in the order once")
    return order


def _listed(ballots: Sequence[Ballot]) -> set[str]:
    return {code for ballot in ballots for place in ballot.order for code in place}


def _is_anonymous(rule: VotingRule, ballots: Sequence[Ballot], order: tuple[str, ...]) -> None:
    turned = tuple(reversed(ballots))
    promise(tuple(rule(turned)) == order, "it does not matter in which order the ballots come")
    single = tuple(Ballot(ballot.order) for ballot in ballots for _ in range(ballot.count))
    promise(tuple(rule(single)) == order, "a ballot that counts for several is as good as several ballots")
    shuffled = tuple(Ballot(tuple(place[::-1] for place in ballot.order), ballot.count) for ballot in ballots)
    promise(tuple(rule(shuffled)) == order, "within a place the issues are equals")


def _takes_gaps_for_last_places(rule: VotingRule, ballots: Sequence[Ballot], order: tuple[str, ...]) -> None:
    issues = _listed(ballots)
    whole = []
    for ballot in ballots:
        last = tuple(sorted(issues - _listed([ballot])))
        whole.append(Ballot((*ballot.order, last) if last else ballot.order, ballot.count))
    promise(tuple(rule(tuple(whole))) == order, "issues that a voter does not list share the last place")


def _is_neutral(rule: VotingRule, ballots: Sequence[Ballot], order: tuple[str, ...]) -> None:
    """Rename the issues: where that changes more than names, there was a tie, and the alphabet has settled it."""
    issues = sorted(order)
    longer = {code: f"X{code}" for code in issues}
    again = tuple(rule(_renamed(ballots, longer)))
    promise(again == tuple(longer[code] for code in order), "names do not matter where their alphabetical order stays")
    for names in permutations(issues):
        other = dict(zip(issues, names, strict=True))
        back = {name: code for code, name in other.items()}
        result = tuple(back[name] for name in rule(_renamed(ballots, other)))
        if result == order:
            continue
        forward = _alphabetical(order, result, other)
        backward = _alphabetical(result[::-1], order[::-1], other)  # of a rule that drops the last one first
        promise(forward or backward, "names decide nothing but ties, and these alphabetically")
        if counts(rule):
            promise(counted(rule, ballots).ties, "where names decide, the count says that there is a tie")


def _renamed(ballots: Sequence[Ballot], names: Mapping[str, str]) -> tuple[Ballot, ...]:
    return tuple(
        Ballot(tuple(tuple(names[code] for code in place) for place in ballot.order), ballot.count)
        for ballot in ballots
    )


def _alphabetical(order: Sequence[str], result: Sequence[str], other: Mapping[str, str]) -> bool:
    """Whether two orders differ first where the alphabet has put one issue before, and under other names the other."""
    left, right = next((left, right) for left, right in zip(order, result, strict=True) if left != right)
    return left < right and other[right] < other[left]
