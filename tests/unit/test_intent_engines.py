"""`botassay intents` with an engine that is asked where it stands, behind a real server."""

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

from tests.conftest import Ended, Run
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


def asked(botassay: Run, table: Path, engine: str, *more: str) -> Ended:
    return botassay("intents", "evaluate", table, "--classifier", engine, "--none-label", "none", "--json", *more)


def figures(ended: Ended) -> dict[str, Any]:
    (found,) = json.loads(ended.out)["settings"]
    return {
        name: value["value"] if isinstance(value, dict) and "value" in value else value for name, value in found.items()
    }


def test_rasa_is_asked_what_it_takes_texts_for(botassay: Run, server: str, table: Path) -> None:
    ended = asked(botassay, table, f"rasa:http://{server}")
    document, found = json.loads(ended.out), figures(ended)
    assert ended.code == 0
    assert "is not trained here: every phrase is put to it once" in ended.err
    assert (document["classifier"], document["repeats"], found["n_test"]) == (f"rasa:http://{server}", 1, 6)
    assert found["accuracy"] == pytest.approx(4 / 6)
    assert found["automation_rate"] == pytest.approx(2 / 6)
    assert found["carefulness"] == pytest.approx(1 / 4)
    assert found["over_caution"] == pytest.approx(1 / 4)


def test_an_engine_that_a_description_describes(botassay: Run, server: str, table: Path, tmp_path: Path) -> None:
    """It has no confidence, which counts as certain and is told, and a fallback of its own."""
    file = described(tmp_path, f"http://{server}/bare?q={{{{message}}}}", 'intent = "$.label"')
    ended = asked(botassay, table, "bot.toml", "--fallback", "Shrug")
    assert ended.code == 0, ended.err
    assert "6 answers came without a confidence, and count as certain" in ended.err
    assert "answers with 3 topics that DATA does not have; they count as wrong: hum, lost, the" in ended.err
    assert figures(ended)["accuracy"] == pytest.approx(3 / 6)
    with_address = asked(botassay, table, f"http://{server}/bare?q={{{{message}}}}", "--bot", str(file))
    assert figures(with_address)["accuracy"] == pytest.approx(2 / 6)  # its own word for silence was not told


def test_no_report_names_a_password(botassay: Run, server: str, table: Path, tmp_path: Path) -> None:
    for secret in (
        f"http://ann:s3cret@{server}/bare?q={{{{message}}}}",
        f"http://{server}/bare?k=s3cret&q={{{{message}}}}",
    ):
        get = tmp_path / "get.toml"
        get.write_text('method = "GET"\n[reply]\nintent = "$.label"\n')
        ended = asked(botassay, table, secret, "--bot", "get.toml")
        assert ended.code == 0, ended.err
        assert "s3cret" not in ended.out + ended.err
        assert json.loads(ended.out)["classifier"] == f"http://{server}/bare"


def test_a_fallback_is_none_whatever_its_confidence(botassay: Run, server: str, table: Path) -> None:
    """hum is answered by nlu_fallback with 0.6: still no answer at a threshold of 0."""
    found = figures(asked(botassay, table, f"rasa:http://{server}", "--threshold", "0"))
    assert found["automation_rate"] == pytest.approx(4 / 6)


@pytest.mark.parametrize(
    ("reply", "path", "told"),
    [
        ('text = "$.top.label"', "percent", (78, "it is not said where the intent stands")),
        ('intent = "$.best"', "percent", (69, "none of the first 6 answers names an intent")),
        ('intent = "$.top.label"\nconfidence = "$.top.sure"', "percent", (69, "90 is no number from 0 to 1")),
        ('intent = "$.label"', "guarded", (78, "not let in")),
        ('intent = "$.label"', "nowhere", (69, "404")),
    ],
)
def test_what_is_no_engine_is_told(
    botassay: Run, server: str, table: Path, reply: str, path: str, told: tuple[int, str]
) -> None:
    described(table.parent, f"http://{server}/{path}", reply, body='{"q": {{message}}}')
    ended = asked(botassay, table, "bot.toml")
    assert (ended.code, ended.out) == (told[0], ""), ended.err
    assert told[1] in ended.err
    assert "Traceback" not in ended.err


def test_what_was_answered_until_it_broke_is_kept(botassay: Run, server: str, tmp_path: Path) -> None:
    table = tmp_path / "asked.csv"
    table.write_text("text,intent\npay it,pay\nblock it,block\npay boom,pay\nblock now,block\n")
    described(tmp_path, f"http://{server}/bare?q={{{{message}}}}", 'intent = "$.label"\nerror = "$.error"')
    ended = botassay("intents", "evaluate", table, "--classifier", "bot.toml", "--json", "-o", "part.json")
    assert ended.code == 69
    assert "out of order; what follows comes from 2 of 4 phrases" in ended.err
    document = json.loads((tmp_path / "part.json").read_text())
    assert document == json.loads(ended.out)
    assert not document["finished"]
    assert document["settings"][0]["n_test"] == 2


def test_nobody_there(botassay: Run, table: Path) -> None:
    ended = asked(botassay, table, "rasa:http://127.0.0.1:1")
    assert (ended.code, ended.out) == (69, "")


def test_engines_are_compared_with_engines(botassay: Run, server: str, table: Path, tmp_path: Path) -> None:
    described(tmp_path, f"http://{server}/bare?q={{{{message}}}}", 'intent = "$.label"')
    names = ("--classifier", f"rasa:http://{server}", "--classifier", "bot.toml", "--fallback", "shrug")
    ended = botassay("intents", "compare", table, *names, "--none-label", "none", "--json")
    document = json.loads(ended.out)
    assert ended.code == 0
    assert [one["accuracy_range"][0] for one in document["classifiers"]] == pytest.approx([4 / 6, 3 / 6])
    mixed = botassay("intents", "compare", table, "--classifier", "tfidf-lr", "--classifier", "bot.toml")
    assert mixed.code == 2
    assert "cannot be compared on the same splits" in mixed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--classifier", "rasa:localhost"), "write rasa:http://HOST"),
        (("--classifier", "rasa:http://127.0.0.1:1", "--setting", "0,0"), "--setting does not go with an engine"),
        (("--classifier", "rasa:http://127.0.0.1:1", "--vectors", "asked.csv"), "--vectors belongs to sif-lr"),
        (("--rate", "5"), "belong to engines"),
        (("--classifier", "rase:http://127.0.0.1:1"), "there is no classifier"),
    ],
)
def test_a_call_that_makes_no_sense(botassay: Run, table: Path, arguments: tuple[str, ...], said: str) -> None:
    ended = botassay("intents", "evaluate", table, *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


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
    assert "interrupted; what follows comes from 2 of 4 phrases" in err
    assert json.loads(out)["settings"][0]["n_test"] == 2
