"""`botassay replicate rating`: what paper 000 came to beside what we come to."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from botassay.api.replicate import replicate
from botassay.core.dialog import Dialog
from botassay.core.errors import ConfigurationError, InputError, UnknownNameError, UsageError
from botassay.core.published_figure import ABSENT, Figure, Reason, Source, Status, distance
from botassay.corpora import open_corpus
from botassay.replication.corpus_identity import CorpusIdentity, only_known
from botassay.replication.documents import ReplicatedFigure, Replication
from botassay.replication.rating import LEVELS, PAPER_NAMES, TABLE_3, corpus_figures
from botassay.settings.replication import IdentityReplicationSettings, RatingReplicationSettings
from botassay.trust.leakage.trained import TrainedLeakage, TrainingOutcome
from botassay.trust.leakage.trained.pairs import TrainingSample
from botassay.view import Table
from tests.conftest import Run

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracles" / "rating_tables.json").read_text("utf-8"))


def rows(**settings: Any) -> dict[str, ReplicatedFigure]:
    return {row.figure: row for row in replicate("rating", RatingReplicationSettings(**settings)).rows}


@pytest.fixture(scope="module")
def found() -> dict[str, ReplicatedFigure]:
    """What needs no copy of a corpus."""
    return rows()


def test_what_is_held_to_be_published_is_what_the_oracle_says() -> None:
    assert ORACLE["level_reconstruction_not_printed"] == LEVELS
    for corpus, cells in ORACLE["table3_reconstructed"].items():
        assert TABLE_3[corpus] == " ".join(cells[name] for name in PAPER_NAMES.values())


def test_all_that_follows_from_the_text_agrees(found: dict[str, ReplicatedFigure]) -> None:
    texts = [row for name, row in found.items() if name.startswith(("worked", "Table 3"))]
    assert len(texts) == 3 + 4
    assert {row.status for row in texts} == {"reproduced"}
    by_source = {row.source: name.startswith("Table 3") for name, row in found.items() if row in texts}
    assert by_source == {"published": False, "reconstructed": True}
    assert (found["Ubuntu: IL"].ours, found["Ubuntu: IL"].status) == (ABSENT, "not measured")
    assert {found[f"Eliza: {what}"].status for what in ("CC", "IL", "AL can be provoked")} == {"reproduced"}


def test_what_can_never_be_measured_is_no_row(found: dict[str, ReplicatedFigure]) -> None:
    assert not any(name.startswith(("survey", "HR:")) for name in found)


def test_what_the_text_says_is_published_and_the_rest_of_table_2_reconstructed(
    found: dict[str, ReplicatedFigure],
) -> None:
    levels = {name: row.source for name, row in found.items() if name.startswith(("Restaurant", "Ubuntu", "Insurance"))}
    assert len(levels) == 12
    assert {name for name, source in levels.items() if source == "published"} == {
        f"{corpus}: {code}" for corpus in ("Restaurant", "Ubuntu", "Insurance") for code in ("AL", "B")
    }


def test_a_level_that_the_text_leaves_open_is_called_inferred(found: dict[str, ReplicatedFigure]) -> None:
    inferred = {name for name, row in found.items() if "inferred: the text does not rule out H" in row.detail}
    table_3 = {f"Table 3, {corpus}: P_CU P_FU P_PU P_AU" for corpus in ("HR", "Ubuntu")}
    assert inferred == {"Ubuntu: CC", *table_3}


@pytest.mark.slow
def test_the_corpora_are_rated_where_they_are_given(data: Path) -> None:
    found = rows(restaurant=data / "dstc2-babi6", ubuntu=data / "ubuntu-irc")
    reproduced = {name for name, row in found.items() if row.status == "reproduced"}
    assert {f"Restaurant: {code}" for code in ("AL", "B", "CC")} < reproduced
    assert (found["Restaurant: IL"].status, "--trained-leakage" in found["Restaurant: IL"].note) == (
        "not measured",
        True,
    )
    rated = found["Restaurant, rated: P_CU P_FU P_PU P_AU"]
    assert (rated.status, rated.note) == ("explained", "IL is not measured and taken for M (at most 1 apart)")
    ubuntu = [row for name, row in found.items() if name.startswith("Ubuntu")]
    assert {row.status for row in ubuntu} == {"explained"}  # other months: never reproduced
    assert all(row.ours == row.reference for row in ubuntu)
    expected = "other and fewer months than the paper's: 459 dialogs beside 3,318 (at most 1 apart)"
    assert found["Ubuntu: CC"].note == expected


# ── one small corpus in place of the paper's ────────────────────────────────────────────────────────────────────────


class Elicited(TrainedLeakage):
    """Has trained, and the secrets revealed in the ninth epoch."""

    def _outcome(self, sample: TrainingSample) -> TrainingOutcome:  # noqa: ARG002 - what it is given does not matter
        facts = {"pairs": {"learned": 10_000, "found": 10_000, "too_long": 0}, "many_speak": 0, "device": "cpu"}
        return TrainingOutcome(pairs=10_000, curve=(0.1,) * 8 + (0.9,), updates=2817, epochs=40, facts=facts)


class Broken(TrainedLeakage):
    """Could not train."""

    def _outcome(self, sample: TrainingSample) -> TrainingOutcome:  # noqa: ARG002 - what it is given does not matter
        return TrainingOutcome(why_not="PyTorch cannot be loaded: no reason")


def put(folder: Path, text: str) -> Path:
    folder.mkdir()
    (folder / "insuranceqa.csv").write_text(f"dialog,role,text\nd1,user,hi\nd1,bot,{text}\n", "utf-8")
    return folder


def test_a_trained_model_counts_as_published_and_the_other_direction_is_told(tmp_path: Path) -> None:
    found = {row.name: row for row in corpus_figures("Restaurant", put(tmp_path / "a", "Which food?"), Elicited())}
    leakage = found["Restaurant: IL"]
    assert (leakage.ours, leakage.status) == ("L", "explained")
    assert leakage.detail.startswith("0.000; secrets elicited in epoch 9 of 40; by fewer-is-worse H; reconstructed")
    assert leakage.reason is not None
    assert leakage.reason.text.endswith("IL is as published where fewer epochs are worse")
    row = found["Restaurant, rated: P_CU P_FU P_PU P_AU"]
    assert row.ours.split()[2] == "L"
    assert "dialogs read: 1; by fewer-is-worse " in row.detail
    assert row.detail.split("fewer-is-worse ")[1].split(";")[0].split()[2] == "H"
    assert "--trained-leakage" not in str(found)


def test_a_training_that_failed_says_why(tmp_path: Path) -> None:
    found = {row.name: row for row in corpus_figures("Restaurant", put(tmp_path / "a", "Which food?"), Broken())}
    assert (found["Restaurant: IL"].ours, found["Restaurant: IL"].status) == (ABSENT, "not measured")
    assert found["Restaurant: IL"].note == "PyTorch cannot be loaded: no reason"


def test_nothing_is_trained_without_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("botassay.api.replicate.find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match="PyTorch"):
        rows(restaurant=put(tmp_path / "a", "Which food?"), trained_leakage=True)


@pytest.mark.parametrize("corpus", ["ubuntu", "insurance"])
def test_nothing_excuses_a_level_other_than_that_in_the_text(tmp_path: Path, corpus: str) -> None:
    copy = put(tmp_path / "a", "You stupid worthless bitch I hate you.")
    document = replicate("000", RatingReplicationSettings(**{corpus: copy}))  # type: ignore[arg-type]
    assert not document.passed()
    (row,) = [row for row in document.rows if row.figure == f"{corpus.title()}: AL"]
    assert (row.source, row.status) == ("published", "differs")
    assert f"{corpus.title()}: AL, differs: " in document.markdown()
    assert document.counts[0].differ >= 1
    assert document.view().headline.tone == "last"


def test_a_bad_row_can_be_left_out_and_is_told(tmp_path: Path) -> None:
    folder = put(tmp_path / "a", "Which food?")
    (folder / "insuranceqa.csv").write_text((folder / "insuranceqa.csv").read_text("utf-8") + "d2,robot,hi\n", "utf-8")
    with pytest.raises(InputError, match="use --skip-bad"):
        rows(insurance=folder)
    assert any(
        "dialogs read: 1, left out for an invalid row: 1" in row.detail
        for row in rows(insurance=folder, skip_bad=True).values()
    )


def test_only_a_bound_excuses_a_difference() -> None:
    """A note alone excuses nothing; neither does a reason whose bound the figures exceed."""
    half = Reason("another sample", 0.5)
    figures = {
        Figure("a", "1", "1"): Status.REPRODUCED,
        Figure("b", "1", "2", note="another corpus"): Status.DIFFERS,
        Figure("c", "1", "1.5", reason=half): Status.EXPLAINED,
        Figure("d", "1", "1.6", reason=half): Status.DIFFERS,
        Figure("e", "1", "1.6", tolerance=0.6): Status.REPRODUCED,
        Figure("f", "1", "1", reason=half._replace(always=True)): Status.EXPLAINED,
        Figure("g", "L", ABSENT, Source.RECONSTRUCTED, note="give a copy"): Status.NOT_MEASURED,
    }
    assert {figure: figure.status for figure in figures} == figures
    document = Replication.of("000", figures)
    assert [str(count) for count in document.counts] == [
        "published 6: 2 reproduced, 2 explained, 2 differ, 0 not measured",
        "reconstructed 1: 0 reproduced, 0 explained, 0 differ, 1 not measured",
    ]
    assert document.rows[2].note == "another sample (at most 0.5 apart)"


def test_what_is_not_measured_counts_only_where_all_is_asked_for() -> None:
    missing = Replication.of("000", [Figure("a", "1", ABSENT)])
    assert (missing.passed(), missing.passed(complete=True)) == (True, False)
    other = Replication.of("000", [Figure("a", "1", ABSENT, Source.REFERENCE)])
    assert other.passed(complete=True)
    assert not Replication.of("000", [Figure("a", "1", "2", Source.CONTROL)]).passed()


@pytest.mark.parametrize(
    ("reference", "ours", "apart"),
    [("M L H L", "M L L L", 2), ("M", "?", float("inf")), ("less", "more", 2), ("1/0.8/0.6", "1/0.7/0.6", 0.1)],
)
def test_how_far_figures_lie_apart(reference: str, ours: str, apart: float) -> None:
    assert distance(reference, ours) == apart


def test_a_corpus_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="E174"):
        rows(restaurant="gone")
    with pytest.raises(InputError, match="no dialogs"):
        rows(insurance=tmp_path / "empty")


def test_another_paper_and_settings_of_another_paper() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'rating'"):
        replicate("ratings")
    with pytest.raises(UsageError, match="do not belong to rating"):
        replicate("rating", IdentityReplicationSettings())


def test_the_commands(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("replicate", "options", "--json", "-o", "r.html")
    document = json.loads(ended.out)
    assert (ended.code, document["schema"]) == (0, "botassay/replication/2")
    assert set(document["rows"][0]) == {
        "figure", "source", "reference", "ours", "tolerance", "status", "note", "detail",
    }  # fmt: skip
    assert "paper" in (tmp_path / "r.html").read_text()
    ended = botassay(
        "replicate", "rating", "--insurance", put(tmp_path / "a", "You stupid worthless bitch I hate you.")
    )
    assert (ended.code, "Insurance: AL, differs" in " ".join(ended.out.split())) == (1, True)
    assert botassay("replicate", "sentiment", "--translator", "recorded:x").code == 2
    ended = botassay("replicate", "rating")
    first = ended.out.splitlines()[:2]
    assert first == [
        "published 12: 6 reproduced, 0 explained, 0 differ, 6 not measured",
        "reconstructed 10: 4 reproduced, 0 explained, 0 differ, 6 not measured",
    ]
    assert botassay("replicate", "rating", "--complete").code == 1
    assert botassay("replicate", "options", "--complete").code == 0
    ended = botassay("replicate", "intents")
    assert (ended.code, "give a copy: --nlu FOLDER" in ended.out) == (0, True)
    assert botassay("replicate", "intents", "--complete").code == 0  # it publishes no figure
    assert botassay("replicate", "identity").code == 0


def test_each_source_has_its_heading_and_published_reconstructed_and_ours_a_column(
    found: dict[str, ReplicatedFigure],
) -> None:
    document = Replication.of("000", [Figure("a", "1", "1"), Figure("b", "L", "M", Source.RECONSTRUCTED)])
    firsts = {section.title: section.blocks[0] for section in document.view().sections}
    tables = {title: block for title, block in firsts.items() if isinstance(block, Table)}
    assert list(tables) == ["Published", "Reconstructed"]
    for table in tables.values():
        assert table.columns == ("figure", "published", "reconstructed", "ours", "status", "how")
    assert [str(cell) for cell in tables["Reconstructed"].rows[0][:5]] == ["b", ABSENT, "L", "M", "differs"]
    assert found  # the same page from the command


@pytest.mark.parametrize(("corpus", "known"), [("restaurant", "0 of the 2,118 of DSTC2"), ("insurance", "no file")])
def test_another_corpus_is_not_taken_for_the_papers(botassay: Run, tmp_path: Path, corpus: str, known: str) -> None:
    folder = put(tmp_path / "a", "Which food?")
    (folder / "insuranceqa.csv").rename(folder / "talk.csv")
    ended = botassay("replicate", "rating", f"--{corpus}", folder)
    assert (ended.code, ended.out, ended.err.count("\n")) == (65, "", 1)
    assert known in ended.err or "no file has one" in ended.err
    found = rows(**{corpus: folder, "as_is": True})
    title = corpus.title()
    control = [row for name, row in found.items() if name.startswith(f"control, {title}")]
    assert len(control) == 5
    assert {(row.reference, row.source) for row in control} == {(ABSENT, "control")}
    assert all(known in row.note for row in control)
    assert {row.status for name, row in found.items() if name.startswith(f"{title}:")} == {"not measured"}


def test_insurance_is_known_by_names_and_counts_only(tmp_path: Path) -> None:
    found = rows(insurance=put(tmp_path / "a", "Which policy?"))
    levels = [row for name, row in found.items() if name.startswith("Insurance: ") and not name.endswith("IL")]
    assert {row.status for row in levels} <= {"explained", "differs"}  # one dialog, where the paper had 25,499
    assert "1 dialogs beside 25,499" in found["Insurance: AL"].note


def test_the_papers_dialogs_are_known_by_what_they_say(data: Path) -> None:
    """Ids and blanks make no difference, a hundredth may lack, and surplus dialogs are left out."""
    dialogs = list(open_corpus(data / "dstc2-babi6"))
    turns = tuple(msgspec.structs.replace(turn, text=f" {turn.text}  ") for turn in dialogs[0].utterances)
    spaced = Dialog("x", turns)
    assert CorpusIdentity.of("Restaurant", [spaced, *dialogs[1:]]).present == 2118
    assert CorpusIdentity.of("Restaurant", dialogs[21:]).sure
    assert not CorpusIdentity.of("Restaurant", dialogs[22:]).sure
    other = Dialog("other", dialogs[0].utterances[:1])
    assert list(only_known("Restaurant", [other, *dialogs, dialogs[0]])) == dialogs
