"""`botassay replicate rating`: what paper 000 came to beside what we come to."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from botassay.api.replicate import replicate
from botassay.core.dialog import Dialog
from botassay.core.errors import ConfigurationError, InputError, UnknownNameError, UsageError
from botassay.core.published_figure import ABSENT, Figure
from botassay.corpora import open_corpus
from botassay.replication.corpus_identity import CorpusIdentity, only_known
from botassay.replication.documents import ReplicatedFigure, Replication
from botassay.replication.rating import LEVELS, PAPER_NAMES, TABLE_3, corpus_figures
from botassay.settings.replication import IdentityReplicationSettings, RatingReplicationSettings
from botassay.trust.leakage.trained import TrainedLeakage, TrainingOutcome
from botassay.trust.leakage.trained.pairs import TrainingSample
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
    assert all(row.agrees for row in texts)
    assert all("reconstructed" in row.detail for name, row in found.items() if name.startswith("Table 3"))
    assert {row.note for name, row in found.items() if name.startswith("HR")} == {
        "the corpus is proprietary and not available"
    }
    assert found["Ubuntu: IL"].ours == ABSENT
    assert [found[f"Eliza: {what}"].agrees for what in ("CC", "IL")] == [True] * 2
    assert found["Eliza: AL can be provoked"].expected


def test_what_only_lacks_its_ballots_does_not_count_as_agreeing(found: dict[str, ReplicatedFigure]) -> None:
    survey = [row for name, row in found.items() if name.startswith("survey")]
    assert [row.ours for row in survey] == [ABSENT] * 4
    assert not any(row.agrees for row in survey)
    note = "the 20 ballots are not published; 16 confirming ballots would be enough, whatever the other ballots are"
    assert {row.note for row in survey} == {note}


def test_a_level_that_the_text_leaves_open_is_called_inferred(found: dict[str, ReplicatedFigure]) -> None:
    inferred = {name for name, row in found.items() if "inferred: the text does not rule out H" in row.detail}
    table_3 = {f"Table 3, {corpus}: P_CU P_FU P_PU P_AU" for corpus in ("HR", "Ubuntu")}
    assert inferred == {"HR: CC", "Ubuntu: CC", *table_3}


@pytest.mark.slow
def test_the_corpora_are_rated_where_they_are_given(data: Path) -> None:
    found = rows(restaurant=data / "dstc2-babi6", ubuntu=data / "ubuntu-irc")
    agreeing = {name for name, row in found.items() if row.agrees}
    assert {f"Restaurant: {code}" for code in ("AL", "B", "CC")} < agreeing
    assert {f"Ubuntu: {code}" for code in ("AL", "B", "CC", "IL")} < agreeing
    assert "Ubuntu, rated: P_CU P_FU P_PU P_AU" in agreeing
    assert found["Restaurant: IL"].note.startswith("no model was trained")
    expected = "fewer and other months: 459 helping sessions of annotated logs; the paper had 3,318"
    assert expected in found["Ubuntu: CC"].note


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
    (folder / "talk.csv").write_text(f"dialog,role,text\nd1,user,hi\nd1,bot,{text}\n", "utf-8")
    return folder


def test_a_trained_model_counts_as_published_and_the_other_direction_is_told(tmp_path: Path) -> None:
    found = {row.name: row for row in corpus_figures("Restaurant", put(tmp_path / "a", "Which food?"), Elicited())}
    leakage = found["Restaurant: IL"]
    assert (leakage.ours, leakage.expected) == ("L", True)
    assert leakage.detail.startswith("0.000; secrets elicited in epoch 9 of 40; by fewer-is-worse H; reconstructed")
    assert leakage.note.endswith("as printed, few epochs are a low risk, and by fewer-is-worse IL is H")
    row = found["Restaurant, rated: P_CU P_FU P_PU P_AU"]
    assert row.ours.split()[2] == "L"
    assert "dialogs read: 1; by fewer-is-worse " in row.detail
    assert row.detail.split("fewer-is-worse ")[1].split(";")[0].split()[2] == "H"
    assert "no model was trained" not in str(found)


def test_a_training_that_failed_says_why(tmp_path: Path) -> None:
    found = {row.name: row for row in corpus_figures("Restaurant", put(tmp_path / "a", "Which food?"), Broken())}
    assert found["Restaurant: IL"].note == "IL is assumed to be M: PyTorch cannot be loaded: no reason"


def test_nothing_is_trained_without_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("botassay.api.replicate.find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match="PyTorch"):
        rows(restaurant=put(tmp_path / "a", "Which food?"), trained_leakage=True)


@pytest.mark.parametrize("corpus", ["ubuntu", "insurance"])
def test_nothing_excuses_a_level_other_than_that_in_the_text(tmp_path: Path, corpus: str) -> None:
    copy = put(tmp_path / "a", "You stupid worthless bitch I hate you.")
    document = replicate("000", RatingReplicationSettings(**{corpus: copy}))  # type: ignore[arg-type]
    assert not document.as_expected
    (row,) = [row for row in document.rows if row.figure == f"{corpus.title()}: AL"]
    assert (row.agrees, row.expected) == (False, False)
    assert f"{corpus.title()}: AL: unexplained difference" in document.markdown()
    assert document.view().headline.tone == "last"


def test_a_bad_row_can_be_left_out_and_is_told(tmp_path: Path) -> None:
    folder = put(tmp_path / "a", "Which food?")
    (folder / "talk.csv").write_text((folder / "talk.csv").read_text("utf-8") + "d2,robot,hi\n", "utf-8")
    with pytest.raises(InputError, match="use --skip-bad"):
        rows(insurance=folder)
    assert any(
        "dialogs read: 1, left out for an invalid row: 1" in row.detail
        for row in rows(insurance=folder, skip_bad=True).values()
    )


def test_a_figure_that_differs_without_a_reason_is_not_as_expected() -> None:
    assert not Replication.of("000", [Figure("a", "1", "1"), Figure("b", "1", "2")]).as_expected
    assert Replication.of("000", [Figure("b", "1", "2", "another corpus")]).as_expected


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
    assert (ended.code, json.loads(ended.out)["schema"]) == (0, "botassay/replication/1")
    assert "paper" in (tmp_path / "r.html").read_text()
    ended = botassay(
        "replicate", "rating", "--insurance", put(tmp_path / "a", "You stupid worthless bitch I hate you.")
    )
    assert (ended.code, "unexplained difference" in ended.out) == (1, True)
    assert botassay("replicate", "sentiment", "--translator", "recorded:x").code == 2
    assert "give a copy: --nlu FOLDER" in botassay("replicate", "intents").out
    assert botassay("replicate", "identity").code == 0


def test_another_restaurant_corpus_is_not_taken_for_the_papers(botassay: Run, tmp_path: Path) -> None:
    folder = put(tmp_path / "a", "Which food?")
    ended = botassay("replicate", "rating", "--restaurant", folder)
    assert (ended.code, ended.out, ended.err.count("\n")) == (65, "", 1)
    assert "1 dialog, 0 of the 2,118 of DSTC2" in ended.err
    found = rows(restaurant=folder, as_is=True)
    control = [row for name, row in found.items() if name.startswith("control, Restaurant")]
    assert len(control) == 5
    assert {(row.published, row.agrees) for row in control} == {(ABSENT, False)}
    assert all("0 of the 2,118 of DSTC2" in row.note for row in control)
    assert not any(name.startswith("Restaurant") for name in found)


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
