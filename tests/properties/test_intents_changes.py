"""What changed between two states of the data: what is taken from the one and put to it gives the other."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from botassay.intents.changes import changes
from botassay.intents.phrases import Phrase

STATES = st.lists(
    st.builds(Phrase, st.sampled_from("abcdefgh"), st.sampled_from(["x", "y", "z", None]), st.just("file:1")),
    max_size=12,
)


@given(STATES, STATES)
def test_the_changes_lead_from_one_state_to_the_other(before: list[Phrase], after: list[Phrase]) -> None:
    found = changes(before, after)
    called = {one.before: one.after for one in found.intents_renamed}
    state = Counter((one.text, called.get(one.intent or "", one.intent)) for one in before)
    for one in (*found.phrases_removed, *found.phrases_moved):
        state[one.text, one.before] -= 1
    for one in (*found.phrases_added, *found.phrases_moved):
        state[one.text, one.after] += 1
    assert +state == Counter((one.text, one.intent) for one in after)
    assert min(state.values(), default=0) >= 0
    assert len(after) - len(before) == found.added - found.removed


@given(STATES, STATES)
def test_backwards_the_same_phrases_come_that_went(before: list[Phrase], after: list[Phrase]) -> None:
    there, back = changes(before, after), changes(after, before)
    assert (there.added, there.removed) == (back.removed, back.added)
    assert (there.intents_added, there.intents_removed) == (back.intents_removed, back.intents_added)
