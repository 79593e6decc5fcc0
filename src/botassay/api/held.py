"""Rating without requests: runs, stored ratings, files, and dialog objects."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from logging import getLogger
from pathlib import Path
from typing import Any, Final

from botassay.api.checkers import checkers_of, save_translations, trained_checker
from botassay.api.live import DERIVED
from botassay.api.rating_request import RatingRequest, decisions_of, request_of, with_decisions_of
from botassay.api.report import RatingReport
from botassay.api.run_settings import (
    RunInputs,
    declared_at_risk,
    kind_of_run,
    rated_apart,
    settings_of_run,
    stored,
)
from botassay.api.second_opinion import Asked, with_opinion
from botassay.api.subjects import Kind, Subject, dialogs_of, kind_of, place_of
from botassay.api.variants import Source, Variants, check_files, lacking, run_folder_of, swayed
from botassay.core.errors import BotassayError, InputError, OutputError, UsageError
from botassay.core.evidence import Finding
from botassay.core.progress import OnProgress
from botassay.core.results import Report
from botassay.core.second_opinion import SecondOpinion
from botassay.corpora import Corpus, open_corpus
from botassay.corpora.column_mapping import pairs
from botassay.corpora.units import holds_verdicts
from botassay.grading.checkers import Track
from botassay.grading.engines import check_engine, opened_engine
from botassay.grading.sources import Dialogs, GivenDialogs
from botassay.plugins.protocols import Checker
from botassay.rating import Settings, equip, every_finding, rate_again
from botassay.rating import rate as rate_dialogs
from botassay.rating.examination import UnitEngine
from botassay.rating.formats import STORED
from botassay.rating.formats import load as load_stored
from botassay.rating.gate import check_gate
from botassay.rating.sensitivity import Combination
from botassay.rating.shards import EvidenceFolder, judges, refuse_whole
from botassay.runs.journal import FILE, Record
from botassay.settings.option import to_builtins
from botassay.settings.rating import JudgeSettings, RateSettings, RatingSettings
from botassay.settings.reading import ReadSettings

LOG = getLogger("botassay")

TRANSLATIONS: Final = "translations.jsonl"
"""What stands in the folder of a run whose replies were translated: what came back."""
_NAMED: Final = 5
"""Decisions that match no finding, of which a warning is printed."""


def rate_held(subject: Subject, request: RatingRequest) -> RatingReport:
    """Rate without requests: a run, a stored rating, files, or dialog objects."""
    if request.limited:
        raise UsageError("--limit requires a live bot; recorded dialogs are rated in full", hint="leave it out")
    if not isinstance(subject, str | Path):
        return _rate_dialogs(dialogs_of(subject), "dialogs", request)  # type: ignore[arg-type]  # a bot went elsewhere
    kind = kind_of(str(subject))
    if kind is Kind.RUN:
        return rate_run(place_of(str(subject)), request)
    if kind is Kind.STORED:
        return _rate_stored(place_of(str(subject)), request)
    return _rate_files(Path(subject), request)


def rate_run(run: Path, request: RatingRequest) -> RatingReport:
    """Rate a live run out of its journal; nothing is sent.

    By the settings that it was started with, unless others are asked for. Into its folder is written what can be made
    again from the folder alone: the rating by its own settings. Any other is written only where `out` says.
    """
    record = Record.of(run)
    if record.redacted:
        hint = f"rate the run from which it was made, or draw reports of this one with botassay report {run}"
        raise UsageError(f"{run} is redacted and cannot be rated again", hint=hint)
    rated, apart = _asked_of(run, request)
    translations: Path | None
    if not apart and (request.out is None or request.out.resolve() == run.resolve()):
        places, translations = tuple(run / name for name in DERIVED), run / TRANSLATIONS
    else:
        places = _free_places(request, str(record.facts["subject"]), DERIVED)
        translations = None if apart or request.out is None else request.out / TRANSLATIONS
    result = _rated(run, rated, None if apart else run / TRANSLATIONS, translations)
    for place in places:
        result.save(place)
    if apart and request.out is None:
        stays = "not saved: %s keeps the rating by its own settings, which differ in %s; -o FILE or --out DIR saves it"
        LOG.info(stays, run, ", ".join(apart))
    return result


def rated_as_begun(
    run: Path, on_progress: OnProgress | None = None, opinion: SecondOpinion | None = None
) -> RatingReport:
    """Rate a live run by the settings that it was started with; nothing is sent or written.

    Args:
        run: its folder.
        on_progress: is told how far the work is.
        opinion: a second opinion that stands beside its rating; it is made again from what the journal keeps.
    """
    rated, _ = _asked_of(run, request_of(on_progress=on_progress))
    alone = replace(rated, settings=replace(rated.chosen, judge=JudgeSettings()), opinion=opinion)
    return _rated(run, alone, run / TRANSLATIONS, None)


def _asked_of(run: Path, request: RatingRequest) -> tuple[RatingRequest, tuple[str, ...]]:
    """Return a request with the settings of a run where it has none, and the flags that differ from when it began."""
    stored_settings, stored_inputs = settings_of_run(run)
    inputs = request.inputs.over(stored_inputs)
    chosen = request.settings or stored_settings
    if request.settings is None or not chosen.rating.variants:
        chosen = replace(
            chosen, rating=replace(chosen.rating, variants=_held(stored_settings.rating, stored_inputs, run))
        )
    apart = rated_apart(stored(chosen, inputs), stored(stored_settings, stored_inputs))
    chosen = with_decisions_of(run, chosen)
    return replace(request, settings=chosen, inputs=inputs), apart


def _rated(run: Path, request: RatingRequest, translated: Path | None, translations: Path | None) -> RatingReport:
    """Rate a live run out of its journal.

    Args:
        run: its folder.
        request: what is asked for.
        translated: earlier translations, if there are any.
        translations: where they are written.
    """
    chosen = request.chosen
    if Record.of(run).root is None:
        LOG.info("an earlier version wrote this run: a change of its answers would not be noticed")
    with _advising(run, chosen):
        report = _rate(partial(run_folder_of, base=run), request, translated, translations)
    return RatingReport(
        report.ratings,
        findings=report.all_findings,
        run=run,
        fail_on=chosen.gate.fail_on,
        min_coverage=chosen.rating.min_coverage,
        strict=chosen.gate.strict,
    )


@contextmanager
def _advising(run: Path, chosen: RateSettings) -> Iterator[None]:
    """Where a rating fails that takes a translator, say how the run is rated without one."""
    try:
        yield
    except BotassayError:
        if chosen.checkers.translator:
            rating = chosen.rating
            asked = {"order": rating.order, "weights": rating.weights, "issues": ",".join(rating.issues)}
            named = next((f"--{name} {value}" for name, value in asked.items() if value), "--issues SG")
            translator = chosen.checkers.translator
            LOG.warning("progress is saved; rate without %s: botassay rate %s %s", translator, run, named)
        raise


def _held(rating: RatingSettings, inputs: RunInputs, run: Path) -> tuple[str, ...]:
    """The variants of a run, if they were all held; that they were not is said."""
    missing = lacking(Variants.of(rating.variants, inputs), run)
    if missing:
        LOG.warning("no conversations yet with %s: sensitivity not determined", "; ".join(missing))
        LOG.warning("continue with: botassay resume %s", run)
    return () if missing else rating.variants


def _rate_stored(run: Path, request: RatingRequest) -> RatingReport:
    """Rate what a rating.json has measured, for other users or by another rule."""
    chosen = request.chosen
    document = load_stored(run)
    places = _free_places(request, document.ratings[0].subject.name)
    rated = Settings.of(chosen.rating, request.inputs.profiles, kind="bot")
    report = rate_again(document, rated, rescaled=chosen.rating.levels is not None)
    check_gate(chosen.gate.fail_on, report.ratings[0].levels, {result.issue for result in report.ratings[0].scores})
    result = RatingReport(
        report.ratings,
        fail_on=chosen.gate.fail_on,
        min_coverage=chosen.rating.min_coverage,
        strict=chosen.gate.strict,
    )
    for place in places:
        result.save(place)
    _warn(report, rated)
    return result


def _rate_files(path: Path, request: RatingRequest) -> RatingReport:
    chosen = request.chosen
    check_files(Variants.of(chosen.rating.variants, request.inputs))

    def dialogs(run: Combination) -> Dialogs:
        where = run.subject.value if run.subject else path
        return opened(where, chosen.read)

    corpus = opened(path, chosen.read)
    for line in corpus.assumptions():
        LOG.info("%s", line)
    return _saved(dialogs, corpus.name, request)


def opened(path: str | Path, chosen: ReadSettings) -> Corpus:
    """Open a file or a folder of dialogs, read as the settings say."""
    columns, roles = pairs("--column", chosen.columns), pairs("--role", chosen.roles)
    return open_corpus(path, chosen.format, skip_bad=chosen.skip_bad, columns=columns, roles=roles)


def _rate_dialogs(dialogs: GivenDialogs, name: str, request: RatingRequest) -> RatingReport:
    chosen = request.chosen
    if chosen.rating.variants:
        raise UsageError("--variant requires a live bot or files of dialogs", hint="leave them out")
    return _saved(lambda _: dialogs, name, request)


def _saved(source_of: Source, name: str, request: RatingRequest) -> RatingReport:
    places = _free_places(request, name)
    report = _rate(source_of, request)
    for place in places:
        report.save(place)
    return report


def _rate(
    source_of: Source, request: RatingRequest, translated: Path | None = None, translations: Path | None = None
) -> RatingReport:
    """Rate the baseline and whatever is varied."""
    chosen = request.chosen
    source = source_of(Combination())
    rated = Settings.of(
        chosen.rating,
        request.inputs.profiles,
        kind=kind_of_run(source) if isinstance(source, Path) else "dialogs",
        at_risk=isinstance(source, Path) and declared_at_risk(source),
        trained_leakage=chosen.checkers.trained_leakage or "IL" in request.checkers,
    )
    check_gate(chosen.gate.fail_on, rated.scale.names, rated.rated)
    if request.record and not chosen.checkers.via:
        hint = "name a translator and a language, like --translator apertium --via es"
        raise UsageError("--record requires --translator and --via", hint=hint)
    checkers = {**checkers_of(chosen.checkers, rated, before=translated), **request.checkers}
    if not isinstance(source, Path):
        checkers |= trained_checker(chosen, rated, request.on_progress)
    variants = Variants.of(chosen.rating.variants, request.inputs)
    report = with_variants(source_of, rated, checkers, variants, request)
    ratings = with_opinion(report.ratings, Asked(source, rated, checkers, chosen.judge, request.opinion), request)
    save_translations(checkers, [path for path in (request.record, translations) if path])
    if request.record:
        LOG.info("wrote %s", request.record)
    _warn(report, rated)
    return RatingReport(
        ratings,
        findings=partial(_findings, source, rated, checkers, request.track),
        fail_on=chosen.gate.fail_on,
        min_coverage=chosen.rating.min_coverage,
        strict=chosen.gate.strict,
    )


def _findings(source: Dialogs, rated: Settings, checkers: Mapping[str, Checker], track: Track) -> Iterable[Finding]:
    return every_finding(source, rated, checkers=checkers, track=track)


def with_variants(
    source_of: Source,
    rated: Settings,
    checkers: Mapping[str, Checker],
    variants: Variants,
    request: RatingRequest,
) -> Report:
    """The ratings of the baseline, each with what sways it."""
    decisions = decisions_of(request.chosen.rating)
    source = source_of(Combination())
    store = evidence_folder(source, rated, checkers, request)
    with _engine(source, rated, checkers, request) as engine:
        again: Callable[..., Report] = partial(
            rate_dialogs, checkers=checkers, workers=request.workers, track=request.track, engine=engine
        )
        baseline = again(source, rated, accepted=decisions, store=store)
        return swayed(baseline, variants, rated, decisions, again, source_of)


@contextmanager
def _engine(
    source: Dialogs, rated: Settings, checkers: Mapping[str, Checker], request: RatingRequest
) -> Iterator[UnitEngine | None]:
    """Open the engine that was asked for, with workers that are like this process; None where none was.

    Raises: UsageError for what an engine cannot look at; ConfigurationError.
    """
    if request.engine is None:
        yield None
        return
    check_engine(request.engine, insecure=request.insecure_engine)
    if not isinstance(source, Corpus):
        raise UsageError("--engine requires files of dialogs", hint="leave it out")
    if request.checkers:
        raise UsageError("an engine knows installed checkers only", hint="leave `checkers` or `engine` out")
    refuse_whole(equip(rated, checkers), "--engine")
    if rated.external == "show" and holds_verdicts(source):
        hint = "leave --engine out, or leave the verdicts out with --external drop"
        raise UsageError("verdicts of other tools are not shown by an engine", hint=hint)
    with opened_engine(request.engine, request.workers, insecure=request.insecure_engine) as engine:
        engine.check_alike(judged=judges(rated))
        yield engine


def evidence_folder(
    source: Dialogs, rated: Settings, checkers: Mapping[str, Checker], request: RatingRequest
) -> EvidenceFolder | None:
    """Return what keeps the evidence of files, where a folder for it was named.

    Raises: UsageError where it cannot be kept.
    """
    if request.evidence is None:
        return None
    if not isinstance(source, Corpus):
        raise UsageError("--evidence requires files of dialogs", hint="leave it out")
    if request.checkers:
        raise UsageError("evidence is kept of installed checkers only", hint="leave `checkers` or `evidence` out")
    refuse_whole(equip(rated, checkers), "--evidence")
    return EvidenceFolder(request.evidence, rated, evidence_settings(request.chosen))


def evidence_settings(chosen: RateSettings) -> dict[str, Any]:
    """Return the settings that change evidence, as plain data."""
    plain = to_builtins(chosen)
    return {"read": plain["read"], "checkers": plain["checkers"]}


def _warn(report: Report, rated: Settings) -> None:
    """Warn of an issue that was asked for by name and does not count, and of decisions that match no finding."""
    accepted = report.ratings[0].accepted
    for expired in accepted.expired if accepted else ():
        LOG.warning("decision no longer counts: %s", expired)
    for unmatched in accepted.unmatched[:_NAMED] if accepted else ():
        LOG.warning("decision matches no finding: %s", unmatched)
    if accepted and len(accepted.unmatched) > _NAMED:
        LOG.warning("%d more decisions match no finding; the reports list them", len(accepted.unmatched) - _NAMED)
    for code in rated.issues or ():
        deaf = [rating.profile.name for rating in report.ratings if code in rating.rule.ignored]
        if deaf:
            order = ",".join([code, *(other for other in rated.rated if other != code)])
            text = (
                "%s has weight 0 for the profile %s and does not affect the rating;"
                " to include it, use --order %s or --veto %s"
            )
            LOG.warning(text, code, ", ".join(deaf), order, code)


def _free_places(request: RatingRequest, subject: str, names: Sequence[str] = (STORED,)) -> tuple[Path, ...]:
    """Where a rating is written in the folder that was asked for; over that of another subject only by force.

    Raises: OutputError.
    """
    out = request.out
    if out is None:
        return ()
    elsewhere = "name another folder with --out"
    if (out / FILE).is_file():
        raise OutputError("the folder of a live run already has its own rating", str(out), elsewhere)
    places = tuple(out / name for name in names)
    if request.force:
        return places
    taken = next((place for place in places if place.exists()), None)
    try:
        before = {rating.subject.name for rating in load_stored(out).ratings} if taken else {subject}
    except InputError as error:
        hint = f"{elsewhere}, or --force"
        raise OutputError("the folder already holds something else", str(taken), hint) from error
    if before != {subject}:
        what = f"the folder already holds a rating of {', '.join(sorted(before))}"
        raise OutputError(what, str(out / STORED), f"{elsewhere}, or --force")
    return places
