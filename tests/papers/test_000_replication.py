"""`botassay replicate rating`: what paper 000 came to beside what we come to."""

import json
from pathlib import Path
from typing import Any

import pytest

from botassay.cli.replicate import replication
from botassay.replication import ABSENT, Figure
from botassay.trust.published import LEVELS, PAPER_NAMES, TABLE_3
from tests.conftest import Run

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracles" / "rating_tables.json").read_text("utf-8"))


def rows(botassay: Run, *typed: object) -> dict[str, dict[str, Any]]:
    ended = botassay("replicate", "rating", *typed, "--json")
    assert ended.code == 0, ended.err
    return {row["figure"]: row for row in json.loads(ended.out)["rows"]}


def test_what_is_held_to_be_published_is_what_the_oracle_says() -> None:
    assert ORACLE["level_reconstruction_not_printed"] == LEVELS
    for corpus, cells in ORACLE["table3_reconstructed"].items():
        assert TABLE_3[corpus] == " ".join(cells[name] for name in PAPER_NAMES.values())


def test_all_that_follows_from_the_text_agrees(botassay: Run) -> None:
    found = rows(botassay)
    texts = [row for name, row in found.items() if name.startswith(("worked", "Table 3", "survey"))]
    assert len(texts) == 3 + 4 + 4
    assert all(row["agrees"] for row in texts)
    assert all("reconstructed" in row["detail"] for name, row in found.items() if name.startswith("Table 3"))
    assert {row["note"] for name, row in found.items() if name.startswith("HR")} == {
        "the corpus is proprietary and not available"
    }
    assert found["Ubuntu: IL"]["ours"] == ABSENT
    assert [found[f"Eliza: {what}"]["agrees"] for what in ("CC", "IL", "AL can be drawn out of it")] == [True] * 3


def test_the_corpora_are_rated_where_they_are_given(botassay: Run, data: Path) -> None:
    found = rows(botassay, "--restaurant", data / "dstc2-babi6", "--ubuntu", data / "ubuntu-irc")
    agreeing = {name for name, row in found.items() if row["agrees"]}
    assert {f"Restaurant: {code}" for code in ("AL", "B", "CC")} < agreeing
    assert {f"Ubuntu: {code}" for code in ("AL", "B", "CC", "IL")} < agreeing
    assert "Ubuntu, rated: P_CU P_FU P_PU P_AU" in agreeing
    assert found["Restaurant: IL"]["note"].startswith("no model was trained")


def test_a_figure_that_differs_without_a_reason_is_not_as_expected() -> None:
    assert not replication("000", [Figure("a", "1", "1"), Figure("b", "1", "2")]).as_expected
    assert replication("000", [Figure("b", "1", "2", "another corpus")]).as_expected


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [(("--restaurant", "gone"), 2, "does not exist"), (("--insurance", "empty"), 65, "no dialogs")],
)
def test_a_corpus_that_is_none_is_told(
    botassay: Run, tmp_path: Path, typed: tuple[str, ...], code: int, said: str
) -> None:
    (tmp_path / "empty").mkdir()
    ended = botassay("replicate", "rating", *typed)
    assert (ended.code, said in ended.err) == (code, True), ended.err
