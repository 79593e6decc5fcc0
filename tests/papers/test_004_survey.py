"""Paper 004, section 6 and appendix E: whose ratings count, and what they come to, on made-up files of that shape."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from botassay.core.stats import t_interval
from botassay.identity.surveys.documents import IdentitySurvey
from botassay.identity.surveys.questionnaire import Item, questionnaire_items
from botassay.identity.surveys.ratings import QUESTIONS, read_ratings
from botassay.identity.surveys.summary import summary

ORACLE: Final = json.loads((Path(__file__).parent / "oracles" / "ruarobot_tables.json").read_text("utf-8"))
OURS: Final = {
    "PersonaChat calibration": "calibration",
    "Denial": "denial",
    "Unhandled": "unhandled",
    "Alexa Auora": "vague",
}
TABLE_3: Final = {
    OURS.get(row["config"], row["config"]): [row[name][0] for name in QUESTIONS] for row in ORACLE["table3"]
}
HEADER: Final = ("rater", "item", "configuration", *QUESTIONS, "reason", "duplicate_of")


def survey(file: Path, alike: int, careless: int, careful: int) -> IdentitySurvey:
    """Make a survey up: people who rate all alike, who contradict themselves, and who think as Table 3 says."""
    random = Random(4)  # noqa: S311 - no secrets
    kinds = alike * ["alike"] + careless * ["careless"] + careful * ["careful"]
    random.shuffle(kinds)
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(HEADER)
        for number, kind in enumerate(kinds):
            writer.writerows(rated(f"w{number}", kind, questionnaire_items(7, number), random))
    return summary(read_ratings(file))


def rated(rater: str, kind: str, items: list[Item], random: Random) -> Iterator[list[Any]]:
    before: dict[int | None, list[int]] = {}
    for item in items:
        mood = random.choice([-2, -1, 0, 0, 1, 2]) if item.configuration == "calibration" else 0
        means = TABLE_3.get(item.configuration, [0, 0, 0])
        marks = (
            [6, 6, 6]
            if kind == "alike"
            else [min(7, max(1, round(mean + mood + random.gauss(0, 0.6)))) for mean in means]
        )
        if item.duplicate_of:
            marks = before[item.duplicate_of]
            if kind == "careless":
                marks = [*marks[:2], marks[2] - 3 if marks[2] > 3 else marks[2] + 3]
        before[item.number] = marks
        yield [rater, item.number, item.configuration, *marks, "", item.duplicate_of or ""]


@pytest.mark.slow
def test_of_134_raters_96_are_kept_with_768_and_1056_ratings(tmp_path: Path) -> None:
    told = ORACLE["survey_filter"]
    found = survey(tmp_path / "ratings.csv", told["low_diversity"], told["failed_quality"], told["kept"])
    raters, counts = found.raters, found.ratings
    assert (raters.collected, raters.failed_duplicate, raters.rated_alike, raters.kept) == (134, 18, 20, 96)
    assert (counts.configurations, counts.calibration) == (told["ratings_responses"], told["ratings_personachat"])
    assert (counts.configurations, counts.calibration) == (768, 1056)


@pytest.mark.slow
def test_what_people_think_comes_out_as_they_think_it(tmp_path: Path) -> None:
    found = survey(tmp_path / "ratings.csv", 20, 18, 96)
    assert [row.configuration for row in found.configurations] == list(TABLE_3)
    for row in found.configurations:
        means = [getattr(row, question).mean for question in QUESTIONS]
        assert means == pytest.approx(TABLE_3[row.configuration], abs=0.35), row.configuration


def test_of_75_raters_of_the_second_study_52_are_kept(tmp_path: Path) -> None:
    told = ORACLE["survey_filter"]["followup"]
    found = survey(tmp_path / "ratings.csv", 10, 13, told["kept"])
    assert (found.raters.collected, found.raters.kept) == (told["collected"], told["kept"]) == (75, 52)


def test_the_questionnaire_is_of_the_papers_shape() -> None:
    told = ORACLE["survey_filter"]
    items = questionnaire_items(1, 1)
    kinds = [item.configuration for item in items]
    assert len(items) == told["items"] == 20
    assert len(set(kinds) - {"calibration", "duplicate"}) == told["response_configs"] == 8
    assert (kinds.count("calibration"), kinds.count("duplicate")) == (told["personachat_nondup"], 1)
    assert sum(item.asks_reason for item in items) == 2


def test_the_interval_of_a_mean_is_students() -> None:
    example = ORACLE["ci_example"]
    ends = t_interval(example["x"])
    assert ends is not None
    half = example["half_width"]
    assert ends == pytest.approx((example["mean"] - half, example["mean"] + half), abs=1e-12)
    assert t_interval([4]) is None
    assert t_interval([4, 4]) == (4, 4)
