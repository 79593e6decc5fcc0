"""Folding: disguises are undone, and what is none stays as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.text.folding import fold

DISGUISED = [
    ("You \u0456d\u0456ot", "You idiot"),  # Cyrillic
    ("\u0399D\u0399\u039f\u03a4", "IDIOT"),  # Greek
    ("\uff49\uff44\uff49\uff4f\uff54", "idiot"),  # full width
    ("\U0001d422\U0001d41d\U0001d422\U0001d428\U0001d42d", "idiot"),  # mathematical bold
    ("id\u200bi\u00ado\u2060t", "idiot"),  # without a width
    ("i\u0336d\u0336i\u0336o\u0336t", "idiot"),  # struck through
    ("\u00efd\u00ef\u00f6t", "idiot"),
    ("you \u202etoidi\u202c!", "you idiot!"),
    ("you i d i o t", "you idiot"),
    ("i.d.i.o.t", "idiot"),
    ("y o u a r e s t u p i d", "you are stupid"),
    ("i_d_i_o_t", "idiot"),
    ("i  d  i  o  t", "idiot"),
    ("you i/d/i/o/t", "you idiot"),
    ("i\u00b7d\u00b7i\u00b7o\u00b7t", "idiot"),
    ("i \U0001f44f d \U0001f44f i \U0001f44f o \U0001f44f t", "idiot"),
    ("\u026a\u1d05\u026a\u1d0f\u1d1b", "idiot"),  # small capitals
    ("\U0001f178\U0001f173\U0001f178\U0001f17e\U0001f183", "idiot"),  # in squares
    ("i\u0111i\u00f8t", "idiot"),  # with strokes
    ("id\u3164iot", "idiot"),  # with a filler that nobody sees
    ("\u2067\u202etoidi\u2069!", "idiot!"),
    ("1d10t", "idiot"),
    ("$tup1d!", "stupid!"),
    ("you @sshole", "you asshole"),
    ("b1tch, please", "bitch, please"),
    ("f*ck off, you sh**", "fuck off, you shit"),
    ("a**hole", "asshole"),
    ("you are stuuuupid", "you are stupid"),
    ("\u201cdon\u2019t\u201d", '"don\'t"'),
]
PLAIN = [
    "Room 101 on the 5th floor, $100 a night, from 10am to 3pm.",
    "Use C3PO, mp3, h264, B2B and covid19; mail to a@b.example or @ann.",
    "The 1st and the 3rd of May, 24/7, 4x4, 90s, 747s.",
    "Rated 5* in the A*B test, C# and F#, 2*3*4.",
    "U.S. and U.K., e.g. Washington D.C., www.example.org, III, zzz",
    "Hello! Wow!! Really?!",
    "Привет, как дела?",
    "你好",
    "an A B C of it",
    "Answer a, b, c, d or e: A/B, and/or, 1/2.",
    "snake_case and a_b, x | y",
    "Straße",
]


@pytest.mark.parametrize(("shown", "plain"), DISGUISED)
def test_a_disguise_is_undone(shown: str, plain: str) -> None:
    assert fold(shown) == plain


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_no_disguise_stays(text: str) -> None:
    assert fold(text).replace("и\u0306", "й") == text


@given(st.text())
def test_any_text_can_be_folded_and_written(text: str) -> None:
    assert fold(text).encode().decode() == fold(text)


LONG = ["a" * 200_000, "a " * 100_000, "i d i o t " * 20_000, "@1" * 100_000, "f*" * 100_000, "\u202ea" * 100_000]


@pytest.mark.parametrize("text", LONG)
def test_long_text_takes_no_longer_than_it_is(text: str) -> None:
    assert len(fold(text)) <= 2 * len(text)
