"""Whether a classifier or engine can be trained and asked: the `test()` of the paper's classifiers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from botassay.api.asynchronous import run_to_end
from botassay.api.intents.engines import EngineRun
from botassay.api.intents.inputs import check_classifiers, is_engine, make_classifier
from botassay.api.intents.trained import is_trained_engine, refuse_unused
from botassay.intents.phrases import Phrase, sound
from botassay.intents.predictions import answered, silent_names
from botassay.plugins.protocols import Classifier, Guess
from botassay.plugins.protocols.guessing import guesses
from botassay.settings.intents import EngineCheckSettings, SplitSettings

_PAY: Final = (
    "how do I pay my bill", "pay the bill by card", "can I pay my bill later", "I want to pay the bill", "pay a bill",
    "where do I pay bills",
)  # fmt: skip
_PARCEL: Final = (
    "where is my parcel", "my parcel is late", "track a parcel", "the parcel is lost", "has the parcel been sent",
    "parcel not delivered",
)  # fmt: skip
_TEXTS: Final = (*_PAY, *_PARCEL)
_NAMES: Final = ("botassay_pay", "botassay_parcel")
_RENAMED: Final = ("botassay_bill", "botassay_delivery")


@dataclass(frozen=True, slots=True)
class EngineCheckResult:
    """One check and its outcome."""

    what: str
    passed: bool
    detail: str = ""

    def line(self) -> str:
        """Return it in words.

        >>> EngineCheckResult("it can be trained", False, "no answer").line()
        'failed: it can be trained (no answer)'
        """
        return f"{'passed' if self.passed else 'failed'}: {self.what}" + (f" ({self.detail})" if self.detail else "")


def check_engine(classifier: str, settings: EngineCheckSettings | None = None) -> list[EngineCheckResult]:
    """Return whether a classifier can be trained and asked, check by check.

    It is trained on two topics and asked for its training phrases, then trained on the same phrases under other names.
    An engine that is only asked is asked for a few phrases.

    Args:
        classifier: a name, as at the command line.
        settings: how to connect to an engine.

    Raises: UsageError, ConfigurationError, InputError for a name that is none; BotError for an engine that fails.
    """
    chosen = settings or EngineCheckSettings(classifier=classifier)
    if is_engine(classifier, chosen.engine):
        return [_asked(classifier, chosen)]
    refuse_unused({classifier: classifier}, chosen.engine, None)
    check_classifiers([classifier], chosen.vectors, chosen.engine)
    phrases = [Phrase(text, None, "") for text in _TEXTS]
    engine = make_classifier(classifier, chosen.vectors, phrases, None, chosen.engine)
    silent = silent_names(chosen.engine.fallbacks)

    def answers() -> list[Guess]:
        asked = guesses(engine, list(_TEXTS))
        return [Guess(answered(guess.intent, silent), guess.confidence) for guess in asked]

    try:
        return _trained(engine, answers)
    finally:
        close = getattr(engine, "close", None)
        if callable(close) and is_trained_engine(classifier, chosen.engine):
            close()


def _trained(engine: Classifier, answers: Callable[[], Sequence[Guess]]) -> list[EngineCheckResult]:
    results = [EngineCheckResult("it can be trained and asked", passed=True)]
    for names, what in ((_NAMES, "its answers are topics that it was trained on"), (_RENAMED, "it forgets old topics")):
        labels = [names[0]] * len(_PAY) + [names[1]] * len(_PARCEL)
        engine.fit(list(_TEXTS), labels)
        given = answers()
        other = sorted({guess.intent for guess in given if guess.intent is not None} - {*names})
        results.append(EngineCheckResult(what, not other, f"it answers {other[0]!r}" if other else ""))
        right = sum(guess.intent == label for guess, label in zip(given, labels, strict=True))
        often = f"{right} of {len(labels)} right"
        results.append(
            EngineCheckResult("it knows most phrases that it was trained on", 2 * right > len(labels), often)
        )
    return results


def _asked(classifier: str, settings: EngineCheckSettings) -> EngineCheckResult:
    labels = _NAMES * len(_PAY)
    data = sound((Phrase(text, name, "") for text, name in zip(_TEXTS, labels, strict=True)), "phrases")
    run = EngineRun([classifier], data, settings.engine, SplitSettings())
    run_to_end(run.run())
    ((trial,),) = run.trials.values()
    named = sum(judged.guess is not None for judged in trial.judged)
    detail = f"{named} of {len(trial.judged)} phrases recognised; it is not trained here"
    return EngineCheckResult("it answers with topics", named > 0 or not trial.judged, detail)
