"""Repeated cross-validation of a classifier: settings × repeats, each on different splits."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, NamedTuple, Protocol, runtime_checkable

from botassay.core.errors import BotError, InputError, UsageError, blame
from botassay.intents.outcomes import Judged
from botassay.intents.phrases import Phrase, SoundPhrases
from botassay.intents.splits import (
    FRACTION,
    PAPER_SETTINGS,
    Divider,
    ImpossibleSplitError,
    Split,
    SplitSetting,
    folder_of,
)
from botassay.plugins.protocols import Classifier, Guess
from botassay.plugins.protocols.guessing import guesses

REPEATS: Final = 10


class SplitTrial(NamedTuple):
    """One training and one test."""

    setting: SplitSetting
    repeat: int
    n_train: int
    judged: tuple[Judged, ...]
    negatives: tuple[str, ...]
    """The intents whose phrases were negative examples."""
    fit_seconds: float
    answer_seconds: float
    """All tested phrases together."""


@dataclass(frozen=True, slots=True)
class TrialPlan:
    """The settings, repeats and seed of the trials to run."""

    dividers: Mapping[SplitSetting, Divider]
    impossible: Mapping[SplitSetting, str]
    """The reason for each setting that cannot be run."""
    repeats: int
    seed: int
    asked: tuple[SplitSetting, ...] = ()
    """All settings, in the requested order."""

    @property
    def total(self) -> int:
        """The number of trials."""
        return len(self.dividers) * self.repeats


class Tested(NamedTuple):
    """Tested phrases and the results."""

    data: SoundPhrases
    plan: TrialPlan
    trials: Mapping[str, Sequence[SplitTrial]]
    """By the name of the classifier or of the predictions."""
    interrupted: str = ""
    """The reason for missing trials; empty if all were run."""
    failed: Mapping[str, Counter[SplitSetting]] = {}
    """By the name of the classifier: how many trainings failed in each setting."""

    @property
    def finished(self) -> bool:
        """Whether no trial is missing."""
        return not self.interrupted


def plan(
    phrases: Sequence[Phrase],
    settings: Sequence[SplitSetting] = PAPER_SETTINGS,
    repeats: int = REPEATS,
    fraction: float = FRACTION,
    seed: int = 1,
) -> TrialPlan:
    """Return which trials can be run.

    Raises: UsageError for an invalid number of repeats or fraction; InputError if no setting can be run.
    """
    if repeats < 1:
        raise UsageError("at least 1 repeat is required")
    intents = [phrase.intent for phrase in phrases]
    dividers: dict[SplitSetting, Divider] = {}
    impossible: dict[SplitSetting, str] = {}
    for setting in dict.fromkeys(settings):
        try:
            dividers[setting] = Divider.of(intents, setting, fraction)
        except ImpossibleSplitError as error:
            impossible[setting] = error.what
    if not dividers:
        reasons = "; ".join(f"{setting}: {reason}" for setting, reason in impossible.items())
        raise InputError(f"E151 no setting can be run: {reasons}", hint="add phrases, or use a smaller K or P")
    return TrialPlan(dividers, impossible, repeats, seed, tuple(dict.fromkeys(settings)))


def train(classifier: Classifier, phrases: Iterable[Phrase]) -> list[Phrase]:
    """Train a classifier on the phrases that have an intent, and return these."""
    labelled = [phrase for phrase in phrases if phrase.intent is not None]
    classifier.fit([phrase.text for phrase in labelled], [str(phrase.intent) for phrase in labelled])
    return labelled


OnFailure = Callable[[SplitSetting, int, BotError], None]


class TrialStore(Protocol):
    """Keeps finished trials."""

    def kept(self, setting: SplitSetting, repeat: int, split: Split) -> SplitTrial | None:
        """Return a trial that was finished before."""
        ...

    def keep(self, trial: SplitTrial, split: Split) -> SplitTrial:
        """Keep a trial, and return it as it is kept."""
        ...


@runtime_checkable
class NamesSplits(Protocol):
    """An engine that names what it trains after the split."""

    def name_split(self, name: str) -> None:
        """Name the split of the next training."""
        ...


def trials(
    classifier: Classifier,
    phrases: Sequence[Phrase],
    planned: TrialPlan,
    on_failure: OnFailure | None = None,
    store: TrialStore | None = None,
) -> Iterator[SplitTrial]:
    """Yield the trials as they finish.

    Args:
        classifier: trained anew for each trial.
        phrases: the labelled phrases.
        planned: which trials.
        on_failure: called for a trial in which an engine fails, which is then missing; None: the failure is raised.
        store: keeps finished trials, so that none is run twice; None: nothing is kept.

    Raises: InternalError if the classifier fails or returns invalid guesses; BotError for an engine that fails.
    """
    for repeat in range(planned.repeats):
        for setting, divider in planned.dividers.items():
            split = divider.divide(planned.seed, repeat)
            trial = store.kept(setting, repeat, split) if store else None
            if trial is None:
                if isinstance(classifier, NamesSplits):
                    classifier.name_split(folder_of(setting, repeat))
                try:
                    trial = _trial(classifier, phrases, setting, repeat, split)
                except BotError as error:
                    if on_failure is None:
                        raise
                    on_failure(setting, repeat, error)
                    continue
                trial = store.keep(trial, split) if store else trial
            yield trial


def _trial(
    classifier: Classifier, phrases: Sequence[Phrase], setting: SplitSetting, repeat: int, split: Split
) -> SplitTrial:
    begun = perf_counter()
    with blame(f"the classifier {type(classifier).__name__}"):
        learned = train(classifier, (phrases[place] for place in split.train))
        trained = perf_counter()
        guessed = guesses(classifier, [phrases[place].text for place in split.test])
    judged = tuple(
        Judged(place, truth, guess.intent, guess.confidence)
        for place, truth, guess in zip(split.test, split.truth, guessed, strict=True)
    )
    ended = perf_counter()
    return SplitTrial(setting, repeat, len(learned), judged, split.negatives, trained - begun, ended - trained)


def judged_trial(
    setting: SplitSetting, repeat: int, split: Split, phrases: Sequence[Phrase], guesses: Mapping[str, Guess]
) -> SplitTrial:
    """Return the trial of a split from the guess for each text."""
    judged = tuple(
        Judged(at, truth, guesses[phrases[at].text].intent, guesses[phrases[at].text].confidence)
        for at, truth in zip(split.test, split.truth, strict=True)
    )
    return SplitTrial(setting, repeat, len(split.train), judged, split.negatives, 0.0, 0.0)
