"""Every status and every line of the manual of the API occurs."""

import re
import shlex
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from botassay.web.openapi import openapi
from botassay.web.routes import ROUTES
from botassay.web.routing import Router
from tests.web.serving import Client

MANUAL = Path(__file__).parents[2] / "docs" / "reference" / "http-api.md"
TESTS = "".join(file.read_text() for file in Path(__file__).parent.glob("*.py"))


def test_a_full_disk_is_507_and_begins_nothing(own: Client, workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {*(workspace / "runs").iterdir()}
    chat = own.post("/api/v1/chats", {"bot": "eliza"}).json()["id"]
    monkeypatch.setattr("botassay.runs.journal.store.LEAST_ROOM", 2**80)
    answer = own.post(f"/api/v1/chats/{chat}/turns", {"say": "Hello"})
    assert (answer.status, "free" in answer.json()["detail"]) == (507, True)
    assert not [folder for folder in {*(workspace / "runs").iterdir()} - before if (folder / "run.sqlite").exists()]


def test_an_internal_error_is_500_and_names_nothing_of_ours(own: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a secret of the code")

    monkeypatch.setattr("botassay.web.endpoints.runs.rows", fail)
    answer = own.get("/api/v1/runs")
    assert (answer.status, answer.json()["title"]) == (500, "Internal Server Error")
    assert not [word for word in ("secret of the code", "Traceback", ".py") if word in answer.text]


def test_every_status_that_is_described_occurs_in_a_test() -> None:
    operations = [operation for path in openapi(ROUTES)["paths"].values() for operation in path.values()]
    statuses = {status for operation in operations for status in operation["responses"]}
    assert {"400", "401", "403", "404", "405", "409", "412", "413", "415", "421", "422", "428", "429"} < statuses
    assert not [status for status in statuses if not re.search(rf"\b{status}\b", TESTS)]
    rows = re.findall(r"^\| ([\d, ]+) \|", MANUAL.read_text(), re.MULTILINE)
    named = {status for row in rows for status in row.split(", ")}
    assert named == {status for status in statuses if status > "399"} | {"503"}


def test_every_line_of_the_manual_leads_to_a_route() -> None:
    router = Router(ROUTES)
    block = MANUAL.read_text().partition("c() {")[2].partition("```")[0]
    lines = [line.strip() for text in block.splitlines()[1:] for line in text.partition("   #")[0].split("; ")]
    assert len(lines) > 10
    for line in lines:
        words = shlex.split(line)
        given = words.index("-X") if "-X" in words else None
        method = words[given + 1] if given is not None else "POST" if "-d" in words else "GET"
        address = next(word for word in words if word.startswith("$A/"))
        path = urlsplit(address.replace("$A", "http://x/api/v1")).path
        route, _ = router.route(method, tuple(unquote(part) for part in path.strip("/").split("/")))
        assert route.method == method, line
