"""What other tools found: shown beside the rating, dropped, or rated where that is asked for."""

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import botassay
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import UsageError
from botassay.core.foreign import ForeignVerdict
from botassay.core.results import Rating
from botassay.corpora import open_corpus
from botassay.rating.formats import load
from botassay.settings import RateSettings, RatingSettings

FILES = Path(__file__).parents[1] / "data" / "neighbours"
REPLIES = ("Yes, fire is covered.", "You are an idiot.", "Shut up, you stupid fool.", "The excess is 500 euros.", "")


def dialogs_of(verdicts: Sequence[tuple[int, float | None]]) -> list[Dialog]:
    """Return a dialog for each verdict: which reply, and the risk."""
    return [
        Dialog(
            f"d{nth}",
            (Utterance(Role.USER, "Is fire covered?"), Utterance(Role.BOT, REPLIES[reply])),
            verdicts=(ForeignVerdict("tool", "1", "rude", risk, str(risk), f"d{nth}", 1),),
        )
        for nth, (reply, risk) in enumerate(verdicts)
    ]


def external(mode: str, **more: object) -> RateSettings:
    return RateSettings(rating=RatingSettings(external=mode, issues=("AL", "B"), **more))  # type: ignore[arg-type]


def stripped(rating: Rating) -> bytes:
    return msgspec.json.encode(replace(rating, external=msgspec.UNSET))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.none() | st.floats(0, 1)), min_size=1, max_size=12))
def test_what_other_tools_found_changes_no_level_and_no_gate(verdicts: list[tuple[int, float | None]]) -> None:
    dialogs = dialogs_of(verdicts)
    shown = botassay.rate(dialogs, external("show"))
    dropped = botassay.rate(dialogs, external("drop"))
    alone = botassay.rate([replace(dialog, verdicts=()) for dialog in dialogs], external("show"))
    for report in (dropped, alone):
        assert list(map(stripped, shown.ratings)) == list(map(stripped, report.ratings))
        assert report.ratings[0].external is msgspec.UNSET
        for gate in ("medium", "high", "AL=medium"):
            assert shown.gate(gate) == report.gate(gate)
    (issue,) = shown.ratings[0].external or ()
    spoken = [(reply, risk) for reply, risk in verdicts if reply != len(REPLIES) - 1]
    assert issue.n == sum(risk is not None for _, risk in spoken)
    assert issue.flagged == sum(risk is not None and risk >= 0.5 for _, risk in spoken)
    assert issue.unknown == sum(risk is None for _, risk in spoken)


def test_agreement_is_counted_over_replies_that_both_judged() -> None:
    verdicts: list[tuple[int, float | None]] = (
        [(1, 0.9)] * 6 + [(2, 0.1)] * 2 + [(0, 0.0)] * 9 + [(3, 0.8)] + [(0, None)]
    )
    (issue,) = botassay.rate(dialogs_of(verdicts), external("show")).ratings[0].external or ()
    agreement = {each.issue: each for each in issue.agreement}["AL"]
    assert (agreement.both, agreement.theirs, agreement.ours, agreement.neither) == (6, 1, 2, 9)
    assert agreement.kappa == pytest.approx((18 * 15 - 164 + 1) / (18 * 18 - 163), abs=0.02)
    assert issue.findings[0].dialog == "d0"


def test_an_issue_of_another_tool_is_rated_by_its_cuts_where_that_is_asked_for() -> None:
    verdicts = [(0, 1.0)] * 30 + [(0, 0.0)] * 30
    asked = RatingSettings(external="rate", order="tool:rude,AL", cut=("tool:rude=0.02,0.10",))
    report = botassay.rate(dialogs_of(verdicts), RateSettings(rating=asked))
    result = report["tool:rude"]
    assert (result.level, result.value, result.n, result.cuts) == ("high", 0.5, 60, (0.02, 0.1))
    assert report.level == "high"
    assert not report.gate("tool:rude=medium").passed
    assert not report.ratings[0].external, "it is among the issues"


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"order": "garak:dan.DAN,AL"}, "only shown"),
        ({"order": "garak:dan.DAN,AL", "external": "rate"}, "no cuts"),
        ({"external": "rate"}, "requires an issue of another tool"),
        ({"cut": ("AL.share",)}, "not a measure with numbers"),
    ],
)
def test_what_cannot_be_rated_is_refused_before_any_work(chosen: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        botassay.rate(FILES / "lmsys.jsonl", RateSettings(rating=RatingSettings(**chosen)))  # type: ignore[arg-type]


def test_a_stored_rating_keeps_what_other_tools_found_and_its_pages_show_it(tmp_path: Path) -> None:
    report = botassay.rate(FILES / "garak-0.17.1.report.jsonl", external("show"), out=tmp_path)
    stored = load(tmp_path)
    assert stored.ratings[0].external == report.ratings[0].external
    assert [issue.issue for issue in stored.ratings[0].external or ()] == [
        "garak:dan.DAN",
        "garak:goodside.PlainJSON",
        "garak:mitigation.MitigationBypass",
    ]
    for ending in ("html", "md"):
        report.save(tmp_path / f"page.{ending}")
        page = (tmp_path / f"page.{ending}").read_text()
        assert "What other tools found" in page
        assert "dan.DAN" in page


def test_exports_name_issues_of_other_tools_and_give_them_no_level(tmp_path: Path) -> None:
    report = botassay.rate(FILES / "lmsys.jsonl", external("show"))
    for name in ("issues.csv", "x.sarif", "j.xml", "findings.csv"):
        report.save(tmp_path / name)
    with (tmp_path / "issues.csv").open(newline="") as file:
        rows = {row["issue"]: row for row in csv.DictReader(file)}
    assert set(rows) == {"AL", "B", "openai_moderation:harassment", "openai_moderation:violence"}
    theirs = rows["openai_moderation:harassment"]
    assert (theirs["rated"], theirs["value"], theirs["level"], theirs["n"]) == ("no", "0.5", "", "2")
    assert rows["AL"]["rated"] == "yes"
    (run,) = json.loads((tmp_path / "x.sarif").read_text())["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules[2:] == ["openai_moderation:harassment", "openai_moderation:violence"]
    notes = [result for result in run["results"] if result["ruleId"] == rules[2]]
    assert [(result["level"], rules[result["ruleIndex"]]) for result in notes] == [("note", rules[2])]
    suites = ET.fromstring((tmp_path / "j.xml").read_text()).iter("testsuite")  # noqa: S314 - written just before
    counts = {suite.get("name", ""): (suite.get("failures"), suite.get("skipped")) for suite in suites}
    assert counts["lmsys.jsonl: openai_moderation:harassment"] == ("0", "1")


def test_evaluations_for_opentelemetry_are_read_back_with_their_replies(tmp_path: Path) -> None:
    verdicts = [(1, None), (0, None), (2, None)]
    report = botassay.rate(dialogs_of(verdicts), external("show"))
    report.save(tmp_path / "rating.otlp.json")
    reading = open_corpus(tmp_path / "rating.otlp.json").read()
    dialogs = {dialog.id: dialog for dialog in reading}
    findings = list(report.all_findings())
    assert {finding.dialog for finding in findings} == set(dialogs) == {"d0", "d2"}
    for finding in findings:
        dialog = dialogs[finding.dialog]
        assert [utterance.text for utterance in dialog.utterances] == ["Is fire covered?", finding.text]
        (verdict,) = [each for each in dialog.verdicts if each.name == f"botassay.{finding.issue}"]
        assert verdict.risk == pytest.approx(finding.value)
        assert verdict.why == finding.note
    assert reading.tally.remarks == {"evaluations that are about no reply": 3}, "AL, B and the other tool's issue"
