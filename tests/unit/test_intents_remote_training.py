"""Engines that are trained over HTTP for each split, behind real servers: `[train]` in a description, and Rasa."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from botassay import intents
from botassay.core.errors import BotError, ConfigurationError, InputError, UsageError
from botassay.settings.intents import EngineSettings, IntentsCompareSettings, IntentsSettings, SplitSettings
from tests.conftest import Run
from tests.effort import until
from tests.fakes.engines import RasaServer, RestEngine
from tests.servers import served

NOUNS = ("bill", "card", "bus")
ROWS = [(f"{verb} my {noun} {n}", noun) for verb in ("pay", "lose") for noun in NOUNS for n in range(5)]
ENGINE = """
url = "http://{address}/models/{{{{made.model}}}}/detect"
body = '{{"q": {{{{message}}}}}}'

[reply]
intent = "$.intent.name"
confidence = "$.intent.confidence"

[train]
may_overwrite = true

[[train.step]]
request = "POST /models"
body = '{{"name": {{{{split}}}}, "examples": {{{{phrases}}}}}}'
take = {{ model = "$.id" }}

[train.ready]
request = "GET /models/{{{{made.model}}}}"
path = "$.status"
equals = "ready"

[train.clear]
request = "DELETE /models/{{{{made.model}}}}"
"""
EACH = """[[train.step]]
request = "POST /models"
body = '{"name": {{split}}}'
take = { model = "$.id" }

[[train.step]]
for_each = "intent"
request = "POST /models/{{made.model}}/examples"
body = '{"label": {{intent}}, "texts": {{intent_phrases}}}'
"""


@pytest.fixture
def engine() -> RestEngine:
    return RestEngine()


@pytest.fixture
def address(engine: RestEngine) -> Iterator[str]:
    with served(*engine.routes()) as address:
        yield address


@pytest.fixture
def folder(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "engine.toml").write_text(ENGINE.format(address=address))
    (tmp_path / "q.csv").write_text("text,intent\n" + "".join(f"{text},{intent}\n" for text, intent in ROWS))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_engine_is_trained_on_the_splits_of_built_in_classifiers(folder: Path, engine: RestEngine) -> None:
    settings = IntentsCompareSettings(tests=SplitSettings(repeats=2))
    document = intents.compare(folder / "q.csv", ["engine.toml", "tfidf-lr"], settings)
    ours, built_in = document.classifiers
    assert [(each.k, each.p) for each in ours.settings] == [(0, 0), (0, 0.15), (5, 0)]
    assert [each.n_test for each in ours.settings] == [each.n_test for each in built_in.settings]
    assert [each.n_negative for each in ours.settings] == [each.n_negative for each in built_in.settings]
    assert ours.settings[0].accuracy is not None
    assert ours.settings[0].accuracy.value == 1
    assert len(engine.names) == len(set(engine.names)) == 6  # a name for each training
    assert engine.models == {}  # all are cleared
    assert not (folder / "q.csv.trained").exists()  # all predictions are there: nothing is left to resume


def test_a_request_is_repeated_for_each_intent(folder: Path, engine: RestEngine) -> None:
    text = (folder / "engine.toml").read_text()
    step = text[text.index("[[train.step]]") : text.index("[train.ready]")]
    (folder / "engine.toml").write_text(text.replace(step, EACH))
    document = intents.evaluate(folder / "q.csv", "engine.toml", repeats=1, splits=["0,0"])
    assert document.settings[0].accuracy is not None
    assert document.settings[0].accuracy.value == 1
    assert engine.deleted == ["m1"]


def test_predictions_are_on_disk_and_nothing_is_trained_twice(folder: Path, engine: RestEngine) -> None:
    out = folder / "kept"
    settings = IntentsSettings(tests=SplitSettings(repeats=2, splits=("0,0",)), out=out)
    first = intents.evaluate(folder / "q.csv", "engine.toml", settings)
    files = sorted(out.glob("*/0_0_*/predictions.csv"))
    assert [file.parent.name for file in files] == ["0_0_1", "0_0_2"]
    again = intents.evaluate(folder / "q.csv", "engine.toml", settings)
    assert len(engine.names) == 2
    assert again == first
    by_hand = intents.evaluate(folder / "q.csv", None, IntentsSettings(folder=files[0].parents[1]))
    assert by_hand.settings[0].accuracy == first.settings[0].accuracy
    (folder / "engine.toml").write_text((folder / "engine.toml").read_text() + "\n")  # another engine
    intents.evaluate(folder / "q.csv", "engine.toml", settings)
    assert len(engine.names) == 4


def test_a_failed_training_is_counted_and_tried_again_by_the_same_command(
    botassay: Run, folder: Path, engine: RestEngine
) -> None:
    engine.failing = 1
    command = ("intents", "evaluate", "q.csv", "--classifier", "engine.toml", "--setting", "0,0", "--repeats", "3")
    ended = botassay(*command)
    assert ended.code == 0
    assert "trainings that failed, whose repeats are missing: 1 of 3 in 0,0" in " ".join(ended.out.split())
    assert (folder / "q.csv.trained").is_dir()
    ended = botassay(*command, "--json")
    document = json.loads(ended.out)
    assert (document["settings"][0]["repeats"], document["settings"][0]["failed"]) == (3, 0)
    assert len(engine.names) == 4
    assert not (folder / "q.csv.trained").exists()


def test_if_all_trainings_fail_the_exit_code_is_69(botassay: Run, folder: Path, engine: RestEngine) -> None:
    engine.failing = 100
    ended = botassay("intents", "evaluate", folder / "q.csv", "--classifier", "engine.toml", "--repeats", "1")
    assert ended.code == 69
    assert "HTTP 500" in ended.err
    assert len(engine.names) == 3
    assert botassay("intents", "evaluate", folder / "q.csv", "--classifier", "engine.toml").code == 69
    assert len(engine.names) == 3 + 5  # no more are tried


def test_ctrl_c_clears_the_engine_and_the_same_command_goes_on(folder: Path, engine: RestEngine) -> None:
    engine.slow = 0.3
    command = [
        sys.executable, "-m", "botassay", "intents", "evaluate", "q.csv", "--classifier", "engine.toml",
        "--setting", "0,0", "--repeats", "4",
    ]  # fmt: skip
    running = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ})
    until(lambda: len(engine.polls) >= 2)  # the second training is under way
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert b"the same command goes on from q.csv.trained" in err
    assert engine.models == {}
    interrupted = len(engine.names)
    assert 2 <= interrupted < 4
    engine.slow = 0
    ended = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr
    finished = interrupted - 1
    assert f"{finished} of 4 trainings are in".encode() in ended.stderr
    assert len(engine.names) == interrupted + 4 - finished  # only the split that was interrupted is trained again
    assert engine.models == {}


def test_what_a_crash_left_is_cleared_by_the_same_command(folder: Path, engine: RestEngine) -> None:
    engine.slow = 0.3
    command = [
        sys.executable, "-m", "botassay", "intents", "evaluate", "q.csv", "--classifier", "engine.toml",
        "--setting", "0,0", "--repeats", "2",
    ]  # fmt: skip
    running = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: bool(engine.polls))
    running.kill()
    running.wait()
    assert list(engine.models) == ["m1"]
    engine.slow = 0
    ended = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert engine.deleted == ["m1", "m2", "m3"]
    assert engine.models == {}
    assert not (folder / "q.csv.trained").exists()


def test_a_dry_run_counts_and_sends_nothing(botassay: Run, folder: Path, engine: RestEngine) -> None:
    command = ("intents", "compare", folder / "q.csv", "--classifier", "engine.toml", "--classifier", "tfidf-lr")
    ended = botassay(*command, "--repeats", "2", "--setting", "0,0", "--dry-run")
    assert ended.code == 0
    assert ended.out.splitlines() == [
        "engine.toml: 2 trainings, 12 questions; at least 18 requests, since status is polled",
        "tfidf-lr: 2 trainings, 12 questions; 0 requests",
    ]
    assert engine.names == []
    settings = IntentsSettings(tests=SplitSettings(repeats=2, splits=("0,0",)), out=folder / "kept")
    intents.evaluate(folder / "q.csv", "engine.toml", settings)
    (cost,) = intents.outlook(folder / "q.csv", ["engine.toml"], settings)
    assert (cost.trainings, cost.done, cost.requests) == (2, 2, 0)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("may_overwrite = true", "", "train.may_overwrite: trainings may replace what the engine has learned"),
        ("{{made.model}}/detect", "{{made.other}}/detect", "nothing gives {{made.other}}"),
        ('take = { model = "$.id" }', "", "nothing gives {{made.model}}"),
        ("{{phrases}}", "{{phrase}}", "{{phrase}} is not a known placeholder"),
        ("{{phrases}}", "{{intent_phrases}}", "{{intent_phrases}} is not a known placeholder"),
        ("may_overwrite", "may_overwite", "E196 the key 'may_overwite' is unknown"),
        ('intent = "$.intent.name"', "", "reply.intent: the path to the intent is missing"),
        ("[train]\n", '[poll]\nrequest = "GET /x"\n[train]\n', "poll cannot be combined with [train]"),
    ],
)
def test_a_description_that_cannot_work_is_refused(folder: Path, old: str, new: str, text: str) -> None:
    file = folder / "engine.toml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(ConfigurationError) as caught:
        intents.evaluate(folder / "q.csv", "engine.toml", repeats=1)
    assert text in str(caught.value)
    assert caught.value.exit_code == 78


def test_a_training_that_takes_too_long_is_cleared(folder: Path, engine: RestEngine) -> None:
    file = folder / "engine.toml"
    file.write_text(file.read_text().replace("may_overwrite = true", "may_overwrite = true\ntimeout = 0.4"))
    engine.slow = 5
    with pytest.raises(BotError, match=r"engine.toml is not trained within 0.4 s|no complete reply within 0.4 s"):
        intents.evaluate(folder / "q.csv", "engine.toml", repeats=1, splits=["0,0"])
    assert engine.deleted == ["m1"]


def test_a_model_that_is_gone_already_is_fine(
    folder: Path, engine: RestEngine, caplog: pytest.LogCaptureFixture
) -> None:
    file = folder / "engine.toml"
    file.write_text(file.read_text().replace('"DELETE /models/{{made.model}}"', '"DELETE /models/gone"'))
    intents.evaluate(folder / "q.csv", "engine.toml", repeats=1, splits=["0,0"])
    assert engine.deleted == ["gone"]
    assert "could not be cleared" not in caplog.text


# ── Rasa ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def rasa() -> RasaServer:
    return RasaServer()


@pytest.fixture
def rasa_address(rasa: RasaServer) -> Iterator[str]:
    with served(*rasa.routes()) as address:
        yield f"rasa:http://{address}"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "config.yml"
    file.write_text("language: en\npipeline:\n- name: WhitespaceTokenizer\n- name: DIETClassifier\n  epochs: 5\n")
    return file


def test_a_rasa_server_is_trained_for_each_split(
    tmp_path: Path, rasa: RasaServer, rasa_address: str, config: Path
) -> None:
    settings = IntentsCompareSettings(
        engine=EngineSettings(rasa_config=config), tests=SplitSettings(repeats=1), out=tmp_path / "kept"
    )
    document = intents.compare(ROWS, [rasa_address, "tfidf-lr"], settings)
    ours, built_in = document.classifiers
    assert ours.classifier == rasa_address
    assert [each.n_test for each in ours.settings] == [each.n_test for each in built_in.settings]
    assert ours.settings[0].accuracy is not None
    assert ours.settings[0].accuracy.value == 1
    assert len(rasa.seen) == 3
    first = rasa.seen[0]
    assert first["query"] == {"force_training": "true"}
    assert first["type"] == "application/x-yaml"
    assert (first["language"], first["pipeline"][1]) == ("en", {"name": "DIETClassifier", "epochs": 5})
    assert first["intents"] == ["bill", "bus", "card"]
    assert rasa.loaded == "models/live.tar.gz"  # as before
    intents.compare(ROWS, [rasa_address, "tfidf-lr"], settings)
    assert len(rasa.seen) == 3


def test_without_a_configuration_rasa_is_only_asked(rasa: RasaServer, rasa_address: str) -> None:
    rasa.trained["live.tar.gz"] = {"bill": ["bill"]}
    document = intents.evaluate(ROWS, rasa_address)
    assert (document.repeats, rasa.seen) == (1, [])
    with pytest.raises(UsageError, match="describe its training"):
        intents.compare(ROWS, [rasa_address, "tfidf-lr"])


@pytest.mark.parametrize(
    ("content", "error", "text"),
    [
        ("language: en\n", ConfigurationError, "the file has no pipeline"),
        ("pipeline: [\n", ConfigurationError, "E120 invalid YAML"),
        ("pipeline: []\nnlu: []\n", ConfigurationError, "nlu cannot be in the configuration"),
        (None, InputError, "E174 cannot read the file"),
    ],
)
def test_a_configuration_that_is_none_is_refused(
    rasa_address: str, config: Path, content: str | None, error: type[Exception], text: str
) -> None:
    if content is None:
        config.write_bytes(b"\xff\xfe")
    else:
        config.write_text(content)
    with pytest.raises(error, match=text):
        intents.evaluate(ROWS, rasa_address, IntentsSettings(engine=EngineSettings(rasa_config=config)))


# ── check, and settings without effect ──────────────────────────────────────────────────────────────────────────────


def test_an_engine_is_checked(botassay: Run, folder: Path, engine: RestEngine) -> None:
    ended = botassay("intents", "check", "--classifier", folder / "engine.toml")
    assert ended.code == 0, ended.err
    assert [line.partition(":")[0] for line in ended.out.splitlines()] == ["passed"] * 5
    assert len(engine.names) == 2
    assert engine.models == {}
    assert botassay("intents", "check", "--classifier", "majority").code == 1


@pytest.mark.parametrize("change", [("--rasa-config", "engine.toml"), ("--out", "x"), ("--rate", "3")])
def test_a_setting_without_effect_is_refused(botassay: Run, folder: Path, change: tuple[str, str]) -> None:
    assert botassay("intents", "evaluate", folder / "q.csv", *change).code == 2


PROGRAM = f"""#!{sys.executable}
import json, os, sys, time
open("pid", "w").write(str(os.getpid()))
open("trainings", "a").write("x")
names = sorted({{row["intent"] for row in json.loads(input())["train"]}})
time.sleep(float(os.environ.get("SLOW", "0")))
print('{{"ready": true}}', flush=True)
for line in sys.stdin:
    text = json.loads(line)["text"]
    name = next((name for name in names if name in text), None)
    print(json.dumps({{"intent": name, "confidence": 0.75}}), flush=True)
"""


@pytest.fixture
def program(folder: Path) -> Path:
    (folder / "e").write_text(PROGRAM)
    (folder / "e").chmod(0o755)
    return folder


COMPARED = ("intents", "compare", "q.csv", "--classifier", "command:./e", "--classifier", "tfidf-lr")


def test_a_program_is_compared_in_all_settings_and_its_predictions_stay(botassay: Run, program: Path) -> None:
    ended = botassay(*COMPARED, "--repeats", "2", "--out", "kept", "--json")
    assert ended.code == 0, ended.err
    document = json.loads(ended.out)
    assert [len(each["settings"]) for each in document["classifiers"]] == [3, 3]
    assert {(each["k"], each["p"]) for each in document["differences"]} == {(0, 0.0), (0, 0.15), (5, 0.0)}
    assert (program / "trainings").read_text() == "x" * 6
    again = json.loads(botassay(*COMPARED, "--repeats", "2", "--out", "kept", "--json").out)
    assert again["classifiers"][0] == document["classifiers"][0]
    assert (program / "trainings").read_text() == "x" * 6


def test_ctrl_c_ends_a_program_and_the_same_command_trains_the_rest(program: Path) -> None:
    command = [sys.executable, "-m", "botassay", *COMPARED, "--repeats", "2"]
    slow = {**os.environ, "SLOW": "0.4"}
    running = subprocess.Popen(command, cwd=program, env=slow, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    noted = program / "trainings"
    until(lambda: noted.exists() and len(noted.read_text()) >= 3)  # the third is under way
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    with pytest.raises(ProcessLookupError):
        os.kill(int((program / "pid").read_text()), 0)
    ended = subprocess.run(command, cwd=program, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert len(noted.read_text()) == 7  # of six trainings one was interrupted
    assert not (program / "q.csv.trained").exists()
