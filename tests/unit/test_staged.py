"""Two stages as one classifier: who is asked first, whose threshold decides, and what is left for people."""

import csv
import gzip
import json
import runpy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import InputError, UsageError
from botassay.intents import compare, evaluate
from botassay.intents.classifiers.linear import CharLr
from botassay.intents.classifiers.staged import (
    GENERAL_FOLDER,
    ClassifierStage,
    Staged,
    TwoStage,
    general_languages,
    scaled,
)
from botassay.plugins.protocols import Guess
from botassay.plugins.registry import CLASSIFIERS
from botassay.settings.intents import IntentsCompareSettings, IntentsSettings, SplitSettings, TrainingSettings
from botassay.testing import ParrotClassifier, check_classifier

LESSONS = {
    "general/greet": ("hello there", "good morning to you", "hi and hello", "good evening"),
    "general/thanks": ("thank you", "thanks a lot", "many thanks to you", "thank you very much"),
    "pay": ("pay my bill", "how do I pay", "pay the invoice", "paying by card"),
    "parcel": ("where is my parcel", "parcel late", "track the parcel", "my parcel is lost"),
}
TEXTS = [text for texts in LESSONS.values() for text in texts]
INTENTS = [intent for intent, texts in LESSONS.items() for _ in texts]


class Sure(ParrotClassifier):
    """Guesses what it learned last, with a confidence that is told."""

    def __init__(self, intent: str | None, confidence: float) -> None:
        super().__init__()
        self.said = Guess(intent, confidence)
        self.learned: list[str] = []

    def fit(self, texts, intents):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201
        self.learned = sorted(set(intents))
        return super().fit(texts, intents)

    def predict(self, texts):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201
        return [self.said for _ in texts]


@pytest.mark.parametrize(
    ("first", "second", "guess"),
    [
        (0.8, 0.9, Guess("general/greet", 0.75)),  # the first stage is asked first, however sure the second is
        (0.6, 0.9, Guess("general/greet", 0.5)),  # on its threshold it answers
        (0.5, 0.9, Guess("pay", 0.9)),
        (0.59, 0.3, Guess("general/greet", 0.59 / 1.2)),  # below both: the more confident, below 0.5
        (0.1, 0.3, Guess("pay", 0.3)),
    ],
)
def test_whose_guess_it_is(first: float, second: float, guess: Guess) -> None:
    stages = (ClassifierStage(0.6, Sure("general/greet", first)), ClassifierStage(0.5, Sure("pay", second)))
    found = Staged(*stages).fit(TEXTS, INTENTS).predict(["anything"])
    assert [one.intent for one in found] == [guess.intent]
    assert found[0].confidence == pytest.approx(guess.confidence)


def test_each_stage_learns_its_own_and_what_is_none_of_it() -> None:
    first, second = Sure("general/greet", 1.0), Sure("pay", 1.0)
    classifier = Staged(ClassifierStage(0.5, first), ClassifierStage(0.5, second)).fit(TEXTS, INTENTS)
    assert (first.learned, second.learned) == (["", "general/greet", "general/thanks"], ["", "parcel", "pay"])
    kept = [(text, intent) for text, intent in zip(TEXTS, INTENTS, strict=True) if intent != "parcel"]
    classifier.fit([text for text, _ in kept], [intent for _, intent in kept])
    assert second.learned == ["", "pay"]
    classifier.fit(TEXTS[8:], INTENTS[8:])
    assert (first.learned, second.learned) == (["", "general/greet", "general/thanks"], ["parcel", "pay"])
    assert classifier.predict(["hello"]) == [Guess("pay", 1.0)]  # what the first stage learned before is forgotten


def test_what_is_none_of_a_stage_is_no_guess_of_it() -> None:
    stages = (ClassifierStage(0.5, Sure("", 0.99)), ClassifierStage(0.5, Sure("pay", 0.2)))
    assert Staged(*stages).fit(TEXTS, INTENTS).predict(["x"]) == [Guess("pay", 0.2)]


@given(confidence=st.floats(0, 1), threshold=st.floats(0.01, 0.99))
def test_a_scaled_confidence_is_one_and_0_5_is_the_threshold(confidence: float, threshold: float) -> None:
    found = scaled(confidence, threshold)
    assert 0 <= found <= 1
    assert (found >= 0.5) == (confidence >= threshold)
    assert scaled(confidence, 0.5) == pytest.approx(confidence)
    assert scaled(min(1.0, confidence + 0.1), threshold) >= found


def test_it_is_a_classifier_under_its_name_with_thresholds_in_percent() -> None:
    check_classifier(lambda: CLASSIFIERS.make("two-stage(general=60, faq=40)"))
    check_classifier(lambda: CLASSIFIERS.make("two-stage(characters=1)"))
    learned = TwoStage().fit(TEXTS, INTENTS)
    assert [guess.intent for guess in learned.predict(TEXTS)] == INTENTS
    with pytest.raises(UsageError, match="invalid threshold"):
        CLASSIFIERS.make("two-stage(general=100)")
    with pytest.raises(UsageError, match="not trained"):
        TwoStage().predict(["x"])


def test_two_stages_are_evaluated_as_one_beside_one_classifier_for_all(tmp_path: Path) -> None:
    own = list(zip(TEXTS[8:], INTENTS[8:], strict=True))
    general = "".join(f"{text},{intent.split('/')[1]}\n" for text, intent in zip(TEXTS[:8], INTENTS[:8], strict=True))
    (tmp_path / "general.csv").write_text(f"text,intent\n{general}")
    added, tests = TrainingSettings(general=str(tmp_path / "general.csv")), SplitSettings(repeats=3, splits=("0,0",))
    document = evaluate(own, "two-stage", IntentsSettings(training=added, tests=tests))
    assert (document.phrases, document.intents, document.classifier) == (16, 4, "two-stage")
    both = compare(own, ["tfidf-lr", "two-stage"], IntentsCompareSettings(training=added, tests=tests))
    assert [one.classifier for one in both.classifiers] == ["tfidf-lr", "two-stage"]
    with pytest.raises(InputError, match=r"gone\.csv: E174"):
        evaluate(own, settings=IntentsSettings(training=TrainingSettings(general="gone.csv")))


# ── general intents in several languages ────────────────────────────────────────────────────────────────────────────


def general(language: str) -> list[dict[str, str]]:
    with (GENERAL_FOLDER / f"{language}.csv").open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize(("language", "least"), [("en", 1000), ("de", 1000), ("fr", 400), ("zh", 400)])
def test_the_bundled_general_phrases_are_many_and_of_stated_origin(language: str, least: int) -> None:
    rows = general(language)
    assert len({row["text"].lower() for row in rows}) == len(rows) >= least
    assert len({row["intent"] for row in rows}) >= 20
    assert all(row["intent"].startswith("general/") for row in rows)
    assert {row["origin"] for row in rows} == {"hand", "grammar", *(["clinc150"] if language == "en" else [])}
    assert language in general_languages()


@pytest.mark.parametrize(("language", "least"), [("en", 43), ("de", 40), ("fr", 42), ("zh", 40)])
def test_general_phrases_that_were_not_learned_are_found(language: str, least: int) -> None:
    with (Path(__file__).parents[1] / "data" / "general_intents.csv").open(newline="", encoding="utf-8") as lines:
        asked = [row for row in csv.DictReader(lines) if row["language"] == language]
    rows = general(language)
    learned = CharLr().fit([row["text"] for row in rows], [row["intent"] for row in rows])
    guesses = learned.predict([row["text"] for row in asked])
    right = sum(guess.intent == f"general/{row['intent']}" for guess, row in zip(guesses, asked, strict=True))
    assert (len(asked), right >= least) == (45, True), right
    assert not {row["text"] for row in asked} & {row["text"].lower() for row in rows}


@pytest.mark.slow
def test_general_phrases_by_others_are_found(data: Path) -> None:
    """519 of the 570 phrases that others wrote for the intents that CLINC150 shares: 91.1 %."""
    same = runpy.run_path(str(Path(__file__).parents[2] / "models" / "intents" / "general.py"))["SAME"]
    with gzip.open(data / "clinc150" / "data_full.json.gz", "rt", encoding="utf-8") as stream:
        asked = [(text, same[name]) for text, name in json.load(stream)["test"] if name in same]
    rows = general("en")
    learned = CharLr().fit([row["text"] for row in rows], [row["intent"] for row in rows])
    guesses = learned.predict([text for text, _ in asked])
    right = sum(guess.intent == f"general/{intent}" for guess, (_, intent) in zip(guesses, asked, strict=True))
    assert (len(asked), right >= 0.9 * len(asked)) == (570, True), right


@pytest.mark.slow
def test_questions_to_a_bank_are_hardly_ever_general(data: Path) -> None:
    def phrases(name: str, every: int) -> list[tuple[str, str]]:
        with (data / "banking77" / name).open(newline="", encoding="utf-8") as lines:
            return [(row["text"], row["category"]) for row in csv.DictReader(lines)][::every]

    taught = [*phrases("train.csv", 5), *((row["text"], row["intent"]) for row in general("en"))]
    learned = TwoStage(characters=1).fit([text for text, _ in taught], [intent for _, intent in taught])
    guesses = learned.predict([text for text, _ in phrases("test.csv", 10)])
    taken = [guess for guess in guesses if (guess.intent or "").startswith("general/") and guess.confidence >= 0.5]
    assert (len(guesses) >= 300, len(taken) <= 0.01 * len(guesses)) == (True, True), taken


def test_a_language_without_general_phrases_is_refused() -> None:
    own = list(zip(TEXTS[8:], INTENTS[8:], strict=True))
    with pytest.raises(InputError, match=r"xx: E174 no such file .*language: de, en, fr, zh"):
        evaluate(own, settings=IntentsSettings(training=TrainingSettings(general="xx")))
    german = evaluate(
        own, "two-stage", IntentsSettings(training=TrainingSettings(general="de")), repeats=1, splits=["0,0"]
    )
    assert german.phrases > 1000
