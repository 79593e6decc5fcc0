"""The lists of words behind B: their files, and how they are found in a sentence."""

import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.trust.bias.bias_lexicon import CLASSES
from botassay.trust.bias.wordlists import Hit, WordLists, tokens

LISTS = WordLists.of(
    {
        "partisan": ["far left", "the far left", "far-right", "elite*"],
        "value": ["left", "elites", "moral"],
        "strong": ["disgrac*", "disgraceful", "let's face it"],
    }
)


def lines(name: str) -> list[str]:
    return files("botassay.trust.bias").joinpath(f"words/{name}.txt").read_text("utf-8").splitlines()


def entries(name: str) -> list[str]:
    return [line for line in lines(name) if not line.startswith("#")]


@pytest.mark.parametrize("name", CLASSES)
def test_a_list_says_where_it_comes_from_and_is_well_formed(name: str) -> None:
    listed = entries(name)
    header = " ".join(line for line in lines(name) if line.startswith("#"))
    assert "Source: " in header
    assert "Licence: " in header
    assert len(listed) >= 30
    assert listed == sorted(set(listed))
    for entry in listed:
        assert re.fullmatch(r"[^\W_]{3,}\*|[^\W_]+('[^\W_]+)*( [^\W_]+('[^\W_]+)*)*", entry), entry
        assert entry == entry.lower()


def test_no_word_is_strong_and_weak_or_strong_and_a_value_word() -> None:
    strong = WordLists.shipped(["strong"])
    for name in ("weak", "value"):
        assert [entry for entry in entries(name) if " " not in entry and list(strong.hits([entry.rstrip("*")]))] == []


def test_words_are_lower_case_without_hyphens_and_owners() -> None:
    assert tokens("The Far-Left’s scheme ISN'T 3.5") == ["the", "far", "left", "scheme", "isn't", "3", "5"]


def test_the_longest_phrase_comes_first_and_takes_its_words() -> None:
    assert list(LISTS.hits(tokens("the far-left left"))) == [
        Hit("the far left", ("partisan",)),
        Hit("left", ("value",)),
    ]
    assert list(LISTS.hits(tokens("Far left, far. Right"))) == [
        Hit("far left", ("partisan",)),
        Hit("far right", ("partisan",)),
    ]
    assert list(LISTS.hits(tokens("Let's face it!"))) == [Hit("let face it", ("strong",))]


def test_a_word_that_is_listed_and_matched_by_a_wildcard_counts_once() -> None:
    assert list(LISTS.hits(["disgraceful", "disgraced"])) == [
        Hit("disgraceful", ("strong",)),
        Hit("disgraced", ("strong",)),
    ]


def test_a_word_may_belong_to_several_classes_and_counts_each_time_it_occurs() -> None:
    assert list(LISTS.hits(["elites", "elites"])) == [Hit("elites", ("value", "partisan"))] * 2


def test_a_wildcard_stands_for_words_only() -> None:
    assert list(LISTS.hits(["delite", "eli", "elite"])) == [Hit("elite", ("partisan",))]


@given(st.lists(st.sampled_from(["the", "far", "left", "right", "moral", "disgraceful", "x"]), max_size=12))
def test_every_word_is_found_once_at_the_most(sentence: list[str]) -> None:
    found = [word for hit in LISTS.hits(sentence) for word in hit.text.split()]
    rest = iter(sentence)
    assert all(word in rest for word in found)  # in this order
