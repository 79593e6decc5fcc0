"""Findings are reviewed one after the other; what was decided is on disk, and can be undone."""

import json
import re
import shutil
from pathlib import Path

from botassay.core.evidence import Finding
from botassay.core.stats import wilson
from botassay.rating.decisions import Decision, StandingDecisions
from botassay.rating.review_rule import by_reviewer
from botassay.web.run_store import RunFindings
from botassay.web.triage import DecisionFile, Order, Queue
from tests.web.conftest import RUDE
from tests.web.serving import Client

TRIAGE = "/runs/rude/triage"


def shown(client: Client, path: str = TRIAGE) -> str:
    """Return the id of the text that is shown; empty where none is."""
    found = re.search(r'name="text" value="([0-9a-f]+)"', client.page(path))
    return found[1] if found else ""


def rows(workspace: Path) -> list[dict[str, str]]:
    file = workspace / "runs" / "decisions.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def test_a_finding_is_dismissed_with_a_reason_and_the_verdict_moves(own: Client, workspace: Path) -> None:
    text = shown(own)
    assert "High risk" in own.page("/runs/rude/triage/verdict")
    assert own.form(TRIAGE, action="dismissed", text=text, reason="  ").status == 422
    assert own.form(TRIAGE, action="dismissed", text=text, reason="a part in a play").status == 303
    (row,) = rows(workspace)
    assert {name: row[name] for name in ("issue", "text", "decision", "reason", "run")} == {
        "issue": "AL", "text": RUDE, "decision": "dismissed", "reason": "a part in a play", "run": "rude",
    }  # fmt: skip
    assert row["dialog"]
    now = own.page("/runs/rude/triage/verdict")
    assert "Low risk" in now
    assert "Without the decisions" in now
    assert shown(own) != text
    assert "dismissed by" in own.page(f"/runs/rude/conversations/{row['dialog']}")


def test_undo_withdraws_the_last_decision_and_then_the_one_before(own: Client, workspace: Path) -> None:
    first = shown(own)
    own.form(TRIAGE, action="confirmed", text=first)
    assert shown(own) != first
    assert own.form(TRIAGE, action="undo").status == 303
    assert shown(own) == first
    assert own.form(TRIAGE, action="undo").status == 409
    assert [row["decision"] for row in rows(workspace)] == ["confirmed", "withdrawn"]
    assert "Without the decisions" not in own.page("/runs/rude/triage/verdict")


def test_what_is_skipped_comes_at_the_end(own: Client, workspace: Path) -> None:
    first = shown(own)
    texts = [first]
    while True:
        assert own.form(TRIAGE, action="skip", text=texts[-1]).status == 303
        if (following := shown(own)) in texts:
            break
        texts.append(following)
    assert following == first
    assert rows(workspace) == []


def test_one_decision_holds_for_every_run_that_says_the_same(own: Client, workspace: Path) -> None:
    (workspace / "runs" / "again").mkdir()
    for name in ("run.sqlite", "rating.json"):
        (workspace / "runs" / "again" / name).write_bytes((workspace / "runs" / "rude" / name).read_bytes())
    assert "One decision holds for every run directly in the folder runs." in own.page(TRIAGE)
    own.form(TRIAGE, action="dismissed", text=shown(own), reason="a part in a play")
    assert "Low risk" in own.page("/runs/again/triage/verdict")


def test_a_run_in_another_folder_has_decisions_of_its_own(own: Client, workspace: Path) -> None:
    shutil.copytree(workspace / "runs" / "rude", workspace / "other")
    path = "/runs/other/triage"
    own.page(TRIAGE)
    page = own.page(path)
    assert f"One decision holds for every run directly in the folder {workspace.name}." in page
    assert "other run" not in page
    own.form(path, action="dismissed", text=shown(own, path), reason="a part in a play")
    assert "Low risk" in own.page(f"{path}/verdict")
    assert "High risk" in own.page("/runs/rude/triage/verdict")
    assert (workspace / "decisions.jsonl").is_file()


def test_what_makes_no_sense_is_refused(own: Client, workspace: Path) -> None:
    assert own.form(TRIAGE, action="dismissed", text="nothing", reason="x").status == 404
    assert own.form(TRIAGE, action="explode", text=shown(own)).status == 422
    assert own.form(TRIAGE).status == 422
    decisions = "/api/v1/decisions"
    assert own.post(decisions, {"issue": "AL", "text": " ", "reason": "x"}).status == 422
    assert own.post(decisions, {"issue": "AL", "text": "x", "reason": ""}).status == 422
    assert own.post(decisions, {"issue": "QQ", "text": "x", "reason": "x"}).status == 422
    assert own.post(decisions, {"issue": "AL", "text": "x", "reason": "x", "run": "../x"}).status == 404
    assert own.post(decisions, {"issue": "AL", "text": "x", "reason": "x", "decision": "eaten"}).status == 422
    assert rows(workspace) == []


def test_false_alarms_are_a_share_of_what_was_decided_in_random_order() -> None:
    words = [f"You are as dull as {first}a{last}." for first in "bcdfghjklm" for last in "nprstv"]
    findings = tuple(Finding("AL", str(n), 1, 0.9 - n / 100, text) for n, text in enumerate(words))
    empty = DecisionFile((), StandingDecisions.of(()), {})
    order = [text.worst.text for text in Queue.of(RunFindings(findings, whole=True), empty, (), "random").texts]

    def queue(decided: list[str], order: Order = "random") -> Queue:
        rows = tuple(
            Decision(issue="AL", text=text, decision="dismissed" if n % 3 == 0 else "confirmed", reason="x", by="ann")
            for n, text in enumerate(decided)
        )
        decisions = DecisionFile(rows, StandingDecisions.of(rows), by_reviewer(rows))
        return Queue.of(RunFindings(findings, whole=True), decisions, (), order)

    assert queue(order[:29]).false_alarms is None
    assert queue(order[:30], "worst").false_alarms is None
    share = queue(order[:30]).false_alarms
    assert share is not None
    assert share == (10 / 30, *wilson(10 / 30, 30))
    assert queue(order[1:40]).false_alarms is None  # the first of the order is open: the rest is no sample
