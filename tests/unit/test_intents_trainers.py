"""Engines that are trained for each split: classes in Python code, and programs."""

import sys
from pathlib import Path

import pytest

from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.intents import compare, evaluate
from botassay.intents.trainers import TrainedProgram, trainer

NOUNS = ("bill", "card", "bus")
ROWS = [(f"{verb} my {noun} {n}", noun) for verb in ("pay", "lose") for noun in NOUNS for n in range(5)]
CLASS = """
class Nouns:
    made = 0

    def __init__(self):
        Nouns.made += 1

    def fit(self, texts, intents):
        assert not hasattr(self, "known")
        self.known = set(intents)

    def predict(self, texts):
        return [next((name for name in self.known if name in text), "none") for text in texts]


class Old:
    def __init__(self):
        self.intents = {"left over": []}

    def all_intents(self):
        return list(self.intents)

    def create_intent(self, name, examples):
        assert examples
        self.intents[name] = examples

    def delete_intent(self, name):
        del self.intents[name]

    def classify(self, text):
        ranked = [{"intent_id": name, "confidence": 0.9 if name in text else 0.2} for name in self.intents]
        return [] if "lose" in text else ranked


class Untrainable:
    pass
"""
PROGRAM = """
import json, sys
trained = json.loads(sys.stdin.readline())["train"]
{training}
print(json.dumps({{"ready": True}}), flush=True)
names = sorted({{row["intent"] for row in trained}})
for line in sys.stdin:
    text = json.loads(line)["text"]
    {answering}
    name = next((name for name in names if name in text), None)
    print(json.dumps({{"intent": name, "confidence": 0.9 if name else 0.0}}), flush=True)
"""


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "engine.py").write_text(CLASS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "engine", raising=False)
    return tmp_path


def program(folder: Path, training: str = "", answering: str = "") -> str:
    (folder / "engine_program.py").write_text(PROGRAM.format(training=training, answering=answering))
    return f"command:{sys.executable} {folder / 'engine_program.py'}"


@pytest.mark.parametrize("address", ["python:engine:Nouns", "engine.py:Nouns", "python:engine.py:Nouns"])
def test_a_class_is_trained_anew_for_each_split_of_all_settings(code: Path, address: str) -> None:
    del code
    document = evaluate(ROWS, address, repeats=2)
    assert document.classifier == address
    assert [(figures.k, figures.p) for figures in document.settings] == [(0, 0), (0, 0.15), (5, 0)]
    assert document.settings[0].accuracy is not None
    assert document.settings[0].accuracy.value == 1


def test_the_authors_methods_are_adapted(code: Path) -> None:
    del code
    old = trainer("engine.py:Old").fit(["a bill", "my card"], ["bill", "card"])
    assert [tuple(guess) for guess in old.predict(["pay the card", "lose it"])] == [("card", 0.9), (None, 0.0)]


def test_a_program_stands_beside_a_built_in_classifier_on_the_same_splits(code: Path) -> None:
    address = program(code)
    document = compare(ROWS, [address, "majority"], repeats=1)
    engine, majority = document.classifiers
    assert [figures.n_test for figures in engine.settings] == [figures.n_test for figures in majority.settings]
    assert engine.settings[0].accuracy is not None
    assert engine.settings[0].accuracy.value == 1
    assert document.differences[0].accuracy_p is not None


def test_a_failed_training_is_a_missing_repeat(code: Path, caplog: pytest.LogCaptureFixture) -> None:
    mark = code / "once"
    training = f"import pathlib; p = pathlib.Path({str(mark)!r}); new = not p.exists(); p.touch(); new and sys.exit(3)"
    document = evaluate(ROWS, program(code, training), repeats=3, splits=["0,0"])
    assert document.settings[0].repeats == 2
    assert "repeat 1 of 0,0 is missing" in caplog.text
    assert "ended with exit status 3" in caplog.text


def test_if_all_trainings_fail_the_exit_code_is_69(code: Path) -> None:
    with pytest.raises(BotError) as caught:
        evaluate(ROWS, program(code, "sys.exit(1)"), repeats=1)
    assert caught.value.exit_code == 69


@pytest.mark.parametrize(
    ("answering", "text"),
    [
        ("print('hello', flush=True); continue", "prints no JSON"),
        ("print('{\"intent\": 7}', flush=True); continue", "gives no guess"),
        ('print(\'{"intent": "a", "confidence": 80}\', flush=True); continue', "gives no guess"),
        ("import time; time.sleep(60)", "does not answer within 0.5 s"),
    ],
)
def test_a_bad_answer_is_told_and_the_program_ends(code: Path, answering: str, text: str) -> None:
    words = program(code, answering=answering).removeprefix("command:").split()
    engine = TrainedProgram("engine", words, answering=0.5).fit(["a"], ["b"])
    running = engine._process
    assert running is not None
    with pytest.raises(BotError, match=text):
        engine.predict(["x"])
    assert running.poll() is not None


@pytest.mark.parametrize(
    ("address", "error", "text"),
    [
        ("python:engine", UsageError, "the class is missing"),
        ("engine.py:Nobody", ConfigurationError, "has no class Nobody"),
        ("gone.py:Nouns", ConfigurationError, "there is no file gone.py"),
        ("command:", UsageError, "the program is missing"),
        ("engine.py:Untrainable", ConfigurationError, "cannot be trained"),
        ("command:./gone", ConfigurationError, "cannot start ./gone"),
    ],
)
def test_what_cannot_be_trained_is_refused(code: Path, address: str, error: type[Exception], text: str) -> None:
    del code
    with pytest.raises(error, match=text):
        evaluate(ROWS, address, repeats=1)
