"""The pipeline: read the corpus, run the checkers, grade, rate for each profile."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from botassay.core.evidence import Evidence, Finding
from botassay.core.results import IssueResult, Report
from botassay.core.scale import THIRDS, Issue, Score
from botassay.grading.checkers import Track, equip, prepare, scope_of, spelled
from botassay.grading.corpus_stats import Census
from botassay.grading.grade import Judge
from botassay.grading.parallel import gather
from botassay.grading.sources import Dialogs, Source, open_source, unwatched
from botassay.plugins.protocols import Checker
from botassay.plugins.registry import CHECKERS
from botassay.rating.audit import Audit, accepted_name, all_findings
from botassay.rating.decisions import Decision
from botassay.rating.document import Examined, documents
from botassay.rating.other_tools import OtherTools
from botassay.rating.settings import Settings


def rate(
    corpus: Dialogs,
    settings: Settings | None = None,
    *,
    checkers: Mapping[str, Checker] | None = None,
    accepted: Sequence[Decision] = (),
    workers: int = 1,
    track: Track = unwatched,
) -> Report:
    """Rate the bot in the dialogs of a corpus or of a live run, for each profile; the worst rating comes first.

    Args:
        corpus: dialogs, or where they are: a file, a folder, or the folder of a live run.
        settings: the choices; by default the four published profiles, the paper's four issues and the default rules.
        checkers: by issue, instead of the installed ones.
        accepted: dismissed findings, which are left out of the rating.
        workers: processes.
        track: sees each dialog pass, for a progress bar.

    Raises:
        InputError: the corpus is not sound.
        UsageError: the settings make no sense.
        InternalError: a plugin fails.
    """
    chosen, used, source = _opened(corpus, settings or Settings(), checkers or {})
    ready = {code: prepare(code, checker, source, track) for code, checker in used.items()}
    reading = source.read()
    census = Census(reading.tally, chosen.rated, scope_of(ready.values()))
    audit = Audit(accepted, ready)
    others = OtherTools(ready, scope_of(ready.values()), chosen.rated)
    tracked = track("rating", reading)
    watched = tracked if chosen.external == "drop" else others.passing(tracked)
    dialogs = audit.passing(census.passing(watched))
    evidence = gather({**ready, **audit.accepting()}, dialogs, workers)
    left = {code: evidence.get(accepted_name(code), evidence[code]) for code in ready}
    chosen = _with_evidence(chosen, census, left)
    judge = Judge(chosen, census)
    examined = Examined(
        subject=source.subject(reading),
        grades={code: grade_of(code, judge, ready, left) for code in chosen.rated},
        grades_before={code: grade_of(code, judge, ready, evidence) for code in chosen.rated},
        evidence={code: seen for code, seen in left.items() if code in chosen.rated},
        census=census,
        audit=audit,
        seed=source.seed,
        covert=source.covert,
        identified=source.identified,
        params=source.params,
        journal=source.journal,
        held=(*source.observations(), *others.observations()),
        external=others.issues(),
        checkers={
            code: spelled(checker, _origin(code, checkers or {}))
            for code, checker in used.items()
            if code in chosen.rated
        },
    )
    return documents(examined, chosen)


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
    _, used, source = _opened(corpus, settings or Settings(), checkers or {})
    ready = {code: prepare(code, checker, source, track) for code, checker in used.items()}
    scope = scope_of(ready.values())
    for dialog in track("listing findings", source.read()):
        looking = [checker for code, checker in ready.items() if scope.concerns(dialog, code)]
        findings = [finding for checker in looking for finding in all_findings(checker, dialog)]
        yield from sorted((f for f in findings if f.value >= THIRDS[0]), key=lambda f: (f.utterance, f.issue))


def _opened(
    corpus: Dialogs, settings: Settings, brought: Mapping[str, Checker]
) -> tuple[Settings, dict[str, Checker], Source]:
    """Return the settings for what a corpus turns out to be, the checkers that they take, and where its dialogs are."""
    used = equip(settings, brought)
    source = open_source(corpus)
    chosen = replace(settings, kind=source.kind, trained_leakage=settings.trained_leakage or "IL" in brought)
    return chosen, used if chosen.rated == settings.rated else equip(chosen, brought), source


def _with_evidence(settings: Settings, census: Census, evidence: Mapping[str, Evidence]) -> Settings:
    """Return the settings without the default issues on which there is no evidence and nothing was planned."""
    seen = (code for code, found in evidence.items() if found.sums or found.payload is not None)
    lacking = {code for code in settings.where_evidence - {*seen} if not census.probed(code)}
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
