"""The checkers of a rating, set up as its settings say; a room is imported where a setting needs it."""

from collections.abc import Iterable, Mapping
from logging import getLogger
from pathlib import Path

from botassay.api.run_settings import evaluation_in
from botassay.core.errors import UsageError
from botassay.core.progress import OnProgress, Progress
from botassay.core.scale import CRISIS
from botassay.io.files import save
from botassay.plugins.protocols import Checker, Prober
from botassay.rating.other_tools import foreign_checkers
from botassay.rating.settings import Settings
from botassay.settings.rating import CheckerSettings, RateSettings

LOG = getLogger("botassay")


def checkers_of(chosen: CheckerSettings, settings: Settings, *, before: Path | None = None) -> dict[str, Checker]:
    """The checkers that settings set up, by issue; for all others the installed ones serve.

    Args:
        chosen: how they are set up.
        settings: of the rating.
        before: a file of what was translated before, if it is there.

    Raises: UsageError where an issue is not rated that a setting is for; InputError, ConfigurationError.
    """
    checkers = _understanding(chosen, settings) | foreign_checkers(settings.rated)
    if bool(chosen.translator) != bool(chosen.via):
        hint = "name a translator and a language, like --translator apertium --via es"
        raise UsageError("--translator and --via must be given together", hint=hint)
    for name, code in (("glossary", "CC"), ("sentiment", "SG"), ("translator", "SG"), ("region", CRISIS)):
        if getattr(chosen, name) is not None and code not in settings.rated:
            raise UsageError(f"--{name} requires {code}, which is not rated", hint=f"name {code} with --issues")
    if chosen.region is not None:
        from botassay.trust.crisis.checker import CrisisResponse
        from botassay.trust.crisis.regions import region_code

        checkers[CRISIS] = CrisisResponse(region_code(chosen.region))
    if chosen.glossary is not None:
        from botassay.trust.complexity.checker import Complexity

        checkers["CC"] = Complexity.with_glossary(chosen.glossary)
    if chosen.sentiment is not None or chosen.translator is not None:
        checkers["SG"] = _sentiment_gap(chosen, before)
    return checkers


def _sentiment_gap(chosen: CheckerSettings, before: Path | None) -> Checker:
    from botassay.sentiment.gap import SentimentGap
    from botassay.sentiment.systems import find_system
    from botassay.sentiment.translation.round_trip import trips_of

    system = chosen.sentiment or "vader"
    find_system(system)  # one that cannot work is refused here
    trips = trips_of(chosen.translator, chosen.via, before=before) if chosen.translator else ()
    return SentimentGap(system, trips=trips)


def _understanding(chosen: CheckerSettings, settings: Settings) -> dict[str, Checker]:
    """Return the checker for UN, where something is set for it.

    Raises: UsageError where UN is not rated.
    """
    given = {
        "--labelled": chosen.labelled,
        "--no-answer": chosen.no_answer,
        "--answer-from": chosen.answer_from,
        "--fallback": chosen.fallbacks,
    }
    flags = [flag for flag, value in given.items() if value not in (None, ())]
    if flags and "UN" not in settings.rated:
        raise UsageError(f"{flags[0]} requires UN, which is not rated", hint="name UN with --issues")
    evaluation = evaluation_in(chosen)
    if evaluation:
        if flags[1:]:
            raise UsageError(f"{flags[1]} requires questions, but --labelled {evaluation.name} is an evaluation")
        from botassay.intents.evaluated import StoredEvaluation

        return {"UN": StoredEvaluation.read(evaluation)}
    if not {*flags} - {"--labelled"}:
        return {}
    from botassay.intents.abstention import own_phrases
    from botassay.intents.understanding import Understanding

    phrases = own_phrases(chosen.no_answer) if chosen.no_answer else ()
    return {"UN": Understanding(phrases, chosen.answer_from or 0.0, chosen.fallbacks)}


def labelled_prober(chosen: CheckerSettings, settings: Settings, *, own_questions: bool) -> dict[str, Prober]:
    """The prober that asks the questions of `labelled`; none where there are none.

    Args:
        chosen: with the file of the questions.
        settings: of the rating.
        own_questions: whether the bot is asked anything else in any case.

    Raises: InputError, UsageError.
    """
    evaluation = evaluation_in(chosen)
    if chosen.none_label and (chosen.labelled is None or evaluation):
        raise UsageError("--none-label requires questions", hint="give them with --labelled FILE")
    if chosen.labelled is None and "UN" in settings.rated:
        LOG.warning("UN cannot be measured without labelled questions; give --labelled FILE")
    if evaluation and set(settings.rated) == {"UN"} and not own_questions:
        hint = "rate another issue as well, such as --issues UN,CC"
        raise UsageError("with an evaluation for UN alone, there are no questions for a live bot", hint=hint)
    if chosen.labelled is None or evaluation:
        return {}
    from botassay.intents.predictions import contested
    from botassay.intents.questions import LabelledQuestions

    asked = LabelledQuestions.read(chosen.labelled, none_label=chosen.none_label)
    for name in contested((phrase.intent for phrase in asked.phrases), chosen.fallbacks):
        LOG.warning(
            "%r is an intent in %s, but is a common name for having no answer; if its questions have no intent, give"
            " --none-label %r",
            name,
            chosen.labelled,
            name,
        )
    return {"UN": asked}


def trained_checker(chosen: RateSettings, settings: Settings, on_progress: OnProgress | None) -> dict[str, Checker]:
    """The checker for IL that trains a model on the dialogs, if that is asked for.

    Raises: UsageError where IL is not rated.
    """
    own = chosen.checkers
    if not own.trained_leakage:
        return {}
    if "IL" not in settings.rated:
        raise UsageError("--trained-leakage requires IL, which is not rated", hint="name IL with --issues")
    from botassay.trust.leakage.trained import Setup, Step, TrainedLeakage

    setup = Setup(
        keys=own.leakage_keys,
        clue=own.leakage_input,
        pairs=own.leakage_pairs,
        minutes=own.leakage_minutes,
        seed=1 if chosen.run.seed is None else chosen.run.seed,
    )

    def watched(steps: Iterable[Step]) -> Iterable[Step]:
        for step in steps:
            yield step
            if on_progress:
                note = f"epoch {step.epochs + 1}, {100 * step.accuracy:.0f} % of the secrets elicited"
                on_progress(Progress("IL: training a model", step.updates, step.most, "updates", note=note))

    return {"IL": TrainedLeakage(setup, own.leakage_direction, own.assume_comparable, watched)}


def save_translations(checkers: Mapping[str, Checker], paths: Iterable[Path]) -> None:
    """Write what was translated for SG; nothing where nothing was.

    Raises: OutputError.
    """
    trips = getattr(checkers.get("SG"), "trips", ())
    if trips:
        from botassay.sentiment.translation.round_trip import written

        lines = written(trips)
        for path in paths:
            save(path, lines)
