"""Paper 000: the worked example, the reconstructed Table 3, and all levels of CC and IL.

Table 3 is not in the paper's text; it is reconstructed from its prose and its algorithm (docs/method/trust.md).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from botassay.core.results import Profile, TieBreak
from botassay.profiles.published import PUBLISHED
from botassay.rating.aggregation import Terms, aggregate, from_levels

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracles" / "rating_tables.json").read_text("utf-8"))
NAMES = {"P_CU": "conversation", "P_FU": "fairness", "P_PU": "privacy", "P_AU": "abuse"}
LETTERS = {"L": "low", "M": "medium", "H": "high"}


def rated(profile: Profile, levels: dict[str, str], ties: TieBreak = TieBreak.PESSIMISTIC, rule: str = "paper") -> str:
    return aggregate(profile, from_levels(levels), Terms(rule, ties)).level


@pytest.mark.parametrize("rule", ["paper", "median"])
@pytest.mark.parametrize("ties", list(TieBreak))
def test_the_worked_example(ties: TieBreak, rule: str) -> None:
    example = ORACLE["worked_example"]
    order = Profile("example", tuple((code,) for code in example["order"]))
    rating = aggregate(order, from_levels(example["ratings"]), Terms(rule, ties))
    assert rating.level == LETTERS[example[str(ties)]]
    assert rating.rule.tally == {LETTERS[letter]: weight for letter, weight in example["scores"].items()}
    assert rating.rule.tied is True
    assert rating.rule.ignored == ("IL",)


def test_the_published_profiles() -> None:
    assert {NAMES[name]: tuple(order) for name, order in ORACLE["profiles"].items()} == {
        name: profile.codes for name, profile in PUBLISHED.items()
    }


@pytest.mark.parametrize("rule", ["paper", "median"])
@pytest.mark.parametrize("corpus", ORACLE["table3_reconstructed"])
def test_the_reconstructed_table_3(corpus: str, rule: str) -> None:
    levels = ORACLE["level_reconstruction_not_printed"][corpus]
    for name, level in ORACLE["table3_reconstructed"][corpus].items():
        assert rated(PUBLISHED[NAMES[name]], levels, rule=rule) == LETTERS[level]


@pytest.mark.parametrize("case", ORACLE["all_CC_IL_levels"])
def test_all_levels_of_complexity_and_leakage(case: str) -> None:
    levels = {"B": "L", "AL": "L", **dict(part.split("=") for part in case.split(","))}
    for name, level in ORACLE["all_CC_IL_levels"][case].items():
        assert rated(PUBLISHED[NAMES[name]], levels) == LETTERS[level]


WEIGHTS = {"k-imp": (3, 2, 1, 0), "k-imp+1": (4, 3, 2, 1), "harmonic": (12, 6, 4, 3), "geometric": (8, 4, 2, 1)}
"""Of the issues by rank: k − i, k − i + 1, 1/i and 2^-(i-1) times a number that makes them whole."""


@pytest.mark.parametrize("corpus", ORACLE["level_reconstruction_not_printed"])
@pytest.mark.parametrize("scheme", ORACLE["alternative_weights"])
def test_the_ratings_under_other_weights(scheme: str, corpus: str) -> None:
    levels = ORACLE["level_reconstruction_not_printed"][corpus]
    for name, level in ORACLE["alternative_weights"][scheme][corpus].items():
        pairs = zip(ORACLE["profiles"][name], WEIGHTS[scheme], strict=True)
        typed = Profile.weighted(",".join(f"{code}={weight}" for code, weight in pairs))
        assert rated(typed, levels) == LETTERS[level]


def test_only_two_of_the_schemes_give_the_reconstructed_table() -> None:
    tables = ORACLE["alternative_weights"]
    assert {scheme for scheme in tables if tables[scheme] == ORACLE["table3_reconstructed"]} == {"k-imp", "geometric"}


def test_median_and_the_published_rule_differ_in_6_of_the_81_level_vectors() -> None:
    order = Profile.parse("B,AL,CC,IL")
    vectors = [
        dict(zip(order.codes, (a, b, c, d), strict=True)) for a in "LMH" for b in "LMH" for c in "LMH" for d in "LMH"
    ]
    differing = [v for v in vectors if rated(order, v) != rated(order, v, rule="median")]
    assert len(differing) == 6
    noted = [aggregate(order, from_levels(v), Terms()).rule.disagrees_with for v in differing]
    assert noted == ["paper"] * 6
