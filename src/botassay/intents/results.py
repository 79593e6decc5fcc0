"""The documents of an evaluation and of a comparison, from their trials."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from botassay.intents.advice import SETTING, SUPPORT, ConfusionMatrix, mislabelled, pairs, swallowing, too_small
from botassay.intents.differences import differences
from botassay.intents.documents import (
    ComparedClassifier,
    ConfusedPair,
    HumanRating,
    IntentsComparison,
    IntentsEvaluation,
    PairsFrom,
    SettingFigures,
)
from botassay.intents.evaluation import SplitTrial, Tested, TrialPlan
from botassay.intents.near_duplicates import near_duplicates
from botassay.intents.reliability import Reliability, SecondTrials, second_plan, second_trials, top1
from botassay.intents.splits import SplitSetting, sizes
from botassay.intents.summary import not_run, summary
from botassay.settings.intents import IntentsSettings, SplitSettings


def evaluation(
    tested: Tested,
    settings: IntentsSettings,
    human: HumanRating | None = None,
    data: str = "",
    second: SecondTrials | None = None,
) -> IntentsEvaluation:
    """Return the document of an evaluation.

    Args:
        tested: one or more trials of one classifier.
        settings: the threshold, test fraction and acceptable confusion are reported.
        human: human ratings of the bot's answers.
        data: the name of the file of phrases.
        second: runs the second classifier, whose agreement advice to merge or move needs.
    """
    phrases, planned, tests = tested.data.phrases, tested.plan, settings.tests
    ((name, done),) = tested.trials.items()
    paired_in, advice = _looked_up_in(done)
    matrix, whole = (ConfusionMatrix(phrases, _of(setting, done)) for setting in (paired_in, advice))
    stand_ins = planned.dividers[paired_in].small
    all_pairs = _advised(
        _with_stand_ins(pairs(matrix), pairs(whole), stand_ins),
        Reliability(name, bool(planned.dividers[paired_in].places), top1(whole)),
        tested,
        second or second_trials(tested),
    )
    unjudged = _unjudged(matrix, whole, stand_ins)
    return IntentsEvaluation(
        data=data,
        classifier=name,
        phrases=len(phrases),
        rejected=len(tested.data.rejected),
        intents=len(sizes([phrase.intent for phrase in phrases])),
        outside=sum(phrase.intent is None for phrase in phrases),
        repeats=planned.repeats,
        threshold=tests.threshold,
        test_fraction=tests.test_fraction,
        acceptable=settings.acceptable,
        seed=planned.seed,
        finished=tested.finished,
        done=len(unjudged) + 1 < len(matrix.size) and all(pair.score <= settings.acceptable for pair in all_pairs),
        unjudged=unjudged,
        stand_ins=tuple(sorted(stand_ins)),
        settings=summaries(planned, done, tests.threshold, tested.failed.get(name)),
        pairs_from=PairsFrom(k=paired_in.k, p=paired_in.p),
        pairs=all_pairs,
        single=tuple(sorted(name for name, n in matrix.size.items() if n == 1)),
        advice_from=PairsFrom(k=advice.k, p=advice.p),
        top1=top1(whole),
        mislabelled=mislabelled(whole, tests.threshold),
        duplicates=near_duplicates(phrases),
        too_small=too_small(matrix),
        swallowing=swallowing(whole),
        human=human,
    )


def _advised(
    ranked: Sequence[ConfusedPair], reliability: Reliability, tested: Tested, second: SecondTrials
) -> tuple[ConfusedPair, ...]:
    """Return the pairs with the advice that the classifier supports; the second one is run only if that depends on it.

    Pairs of the trials with all topics known are looked up in those trials of the second classifier.
    """
    doubtful = any(pair.verdict in ("merge", "move") for pair in ranked)
    done = _second_opinion(tested, second) if reliability.strong and doubtful else []
    if not done:
        return tuple(map(reliability.checked, ranked))
    of_pairs, of_all = (
        replace(reliability, second=ConfusionMatrix(tested.data.phrases, _of(setting, done)))
        for setting in _looked_up_in(done)
    )
    return tuple((of_all if pair.from_all else of_pairs).checked(pair) for pair in ranked)


def _second_opinion(tested: Tested, second: SecondTrials) -> Sequence[SplitTrial]:
    """Return the trials of the second classifier, in the settings that advice comes from; none if it cannot run."""
    main = next(iter(tested.trials.values()))
    settings = [setting for setting in tested.plan.dividers if any(trial.setting == setting for trial in main)]
    chosen = [setting for setting in settings if setting in (SETTING, SplitSetting())] or settings[:1]
    planned = second_plan(tested, chosen)
    return second(planned) if planned else []


def _looked_up_in(done: Sequence[SplitTrial]) -> tuple[SplitSetting, SplitSetting]:
    """Return the setting in which pairs are looked up, and the one for advice on all topics."""
    ran = {trial.setting for trial in done}
    of_pairs = SETTING if SETTING in ran else done[0].setting
    return of_pairs, SplitSetting() if SplitSetting() in ran else of_pairs


def _of(setting: SplitSetting, done: Sequence[SplitTrial]) -> list[SplitTrial]:
    return [trial for trial in done if trial.setting == setting]


def _unjudged(matrix: ConfusionMatrix, whole: ConfusionMatrix, stand_ins: Sequence[str]) -> tuple[str, ...]:
    """Return the intents with too few tests; those that were held out in the matrix are looked up in the whole."""
    tests = {name: (whole if name in stand_ins else matrix).tested[name] for name in matrix.size}
    return tuple(sorted(name for name, n in tests.items() if n < SUPPORT))


def _with_stand_ins(
    ranked: Sequence[ConfusedPair], whole: Sequence[ConfusedPair], stand_ins: Sequence[str]
) -> tuple[ConfusedPair, ...]:
    """Return the ranked pairs together with those of the rarest intents, which were held out in that ranking."""
    more = [replace(pair, from_all=True) for pair in whole if pair.a in stand_ins or pair.b in stand_ins]
    return tuple(sorted([*ranked, *more], key=lambda pair: (-pair.score, -pair.count, pair.a, pair.b)))


def summaries(
    planned: TrialPlan, done: Sequence[SplitTrial], threshold: float, failed: Mapping[SplitSetting, int] | None = None
) -> tuple[SettingFigures, ...]:
    """Return the figures of each setting, with the number of failed trainings, or why it could not be run."""
    return tuple(
        not_run(setting, threshold, planned.impossible[setting])
        if setting in planned.impossible
        else replace(
            summary(setting, _of(setting, done), threshold),
            n_small=len(planned.dividers[setting].small),
            failed=(failed or {}).get(setting, 0),
        )
        for setting in planned.asked or planned.dividers
    )


def comparison(tested: Tested, tests: SplitSettings, data: str = "") -> IntentsComparison:
    """Return the document of a comparison; arguments as for `evaluation`, with the trials of each classifier."""
    return IntentsComparison(
        data=data,
        phrases=len(tested.data.phrases),
        rejected=len(tested.data.rejected),
        repeats=tested.plan.repeats,
        threshold=tests.threshold,
        test_fraction=tests.test_fraction,
        seed=tested.plan.seed,
        finished=tested.finished,
        classifiers=tuple(
            compared(name, tested.plan, ran, tests.threshold, tested.failed.get(name))
            for name, ran in tested.trials.items()
        ),
        differences=differences(tested.trials, tests.threshold),
    )


def compared(
    name: str,
    planned: TrialPlan,
    ran: Sequence[SplitTrial],
    threshold: float,
    failed: Mapping[SplitSetting, int] | None = None,
) -> ComparedClassifier:
    """Return the figures of one classifier."""
    settings = summaries(planned, ran, threshold, failed)
    accuracies = [figures.accuracy.value for figures in settings if figures.accuracy]
    careful = [figures.carefulness.value for figures in settings if figures.carefulness]
    return ComparedClassifier(
        classifier=name,
        settings=settings,
        accuracy_range=(min(accuracies), max(accuracies)),
        carefulness_range=(min(careful), max(careful)) if careful else None,
    )
