"""What reports and help pages look like, to the letter."""

from collections.abc import Callable

import pytest

from botassay.core.results import Report
from botassay.plugins.registry import REPORTS
from botassay.rating.comparison import compare
from botassay.rating.formats import draw
from botassay.rating.formats.pages import CardReport
from botassay.testing import sample_assessment
from tests.conftest import Run
from tests.pages import beside, ruder, sampled

Golden = Callable[[str, str], bool]


@pytest.fixture(scope="module")
def ratings() -> Report:
    """The sample, rated for two kinds of users."""
    return sampled()


@pytest.mark.parametrize("name", ["txt", "md", "json", "html", "xml", "sarif"])
def test_a_report(ratings: Report, golden: Golden, name: str) -> None:
    assert golden(f"rating.{name}", draw(REPORTS.get(name), ratings).decode())


def test_a_card_on_a_narrow_terminal_in_colour(ratings: Report, golden: Golden) -> None:
    assert golden("narrow.txt", draw(CardReport(width=60, colour=True), Report((ratings.ratings[0],))).decode())


@pytest.mark.parametrize("name", ["txt", "md", "json", "xml", "sarif"])
def test_a_report_of_hostile_text(golden: Golden, name: str) -> None:
    text = "\x1b[31m\u202e<b>x</b> | *y* [z](http://x.example) @me `c` \u200bend\n# h"
    assert golden(f"hostile.{name}", draw(REPORTS.get(name), Report((sample_assessment(text),))).decode())


@pytest.mark.parametrize("name", ["txt", "md", "csv"])
def test_several_subjects(golden: Golden, name: str) -> None:
    assert golden(f"beside.{name}", draw(REPORTS.get(name), beside()).decode())


def test_several_subjects_on_a_narrow_terminal_in_colour(golden: Golden) -> None:
    assert golden("beside-narrow.txt", draw(CardReport(width=60, colour=True), beside()).decode())


def test_a_comparison(golden: Golden) -> None:
    """The sample before and after its bot began to insult, with one profile less and one issue cut otherwise."""
    assert golden("compare.txt", compare(sampled(), ruder()).text())


COMMANDS = [
    (),
    ("rate",),
    ("chat",),
    ("resume",),
    ("merge",),
    ("report",),
    ("redact",),
    ("compare",),
    ("aggregate",),
    ("score",),
    ("profiles",),
    ("profiles", "list"),
    ("profiles", "show"),
    ("profiles", "elicit"),
    ("profiles", "vote"),
    ("bots",),
    ("bots", "list"),
    ("bots", "check"),
    ("bots", "init"),
    ("bots", "serve"),
    ("options",),
    ("options", "score"),
    ("options", "tune"),
    ("options", "table"),
    ("intents",),
    ("intents", "evaluate"),
    ("intents", "compare"),
    ("intents", "review"),
    ("intents", "traffic"),
    ("intents", "merge"),
    ("identity",),
    ("identity", "ask"),
    ("identity", "categorise"),
    ("identity", "detect"),
    ("identity", "evaluate"),
    ("identity", "generate"),
    ("identity", "guard"),
    ("identity", "survey"),
    ("identity", "uncovered"),
    ("replicate",),
    ("replicate", "intents"),
    ("replicate", "options"),
    ("replicate", "rating"),
    ("replicate", "identity"),
    ("replicate", "sentiment"),
    ("sentiment",),
    ("sentiment", "rate"),
    ("sentiment", "generate"),
    ("sentiment", "order"),
    ("sentiment", "dialogs"),
    ("serve",),
    ("check",),
    ("doctor",),
]


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
def test_a_help_page(botassay: Run, golden: Golden, command: tuple[str, ...]) -> None:
    name = "-".join(("help", *command))
    assert golden(f"{name}.txt", botassay(*command, "--help").out)
