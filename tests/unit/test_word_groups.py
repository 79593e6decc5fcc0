"""Word groups: studies add up in place as they do anew, and the frequent groups of all strata are found."""

from collections import Counter
from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from botassay.grading.unit_result import SingleSum
from botassay.trust.complexity import domain_terms
from botassay.trust.complexity.domain_terms import LEAST_DIALOGS, Study

TALKS = st.lists(
    st.tuples(
        st.integers(0, 10**6).map(str), st.lists(st.sampled_from(["boot disk", "grub", "boot disk grub", "the"]))
    ),
    max_size=12,
    unique_by=lambda talk: talk[0],
)


def study_of(talks: list[tuple[str, list[str]]], most: int = 1_000_000) -> Study:
    study = Study(most)
    for name, texts in talks:
        study.dialog(name, texts)
    return study


@given(TALKS)
def test_groups_are_counted_by_occurrence_and_by_dialog(talks: list[tuple[str, list[str]]]) -> None:
    counts, dialogs = Counter[str](), Counter[str]()
    for _, texts in talks:
        here = [group for text in texts for group in domain_terms._groups(text.split())]
        counts.update(here)
        dialogs.update(set(here))
    frequent = {group: count for group, count in counts.items() if dialogs[group] >= LEAST_DIALOGS}
    found = list(study_of(talks)._frequent())
    assert dict(found) == frequent
    assert len(found) == len(frequent)


@given(st.lists(TALKS, max_size=4), st.integers(1, 6))
def test_a_sum_in_place_is_the_sum_of_all_and_leaves_the_parts_alone(
    parts: list[list[tuple[str, list[str]]]], most: int
) -> None:
    studies = [study_of(talks, most) for talks in parts]
    before = deepcopy(studies)
    sums, anew = SingleSum[Study](), Study(most)
    for study in studies:
        sums.add(study)
        anew = anew + study
    assert studies == before
    assert (sums.total() or Study(most)) == anew
