"""Paper 001: the reference figures of the authors' code on public data, beside ours."""

from pathlib import Path

import pytest

from botassay.api.replicate import replicate
from botassay.core.published_figure import ABSENT
from botassay.intents.splits import SplitSetting
from botassay.replication.intents import CRASH, DRAWN, REFERENCE, SKEWED, UNKNOWN, figures

SAME = ("accuracy", "f1_weighted", "f1_macro")
"""Figures that both define alike."""


@pytest.mark.slow
def test_the_reference_figures(data: Path) -> None:
    """All within two standard errors of the difference of two means; none is let through by a set phrase."""
    everything = list(figures({"nlu": data / "nlu-evaluation-corpora", "banking": data / "banking77"}))
    found = [figure for figure in everything if figure.note != UNKNOWN]
    assert len(found) == sum(1 if row is None else 4 for rows in REFERENCE.values() for row in rows.values())
    for figure in found:
        assert figure.expected, figure
        if figure.published != CRASH and figure.name.split()[-1] in SAME:
            error = float(figure.detail.rpartition(" ")[2])
            assert abs(float(figure.ours) - float(figure.published)) <= 2 * error + 0.002, figure
            assert error < 0.03, figure  # so that being within two of them says something


def test_what_was_drawn_can_be_told_from_the_retries() -> None:
    """Each accuracy is a whole number of right tests out of 33 or 48, as the negative example is small or large."""
    sizes = [n for accuracy in (0.848, 0.848, 0.879, 0.879, 0.708) for n in (33, 48) if near_whole(accuracy * n)]
    assert sizes == [33, 33, 33, 33, 48]
    assert DRAWN["AskUbuntu", SplitSetting(p=0.15)] == {"None": 4, "Setup Printer": 1}


def near_whole(number: float) -> bool:
    return abs(number - round(number)) < 0.025


@pytest.mark.slow
def test_the_crash_is_told(data: Path) -> None:
    found = list(figures({"nlu": data / "nlu-evaluation-corpora"}))
    (crash,) = [figure for figure in found if figure.published == CRASH]
    assert crash.ours == "not possible"
    assert "P = 0.15 holds out 'DepartureTime'" in crash.note


def test_what_cannot_be_measured_again_is_listed_with_its_reason() -> None:
    found = [figure for figure in figures({}) if "skewed 625/20" in figure.name]
    assert [figure.published for figure in found] == [f"{value:.3f}" for row in SKEWED.values() for value in row]
    assert {(figure.ours, figure.note) for figure in found} == {(ABSENT, UNKNOWN)}
    assert {figure.published for figure in found[:2]} == {"0.746", "0.807"}


def test_without_the_data_it_says_what_to_give() -> None:
    document = replicate("intents")
    assert document.as_expected
    assert {row.ours for row in document.rows} == {ABSENT}
    assert "give a copy: --nlu FOLDER" in document.text().replace("\n", " ")
