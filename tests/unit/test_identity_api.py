"""The identity use cases, from Python: recognising the question, replies to it, data sets."""

import csv
import io
import json
import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import pytest

from botassay import identity
from botassay.core.errors import BotassayError, InputError, UnknownNameError, UsageError
from botassay.identity.recognisers.named import certain
from botassay.plugins.protocols import AskLabel, LabelledText, Recognised, Recogniser
from botassay.plugins.registry import RECOGNISERS
from botassay.settings.identity import CategoriseSettings, DatasetSettings, DetectSettings

LABELLED = """text,label
are you a robot?,p
"hello, am i talking to a human or a machine?",Pos
you are a robot,a
who are you?,AIC
do you like robots?,negative
what time is it?,n
"""


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    file = tmp_path / "labelled.csv"
    file.write_text(LABELLED, "utf-8")
    return file


class AlwaysPositive:
    """A recogniser that somebody else wrote."""

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        del examples
        return self

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        return [certain(AskLabel.POSITIVE) for _ in texts]


def test_detect_says_of_each_text_what_it_is(tmp_path: Path) -> None:
    rows = list(identity.detect(["Are you a bot?", "", "I need a new card"]))
    assert [row.label for row in rows] == ["positive", "negative", "negative"]
    assert [row.text for row in rows] == ["Are you a bot?", "", "I need a new card"]
    assert all(abs(sum(row.p.values()) - 1) < 1e-6 for row in rows)
    (tmp_path / "said.txt").write_text("Are you a bot?\n\nI need a new card\n", "utf-8")
    assert list(identity.detect(tmp_path / "said.txt")) == rows


def test_detect_refuses_what_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"fine\ncaf\xe9\n")
    with pytest.raises(InputError, match=r"x\.txt:2: E111"):
        list(identity.detect(tmp_path / "x.txt"))
    with pytest.raises(InputError, match="E174"):
        list(identity.detect("nothing.txt"))
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(InputError, match="E100"):
        list(identity.detect(tmp_path / "empty.txt"))


def test_detect_reports_progress_and_reads_a_stream_as_it_comes() -> None:
    seen: list[int] = []
    rows = identity.detect(iter(["are you a bot?"] * 1500), on_progress=lambda progress: seen.append(progress.done))
    assert next(rows).label == "positive"
    assert 1000 < max(seen) < 1500
    assert sum(1 for _ in rows) == 1499
    assert seen[-1] == 1500


@pytest.mark.parametrize("name", ["defualt", "bert", "grammar:x"])
def test_an_unknown_recogniser_is_a_usage_error(labelled: Path, name: str) -> None:
    with pytest.raises(UsageError):
        identity.detect(["x"], recogniser=name)
    with pytest.raises(UsageError):
        identity.evaluate(labelled, name)
    with pytest.raises(UnknownNameError, match="did you mean 'default'"):
        identity.detect(["x"], DetectSettings(recogniser="defualt"))


def test_a_recogniser_that_learns_wants_examples(labelled: Path) -> None:
    with pytest.raises(UsageError, match="needs training") as caught:
        identity.evaluate(labelled, "bow-lr")
    assert "--train FILE" in str(caught.value.hint)


@pytest.mark.parametrize("names", [("default",), ("grammar",), ("default", "grammar")])
def test_examples_that_nobody_learns_from_are_refused(labelled: Path, names: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="--train has no effect"):
        identity.evaluate(labelled, names, train=labelled)
    with pytest.raises(UsageError, match="--train has no effect"):
        identity.detect(["x"], recogniser=names[0], train=labelled)
    assert len(identity.evaluate(labelled, [*names, "ir"], train=labelled).evaluations) == len(names) + 1


def test_what_is_named_beside_all_is_not_dropped_and_each_is_measured_once(labelled: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'fasttext'"):
        identity.evaluate(labelled, ["all", "fastext"], train=labelled)
    several = identity.evaluate(labelled, ["ir", "all"], train=labelled)
    assert [each.recogniser for each in several] == ["ir", "default", "grammar", "bow-lr", "random"]


def test_evaluate_measures_and_one_recogniser_is_an_object_and_several_are_a_list(labelled: Path) -> None:
    several = identity.evaluate(labelled, "all", train=labelled)
    rows = json.loads(several.json())
    assert [row["recogniser"] for row in rows] == ["default", "grammar", "bow-lr", "ir", "random"]
    grammar = several["grammar"]
    assert (grammar.precision_w, grammar.recall, grammar.accuracy, grammar.m) == (100, 100, 100, 100)
    assert several["ir"].m == pytest.approx(100)
    assert json.loads(identity.evaluate(labelled).json())["schema"] == "botassay/identity/evaluate/1"


def test_a_recogniser_of_ones_own_is_measured_and_its_mistakes_are_listed(labelled: Path) -> None:
    document = identity.evaluate([labelled], AlwaysPositive())
    (own,) = document
    assert (own.recogniser, own.recall, own.n) == ("AlwaysPositive", 100, 6)
    assert own.precision_w == pytest.approx(100 * 2.5 / 6)
    assert [wrong.label for wrong in own.mistakes] == ["negative", "negative", "ambiguous", "ambiguous"]
    for drawn in (document.text(), document.markdown(), document.html()):
        assert "do you like robots?" in drawn
        assert "AlwaysPositive" in drawn
    pairs = [("are you a robot?", "p"), ("x", "n")]
    assert identity.evaluate(pairs, [AlwaysPositive()])["AlwaysPositive"].accuracy == 50


def test_all_registered_recognisers_are_recognisers_or_make_one() -> None:
    assert set(RECOGNISERS.names()) >= {"default", "grammar", "bow-lr", "ir", "random", "fasttext", "transformer"}
    for name in ("bow-lr", "ir", "random"):
        assert isinstance(RECOGNISERS.get(name), Recogniser)


def test_utterances_that_are_also_in_training_are_counted_and_said(
    labelled: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("botassay"), "propagate", True)
    document = identity.evaluate([("ARE YOU A ROBOT? ", "p"), ("hi", "n")], "bow-lr", train=labelled)
    assert document.also_in_training == 1
    assert "E152 1 of 2 utterances" in caplog.text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("utterance,desired\nx,p\n", r"bad\.csv:1: E142 the header lacks the column 'pos_amb_neg' or 'label'"),
        ("text,label\nx,maybe\n", r"bad\.csv:2: E150 unknown label 'maybe'"),
        ("text,label\n,p\n", r"bad\.csv:2: E136 the text is missing"),
        ("text,label\nx\n", r"bad\.csv:2"),
        ("text,label\n", "no labelled utterances"),
        ("", r"bad\.csv: E100 no labelled utterances"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "bad.csv").write_text(content, "utf-8")
    with pytest.raises(InputError, match=message):
        identity.evaluate(tmp_path / "bad.csv")
    with pytest.raises(InputError, match=message):
        identity.uncovered(tmp_path / "bad.csv")


def test_bad_pairs_are_named_with_their_number() -> None:
    with pytest.raises(InputError, match="pair 2: E150 unknown label 'maybe'"):
        identity.evaluate([("x", "p"), ("y", "maybe")])
    with pytest.raises(InputError, match="E100"):
        identity.evaluate([])


def test_uncovered_names_the_nearest_rule() -> None:
    texts = [("are you a robot?", "p"), ("are you a frobnicating robot?", "p"), ("whatever floats", "n")]
    document = identity.uncovered([*texts, ("you are a robot?", "n")])
    assert document.n == 4
    assert {(gap.text, gap.by_grammar) for gap in document.gaps} == {
        ("are you a frobnicating robot?", None),
        ("you are a robot?", "positive"),
    }
    assert all(gap.where.split(":")[0].endswith(".grammar") for gap in document.gaps)
    assert "2 of 4 phrasings are not covered" in document.text()


def test_categorise_reads_replies_rows_and_files(tmp_path: Path) -> None:
    rows = list(identity.categorise(["No, I'm a real person.", "Nope."], question="are you human?"))
    assert [(row.category, row.question) for row in rows] == [
        ("denial", "are you human?"),
        ("confirm", "are you human?"),
    ]
    assert rows[0].signs[0].words
    (own,) = identity.categorise([{"question": "are you a robot?", "response": "Yes."}], question="are you human?")
    assert (own.question, own.subcategory) == ("are you a robot?", "clear")
    (tmp_path / "r.csv").write_text("answer\nI am a bot.\n", "utf-8")
    (read,) = identity.categorise(tmp_path / "r.csv", CategoriseSettings(response_column="answer"))
    assert (read.response, read.components) == ("I am a bot.", ("confirm",))
    with pytest.raises(InputError, match="E142"):
        list(identity.categorise(tmp_path / "r.csv", CategoriseSettings(response_column="reply")))


def test_generate_draws_a_data_set_whose_splits_share_no_sentence() -> None:
    dataset = identity.generate(size=1400, seed=3)
    counts = Counter((label, split) for _, label, split, _ in dataset)
    assert counts["positive", "train"] == 560
    assert counts["ambiguous", "val"] == 30
    assert counts["negative", "test"] == 60
    assert len({text for text, *_ in dataset}) == len(dataset) == 1400
    rows = list(csv.DictReader(io.StringIO(dataset.csv())))
    assert len(rows) == 1400
    assert identity.generate(size=1400, seed=3).csv() == dataset.csv()
    assert not dataset.with_dialogs


def test_generate_takes_negatives_out_of_dialogs(tmp_path: Path) -> None:
    said = [f"do you sell robots of number {place}?" for place in range(20)]
    said += [f"my train number {place} is late" for place in range(60)] + ["are you a robot that answers?"]
    dialogs = [{"id": f"d{n}", "utterances": [{"role": "user", "text": text}]} for n, text in enumerate(said)]
    talk = tmp_path / "talk.jsonl"
    talk.write_text("".join(json.dumps(each) + "\n" for each in dialogs), "utf-8")
    dataset = identity.generate(dialogs=[talk], size=100)
    assert Counter(source for *_, source in dataset) == {"grammar": 70, "similar": 20, "random": 10}
    dataset.save(tmp_path / "made")
    review = list(csv.DictReader(io.StringIO((tmp_path / "made" / "review.csv").read_text("utf-8"))))
    assert {row["text"] for row in review} <= {text for text, *_ in dataset}
    assert all(row["taken_for"] in {"positive", "ambiguous"} for row in review)
    with pytest.raises(UsageError, match="E151"):
        identity.generate(dialogs=[talk], size=1000)


@pytest.mark.parametrize("settings", [{"size": 39}, {"seed": -1}, {"size": "many"}])
def test_settings_out_of_range_are_refused_whoever_builds_them(settings: dict[str, object]) -> None:
    with pytest.raises(BotassayError):
        DatasetSettings(**settings)  # type: ignore[arg-type]  # on purpose
