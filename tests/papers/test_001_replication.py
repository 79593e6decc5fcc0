"""Paper 001: the reference figures of the authors' code on public data, beside ours."""

import json
from pathlib import Path

import pytest

from botassay.intents.published import CRASH, REFERENCE, figures
from botassay.replication import ABSENT
from tests.conftest import Run

SAME = ("accuracy", "f1_weighted", "f1_macro")
"""Figures that both define alike."""


def test_the_reference_figures(data: Path) -> None:
    """Within two standard errors where definitions are the same; where they are not, the note says so."""
    found = list(figures({"nlu": data / "nlu-evaluation-corpora", "banking": data / "banking77"}))
    assert len(found) == sum(1 if row is None else 4 for rows in REFERENCE.values() for row in rows.values())
    for figure in found:
        assert figure.expected, figure
        if figure.published != CRASH and figure.name.split()[-1] in SAME and not figure.agrees:
            chance = figure.name.startswith("banking77 (5,0)") and "by chance alone" in figure.note
            assert chance or "within two standard errors" in figure.note, figure


def test_the_crash_is_told(data: Path) -> None:
    found = list(figures({"nlu": data / "nlu-evaluation-corpora"}))
    (crash,) = [figure for figure in found if figure.published == CRASH]
    assert crash.ours == "not possible"
    assert "P = 0.15 takes 'DepartureTime'" in crash.note


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_without_the_data_it_says_what_to_give(botassay: Run, arguments: tuple[str, ...]) -> None:
    ended = botassay("replicate", "intents", *arguments)
    assert ended.code == 0
    assert "give a copy: --nlu FOLDER" in ended.out
    if arguments:
        assert {row["ours"] for row in json.loads(ended.out)["rows"]} == {ABSENT}
