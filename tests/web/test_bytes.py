"""What is downloaded is what the command line writes, also after decisions."""

from pathlib import Path

import pytest

from tests.conftest import Run
from tests.web.serving import Client, served_workspace

ENDINGS = ("html", "md", "csv", "json", "xml", "sarif")


def test_ratings_are_the_bytes_of_the_command_line(botassay: Run, workspace: Path) -> None:
    with served_workspace(workspace) as client:
        api = {
            order: client.get(f"/api/v1/runs/rude/rating{order and f'?order={order}'}").body
            for order in ("", "CC,AL", "CC=AL")
        }
    for order, body in api.items():
        options = ["--order", order] if order else []
        printed = botassay("rate", "runs/rude", "--json", *options, cwd=workspace)
        assert body.decode() == printed.out


def test_reports_are_the_files_of_the_command_line(botassay: Run, workspace: Path) -> None:
    with served_workspace(workspace) as client:
        bodies = {ending: client.get(f"/api/v1/runs/rude/report.{ending}").body for ending in ENDINGS}
    outputs = [part for ending in ENDINGS for part in ("-o", f"r.{ending}")]
    assert botassay("rate", "runs/rude", *outputs, cwd=workspace).code == 0
    assert {ending: (workspace / f"r.{ending}").read_bytes() for ending in ENDINGS} == bodies


def decide(client: Client, number: int, text: str, decision: str, reason: str = "a test") -> None:
    body = {"issue": "AL", "text": text, "decision": decision, "reason": reason, "run": "rude"}
    assert client.post("/api/v1/decisions", body).status == 201, number


@pytest.mark.parametrize("undone", [False, True])
def test_decisions_are_those_that_the_command_line_reads(botassay: Run, workspace: Path, *, undone: bool) -> None:
    with served_workspace(workspace) as client:
        before = client.get("/api/v1/runs/rude/rating").body
        texts = [item["text"] for item in client.get("/api/v1/runs/rude/findings").json()["items"]]
        text = next(text for text in texts if "idiot" in text)
        for number in range(10):
            decide(client, number, text if not number else f"Nothing {number}.", "dismissed")
        for number in range(3 if undone else 0):
            decide(client, number, text if not number else f"Nothing {number}.", "withdrawn", "")
        after = client.get("/api/v1/runs/rude/rating").body
        rows = client.get("/api/v1/decisions").json()["total"]
    assert rows == (13 if undone else 10)
    assert after != before
    printed = botassay("rate", "runs/rude", "--json", cwd=workspace)
    assert after.decode() == printed.out
