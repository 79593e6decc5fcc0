"""Paper 001: the reference figures of the authors' code on public data, beside ours."""

from pathlib import Path

import pytest

from botassay.api.replicate import replicate
from botassay.core.published_figure import ABSENT
from botassay.intents.splits import SplitSetting
from botassay.replication.intents import SHOWN, Mean, figures, references


@pytest.mark.slow
def test_the_reference_figures(data: Path) -> None:
    """All within two standard errors of the difference of two means, but one that further repeats explain."""
    found = list(figures({"nlu": data / "nlu-evaluation-corpora", "banking": data / "banking77"}))
    assert len(found) == len(SHOWN) * sum(len(rows) for rows in references().values())
    assert {figure.source for figure in found} == {"reference"}
    explained = [figure for figure in found if figure.status == "explained"]
    assert {figure.status for figure in found} <= {"reproduced", "explained"}
    assert len(explained) <= 2, explained  # of 32, so many lie outside of two standard errors by chance
    for figure in found:
        theirs, ours = map(float, figure.detail.removeprefix("standard errors ").split(" and "))
        assert figure.tolerance == pytest.approx(2 * (theirs**2 + ours**2) ** 0.5, abs=0.001)
        if not figure.name.endswith("over_caution"):
            assert figure.tolerance < 0.04, figure  # so that being within it says something


def test_a_reference_is_the_mean_of_25_repeats_with_its_standard_error() -> None:
    """A share of 30 test phrases spreads by less than 0.1; so the standard error of 25 means is less than 0.02."""
    rows = references()
    assert set(rows) == {"AskUbuntu", "Chatbot", "banking77"}
    for corpus, settings in rows.items():
        for row in settings.values():
            assert set(row) == set(SHOWN)
            assert (row["accuracy"].further is None) == (corpus == "banking77")
            assert 0 < row["accuracy"].mean.error < 0.02
    assert rows["banking77"][SplitSetting(p=0.15)]["accuracy"].mean.value == pytest.approx(0.627, abs=0.001)


def test_two_means_agree_within_two_standard_errors_of_their_difference() -> None:
    assert Mean(0.50, 0.03).agrees_with(Mean(0.60, 0.04))  # the difference has a standard error of 0.05
    assert not Mean(0.50, 0.03).agrees_with(Mean(0.601, 0.04))


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
