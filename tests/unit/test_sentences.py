"""Where sentences end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.trust.bias.sentence_splitter import LONGEST, sentences


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("hello. how are you", ["hello.", "how are you"]),
        ("It costs 3.5 dollars, or 200,000.50. Fine.", ["It costs 3.5 dollars, or 200,000.50.", "Fine."]),
        ("See www.example.org for more.", ["See www.example.org for more."]),
        ("Dr. Lee met Mr. Poe and Prof. J. R. Kay.", ["Dr. Lee met Mr. Poe and Prof. J. R. Kay."]),
        ("The U.S. Senate met.", ["The U.S. Senate met."]),
        ("We open at 9 a.m. and close at 5 p.m. Come by!", ["We open at 9 a.m. and close at 5 p.m.", "Come by!"]),
        ("Well... maybe. Hm… Yes.", ["Well... maybe.", "Hm…", "Yes."]),
        ("The answer is no. See no. 5.", ["The answer is no.", "See no. 5."]),
        ("It was in 2015. Then it closed.", ["It was in 2015.", "Then it closed."]),
        ("1. Pizza\n2. Soup", ["1. Pizza", "2. Soup"]),
        ("So do I. So does she.", ["So do I.", "So does she."]),
        ('She said "no." Then she left.', ['She said "no."', "Then she left."]),
        ("What?! Really?", ["What?!", "Really?"]),
        ("a line\nanother\r\n\r\na third", ["a line", "another", "a third"]),
        ("", []),
        (" \n\t", []),
        ("...", ["..."]),
    ],
)
def test_a_text_is_cut_into_sentences(text: str, cut: list[str]) -> None:
    assert list(sentences(text)) == cut


@given(st.text(alphabet="ab .!?…\"'\n1", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    assert [word for sentence in sentences(text) for word in sentence.split()] == text.split()


@pytest.mark.parametrize("text", ["!" * 200_000, ".'" * 100_000, ". " * 100_000, "word " * 100_000, "a. " * 100_000])
def test_long_texts_take_linear_time(text: str) -> None:
    assert all(len(sentence.split()) <= LONGEST for sentence in sentences(text))
