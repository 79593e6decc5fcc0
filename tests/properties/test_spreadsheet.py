"""Rows of text: whichever way they are written, the same comes back, and nothing is a formula."""

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from botassay.identity.grammar.sampling import tidy
from botassay.io.csv_safe import csv_table, csv_texts, guarded, unguarded

CELLS = st.text(st.sampled_from("aé1 _,;\"'\r\n\t=+-@\u200b"), max_size=8) | st.text(max_size=8)
TEXTS = st.lists(CELLS, max_size=6)
SPACED = st.text(st.sampled_from("ab ,.!?"), max_size=12)


@given(texts=TEXTS, beside=st.lists(CELLS, max_size=3))
def test_texts_are_written_as_a_table_of_guarded_texts(texts: list[str], beside: list[str]) -> None:
    if beside or "" not in texts:  # a row of nothing but an empty cell is written as two quotes
        assert csv_texts(texts, *beside) == csv_table([guarded(text), *beside] for text in texts)


@given(table=st.lists(st.lists(CELLS, min_size=2, max_size=3), max_size=5))
def test_a_table_comes_back_as_it_was(table: list[list[str]]) -> None:
    assert list(csv.reader(io.StringIO(csv_table(table), newline=""))) == table


@given(text=CELLS)
def test_a_guard_is_taken_away_again(text: str) -> None:
    assert unguarded(guarded(text)) == text


@given(text=SPACED)
def test_a_tidy_text_stays_as_it_is(text: str) -> None:
    once = tidy(text)
    assert tidy(once) == once
    assert once == once.strip(" ")
    assert not any(pair in once for pair in ("  ", " ?", " ,", " .", " !"))
    assert once.replace(" ", "") == text.replace(" ", "").lstrip(",.")
