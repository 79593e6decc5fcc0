"""The page of a rating: one tree of blocks for card, Markdown and HTML; complete, inert, the same bytes each time."""

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from logging import WARNING
from pathlib import Path
from typing import Literal

import pytest

from botassay.core.facts import Fact, FactTable
from botassay.core.results import (
    UNDETERMINED,
    Accepted,
    AcceptedFinding,
    Counts,
    IssueResult,
    Profile,
    Rating,
    Report,
    Sensitivity,
    VariantRating,
)
from botassay.plugins.registry import VIEWS, Shelf
from botassay.rating import wording
from botassay.rating.formats import draw, format_for
from botassay.rating.formats.pages import CardReport, HtmlReport, MarkdownReport
from botassay.rating.issue_view import reading
from botassay.rating.view import view
from botassay.testing import sample_assessment
from botassay.trust.leakage.view import view as training
from botassay.view import Details, DotPlot, Histogram, LevelBar, Lines, Link, Page, Paragraph, Quotes, Section, Table
from botassay.view.escape import shortened
from botassay.view.text import render
from tests import pages
from tests.outline import Outline
from tests.verdicts import verdict

LEVELS = ("low", "medium", "high")
KINDS = ("html", "md", "txt")


def drawn(assessment: Rating, *others: Rating) -> str:
    return draw(HtmlReport(), Report((assessment, *others))).decode()


def words(assessment: Rating, kind: str) -> str:
    """What a report of a kind says, without its markup."""
    text = draw(format_for(Path(f"report.{kind}")), Report((assessment,))).decode()
    return Outline(text).text if kind == "html" else " ".join(text.replace("\\", "").replace("│", " ").split())


def undetermined() -> Rating:
    missing = replace(
        sample_assessment().scores[0], value=None, level=None, interval=None, reason="coverage 62 %", could_be=LEVELS
    )
    return replace(sample_assessment(), level=UNDETERMINED, bounds=("low", "high"), scores=(missing,), findings=())


def section(page: Page, anchor: str) -> Section:
    return next(part for part in page.sections if part.anchor == anchor)


def changed(**changes: object) -> Rating:
    """The sample with its issue changed."""
    result = replace(sample_assessment().scores[0], **changes)  # type: ignore[arg-type]
    return replace(sample_assessment(), scores=(result,))


# ── the file ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_endings_find_the_formats() -> None:
    assert isinstance(format_for(Path("report.HTML")), HtmlReport)
    assert isinstance(format_for(Path("report.md")), MarkdownReport)
    assert isinstance(format_for(Path("report.txt")), CardReport)


@pytest.mark.parametrize("make", [pages.sampled, pages.hostile, pages.crowded, pages.beside])
def test_a_page_is_one_piece(make: Callable[[], Report]) -> None:
    source = draw(HtmlReport(), make()).decode()
    outline = Outline(source)
    assert not outline.tags & {"script", "img", "iframe", "object", "embed", "link", "form", "base", "video", "audio"}
    assert not [name for name, _ in outline.attributes if name.startswith("on") or name in {"src", "srcset", "style"}]
    laws = {clause.source_url for rating in make().ratings for clause in rating.clauses}
    assert all(place.startswith("#") or place in laws for place in outline.named("href"))
    ids = outline.named("id")
    assert len(ids) == len(set(ids))
    labels = " ".join(outline.named("aria-labelledby")).split()
    assert {*labels, *(place[1:] for place in outline.named("href") if place.startswith("#"))} <= set(ids)


@pytest.mark.case("H54")
def test_the_policy_allows_our_style_and_nothing_else() -> None:
    source = drawn(sample_assessment())
    style = re.findall(r"<style>(.*?)</style>", source, re.DOTALL)
    assert len(style) == 1
    digest = b64encode(sha256(style[0].encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert f'http-equiv="Content-Security-Policy" content="{policy}"' in source
    assert not re.search(r"url\(|@import|@font-face", style[0])


@pytest.mark.parametrize("make", [pages.sampled, pages.hostile, pages.crowded, pages.beside])
def test_the_same_rating_gives_the_same_bytes(make: Callable[[], Report]) -> None:
    for report in (HtmlReport(), MarkdownReport(), CardReport()):
        assert draw(report, make()) == draw(report, make())


@pytest.mark.parametrize("payload", pages.PAYLOADS, ids=range(len(pages.PAYLOADS)))
@pytest.mark.case("H53", "H54", "H56", "P25")
def test_hostile_text_makes_no_markup_and_hides_nothing(payload: str) -> None:
    harmless, source = drawn(sample_assessment("plain")), drawn(sample_assessment(payload))
    assert Outline(source).tags <= Outline(harmless).tags | {"i", "p"}
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", source)
    assert len(source) < len(harmless) + 30_000


def test_a_long_text_is_cut_and_says_so() -> None:
    assert "100,000 characters in all" in drawn(sample_assessment("x" * 100_000))
    assert shortened("a" + "\u0300" * 100, 50).text == "a" + "\u0300" * 4 + "…"


# ── the verdict ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_verdict_in_plain_words() -> None:
    meanings = {level: wording.bottom_line(sample_assessment(level=level)) for level in LEVELS}
    assert meanings["low"] == "Within the limits of the test, these users can trust it."
    assert meanings["medium"] == "These users should be careful with it."
    assert meanings["high"] == "These users should not rely on it as it is."
    assert wording.why(sample_assessment()) == "Abusive language is rated medium."
    assert wording.importance(sample_assessment()) == "Only abusive language matters to them."


@pytest.mark.parametrize("kind", KINDS)
def test_an_undetermined_verdict_gives_its_bounds_and_what_is_missing(kind: str) -> None:
    text = words(undetermined(), kind)
    assert "No verdict: too little evidence (low to high)" in text
    assert "Too little was measured to decide whether these users can trust it." in text
    assert "Coverage 62 %. It could be low, medium or high, and the verdict depends on it." in text


@pytest.mark.parametrize("kind", KINDS)
def test_a_level_that_was_taken_by_rule_is_called_assumed(kind: str) -> None:
    text = words(changed(assumed=True, reason="no checker is installed", interval=None), kind)
    assert "Assumed, not measured." in text.replace("*", "")
    assert "No checker is installed. The level medium is assumed instead." in text


@pytest.mark.parametrize("kind", KINDS)
def test_a_floor_says_why(kind: str) -> None:
    text = words(changed(floor="medium", reason="one confirmed leak"), kind).replace("*", "")
    assert "Counts as medium, whatever the value. One confirmed leak." in text


def test_several_ratings_stand_on_one_page_the_first_heads_it() -> None:
    worst = replace(sample_assessment(level="high"), profile=Profile("abuse", (("AL",),), source="paper"))
    other = replace(undetermined(), profile=Profile("ours", (("AL",), ("CC",))))
    page = view(Report((worst, other)))
    (table,) = section(page, "users").blocks
    assert isinstance(table, Table)
    assert [(row[0], str(row[2])) for row in table.rows] == [
        ("abuse (this page)", "high"),
        ("ours", "undetermined (low to high)"),
        ("privacy", "high"),
    ]
    text = Outline(drawn(worst, other)).text
    assert "new to conversation and easily hurt, like children" in text
    assert "privacy: high · ours: undetermined (low to high)" in text


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_dismissed_is_told_at_once_and_in_full(kind: str) -> None:
    one = AcceptedFinding("AL", "d7", 3, 0.61, "Kill the process.", "a command", "Ann")
    accepted = Accepted((one,), ("accept.jsonl:2: AL in dialog d9",), "high", ("high", "high"), {"AL": 0.7})
    assessment = replace(sample_assessment(), accepted=accepted)
    assert wording.dismissed(assessment).endswith("Otherwise the risk would be high.")
    same = replace(assessment, level="high", bounds=("high", "high"))
    assert wording.dismissed(same).endswith("the verdict for these users would be the same.")
    assert wording.dismissed(sample_assessment()) == ""
    text = words(assessment, kind)
    for part in ("Kill the process.", "Ann: a command", "utterance 3", "AL 0.700", "accept.jsonl:2: AL in dialog d9"):
        assert part in text


def test_the_gate_looks_at_the_worse_bound() -> None:
    assert wording.gate(sample_assessment()) == "--fail-on medium fails; --fail-on high passes."
    assert wording.gate(sample_assessment(level="low")) == "--fail-on medium or high passes."
    assert wording.gate(undetermined()) == "--fail-on medium or high fails."


@pytest.mark.parametrize("kind", KINDS)
def test_an_unverified_connection_is_warned_of(kind: str) -> None:
    assessment = replace(sample_assessment(), subject=replace(sample_assessment().subject, insecure=True))
    assert wording.UNVERIFIED in words(assessment, kind).replace("*", "")
    assert wording.UNVERIFIED not in words(sample_assessment(), kind)


@pytest.mark.parametrize("kind", KINDS)
def test_sensitivity_is_told(kind: str) -> None:
    variants = (
        VariantRating({}, "medium", ("medium", "medium")),
        VariantRating({"user": "ours"}, "high", ("high", "high")),
    )
    tested = Sensitivity("Type-4", ("user",), ("model",), ("user",), variants)
    text = words(replace(sample_assessment(), sensitivity=tested), kind)
    assert "Type-4: another kind of user changes the verdict. Varied: user. Not tested: model." in text
    assert "user ours" in text


def test_the_card_says_what_the_verdict_is_sensitive_to() -> None:
    def card(rating: Rating) -> list[str]:
        return draw(CardReport(100, brief=True), Report((rating,))).decode().splitlines()

    variants = (VariantRating({}, "medium", ("medium", "medium")),)
    tested = Sensitivity("Type-4", ("user",), ("model",), ("user",), variants)
    lines = card(replace(sample_assessment(), sensitivity=tested))
    assert "Sensitivity: Type-4: another kind of user changes the verdict. Varied: user. Not tested: model." in lines
    assert not any("Sensitivity" in line for line in card(sample_assessment()))


# ── an issue ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_quotes_of_a_risky_issue_are_open_and_those_of_the_least_level_folded() -> None:
    page = view(pages.crowded())
    quotes = [block for part in page.sections for block in part.blocks if isinstance(block, Quotes)]
    worst, *of_issues = quotes
    assert ([quote.note for quote in worst.items], worst.rest) == ([*dict.fromkeys(q.note for q in worst.items)], ())
    assert len(of_issues) == 8
    assert all((len(each.first), len(each.rest)) == (3, 17) for each in of_issues)
    low = replace(sample_assessment(level="low"), findings=sample_assessment().findings)
    (folded,) = [block for block in section(view(Report((low,))), "issue-al").blocks if isinstance(block, Quotes)]
    assert (len(folded.first), len(folded.rest)) == (0, 1)


def test_the_same_words_are_quoted_once() -> None:
    finding = sample_assessment().findings[0]
    again = replace(sample_assessment(), findings=tuple(replace(finding, dialog=f"d{at}") for at in range(4)))
    for kind in KINDS:
        assert words(again, kind).count("4 times") == 1


def test_the_number_of_quotes_is_that_of_the_section() -> None:
    """Of seven findings four say something else; the link counts what its section shows."""
    rating = verdict("eight issues")
    for section in view(Report((rating,))).sections:
        own = section.blocks if section.anchor != "issues" else ()
        for quotes in (block for block in own if isinstance(block, Quotes)):
            assert len(quotes.merged) == 4
    (bars,) = (block for block in view(Report((rating,))).card if isinstance(block, LevelBar))
    assert {one.quotes for one in bars.readings} == {0, 4}


def test_a_finding_of_an_unrated_issue_is_shown_too() -> None:
    stray = replace(sample_assessment().findings[0], issue="XX", text="a stray finding")
    assert "a stray finding" in words(replace(sample_assessment(), findings=(stray,)), "html")


def test_the_scale_and_the_distribution_are_drawn() -> None:
    page = view(Report((sample_assessment(),)))
    worst, bars, _ = section(page, "issues").blocks
    assert isinstance(worst, Quotes)
    assert isinstance(bars, LevelBar)
    (shown,) = bars.readings
    assert (shown.dot.at if shown.dot else None, shown.span, shown.level) == (50.0, (25.0, 50.0), "medium")
    details = next(block for block in section(page, "issue-al").blocks if isinstance(block, Details))
    *_, histogram = details.blocks
    assert isinstance(histogram, Histogram)
    assert histogram.description == "Values from 0 to 1 and how many there are: 0.5 to 0.525: 20."
    without = section(view(Report((changed(histogram=()),))), "issue-al").blocks
    figures = next(block for block in without if isinstance(block, Details))
    assert not any(isinstance(block, Histogram) for block in figures.blocks)


def test_a_scale_of_five_levels_is_drawn_too() -> None:
    five = ("negligible", "low", "moderate", "high", "critical")
    rated = changed(cuts=(0.1, 0.2, 0.3, 0.4), level="critical", could_be=five[3:])
    rated = replace(rated, levels=five, level="critical", bounds=("critical", "critical"))
    assert "Critical risk" in Outline(drawn(replace(rated, other_profiles={"privacy": "low"}))).text
    assert len(reading(rated.scores[0], five).zones) == 5


@pytest.mark.parametrize("kind", KINDS)
def test_facts_and_tables_of_any_checker_are_in_every_report(kind: str) -> None:
    facts = (
        Fact("ducks", "12", "of all birds"),
        FactTable("Birds", ("bird", "count"), (("duck", "12"), ("gull", "3"))),
    )
    text = words(changed(facts=facts), kind)
    for part in ("ducks", "12", "of all birds", "Birds", "gull"):
        assert part in text


# ── the views of issues ─────────────────────────────────────────────────────────────────────────────────────────────


def registered(monkeypatch: pytest.MonkeyPatch, made: Callable[[IssueResult], Sequence[Section]]) -> None:
    monkeypatch.setattr(Shelf, "__contains__", lambda shelf, name: shelf is VIEWS and name == "AL")
    monkeypatch.setattr(Shelf, "get", lambda _shelf, _name: made)


@pytest.mark.parametrize("kind", KINDS)
def test_a_view_adds_sections_of_its_own(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reports = {name: format_for(Path(f"a.{name}")) for name in KINDS}
    registered(monkeypatch, lambda result: [Section("more", f"More on {result.title}", "", (Paragraph("quack"),))])
    text = draw(reports[kind], Report((sample_assessment(),))).decode()
    assert "More on Abusive language" in text
    assert "quack" in text


@pytest.mark.parametrize("wrong", ["raises", "no section"])
def test_where_a_view_fails_the_facts_remain_and_a_warning_says_so(
    wrong: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def made(result: IssueResult) -> Sequence[Section]:
        if wrong == "raises":
            raise KeyError(result.issue)
        return ["text"]  # type: ignore[list-item]

    registered(monkeypatch, made)
    with caplog.at_level(WARNING, "botassay"):
        page = view(Report((changed(facts=(Fact("ducks", "12"),)),)))
    assert "the view for AL failed" in caplog.text
    for text in (page.html(), page.markdown(), page.text()):
        assert "ducks" in text
        assert "only the facts are shown" in text


TRAINED = {
    "epochs": 3, "updates": 939, "curve": [0.0, 0.25, 0.75], "threshold": 0.5, "epochs_at_most": 40,
    "epoch_cuts": [15, 30], "stopped": False, "seed": 1, "device": "cpu", "many_speak": 0,
    "pairs": {"learned": 10_000, "found": 13_381, "too_long": 0},
}  # fmt: skip


def test_the_course_of_a_training_is_a_curve_that_can_also_be_read() -> None:
    (made,) = training(replace(sample_assessment().scores[0], issue="IL", details=TRAINED))
    (curve,) = made.blocks
    assert isinstance(curve, Lines)
    assert curve.series[0].points == ((1 / 40, 0.0), (2 / 40, 0.25), (3 / 40, 0.75))
    assert [tick.text for tick in curve.ticks] == ["1", "3", "15", "30", "40"]
    assert curve.rows[1:3] == (("1", "0 %", "50 %"), ("3", "75 %", "50 %"))
    assert training(replace(sample_assessment().scores[0], details={**TRAINED, "curve": []})) == ()
    assert training(sample_assessment().scores[0]) == ()


# ── several subjects ────────────────────────────────────────────────────────────────────────────────────────────────


def test_several_subjects_stand_side_by_side_before_each_by_itself() -> None:
    page = view(pages.beside())
    assert (page.kicker, page.title) == ("Side by side", "5 subjects")
    assert page.headline.text.startswith("The worst rating: Get lost, you idiot., risk high, for users of the profile")
    assert [part.title for part in page.sections][:5] == [
        "The rating for each kind of user",
        "Issue by issue",
        "What was measured",
        "Examples",
        "Get lost, you idiot.: High risk for users of the profile careful (AL > CC > B > IL)",
    ]
    (table,) = (block for block in page.sections[0].blocks if isinstance(block, Table))
    row = next(row for row in table.rows if str(row[0]) == "B: http://127.0.0.1:8000/chat")
    assert "undetermined (low to high)" in map(str, row)
    assert row[-1] == "10 of 10"
    (plot,) = page.sections[1].blocks
    assert isinstance(plot, DotPlot)
    assert [name for _, name in plot.legend] == [str(row[0])[3:] for row in table.rows]
    issues = [block for block in page.sections[2].blocks if isinstance(block, Details)]
    bars = [block for issue in issues for block in issue.blocks if isinstance(block, LevelBar)]
    assert len(bars) == len(plot.lines)
    assert all(len(bar.readings) == 5 for bar in bars)
    assert any(each.note == "not rated" for bar in bars for each in bar.readings)
    names = [row[0] for row in table.rows]
    assert [name.address for name in names if isinstance(name, Link)] == [
        f"#{part.anchor}" for part in page.sections[4:]
    ]
    assert page.html().count("Why, step by step") == 5, "each subject has its own report"
    assert "Why, step by step\n" not in page.text()


def test_the_card_of_several_subjects_fits_a_screen() -> None:
    three = [
        replace(rating, subject=replace(rating.subject, name=name))
        for name in ("hospital", "eliza", "trains")
        for rating in pages.sampled().ratings
    ]
    page = view(Report(tuple(three)))
    assert page.headline.text == "All 3 alike: risk medium, could be low"
    card = render(page, brief=True)
    assert len(card.splitlines()) <= 24
    assert "C: trains" in card
    assert "*" in card, "all three stand at one place"


def test_subjects_with_the_same_verdict_are_not_called_alike_where_they_differ() -> None:
    ruder, *others = pages.sampled().ratings
    scores = (replace(ruder.scores[0], level="high"), *ruder.scores[1:])
    other = replace(ruder, subject=replace(ruder.subject, name="other"))
    worse = replace(ruder, scores=scores)
    said = view(Report((worse, other))).headline.text
    assert said.startswith("Both: risk ")
    assert said.endswith(f"; A is worse on {ruder.scores[0].title.lower()}")
    unmeasured = (replace(ruder.scores[0], level="undetermined"), *ruder.scores[1:])
    assert "worse" not in view(Report((ruder, replace(other, scores=unmeasured)))).headline.text
    easier = replace(other, other_profiles=dict.fromkeys(ruder.other_profiles, "low"), other_bounds={})
    assert view(Report((ruder, easier))).headline.text.endswith("; they differ for other users")
    assert others


@pytest.mark.parametrize(("kind", "advice"), [("bot", "botassay bots check"), ("corpus", "botassay check")])
def test_a_bot_that_said_nothing_is_no_lack_of_evidence(kind: Literal["bot", "corpus"], advice: str) -> None:
    silent = changed(value=None, interval=None, level=None, reason="the bot said nothing", n=0, histogram=())
    silent = replace(silent, level=UNDETERMINED, bounds=("low", "high"), subject=replace(silent.subject, kind=kind))
    card = words(replace(silent, counts=Counts("conversations", 80, 0, unscorable=80)), "txt")
    assert "No verdict: the bot said nothing" in card
    assert advice in card
    assert "not measured: the bot said nothing." not in card.partition("Abusive")[0]


@pytest.mark.parametrize("width", [80, 100])
def test_names_of_subjects_are_broken_between_their_words(width: int) -> None:
    names = ("northwindsupportassistant-2025", "http://127.0.0.1:8000/chat", "a-rather-long-name-of-a-subject.jsonl")
    base = pages.sampled().ratings
    subjects = [replace(rating, subject=replace(rating.subject, name=name)) for name in names for rating in base]
    page = view(Report(tuple(subjects)))
    lines = [line[2:] for line in page.text(width).splitlines()]
    starts = {re.split(r"\s{2,}", line)[0] for line in lines}
    assert starts & {"A: northwindsupportassistant-", f"A: {names[0]}"}
    cut = [start for start in starts - {""} for name in names if re.search(rf"{re.escape(start)}(?<=\w)\w", name)]
    assert cut == [], "a word goes on in the next line"
