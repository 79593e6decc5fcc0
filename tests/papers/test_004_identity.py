"""Paper 004: R-U-A-Robot. Its definitions, its Table 1, and what ours comes to on its data."""

import csv
import json
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

from botassay.core.published_figure import ABSENT
from botassay.identity.grammar.bundled import bundled
from botassay.identity.labels import LABELS, labelled_texts, read_guide
from botassay.identity.measures import RecognitionScores, recognition_scores
from botassay.identity.recognisers.grammar_recogniser import grammar_recogniser
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.recognisers.named import recogniser_named
from botassay.plugins.protocols import AskLabel, LabelledText, Recogniser
from botassay.replication.identity import BEYOND, TABLE_1
from botassay.replication.identity import figures as replicated
from botassay.replication.identity_answers import GUIDE_EXAMPLES

ORACLE: Final = json.loads((Path(__file__).parent / "oracles" / "ruarobot_tables.json").read_text("utf-8"))
SPLITS: Final = ("train", "val", "test")
FASTTEXT: Final = find_spec("fasttext") is not None
WORDINGS: Final = Path(__file__).parents[1] / "data" / "identity_wordings.csv"
QUESTIONS: Final = Path(__file__).parents[1] / "data" / "identity_questions.csv"


def published(data: Path, split: str) -> list[LabelledText]:
    folder = data / "ruarobot" / "v1.0.0"
    return labelled_texts([folder / f"{name}.{split}.csv" for name in ("pos", "amb", "neg")])


def measured(recogniser: Recogniser, examples: list[LabelledText]) -> RecognitionScores:
    found = recogniser.recognise([one.text for one in examples])
    return recognition_scores([one.label for one in examples], [one.label for one in found])


def percent(found: RecognitionScores) -> list[float]:
    return [100 * one for one in (found.precision_w, found.recall, found.accuracy, found.m)]


def test_the_measures_on_the_worked_example() -> None:
    example = ORACLE["metric_example"]
    found = recognition_scores([LABELS[one] for one in example["y"]], [LABELS[one] for one in example["yhat"]])
    assert (found.precision_w, found.recall, found.accuracy) == (example["Pw"], example["R"], example["Acc"])
    assert found.m == pytest.approx(example["M"], abs=1e-12)


def test_nothing_predicted_positive_is_a_precision_of_zero() -> None:
    assert recognition_scores([AskLabel.POSITIVE], [AskLabel.NEGATIVE]) == RecognitionScores(0.0, 0.0, 0.0)
    assert recognition_scores([], []).m == 0


@pytest.mark.parametrize(
    ("system", "split"), [(system, split) for system, splits in ORACLE["table1"].items() for split in splits]
)
def test_every_printed_m_is_the_geometric_mean(system: str, split: str) -> None:
    row = ORACLE["table1"][system][split]
    assert 100 * RecognitionScores(row["Pw"] / 100, row["R"] / 100, row["Acc"] / 100).m == pytest.approx(
        row["M"], abs=0.1
    )


@pytest.mark.parametrize(
    ("system", "split"), [(system, split) for system, splits in ORACLE["table1"].items() for split in splits]
)
def test_every_printed_share_is_one_of_whole_counts(system: str, split: str) -> None:
    counts: dict[str, Any] = ORACLE["splits"]["val" if split == "validation" else split]
    row, whole = ORACLE["table1"][system][split], ORACLE["table1_integer_recovery"][system][split]
    assert all(
        100 * hits / counts["p"] == pytest.approx(row["R"], abs=0.051) for hits in whole["true_positive_candidates"]
    )
    low, high = whole["correct_candidates"]
    assert 100 * low / sum(counts.values()) <= row["Acc"] + 0.051
    assert 100 * high / sum(counts.values()) >= row["Acc"] - 0.051


@pytest.mark.parametrize("split", SPLITS)
def test_the_published_splits_hold_what_the_paper_counts(data: Path, split: str) -> None:
    examples = published(data, split)
    counts = {name: sum(one.label is LABELS[name] for one in examples) for name in "pan"}
    assert counts == ORACLE["splits"][split]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "system"), [("bow-lr", "BOW LR"), ("ir", "IR"), ("random", "Random guess")])
def test_a_published_recogniser_trained_anew_reaches_its_test_figures(data: Path, name: str, system: str) -> None:
    row = ORACLE["table1"][system]["test"]
    found = percent(measured(recogniser_named(name).fit(published(data, "train")), published(data, "test")))
    tolerance = 7.5 if name == "random" else 1.5  # three standard deviations of a guess
    assert found == pytest.approx([row["Pw"], row["R"], row["Acc"], row["M"]], abs=tolerance)


def test_default_is_better_than_bert_on_the_published_test_split(data: Path) -> None:
    assert 100 * measured(default_recogniser(), published(data, "test")).m > ORACLE["table1"]["BERT"]["test"]["M"]


def survey_half(data: Path, which: int) -> Iterable[LabelledText]:
    """Give one half of the collected phrasings; 0 was read while the grammar was written, 1 was not."""
    with (data / "ruarobot" / "aux" / "part1_survey_data.csv").open(encoding="utf-8-sig") as rows:
        for row in csv.DictReader(rows):
            text = row["utterance"].strip()
            half = sha256(b"botassay survey half:" + text.lower().encode()).digest()[0] % 2
            if half == which and row["pos_amb_neg"] in LABELS:
                yield LabelledText(text, LABELS[row["pos_amb_neg"]])


def test_the_grammar_finds_most_phrasings_that_nobody_read_while_writing_it(data: Path) -> None:
    found = measured(grammar_recogniser(), list(survey_half(data, 1)))
    assert (found.recall >= 0.85, found.precision_w >= 0.97) == (True, True), found  # 93.5 and 100 %


@pytest.mark.parametrize(
    ("split", "recall"), [pytest.param("train", 0.95, marks=pytest.mark.slow), ("val", 0.8), ("test", 0.85)]
)
def test_what_the_grammar_alone_finds_of_the_published_splits(data: Path, split: str, recall: float) -> None:
    """Of the positives of the authors' grammar, ours parses 97.4, 81.6 and 89.0 %; hardly any other."""
    found = measured(grammar_recogniser(), list(published(data, split)))
    assert (found.recall >= recall, found.precision_w >= 0.99) == (True, True), found


def test_the_guides_examples_are_labelled_as_the_guide_does(data: Path) -> None:
    examples = read_guide(data / "ruarobot" / "aux" / "codeingguide_table_examples.csv")
    assert len(examples) == GUIDE_EXAMPLES == 116
    assert measured(default_recogniser(), examples).accuracy >= 0.85  # 114 of 116 are right


def test_wordings_that_were_written_before_anything_was_trained() -> None:
    examples = labelled_texts(WORDINGS)
    assert min(sum(one.label is label for one in examples) for label in AskLabel) >= 150
    found = measured(default_recogniser(), examples)
    assert (found.m >= 0.89, found.precision_w >= 0.95) == (True, True), found  # 93.2 and 96.1; 92.8 and 95.1 before


def test_wordings_by_somebody_who_knew_neither_the_grammar_nor_the_recogniser() -> None:
    """Their mistakes were read when the grammar was widened, so this holds what was reached and promises no more."""
    examples = labelled_texts(QUESTIONS)
    assert Counter(one.label for one in examples) == {
        AskLabel.POSITIVE: 150,
        AskLabel.AMBIGUOUS: 50,
        AskLabel.NEGATIVE: 150,
    }
    found = measured(default_recogniser(), examples)
    assert (found.m >= 0.965, found.precision_w >= 0.98) == (True, True), found  # 99.0 and 99.5; 94.0 and 98.2 before


def test_the_weights_were_trained_with_the_grammar_that_is_here() -> None:
    """The recogniser's features come from the grammar: change a rule, and train anew (models/identity/train.py)."""
    assert default_recogniser().rules == bundled().digest()


def test_table_1_is_printed_as_published() -> None:
    names = {"train": "train", "val": "validation", "test": "test", "additional": "additional_test"}
    for system, rows in TABLE_1.items():
        for split, row in zip(names, rows, strict=True):
            assert dict(zip(("Pw", "R", "Acc", "M"), row, strict=True)) == ORACLE["table1"][system][names[split]]


@pytest.mark.slow
def test_replication_has_every_row_and_says_what_is_missing(data: Path) -> None:
    found = list(replicated(data / "ruarobot" / "v1.0.0"))
    assert len(found) == 24 + 12
    assert sum(one.ours != ABSENT for one in found) == (7 if FASTTEXT else 5) * 3
    assert {one.ours for one in found if "BERT" in one.name} == {ABSENT}
    assert all("fine-tune it" in one.note for one in found if "BERT" in one.name)
    assert "differs" not in {one.status for one in found}
    published = [one for one in found if one.source == "published" and one.ours != ABSENT]
    assert {one.status for one in published} <= {"explained", "reproduced"}
    assert {one.name.split(",")[1].strip() for one in found if one.source == "control"} == set(BEYOND)
    assert all(one.ours == ABSENT and one.note for one in replicated(None))


def test_the_additional_split_is_read_as_its_survey_and_its_counts_are_compared(data: Path, tmp_path: Path) -> None:
    file = data / "ruarobot" / "aux" / "part1_survey_data.csv"
    survey = labelled_texts(file)
    assert [sum(one.label is label for one in survey) for label in AskLabel] == [142, 68, 176]
    rows = {one.name: one for one in replicated(None, file)}
    random, default = "Table 1, Random guess, additional", "botassay, default, additional"
    guesses = {one.name.partition(":")[0]: one for one in replicated(data / "ruarobot" / "v1.0.0", file)}
    counts = "the file has 386 utterances (142/68/176), the paper's split 370 (143/40/187)"
    assert (guesses[random].ours, guesses[random].status, guesses[random].note) == (ABSENT, "not measured", counts)
    beside = guesses[random.replace("Table 1", "botassay")]
    assert (beside.source, beside.reference, beside.ours != ABSENT) == ("control", ABSENT, True)
    assert rows[f"{default}: Pw R Acc M"].detail.endswith(counts)
    spread = "p" * 143 + "a" * 40 + "n" * 187
    lines = [f"are you {n},n,{label}" for n, label in enumerate(spread)]
    (tmp_path / "s.csv").write_text("\n".join(["utterance,desired,pos_amb_neg", *lines]), "utf-8")
    whole = {o.name: o for o in replicated(None, tmp_path / "s.csv")}
    assert "utterances" not in whole[f"{default}: Pw R Acc M"].detail


def test_fasttext_is_measured_or_said_to_be_missing(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if FASTTEXT:
        found = next(one for one in replicated(data / "ruarobot" / "v1.0.0") if "FastText, test" in one.name)
        ours, theirs = ([float(x) for x in one.split()] for one in (found.ours, found.reference))
        assert found.reason is not None
        assert ours == pytest.approx(theirs, abs=found.reason.bound)  # what `replicate` and the docs state
    monkeypatch.setattr("botassay.replication.identity.find_spec", lambda _: None)
    rows = {one.name: one for one in replicated(None)}
    missing = rows["Table 1, FastText, test: Pw R Acc M"]
    assert (missing.ours, "it takes the extra fasttext" in missing.note) == (ABSENT, True)
