"""Paper 000, step 3, and the works it cites: each rule reproduces every election of the oracle file."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from botassay.plugins.optional import counted as rule_counted
from botassay.plugins.optional import counts
from botassay.plugins.protocols import Ballot, Count
from botassay.plugins.registry import VOTING
from botassay.profiles.published import PUBLISHED
from botassay.profiles.voting.pairwise import kept, strongest_paths
from botassay.profiles.voting.poll import Poll

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracles" / "rating_tables.json").read_text("utf-8"))[
    "voting"
]
RULES = {
    "plurality": "plurality",
    "borda": "borda",
    "approval_k2": "approval(k=2)",
    "copeland": "copeland",
    "kemeny": "kemeny",
    "schulze": "schulze",
    "irv": "irv",
}


def ballots(election: str) -> list[Ballot]:
    return [Ballot(tuple((code,) for code in order), count) for order, count in ORACLE[election]["votes"]]


def counted(election: str, rule: str) -> Count:
    made = VOTING.make(RULES[rule])
    assert counts(made)
    assert repr(made) == RULES[rule]
    return rule_counted(made, ballots(election))


def test_every_rule_and_every_election_of_the_file_is_tested() -> None:
    for election in ORACLE.values():
        assert set(election) == {"votes", "tie_order", *RULES}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("election", ORACLE)
def test_the_order(election: str, rule: str) -> None:
    assert list(counted(election, rule).order) == ORACLE[election][rule]["order"]


@pytest.mark.parametrize("rule", ["plurality", "borda", "approval_k2", "copeland"])
@pytest.mark.parametrize("election", ORACLE)
def test_the_scores(election: str, rule: str) -> None:
    expected = {code: Fraction(str(score)) for code, score in ORACLE[election][rule]["scores"].items()}
    assert counted(election, rule).scores == expected


@pytest.mark.parametrize("election", ORACLE)
def test_the_strongest_paths_and_the_wins_of_schulze(election: str) -> None:
    count = counted(election, "schulze")
    assert count.paths is not None
    paths = {f"{one}>{other}": strength for one, row in count.paths.items() for other, strength in row.items()}
    assert paths == ORACLE[election]["schulze"]["strongest_paths"]
    assert count.scores == ORACLE[election]["schulze"]["wins"]


@pytest.mark.parametrize("election", ORACLE)
def test_kemeny_keeps_most_preferences_and_names_all_that_is_tied(election: str) -> None:
    count = counted(election, "kemeny")
    expected = ORACLE[election]["kemeny"]
    assert count.kept == expected["score"]
    assert [list(order) for order in best_orders(election)] == expected["all"]
    undecided = {code for code in count.order if len({order.index(code) for order in expected["all"]}) > 1}
    assert {code for tie in count.ties for code in tie} == undecided


def best_orders(election: str) -> Iterator[tuple[str, ...]]:
    duels = Poll.of(ballots(election)).preferences()
    orders = list(permutations(sorted(duels)))
    most = max(kept(order, duels) for order in orders)
    return (order for order in orders if kept(order, duels) == most)


def test_knoxville_wins_the_run_off_and_nashville_every_duel() -> None:
    assert counted("tennessee", "irv").order[0] == "Knoxville"
    assert {counted("tennessee", rule).order[0] for rule in ("copeland", "kemeny", "schulze")} == {"Nashville"}
    rounds = counted("tennessee", "irv").rounds
    assert [done.out for done in rounds] == ["Chattanooga", "Nashville", "Memphis"]
    assert rounds[1].votes == {"Memphis": 42, "Nashville": 26, "Knoxville": 32}


def test_nobody_wins_a_cycle_but_by_the_alphabet() -> None:
    for rule in RULES:
        count = counted("condorcet_cycle", rule)
        assert (count.order, count.ties[0]) == (("A", "B", "C"), ("A", "B", "C"))


def test_a_path_is_as_strong_as_its_weakest_duel() -> None:
    """Schulze's own example: A beats C only by a detour over D, 30 to 28."""
    paths = strongest_paths(Poll.of(ballots("schulze_wikipedia_45")).preferences())
    assert (paths["A"]["C"], paths["C"]["A"]) == (28, 25)


def test_borda_over_the_published_profiles_puts_abuse_first() -> None:
    one_each = [Ballot(profile.order) for profile in PUBLISHED.values()]
    assert VOTING.get("borda")(one_each) == ("AL", "CC", "B", "IL")


def test_the_winners_of_schulze_are_those_of_another_implementation() -> None:
    """500 random profiles; the winners are those that pref_voting names."""
    file = Path(__file__).parent / "oracles" / "schulze_pref_voting.json"
    elections = json.loads(file.read_text("utf-8"))["elections"]
    several = 0
    for election in elections:
        cast = [Ballot(tuple((code,) for code in order)) for order in election["ballots"].split()]
        several += len(election["winners"]) > 1
        made = VOTING.make("schulze")
        assert counts(made)
        assert "".join(rule_counted(made, cast).winners) == election["winners"], election["ballots"]
    assert (len(elections), several > 50) == (500, True)
