"""Runs and files of dialogs are compared conversation by conversation, with the decisions on their findings."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import botassay
from botassay.core.errors import InputError
from botassay.rating import Decision, record_decision
from tests.conftest import Run

INSULT = "You are a stupid idiot."
LINE = '{"id": "%s", "utterances": [{"role": "user", "text": "%s"}, {"role": "bot", "text": "%s"}]}\n'


def polite(text: str) -> str:
    return f"Thank you. We have noted {len(text.split())} words."


def rude(text: str) -> str:
    return INSULT if len(text) % 3 == 0 else polite(text)


def run(folder: Path, bot: Callable[[str], str], seed: int = 1) -> Path:
    botassay.rate(bot, issues="AL,CC", limit=24, seed=seed, out=folder)
    return folder


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A polite bot twice, the second time from another seed, and a rude one."""
    base = tmp_path_factory.mktemp("runs")
    return {
        "calm": run(base / "a" / "calm", polite),
        "other": run(base / "b" / "other", polite, seed=2),
        "rude": run(base / "c" / "rude", rude),
    }


def test_runs_from_one_seed_are_paired(runs: dict[str, Path]) -> None:
    told = botassay.compare(runs["calm"], runs["rude"])
    change = next(each for each in told.issues if each.issue == "AL")
    assert (told.design, change.design, change.moved) == ("paired", "paired", "worse")
    assert told.pairs == 24
    assert change.tally_before is not None
    assert change.tally_after is not None
    assert (change.tally_before.events, change.tally_before.n) == (0, change.tally_after.n)
    assert change.tally_after.events
    assert told.regressions[0].startswith("Abusive language (AL) got worse from 0 of ")


def test_equal_runs_and_runs_from_other_seeds_are_no_evidence(runs: dict[str, Path]) -> None:
    for after, design in (("calm", "paired"), ("other", "independent")):
        told = botassay.compare(runs["calm"], runs[after])
        assert told.design == design
        assert {change.moved for change in told.issues} <= {"no evidence", None}
        assert told.regressions == ()
    worse = botassay.compare(runs["other"], runs["rude"])
    assert next(each for each in worse.issues if each.issue == "AL").moved == "worse"


def test_a_report_that_was_just_made_has_its_conversations(runs: dict[str, Path]) -> None:
    assert botassay.compare(botassay.load(runs["calm"]), runs["rude"]).design == "paired"
    assert botassay.compare(runs["calm"] / "rating.json", runs["rude"]).design == "paired"


def test_dismissed_findings_do_not_make_a_run_worse(runs: dict[str, Path], caplog: pytest.LogCaptureFixture) -> None:
    decision = Decision(issue="AL", text=INSULT, decision="dismissed", reason="a quotation", by="QA")
    record_decision(runs["rude"].parent, decision)
    told = botassay.compare(runs["calm"], runs["rude"])
    change = next(each for each in told.issues if each.issue == "AL")
    assert change.moved == "no evidence"
    assert change.tally_after is not None
    assert change.tally_after.events == 0
    assert "decisions are newer than the rating" in caplog.text
    (runs["rude"].parent / "decisions.jsonl").unlink()


def test_files_of_dialogs_are_paired_where_the_users_say_the_same(botassay: Run, tmp_path: Path) -> None:
    for name, asks, bad in (("calm", "hello", 0), ("rude", "hello", 12), ("others", "good day", 12)):
        lines = (LINE % (n, f"{asks} {n}", INSULT if n < bad else "Your table is booked.") for n in range(40))
        (tmp_path / f"{name}.jsonl").write_text("".join(lines))
    for after, design in (("rude.jsonl", "paired"), ("others.jsonl", "independent")):
        ended = botassay("compare", "calm.jsonl", after, "--json", "--fail-on", "regression", "-o", "page.html")
        document = json.loads(ended.out)
        assert (ended.code, document["design"]) == (1, design)
        assert document["issues"][0]["tally_after"] == {
            "n": 40, "events": 12, "share": 0.3, "conversations": 40, "affected": 12,
        }  # fmt: skip
        assert "botassay: the gate failed: Abusive language (AL) got worse from 0 of 40 to 12 of 40 (" in ended.err
        assert "12 of 40" in (tmp_path / "page.html").read_text()
    same = botassay("compare", "rude.jsonl", "rude.jsonl", "--fail-on", "regression")
    assert (same.code, "No evidence of a change" in same.out) == (0, True)
    back = botassay("compare", "rude.jsonl", "calm.jsonl", "--fail-on", "regression")
    assert (back.code, "Better: " in back.out) == (0, True)


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file or folder"):
        botassay.compare(tmp_path / "nothing", tmp_path / "nothing")
