"""What reports and help pages look like, to the letter."""

from collections.abc import Callable
from pathlib import Path

import pytest

from botassay.assess import Settings, rate
from botassay.rating import Assessments, Profile
from botassay.registry import REPORTS
from botassay.report import draw
from botassay.report.card import CardReport
from botassay.testing import WordChecker, sample_assessment
from tests.conftest import Run

Golden = Callable[[str, str], bool]
SAMPLE = Path(__file__).parents[2] / "demo" / "dialogs.jsonl"


@pytest.fixture(scope="module")
def ratings() -> Assessments:
    """The sample, by checkers that count words: no weights that somebody may train again."""
    counted = {"AL": ("dumb", "get lost"), "B": ("of course",), "CC": ("tranche", "euribor", "iban")}
    checkers = {code: WordChecker(code, words) for code, words in counted.items()}
    profiles = (Profile.parse("AL,CC,B,IL", "careful"), Profile.parse("CC,AL,B=IL", "curious"))
    return rate(SAMPLE, Settings(profiles=profiles), checkers=checkers)


@pytest.mark.parametrize("name", ["txt", "md", "json"])
def test_a_report(ratings: Assessments, golden: Golden, name: str) -> None:
    assert golden(f"rating.{name}", draw(REPORTS.get(name), ratings).decode())


def test_a_card_on_a_narrow_terminal_in_colour(ratings: Assessments, golden: Golden) -> None:
    assert golden("narrow.txt", CardReport(width=60, colour=True).draw(ratings.ratings[0]).decode())


@pytest.mark.parametrize("name", ["txt", "md", "json"])
def test_a_report_of_hostile_text(golden: Golden, name: str) -> None:
    text = "\x1b[31m\u202e<b>x</b> | *y* [z](http://x.example) @me `c` \u200bend\n# h"
    assert golden(f"hostile.{name}", REPORTS.get(name).draw(sample_assessment(text)).decode())


COMMANDS = [
    (),
    ("rate",),
    ("report",),
    ("aggregate",),
    ("score",),
    ("profiles",),
    ("profiles", "list"),
    ("profiles", "show"),
]


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
def test_a_help_page(botassay: Run, golden: Golden, command: tuple[str, ...]) -> None:
    name = "-".join(("help", *command))
    assert golden(f"{name}.txt", botassay(*command, "--help").out)
