"""What is written can be read again, and gives the same bytes."""

from hypothesis import assume, given
from hypothesis import strategies as st

from botassay.core.dialog import Dialog
from botassay.core.results import Report
from botassay.core.scale import Scale
from botassay.rating.formats import draw
from botassay.rating.formats.document import JsonReport, read
from botassay.testing import sample_assessment
from botassay.view.escape import markdown, visible
from tests.strategies import dialogs, texts


@given(texts, st.sampled_from(["low", "medium", "high"]))
def test_a_rating_survives_its_file(text: str, level: str) -> None:
    written = draw(JsonReport(), Report((sample_assessment(text, level),)))
    again = read(written, "here")
    assert draw(JsonReport(), again) == written
    assert again.ratings[0].subject.name == text


@given(st.lists(texts, min_size=2, max_size=3))
def test_several_ratings_survive_their_file(subjects: list[str]) -> None:
    written = draw(JsonReport(), Report(tuple(map(sample_assessment, subjects))))
    again = read(written, "here")
    assert draw(JsonReport(), again) == written


@given(st.text())
def test_inert_text_steers_nothing(text: str) -> None:
    for shown in (visible(text), markdown(text)):
        assert not any(ord(mark) < 32 or 127 <= ord(mark) < 160 for mark in shown)
        assert "\u202e" not in shown


@given(dialogs())
def test_turns_hold_every_utterance_once_and_in_order(dialog: Dialog) -> None:
    turns = list(dialog.turns())
    assert tuple(u for turn in turns for u in (*turn.user, *turn.bot)) == dialog.utterances
    assert all(turn.user or turn.bot for turn in turns)
    assert all(turn.user for turn in turns[1:])
    assert all(turn.bot for turn in turns[:-1])


@given(st.floats(0, 1), st.floats(0.01, 0.49), st.floats(0.5, 1))
def test_spreading_a_value_keeps_its_level(value: float, first: float, second: float) -> None:
    assume(min(abs(value - first), abs(value - second)) > 1e-6)
    scale = Scale()
    assert scale.level(scale.spread(value, (first, second))) == scale.level(value, (first, second))


@given(st.floats(0, 1), st.floats(0, 1))
def test_spreading_is_monotone(one: float, other: float) -> None:
    scale = Scale()
    low, high = sorted((one, other))
    assert scale.spread(low, (0.02, 0.10)) <= scale.spread(high, (0.02, 0.10)) + 1e-12
