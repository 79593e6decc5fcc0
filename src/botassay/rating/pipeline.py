"""The pipeline: read the corpus, run the checkers, grade, rate for each profile."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from botassay.core.evidence import Evidence, Finding
from botassay.core.results import IssueResult, Observation, Report, Subject
from botassay.core.scale import THIRDS, Issue, Score
from botassay.corpora import Corpus
from botassay.corpora.units import CorpusUnit, holds_verdicts, plan_units
from botassay.grading.checkers import Track, equip, prepare, scope_of, spelled
from botassay.grading.corpus_stats import Census
from botassay.grading.grade import Judge
from botassay.grading.parallel import gather
from botassay.grading.sources import Dialogs, Files, Source, open_source, unwatched
from botassay.plugins.optional import worth_rating
from botassay.plugins.protocols import Checker
from botassay.plugins.registry import CHECKERS
from botassay.rating.audit import Audit, accepted_name, all_findings
from botassay.rating.decisions import Decision
from botassay.rating.document import Examined, documents
from botassay.rating.examination import Examination, Store, UnitEngine, UnitJob, can_look_apart, examine
from botassay.rating.other_tools import OtherTools
from botassay.rating.second_opinion.replies import DialogFindings
from botassay.rating.settings import Settings


def rate(  # noqa: PLR0913 - one for each choice of the use case
    corpus: Dialogs,
    settings: Settings | None = None,
    *,
    checkers: Mapping[str, Checker] | None = None,
    accepted: Sequence[Decision] = (),
    workers: int = 1,
    track: Track = unwatched,
    store: Store | None = None,
    engine: UnitEngine | None = None,
) -> Report:
    """Rate the bot in the dialogs of a corpus or of a live run, for each profile; the worst rating comes first.

    Args:
        corpus: dialogs, or where they are: a file, a folder, or the folder of a live run.
        settings: the choices; by default the four published profiles, the paper's four issues and the default rules.
        checkers: by issue, instead of the installed ones.
        accepted: dismissed findings, which are left out of the rating.
        workers: processes.
        track: sees each dialog pass, for a progress bar.
        store: keeps what is seen in the units of files; what it holds is not looked at again.
        engine: looks at the units of files instead of processes of this one.

    Raises:
        InputError: the corpus is not sound.
        UsageError: the settings make no sense.
        InternalError: a plugin fails.
    """
    chosen, used, source = _opened(corpus, settings or Settings(), checkers or {})
    whence = {code: spelled(checker, _origin(code, checkers or {})) for code, checker in used.items()}
    units = _units_of(source, chosen, used)
    if isinstance(source, Files) and (len(units) >= min(workers, 2) or (units and (store or engine))):
        job = UnitJob(source.corpus, chosen.rated, used, tuple(accepted))
        seen = examine(job, units, workers=workers, track=track, store=store, engine=engine)
        return report_of(seen, chosen, source.subject_of(seen.digest), whence, accepted)
    return _rated_at_once(chosen, used, source, whence, accepted, workers, track)


def _units_of(source: Source, settings: Settings, checkers: Mapping[str, Checker]) -> tuple[CorpusUnit, ...]:
    """Return the units of files that can be looked at apart; none of other dialogs."""
    if not isinstance(source, Files) or not can_look_apart(checkers) or _shows_verdicts(settings, source.corpus):
        return ()
    return plan_units(source.corpus)


def _shows_verdicts(settings: Settings, corpus: Corpus) -> bool:
    """Whether what other tools found is shown, for which each dialog is compared with theirs."""
    return settings.external == "show" and holds_verdicts(corpus)


def report_of(
    seen: Examination,
    settings: Settings,
    subject: Subject,
    checkers: Mapping[str, str],
    accepted: Sequence[Decision] = (),
    held: tuple[Observation, ...] = (),
) -> Report:
    """Return the report on what was seen in files.

    Args:
        seen: in all units of them.
        settings: the choices.
        subject: the files.
        checkers: by issue, as text that creates them.
        accepted: the decisions that were heeded.
        held: how the work went.
    """
    census = Census(seen.tally, settings.rated, scope_of(seen.checkers.values()))
    census.take(seen.census)
    audit = Audit(accepted, seen.checkers)
    audit.decided = [(finding, accepted[place]) for finding, place in seen.decided]
    graded = _graded(seen.checkers, seen.evidence, settings, census)
    examined = Examined(
        subject=subject,
        grades=graded.left,
        grades_before=graded.all,
        evidence=graded.evidence,
        census=census,
        audit=audit,
        seed=None,
        covert=None,
        identified=None,
        params=(),
        journal=None,
        held=held,
        checkers={code: text for code, text in checkers.items() if code in graded.settings.rated},
    )
    return documents(examined, graded.settings)


def _rated_at_once(
    chosen: Settings,
    used: Mapping[str, Checker],
    source: Source,
    whence: Mapping[str, str],
    accepted: Sequence[Decision],
    workers: int,
    track: Track,
) -> Report:
    """Rate dialogs that are read in this process: those of a run, given objects, or what must be studied as a whole."""
    ready = {code: prepare(code, checker, source, track) for code, checker in used.items()}
    reading = source.read()
    census = Census(reading.tally, chosen.rated, scope_of(ready.values()))
    audit = Audit(accepted, ready)
    others = OtherTools(ready, scope_of(ready.values()), chosen.rated)
    tracked = track("rating", reading)
    watched = tracked if chosen.external == "drop" else others.passing(tracked)
    dialogs = audit.passing(census.passing(watched))
    evidence = gather({**ready, **audit.accepting()}, dialogs, workers)
    graded = _graded(ready, evidence, chosen, census)
    examined = Examined(
        subject=source.subject(reading),
        grades=graded.left,
        grades_before=graded.all,
        evidence=graded.evidence,
        census=census,
        audit=audit,
        seed=source.seed,
        covert=source.covert,
        identified=source.identified,
        params=source.params,
        journal=source.journal,
        held=(*source.observations(), *others.observations()),
        external=others.issues(),
        checkers={code: text for code, text in whence.items() if code in graded.settings.rated},
    )
    return documents(examined, graded.settings)


@dataclass(frozen=True, slots=True)
class _Graded:
    """The grades of evidence."""

    settings: Settings
    """Without the issues on which there is no evidence."""
    left: Mapping[str, IssueResult]
    """Without dismissed findings."""
    all: Mapping[str, IssueResult]
    evidence: Mapping[str, Evidence]


def _graded(
    ready: Mapping[str, Checker], evidence: Mapping[str, Evidence], settings: Settings, census: Census
) -> _Graded:
    left = {code: evidence.get(accepted_name(code), evidence[code]) for code in ready}
    chosen = with_evidence(settings, census, left, ready)
    judge = Judge(chosen, census)
    return _Graded(
        chosen,
        {code: grade_of(code, judge, ready, left) for code in chosen.rated},
        {code: grade_of(code, judge, ready, evidence) for code in chosen.rated},
        {code: seen for code, seen in left.items() if code in chosen.rated},
    )


def every_finding(
    corpus: Dialogs,
    settings: Settings | None = None,
    *,
    checkers: Mapping[str, Checker] | None = None,
    track: Track = unwatched,
) -> Iterator[Finding]:
    """Yield every finding of at least a third, dialog by dialog, and not only the worst.

    Args and errors: as `rate` has them. Nothing is kept in memory.
    """
    for _, found in dialogs_with_findings(corpus, settings, checkers=checkers, track=track):
        findings = [finding for each in found.values() for finding in each]
        yield from sorted(findings, key=lambda f: (f.utterance, f.issue))


def dialogs_with_findings(
    corpus: Dialogs,
    settings: Settings | None = None,
    *,
    checkers: Mapping[str, Checker] | None = None,
    track: Track = unwatched,
) -> Iterator[DialogFindings]:
    """Yield each dialog with the findings of at least a third, by the issues that look at it.

    Args and errors: as `rate` has them. Nothing is kept in memory.
    """
    _, used, source = _opened(corpus, settings or Settings(), checkers or {})
    ready = {code: prepare(code, checker, source, track) for code, checker in used.items()}
    scope = scope_of(ready.values())
    for dialog in track("listing findings", source.read()):
        looking = {code: checker for code, checker in ready.items() if scope.concerns(dialog, code)}
        yield (
            dialog,
            {
                code: [finding for finding in all_findings(checker, dialog) if finding.value >= THIRDS[0]]
                for code, checker in looking.items()
            },
        )


def _opened(
    corpus: Dialogs, settings: Settings, brought: Mapping[str, Checker]
) -> tuple[Settings, dict[str, Checker], Source]:
    """Return the settings for what a corpus turns out to be, the checkers that they take, and where its dialogs are."""
    used = equip(settings, brought)
    source = open_source(corpus)
    chosen = replace(settings, kind=source.kind, trained_leakage=settings.trained_leakage or "IL" in brought)
    return chosen, used if chosen.rated == settings.rated else equip(chosen, brought), source


def with_evidence(
    settings: Settings, census: Census, evidence: Mapping[str, Evidence], checkers: Mapping[str, Checker]
) -> Settings:
    """Return the settings without the default issues on which there is no evidence and nothing was planned.

    What was not planned as it cannot be rated in the language of a bot stays, and is unmeasured.
    """
    seen = (code for code, found in evidence.items() if worth_rating(checkers[code], found))
    lacking = {code for code in settings.where_evidence - {*seen} if not census.probed(code)}
    if settings.kind == "bot":
        lacking = {code for code in lacking if census.foreign(code) is None}
    rated = tuple(code for code in settings.rated if code not in lacking)
    return replace(settings, issues=rated) if rated != settings.rated else settings


def _origin(code: str, brought: Mapping[str, Checker]) -> str:
    return "the caller" if code in brought else CHECKERS.origin(code)


def grade_of(code: str, judge: Judge, checkers: Mapping[str, Checker], evidence: Mapping[str, Evidence]) -> IssueResult:
    """Grade an issue; one that has no checker is unmeasured."""
    if code in checkers:
        return judge.grade(checkers[code], evidence[code])
    issue = Issue(code, code, "")
    return judge.unmeasured(issue, Score(code, code, None, reason=f"no checker for {code} is installed"), 0.0)
