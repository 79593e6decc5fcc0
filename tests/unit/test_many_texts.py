"""Work on many texts at once: equal to work on each, and what the fast test rules out has nothing of what is sought."""

import re
from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st

from botassay.core.remembered import Remembered
from botassay.core.text import folding
from botassay.core.text.disguises import may_be_disguised
from botassay.core.text.folding import fold, fold_all
from botassay.core.text.runs import runs
from botassay.encoder import UnitKind, units
from botassay.trust.abuse import insulting_phrases
from botassay.trust.abuse.direct_insults import insults_directly, may_insult

DISGUISING = st.lists(
    st.sampled_from([*"abi tou013457@$!|*#26._-/\n ~", "stupid", "1d10t", "i d i o t", "fool", "ooo", "\u0456", "é"]),
    max_size=24,
).map("".join)


@given(st.lists(DISGUISING, max_size=4))
@example(["i d i o t", "i", "d i o t"])
@example(["stu!p!d", "b!$h", "a!"])
@example([""])
@settings(max_examples=400)
def test_what_may_not_be_disguised_is_folded_to_itself(texts: list[str]) -> None:
    for text, may_be in zip(texts, may_be_disguised(texts), strict=True):
        assert may_be or folding._folded(text) == text


def test_service_talk_may_not_be_disguised() -> None:
    talk = ["I have 10:30 am, for $45.50 - is it OK?", "Dial 555-0100. A or B?", "Great! That is flight A 42."]
    assert may_be_disguised([*talk, "sh1t"]) == [False, False, False, True]


@given(st.lists(DISGUISING, max_size=12))
def test_many_texts_are_folded_as_each_is(texts: list[str]) -> None:
    folding._folded_briefly.cache_clear()
    many = fold_all([*texts, "i d i o t" * 100])
    assert many == [folding._folded(text) for text in [*texts, "i d i o t" * 100]]
    assert many[:-1] == list(map(fold, texts))


@given(st.text(alphabet="ab_'’é1 .\n\x1c\u00b2", max_size=12))
def test_ascii_is_cut_as_the_expression_cuts_all(text: str) -> None:
    assert runs(text) == re.findall(r"\w+", text)


SAID = st.lists(
    st.sampled_from(
        [
            "you ",
            "are ",
            "an ",
            "idiot",
            "fool",
            ". ",
            "! ",
            "? ",
            "\n",
            "- ",
            "'",
            "half-wit",
            "Mr. ",
            "shut up",
            "Yes",
        ]
    ),
    max_size=80,
).map("".join)


@given(SAID, st.lists(SAID, max_size=2))
def test_the_words_of_sentences_stand_in_the_whole(said: str, buttons: list[str]) -> None:
    parts = units(said, tuple(buttons))
    shown = [unit.text for unit in parts if unit.kind is not UnitKind.SENTENCE]
    assert {run for unit in parts for run in runs(unit.text)} <= {run for text in shown for run in runs(text)}


def test_what_finds_an_insult_may_be_one() -> None:
    for form in insulting_phrases.forms():
        assert may_insult(form.finds)
        assert insults_directly(form.finds)
        assert list(insulting_phrases.phrases_found(form.finds.lower(), set(runs(form.finds.lower()))))


def test_each_is_worked_out_once_until_all_are_forgotten() -> None:
    asked: list[int] = []

    def square(numbers: Sequence[int]) -> list[int]:
        asked.extend(numbers)
        return [number**2 for number in numbers]

    squares = Remembered(square, most=2)
    assert squares([1, 2, 1]) == [1, 4, 1]
    assert squares([2, 3]) == [4, 9]
    assert asked == [1, 2, 3]
    assert squares.of(2) == 4, "more than two are remembered: they go with the next call"
    assert squares([1]) == [1]
    assert asked == [1, 2, 3, 1]
    assert squares.cache_parameters() == {"maxsize": 2}
    squares.cache_clear()
    assert squares.of(1) == 1
    assert asked == [1, 2, 3, 1, 1]
