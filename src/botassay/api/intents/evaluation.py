"""Evaluate a classifier or a live engine on labelled phrases, or compare several on the same splits."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
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
from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress, tracked
from botassay.core.text.plural import many
from botassay.intents.documents import HumanRating, IntentsComparison, IntentsEvaluation
from botassay.intents.evaluation import SplitTrial, Tested, TrialPlan, plan, trials
from botassay.intents.human import human_rating, read_opinions
from botassay.intents.phrases import Phrase, outside
from botassay.intents.predictions import plan_of_recorded, read_guesses, recorded
from botassay.intents.reading import Columns
from botassay.intents.results import comparison, evaluation
from botassay.intents.splits import PAPER_SETTINGS, SplitSetting
from botassay.intents.view.wording import meaning, some
from botassay.settings.intents import IntentsCompareSettings, IntentsSettings, SplitSettings, TrialSettings
from botassay.settings.option import settings_in

Settings = TypeVar("Settings", bound=TrialSettings)
FEWEST: Final = 2
_UNUSED: Final = ("classifier", "splits", "repeats", "test_fraction", "bot", "rate")
"""Settings that mean nothing where predictions are there already."""


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
    """Return which topics are mixed up, by which phrases, and how well a classifier does (paper 001).

    Args:
        data: a file of phrases, pairs of text and intent, or a tuple of texts and intents; an intent None: no topic.
        classifier: a registered name, the address of an engine as on the command line, or an object with `fit` and
            `predict` such as a scikit-learn estimator, which is trained again for each test.
        settings: all settings; those that follow are stronger.
        repeats: splits of each kind, at least 1.
        threshold: the lowest confidence, in [0, 1], at which a guess is an answer.
        splits: settings K,P such as "5,0" or "0,0.15", which say what topics are small.
        seed: of the splits.
        none_label: the label of phrases that belong to no topic.
        acceptable: the largest share, in [0, 1], of confused tests of a pair that is left alone.
        on_progress: called after each test.

    Raises: InputError, UsageError, ConfigurationError, BotError as at the command line; InternalError that names a
        classifier that fails; EvaluationStopped, with the document so far, after Ctrl-C or when an engine fails midway;
        TypeError for data or a classifier in no known form.
    """
    shortcuts = {"repeats": repeats, "threshold": threshold, "splits": splits, "seed": seed}
    chosen = _with(settings or IntentsSettings(), shortcuts, none_label, acceptable=acceptable)
    subject = chosen.classifier if classifier is None else classifier
    human = _human(chosen)
    if chosen.predictions:
        return evaluation(_recorded(data, classifier, chosen), chosen, human, name_of(data))
    if is_engine(subject):
        return _evaluated(_ask(_engine_run([subject], data, chosen, on_progress)), chosen, data)
    _refuse_engine_settings(chosen, " and --predictions")
    tested = _train({title_of(subject): subject}, data, chosen, on_progress)
    return _complete(evaluation(tested, chosen, human, name_of(data)), tested.interrupted, INTERRUPTED)


async def evaluate_async(
    data: LabelledData,
    classifier: ClassifierLike | None = None,
    settings: IntentsSettings | None = None,
    *,
    on_progress: OnProgress | None = None,
) -> IntentsEvaluation:
    """Return what `evaluate` returns; an engine is asked on the running loop, a classifier trained in a thread.

    Args:
        data: as `evaluate`.
        classifier: as `evaluate`.
        settings: all settings.
        on_progress: as `evaluate`.

    Raises: as `evaluate`.
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
    """Return how classifiers do on the same splits: accuracy beside carefulness, and paired differences.

    Args:
        data: as `evaluate`.
        classifiers: two or more, as `evaluate` takes one; a mapping gives them names. The others are compared with
            the first. Engines are compared with engines only.
        settings: all settings; those that follow are stronger.
        repeats: as `evaluate`.
        threshold: as `evaluate`.
        splits: as `evaluate`.
        seed: as `evaluate`.
        none_label: as `evaluate`.
        on_progress: as `evaluate`.

    Raises: as `evaluate`.
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
    """Return what `compare` returns; engines are asked on the running loop, classifiers trained in a thread.

    Args:
        data: as `evaluate`.
        classifiers: as `compare`.
        settings: all settings.
        on_progress: as `evaluate`.

    Raises: as `evaluate`.
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
    """Return settings with the shortcuts that were given."""
    given = {name: value for name, value in own.items() if value is not None}
    if none_label is not None:
        given["phrases"] = replace(settings.phrases, none_label=none_label)
    given["tests"] = replace(settings.tests, **{name: value for name, value in tests.items() if value is not None})
    return replace(settings, **given)


def _several(classifiers: Iterable[ClassifierLike] | Mapping[str, ClassifierLike]) -> dict[str, ClassifierLike]:
    """Return classifiers by their names; two objects of the same class are told apart by a number.

    Raises: UsageError for fewer than two.
    """
    if isinstance(classifiers, Mapping):
        named = dict(classifiers)
    else:
        named = {}
        for classifier in [classifiers] if isinstance(classifiers, str) else classifiers:
            title = title_of(classifier)
            again = title in named and not isinstance(classifier, str)
            named[f"{title} ({len(named) + 1})" if again else title] = classifier
    if len(named) < FEWEST:
        raise UsageError("there is nothing to compare", hint="give --classifier twice, like tfidf-lr and linear-svc")
    return named


def _refuse_engine_settings(settings: IntentsSettings | IntentsCompareSettings, beside: str) -> None:
    if settings.engine.fallbacks or settings.engine.bot or settings.engine.rate:
        raise UsageError(f"--fallback, --bot and --rate belong to engines{beside}")


def _human(settings: IntentsSettings) -> HumanRating | None:
    return human_rating(read_opinions(existing(settings.human_ratings))) if settings.human_ratings else None


# ── testing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _train(
    classifiers: Mapping[str, ClassifierLike],
    data: LabelledData,
    settings: TrialSettings,
    on_progress: OnProgress | None,
) -> Tested:
    """Train and test classifiers on the same splits.

    Raises: KeyboardInterrupt where nothing was finished.
    """
    check_classifiers(classifiers.values(), settings.vectors)
    found = read_data(data, settings.phrases, settings.training)
    planned = planned_for(str(data) if isinstance(data, str | Path) else name_of(data), found.phrases, settings.tests)
    notice_unspaced(classifiers.values(), found.phrases)
    _notice_phrases(found.phrases, planned, settings)
    done: dict[str, list[SplitTrial]] = {}
    for name, classifier in classifiers.items():
        finished: list[SplitTrial] = []
        try:
            made = make_classifier(classifier, settings.vectors, found.phrases, on_progress)
            running = trials(made, found.phrases, planned)
            for trial in tracked(running, on_progress, f"testing {name}", planned.total, "tests"):
                finished.append(trial)  # noqa: PERF402 - what was finished is kept where it is interrupted
        except KeyboardInterrupt:
            why = _interrupted(name, finished, done, planned)
            return Tested(found, planned, done, why)
        done[name] = finished
    return Tested(found, planned, done)


def _interrupted(name: str, finished: list[SplitTrial], done: dict[str, list[SplitTrial]], planned: TrialPlan) -> str:
    """Keep what was finished, and say how much that is.

    Raises: KeyboardInterrupt where it is nothing.
    """
    if finished:
        done[name] = finished
        why = f"interrupted after {len(finished)} of {planned.total} trainings; what follows comes from those"
        LOG.warning(why)
        return why
    if not done:
        raise KeyboardInterrupt
    return notice_interrupted(name, done)


def planned_for(name: str, phrases: Sequence[Phrase], tests: SplitSettings) -> TrialPlan:
    """Return which tests can be run.

    Raises: InputError that names the file where none can; UsageError.
    """
    settings = tuple(map(SplitSetting.parse, tests.splits)) or PAPER_SETTINGS
    try:
        return plan(phrases, settings, tests.repeats, tests.test_fraction, tests.seed)
    except InputError as error:
        raise InputError(error.what, name, error.hint) from error


def _notice_phrases(phrases: Sequence[Phrase], planned: TrialPlan, settings: TrialSettings) -> None:
    for name in outside(phrases) if settings.phrases.none_label is None else ():
        text = f"{name!r} counts as a topic like others; if its phrases belong to none, give --none-label {name!r}"
        LOG.warning(text)
    source = SplitSetting() if SplitSetting() in planned.dividers else next(iter(planned.dividers))
    single = planned.dividers[source].single
    if single:
        n = many(len(single), "topic has", "topics have")
        LOG.warning(f"{n} one phrase, which is trained on and never tested in {source}: {some(single)}")
    for setting, reason in planned.impossible.items():
        LOG.warning(f"the test {setting} ({meaning(setting)}) is left out: {reason}")


def _recorded(data: LabelledData, classifier: ClassifierLike | None, settings: IntentsSettings) -> Tested:
    """Compare predictions with the truth.

    Raises: UsageError for settings that only mean something where there is training.
    """
    check_classifiers((), settings.vectors)
    changed = {
        each.path[-1]: each.flag
        for each in settings_in(IntentsSettings)
        if each.path[-1] in _UNUSED and reduce(getattr, each.path, settings) != each.default
    }
    if classifier is not None or changed:
        hint = "nothing is trained or asked: all of DATA is tested, once"
        raise UsageError(f"{next(iter(changed.values()), '--classifier')} does not go with --predictions", hint=hint)
    file = existing(settings.predictions or "")
    found = read_data(data, settings.phrases, settings.training)
    topics = [phrase.intent for phrase in found.phrases]
    notice_contested(str(file), topics, settings.engine.fallbacks)
    columns = Columns(settings.phrases.text_column, settings.phrases.intent_column)
    guesses = read_guesses(file, columns, settings.engine.fallbacks, topics)
    trial = recorded(found.phrases, guesses, str(file))
    return Tested(found, plan_of_recorded(settings.tests.seed), {str(file): [trial]})


# ── engines ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _engine_run(
    engines: Sequence[ClassifierLike],
    data: LabelledData,
    settings: IntentsSettings | IntentsCompareSettings,
    on_progress: OnProgress | None,
) -> EngineRun:
    others = [title_of(engine) for engine in engines if not is_engine(engine)]
    if others:
        hint = "an engine is not trained here, and would be asked what it may have been trained on; compare engines"
        raise UsageError(f"{others[0]} and an engine cannot be compared on the same splits", hint=hint)
    check_classifiers((), settings.vectors)
    found = read_data(data, settings.phrases, settings.training)
    return EngineRun(list(map(str, engines)), found, settings.engine, settings.tests, on_progress)


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
    """Return a document that is complete.

    Raises: EvaluationStopped with one that is not.
    """
    if not document.finished:
        raise EvaluationStopped(why, code, document)
    return document
