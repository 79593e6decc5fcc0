"""Evaluate a classifier or a live engine on labelled phrases, or compare several on the same splits."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from botassay.api.intents.trained import (
    KeptTrials,
    TrainingCost,
    is_trained_engine,
    refuse_unused,
    shown_name,
    training_cost,
)
from botassay.core.errors import BotError, ConfigurationError, InputError, UsageError
from botassay.core.progress import OnProgress, tracked
from botassay.core.text.plural import many
from botassay.intents.classifiers.linear import CharLr
from botassay.intents.documents import HumanRating, IntentsComparison, IntentsEvaluation
from botassay.intents.evaluation import SplitTrial, Tested, TrialPlan, plan, trials
from botassay.intents.human import human_rating, read_opinions
from botassay.intents.phrases import Phrase, SoundPhrases, outside
from botassay.intents.predictions import plan_of_recorded, read_guesses, recorded
from botassay.intents.reading import Columns
from botassay.intents.reliability import SECOND
from botassay.intents.results import comparison, evaluation
from botassay.intents.split_files import predicted_trials, read_splits, write_splits
from botassay.intents.splits import PAPER_SETTINGS, SplitSetting
from botassay.intents.trial_files import TrialFiles
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
GIVE_UP: Final = 5
"""Trainings that fail at the beginning, without any success, after which no more are tried."""
_UNUSED: Final = ("classifier", "splits", "repeats", "test_fraction", "bot", "rate", "rasa_config", "out")
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
    if is_engine(subject, chosen.engine):
        return _evaluated(_ask(_engine_run([subject], data, chosen, on_progress)), chosen, data)
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
    if chosen.predictions or chosen.folder or not is_engine(subject, chosen.engine):
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
    if any(is_engine(each, chosen.engine) for each in named.values()):
        return _compared(_ask(_engine_run(list(named.values()), data, chosen, on_progress)), chosen, data)
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
    if not any(is_engine(each, chosen.engine) for each in named.values()):
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


def _human(settings: IntentsSettings) -> HumanRating | None:
    return human_rating(read_opinions(existing(settings.human_ratings))) if settings.human_ratings else None


# ── testing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _train(
    classifiers: Mapping[str, ClassifierLike],
    data: LabelledData,
    settings: IntentsSettings | IntentsCompareSettings,
    on_progress: OnProgress | None,
) -> Tested:
    """Train and test classifiers on the same splits. Raises KeyboardInterrupt if no test was finished."""
    refuse_unused(classifiers, settings.engine, settings.out)
    check_classifiers(classifiers.values(), settings.vectors, settings.engine)
    sound, planned = _planned(data, settings)
    notice_unspaced(classifiers.values(), sound.phrases)
    _notice_phrases(sound.phrases, planned, settings)
    kept = KeptTrials.of(data, settings.out, settings.engine, sound.phrases, planned, settings.tests.test_fraction)
    done: dict[str, list[SplitTrial]] = {}
    failed: dict[str, Counter[SplitSetting]] = {}
    for name, classifier in classifiers.items():
        trained = is_trained_engine(classifier, settings.engine)
        shown = shown_name(str(classifier), settings.engine) if trained and name == classifier else name
        running = _Running(shown, classifier, settings, sound.phrases, planned, on_progress)
        try:
            running.run(kept.begin(str(classifier)) if trained else None)
        except KeyboardInterrupt:
            why = _interrupted(shown, running.finished, done, planned, kept.advice)
            return Tested(sound, planned, done, why, failed)
        if running.failures and not running.finished:
            raise running.failures[-1]
        done[shown], failed[shown] = running.finished, running.failed
    kept.end()
    return Tested(sound, planned, done, failed=failed)


def _planned(data: LabelledData, settings: IntentsSettings | IntentsCompareSettings) -> tuple[SoundPhrases, TrialPlan]:
    """Return the phrases of the data, and their splits."""
    sound = read_data(data, settings.phrases, settings.training)
    name = str(data) if isinstance(data, str | Path) else name_of(data)
    return sound, planned_for(name, sound.phrases, settings.tests)


@dataclass
class _Running:
    """The tests of one classifier, as far as they are."""

    name: str
    classifier: ClassifierLike
    settings: IntentsSettings | IntentsCompareSettings
    phrases: Sequence[Phrase]
    planned: TrialPlan
    on_progress: OnProgress | None
    finished: list[SplitTrial] = field(default_factory=list)
    failures: list[BotError] = field(default_factory=list)
    failed: Counter[SplitSetting] = field(default_factory=Counter)

    def run(self, store: TrialFiles | None) -> None:
        """Run all tests; finished ones are kept after an interruption."""
        settings = self.settings
        trainable = make_classifier(self.classifier, settings.vectors, self.phrases, self.on_progress, settings.engine)
        if store is not None and hasattr(trainable, "clear_after_crash"):
            trainable.clear_after_crash(store.folder)
        try:
            running = trials(trainable, self.phrases, self.planned, self._fail, store)
            for trial in tracked(running, self.on_progress, f"testing {self.name}", self.planned.total, "tests"):
                self.finished.append(trial)
        finally:
            close = getattr(trainable, "close", None)
            if callable(close) and is_trained_engine(self.classifier, settings.engine):
                close()

    def _fail(self, setting: SplitSetting, repeat: int, error: BotError) -> None:
        """Keep the failure of an engine; its test is missing, and the others go on.

        Raises: ConfigurationError if access is denied; BotError after several failures without any success.
        """
        if error.kind == "unauthorised":
            raise ConfigurationError(error.what, self.name, error.hint) from error
        self.failures.append(error)
        self.failed[setting] += 1
        LOG.warning(f"{self.name}: repeat {repeat + 1} of {setting} is missing: {error}")
        if not self.finished and len(self.failures) >= GIVE_UP:
            raise error


def outlook(
    data: LabelledData,
    classifiers: Iterable[str] = (),
    settings: IntentsSettings | IntentsCompareSettings | None = None,
) -> list[TrainingCost]:
    """Return how many trainings and requests `evaluate` or `compare` would take; nothing is trained or sent.

    Args:
        data: as for `evaluate`.
        classifiers: names; without them those of the settings.
        settings: those of `evaluate` or `compare`.

    Raises: InputError, UsageError, ConfigurationError as `evaluate` does.
    """
    chosen = settings or IntentsCompareSettings()
    names = list(classifiers)
    if not names:
        names = [chosen.classifier] if isinstance(chosen, IntentsSettings) else list(chosen.classifiers)
    asked = [name for name in names if is_engine(name, chosen.engine)]
    if not asked:
        refuse_unused({name: name for name in names}, chosen.engine, chosen.out)
    check_classifiers([name for name in names if name not in asked], chosen.vectors, chosen.engine)
    sound, planned = _planned(data, chosen)
    kept = KeptTrials.of(data, chosen.out, chosen.engine, sound.phrases, planned, chosen.tests.test_fraction)
    texts = len({phrase.text for phrase in sound.phrases})
    return [TrainingCost(name, 0, 0, texts, texts) if name in asked else training_cost(name, kept) for name in names]


def _second_trials(tested: Tested, on_progress: OnProgress | None, planned: TrialPlan) -> list[SplitTrial]:
    """Return the trials of the second classifier; after Ctrl-C none, and advice that needs them is withheld."""
    running = trials(CharLr(), tested.data.phrases, planned)
    try:
        return list(tracked(running, on_progress, f"asking {SECOND} for a second opinion", planned.total, "tests"))
    except KeyboardInterrupt:
        LOG.warning(f"interrupted; advice that needs the second opinion of {SECOND} is withheld")
        return []


def _interrupted(
    name: str, finished: list[SplitTrial], done: dict[str, list[SplitTrial]], planned: TrialPlan, advice: str
) -> str:
    """Keep the finished tests and return the reason. Raises KeyboardInterrupt if there are none."""
    if finished:
        done[name] = finished
        why = f"interrupted after {len(finished)} of {planned.total} trainings; the results are based on those{advice}"
        LOG.warning(why)
        return why
    if advice:
        LOG.warning(f"interrupted{advice}")
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
    others = [title_of(engine) for engine in engines if not is_engine(engine, settings.engine)]
    if others:
        hint = (
            "this engine is not trained here and may know the test phrases; compare it with other engines, or describe "
            "its training: [train] in its bot.toml, or --rasa-config"
        )
        raise UsageError(f"cannot compare {others[0]} with a live engine on the same splits", hint=hint)
    if settings.out or settings.engine.rasa_config:
        flag = "--out" if settings.out else "--rasa-config"
        raise UsageError(f"{flag} requires an engine that is trained for each split", hint="leave it out")
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
