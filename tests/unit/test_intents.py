"""Evaluating a classifier: trials, intervals, curves, and the list of what to change."""

from collections.abc import Sequence
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import InputError, InternalError, UsageError
from botassay.intents import Judged, SplitSetting, figures
from botassay.intents.advice import ConfusionMatrix, mislabelled, pairs, swallowing, too_small
from botassay.intents.classifiers.baselines import Majority
from botassay.intents.classifiers.linear import TfIdfLr
from botassay.intents.evaluation import SplitTrial, plan, trials
from botassay.intents.near_duplicates import bag, near_duplicates
from botassay.intents.phrases import Phrase, sound
from botassay.intents.splits import PAPER_SETTINGS, sizes
from botassay.intents.summary import estimate, summary
from botassay.plugins.protocols import Guess
from botassay.testing import ParrotClassifier

TOPICS = {"pay": "pay the bill", "block": "block my card", "parcel": "where is my parcel", "job": "apply for a job"}
COUNTS = {"pay": 20, "block": 15, "parcel": 12, "job": 4}


def phrases_of(counts: dict[str, int]) -> list[Phrase]:
    return [
        Phrase(f"{TOPICS.get(name, name)} number{at}", name, f"data.csv:{at}")
        for name, n in counts.items()
        for at in range(n)
    ]


PHRASES = phrases_of(COUNTS)


def trial(*judged: Judged, n_train: int = 40, setting: SplitSetting = PAPER_SETTINGS[1]) -> SplitTrial:
    return SplitTrial(setting, 0, n_train, judged, (), 0.1, 0.1)


def test_trials_run_through_all_settings_and_repeats() -> None:
    planned = plan(PHRASES, repeats=3)
    done = list(trials(TfIdfLr(), PHRASES, planned))
    assert [(one.repeat, one.setting) for one in done] == [(n, s) for n in range(3) for s in PAPER_SETTINGS]
    assert planned.total == 9
    plain = summary(SplitSetting(), [one for one in done if one.setting == SplitSetting()])
    assert plain.accuracy is not None
    assert plain.accuracy.value > 0.9
    assert (plain.n_test, plain.n_negative, plain.repeats) == (10, 0, 3)
    negative = summary(PAPER_SETTINGS[1], [one for one in done if one.setting == PAPER_SETTINGS[1]])
    assert negative.n_negative > 0


def test_the_same_seed_gives_the_same_trials() -> None:
    planned = plan(PHRASES, repeats=2, seed=7)
    one, other = ([t.judged for t in trials(TfIdfLr(), PHRASES, planned)] for _ in range(2))
    assert one == other
    assert one != [t.judged for t in trials(TfIdfLr(), PHRASES, plan(PHRASES, repeats=2, seed=8))]


@pytest.mark.case("M35")
def test_a_setting_that_cannot_be_run_is_told_and_the_others_run() -> None:
    planned = plan(phrases_of({"pay": 12, "block": 8}), repeats=1)
    assert [*planned.dividers] == [SplitSetting(), SplitSetting(5)]
    assert "'block' (8 of 20 phrases)" in planned.impossible[SplitSetting(p=0.15)]


def test_nothing_that_can_be_run() -> None:
    with pytest.raises(InputError, match="no setting can be run"):
        plan(phrases_of({"pay": 3, "block": 3}), [SplitSetting(k=5)])
    with pytest.raises(UsageError, match="1 repeat"):
        plan(PHRASES, repeats=0)


def test_a_classifier_that_fails_is_blamed() -> None:
    class Broken(ParrotClassifier):
        def predict(self, texts: Sequence[str]) -> list[Guess]:
            raise KeyError(texts[0])

    with pytest.raises(InternalError, match="the classifier Broken failed: KeyError"):
        list(trials(Broken(), PHRASES, plan(PHRASES, repeats=1)))


def test_phrases_of_no_intent_are_tested_and_never_trained() -> None:
    phrases = [*PHRASES, *(Phrase(f"gibberish {n}", None, "x") for n in range(10))]
    done = list(trials(Majority(), phrases, plan(phrases, [SplitSetting()], repeats=2)))
    for one in done:
        assert sum(judged.truth is None for judged in one.judged) == 2
        assert one.n_train == len(PHRASES) - 10


# ── figures over repeats ────────────────────────────────────────────────────────────────────────────────────────────


def test_the_interval_allows_for_the_overlap_of_repeats() -> None:
    """By hand: s² = 0.01, R = 4, n_test/n_train = 1/4; t(3) = 3.1824."""
    done = [trial(*[Judged(0, "a", "a", 1.0)] * 10)] * 4
    found = estimate([0.4, 0.6, 0.5, 0.5], done)
    assert found is not None
    half = 3.182446305 * (0.02 / 3 * (1 / 4 + 1 / 4)) ** 0.5
    assert found.interval == pytest.approx((0.5 - half, 0.5 + half), abs=1e-6)


def test_without_spread_the_interval_is_wilsons() -> None:
    done = [trial(*[Judged(0, "a", "a", 1.0)] * 35)] * 3
    found = estimate([1.0, 1.0, 1.0], done)
    assert found is not None
    assert found.interval == pytest.approx((0.901, 1.0), abs=1e-3)
    assert estimate([], done) is None


JUDGED = st.builds(
    Judged, st.just(0), st.sampled_from(["a", "b", None]), st.sampled_from(["a", "b", None]), st.floats(0, 1)
)


@given(st.lists(st.lists(JUDGED, min_size=1, max_size=12), min_size=1, max_size=4))
def test_the_curve_holds_what_the_figures_say(rows: list[list[Judged]]) -> None:
    done = [trial(*row) for row in rows]
    for point in summary(SplitSetting(), done).curve:
        each = [figures(row, point.threshold) for row in rows]
        assert point.accuracy == pytest.approx(fmean(one.accuracy or 0 for one in each))
        assert point.automation_rate == pytest.approx(fmean(one.automation_rate or 0 for one in each))
        careful = [one.carefulness for one in each if one.carefulness is not None]
        assert point.carefulness == (pytest.approx(fmean(careful)) if careful else None)
        over = [one.over_caution for one in each if one.over_caution is not None]
        assert point.over_caution == (pytest.approx(fmean(over)) if over else None)
        assert point.f1_weighted == pytest.approx(fmean(one.f1_weighted or 0 for one in each))
        assert point.f1_macro == pytest.approx(fmean(one.f1_macro or 0 for one in each))


@given(st.lists(JUDGED, min_size=1, max_size=20))
def test_the_best_threshold_has_the_most_right_answers_less_wrong_ones(row: list[Judged]) -> None:
    def worth(threshold: float) -> int:
        given = [one for one in row if one.answer(threshold) is not None]
        return sum(1 if one.guess == one.truth else -1 for one in given)

    best = summary(SplitSetting(), [trial(*row)]).best_threshold
    assert best is not None
    assert worth(best) == max(worth(step / 100) for step in range(101))


# ── the work list ───────────────────────────────────────────────────────────────────────────────────────────────────


def worked(counts: dict[str, int], *taken: tuple[int, str, float], repeats: int = 2) -> ConfusionMatrix:
    """Test all phrases in each repeat; `taken` are the places that are taken for another intent."""
    phrases = phrases_of(counts)
    wrong = {place: (guess, confidence) for place, guess, confidence in taken}
    judged = [Judged(at, phrase.intent, *wrong.get(at, (phrase.intent, 0.9))) for at, phrase in enumerate(phrases)]
    return ConfusionMatrix(phrases, [trial(*judged)] * repeats)


def test_a_pair_with_few_confused_phrases_is_told_to_move_them() -> None:
    found = pairs(worked(COUNTS, (0, "block", 0.3), (1, "block", 0.8), (20, "pay", 0.2)))
    assert [(one.a, one.b, one.count, one.verdict) for one in found] == [("block", "pay", 6, "move")]
    assert found[0].score == pytest.approx(6 / 70)
    assert [(one.text, one.truth, one.guess, one.times, one.tested) for one in found[0].examples] == [
        ("pay the bill number1", "pay", "block", 2, 2),
        ("pay the bill number0", "pay", "block", 2, 2),
        ("block my card number0", "block", "pay", 2, 2),
    ]
    assert "these 3 phrases" in found[0].advice


def test_a_pair_that_is_taken_for_each_other_is_told_to_merge() -> None:
    taken = [(at, "block", 0.6) for at in range(8)] + [(20 + at, "pay", 0.6) for at in range(6)]
    assert [(one.verdict, "one topic" in one.advice) for one in pairs(worked(COUNTS, *taken))] == [("merge", True)]


def test_a_pair_that_goes_one_way_is_told_to_rename() -> None:
    (found,) = pairs(worked(COUNTS, *[(at, "block", 0.6) for at in range(8)]))
    assert found.verdict == "rename"
    assert found.advice.startswith("'pay' is often mistaken for 'block'")


def test_names_that_are_nearly_the_same_are_told() -> None:
    (found,) = pairs(worked({"card_fee": 30, "card_fees": 30}, *[(at, "card_fees", 0.6) for at in range(8)]))
    assert "nearly the same" in found.advice


def test_a_pair_with_too_few_phrases_is_told_to_write_more() -> None:
    (found,) = pairs(worked(COUNTS, (47, "parcel", 0.6)))
    assert (found.verdict, "'job' has 4" in found.advice) == ("too few examples", True)


def test_negatives_and_silences_confuse_nobody() -> None:
    phrases = phrases_of({"pay": 5, "block": 5})
    judged = [Judged(0, None, "block", 0.9), Judged(1, "pay", None, 0.0), *[Judged(2, "pay", "pay", 1.0)] * 3]
    assert pairs(ConfusionMatrix(phrases, [trial(*judged)])) == ()


def test_phrases_that_look_mislabelled() -> None:
    matrix = worked(COUNTS, (0, "block", 0.9), (1, "block", 0.3))
    assert [one.text for one in mislabelled(matrix, 0.5)] == ["pay the bill number0"]
    assert mislabelled(worked(COUNTS, (0, "block", 0.9), repeats=1), 0.5) == ()


def test_intents_that_are_too_small_or_swallow_others() -> None:
    matrix = worked(COUNTS, *[(at, "job", 0.6) for at in (0, 1, 20, 35, 36)])
    assert [(one.intent, one.phrases) for one in too_small(matrix)] == [("job", 4)]
    (found,) = swallowing(matrix)
    assert (found.intent, found.wrong, found.guessed, found.of) == ("job", 10, 18, ("parcel", "pay", "block"))
    assert swallowing(worked(COUNTS, *[(at, "job", 0.6) for at in (0, 1, 2, 20, 21)])) == ()


WORDS = st.lists(st.sampled_from("pay my bill now card lost the a of to".split()), max_size=7).map(" ".join)


@given(st.lists(st.tuples(WORDS, st.sampled_from("ab")), max_size=14))
@pytest.mark.case("M36")
def test_near_duplicates_are_found_as_by_comparing_all(rows: list[tuple[str, str]]) -> None:
    phrases = [Phrase(text, intent, str(at)) for at, (text, intent) in enumerate(rows)]
    found = {(one.where, one.other_where) for one in near_duplicates(phrases)}
    expected = set()
    for at, one in enumerate(phrases):
        for other in phrases[at + 1 :]:
            both, either = bag(one.text) & bag(other.text), bag(one.text) | bag(other.text)
            if one.intent != other.intent and either and len(both) / len(either) >= 0.8:
                expected.add((one.where, other.where))
    assert found == expected


# ── what is no data ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("hi", "a"), ("  ", "b")], "d:2: E136"),
        ([("hi", "a"), ("ho", " ")], "d:2: E136"),
        ([("hi", "Yes"), ("ho", "yes ")], "d:2: E150 'yes ' and 'Yes' differ only in spelling .*d:1"),
        ([("hi", "a"), ("ho", "a")], "d:1: E151 the data has only one topic, 'a'"),
        ([], "d: E100 the data has no phrases"),
    ],
)
@pytest.mark.case("M34", "M35", "M37")
def test_data_that_is_not_sound(rows: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        sound([Phrase(text, intent, f"d:{at}") for at, (text, intent) in enumerate(rows, 1)], "d")


def test_the_label_of_phrases_that_belong_to_none() -> None:
    rows = [Phrase("hi", "a", "d:1"), Phrase("ho", "b", "d:2"), Phrase("hum", "oos", "d:3")]
    assert [one.intent for one in sound(rows, "d", "oos").phrases] == ["a", "b", None]
    with pytest.raises(InputError, match="no phrase is labelled 'OOS'"):
        sound(rows, "d", "OOS")
    assert sizes(["a", None, "b", "b"]) == {"b": 2, "a": 1}
