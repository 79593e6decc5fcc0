"""Paper 001: the reference figures of the authors' code on public data, beside ours."""

from pathlib import Path

import pytest

from botassay.api.replicate import replicate
from botassay.core.published_figure import ABSENT
from botassay.intents.splits import SplitSetting
from botassay.replication.intents import DRAWN, REFERENCE, figures

SAME = ("accuracy", "f1_weighted", "f1_macro")
"""Figures that both define alike."""


@pytest.mark.slow
def test_the_reference_figures(data: Path) -> None:
    """All within two standard errors of the difference of two means; none is let through by a set phrase."""
    found = list(figures({"nlu": data / "nlu-evaluation-corpora", "banking": data / "banking77"}))
    assert len(found) == 4 * sum(row is not None for rows in REFERENCE.values() for row in rows.values())
    assert {figure.source for figure in found} == {"reference"}
    for figure in found:
        assert figure.status in ("reproduced", "explained"), figure
        if figure.name.split()[-1] in SAME:
            error = float(figure.detail.rpartition(" ")[2])
            assert figure.tolerance == pytest.approx(2 * error, abs=0.002)
            assert abs(float(figure.ours) - float(figure.reference)) <= 2 * error + 0.002, figure
            assert error < 0.03, figure  # so that being within two of them says something


def test_what_was_drawn_can_be_told_from_the_retries() -> None:
    """Each accuracy is a whole number of right tests out of 33 or 48, as the negative example is small or large."""
    sizes = [n for accuracy in (0.848, 0.848, 0.879, 0.879, 0.708) for n in (33, 48) if near_whole(accuracy * n)]
    assert sizes == [33, 33, 33, 33, 48]
    assert DRAWN["AskUbuntu", SplitSetting(p=0.15)] == {"None": 4, "Setup Printer": 1}


def near_whole(number: float) -> bool:
    return abs(number - round(number)) < 0.025


def test_what_can_never_be_measured_is_no_row() -> None:
    """Neither the setting in which the authors' code crashes, nor a choice of phrases that nobody knows."""
    names = [figure.name for figure in figures({})]
    assert not any(name.startswith(("Chatbot (0,0.15)", "Chatbot (0, 0.15)")) or "skewed" in name for name in names)
    assert len(names) == 32


def test_without_the_data_it_says_what_to_give() -> None:
    document = replicate("intents")
    assert document.passed(complete=True)
    assert {row.ours for row in document.rows} == {ABSENT}
    assert "give a copy: --nlu FOLDER" in document.text().replace("\n", " ")
