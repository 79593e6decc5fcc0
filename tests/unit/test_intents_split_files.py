"""Splits as files: an engine that is trained by hand is tested on the splits of the built-in classifiers."""

import csv
import json
from pathlib import Path

import pytest

from botassay import intents
from botassay.core.errors import InputError, OutputError, UsageError
from botassay.intents.classifiers.linear import TfIdfLr
from botassay.intents.reading import read_phrases
from botassay.settings.intents import IntentsSettings, SplitFileSettings, SplitSettings
from tests.conftest import Run

NOUNS = ("bill", "card", "bus", "=1+1")
ROWS = [(f"{verb} my {noun} {n}", noun) for verb in ("pay", "lose") for noun in NOUNS for n in range(5)]
TESTS = SplitSettings(splits=("0,0", "0,0.15"), repeats=2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with (tmp_path / "q.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("text", "intent"), *ROWS])
    assert intents.split(tmp_path / "q.csv", tmp_path / "dir", SplitFileSettings(tests=TESTS)) == 4
    return tmp_path


def train_by_hand(folder: Path) -> None:
    """Train on each train.csv, and answer the texts of test.csv."""
    for place in folder.glob("dir/*_*"):
        training = read_phrases(place / "train.csv")
        classifier = TfIdfLr().fit([phrase.text for phrase in training], [str(phrase.intent) for phrase in training])
        texts = [row["text"] for row in csv.DictReader((place / "test.csv").read_text().splitlines())]
        rows = [(text, *guess) for text, guess in zip(texts, classifier.predict(texts), strict=True)]
        with (place / "predictions.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("text", "intent", "confidence"), *rows])


def by_hand(folder: Path) -> IntentsSettings:
    return IntentsSettings(folder=folder / "dir")


def test_by_hand_the_figures_are_those_of_the_built_in_classifier(folder: Path) -> None:
    assert {place.name for place in folder.glob("dir/*")} == {
        "0_0_1", "0_0_2", "0_0.15_1", "0_0.15_2", "splits.json",
    }  # fmt: skip
    train_by_hand(folder)
    document = intents.evaluate(folder / "q.csv", None, by_hand(folder))
    built_in = intents.evaluate(folder / "q.csv", "tfidf-lr", IntentsSettings(tests=TESTS))
    assert [figures.accuracy for figures in document.settings] == [figures.accuracy for figures in built_in.settings]
    assert [figures.n_negative for figures in document.settings] == [0, 10]
    assert document.pairs == built_in.pairs


def test_a_split_without_predictions_is_left_out(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(InputError, match=r"E174 no split has a predictions\.csv"):
        intents.evaluate(folder / "q.csv", None, by_hand(folder))
    train_by_hand(folder)
    (folder / "dir" / "0_0_2" / "predictions.csv").unlink()
    document = intents.evaluate(folder / "q.csv", None, by_hand(folder))
    assert [figures.repeats for figures in document.settings] == [1, 2]
    assert "1 split has no predictions.csv and is left out: 0_0_2" in caplog.text


def test_splits_of_other_phrases_are_refused(botassay: Run, folder: Path) -> None:
    train_by_hand(folder)
    with (folder / "q.csv").open("a") as file:
        file.write("one more,bill\n")
    ended = botassay("intents", "evaluate", folder / "q.csv", "--splits", folder / "dir")
    assert ended.code == 65
    assert "E165 the splits are those of other phrases" in ended.err


def test_a_missing_or_damaged_file_is_told_with_its_place(folder: Path) -> None:
    train_by_hand(folder)
    file = folder / "dir" / "0_0_1" / "predictions.csv"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(InputError, match=r"0_0_1.predictions\.csv: E165 there is no prediction for"):
        intents.evaluate(folder / "q.csv", None, by_hand(folder))
    (folder / "dir" / "splits.json").write_text(json.dumps({"schema": "x"}))
    with pytest.raises(InputError, match="E136 the file does not describe splits"):
        intents.evaluate(folder / "q.csv", None, by_hand(folder))
    (folder / "dir" / "splits.json").unlink()
    with pytest.raises(InputError, match=r"E174 there is no splits\.json"):
        intents.evaluate(folder / "q.csv", None, by_hand(folder))


def test_rasa_data_has_the_same_phrases(folder: Path) -> None:
    intents.split(folder / "q.csv", folder / "rasa", SplitFileSettings(tests=TESTS, form="rasa"))
    ours = read_phrases(folder / "dir" / "0_0_1" / "train.csv")
    theirs = read_phrases(folder / "rasa" / "0_0_1" / "train.yml")
    assert {(phrase.text, phrase.intent) for phrase in theirs} == {(phrase.text, phrase.intent) for phrase in ours}


def test_nothing_is_overwritten_and_no_setting_is_ignored(botassay: Run, folder: Path) -> None:
    with pytest.raises(OutputError, match="already exists"):
        intents.split(folder / "q.csv", folder / "dir")
    train_by_hand(folder)
    with pytest.raises(UsageError, match="--classifier cannot be combined with --splits"):
        intents.evaluate(folder / "q.csv", "tfidf-lr", by_hand(folder))
    command = ("intents", "evaluate", folder / "q.csv", "--splits", folder / "dir", "--repeats", "3")
    assert botassay(*command).code == 2
