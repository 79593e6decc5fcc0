"""Every block through three renderers: complete, inert, and the same in HTML, Markdown and text."""

import json
import re
from base64 import b64encode
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

from botassay.core.errors import UsageError
from botassay.view import (
    Action,
    Badge,
    Block,
    CausalGraph,
    Chart,
    Details,
    DotPlot,
    DotRow,
    Dumbbell,
    DumbbellRow,
    Fact,
    Facts,
    GraphLink,
    GraphNode,
    Headline,
    Heatmap,
    Histogram,
    Interval,
    IntervalPanel,
    Intervals,
    LevelBar,
    LevelReading,
    Lines,
    LineSeries,
    Link,
    Page,
    Paragraph,
    Quote,
    Quotes,
    RankChart,
    Section,
    Table,
    Tick,
)
from botassay.view.escape import markdown
from tests.hostile.payloads import PAYLOADS
from tests.hostile.test_sinks import check_html, check_markdown, check_terminal
from tests.outline import Outline

LEVELS = ("low", "medium", "high")
LONG_BEFORE_THE_FOLD = 5
TENTH = 10
"""Of the hostile texts every tenth is drawn in `make test`."""


def blocks(text: str) -> tuple[Block, ...]:
    """Every block, with one text in every field that takes one."""
    quotes = Quotes(text, tuple(Quote(f"{text} {n}", text, ((text, text),), 2, text, "last") for n in range(7)))
    reading = LevelReading(text, "high", LEVELS, (0.1, 0.2), 0.4, (0.3, 0.5), text, text)
    charts: tuple[Chart, ...] = (
        Histogram(text, ((0.0, 0.5, 1), (0.5, 1.0, 200)), text),
        LevelBar(text, (reading, replace(reading, value=None, interval=None, level=None)), text),
        Lines(
            text, text, (LineSeries(text, ((0.0, 0.5), (1.0, None)), text),), (Tick(0, text),), (Tick(1, text),), text
        ),
        Heatmap(text, (text, text), ((None, 0.1), (0.2, None)), text, text),
        Intervals(text, (IntervalPanel(text, (Interval(text, (0.1, 0.2), (0.1,), text),)),), text),
        Dumbbell(text, (DumbbellRow(text, 0.1, 0.2, (0.05, 0.3), text), DumbbellRow(text, 0.0, 0.0)), text),
        DotPlot(text, (text, text), (DotRow(text, (reading, replace(reading, value=None, note=text))),), LEVELS, text),
        RankChart.of(text, [(text, 0.0), (f"{text}2", None)], {text: 1, f"{text}2": 3}, 3, text),
        CausalGraph(
            text, GraphNode(text, text), GraphNode(text, text), GraphNode(text, text),
            (GraphLink("xy", wanted=True), GraphLink("zy", wanted=False, tested=True, result=text)), text,
        ),
    )  # fmt: skip
    return (
        Paragraph(text, text, (text, text), "last"),
        Facts((Fact(text, text, text),), text),
        Table(text, (text, text), ((text, Badge(text, "last", text)),) * 3, 2),
        Table(text, (text, text), ((Link(text, "#part"), Link(text, f"javascript:{text}")),)),
        quotes,
        Quotes(text, (Quote(text, text, place=text),)),
        Action(1, (text, text), text, text, (quotes,), text),
        Details(text, (Paragraph(text), Details(text, (Paragraph(text),)))),
        *charts,
    )


def page(*inside: Block, text: str = "text") -> Page:
    headline = Headline(text, "middle", text, (text, *LEVELS))
    return Page(
        text, text, headline, text, (Fact(text, text, text),), (Section("part", text, text, inside),), text,
        (Paragraph(text),),
    )  # fmt: skip


@cache
def plain_tags() -> frozenset[str]:
    """Return the tags of a page with all blocks and nothing hostile in them."""
    return frozenset(Outline(page(*blocks("text")).html()).tags)


@pytest.mark.case("H53", "H54", "H55", "H56")
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, marks=[pytest.mark.hostile] * (at % TENTH != 0), id=str(at))
        for at, text in enumerate(PAYLOADS)
    ],
)
def test_hostile_text_stays_text_in_every_field_of_every_block(text: str) -> None:
    drawn = page(*blocks(text), text=text)
    source = drawn.html()
    check_html(source)
    assert Outline(source).tags <= plain_tags()
    check_markdown(drawn.markdown())
    check_terminal(drawn.text())
    assert "\x1b[" in drawn.text(colour=True)
    json.loads(drawn.json())


def test_the_policy_lets_our_style_in_and_nothing_else() -> None:
    source = page(*blocks("text")).html()
    style = re.search(r"<style>(.*)</style>", source, re.DOTALL)
    assert style is not None
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'" in Outline(source).named("content")[0]
    assert page(*blocks("text")).html() == source


def test_ids_are_unique_and_labels_lead_somewhere() -> None:
    outline = Outline(page(*blocks("text"), *blocks("other")).html())
    ids = outline.named("id")
    assert len(ids) == len(set(ids))
    assert set(" ".join(outline.named("aria-labelledby")).split()) <= set(ids)


@pytest.mark.parametrize("block", blocks("needle"), ids=lambda block: type(block).__name__)
def test_every_renderer_shows_what_a_block_holds(block: Block) -> None:
    drawn = page(block, text="hay")
    assert "needle" in Outline(drawn.html()).text
    assert "needle" in drawn.markdown()
    assert "needle" in drawn.text()


@pytest.mark.parametrize("chart", [block for block in blocks("x") if isinstance(block, Chart)], ids=lambda c: c.kind)
def test_markdown_and_text_print_the_rows_of_a_chart(chart: Chart) -> None:
    drawn = page(chart)
    head, *rows = chart.rows
    assert rows
    assert {len(row) for row in rows} == {len(head)}
    for row in rows:
        assert f"| {' | '.join(map(markdown, row))} |" in drawn.markdown()
        assert all(cell in drawn.text(200) for cell in row)


def test_equal_quotes_are_shown_once_with_their_count() -> None:
    said = [Quote("you idiot", "0.9", (("user", "hi"),), place=f"dialog {n}") for n in range(3)]
    quotes = Quotes("worst", (*said, Quote("You", "0.5"), Quote("you  idiot", "0.9"), Quote("you idiot", "0.1")))
    assert [(one.text, one.note, one.count, one.place) for one in quotes.merged] == [
        ("you idiot", "0.9", 4, "dialog 0; dialog 1; dialog 2"),
        ("You", "0.5", 1, ""),
        ("you idiot", "0.1", 1, ""),
    ]
    drawn = page(quotes)
    for text in (Outline(drawn.html()).text, drawn.markdown(), drawn.text()):
        assert text.count("4 times") == 1
        assert text.count("dialog 1") == 1


def test_nearly_equal_quotes_are_one_whatever_their_figures() -> None:
    """Letters and note decide; the first, which is the worst, gives its figure."""
    quotes = Quotes("worst", (Quote("Shut up!", "rude", score="0.99"), Quote("shut up", "rude", score="0.98")))
    (only,) = quotes.merged
    assert (only.about, only.count) == ("0.99 rude", 2)
    drawn = page(quotes)
    for text in (Outline(drawn.html()).text, drawn.markdown(), drawn.text()):
        assert "0.99 rude" in text
        assert "0.98" not in text


def test_a_title_without_quotes_is_left_out() -> None:
    drawn = page(Quotes("Examples of nothing", ()))
    for text in (Outline(drawn.html()).text, drawn.markdown(), drawn.text()):
        assert "Examples of nothing" not in text


def test_what_is_folded_away_is_in_html_and_markdown_and_named_in_text() -> None:
    table = Table("", ("name", "value"), tuple((f"row{n}", str(n)) for n in range(9)), 2)
    drawn = page(
        table, Details("method", (Paragraph("by counting"),)), Quotes("", tuple(Quote(f"q{n}") for n in range(7)))
    )
    html, markdown, text = Outline(drawn.html()).text, drawn.markdown(), drawn.text()
    assert ("row8" in html, "row8" in markdown, "row8" in text) == (True, True, False)
    assert ("by counting" in html, "by counting" in markdown, "by counting" in text) == (True, True, False)
    assert ("q6" in html, "q6" in markdown, "q6" in text) == (True, False, False)
    assert "not shown here: method" in text
    assert "and 7 more" in text
    assert "and 2 more" in markdown


def test_columns_of_figures_stand_right() -> None:
    table = Table("", ("name", "n", "share", "what"), (("a", "1,200", "3.5 %", "x"), ("b", "", "n/a", "2")))
    assert table.numeric == (False, True, False, False)
    assert "|---|---:|---|---|" in page(table).markdown()


def test_a_terminal_is_as_wide_as_it_is() -> None:
    for width in (50, 80, 120):
        assert max(map(len, page(*blocks("some words that are said")).text(width).splitlines())) <= width


def test_a_page_is_saved_by_its_ending(tmp_path: Path) -> None:
    drawn = page(*blocks("text \ud800"))
    for ending, content in {"html": drawn.html(), "md": drawn.markdown(), "txt": drawn.text()}.items():
        drawn.save(tmp_path / f"page.{ending}")
        assert (tmp_path / f"page.{ending}").read_text() == content
    drawn.save(str(tmp_path / "page.JSON"))
    assert json.loads((tmp_path / "page.JSON").read_text())["kicker"] == "text"
    with pytest.raises(UsageError, match="pdf"):
        drawn.save(tmp_path / "page.pdf")


def test_a_notebook_shows_the_page_in_a_frame_without_rights() -> None:
    drawn = page(Paragraph('"><script>alert(1)</script>'))
    framed = drawn._repr_html_()
    inside = re.fullmatch(r'<iframe sandbox srcdoc="([^"]*)"[^<>]*></iframe>', framed)
    assert inside is not None
    assert unescape(inside[1]) == drawn.html()


def test_a_line_is_broken_where_there_is_no_value() -> None:
    series = LineSeries("one", ((0.0, 0.25), (0.5, None), (0.75, 0.5), (1.0, 1.0)))
    assert series.strokes == ("0,750", "750,500 1000,0")
    assert series.dots == ((0.0, 0.75), (75.0, 0.5), (100.0, 0.0))
    assert LineSeries("many", tuple((n / 20, 0.5) for n in range(21))).dots == ()
    lines = Lines("a", "days", (series,), (Tick(0.0, "first"), Tick(1.0, "last")), (Tick(0.75, "here"),))
    assert lines.description == "Over days. one: 25 % at first, 100 % at last. Marked: here."


def test_shades_go_by_the_greatest_share() -> None:
    rows = dict(Heatmap("", ("x", "y", "z"), ((None, 0.5, 0.1), (0.0, None, 0.11), (0.3, 0.001, None))).cells)
    assert rows == {
        "x": (("", None), ("50", 5), ("10", 1)),
        "y": (("0", 0), ("", None), ("11", 2)),
        "z": (("30", 3), ("<1", 1), ("", None)),
    }
    assert Heatmap("", ("x",), ((None,),)).cells == (("x", (("", None),)),)


def test_a_reading_stands_between_its_cuts() -> None:
    reading = LevelReading("", "high", LEVELS, (0.01, 0.05), 0.2, (0.1, 0.3))
    assert reading.dot is not None
    assert 66 < reading.dot.at < 100
    assert [zone.taken for zone in reading.zones] == [False, False, True]
    assert replace(reading, value=None).span is None
    assert "●" not in replace(reading, value=None).strip(24)


@pytest.mark.parametrize(
    "cuts", [(0.05, 0.2), (0.02, 0.1), (0.333, 0.667), (0.15, 0.2), (0.01, 0.02, 0.03, 0.9), (0.98,)]
)
@pytest.mark.parametrize("end", [0.0, 1.0])
def test_every_cut_is_written_below_the_axis_and_none_over_another(cuts: tuple[float, ...], end: float) -> None:
    reading = LevelReading("", None, ("a", "b", "c", "d", "e")[: len(cuts) + 1], cuts, 0.0, end=end)
    assert [tick.label.text for tick in reading.marks] == [f"{number:.3g}" for number in (*cuts, reading.axis)]
    for line in range(reading.lines):
        places = [tick.label.across(2.9) for tick in reading.marks if tick.line == line]
        assert places, "no line is left empty"
        assert all(before[1] + 4 <= after[0] for before, after in pairwise(places)), "they do not look like one number"


def test_issues_with_the_same_cuts_have_the_same_axis() -> None:
    """A longer interval of one does not move the cuts of the other; issues with other cuts keep their own axis."""
    near = LevelReading("B", "low", LEVELS, (0.02, 0.1), 0.0, (0.0, 0.05))
    far = replace(near, name="AL", interval=(0.1, 0.4))
    other = LevelReading("IL", "low", LEVELS, (0.333, 0.667), 0.0)
    bar = LevelBar("", (near, far, other))
    assert [one.axis for one in bar.readings] == [0.2, 0.4, 1.0]
    assert [one.axis for one in bar.drawn] == [0.4, 0.4, 1.0]
    assert bar.drawn[0].edges == bar.drawn[1].edges == (5.0, 25.0)
    assert bar.strips(40) == tuple(one.strip(40) for one in bar.drawn)


def test_bars_of_very_different_heights_are_logarithmic() -> None:
    assert Histogram("", ((0.0, 0.1, 1), (0.9, 1.0, 20))).logarithmic
    assert not Histogram("", ((0.0, 0.1, 2), (0.9, 1.0, 20))).logarithmic
    empty = Histogram("", ())
    assert (empty.bars, empty.total, empty.logarithmic) == ((), 0, False)


def test_words_lead_to_addresses_of_the_web_and_of_the_page_alone() -> None:
    def row(address: str) -> str:
        return page(Table("", ("", ""), (("law", Link("its text", address)),))).html()

    assert '<a href="https://law.example/a?b=1&amp;c=2"><bdi>its text</bdi></a>' in row("https://law.example/a?b=1&c=2")
    assert '<a href="#part"><bdi>its text</bdi></a>' in row("#part")
    for address in ("javascript:alert(1)", "data:text/html,x", "//law.example", "http://law.example", ""):
        assert "its text</a>" not in row(address).replace("</bdi>", "")
    drawn = page(Table("", ("",), ((Link("its text", "https://law.example/a"),),)))
    assert "| its text |" in drawn.markdown()
    assert "its text" in drawn.text()


def test_subjects_at_one_place_stand_below_each_other() -> None:
    def at(value: float | None, level: str | None = "low") -> LevelReading:
        return LevelReading("", level, LEVELS, (0.02, 0.1), value)

    row = DotRow("abuse", (at(0.0), at(0.001), at(0.05, "medium"), at(None, None), at(0.0)))
    assert [(mark.letter, mark.lane) for mark in row.marks] == [("A", 0), ("E", 1), ("B", 2), ("C", 0)]
    assert [mark.at for mark in row.marks] == [0.0, 0.0, 1.67, 45.83], "each level takes a third of the width"
    assert row.said == "A low 0.000 · B low 0.001 · C medium 0.050 · D not measured · E low 0.000"
    assert not row.raised
    assert DotRow("identity", (at(0.0, "high"),)).raised, "one grave finding counts for more than the value"
    plot = DotPlot("", ("a", "b", "c", "d", "e"), (row,), LEVELS)
    assert plot.rows == (
        ("", *"ABCDE"),
        ("abuse", "low 0.000", "low 0.001", "medium 0.050", "not measured", "low 0.000"),
    )
    assert plot.strips(24) == ("*·······┊·C·····┊·······",)


def test_a_band_is_interrupted_where_a_value_is_missing() -> None:
    points = ((0.0, 0.5), (0.25, 0.6), (0.5, None), (1.0, 0.7))
    line = LineSeries("accuracy", points, band=((0.0, 0.4, 0.6), (0.25, 0.5, 0.7), (1.0, 0.6, 0.8)))
    assert line.areas == ("0,400 250,300 250,500 0,600", "1000,200 1000,400")
    drawn = page(Lines("", "days", (line,), (Tick(0, "first"),))).html()
    assert drawn.count('<polygon class="band band-1"') == 2
