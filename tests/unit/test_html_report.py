"""The page as a file: one piece, inert, complete, the same bytes each time."""

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from botassay.report.charts import bars, curve, strip
from botassay.report.page import page, together

from botassay.core.results import UNDETERMINED, Accepted, AcceptedFinding, Profile, Rating, Report
from botassay.report import paper_for
from botassay.report.html import HtmlReport
from botassay.report.inert import shortened
from botassay.report.sentences import bottom_line, gate, importance, waived, why
from botassay.testing import sample_assessment
from tests import pages

LEVELS = ("low", "medium", "high")


class Outline(HTMLParser):
    """What a page is made of."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.said: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def named(self, name: str) -> list[str]:
        return [value for attribute, value in self.attributes if attribute == name]

    @property
    def text(self) -> str:
        return " ".join("".join(self.said).split())


def drawn(assessment: Rating, *others: Rating) -> str:
    return HtmlReport().draw_all(Report((assessment, *others))).decode()


def undetermined() -> Rating:
    missing = replace(
        sample_assessment().scores[0], value=None, level=None, interval=None, reason="coverage 62 %", could_be=LEVELS
    )
    return replace(sample_assessment(), level=UNDETERMINED, bounds=("low", "high"), scores=(missing,), findings=())


def test_the_ending_finds_it() -> None:
    assert isinstance(paper_for(Path("report.HTML")), HtmlReport)


@pytest.mark.parametrize("make", [pages.sampled, pages.hostile, pages.crowded, pages.beside])
def test_a_page_is_one_piece(make: Callable[[], Report]) -> None:
    source = HtmlReport().draw_all(make()).decode()
    outline = Outline(source)
    assert not outline.tags & {"script", "img", "iframe", "object", "embed", "link", "form", "base", "video", "audio"}
    assert not [name for name, _ in outline.attributes if name.startswith("on") or name in {"src", "srcset", "style"}]
    assert all(place.startswith("#") for place in outline.named("href"))
    ids = outline.named("id")
    assert len(ids) == len(set(ids))
    labels = " ".join(outline.named("aria-labelledby")).split()
    assert {*labels, *(place[1:] for place in outline.named("href"))} <= set(ids)


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
    assert HtmlReport().draw_all(make()) == HtmlReport().draw_all(make())


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


def test_the_verdict_in_plain_words() -> None:
    said = {level: bottom_line(sample_assessment(level=level)) for level in LEVELS}
    assert said["low"] == "As far as it was looked at, these users can trust it."
    assert said["medium"] == "These users should be careful with it."
    assert said["high"] == "These users should not rely on it as it is."
    assert why(sample_assessment()) == "Abusive language is rated medium."
    assert importance(sample_assessment()) == "Only abusive language matters to them."


def test_an_undetermined_verdict_gives_its_bounds_and_what_is_missing() -> None:
    said = Outline(drawn(undetermined())).text
    assert "Undetermined: between low and high" in said
    assert "Too little was measured to say whether these users can trust it." in said
    assert "Coverage 62 %. It could be low, medium or high, and the verdict depends on it." in said
    assert "No place in the dialogs speaks against the bot." in said


def test_a_level_that_was_taken_by_rule_is_called_assumed() -> None:
    grade = replace(sample_assessment().scores[0], assumed=True, reason="no checker is installed", interval=None)
    said = Outline(drawn(replace(sample_assessment(), scores=(grade,)))).text
    assert "Assumed, not measured. No checker is installed. The level medium is assumed in its place." in said


def test_a_floor_says_why() -> None:
    grade = replace(sample_assessment().scores[0], floor="medium", reason="one confirmed leak")
    said = Outline(drawn(replace(sample_assessment(), scores=(grade,)))).text
    assert "Never better than medium. One confirmed leak." in said


def test_several_ratings_stand_on_one_page_the_first_heads_it() -> None:
    worst = replace(sample_assessment(level="high"), profile=Profile("abuse", (("AL",),), source="paper"))
    other = replace(undetermined(), profile=Profile("ours", (("AL",), ("CC",))))
    readers = page(worst, (other,)).readers
    assert [(reader.profile, reader.risk.level, reader.span, reader.here) for reader in readers] == [
        ("abuse", "high", "", True),
        ("ours", "undetermined", "low to high", False),
        ("privacy", "high", "", False),
    ]
    said = Outline(drawn(worst, other)).text
    assert "for users new to conversation and easily hurt, like children" in said
    assert "For other kinds of users: ours undetermined (low to high), privacy high." in said


def test_what_was_accepted_is_told_at_once_and_in_full() -> None:
    one = AcceptedFinding("AL", "d7", 3, 0.61, "Kill the process.", "a command", "Ann")
    accepted = Accepted((one,), ("accept.jsonl:2: AL in dialog d9",), "high", ("high", "high"), {"AL": 0.7})
    assessment = replace(sample_assessment(), accepted=accepted)
    assert waived(assessment).endswith("Had nothing been accepted, the risk would be high.")
    assert waived(replace(assessment, level="high", bounds=("high", "high"))).endswith("the verdict would be the same.")
    assert waived(sample_assessment()) == ""
    said = Outline(drawn(assessment)).text
    for part in ("Kill the process.", "Ann: a command", "utterance 3", "AL 0.700", "accept.jsonl:2: AL in dialog d9"):
        assert part in said


def test_the_gate_looks_at_the_worse_bound() -> None:
    assert gate(sample_assessment()) == "A gate that stops at medium stops it; one that stops at high lets it pass."
    assert gate(sample_assessment(level="low")) == "A gate that stops at medium or high lets it pass."
    assert gate(undetermined()) == "A gate that stops at medium or high stops it."


def test_findings_of_the_worst_issue_come_first_and_the_tail_is_folded() -> None:
    places = page(pages.crowded().ratings[0]).places
    assert len(places) == 8
    assert [place.risk.level for place in places[-2:]] == ["not measured"] * 2
    assert all(len(place.first) == 3 and len(place.rest) == 17 for place in places)
    low = replace(sample_assessment(level="low"), findings=sample_assessment().findings)
    assert [(len(place.first), len(place.rest)) for place in page(low).places] == [(0, 1)]


def test_charts_are_told_in_words() -> None:
    grade = sample_assessment().scores[0]
    laid = strip(grade, LEVELS)
    assert laid.title == "Abusive language: medium"
    assert laid.description.startswith("Value 0.500, 95 % interval 0.250 to 0.750.")
    assert (laid.value.at if laid.value else None, laid.span) == (50.0, (25.0, 50.0))
    spread = bars(grade)
    assert spread is not None
    assert spread.description == "Values from 0 to 1 and how many there are: 0.5 to 0.525: 20."
    assert bars(replace(grade, histogram=())) is None


def test_few_stand_out_beside_many() -> None:
    grade = replace(sample_assessment().scores[0], histogram=((0.0, 0.001, 100_000), (0.9, 0.901, 1)))
    spread = bars(grade)
    assert spread is not None
    assert spread.logarithmic
    assert min(bar.height for bar in spread.bars) >= 8


def test_a_scale_of_five_levels_is_drawn_too() -> None:
    five = ("negligible", "low", "moderate", "high", "critical")
    grade = replace(sample_assessment().scores[0], cuts=(0.1, 0.2, 0.3, 0.4), level="critical", could_be=five[3:])
    assessment = replace(
        sample_assessment(), levels=five, level="critical", bounds=("critical", "critical"), scores=(grade,)
    )
    assessment = replace(assessment, other_profiles={"privacy": "low"})
    assert "Critical risk" in Outline(drawn(assessment)).text
    assert len(strip(grade, five).zones) == 5


def trained(**details: object) -> Rating:
    """A rating in which a model was trained for IL."""
    known = {
        "epochs": 3, "updates": 939, "curve": [0.0, 0.25, 0.75], "threshold": 0.5, "epochs_at_most": 40,
        "epoch_cuts": [15, 30], "stopped": False, "seed": 1, "device": "cpu", "many_speak": 0,
        "pairs": {"learned": 10_000, "found": 13_381, "too_long": 0},
    }  # fmt: skip
    sample = sample_assessment()
    return replace(sample, scores=(replace(sample.scores[0], details={**known, **details}), *sample.scores[1:]))


def test_the_course_of_a_training_is_a_curve_that_can_also_be_read() -> None:
    drawn_curve = curve(trained().scores[0])
    assert drawn_curve is not None
    assert [(point.at, point.height) for point in drawn_curve.points] == [(2.5, 0.0), (5.0, 33.0), (7.5, 99.0)]
    assert [mark.text for mark in drawn_curve.marks] == ["0", "15", "30", "40"]
    assert drawn_curve.threshold.height == 66.0
    assert drawn_curve.description.endswith("epoch 1: 0 %; epoch 2: 25 %; epoch 3: 75 %.")
    outline = Outline(drawn(trained()))
    assert drawn_curve.title in outline.text
    assert "in epoch 3 of at most 40 (939 updates)" in outline.text


@pytest.mark.parametrize(
    ("details", "said"),
    [
        ({"epochs": None}, "never in 40 epochs (939 updates)"),
        ({"epochs": None, "stopped": True}, "not within 3 of 40 epochs (939 updates), when the time was over"),
        ({"pairs": {"learned": 9, "found": 9, "too_long": 2}}, "9 of 9 pairs, seed 1, on cpu; without 2 longer pairs"),
        ({"many_speak": 4}, "on cpu; without 4 dialogs of more than two people"),
    ],
)
def test_how_a_training_went_is_said_in_every_report(details: dict[str, object], said: str) -> None:
    rated = trained(**details)
    assert said in Outline(drawn(rated)).text
    for kind in ("txt", "md"):
        text = paper_for(Path(f"report.{kind}")).draw(rated).decode().replace("\\", "")
        assert said in " ".join(text.split())


def test_a_training_that_ended_within_its_first_epoch_has_no_curve() -> None:
    rated = trained(epochs=None, stopped=True, curve=[], updates=1)
    assert curve(rated.scores[0]) is None
    assert "not within 0 of 40 epochs (1 updates)" in Outline(drawn(rated)).text


def test_several_subjects_stand_in_tables_before_the_worst_rating() -> None:
    source = HtmlReport().draw_all(pages.beside()).decode()
    heads = re.findall(r"<h[12][^>]*>(.*?)</h[12]>", source, re.DOTALL)
    said = [Outline(head).text for head in heads]
    assert said[:6] == [
        "Side by side 5 subjects",
        "The rating for each kind of user",
        "What was measured",
        "Examples",
        "Trust risk of Get lost, you idiot.",
        "Issue by issue",
    ]
    grid = Outline(source[source.index("<tbody") : source.index("</tbody>")]).text
    assert "http://127.0.0.1:8000/chat 10 of 10 conversations scored" in grid
    assert "one undetermined low to high" in grid
    strips = [one for issue in together(pages.beside()).issues for one in issue[1] if one.strip]
    assert source.count('<title id="beside-') == len(strips) == sum(one.measured.grade is not None for one in strips)
    assert 'class="together"' not in drawn(sample_assessment())
