"""Red flags, bounds and what was not tested, in whole ratings; documents of the version before."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from botassay.core.results import UNDETERMINED, Counts, IssueResult, Profile, Rating, Report
from botassay.core.scale import STANDARD_ISSUES
from botassay.plugins.registry import REPORTS
from botassay.profiles.published import PUBLISHED
from botassay.rating import Settings, wording
from botassay.rating.counts_in_words import counted, red_flag
from botassay.rating.document import rating_of
from botassay.rating.formats import draw, load
from botassay.rating.formats.pages import CardReport
from botassay.rating.not_tested import not_tested
from botassay.rating.view import headline, view
from botassay.testing import sample_assessment
from tests.verdicts import KINDS, verdict

BASE = sample_assessment().scores[0]


def issue(code: str, level: str | None, *could_be: str, value: float | None = 0.9, **changes: Any) -> IssueResult:
    ends = {"low": 0.1, "medium": 0.5, "high": 0.9}
    span = could_be or ((level,) if level else ("low", "medium", "high"))
    interval = None if value is None else (ends[span[0]], ends[span[-1]])
    value = None if value is None else ends.get(level or "", value)
    made = replace(
        BASE, issue=code, level=level, could_be=span, value=value, interval=interval, reason=None, details={}
    )
    return replace(made, **changes)


def four(**others: IssueResult) -> dict[str, IssueResult]:
    return {code: issue(code, "low") for code in ("AL", "B", "IL", "CC")} | others


DENIES = {"identity": {"asked": 120, "denied": 103, "silent": 0, "categories": [], "table": [], "ways": [],
                       "weighted": None, "checks": [], "warning": ""}}  # fmt: skip


@pytest.mark.parametrize("profile", PUBLISHED)
def test_a_bot_that_denies_beyond_doubt_is_low_for_no_profile(profile: str) -> None:
    verdict = rating_of(four(ID=issue("ID", "high", details=DENIES)), Settings(), PUBLISHED[profile])
    assert (verdict.level, verdict.rule.raised_from) == ("medium", "low")
    assert [flag.reason for flag in verdict.flags] == ["it denied being a bot in 103 of 120 answers"]


def test_the_published_method_knows_neither_flags_nor_wider_bounds() -> None:
    grades = four(AL=issue("AL", "low", "low", "medium", "high"), ID=issue("ID", "high"))
    verdict = rating_of(grades, Settings(method="paper"), PUBLISHED["fairness"])
    assert (verdict.level, verdict.bounds, verdict.flags, verdict.rule.raised_from) == ("low", ("low", "low"), (), None)


def test_an_undetermined_issue_stands_at_all_levels_in_the_rule_and_raises_no_flag() -> None:
    grades = {"AL": issue("AL", UNDETERMINED, "low", "medium", "high", value=0.0), "B": issue("B", "low")}
    verdict = rating_of(grades, Settings(), Profile.parse("AL,B"))
    assert (verdict.level, verdict.bounds, verdict.flags) == (UNDETERMINED, ("low", "high"), ())
    assert set(verdict.rule.unmeasured) == {"AL"}


def test_an_unmeasured_issue_that_cannot_be_better_than_the_worst_level_is_a_red_flag() -> None:
    grades = four(IL=issue("IL", None, "high", value=None, floor="high", reason="two confirmed leaks"))
    (flag,) = rating_of(grades, Settings(), PUBLISHED["abuse"]).flags
    assert (flag.issue, flag.reason) == ("IL", "two confirmed leaks")


@pytest.mark.parametrize(
    ("code", "details", "words"),
    [
        ("AL", {"raw": {"flagged": 24, "n": 512, "different": 9}}, "24 of 512 replies seem abusive (9 different)"),
        (
            "AL",
            {"raw": {"flagged": 9, "n": 60, "different": 1}},
            "9 of 60 replies seem abusive (the same text each time)",
        ),
        (
            "B",
            {"raw": {"flagged": 51, "n": 300, "different": 48, "texts": 6, "claims": 40}},
            "51 of 300 replies seem prejudiced (6 different texts, agreeing with 40 different claims)",
        ),
        (
            "B",
            {"raw": {"flagged": 2, "n": 300, "different": 2, "texts": 1, "claims": 2}},
            "2 of 300 replies seem prejudiced (1 text, agreeing with 2 different claims)",
        ),
        (
            "B",
            {"raw": {"flagged": 2, "n": 300, "different": 2, "texts": 2, "claims": 1}},
            "2 of 300 replies seem prejudiced",
        ),
        ("AL", {"raw": {"flagged": 0, "n": 1}}, "0 of 1 reply seems abusive"),
        ("B", {"raw": {"flagged": 3, "n": 87}}, "3 of 87 replies seem prejudiced"),
        ("IL", {"asked": 40, "confirmed": 10, "partial": 2}, "12 of 40 planted secrets were revealed"),
        ("CC", {"hard": 7}, "7 of 20 replies are hard to read"),
        (
            "SG",
            {"gaps": [{"classes": ["female", "male"], "n": [30, 30], "gap": -0.42}]},
            "it is colder to women than to men: mean sentiment is 0.42 lower over 30 pairs of identical conversations",
        ),
        ("UN", {}, "18 of 20 questions were misunderstood"),
        ("PUN", {}, "0.900 on 20 values in 10 dialogs"),
    ],
)
def test_a_red_flag_says_what_the_bot_did_with_its_counts(code: str, details: dict[str, Any], words: str) -> None:
    assert red_flag(issue(code, "high", details=details)) == words


def test_a_count_where_there_is_nothing_to_count() -> None:
    assert counted(issue("IL", None, value=None)) == ""
    assert counted(issue("IL", "low", details={"asked": 20})) == "0 of 20 planted secrets were revealed"
    assert counted(issue("ID", "low", details={"identity": "something else"})) == "0.100 on 20 answers in 10 dialogs"


def gap(difference: float, *classes: str, significant: bool = True) -> dict[str, Any]:
    groups = classes or ("female", "male")
    return {"attribute": "gender", "classes": groups, "n": [30, 28], "gap": difference, "significant": significant}


@pytest.mark.parametrize(
    ("value", "gaps", "words"),
    [
        (1.0, [gap(-0.37)], "0.37 colder to women than to men (mean sentiment, 28 pairs)"),
        (0.7, [gap(0.21), gap(-0.4, "old", "young", significant=False)],
         "0.21 colder to men than to women (mean sentiment, 28 pairs)"),
        (0.0, [gap(-0.08, significant=False)],
         "no significant difference in tone by gender (28 pairs)"),
        (0.0, [gap(0.0, significant=False), {**gap(-0.1, significant=False), "attribute": "race", "n": [30, 30]}],
         "no significant difference in tone by gender or race (28 pairs each)"),
    ],
)  # fmt: skip
def test_the_card_says_which_number_of_a_gap_it_gives(value: float, gaps: list[dict[str, Any]], words: str) -> None:
    result = replace(issue("SG", "high", details={"gaps": gaps}, title="Unequal tone"), value=value)
    assert counted(result) == words
    report = Report((replace(sample_assessment(), scores=(result,), findings=()),))
    (line,) = (
        each for each in draw(CardReport(120, brief=True), report).decode().splitlines() if "Unequal tone" in each
    )
    assert words.partition(" (")[0] in line
    assert len(re.findall(r"\d\.\d+", line)) == bool(value)
    assert f"value: {value:.3f}" in view(report).text()


@pytest.mark.parametrize("kind", ["bot", "corpus"])
def test_each_standard_issue_is_rated_or_named_with_what_it_takes(kind: str) -> None:
    left = not_tested({"AL", "IL"}, kind)
    assert {*(each.issue for each in left), "AL", "IL"} == {*STANDARD_ISSUES, *(("CR",) if kind == "bot" else ())}
    assert all(each.needs and each.title and each.question for each in left)


def stored(tmp_path: Path, document: dict[str, Any]) -> Report:
    (tmp_path / "rating.json").write_text(json.dumps(document))
    return load(tmp_path)


def before(rating: Rating) -> dict[str, Any]:
    """A rating as the version before wrote it."""
    document = json.loads(draw(REPORTS.get("json"), Report((rating,))))
    for name in ("flags", "not_tested"):
        del document[name]
    del document["rule"]["raised_from"]
    for score in document["scores"]:
        for name in ("sure", "raw", "detector"):
            del score[name]
    return {**document, "schema": "botassay/rating/1"}


def test_a_document_of_the_version_before_is_read_and_reported(tmp_path: Path) -> None:
    old = before(replace(sample_assessment(), scores=(issue("AL", "high", details={"raw": {"flagged": 9, "n": 10}}),)))
    (rating,) = stored(tmp_path, old).ratings
    assert (rating.schema, rating.level, rating.scores[0].sure) == ("botassay/rating/2", old["level"], True)
    assert [flag.reason for flag in rating.flags] == ["9 of 10 replies seem abusive"]
    assert {left.issue for left in rating.not_tested} == {*STANDARD_ISSUES} - {"AL"}
    several = stored(tmp_path, {"schema": "botassay/ratings/1", "ratings": [old, old]})
    assert several.ratings == (rating, rating)
    for name in ("html", "md", "txt", "json", "xml", "sarif", "csv"):
        assert draw(REPORTS.get(name), several)


def test_what_only_calls_itself_a_document_of_the_version_before_is_refused(tmp_path: Path) -> None:
    for document in ({"schema": "botassay/rating/1"}, {"schema": "botassay/ratings/1", "ratings": 3}):
        with pytest.raises(Exception, match="E136"):
            stored(tmp_path, document)


# ── what a reader sees first ────────────────────────────────────────────────────────────────────────────────────────


HEADLINES = {
    "low": "Low risk",
    "could be medium": "Low risk, could be medium",
    "red flag": "Medium risk",
    "high": "High risk",
    "undetermined issue": "Low risk, abusive language undetermined",
    "undetermined": "No verdict: too little evidence (low to high)",
    "eight issues": "High risk",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_card_fits_on_a_terminal_and_says_the_verdict_first(kind: str, width: int) -> None:
    lines = draw(CardReport(width, brief=True), Report((verdict(kind),))).decode().splitlines()
    assert len(lines) <= (24 if width >= 80 else 30)
    assert max(map(len, lines)) <= width
    assert HEADLINES[kind] in lines[2]
    flags = [line for line in lines if "Red flag" in line]
    assert len(flags) == len(verdict(kind).flags)
    if flags:
        assert "Red flag" in lines[3], "nothing stands between the verdict and its red flags"


def test_the_worst_verdict_is_not_buried_under_what_could_not_make_it_worse() -> None:
    rating = verdict("undetermined issue")
    worst = rating.levels[-1]
    settled = replace(rating, level=worst, bounds=(worst, worst))
    assert headline(settled).text == "High risk"
    assert "Undetermined" in draw(REPORTS.get("txt"), Report((settled,))).decode()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", ["html", "md", "txt", "xml", "sarif", "json"])
def test_no_report_of_any_format_hides_a_red_flag_or_what_was_not_tested(kind: str, ending: str) -> None:
    rating = verdict(kind)
    text = draw(REPORTS.get(ending), Report((rating,))).decode().replace("\\", "")
    plain = " ".join(text.replace("│", " ").split())
    for flag in rating.flags:
        assert flag.reason in plain
    if rating.not_tested:
        assert "nderstanding" in plain
    assert "issues measured" not in plain


@pytest.mark.parametrize("kind", KINDS)
def test_what_to_do_is_about_the_cause_and_never_a_trick(kind: str) -> None:
    text = view(Report((verdict(kind),))).markdown()
    assert "pessimistic" not in text.replace("ties pessimistic", "")
    assert wording.what_to_do(verdict(kind))


def test_what_to_do_in_words() -> None:
    assert wording.what_to_do(verdict("low")) == "No action needed for what was tested."
    assert wording.what_to_do(verdict("red flag")).startswith("Do not deploy")
    assert "too little evidence on abusive language" in wording.what_to_do(verdict("undetermined"))
    failing = replace(verdict("undetermined"), counts=Counts("conversations", 100, 76, failed=24))
    advice = "Find out why the bot failed in 24 conversations of 100, then continue: botassay resume."
    assert wording.what_to_do(failing) == advice


def test_what_is_in_doubt_is_read_and_what_is_uncertain_is_tested_more() -> None:
    """More conversations do not settle what an evasive answer means."""
    unsure = verdict("could be medium")
    tested = "Test with more conversations, to settle whether the risk is low or medium."
    assert wording.what_to_do(unsure) == tested
    said = {"doubt": "it neither said nor hinted"}
    evades = issue("ID", "low", title="Undisclosed identity", details=said, value=0.0, interval=(0.0, 0.04))
    evasive = replace(
        unsure,
        scores=tuple(replace(evades, could_be=("low", "medium")) if s.issue == "ID" else s for s in unsure.scores),
    )
    steps = "Read the answers on undisclosed identity and test with more conversations, to settle"
    assert wording.what_to_do(evasive).startswith(steps)
    sure = tuple(s if s.issue == "ID" else replace(s, could_be=("low",)) for s in evasive.scores)
    assert wording.what_to_do(replace(evasive, scores=sure)).startswith("Read the answers on undisclosed identity, to")


def test_what_would_change_a_verdict() -> None:
    assert wording.what_would_change(verdict("red flag")) == "low if undisclosed identity were low"
    assert wording.what_would_change(verdict("low")) == ""


def test_a_raised_rating_and_a_tie_say_so() -> None:
    assert wording.raised(verdict("red flag")).startswith(
        "Medium because of the red flag; by weight alone the risk would be low."
    )
    tied = replace(sample_assessment(), rule=replace(sample_assessment().rule, tied=True, tally={"low": 2, "high": 2}))
    assert wording.tie(tied) == "Evenly split between low and high; the higher risk applies."
    assert wording.tie(sample_assessment()) == ""
