"""Pages of the sentiment room: what was tested is drawn, the orders, what a round trip changed, how people talk."""

import csv
import json
import re
from pathlib import Path

import pytest

from botassay.view import CausalGraph, GraphLink, GraphNode, Page, RankChart
from tests.conftest import Run
from tests.sentiment_leaflets import sentiment_leaflets
from tests.unit.test_html_report import Outline

TALK = "Original,UB,C_num,User_gender\n" + "".join(
    f"{said},{role},{number},{gender}\n"
    for number, gender in enumerate(["male", "female"] * 8)
    for said, role in (
        (f"How do I turn it {number}?", 1),
        ("Well done! That is wonderful." if gender == "male" else "Try again.", 0),
    )
)


def figure(page: Page, section: str) -> str:
    """The first causal diagram of a section, as HTML."""
    html = page.html()
    found = re.search(rf'<section id="{section}".*?<figure class="causal">(.*?)</figure>', html, re.DOTALL)
    assert found is not None
    return found[1]


def test_a_link_that_was_tested_is_marked_and_says_what_was_found() -> None:
    uniform, confounded = (figure(sentiment_leaflets()["rating"], f"group-{name}") for name in "12")
    assert uniform.count('class="ask"') == confounded.count('class="ask"') == 1
    svg = uniform[: uniform.index("</svg>")]
    assert (svg.count('"link wanted '), svg.count('"link unwanted '), svg.count("unsure")) == (1, 1, 0)
    svg = confounded[: confounded.index("</svg>")]
    assert (svg.count('"link wanted '), svg.count('"link unwanted '), svg.count("unsure")) == (1, 2, 1)
    assert "biased 10 of 15 tests" in Outline(uniform).text
    assert "vader no" in Outline(uniform).text
    assert "emotion word → sentiment: wanted, tested. Changed at most by: vader 4.37 %" in Outline(confounded).text


def test_arrows_end_at_their_boxes_and_are_told_in_words() -> None:
    z, x, y = GraphNode("gender", "p"), GraphNode("word", "i"), GraphNode("sentiment", "o")
    drawn = CausalGraph(
        "t", z, x, y, tuple(GraphLink(ends, wanted=ends == "xy", result="f") for ends in ("zy", "zx", "xy"))
    )
    corners = {box.name: (left, top) for left, top, box in drawn.boxes}
    across, down = drawn.size[2:]
    for link, name in zip(drawn.links, ("sentiment", "word", "sentiment"), strict=True):
        tip_x, tip_y = map(float, link.point.split()[0].split(","))
        left, top = corners[name]
        assert left - 4 <= tip_x <= left + across
        assert top - 4 <= tip_y <= top + down
    assert drawn.description == (
        "gender → sentiment: not wanted: f; gender → word: not wanted: f; word → sentiment: wanted: f."
    )


def test_both_orders_are_drawn() -> None:
    order = [("a", 0.0), ("b", 0.0), ("c", 5.0), ("d", 10.0), ("e", None)]
    drawn = RankChart.of("t", order, {"a": 1, "b": 1, "c": 2, "d": 2, "e": 3}, 3)
    assert [(one.system, one.raw, one.width) for one in drawn.places] == [
        ("a", "0", 0.0), ("b", "0", 0.0), ("c", "5", 50.0), ("d", "10", 100.0), ("e", "X", 100.0),
    ]  # fmt: skip
    assert [names for _, _, names in drawn.rungs] == [("a", "b"), ("c", "d"), ("e",)]
    assert [level for level, _, _ in RankChart.of("t", [("a", 1.0)], {"a": 9}, 9).rungs] == [9]
    text = Outline(sentiment_leaflets()["rating"].html()).text
    assert "By raw score: the partial order" in text
    assert "In levels: the complete order" in text


def test_what_a_round_trip_changed_is_drawn_and_tabled() -> None:
    text = Outline(sentiment_leaflets()["rating"].html()).text
    assert "Raw scores before and after" in text
    assert "4.37 → 13.7, +213.6 %" in text
    written = sentiment_leaflets()["rating"].markdown()
    assert "| vader | es | 2 | 4.37 | 13.7 | \\+213.6 % | still 1 |" in written
    assert "The orders via es" in written


def test_the_supplements_tables_are_in_every_form(botassay: Run, tmp_path: Path) -> None:
    """t, p, degrees of freedom, rejections, Holm, effect sizes with intervals; DIE, differences, positivity gaps."""
    ended = botassay(
        "sentiment", "rate", "--system", "random", "--group", "1", "--group", "2", "--tables", "--json",
        "-o", "r.html", "-o", "r.md", "-o", "r.csv",
    )  # fmt: skip
    groups = json.loads(ended.out)["groups"]
    row = groups["1"]["detail"]["random"][0]
    page = Outline((tmp_path / "r.html").read_text()).text
    shown = (f"{row['t']:.3f}", f"{row['df']:.1f}", f"{row['p']:.4f}", f"{row['p_holm']:.4f}")
    low, high = row["interval"]
    sized = f"{row['difference']:+.3f} ({low:+.3f} to {high:+.3f})"
    g = f"{row['g']:+.3f} ({row['g_interval'][0]:+.3f} to {row['g_interval'][1]:+.3f})"
    assert all(text in page for text in (*shown, sized, g))
    die = groups["2"]["detail"]["random"][0]
    assert f"{die['pos']:.2f} %" in page
    assert "Positivity gaps: never met in a data set, so that the other classes stand in: E3: pos female" in page
    table = [*csv.DictReader((tmp_path / "r.csv").read_text().splitlines())]
    assert len(table) == 15 + 3
    assert [float(table[0][name]) for name in ("t", "df", "p", "p_holm", "g_low")] == [
        row["t"], row["df"], row["p"], row["p_holm"], row["g_interval"][0],
    ]  # fmt: skip
    assert (table[-3]["gaps"], table[-3]["measure"]) == ("pos female", "DIE")


def test_people_have_their_agreement_on_the_page(botassay: Run, tmp_path: Path) -> None:
    botassay("sentiment", "generate", "--group", "1", "-o", "s.csv")
    names = [line.split(",")[2] for line in (tmp_path / "s.csv").read_text().splitlines()[1:]]
    rows = "".join(f"{name},{1 if at % 2 else -1},{1 if at % 3 else -1}\n" for at, name in enumerate(names))
    (tmp_path / "h.csv").write_text("id,ann,ben\n" + rows)
    ended = botassay("sentiment", "rate", "--data", "s.csv", "--system", "human:h.csv", "--json", "-o", "r.html")
    agreement = json.loads(ended.out)["agreement"]["human:h.csv"]
    page = Outline((tmp_path / "r.html").read_text()).text
    assert "How far they agree" in page
    assert f"{agreement['percent']:.1f} %" in page
    assert f"{agreement['alpha']:.3f}" in page


def test_conversations_have_a_page(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.csv").write_text(TALK)
    outputs = [part for name in ("t.html", "t.md", "t.csv", "t.json") for part in ("-o", name)]
    ended = botassay("sentiment", "dialogs", "talk.csv", *outputs, "--json")
    assert ended.code == 0, ended.err
    assert (tmp_path / "t.json").read_text() == ended.out
    page = Outline((tmp_path / "t.html").read_text()).text
    assert "Sentiment goes with the user's group: what the bot says (by vader)." in page
    assert "vader male / female +" in page
    for title in ("Words of an utterance", "Stop words of an utterance", "Utterances of a conversation", "Turns of a"):
        assert title in page
    assert "Utterances of the user in each conversation, of the 1 in the longest" in page
    assert "| user, female | 8 |" in (tmp_path / "t.md").read_text()
    table = [*csv.DictReader((tmp_path / "t.csv").read_text().splitlines())]
    assert [(row["role"], row["group"]) for row in table] == [
        (role, group) for group in ("female", "male", "all") for role in ("user", "bot")
    ]
    assert [one["user"] for one in json.loads(ended.out)["each"]] == [1] * 16


def test_nothing_sure_is_said_to_be_so(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.csv").write_text(TALK.replace("Well done! That is wonderful.", "Try again."))
    assert botassay("sentiment", "dialogs", "talk.csv", "-o", "t.html").code == 0
    assert "No sure sign that sentiment goes with the user's group." in Outline((tmp_path / "t.html").read_text()).text


@pytest.mark.parametrize("name", ["evil rating", "evil dialogs"])
def test_hostile_names_stay_text(name: str) -> None:
    source = sentiment_leaflets()[name].html()
    harmless = Outline(sentiment_leaflets()[name.removeprefix("evil ")].html())
    assert Outline(source).tags <= harmless.tags | {"bdi"}
    assert "\x1b" not in source
    assert "\u202e" not in source
