"""Two stages as one classifier: who is asked first, whose threshold decides, and what is left for people."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import InputError, UsageError
from botassay.intents import compare, evaluate
from botassay.intents.classifiers.staged import ClassifierStage, Staged, TwoStage, scaled
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
    with pytest.raises(InputError, match=r"E174 gone\.csv"):
        evaluate(own, settings=IntentsSettings(training=TrainingSettings(general="gone.csv")))
