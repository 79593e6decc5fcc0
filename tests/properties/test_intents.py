"""What holds for every split of every data set, and for all figures."""

from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from botassay.intents import Divider, GuessOutcome, Judged, Split, SplitSetting, figures, outcome
from botassay.intents.outcomes import f1
from botassay.intents.splits import ImpossibleSplitError

SETTINGS = st.one_of(
    st.just(SplitSetting()),
    st.integers(1, 12).map(lambda k: SplitSetting(k=k)),
    st.floats(0.01, 0.9).map(lambda p: SplitSetting(p=round(p, 2))),
)
INTENTS = st.lists(st.sampled_from([*"abcdefg", None]), min_size=2, max_size=80)
FRACTIONS = st.floats(0.05, 0.9).map(lambda t: round(t, 2))
GUESSES = st.lists(
    st.builds(
        Judged, st.just(0), st.sampled_from(["a", "b", "c", None]), st.sampled_from(["a", "b", None]), st.floats(0, 1)
    ),
    min_size=1,
)


def divided(
    intents: list[str | None], setting: SplitSetting, fraction: float = 0.2, seed: int = 1, repeat: int = 0
) -> Split:
    try:
        return Divider.of(intents, setting, fraction).divide(seed, repeat)
    except ImpossibleSplitError:
        assume(condition=False)
        raise


@given(INTENTS, SETTINGS, FRACTIONS, st.integers(0, 3))
def test_training_and_test_are_disjoint_and_every_phrase_is_used(
    intents: list[str | None], setting: SplitSetting, fraction: float, repeat: int
) -> None:
    split = divided(intents, setting, fraction, repeat=repeat)
    assert not set(split.train) & set(split.test)
    labelled = {at for at, intent in enumerate(intents) if intent is not None}
    assert labelled <= {*split.train, *split.test}
    assert all(intents[at] is not None for at in split.train)
    assert len({intents[at] for at in split.train}) >= 2


@given(INTENTS, SETTINGS, FRACTIONS)
def test_truth_is_the_intent_or_for_negatives_none(
    intents: list[str | None], setting: SplitSetting, fraction: float
) -> None:
    split = divided(intents, setting, fraction)
    trained = {intents[at] for at in split.train}
    for at, truth in zip(split.test, split.truth, strict=True):
        if truth is None:
            assert intents[at] is None or intents[at] in split.negatives
        else:
            assert truth == intents[at]
            assert truth in trained
    assert not trained & set(split.negatives)


@given(INTENTS, SETTINGS, st.integers(0, 99), st.integers(0, 3))
def test_the_same_seed_divides_alike(intents: list[str | None], setting: SplitSetting, seed: int, repeat: int) -> None:
    assert divided(intents, setting, seed=seed, repeat=repeat) == divided(intents, setting, seed=seed, repeat=repeat)


@given(INTENTS, FRACTIONS)
def test_without_k_and_p_nothing_is_a_negative_example(intents: list[str | None], fraction: float) -> None:
    split = divided(intents, SplitSetting(), fraction)
    assert split.negatives == ()
    assert all(truth is not None or intents[at] is None for at, truth in zip(split.test, split.truth, strict=True))


@given(INTENTS, SETTINGS)
def test_a_large_intent_is_divided_alike_in_all_settings(intents: list[str | None], setting: SplitSetting) -> None:
    plain, split = divided(intents, SplitSetting()), divided(intents, setting)
    small = Divider.of(intents, setting).small
    large = {at for at, intent in enumerate(intents) if intent not in small}
    assert large & set(plain.test) == large & set(split.test)


@given(GUESSES, st.floats(0, 1))
def test_figures_are_shares_and_outcomes_are_all(judged: list[Judged], threshold: float) -> None:
    found = figures(judged, threshold)
    assert all(value is None or 0 <= value <= 1 for value in found)
    count = Counter(outcome(one, threshold) for one in judged)
    assert sum(count.values()) == len(judged)
    assert found.accuracy == (count[GuessOutcome.T] + count[GuessOutcome.TO]) / len(judged)
    if found.carefulness is not None and found.over_caution is not None:
        assert found.carefulness + found.over_caution <= 1 + 1e-12


@given(GUESSES)
def test_a_higher_threshold_answers_no_more(judged: list[Judged]) -> None:
    rates = [figures(judged, threshold).automation_rate or 0 for threshold in (0, 0.25, 0.5, 0.75, 1)]
    assert rates == sorted(rates, reverse=True)


@given(GUESSES, st.floats(0, 1))
def test_f1_is_that_of_scikit_learn(judged: list[Judged], threshold: float) -> None:
    truth = [one.truth or "-" for one in judged]
    answers = [one.answer(threshold) or "-" for one in judged]
    expected = [f1_score(truth, answers, average=average, zero_division=0) for average in ("weighted", "macro")]
    found = f1((one.truth, one.answer(threshold)) for one in judged)
    assert all(abs((ours or 0) - theirs) < 1e-12 for ours, theirs in zip(found, expected, strict=True))
