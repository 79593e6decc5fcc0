"""Hypothesis strategies for the things of the house."""

from hypothesis import strategies as st

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.evidence import GRAINS, Evidence, Notebook
from botassay.core.results import Graded
from botassay.core.scale import Scale

CODES = ("AL", "B", "CC", "IL", "ID")

levels = st.sampled_from(Scale().levels)
"""Levels of the default scale."""

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
"""Any text that can be written as UTF-8."""


@st.composite
def dialogs(draw: st.DrawFn, *, name: str = "d") -> Dialog:
    """A short dialog, some of it silent."""
    utterance = st.builds(Utterance, st.sampled_from(Role), st.one_of(texts, st.sampled_from(["", " ", "hello you"])))
    return Dialog(name, tuple(draw(st.lists(utterance, max_size=6))), ignored=draw(st.integers(0, 3)))


@st.composite
def corpora(draw: st.DrawFn) -> list[Dialog]:
    """A few dialogs with ids of their own."""
    return [draw(dialogs(name=f"d{n}")) for n in range(draw(st.integers(0, 6)))]


@st.composite
def evidence(draw: st.DrawFn) -> Evidence:
    """Evidence of a few dialogs, with ties among its findings."""
    notes = Notebook("AL")
    for _ in range(draw(st.integers(0, 4))):
        dialog = draw(st.sampled_from(["a", "b", "c", "d"]))
        values = draw(st.lists(st.integers(0, GRAINS), max_size=3))
        notes.dialog(draw(st.sampled_from(["AL.mean", "AL.flagged"])), values)
        for place, value in enumerate(values):
            notes.value(value)
            notes.label(draw(st.sampled_from(["x", "y"])))
            notes.finding(dialog, place, value, draw(st.sampled_from(["t", "u"])))
    return notes.evidence()


@st.composite
def graded(draw: st.DrawFn, least: int = 1) -> dict[str, Graded]:
    """Levels of one to five issues, each with a risk that fits it."""
    codes = CODES[: draw(st.integers(least, len(CODES)))]
    return {code: draw(_grade()) for code in codes}


@st.composite
def _grade(draw: st.DrawFn) -> Graded:
    level = draw(levels)
    within = draw(st.floats(0, 0.999))
    return Graded(level, (level.rank + within) / len(Scale().names))
