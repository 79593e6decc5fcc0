"""Reports for machines: JUnit XML agrees with the gate, SARIF obeys its schema, and hostile text is inert in both."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.evidence import PLACES
from botassay.core.results import UNDETERMINED, Accepted, AcceptedFinding, Counts, Rating, RedFlag, Report
from botassay.plugins.protocols import Gate
from botassay.rating.formats import draw
from botassay.rating.formats.junit import JunitReport
from botassay.rating.formats.sarif import SarifReport
from botassay.testing import sample_assessment
from tests.conftest import Run
from tests.pages import crowded, hostile, sampled
from tests.strategies import texts

SCHEMA: Final = Path(__file__).parents[1] / "data" / "sarif-2.1.0-rtm.5.json"
ILLEGAL: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BAD: Final = (
    '{"id": "d%d", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "You stupid bitch."}]}\n'
)


@cache
def validator() -> jsonschema.Draft4Validator:
    return jsonschema.Draft4Validator(
        json.loads(SCHEMA.read_text()), format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER
    )


def junit(ratings: Report, gate: Gate | None = None) -> ET.Element:
    data = b"".join(JunitReport().render(ratings, gate=gate))
    assert not ILLEGAL.search(data.decode())
    return ET.fromstring(data)  # noqa: S314 - our own file


def sarif(ratings: Report) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(draw(SarifReport(), ratings))
    validator().validate(log)
    return log


def one(assessment: Rating) -> Report:
    return Report((assessment,))


def cases(root: ET.Element, child: str) -> list[str]:
    return [case.get("name", "") for case in root.iter("testcase") if case.find(child) is not None]


# ── JUnit ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_suite_is_an_issue_and_the_numbers_add_up() -> None:
    root = junit(sampled())
    names = [suite.get("name", "") for suite in root]
    assert names[0] == "dialogs.jsonl: rating"
    assert sorted(name.split()[1] for name in names[1:]) == ["AL", "B", "CC", "IL"]
    for element in (root, *root):
        for count, path in (("tests", ".//testcase"), ("failures", ".//failure"), ("skipped", ".//skipped")):
            assert int(element.get(count, "")) == len(element.findall(path))
    assert [case.get("name") for case in root[0]] == ["profile careful", "profile curious"]
    assert all(case.get("classname", "").startswith("botassay.dialogs_jsonl.") for case in root.iter("testcase"))


def test_what_was_not_measured_is_skipped_with_the_reason() -> None:
    (skipped,) = (case for case in junit(sampled()).iter("testcase") if case.find("skipped") is not None)
    assert skipped.get("classname", "").endswith(".IL")
    assert skipped[0].get("message", "").startswith("not measured: ")
    assumed = replace(sample_assessment().scores[0], assumed=True, reason="taken by rule")
    root = junit(one(replace(sample_assessment(level="high"), scores=(replace(assumed, level="high"),))))
    assert [case[0].get("message") for case in root[1]] == ["high is assumed: taken by rule"]


@pytest.mark.parametrize("level", ["low", "medium", "high"])
@pytest.mark.parametrize("stop", ["medium", "high", None])
def test_an_issue_fails_where_it_reaches_a_gate_that_stops_the_rating(level: str, stop: str | None) -> None:
    root = junit(one(sample_assessment(level=level)), Gate(stop, 0.0) if stop else None)
    failed = ["low", "medium", "high"].index(level) >= ["low", "medium", "high"].index(stop or "high")
    assert len(root.findall(".//failure")) == (2 if failed else 0)
    if failed:
        failure = root.findall(".//failure")[1]
        assert "beyond doubt" in failure.get("message", "") or f"level {level}" in failure.get("message", "")
        assert "(You silly duck., utterance 1): “You silly duck.”" in (failure.text or "")


def test_an_issue_that_does_not_count_fails_only_where_it_is_beyond_doubt() -> None:
    high = sample_assessment(level="high")
    low = replace(high, level="low", bounds=("low", "high"))
    assert cases(junit(one(low), Gate("high")), "failure") == []
    assert cases(junit(one(low), Gate("medium")), "failure") == ["AL.flagged Abusive language"]
    silent = replace(high, rule=replace(high.rule, weights={"AL": 0}))
    assert cases(junit(one(silent), Gate("high")), "failure") == ["profile You silly duck."]
    veto = replace(silent, rule=replace(silent.rule, veto=("AL",)))
    assert len(cases(junit(one(veto), Gate("high")), "failure")) == 2


def test_the_level_of_an_issue_fails_in_its_case() -> None:
    sample = sample_assessment(level="low")
    assert cases(junit(one(sample), Gate(None, 0.0, {"AL": "medium"})), "failure") == []
    (failed,) = junit(one(sample), Gate(None, 0.0, {"AL": "medium"}, strict=True)).iter("failure")
    assert failed.get("message", "").endswith("(--fail-on AL=medium --strict)")
    assert "could be medium" in failed.get("message", "")


def test_red_flags_and_a_failed_gate_are_notifications() -> None:
    flag = RedFlag("AL", "high", "24 of 512 replies are abusive")
    rated = one(replace(sample_assessment(level="high"), flags=(flag,)))
    log = json.loads(b"".join(SarifReport().render(rated, gate=Gate("high", 0.0))))
    validator().validate(log)
    (run,) = log["runs"]
    notices = [each for each in run["invocations"][0]["toolExecutionNotifications"] if each["level"] == "error"]
    assert [each["message"]["text"].partition(":")[0] for each in notices] == ["The gate failed", "Red flag"]
    assert run["properties"]["gate"]["passed"] is False


def test_the_worse_bound_and_the_coverage_fail_too() -> None:
    sample = sample_assessment(level="low")
    open_ = replace(sample, level=UNDETERMINED, bounds=("low", "high"))
    assert cases(junit(one(open_), Gate("high")), "failure") == ["profile You silly duck."]
    few = replace(sample, counts=Counts("conversations", 10, 8, failed=2))
    assert cases(junit(one(few), Gate("high", 0.9)), "failure") == ["coverage"]
    assert cases(junit(one(few), Gate("high", 0.8)), "failure") == []


def test_several_subjects_have_suites_of_their_own() -> None:
    sample = sample_assessment()
    other = replace(sample, subject=replace(sample.subject, name="other"))
    names = [suite.get("name") for suite in junit(Report((sample, other)))]
    assert len(names) == len(set(names)) == 4


@given(texts)
def test_any_text_makes_sound_xml(text: str) -> None:
    root = junit(one(sample_assessment(text, "high")))
    assert {element.tag for element in root.iter()} <= {
        *("testsuites", "testsuite", "testcase", "failure", "system-out")
    }


@pytest.mark.parametrize("make", [hostile, crowded], ids=["hostile", "crowded"])
def test_pages_that_are_hard_to_draw_make_sound_files(make: Any) -> None:
    assert junit(make()).tag == "testsuites"
    assert sarif(make())["version"] == "2.1.0"


# ── SARIF ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_rules_are_issues_and_results_are_findings() -> None:
    (run,) = sarif(sampled())["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["AL", "CC", "B", "IL"]
    assert run["tool"]["driver"]["rules"][0]["help"]["text"].startswith("Does it say certain words?")
    results = run["results"]
    assert results
    for result in results:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"] == "dialogs.jsonl"
        assert re.fullmatch(r".+/\d+", location["logicalLocations"][0]["fullyQualifiedName"])
    assert len({result["partialFingerprints"]["botassay/v1"] for result in results}) == len(results)
    notices = [notice["message"]["text"] for notice in run["invocations"][0]["toolExecutionNotifications"]]
    assert any(notice.startswith("IL: not measured") for notice in notices)
    assert [rating["profile"] for rating in run["properties"]["ratings"]] == ["careful", "curious"]


@pytest.mark.parametrize(("value", "level"), [(0.9, "error"), (2 / 3, "error"), (0.5, "warning"), (0.2, None)])
def test_a_finding_is_an_error_from_two_thirds_on(value: float, level: str | None) -> None:
    sample = sample_assessment()
    (run,) = sarif(one(replace(sample, findings=(replace(sample.findings[0], value=value),))))["runs"]
    assert [result["level"] for result in run["results"]] == ([level] if level else [])


def test_a_fingerprint_stays_when_the_value_changes() -> None:
    sample = sample_assessment()
    prints = set()
    for change in ({}, {"value": 0.8}, {"note": "other"}, {"text": "You silly goose."}, {"utterance": 3}):
        changed = replace(sample, findings=(replace(sample.findings[0], **change),))
        (result,) = sarif(one(changed))["runs"][0]["results"]
        prints.add(result["partialFingerprints"]["botassay/v1"])
    assert len(prints) == 3


def test_what_was_accepted_is_suppressed_with_its_reason() -> None:
    found = AcceptedFinding("AL", "d1", 1, 0.7, "You silly duck.", "a duck", "Jo")
    accepted = Accepted((found,), (), "high", ("high", "high"), {"AL": 0.7})
    (run,) = sarif(one(replace(sample_assessment(), accepted=accepted)))["runs"]
    (suppressed,) = (result for result in run["results"] if "suppressions" in result)
    assert suppressed["suppressions"] == [{"kind": "external", "status": "accepted", "justification": "a duck (Jo)"}]


def test_findings_in_a_live_run_stand_in_its_journal() -> None:
    sample = sample_assessment()
    live = replace(sample, subject=replace(sample.subject, kind="bot", name="https://bot.example/chat?x=[y]"))
    (run,) = sarif(one(live))["runs"]
    (location,) = run["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "run.sqlite"


def test_text_of_a_stranger_is_neither_a_link_nor_a_place_to_fill_in() -> None:
    text = "[click](http://x.example) {0} \\[a\\]"
    (run,) = sarif(one(sample_assessment(text)))["runs"]
    said = run["results"][0]["message"]["text"]
    assert r"\[click\](http://x.example) {{0}} \\\[a\\\]" in said
    assert not re.search(r"(?<!\\)\[", said)


@given(texts, st.sampled_from(["low", "medium", "high"]))
def test_any_text_obeys_the_schema(text: str, level: str) -> None:
    (run,) = sarif(one(sample_assessment(text, level)))["runs"]
    assert len(run["results"]) == 1


def test_the_schema_would_notice_a_mistake() -> None:
    log = sarif(sampled())
    log["runs"][0]["results"][0]["level"] = "bad"
    with pytest.raises(jsonschema.ValidationError):
        validator().validate(log)


# ── at the command line ─────────────────────────────────────────────────────────────────────────────────────────────


def test_reports_are_written_before_the_gate_fails(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text("".join(BAD % n for n in range(40)))
    ended = botassay("rate", "talk.jsonl", "--order", "AL", "--fail-on", "high", "-o", "a.xml", "-o", "a.sarif")
    assert ended.code == 1, ended.err
    root = ET.parse(tmp_path / "a.xml").getroot()  # noqa: S314 - our own file
    assert cases(root, "failure") == ["profile custom", "AL.flagged Abusive language"]
    assert cases(root, "system-out") == ["coverage"]
    log = json.loads((tmp_path / "a.sarif").read_text())
    validator().validate(log)
    assert len(log["runs"][0]["results"]) == PLACES
    passed = botassay("rate", "talk.jsonl", "--order", "CC", "--fail-on", "high", "-o", "b.xml")
    assert passed.code == 0, passed.err
    assert cases(ET.parse(tmp_path / "b.xml").getroot(), "failure") == []  # noqa: S314 - our own file


def test_too_little_coverage_fails_in_the_file_as_in_the_exit_code(botassay: Run, tmp_path: Path) -> None:
    good = '{"utterances": [{"role": "bot", "text": "Hello there, what can I do?"}]}\n'
    (tmp_path / "talk.jsonl").write_text(good * 24 + "{broken\n" * 8)
    for least, code in (("0.9", 1), ("0.7", 0)):
        flags = ("--skip-bad", "--order", "CC", "--fail-on", "high", "--min-coverage", least, "-o", f"{code}.xml")
        ended = botassay("rate", "talk.jsonl", *flags)
        assert ended.code == code, ended.err
        failed = cases(ET.parse(tmp_path / f"{code}.xml").getroot(), "failure")  # noqa: S314 - our own file
        assert ("coverage" in failed) == bool(code)
        assert bool(failed) == bool(code)


def test_a_stored_rating_is_drawn_with_a_gate(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text("".join(BAD % n for n in range(40)))
    assert botassay("rate", "talk.jsonl", "--order", "AL", "--out", "kept").code == 0
    assert botassay("report", "kept", "-o", "a.xml", "--fail-on", "medium", "-o", "a.sarif").code == 1
    message = ET.parse(tmp_path / "a.xml").getroot().findall(".//failure")[0].get("message", "")  # noqa: S314
    assert message.endswith("(--fail-on medium)")
    assert botassay("report", "kept", "-o", "b.xml", "--fail-on", "low").code == 2
    assert botassay("rate", "kept", "--order", "AL", "-o", "b.xml", "--fail-on", "awful").code == 2
    assert not (tmp_path / "b.xml").exists()
