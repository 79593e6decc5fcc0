"""A page out of parts: complete, inert, the same in HTML, Markdown and words."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest

from botassay.report.leaflet import Block, Card, Fold, Grid, Leaflet, Passage, Passages, Section, Words
from botassay.report.plots import Heat, Lines, Mark, Panel, Range, Ranges, Series
from tests.leaflets import leaflets
from tests.pages import PAYLOADS
from tests.unit.test_html_report import Outline

LINES = Lines(
    "a plot",
    "days",
    (Series("one", ((0.0, 0.25), (0.5, None), (0.75, 0.5), (1.0, 1.0)), "100 %"),),
    (Mark(0.0, "first"), Mark(1.0, "last")),
    (Mark(0.75, "here"),),
    "below",
)
HEAT = Heat("a map", ("x", "y"), ((None, 0.4), (0.001, None)), "below")
RANGES = Ranges("ranges", (Panel("right", (Range("a", (0.25, 0.75), (0.25, 0.5)), Range("b", None, ()))),), "below")
CARD = Card(1, ("x", "y"), "often", "Merge", "make one of them", (Passages("these", (Passage("hi", "line 1"),)),))
BLOCKS: tuple[Block, ...] = (
    Words("some words"),
    Passages("a list", tuple(Passage(f"p{n}", "") for n in range(7))),
    CARD,
    Grid("a table", ("name", "value"), (("a", "1"), ("b", "2"), ("c", "3")), 2),
    Fold("folded", (Words("within"), Fold("deeper", (Words("deep within"),)))),
    LINES,
    HEAT,
    RANGES,
)


def leaflet(*blocks: Block, text: str = "text") -> Leaflet:
    section = Section("part", text, text, blocks)
    return Leaflet(text, text, text, "middle", text, ((text, text),), (section,), "0.1.0")


def test_every_part_is_on_the_page_and_in_markdown() -> None:
    page, written = Outline(leaflet(*BLOCKS).html().decode()).text, leaflet(*BLOCKS).markdown().decode()
    for said in (
        "some words",
        "a list",
        "p0",
        "p4",
        "x",
        "Merge",
        "make one of them",
        "line 1",
        "a table",
        "c",
        "below",
    ):
        assert said in page
        assert said in written
    assert ("2 more" in page, "p6" in page, "and 2 more" in written, "p6" in written) == (True, True, True, False)
    for said in ("folded", "within", "deeper", "deep within"):
        assert said in page
        assert said in written
    assert "| c | 3 |" in written
    assert "| last | 100 % |" in written
    assert "marked: here" in written
    assert "| 1. x |  | 40 |" in written
    assert "| a | 25 % to 75 % |" in written
    assert "| b | not measured |" in written


def test_the_policy_lets_our_style_in_and_nothing_else() -> None:
    source = leaflet(*BLOCKS).html().decode()
    style = re.search(r"<style>(.*)</style>", source, re.DOTALL)
    assert style is not None
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'" in Outline(source).named("content")[0]
    assert leaflet(*BLOCKS).html() == leaflet(*BLOCKS).html()


@pytest.mark.parametrize("text", PAYLOADS, ids=range(len(PAYLOADS)))
def test_hostile_text_stays_text_in_every_place(text: str) -> None:
    blocks: tuple[Block, ...] = (
        Words(text),
        Passages(text, (Passage(text, text),) * 7),
        Card(1, (text, text), text, text, text, (Passages(text, (Passage(text, text),)),)),
        Grid(text, (text, text), ((text, text),) * 3, 2),
        Lines(text, text, (Series(text, ((0.0, 0.5),), text),), (Mark(0.0, text),), (Mark(0.5, text),), text),
        Heat(text, (text, text), ((None, 0.1), (0.2, None)), text),
        Ranges(text, (Panel(text, (Range(text, (0.1, 0.2), (0.1,), text),)),), text),
        Fold(text, (Words(text),)),
    )
    source = leaflet(*blocks, text=text).html().decode()
    assert Outline(source).tags <= ours()
    assert "\u202e" not in source
    assert "\x1b" not in source
    written = leaflet(*blocks, text=text).markdown().decode()
    assert not re.search(r"(?<!\\)<[a-z!/]", written)
    assert "\u202e" not in written


def ours() -> set[str]:
    """Tags of a page of harmless texts."""
    return Outline(leaflet(*BLOCKS).html().decode()).tags


def test_a_line_is_broken_where_there_is_nothing_to_say() -> None:
    (series,) = LINES.series
    assert series.strokes == ("0,750", "750,500 1000,0")
    assert series.dots == ((0.0, 0.75), (75.0, 0.5), (100.0, 0.0))
    assert Series("many", tuple((n / 20, 0.5) for n in range(21))).dots == ()
    assert LINES.told == "Over days. one: 25 % at first, 100 % at last. Marked: here."


def test_shades_go_by_the_greatest_share() -> None:
    rows = dict(Heat("", ("x", "y", "z"), ((None, 0.5, 0.1), (0.0, None, 0.11), (0.3, 0.001, None))).cells)
    assert rows == {
        "x": (("", None), ("50", 5), ("10", 1)),
        "y": (("0", 0), ("", None), ("11", 2)),
        "z": (("30", 3), ("<1", 1), ("", None)),
    }
    assert Heat("", ("x",), ((None,),)).cells == (("x", (("", None),)),)


def test_ranges_on_a_terminal() -> None:
    assert list(RANGES.text(20)) == [
        "right                    0                  1",
        "a                        ·····●────●─────···· 25 % to 75 %",
        "b                        ···················· not measured",
    ]
    wide = Ranges("", (Panel("right", (Range("日本" * 20, (0.0, 1.0), ()),)),)).text(10)
    assert [*wide][1].endswith(" ────────── 0 % to 100 %")


def test_the_pages_of_the_intents_room_have_their_parts() -> None:
    heads = {
        name: re.findall(r"<h2[^>]*>(.*?)</h2>", page.html().decode(), re.DOTALL) for name, page in leaflets().items()
    }
    assert heads["evaluation"] == [
        "What to change first", "The rest of the list", "The map", "How well it does", "How it was measured",
    ]  # fmt: skip
    assert heads["done"] == heads["evaluation"][1:]
    assert heads["comparison"] == ["Side by side", "What differs", "All figures"]
    assert heads["traffic"] == ["What people ask about", "What was not recognised", "How it was measured"]
    assert heads["history"] == [
        "How well it did", "Day by day", "What changed in the phrases", "How it was measured",
    ]  # fmt: skip
