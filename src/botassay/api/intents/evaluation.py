"""Evaluate a classifier or a live engine on labelled phrases, or compare several on the same splits."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from pathlib import Path
from typing import Any, Final, TypeVar

from botassay.api.asynchronous import run_to_end
from botassay.api.intents.engines import EngineRun, notice_contested, notice_interrupted
from botassay.api.intents.inputs import (
    ClassifierLike,
    LabelledData,
    check_classifiers,
    existing,
    is_engine,
    make_classifier,
    name_of,
    notice_unspaced,
    read_data,
    title_of,
)
from botassay.api.intents.stopped import INTERRUPTED, LOG, EvaluationStopped
from botassay.core.errors import BotError, InputError, UsageError
from botassay.core.progress import OnProgress, tracked
from botassay.core.text.plural import many
from botassay.intents.classifiers.linear import CharLr
from botassay.intents.documents import HumanRating, IntentsComparison, IntentsEvaluation
from botassay.intents.evaluation import SplitTrial, Tested, TrialPlan, plan, trials
from botassay.intents.human import human_rating, read_opinions
from botassay.intents.phrases import Phrase, outside
from botassay.intents.predictions import plan_of_recorded, read_guesses, recorded
from botassay.intents.reading import Columns
from botassay.intents.reliability import SECOND
from botassay.intents.results import comparison, evaluation
from botassay.intents.split_files import predicted_trials, read_splits, write_splits
from botassay.intents.splits import PAPER_SETTINGS, SplitSetting
from botassay.intents.view.wording import meaning, some
from botassay.settings.intents import (
    IntentsCompareSettings,
    IntentsSettings,
    SplitFileSettings,
    SplitSettings,
    TrialSettings,
)
from botassay.settings.option import settings_in

Settings = TypeVar("Settings", bound=TrialSettings)
FEWEST: Final = 2
_UNUSED: Final = ("classifier", "splits", "repeats", "test_fraction", "bot", "rate")
"""Settings without effect on stored predictions."""


def evaluate(  # noqa: PLR0913 - shortcuts for settings
    data: LabelledData,
    classifier: ClassifierLike | None = None,
    settings: IntentsSettings | None = None,
    *,
    repeats: int | None = None,
    threshold: float | None = None,
    splits: Iterable[str] | None = None,
    seed: int | None = None,
    none_label: str | None = None,
    acceptable: float | None = None,
    on_progress: OnProgress | None = None,
) -> IntentsEvaluation:
    """Return which topics are confused, by which phrases, and how accurate a classifier is (paper 001).

    Args:
        data: a file of phrases, pairs of text and intent, or a tuple of texts and intents; None: out of scope.
        classifier: a registered name, the address of an engine as on the command line, or an object with `fit` and
            `predict` such as a scikit-learn estimator, which is retrained for each test.
        settings: all settings; the arguments below override them.
        repeats: number of splits for each setting, at least 1.
        threshold: minimum confidence of an answer, in [0, 1].
        splits: settings K,P such as "5,0" or "0,0.15", which define small topics.
        seed: random seed of the splits.
        none_label: the label of phrases that belong to no topic.
        acceptable: maximum acceptable share of confused tests per topic pair, in [0, 1].
        on_progress: called after each test.

    Raises: InputError, UsageError, ConfigurationError, BotError as at the command line; InternalError that names a
        classifier that fails; EvaluationStopped, with the partial document, after Ctrl-C or if an engine fails midway;
        TypeError for data or a classifier of an unsupported type.
    """
    shortcuts = {"repeats": repeats, "threshold": threshold, "splits": splits, "seed": seed}
    chosen = _with(settings or IntentsSettings(), shortcuts, none_label, acceptable=acceptable)
    subject = chosen.classifier if classifier is None else classifier
    human = _human(chosen)
    if chosen.predictions:
        return evaluation(_recorded(data, classifier, chosen), chosen, human, name_of(data))
    if chosen.folder:
        return evaluation(_by_hand(data, classifier, chosen), chosen, human, name_of(data))
    if is_engine(subject):
        return _evaluated(_ask(_engine_run([subject], data, chosen, on_progress)), chosen, data)
    _refuse_engine_settings(chosen, " or --predictions")
    tested = _train({title_of(subject): subject}, data, chosen, on_progress)
    second = partial(_second_trials, tested, on_progress)
    return _complete(evaluation(tested, chosen, human, name_of(data), second), tested.interrupted, INTERRUPTED)


async def evaluate_async(
    data: LabelledData,
    classifier: ClassifierLike | None = None,
    settings: IntentsSettings | None = None,
    *,
    on_progress: OnProgress | None = None,
) -> IntentsEvaluation:
    """Return the evaluation, with the arguments and errors of `evaluate`.

    An engine is queried on the running loop; a classifier is trained in a thread.
    """
    chosen = settings or IntentsSettings()
    subject = chosen.classifier if classifier is None else classifier
    if chosen.predictions or not is_engine(subject):
        return await asyncio.to_thread(evaluate, data, classifier, chosen, on_progress=on_progress)
    run = _engine_run([subject], data, chosen, on_progress)
    await run.run()
    return _evaluated(run, chosen, data)


def compare(  # noqa: PLR0913 - shortcuts for settings
    data: LabelledData,
    classifiers: Iterable[ClassifierLike] | Mapping[str, ClassifierLike] = (),
    settings: IntentsCompareSettings | None = None,
    *,
    repeats: int | None = None,
    threshold: float | None = None,
    splits: Iterable[str] | None = None,
    seed: int | None = None,
    none_label: str | None = None,
    on_progress: OnProgress | None = None,
) -> IntentsComparison:
    """Return accuracy, carefulness and paired differences of classifiers on the same splits.

    `classifiers` are two or more, of which the first is the baseline; a mapping gives them names. Engines can only be
    compared with engines. All other arguments, and the errors, are those of `evaluate`.
    """
    shortcuts = {"repeats": repeats, "threshold": threshold, "splits": splits, "seed": seed}
    chosen = _with(settings or IntentsCompareSettings(), shortcuts, none_label)
    named = _several(classifiers or chosen.classifiers)
    if any(map(is_engine, named.values())):
        return _compared(_ask(_engine_run(list(named.values()), data, chosen, on_progress)), chosen, data)
    _refuse_engine_settings(chosen, "")
    tested = _train(named, data, chosen, on_progress)
    return _complete(comparison(tested, chosen.tests, name_of(data)), tested.interrupted, INTERRUPTED)


async def compare_async(
    data: LabelledData,
    classifiers: Iterable[ClassifierLike] | Mapping[str, ClassifierLike] = (),
    settings: IntentsCompareSettings | None = None,
    *,
    on_progress: OnProgress | None = None,
) -> IntentsComparison:
    """Return the comparison, with the arguments and errors of `compare`.

    Engines are queried on the running loop; classifiers are trained in a thread.
    """
    chosen = settings or IntentsCompareSettings()
    named = _several(classifiers or chosen.classifiers)
    if not any(map(is_engine, named.values())):
        return await asyncio.to_thread(compare, data, named, chosen, on_progress=on_progress)
    run = _engine_run(list(named.values()), data, chosen, on_progress)
    await run.run()
    return _compared(run, chosen, data)


# ── settings ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _with(settings: Settings, tests: Mapping[str, Any], none_label: str | None, **own: Any) -> Settings:
    """Return the settings, overridden by the given shortcuts."""
    given = {name: value for name, value in own.items() if value is not None}
    if none_label is not None:
        given["phrases"] = replace(settings.phrases, none_label=none_label)
    given["tests"] = replace(settings.tests, **{name: value for name, value in tests.items() if value is not None})
    return replace(settings, **given)


def _several(classifiers: Iterable[ClassifierLike] | Mapping[str, ClassifierLike]) -> dict[str, ClassifierLike]:
    """Return classifiers by name, numbering objects of the same class. Raises UsageError for fewer than two."""
    if isinstance(classifiers, Mapping):
        named = dict(classifiers)
    else:
        named = {}
        for classifier in [classifiers] if isinstance(classifiers, str) else classifiers:
            title = title_of(classifier)
            again = title in named and not isinstance(classifier, str)
            named[f"{title} ({len(named) + 1})" if again else title] = classifier
    if len(named) < FEWEST:
        raise UsageError("compare needs two classifiers", hint="give --classifier twice, like tfidf-lr and linear-svc")
    return named


def _refuse_engine_settings(settings: IntentsSettings | IntentsCompareSettings, beside: str) -> None:
    if settings.engine.fallbacks or settings.engine.bot or settings.engine.rate:
        raise UsageError(f"--fallback, --bot and --rate require a live engine{beside}")


def _human(settings: IntentsSettings) -> HumanRating | None:
    return human_rating(read_opinions(existing(settings.human_ratings))) if settings.human_ratings else None


# ── testing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _train(
    classifiers: Mapping[str, ClassifierLike],
    data: LabelledData,
    settings: TrialSettings,
    on_progress: OnProgress | None,
) -> Tested:
    """Train and test classifiers on the same splits. Raises KeyboardInterrupt if no test was finished."""
    check_classifiers(classifiers.values(), settings.vectors)
    sound = read_data(data, settings.phrases, settings.training)
    planned = planned_for(str(data) if isinstance(data, str | Path) else name_of(data), sound.phrases, settings.tests)
    notice_unspaced(classifiers.values(), sound.phrases)
    _notice_phrases(sound.phrases, planned, settings)
    done: dict[str, list[SplitTrial]] = {}
    for name, classifier in classifiers.items():
        finished: list[SplitTrial] = []
        failures: list[BotError] = []
        try:
            trainable = make_classifier(classifier, settings.vectors, sound.phrases, on_progress)
            running = trials(trainable, sound.phrases, planned, partial(_failed, name, failures))
            for trial in tracked(running, on_progress, f"testing {name}", planned.total, "tests"):
                finished.append(trial)  # noqa: PERF402 - finished tests are kept after an interruption
        except KeyboardInterrupt:
            why = _interrupted(name, finished, done, planned)
            return Tested(sound, planned, done, why)
        if failures and not finished:
            raise failures[-1]
        done[name] = finished
    return Tested(sound, planned, done)


def _failed(name: str, failures: list[BotError], setting: SplitSetting, repeat: int, error: BotError) -> None:
    """Keep the failure of an engine; its test is missing, and the others go on."""
    failures.append(error)
    LOG.warning(f"{name}: repeat {repeat + 1} of {setting} is missing: {error}")


def _second_trials(tested: Tested, on_progress: OnProgress | None, planned: TrialPlan) -> list[SplitTrial]:
    """Return the trials of the second classifier; after Ctrl-C none, and advice that needs them is withheld."""
    running = trials(CharLr(), tested.data.phrases, planned)
    try:
        return list(tracked(running, on_progress, f"asking {SECOND} for a second opinion", planned.total, "tests"))
    except KeyboardInterrupt:
        LOG.warning(f"interrupted; advice that needs the second opinion of {SECOND} is withheld")
        return []


def _interrupted(name: str, finished: list[SplitTrial], done: dict[str, list[SplitTrial]], planned: TrialPlan) -> str:
    """Keep the finished tests and return the reason. Raises KeyboardInterrupt if there are none."""
    if finished:
        done[name] = finished
        why = f"interrupted after {len(finished)} of {planned.total} trainings; the results are based on those"
        LOG.warning(why)
        return why
    if not done:
        raise KeyboardInterrupt
    return notice_interrupted(name, done)


def planned_for(name: str, phrases: Sequence[Phrase], tests: SplitSettings) -> TrialPlan:
    """Return which tests are possible. Raises UsageError, and InputError with the file's name if none is."""
    settings = tuple(map(SplitSetting.parse, tests.splits)) or PAPER_SETTINGS
    try:
        return plan(phrases, settings, tests.repeats, tests.test_fraction, tests.seed)
    except InputError as error:
        raise InputError(error.what, name, error.hint) from error


def _notice_phrases(phrases: Sequence[Phrase], planned: TrialPlan, settings: TrialSettings) -> None:
    for name in outside(phrases) if settings.phrases.none_label is None else ():
        text = f"{name!r} counts as an ordinary topic; if its phrases are out of scope, give --none-label {name!r}"
        LOG.warning(text)
    source = SplitSetting() if SplitSetting() in planned.dividers else next(iter(planned.dividers))
    single = planned.dividers[source].single
    if single:
        n = many(len(single), "topic has", "topics have")
        LOG.warning(f"{n} only one phrase, used for training and never tested in {source}: {some(single)}")
    for setting, reason in planned.impossible.items():
        LOG.warning(f"skipping the test {setting} ({meaning(setting)}): {reason}")


def split(data: LabelledData, out: str | Path, settings: SplitFileSettings | None = None) -> int:
    """Write the splits of `evaluate` to a new folder, for an engine that is trained by hand; return their number.

    Args:
        data: as for `evaluate`.
        out: the folder: `K_P_r/train.csv` and `test.csv` for each setting and repeat, and `splits.json`.
        settings: the splits, and the format of the training phrases.

    Raises: InputError, UsageError, OutputError as at the command line.
    """
    chosen = settings or SplitFileSettings()
    sound = read_data(data, chosen.phrases, chosen.training)
    planned = planned_for(name_of(data), sound.phrases, chosen.tests)
    for setting, reason in planned.impossible.items():
        LOG.warning(f"skipping the test {setting} ({meaning(setting)}): {reason}")
    return write_splits(Path(out), sound.phrases, planned, chosen.tests.test_fraction, chosen.form)


def _by_hand(data: LabelledData, classifier: ClassifierLike | None, settings: IntentsSettings) -> Tested:
    """Return the tests of an engine that was trained by hand. Raises UsageError for settings without effect."""
    check_classifiers((), settings.vectors)
    unused = _without_effect(settings)
    if classifier is not None or unused:
        hint = "the splits, and the predictions for them, are those in DIR"
        raise UsageError(f"{unused or '--classifier'} cannot be combined with --splits", hint=hint)
    folder = existing(settings.folder or "")
    sound = read_data(data, settings.phrases, settings.training)
    planned, _ = read_splits(folder, sound.phrases)
    done, missing = predicted_trials(folder, sound.phrases, planned, settings.engine.fallbacks)
    if missing:
        n = many(len(missing), "split has", "splits have")
        LOG.warning(f"{n} no predictions.csv and {'is' if len(missing) == 1 else 'are'} left out: {some(missing)}")
    return Tested(sound, planned, {folder.name: done})


def _without_effect(settings: IntentsSettings) -> str:
    """Return the flag of a changed setting that has no effect if nothing is trained; empty if there is none."""
    changed = (
        each.flag
        for each in settings_in(IntentsSettings)
        if each.path[-1] in _UNUSED and reduce(getattr, each.path, settings) != each.default
    )
    return next(changed, "")


def _recorded(data: LabelledData, classifier: ClassifierLike | None, settings: IntentsSettings) -> Tested:
    """Compare stored predictions with the labels. Raises UsageError for settings that require training."""
    check_classifiers((), settings.vectors)
    unused = _without_effect(settings)
    if classifier is not None or unused:
        hint = "predictions need no training; all of DATA is tested"
        raise UsageError(f"{unused or '--classifier'} cannot be combined with --predictions", hint=hint)
    file = existing(settings.predictions or "")
    sound = read_data(data, settings.phrases, settings.training)
    topics = [phrase.intent for phrase in sound.phrases]
    notice_contested(str(file), topics, settings.engine.fallbacks)
    columns = Columns(settings.phrases.text_column, settings.phrases.intent_column)
    guesses = read_guesses(file, columns, settings.engine.fallbacks, topics)
    trial = recorded(sound.phrases, guesses, str(file))
    return Tested(sound, plan_of_recorded(settings.tests.seed), {str(file): [trial]})


# ── engines ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _engine_run(
    engines: Sequence[ClassifierLike],
    data: LabelledData,
    settings: IntentsSettings | IntentsCompareSettings,
    on_progress: OnProgress | None,
) -> EngineRun:
    others = [title_of(engine) for engine in engines if not is_engine(engine)]
    if others:
        hint = "a live engine is not trained here and may know the test phrases; compare it with other engines"
        raise UsageError(f"cannot compare {others[0]} with a live engine on the same splits", hint=hint)
    check_classifiers((), settings.vectors)
    sound = read_data(data, settings.phrases, settings.training)
    return EngineRun(list(map(str, engines)), sound, settings.engine, settings.tests, on_progress)


def _ask(run: EngineRun) -> EngineRun:
    try:
        run_to_end(run.run())
    except KeyboardInterrupt:
        run.interrupt()
    return run


def _evaluated(run: EngineRun, settings: IntentsSettings, data: LabelledData) -> IntentsEvaluation:
    return _complete(evaluation(run.tested, settings, _human(settings), name_of(data)), run.why, run.code)


def _compared(run: EngineRun, settings: IntentsCompareSettings, data: LabelledData) -> IntentsComparison:
    return _complete(comparison(run.tested, settings.tests, name_of(data)), run.why, run.code)


Document = TypeVar("Document", IntentsEvaluation, IntentsComparison)


def _complete(document: Document, why: str, code: int) -> Document:
    """Return a complete document. Raises EvaluationStopped for a partial one."""
    if not document.finished:
        raise EvaluationStopped(why, code, document)
    return document
