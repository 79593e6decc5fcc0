"""Looking at the dialogs of files, unit by unit, in this process or in several.

In the first round everything is counted, checkers study the corpus, and all those look at it that need not know the
whole of it. In a second round those look that learned something. The results add up exactly and in any order, so that
neither processes nor units show in a rating.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeAlias

from threadpoolctl import threadpool_limits

from botassay.core.dialog import Dialog
from botassay.core.errors import InputError, blame
from botassay.core.evidence import Evidence, Finding
from botassay.core.text.language import ENGLISH
from botassay.corpora import Corpus, Tally
from botassay.corpora.corpus import TWINS
from botassay.corpora.units import CorpusUnit, SeenIds, UnitPass, corpus_digest
from botassay.grading.checkers import Track, scope_of
from botassay.grading.corpus_stats import Census, CensusState, spoken
from botassay.grading.evidence_file import packed_result, study_digest, unpacked_result
from botassay.grading.parallel import batches, look, mapped_apart
from botassay.grading.sources import unwatched
from botassay.grading.unit_result import ReadingCounts, RunningSum, SingleSum, UnitResult
from botassay.plugins.optional import fitted, seldom_fitted, studies, studies_parts, study_part
from botassay.plugins.protocols import Checker
from botassay.rating.audit import Audit
from botassay.rating.decisions import Decision

Round: TypeAlias = Literal[1, 2]


@dataclass(frozen=True, slots=True)
class UnitJob:
    """What is to be done with each unit of a corpus in one round."""

    corpus: Corpus
    issues: tuple[str, ...]
    """Those that are rated."""
    checkers: Mapping[str, Checker]
    """All, by issue."""
    decisions: tuple[Decision, ...] = ()
    round: Round = 1
    changed: frozenset[str] = frozenset()
    """Of the second round: the issues whose checkers learned something."""
    studied: str = ""
    """Of the second round: the digest of what they learned."""

    @property
    def looking(self) -> dict[str, Checker]:
        """The checkers that look in this round."""
        if self.round == 1:
            return {code: each for code, each in self.checkers.items() if not studies(each) or seldom_fitted(each)}
        return {code: each for code, each in self.checkers.items() if code in self.changed}

    @property
    def studying(self) -> dict[str, Checker]:
        """The checkers that study in this round."""
        return {code: each for code, each in self.checkers.items() if studies(each)} if self.round == 1 else {}

    def second(self, studied: Mapping[str, Any]) -> "UnitJob":
        """Return the job of the second round, with the checkers that learned from all of the corpus."""
        ready = dict(self.checkers)
        changed = set[str]()
        for code, checker in self.studying.items():
            with blame(f"the checker for {code}"):
                ready[code] = fitted(checker, studied[code]) if code in studied else checker
            if ready[code] != checker or not seldom_fitted(checker):
                changed.add(code)
        return replace(self, checkers=ready, round=2, changed=frozenset(changed), studied=study_digest(studied))


UnitResults: TypeAlias = Iterator[tuple[CorpusUnit, UnitResult]]
Watch: TypeAlias = Callable[[UnitPass], Iterable[Dialog]]
"""Passes the dialogs of a unit on, and reports progress."""


def can_look_apart(checkers: Mapping[str, Checker]) -> bool:
    """Whether units can be looked at apart: what checkers study adds up."""
    return all(studies_parts(checker) or not studies(checker) for checker in checkers.values())


def look_at_unit(job: UnitJob, unit: CorpusUnit, watch: Watch = iter) -> UnitResult:
    """Return what is seen in a unit of a corpus, with one thread for NumPy: others would spin on the cores of workers.

    Raises: InputError for a bad row; InternalError where a checker fails.
    """
    with threadpool_limits(1, user_api="blas"):
        return _look_at_unit(job, unit, watch)


def _look_at_unit(job: UnitJob, unit: CorpusUnit, watch: Watch) -> UnitResult:
    reading = UnitPass(job.corpus, unit)
    census = Census(reading.tally, job.issues, scope_of(job.checkers.values()))
    audit = Audit(job.decisions, job.looking)
    looking = {**job.looking, **audit.accepting()}
    sums = {name: RunningSum[Evidence]() for name in looking}
    studied = {code: SingleSum[Any]() for code in job.studying}
    for batch in batches(watch(reading)):
        for code, checker in job.studying.items():
            studied[code].add(_learned(code, checker, batch))
        understood = census.passing(batch) if job.round == 1 else batch
        for name, evidence in look(looking, list(audit.passing(understood))).items():
            sums[name].add(evidence)
    places = {id(decision): place for place, decision in enumerate(job.decisions)}
    result = UnitResult(
        evidence=_totals(looking, sums),
        decided=tuple((finding, places[id(decision)]) for finding, decision in audit.decided),
        digests=tuple(reading.digests),
    )
    if job.round != 1:
        return result
    return replace(
        result,
        counts=ReadingCounts.of(reading.tally),
        census=census.state,
        ids=reading.ids,
        studies={code: part for code, each in studied.items() if (part := each.total()) is not None},
    )


def look_unit(job: UnitJob, unit: CorpusUnit) -> bytes:
    """Return what is seen in a unit of a corpus, as an engine carries it; a file that cannot be read is tried again.

    Raises: as `look_at_unit`.
    """
    for _ in range(_READS - 1):
        try:
            return packed_result(look_at_unit(job, unit))
        except InputError as error:
            if error.code != "E174":
                raise
    return packed_result(look_at_unit(job, unit))


_READS: Final = 3


def _totals(looking: Mapping[str, Checker], sums: Mapping[str, RunningSum[Evidence]]) -> dict[str, Evidence]:
    return {name: sums[name].total() or Evidence(checker.issue.code) for name, checker in looking.items()}


def _learned(code: str, checker: Checker, dialogs: Iterable[Dialog]) -> Any:
    """Return what a checker learns from some dialogs, of which it studies those in English for its issue."""
    with blame(f"the checker for {code}"):
        return study_part(checker, [each for each in dialogs if each.concerns(code) and spoken(each) == ENGLISH])


class UnitEngine(Protocol):
    """Lets other processes look at units."""

    @property
    def remote(self) -> bool:
        """Whether they may run on other machines."""
        ...

    def mapped(
        self, call: Callable[[CorpusUnit], bytes], items: Iterable[CorpusUnit], named: Callable[[CorpusUnit], str]
    ) -> Iterator[tuple[CorpusUnit, bytes]]:
        """Yield what a function returns for each unit, in the order of the units."""
        ...


class Store(Protocol):
    """Keeps results of units."""

    def get(self, job: UnitJob, unit: CorpusUnit) -> UnitResult | None:
        """Return the result of a unit, if it is there and whole."""
        ...

    def put(self, job: UnitJob, unit: CorpusUnit, result: UnitResult) -> None:
        """Keep the result of a unit."""
        ...


@dataclass(frozen=True, slots=True)
class Examination:
    """What was seen in all units of a corpus, in both rounds."""

    tally: Tally
    census: CensusState
    digest: str
    checkers: Mapping[str, Checker]
    """By issue; they have learned from the corpus."""
    evidence: Mapping[str, Evidence]
    decided: tuple[tuple[Finding, int], ...]


@dataclass(slots=True)
class Passing:
    """Dialogs on their way, with the counts of all units so far."""

    dialogs: Iterable[Dialog]
    tally: Tally
    size: int

    def __iter__(self) -> Iterator[Dialog]:
        """Return the dialogs."""
        return iter(self.dialogs)


def examine(
    job: UnitJob,
    units: Sequence[CorpusUnit],
    *,
    workers: int = 1,
    track: Track = unwatched,
    store: Store | None = None,
    engine: UnitEngine | None = None,
) -> Examination:
    """Return what is seen in a corpus.

    Args:
        job: of the first round.
        units: of the corpus, in order.
        workers: processes; with one, the work is done in this process.
        track: sees each dialog pass, for a progress bar; from other processes, each unit.
        store: keeps what was done; what it holds is not looked at again.
        engine: does the work instead of processes of this one.

    Raises: InputError, of the earliest bad row in the corpus, or else for an id that is used twice.
    """
    look = partial(results_of, units=units, workers=workers, track=track, store=store, engine=engine)
    digests: dict[CorpusUnit, tuple[tuple[str, bytes], ...]] = {}

    def first_round() -> Iterator[UnitResult]:
        for unit, result in look(job, phase="rating"):
            digests[unit] = result.digests
            yield result

    total, tally = first_total(first_round(), job.corpus.passed_over)
    if not tally.dialogs and not tally.bad_dialogs:
        raise job.corpus.read().nothing()
    if total.ids.twice:
        deque(job.corpus.read(), maxlen=0)  # raises the error with both places
    again = job.second(total.studies)
    second = look(again, phase="rating what depends on the whole corpus") if again.changed else ()
    return both_rounds(again, total, tally, corpus_digest(digests), (result for _, result in second))


def both_rounds(
    again: UnitJob, total: UnitResult, tally: Tally, digest: str, second: Iterable[UnitResult]
) -> Examination:
    """Return what both rounds give together: of checkers that learned something only the second counts."""
    evidence = dict(total.evidence)
    sums: dict[str, RunningSum[Evidence]] = {}
    decided = [(finding, place) for finding, place in total.decided if finding.issue not in again.changed]
    for result in second:
        decided += result.decided
        for name, seen in result.evidence.items():
            sums.setdefault(name, RunningSum()).add(seen)
    for name, each in sums.items():
        evidence[name] = each.total() or Evidence(name)
    return Examination(tally, total.census, digest, again.checkers, evidence, tuple(decided))


def results_of(
    job: UnitJob,
    units: Sequence[CorpusUnit],
    phase: str,
    *,
    workers: int = 1,
    track: Track = unwatched,
    store: Store | None = None,
    engine: UnitEngine | None = None,
) -> UnitResults:
    """Yield the result of each unit in one round, in order; the arguments are those of `examine`.

    Results pass one by one, so that adding them up takes the memory of their sum, however many there are.
    """
    stored = {unit for unit in units if store and store.get(job, unit) is not None}
    missing = [unit for unit in units if unit not in stored]
    done = Tally()
    apart = _apart(job, missing, workers, engine)
    looked = _looked_at(job, missing, phase, track, done) if apart is None else _marked(apart, job, phase, track, done)
    for unit in units:
        if store and unit in stored:
            yield unit, store.get(job, unit) or look_at_unit(job, unit)
            continue
        _, result = next(looked)
        if store:
            store.put(job, unit, result)
        yield unit, result


def _apart(job: UnitJob, units: Sequence[CorpusUnit], workers: int, engine: UnitEngine | None) -> UnitResults | None:
    """Return the results of units at which others look; None where this process looks at them."""

    def named(unit: CorpusUnit) -> str:
        return unit.shown(job.corpus)

    if engine is not None:
        return _by_engine(job, units, engine, named)
    if workers == 1 or len(units) < 2:  # noqa: PLR2004 - a single unit is looked at here
        return None
    return mapped_apart(partial(look_at_unit, job), units, workers, named)


def _by_engine(
    job: UnitJob, units: Sequence[CorpusUnit], engine: UnitEngine, named: Callable[[CorpusUnit], str]
) -> UnitResults:
    sent = replace(job, corpus=job.corpus.from_anywhere()) if engine.remote else job
    there, here = str(sent.corpus.path), str(job.corpus.path)
    try:
        for unit, data in engine.mapped(partial(look_unit, sent), units, named):
            yield unit, unpacked_result(data, job.checkers)
    except InputError as error:
        where = error.where
        if where and where.startswith(there):
            where = here + where[len(there) :]
        raise InputError(error.what, where, error.hint) from error


def _looked_at(job: UnitJob, units: Sequence[CorpusUnit], phase: str, track: Track, done: Tally) -> UnitResults:
    """Look at units in this process."""
    size = job.corpus.size

    def watch(reading: UnitPass) -> Iterator[Dialog]:
        before = replace(done)
        for dialog in track(phase, Passing(reading, done, size)):
            yield dialog
            tally = reading.tally
            done.dialogs, done.bad_rows = before.dialogs + tally.dialogs, before.bad_rows + tally.bad_rows
            done.bytes_read = before.bytes_read + tally.bytes_read
        done.dialogs = before.dialogs + reading.tally.dialogs
        done.bytes_read = before.bytes_read + reading.tally.bytes_read

    for unit in units:
        yield unit, look_at_unit(job, unit, watch)


def _marked(results: UnitResults, job: UnitJob, phase: str, track: Track, done: Tally) -> UnitResults:
    """Pass results on, and tell after each unit how far the work is."""
    for unit, result in results:
        end = unit.end or job.corpus.volumes[unit.volume].size
        done.dialogs += result.counts.dialogs
        done.bytes_read += end - unit.begin
        deque(track(phase, Passing(_MILESTONE, done, job.corpus.size)), maxlen=0)
        yield unit, result


_MILESTONE: Final = (Dialog("", ()),)
"""Passes where a unit is done, so that its progress shows."""


def first_total(results: Iterable[UnitResult], passed_over: Iterable[str]) -> tuple[UnitResult, Tally]:
    """Return what all units of the first round add up to, and what reading them came across.

    Args:
        results: of all units, in order.
        passed_over: names in the folder that are never read.
    """
    census, ids = RunningSum[CensusState](), SeenIds()
    tally = Tally(skipped_files=list(passed_over))
    evidence: dict[str, RunningSum[Evidence]] = {}
    studied: dict[str, SingleSum[Any]] = {}
    decided: list[tuple[Finding, int]] = []
    for result in results:
        census.add(result.census)
        ids.extend(result.ids)
        result.counts.add_to(tally)
        decided += result.decided
        for name, seen in result.evidence.items():
            evidence.setdefault(name, RunningSum()).add(seen)
        for code, part in result.studies.items():
            studied.setdefault(code, SingleSum()).add(part)
    tally.remarks += Counter({TWINS: ids.twins} if ids.twins else {})
    total = UnitResult(
        evidence={name: each.total() for name, each in evidence.items()},  # type: ignore[misc]  # of one part at least
        decided=tuple(decided),
        census=census.total() or CensusState(),
        ids=ids,
        studies={code: each.total() for code, each in studied.items()},
    )
    return total, tally
