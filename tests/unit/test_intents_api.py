"""Evaluating and comparing classifiers from Python: forms of data and classifiers, figures, remarks, errors."""

import asyncio
import csv
import io
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

import botassay
from botassay.api.intents import EvaluationStopped
from botassay.core.errors import BotassayError, InputError, InternalError, OutputError, UsageError
from botassay.core.progress import Progress
from botassay.intents import compare, compare_async, evaluate, evaluate_async
from botassay.intents.classifiers import encoders
from botassay.intents.classifiers.baselines import Majority
from botassay.intents.classifiers.linear import TfIdfLr
from botassay.intents.documents import IntentsEvaluation
from botassay.intents.predictions import contested, silent_names
from botassay.intents.tracking import Track
from botassay.settings.intents import (
    EngineSettings,
    IntentsCompareSettings,
    IntentsSettings,
    PhraseSettings,
    SplitSettings,
    TrainingSettings,
    VectorSettings,
)

TOPICS = {
    "pay": ["pay my bill", "how do I pay", "pay the invoice", "paying by card", "can I pay later", "pay in cash"],
    "block": ["block my card", "my card is lost", "stolen card", "block it now", "lost my card", "card stolen"],
    "parcel": ["where is my parcel", "parcel late", "track the parcel", "my parcel", "parcel lost", "no parcel yet"],
    "hours": ["opening hours", "when are you open", "open on sunday", "hours please"],
}
ROWS: list[tuple[str, str | None]] = [(text, intent) for intent, texts in TOPICS.items() for text in texts]
HALF = SplitSettings(test_fraction=0.4)
LONG = IntentsSettings(tests=HALF)


def table(folder: Path, more: str = "", name: str = "data.csv") -> Path:
    file = folder / name
    file.write_text("text,intent\n" + "".join(f"{text},{intent}\n" for text, intent in ROWS) + more)
    return file


def figures(document: Any) -> Any:
    """What a document holds, without the times, which differ from run to run."""
    found = msgspec.to_builtins(document)
    for one in found["settings"]:
        one.pop("seconds")
    return found


@pytest.fixture
def remarks() -> Iterator[list[str]]:
    """What use cases tell beside their documents."""

    class Listening(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(record.getMessage())

    told: list[str] = []
    log, handler = logging.getLogger("botassay"), Listening()
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield told
    log.removeHandler(handler)
    log.setLevel(level)


# ── data and classifiers in all forms ───────────────────────────────────────────────────────────────────────────────


def test_a_file_pairs_and_two_sequences_are_the_same_data(tmp_path: Path) -> None:
    file = table(tmp_path)
    texts, intents = zip(*ROWS, strict=True)
    of_file = evaluate(file, repeats=1)
    assert (of_file.data, of_file.phrases, of_file.intents) == ("data.csv", 22, 4)
    assert figures(evaluate(str(file), repeats=1)) == figures(of_file)
    forms: tuple[Any, ...] = (ROWS, iter(ROWS), (list(texts), list(intents)), (np.array(texts), np.array(intents)))
    for data in forms:
        found = figures(evaluate(data, repeats=1))
        assert found["settings"] == figures(of_file)["settings"]
        assert (found["phrases"], found["data"]) == (22, "phrases")
    assert evaluate([*ROWS, ("hum", None), ("rain", None)], repeats=1).outside == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (3, "not int"),
        ([("a", "x"), ("b",)], "item 2"),
        ([("a", 1)], "item 1"),
        ({"a": "x"}, "item 1"),
    ],
)
def test_data_in_no_form_are_refused_with_the_forms(data: Any, said: str) -> None:
    with pytest.raises(TypeError, match="a path, pairs of text and intent, or a tuple") as caught:
        evaluate(data)
    assert said in str(caught.value)


def test_what_is_wrong_in_memory_has_its_place() -> None:
    with pytest.raises(InputError, match="phrases: item 2: E136 the text is empty"):
        evaluate([("pay", "a"), (" ", "b")])
    with pytest.raises(UsageError, match="2 texts and 1 intents"):
        evaluate((["a", "b"], ["x"]))
    with pytest.raises(InputError, match=r"gone\.csv: E174"):
        evaluate("gone.csv")


def test_an_estimator_of_scikit_learn_is_a_classifier_and_stays_as_it_is() -> None:
    pipeline = make_pipeline(CountVectorizer(), MultinomialNB())
    found = botassay.intents.evaluate(ROWS, pipeline, repeats=2)
    assert found.classifier == "CountVectorizer + MultinomialNB"
    assert found.settings[0].accuracy is not None
    assert found.settings[0].accuracy.value > 0.5
    assert not hasattr(pipeline[-1], "classes_")  # it was never trained itself
    named = compare(ROWS, {"bayes": pipeline, "tfidf-lr": "tfidf-lr"}, repeats=2)
    assert [one.classifier for one in named.classifiers] == ["bayes", "tfidf-lr"]
    assert named.classifiers[0].settings[0].accuracy == found.settings[0].accuracy
    twice = compare(ROWS, [Majority(), Majority()], repeats=1)
    assert [one.classifier for one in twice.classifiers] == ["Majority", "Majority (2)"]
    assert twice.differences[0].accuracy is not None
    assert twice.differences[0].accuracy.value == 0


def test_what_is_no_classifier_is_refused() -> None:
    for wrong in (3, object()):
        with pytest.raises(TypeError, match="have fit and predict"):
            evaluate(ROWS, wrong)
    with pytest.raises(UsageError, match="did you mean 'tfidf-lr'"):
        evaluate(ROWS, "tfidf")

    class Broken(Majority):
        def predict(self, texts: Sequence[str]) -> Any:
            return [1.5 for _ in texts]

    with pytest.raises(InternalError, match="the classifier Broken"):
        evaluate(ROWS, Broken(), repeats=1)


# ── figures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_three_settings_are_tested_repeatedly() -> None:
    seen: list[Progress] = []
    document = evaluate(ROWS, settings=LONG, on_progress=seen.append)
    assert (document.phrases, document.intents, document.repeats, document.finished) == (22, 4, 10, True)
    assert [(one.k, one.p, one.repeats) for one in document.settings] == [(0, 0, 10), (0, 0.15, 10), (5, 0, 10)]
    for one in document.settings:
        assert [point.threshold for point in one.curve][:3] == [0, 0.05, 0.1]
        assert one.seconds is not None
    assert document.pairs[0].examples
    assert seen[-1] == Progress("testing tfidf-lr", 30, 30, "tests")


def test_the_same_seed_gives_the_same_figures() -> None:
    first, again, other = (figures(evaluate(ROWS, repeats=2, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first["settings"] != other["settings"]


def test_shortcuts_are_stronger_than_settings() -> None:
    chosen = IntentsSettings(tests=SplitSettings(repeats=9, seed=5, splits=("5,0",)), acceptable=0.2)
    found = evaluate(ROWS, settings=chosen, repeats=1, splits=["0,0"], threshold=0.3, acceptable=1)
    assert (found.repeats, found.seed, found.threshold, found.acceptable) == (1, 5, 0.3, 1)
    assert [(one.k, one.p) for one in found.settings] == [(0, 0)]


def test_nothing_above_what_is_acceptable_is_done() -> None:
    assert evaluate(ROWS, settings=LONG, acceptable=1).done
    assert not evaluate(ROWS, settings=LONG, acceptable=0).done


def test_the_rarest_topics_are_judged_where_the_bot_knows_all() -> None:
    """The small intents of (0,0.15) are never tested under their own name there, however often it is repeated."""
    rare: list[tuple[str, str | None]] = [
        ("where is my parcel now", "rare"), ("parcel late again", "rare"), ("track the parcel please", "rare"),
    ]  # fmt: skip
    document, whole, alone = (
        evaluate([*ROWS, *rare], settings=LONG, splits=splits) for splits in (None, ["0,0"], ["0,0.15"])
    )
    assert (document.stand_ins, document.unjudged) == (("hours", "rare"), ())
    assert (document.pairs_from.p, document.advice_from and document.advice_from.p) == (0.15, 0)
    both = {"hours", "rare"}
    assert any(pair.from_all for pair in document.pairs)
    assert all(pair.from_all == bool(both & {pair.a, pair.b}) for pair in document.pairs)
    assert whole.mislabelled == document.mislabelled != ()
    assert whole.stand_ins == ()
    marked = [replace(pair, from_all=False) for pair in document.pairs if pair.from_all]
    assert marked == [pair for pair in whole.pairs if both & {pair.a, pair.b}]
    assert alone.unjudged == alone.stand_ins == ("hours", "rare")
    assert alone.pairs == tuple(pair for pair in document.pairs if not pair.from_all)
    told = " ".join(document.text(200).split())
    assert "the test 0,0 (all topics known) judges them: hours, rare" in told
    assert "too rarely" not in told
    rows = list(csv.DictReader(io.StringIO(document.csv())))
    assert {row["setting"] for row in rows if {row["a"], row["b"]} & both} == {"0,0"}
    assert "add --setting 0,0" in alone.text(200)


def test_too_little_data_is_never_called_done(remarks: list[str]) -> None:
    few: list[tuple[str, str | None]] = [(f"phrase {n}", "abc"[n // 2]) for n in range(6)]
    document = evaluate(few, repeats=1)
    assert not document.done
    assert document.unjudged == ("a", "b", "c")
    assert "3 of 3 topics were tested too few times" in document.text()
    assert "Too little data to judge which topics are confused" in document.text()
    single: list[tuple[str, str | None]] = [("one", "a"), ("two", "b"), ("three", "c")]
    with pytest.raises(InputError, match="phrases: E151 no setting can be run: 0,0: no topic has two phrases"):
        evaluate(single, splits=["0,0"])
    assert evaluate(single).settings[0].accuracy is None
    assert any("no topic has two phrases" in remark for remark in remarks)


def test_a_setting_that_cannot_be_run_is_null_and_the_others_run(remarks: list[str]) -> None:
    two = ROWS[:12]
    found = evaluate(two, repeats=2).settings
    assert any("P = 0.15 holds out 'block' (6 of 12 phrases)" in remark for remark in remarks)
    assert [(one.p, one.accuracy is None) for one in found] == [(0, False), (0.15, True), (0, False)]
    assert "'block'" in str(found[1].reason)
    with pytest.raises(InputError, match="E151"):
        evaluate(two, splits=["0,0.15"])


@pytest.mark.parametrize(("rows", "told"), [([("dogs", "pets")], "1 topic has"), ([("dogs", "pets"), ("bikes", "bikes")], "2 topics have")])  # fmt: skip  # noqa: E501
def test_topics_of_one_phrase_are_named(rows: list[tuple[str, str | None]], told: str, remarks: list[str]) -> None:
    found = evaluate([*ROWS, *rows], repeats=1)
    assert set(found.single) == {intent for _, intent in rows}
    assert any(f"{told} only one phrase, used for training and never tested in 0,0: " in remark for remark in remarks)


@pytest.mark.parametrize(("share", "said"), [(0.004, "0.4%"), (0.07, "7%")])
def test_small_shares_are_told_as_they_were_given(share: float, said: str) -> None:
    page = evaluate(ROWS, settings=LONG, acceptable=share).markdown()
    assert "more than 0%" not in page
    assert f"confused in at most {said} of their tests" in page


def test_classifiers_are_compared_on_the_same_splits() -> None:
    document = compare(ROWS, ["tfidf-lr", "majority", "random(seed=3)"], repeats=3)
    assert [one.classifier for one in document.classifiers] == ["tfidf-lr", "majority", "random(seed=3)"]
    first, second, _ = document.classifiers
    difference = document.differences[0]
    assert (difference.classifier, difference.other, difference.k) == ("majority", "tfidf-lr", 0)
    values = [one.accuracy.value for one in first.settings if one.accuracy]
    assert first.accuracy_range == (min(values), max(values))
    theirs = second.settings[0].accuracy
    assert difference.accuracy is not None
    assert theirs is not None
    assert difference.accuracy.value == pytest.approx(theirs.value - values[0], abs=1e-8)
    for few in (["tfidf-lr"], "tfidf-lr", ()):
        with pytest.raises(UsageError, match="compare needs two classifiers"):
            compare(ROWS, few)


def test_the_asynchronous_forms_give_the_same() -> None:
    chosen, both = IntentsSettings(tests=SplitSettings(repeats=1)), ("majority", "random")
    assert figures(asyncio.run(evaluate_async(ROWS, "majority", chosen))) == figures(evaluate(ROWS, "majority", chosen))
    settings = IntentsCompareSettings(classifiers=both, tests=SplitSettings(repeats=1))
    found = asyncio.run(compare_async(ROWS, settings=settings))
    assert found.differences == compare(ROWS, both, repeats=1).differences


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"splits": ["5,0.15"]}, "has both K and P"),
        ({"splits": ["five"]}, "invalid setting 'five'"),
        ({"splits": ["0,1"]}, "P is in [0, 1)"),
        ({"repeats": 0}, "--repeats"),
        ({"threshold": 2}, "--threshold"),
        ({"settings": IntentsSettings(engine=EngineSettings(fallbacks=("x",)))}, "require a live engine"),
        ({"settings": IntentsSettings(vectors=VectorSettings(vectors=Path("x")))}, "--vectors requires sif-lr"),
    ],
)
def test_a_call_that_makes_no_sense(change: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        evaluate(ROWS, **change)
    assert said in str(caught.value)


# ── drawing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_document_is_drawn_and_saved(tmp_path: Path) -> None:
    document = evaluate(ROWS, settings=LONG)
    assert json.loads(document.json())["schema"] == "botassay/intents/evaluate/1"
    assert msgspec.json.decode(document.json(), type=IntentsEvaluation) == document
    for ending, drawn in (("html", document.html), ("md", document.markdown), ("txt", document.text)):
        document.save(tmp_path / f"a.{ending}")
        assert (tmp_path / f"a.{ending}").read_text() == drawn()
    assert "<iframe" in document._repr_html_()
    document.save(tmp_path / "work.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "work.csv").read_text())))
    assert len(rows) == sum(len(pair.examples) for pair in document.pairs)
    assert (rows[0]["rank"], rows[0]["a"], rows[0]["b"]) == ("1", document.pairs[0].a, document.pairs[0].b)
    with pytest.raises(UsageError, match=r"x\.doc"):
        document.save(tmp_path / "x.doc")
    with pytest.raises(OutputError):
        document.save(tmp_path / "a.html" / "x.html")


def test_every_figure_is_written_against_the_threshold() -> None:
    document = evaluate(ROWS, repeats=2)
    rows = list(csv.DictReader(io.StringIO(document.curves_csv())))
    points = [point for one in document.settings for point in one.curve]
    assert len(rows) == len(points) == 63
    for row, point in zip(rows, points, strict=True):
        for name in ("accuracy", "f1_weighted", "f1_macro", "carefulness", "over_caution", "automation_rate", "wrong"):
            value = getattr(point, name)
            assert row[name] == ("" if value is None else str(value))
    at = next(point for point in document.settings[0].curve if point.threshold == 0.5)
    for name in ("accuracy", "f1_weighted", "f1_macro", "automation_rate"):
        assert getattr(at, name) == pytest.approx(getattr(document.settings[0], name).value)


def test_a_comparison_has_times_and_curves_of_each_classifier() -> None:
    document = compare(ROWS, ["tfidf-lr", "char-lr"], repeats=2)
    assert {row["classifier"] for row in csv.DictReader(io.StringIO(document.curves_csv()))} == {"tfidf-lr", "char-lr"}
    rows = list(csv.DictReader(io.StringIO(document.csv())))
    timed = document.classifiers[0].settings[0].seconds
    assert timed is not None
    assert (rows[0]["fit_seconds"], rows[0]["answer_seconds"]) == (str(timed.fit), str(timed.answer))
    assert rows[-1]["fit_seconds"] == ""
    page = document.html()
    assert "tfidf-lr: training up to " in page
    assert "Other thresholds with char-lr" in page


def test_what_a_file_holds_is_inert() -> None:
    rows = [(text.replace("my card is lost", "=1+1"), f"\x1b[31m{intent}") for text, intent in ROWS]
    document = evaluate(rows, settings=LONG)
    assert "\x1b" not in document.text()
    assert "=1+1" not in [row["text"] for row in csv.DictReader(io.StringIO(document.csv()))]


# ── Ctrl-C ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let somebody press Ctrl-C while the classifier is trained for the n-th time."""
    calls: list[int] = []
    fit = TfIdfLr.fit

    def fits(self: TfIdfLr, texts: Sequence[str], intents: Sequence[str]) -> TfIdfLr:
        calls.append(1)
        if len(calls) > after:
            raise KeyboardInterrupt
        return fit(self, texts, intents)

    monkeypatch.setattr(TfIdfLr, "fit", fits)


def test_ctrl_c_leaves_what_was_finished(monkeypatch: pytest.MonkeyPatch, remarks: list[str]) -> None:
    interrupted(monkeypatch, after=4)
    with pytest.raises(EvaluationStopped, match="interrupted after 4 of 30 trainings") as stopped:
        evaluate(ROWS)
    assert remarks[-1].startswith("interrupted after 4 of 30 trainings")
    assert stopped.value.exit_code == 130
    document = stopped.value.document
    assert isinstance(document, IntentsEvaluation)
    assert not document.finished
    assert [one.repeats for one in document.settings] == [2, 1, 1]


def test_ctrl_c_before_the_second_classifier_keeps_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> Majority:
        raise KeyboardInterrupt

    monkeypatch.setattr(Majority, "fit", never)
    told = "interrupted before the first answer of majority; the results are based on tfidf-lr"
    with pytest.raises(EvaluationStopped, match=told) as stopped:
        compare(ROWS, ["tfidf-lr", "majority"], repeats=2)
    found: Any = stopped.value.document
    assert [one.classifier for one in found.classifiers] == ["tfidf-lr"]
    assert (found.finished, found.differences) == (False, ())
    assert "Only tfidf-lr was tested" in found.html()


def test_ctrl_c_before_anything_was_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(monkeypatch, after=0)
    with pytest.raises(KeyboardInterrupt):
        evaluate(ROWS)


# ── predictions that an engine made elsewhere ───────────────────────────────────────────────────────────────────────

ASKED: list[tuple[str, str | None]] = [("pay it", "pay"), ("block it", "block"), ("loan", "pay"), ("hum", "none")]


def predicted(tmp_path: Path, said: str, name: str = "said.csv", **engine: Any) -> IntentsEvaluation:
    file = tmp_path / name
    file.write_text(said)
    chosen = IntentsSettings(
        predictions=file, phrases=PhraseSettings(none_label="none"), engine=EngineSettings(**engine)
    )
    return evaluate(ASKED, settings=chosen)


def test_predictions_are_held_against_the_truth(tmp_path: Path) -> None:
    """T, T, FCO, and TO, as the engine's own fallback is no answer."""
    said = "text,intent,confidence\npay it,pay,0.9\nblock it,block,\nloan,pay,0.3\nhum,nlu_fallback,0.9\n"
    document = predicted(tmp_path, said)
    (found,) = document.settings
    assert (Path(document.classifier).name, found.repeats, found.n_test) == ("said.csv", 1, 4)
    values = (found.accuracy, found.automation_rate, found.carefulness, found.over_caution)
    assert [one and one.value for one in values] == [0.75, 0.5, 0, 0.5]


def test_a_fallback_has_the_name_that_the_engine_gives_it(tmp_path: Path) -> None:
    lines = [("pay it", "pay"), ("block it", "block"), ("loan", "pay"), ("hum", "Dunno")]
    said = "".join(json.dumps({"text": text, "intent": intent}) + "\n" for text, intent in lines)
    for fallbacks, accuracy in (((), 0.75), (("dunno",), 1.0)):
        found = predicted(tmp_path, said, "said.jsonl", fallbacks=fallbacks).settings[0].accuracy
        assert found is not None
        assert found.value == accuracy


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("text,intent\npay it,pay\n", "phrases: item 2: E165"),
        ("text,intent\npay it,pay\npay it,block\n", "said.csv:3: E164"),
        ("text,intent,confidence\npay it,pay,high\n", "said.csv:2: E136 the confidence 'high'"),
        ("text,intent,confidence\npay it,pay,nan\n", "said.csv:2: E136 the confidence 'nan'"),
        (f"text,intent,confidence\npay it,pay,1{'0' * 400}\n", "said.csv:2: E136 the confidence"),
        ("text,guess\npay it,pay\n", "said.csv:1: E142"),
    ],
)
def test_bad_predictions_are_refused_with_their_line(tmp_path: Path, said: str, error: str) -> None:
    with pytest.raises(InputError) as caught:
        predicted(tmp_path, said)
    assert error in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"tests": SplitSettings(repeats=3)},
        {"tests": SplitSettings(splits=("0,0",))},
        {"tests": SplitSettings(test_fraction=0.3)},
        {"engine": EngineSettings(rate=2)},
    ],
)
def test_what_predictions_have_no_use_for_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    chosen = IntentsSettings(predictions=table(tmp_path), **change)
    with pytest.raises(UsageError, match="cannot be combined with --predictions"):
        evaluate(ROWS, settings=chosen)
    with pytest.raises(UsageError, match="--classifier cannot be combined with --predictions"):
        evaluate(ROWS, "majority", IntentsSettings(predictions=table(tmp_path)))


def test_a_name_of_having_no_answer_is_a_topic_where_the_data_have_it() -> None:
    assert "none" in silent_names()
    assert "none" not in silent_names(topics=["None", None])
    assert "none" in silent_names(["NONE"], ["None"])
    assert contested(["None", "pay", None]) == ("None",)
    assert contested(["Dunno"], ["dunno"]) == ("Dunno",)


@pytest.mark.parametrize(
    ("fallbacks", "label", "accuracy", "told"),
    [
        ((), None, 1.0, "it counts as the topic"),
        (("None",), None, 0.5, "its phrases always fail"),
        ((), "None", 1.0, None),
    ],
)
def test_predictions_of_none_are_never_mixed_up_in_silence(
    tmp_path: Path, remarks: list[str], fallbacks: tuple[str, ...], label: str | None, accuracy: float, told: str | None
) -> None:
    rows = "text,intent\nhm,None\nwhat,None\npay my bill,pay\nhow do I pay,pay\n" + ("a,block\n" if label else "")
    for name in ("data.csv", "said.csv"):
        (tmp_path / name).write_text(rows)
    chosen = IntentsSettings(predictions=tmp_path / "said.csv", engine=EngineSettings(fallbacks=fallbacks))
    (found,) = evaluate(tmp_path / "data.csv", settings=chosen, none_label=label).settings
    assert found.accuracy is not None
    assert found.accuracy.value == accuracy
    assert [told in remark for remark in remarks if told] == ([True] if told else [])
    assert bool(remarks) == bool(told)


def test_training_on_a_topic_called_none_is_pointed_at(remarks: list[str]) -> None:
    rows: list[tuple[str, str | None]] = [*ROWS, ("hm", "None"), ("what", "None")]
    found = evaluate(rows, repeats=1)
    assert "'None' counts as an ordinary topic; if its phrases are out of scope, give --none-label 'None'" in remarks
    assert (found.intents, found.outside) == (5, 0)
    remarks.clear()
    found = evaluate(rows, repeats=1, none_label="None")
    assert (remarks, found.intents, found.outside) == ([], 4, 2)
    both: list[tuple[str, str | None]] = [
        ("hm", None), ("what", None), ("who", "None"), ("whom", "None"), ("pay it", "pay"), ("pay now", "pay"),
    ]  # fmt: skip
    found = evaluate(both, repeats=1)
    assert (found.intents, found.outside) == (2, 2)


# ── rows that are left out ──────────────────────────────────────────────────────────────────────────────────────────

BAD_ROWS = ("  ,pay", "one,two,three", "no intent,", "late,Parcel", "caf\udce9,pay", '"open,pay')
"""Empty text, ragged, empty intent, twin, not UTF-8, unclosed quote."""


def test_bad_rows_are_left_out_and_counted(tmp_path: Path, remarks: list[str]) -> None:
    """Accepted and rejected are all rows; what is left is evaluated as if the others had never been there."""
    file = table(tmp_path)
    file.write_text(file.read_text() + "".join(f"{row}\n" for row in BAD_ROWS), errors="surrogateescape")
    with pytest.raises(InputError, match="use --skip-bad"):
        evaluate(file)
    skipping = TrainingSettings(skip_bad=True)
    document = evaluate(file, settings=IntentsSettings(training=skipping), repeats=1)
    assert (document.phrases, document.rejected) == (22, len(BAD_ROWS))
    assert remarks[0].startswith("skipped 6 of 28 rows; the first: ")
    assert "data.csv:24: E136 the text is empty" in remarks[0]
    expected = evaluate(ROWS, repeats=1)
    assert [one.accuracy for one in document.settings] == [one.accuracy for one in expected.settings]
    compared = compare(file, ["majority", "random"], IntentsCompareSettings(training=skipping), repeats=1)
    assert (compared.phrases, compared.rejected) == (22, 6)


@pytest.mark.parametrize(
    ("text", "said"),
    [("text;colour\nhi;a\n", "a.csv:1: E142"), ("text,intent\nhi,a\nho,\n", "a.csv:2: E151 the data has only")],
)
def test_what_cannot_be_left_out(tmp_path: Path, text: str, said: str) -> None:
    """A header, and one topic only."""
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(InputError) as caught:
        evaluate(tmp_path / "a.csv", settings=IntentsSettings(training=TrainingSettings(skip_bad=True)))
    assert said in str(caught.value)


def test_one_topic_beside_phrases_of_none_is_too_few() -> None:
    with pytest.raises(InputError, match="item 2: E151 the data has only one topic, 'a', besides 'oos'"):
        evaluate([("hm", "oos"), ("hi", "a"), ("ho", "a")], none_label="oos")
    with pytest.raises(InputError, match="item 1: E151 the data has no topic besides 'oos'"):
        evaluate([("hm", "oos")], none_label="oos")


# ── what classifiers are made of ────────────────────────────────────────────────────────────────────────────────────


class Encoder:
    """Gives vectors without a network, and counts what it was asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.asked: list[str] = []
        ENCODERS.append(self)

    def encode(self, texts: Sequence[str], track: Track = iter) -> Any:
        for batch in track([texts[at : at + 4] for at in range(0, len(texts), 4)]):
            self.asked += batch
        return np.array([[len(text), text.count("a"), text.count("o")] for text in texts], np.float32)


ENCODERS: list[Encoder] = []


def test_phrases_are_encoded_each_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[Progress] = []
    monkeypatch.setattr(encoders, "Encoder", Encoder)
    ENCODERS.clear()
    chosen = IntentsSettings(vectors=VectorSettings(model=tmp_path))
    assert evaluate(ROWS, "embedding-lr", chosen, repeats=1, on_progress=seen.append).phrases == 22
    assert seen[0] == Progress("encoding phrases", 1, 6, "batches")
    assert seen[-1].phase == "testing embedding-lr"
    (encoder,) = ENCODERS
    assert encoder.folder == tmp_path
    assert len(encoder.asked) == len(set(encoder.asked)) == 22


def test_word_vectors_are_read_from_a_file(tmp_path: Path, remarks: list[str]) -> None:
    vectors = tmp_path / "words.vec"
    vectors.write_text("pay 1 0\ncard 0 1\nparcel 1 1\nhours 0 2\n")
    seen: list[Progress] = []
    chosen = IntentsSettings(classifier="sif-lr", vectors=VectorSettings(vectors=vectors))
    assert evaluate(ROWS, settings=chosen, repeats=1, on_progress=seen.append).classifier == "sif-lr"
    assert remarks[0].startswith("4 of ")
    assert seen[0].phase == "reading words.vec"
    assert seen[0].done <= (seen[0].total or 0)


def test_two_stages_ask_for_general_topics_first() -> None:
    general = IntentsSettings(training=TrainingSettings(general="en"))
    assert evaluate(ROWS, "two-stage(general=60, faq=40)", general, repeats=1, splits=["0,0"]).phrases > 150


CHINESE: list[tuple[str, str | None]] = [
    (text, topic)
    for topic, texts in {
        "支付": ["怎么付款", "我想付账单", "付款方式有哪些", "我要付话费", "可以付现金吗"],
        "退货": ["我要退货", "怎么退货", "退货要多少钱", "可以退货吗", "退货多久到"],
        "营业时间": ["几点开门", "周日开门吗", "什么时候开门", "开门时间", "今天开门吗"],
    }.items()
    for text in texts
]


def test_a_language_without_spaces_needs_characters_and_that_is_said(remarks: list[str]) -> None:
    by_words = evaluate(CHINESE, repeats=5, splits=["0,0"]).settings[0].f1_macro
    assert "the phrases have no spaces" in remarks[0]
    assert "try --classifier char-lr" in remarks[0]
    remarks.clear()
    by_characters = evaluate(CHINESE, "char-lr", repeats=5, splits=["0,0"]).settings[0].f1_macro
    assert remarks == []
    assert by_words is not None
    assert by_characters is not None
    assert by_words.value < by_characters.value


def test_a_cutoff_that_no_topic_is_below_is_told_as_0_0_again() -> None:
    found = evaluate(ROWS[:18], repeats=1)
    assert [one.n_small for one in found.settings] == [0, 1, 0]
    told = "no topic has fewer than 5 phrases; same as 0,0"
    assert told in found.markdown()
    assert told in " ".join(found.text(200).split())


Use = Callable[[], object]


@pytest.mark.parametrize(
    "use",
    [
        lambda: evaluate("gone.csv"),
        lambda: evaluate(ROWS, "no-such"),
        lambda: evaluate([], none_label="x"),
        lambda: compare(ROWS, ["tfidf-lr", "rasa:http://127.0.0.1:1"]),
        lambda: evaluate(ROWS, settings=IntentsSettings(human_ratings=Path("gone.csv"))),
    ],
)
def test_every_error_is_one_of_the_house(use: Use) -> None:
    with pytest.raises(BotassayError):
        use()
