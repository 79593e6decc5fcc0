"""Live engines that are asked where they stand, behind a real server."""

import asyncio
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from botassay.api.intents import EvaluationStopped
from botassay.core.errors import BotassayError, BotError, UsageError
from botassay.core.progress import Progress
from botassay.intents import compare, compare_async, evaluate, evaluate_async
from botassay.intents.documents import IntentsComparison, IntentsEvaluation
from botassay.settings.intents import (
    EngineSettings,
    IntentsCompareSettings,
    IntentsSettings,
    PhraseSettings,
    SplitSettings,
    VectorSettings,
)
from tests.conftest import Run
from tests.servers import rest_routes, served

ASKED = (
    "text,intent\npay my bill,pay\nblock my card,block\nthe parcel,parcel\nlost parcel,block\n"
    "is it raining,none\nhum,none\n"
)
"""T, T, FCO, FO, and TO twice: Rasa says null to rain, and to what it does not know nlu_fallback, confidently."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with served(*rest_routes()) as address:
        yield address


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "asked.csv"
    file.write_text(ASKED)
    return file


def described(tmp_path: Path, url: str, reply: str, name: str = "bot.toml", body: str | None = None) -> Path:
    file = tmp_path / name
    sent = 'method = "GET"\n' if body is None else f"body = '{body}'\n"
    file.write_text(f'url = "{url}"\n{sent}[reply]\n{reply}\n')
    return file


def chosen(*, fallbacks: tuple[str, ...] = (), bot: Path | None = None, **tests: Any) -> IntentsSettings:
    return IntentsSettings(
        phrases=PhraseSettings(none_label="none"),
        engine=EngineSettings(fallbacks=fallbacks, bot=bot),
        tests=SplitSettings(**tests),
    )


def figures(document: IntentsEvaluation) -> dict[str, Any]:
    (found,) = document.settings
    names = ("accuracy", "automation_rate", "carefulness", "over_caution")
    return {"n_test": found.n_test} | {name: getattr(getattr(found, name), "value", None) for name in names}


def test_rasa_is_asked_what_it_takes_texts_for(botassay: Run, server: str, table: Path) -> None:
    """The command and the call in Python ask the same, and give the same."""
    command = ("intents", "evaluate", table, "--classifier", f"rasa:http://{server}", "--none-label", "none", "--json")
    ended = botassay(*command)
    assert ended.code == 0
    assert "is not trained here; each phrase is sent once" in ended.err
    document = evaluate(table, f"rasa:http://{server}", chosen())
    assert document.json() == ended.out
    found = figures(document)
    assert (document.classifier, document.repeats, found["n_test"]) == (f"rasa:http://{server}", 1, 6)
    assert found["accuracy"] == pytest.approx(4 / 6)
    assert found["automation_rate"] == pytest.approx(2 / 6)
    assert found["carefulness"] == pytest.approx(1 / 4)
    assert found["over_caution"] == pytest.approx(1 / 4)


def test_an_engine_is_asked_where_a_loop_is_running(server: str, table: Path) -> None:
    """As in a notebook; and by the asynchronous forms, on that loop."""
    seen: list[Progress] = []
    engine = f"rasa:http://{server}"

    async def both() -> tuple[IntentsEvaluation, IntentsEvaluation, IntentsComparison]:
        plain = evaluate(table, engine, chosen())
        compared = await compare_async(
            table, [engine, f"{engine}/model/parse"], IntentsCompareSettings(phrases=PhraseSettings(none_label="none"))
        )
        return plain, await evaluate_async(table, engine, chosen(), on_progress=seen.append), compared

    plain, asynchronous, compared = asyncio.run(both())
    assert plain == asynchronous
    assert seen[-1] == Progress(f"asking {engine}", 6, 6, "phrases")
    assert [one.classifier for one in compared.classifiers] == [engine, f"{engine} (2)"]


def test_an_engine_that_a_description_describes(
    server: str, table: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It has no confidence, which counts as certain and is told, and a fallback of its own."""
    file = described(tmp_path, f"http://{server}/bare?q={{{{message}}}}", 'intent = "$.label"')
    document = evaluate(table, str(file), chosen(fallbacks=("Shrug",)))
    assert "6 answers have no confidence; a confidence of 1 is assumed" in caplog.text
    assert "answers with 3 topics missing from DATA, which count as wrong: hum, lost, the" in caplog.text
    assert figures(document)["accuracy"] == pytest.approx(3 / 6)
    with_address = evaluate(table, f"http://{server}/bare?q={{{{message}}}}", chosen(bot=file))
    assert figures(with_address)["accuracy"] == pytest.approx(2 / 6)  # its own word for silence was not told


def test_no_report_names_a_password(server: str, table: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    get = tmp_path / "get.toml"
    get.write_text('method = "GET"\n[reply]\nintent = "$.label"\n')
    for secret in (
        f"http://ann:s3cret@{server}/bare?q={{{{message}}}}",
        f"http://{server}/bare?k=s3cret&q={{{{message}}}}",
    ):
        document = evaluate(table, secret, chosen(bot=get))
        assert "s3cret" not in document.json() + caplog.text
        assert document.classifier == f"http://{server}/bare"


def test_a_fallback_is_none_whatever_its_confidence(server: str, table: Path) -> None:
    """hum is answered by nlu_fallback with 0.6: still no answer at a threshold of 0."""
    found = figures(evaluate(table, f"rasa:http://{server}", chosen(), threshold=0))
    assert found["automation_rate"] == pytest.approx(4 / 6)


@pytest.mark.parametrize(
    ("reply", "path", "told"),
    [
        ('text = "$.top.label"', "percent", (78, "the path to the intent is missing")),
        ('intent = "$.best"', "percent", (69, "none of the first 6 answers contains an intent")),
        ('intent = "$.top.label"\nconfidence = "$.top.sure"', "percent", (69, "90 is not between 0 and 1")),
        ('intent = "$.label"', "guarded", (78, "access denied")),
        ('intent = "$.label"', "nowhere", (69, "404")),
    ],
)
def test_what_is_no_engine_is_told(server: str, table: Path, reply: str, path: str, told: tuple[int, str]) -> None:
    file = described(table.parent, f"http://{server}/{path}", reply, body='{"q": {{message}}}')
    with pytest.raises(BotassayError) as caught:
        evaluate(table, str(file), chosen())
    assert caught.value.exit_code == told[0]
    assert told[1] in str(caught.value)


def test_what_was_answered_until_it_broke_is_kept(server: str, tmp_path: Path) -> None:
    rows = [("pay it", "pay"), ("block it", "block"), ("pay boom", "pay"), ("block now", "block")]
    reply = 'intent = "$.label"\nerror = "$.error"'
    file = described(tmp_path, f"http://{server}/bare?q={{{{message}}}}", reply)
    with pytest.raises(EvaluationStopped, match="out of order; the results are based on 2 of 4 phrases") as stopped:
        evaluate(rows, str(file))
    assert stopped.value.exit_code == 69
    document: Any = stopped.value.document
    assert not document.finished
    assert document.settings[0].n_test == 2


def test_nobody_there(table: Path) -> None:
    with pytest.raises(BotError):
        evaluate(table, "rasa:http://127.0.0.1:1", chosen())


def test_engines_are_compared_with_engines(server: str, table: Path, tmp_path: Path) -> None:
    file = described(tmp_path, f"http://{server}/bare?q={{{{message}}}}", 'intent = "$.label"')
    settings = IntentsCompareSettings(engine=EngineSettings(fallbacks=("shrug",)))
    document = compare(table, [f"rasa:http://{server}", str(file)], settings, none_label="none")
    assert [one.accuracy_range[0] for one in document.classifiers] == pytest.approx([4 / 6, 3 / 6])
    with pytest.raises(UsageError, match="with a live engine on the same splits"):
        compare(table, ["tfidf-lr", str(file)])


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("rasa:localhost", {}, "write rasa:http://HOST"),
        ("rasa:http://127.0.0.1:1", {"tests": SplitSettings(splits=("0,0",))}, "cannot be combined with a live engine"),
        ("rasa:http://127.0.0.1:1", {"vectors": VectorSettings(vectors=Path("x"))}, "--vectors requires sif-lr"),
        ("tfidf-lr", {"engine": EngineSettings(rate=5)}, "require a live engine"),
        ("rase:http://127.0.0.1:1", {}, "there is no classifier"),
    ],
)
def test_a_call_that_makes_no_sense(table: Path, name: str, change: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        evaluate(table, name, IntentsSettings(**change))
    assert said in str(caught.value)


@pytest.mark.process
def test_ctrl_c_leaves_what_was_answered(tmp_path: Path) -> None:
    """The third phrase is never answered; once it has come, somebody presses Ctrl-C."""
    came = threading.Event()

    async def slow(request: web.Request) -> web.Response:
        text = (await request.json())["text"]
        if text == "three":
            came.set()
            await asyncio.Event().wait()
        return web.json_response({"text": text, "intent": {"name": "a", "confidence": 0.9}})

    (tmp_path / "asked.csv").write_text("text,intent\none,a\ntwo,b\nthree,a\nfour,b\n")
    with served(web.post("/model/parse", slow)) as address:
        command = [sys.executable, "-m", "botassay", "intents", "evaluate", "asked.csv", "--json"]
        process = subprocess.Popen(
            [*command, "--classifier", f"rasa:http://{address}"],
            cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert came.wait(60)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted; the results are based on 2 of 4 phrases" in err
    assert json.loads(out)["settings"][0]["n_test"] == 2
