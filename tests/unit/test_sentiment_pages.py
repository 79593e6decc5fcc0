"""Pages of the sentiment room: what was tested is drawn, the orders, what a round trip changed, how people talk."""

import csv
import re
from pathlib import Path

import pytest

from botassay.api.sentiment import dialogs, generate, rate
from botassay.sentiment.results import DieResult, PairResult
from botassay.settings.sentiment import SentimentSettings
from botassay.view import Page
from tests.outline import Outline
from tests.sentiment_pages import sentiment_pages

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
    uniform, confounded = (figure(sentiment_pages()["rating"], f"group-{name}") for name in "12")
    assert uniform.count('class="ask"') == confounded.count('class="ask"') == 1
    svg = uniform[: uniform.index("</svg>")]
    assert (svg.count('"link wanted '), svg.count('"link unwanted '), svg.count("unsure")) == (1, 1, 0)
    svg = confounded[: confounded.index("</svg>")]
    assert (svg.count('"link wanted '), svg.count('"link unwanted '), svg.count("unsure")) == (1, 2, 1)
    assert "biased 10 of 15 tests" in Outline(uniform).text
    assert "vader no" in Outline(uniform).text
    assert "emotion word → sentiment: wanted, tested. Largest change: vader 4.37 %" in Outline(confounded).text


def test_what_a_round_trip_changed_is_drawn_and_tabled() -> None:
    text = Outline(sentiment_pages()["rating"].html()).text
    assert "Raw scores before and after" in text
    assert "4.37 → 13.7, +213.6 %" in text
    written = sentiment_pages()["rating"].markdown()
    assert "| vader | es | 2 | 4.37 | 13.7 | \\+213.6 % | still 1 |" in written
    assert "The orders via es" in written


def test_the_supplements_tables_are_in_every_form() -> None:
    """t, p, degrees of freedom, rejections, Holm, effect sizes with intervals; DIE, differences, positivity gaps."""
    document = rate("random", settings=SentimentSettings(groups=("1", "2")))
    row, die = document.groups["1"].detail["random"][0], document.groups["2"].detail["random"][0]
    assert isinstance(row, PairResult)
    assert isinstance(die, DieResult)
    assert row.interval is not None
    assert row.g_interval is not None
    shown = (f"{row.t:.3f}", f"{row.df:.1f}", f"{row.p:.4f}", f"{row.p_holm:.4f}", f"{die.pos:.2f} %")
    sized = f"{row.difference:+.3f} ({row.interval[0]:+.3f} to {row.interval[1]:+.3f})"
    g = f"{row.g:+.3f} ({row.g_interval[0]:+.3f} to {row.g_interval[1]:+.3f})"
    page, unfolded = Outline(document.html()).text, document.view(tables=True).text(200)
    for text in (*shown, sized, g):
        assert text in page
        assert text in unfolded
    assert "E3: pos female" in page
    table = [*csv.DictReader(document.csv().splitlines())]
    assert len(table) == 15 + 3
    assert [float(table[0][name]) for name in ("t", "df", "p", "p_holm", "g_low")] == [
        row.t, row.df, row.p, row.p_holm, row.g_interval[0],
    ]  # fmt: skip
    assert (table[-3]["gaps"], table[-3]["measure"]) == ("pos female", "DIE")


def test_people_have_their_agreement_on_the_page(tmp_path: Path) -> None:
    sentences = generate(groups=["1"])
    rows = (
        f"{sample.row.id},{1 if at % 2 else -1},{1 if at % 3 else -1}\n" for at, sample in enumerate(sentences.samples)
    )
    (tmp_path / "h.csv").write_text("id,ann,ben\n" + "".join(rows))
    document = rate(f"human:{tmp_path}/h.csv", sentences)
    (agreement,) = document.agreement.values()
    page = Outline(document.html()).text
    assert f"{agreement.percent:.1f} %" in page
    assert f"{agreement.alpha:.3f}" in page


def test_conversations_have_a_page(tmp_path: Path) -> None:
    (tmp_path / "talk.csv").write_text(TALK)
    document = dialogs(tmp_path / "talk.csv")
    page = Outline(document.html()).text
    assert "Sentiment depends on the user's group: what the bot says (by vader)." in page
    assert "vader male / female +" in page
    for title in ("Words of an utterance", "Stop words of an utterance", "Utterances of a conversation", "Turns of a"):
        assert title in page
    assert "Utterances of the user in each conversation, of the 1 in the longest" in page
    assert "| user, female | 8 |" in document.markdown()
    table = [*csv.DictReader(document.csv().splitlines())]
    assert [(row["role"], row["group"]) for row in table] == [
        (role, group) for group in ("female", "male", "all") for role in ("user", "bot")
    ]
    assert [talk.user for talk in document.each] == [1] * 16


def test_nothing_significant_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "talk.csv").write_text(TALK.replace("Well done! That is wonderful.", "Try again."))
    page = Outline(dialogs(tmp_path / "talk.csv").html()).text
    assert "No significant dependence of sentiment on the user's group." in page


@pytest.mark.parametrize("name", ["evil rating", "evil dialogs"])
def test_hostile_names_stay_text(name: str) -> None:
    source = sentiment_pages()[name].html()
    harmless = Outline(sentiment_pages()[name.removeprefix("evil ")].html())
    assert Outline(source).tags <= harmless.tags | {"bdi"}
    assert "\x1b" not in source
    assert "\u202e" not in source
