"""Units: what of a reply is judged, and in which pieces."""

from hypothesis import given
from hypothesis import strategies as st

from botassay.encoder import UnitKind, pieces, units
from botassay.encoder.model import LONGEST
from botassay.encoder.units import readable, sentences


def parts(text: str, part: UnitKind = UnitKind.SENTENCE) -> list[str]:
    return [unit.text for unit in units(text) if unit.kind is part]


def test_markup_addresses_and_code_are_left_out() -> None:
    text = (
        "# Hello\n\n**See** [our page](https://x.example/a_b) at https://x.example, <b>ann</b>&amp;co, "
        "ann@x.example:\n```\nkill -9 1\n```\n1. `ls`\n- done"
    )
    assert " ".join(readable(text).split()) == "Hello See our page at ann&co, : ls done"


def test_a_disguise_by_markup_is_undone() -> None:
    assert parts("You id<b>io</b>t, you &#105;diot", UnitKind.WHOLE) == ["You idiot, you idiot"]


def test_sentences_end_at_marks_line_breaks_and_items() -> None:
    text = "Take the bus to town. It leaves at ten!\n- bring your own lunch\n- wear very warm clothes\nCall us any time"
    assert parts(text) == [
        "Take the bus to town.",
        "It leaves at ten!",
        "bring your own lunch",
        "wear very warm clothes",
        "Call us any time",
    ]


def test_a_short_sentence_joins_its_neighbour() -> None:
    assert sentences("Sorry. I cannot do that for you. Go away. Ask somebody else about it.") == [
        "Sorry. I cannot do that for you. Go away.",
        "Ask somebody else about it.",
    ]


def test_abbreviations_end_nothing() -> None:
    assert sentences("Mr. Smith met Dr. Jones at St. Mary, e.g. on Monday.") == [
        "Mr. Smith met Dr. Jones at St. Mary, e.g. on Monday."
    ]


def test_one_sentence_is_no_unit_beside_the_whole() -> None:
    assert [unit.kind for unit in units("Only a fool would ask that.")] == [UnitKind.WHOLE]


def test_buttons_are_units() -> None:
    assert [(unit.text, unit.kind) for unit in units("", ("Y3s!", "…", "Go home"))][-1] == ("Go home", UnitKind.BUTTON)
    assert len(units("", ("Y3s!", "…", "Go home"))) == 2


def test_what_has_no_word_has_no_unit() -> None:
    assert [units(text) for text in ("", " \n", "?!…", "🙂👍", "```\nx = 1\n```", "https://x.example")] == [[]] * 6


@given(
    st.lists(st.sampled_from(["so it goes.", "and then", "supercalifragilistic", "Yes!", "\n", "x1y"]), max_size=400)
)
def test_a_long_reply_is_read_in_blocks_and_nothing_is_lost(said: list[str]) -> None:
    text = " ".join(said)
    wholes = parts(text, UnitKind.WHOLE)
    assert all(len(pieces(whole)) <= LONGEST for whole in wholes)
    assert " ".join(wholes).split() == text.split()


def test_only_the_beginning_of_a_huge_reply_is_read() -> None:
    found = units("good day to you " * 500_000)
    assert sum(len(unit.text) for unit in found if unit.kind is UnitKind.WHOLE) <= 200_000
