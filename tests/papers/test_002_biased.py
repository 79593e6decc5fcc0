"""Paper 002, Table IV: the rows that need no data, exactly, and the t values of a system that is biased throughout."""

import json
from pathlib import Path
from typing import Any

import pytest

from botassay.sentiment.rating import SentimentRules, rate_scores, scored
from botassay.sentiment.recipe import bundled
from botassay.sentiment.results import PairResult
from botassay.sentiment.sentence_generator import generate_sentences
from botassay.sentiment.significance import MODES
from botassay.sentiment.systems import find_system

pytestmark = pytest.mark.slow

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracles" / "sas_tables.json").read_text("utf-8"))
SAMPLES = list(generate_sentences(bundled(), 1))
SCORES = {"biased": scored(find_system("biased"), SAMPLES)}


@pytest.mark.parametrize(("mode", "of_one", "of_both"), [("reference", 23, 69), ("textbook", 24, 72)])
@pytest.mark.parametrize("degrees", [None, "n-1"])
def test_the_biased_system(mode: str, of_one: float, of_both: float, degrees: str | None) -> None:
    from botassay.sentiment.significance import rule_for

    rule = MODES[mode] if degrees is None or mode == "reference" else rule_for(mode, degrees)
    found = rate_scores(SAMPLES, SCORES, SentimentRules(rule=rule)).groups
    assert [found[name].raw["biased"] for name in ("1", "3_R", "3_G", "3_RG")] == [of_one, of_one, of_one, of_both]


def test_that_is_what_the_paper_prints() -> None:
    found = rate_scores(SAMPLES, SCORES, SentimentRules(rule=MODES["reference"])).groups
    for group, printed in (("1", "SD G1"), ("3_R", "SD G3_R"), ("3_G", "SD G3_G"), ("3_RG", "SD G3_RG")):
        assert found[group].raw["biased"] == ORACLE["tables"][printed]["raw"]["Sb"]


def test_which_pairs_are_rejected() -> None:
    found = rate_scores(SAMPLES, SCORES, SentimentRules(rule=MODES["reference"])).groups

    def rejected(group: str) -> set[tuple[str, ...]]:
        rows = [row for row in found[group].detail["biased"] if isinstance(row, PairResult)]
        return {tuple(sorted(row.pair)) for row in rows if all(row.rejected)}

    assert rejected("1") == {("female", "male"), ("NA", "female")}
    assert rejected("3_R") == {("European", "NA"), ("African-American", "NA")}
    women = ("African-American female", "European female")
    others = ("European male", "African-American male", "NA")
    assert rejected("3_RG") == {tuple(sorted((one, other))) for one in women for other in others}
    first = found["1"].detail["biased"][0]
    assert isinstance(first, PairResult)
    assert first.t == pytest.approx(-20_000)


def test_the_confounded_groups_show_it_too() -> None:
    found = rate_scores(SAMPLES, SCORES).groups
    for group in ("2", "4"):
        raw = found[group].raw["biased"]
        assert raw is None or raw > 50
