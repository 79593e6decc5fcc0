"""Rating in parts: evidence of units in files, made anywhere, and the rating that they give together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from shlex import quote
from typing import Any, Final

import msgspec

from botassay import __version__
from botassay.core import exit_codes
from botassay.core.errors import BotassayError, InputError, UsageError
from botassay.core.results import Observation, Report, Subject
from botassay.corpora import Corpus
from botassay.corpora.units import CorpusUnit, corpus_digest, plan_units
from botassay.encoder.numerics import numerics_print
from botassay.grading.checkers import Track, spelled
from botassay.grading.evidence_file import (
    EvidenceFile,
    EvidenceHeader,
    read_evidence,
    write_evidence,
    write_studies,
)
from botassay.grading.sources import unwatched
from botassay.grading.unit_result import UnitResult
from botassay.plugins.protocols import Checker
from botassay.plugins.registry import CHECKERS
from botassay.rating.examination import UnitJob, both_rounds, can_look_apart, first_total, results_of
from botassay.rating.pipeline import report_of
from botassay.rating.settings import Settings

STUDIES: Final = "all.study"
"""What checkers learned from a corpus, beside its evidence."""


class SecondRoundNeeded(BotassayError):  # noqa: N818 - nothing has failed
    """Some checkers learned from the whole corpus, and have to look at its parts with that."""

    exit_code = exit_codes.PAUSED


def header_of(
    job: UnitJob, settings: Settings, path: str, chosen: Mapping[str, Any], units: Sequence[CorpusUnit] | None = None
) -> EvidenceHeader:
    """Return what evidence of a corpus is made from, and how.

    Args:
        job: of the first round.
        settings: of the rating.
        path: the files, as they were named.
        chosen: the settings that change evidence, as plain data.
        units: of the corpus; None: they are planned.
    """
    corpus = job.corpus
    sources = [source for volume in corpus.volumes for source in volume.sources.values()]
    rows = msgspec.json.encode([asdict(decision) for decision in job.decisions])
    return EvidenceHeader(
        version=__version__,
        round=1,
        subject=corpus.name,
        digest_kind=corpus.digest_kind,
        path=path,
        files=tuple((source.name, source.size) for source in sources),
        passed_over=corpus.passed_over,
        plan=tuple(plan_units(corpus) if units is None else units),
        issues=settings.rated,
        issues_named=settings.rated != settings.default_issues or settings.issues is not None,
        method=settings.method,
        settings=chosen,
        checkers=_origins(job.checkers),
        decisions=sha256(rows).hexdigest() if job.decisions else "",
        numerics=numerics_print() if judges(settings) else "",
    )


def judges(settings: Settings) -> bool:
    """Return whether values of the encoder take part in a rating."""
    return not {"AL", "B"}.isdisjoint(settings.rated) and not settings.published


def _origins(checkers: Mapping[str, Checker]) -> dict[str, str]:
    return {code: spelled(checker, CHECKERS.origin(code)) for code, checker in checkers.items()}


# ── a folder that keeps what was done ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class EvidenceFolder:
    """Keeps the result of each unit in a file; what it holds is not looked at again."""

    folder: Path
    settings: Settings
    chosen: Mapping[str, Any]
    """The settings that change evidence, as plain data."""

    def get(self, job: UnitJob, unit: CorpusUnit) -> UnitResult | None:
        """Return the result of a unit; None where there is none, or it was made from something else."""
        place = self._place(job, unit)
        if not place.is_file():
            return None
        try:
            file = read_evidence(place, job.checkers)
        except InputError:  # which is made again
            return None
        return file.results.get(unit) if file.header == self._header(job, unit) else None

    def put(self, job: UnitJob, unit: CorpusUnit, result: UnitResult) -> None:
        """Write the result of a unit; raises OutputError."""
        write_evidence(self._place(job, unit), self._header(job, unit), {unit: result})

    def _place(self, job: UnitJob, unit: CorpusUnit) -> Path:
        return self.folder / f"{job.round}-{unit.volume:06}-{unit.begin:015}.evidence"

    def _header(self, job: UnitJob, unit: CorpusUnit) -> EvidenceHeader:
        header = header_of(job, self.settings, "", self.chosen, (unit,))
        sources = job.corpus.volumes[unit.volume].sources.values()
        return replace(
            header,
            round=job.round,
            studied=job.studied,
            files=tuple((source.name, source.size) for source in sources),
            passed_over=(),
            written=tuple(number for source in sources for number in source.seen or ()),
        )


# ── shards ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_shard(
    job: UnitJob,
    header: EvidenceHeader,
    shard: tuple[int, int],
    out: Path,
    *,
    studied: Path | None = None,
    workers: int = 1,
    track: Track = unwatched,
) -> None:
    """Write the evidence of one of several parts of a corpus.

    Args:
        job: of the first round.
        header: of the corpus.
        shard: which part, from 1, of how many.
        out: the file.
        studied: what the checkers learned from all of the corpus: the second round.
        workers: processes.
        track: sees each dialog pass.

    Raises:
        UsageError: a checker that has to see the whole corpus at once.
        InputError: a bad row; E177 where what was learned belongs to other files.
        OutputError: the file cannot be written.
    """
    refuse_whole(job.checkers, "--shard")
    number, of = shard
    units = header.plan[(number - 1) * len(header.plan) // of : number * len(header.plan) // of]
    header = replace(header, shard=shard)
    if studied is not None:
        learned = read_evidence(studied, job.checkers)
        _check_alike(studied, learned.header, header, "the files")
        job = job.second(learned.studies)
        header = replace(header, round=2, studied=job.studied)
    results = dict(results_of(job, units, f"shard {number} of {of}", workers=workers, track=track))
    write_evidence(out, header, results)


def refuse_whole(checkers: Mapping[str, Checker], flag: str) -> None:
    """Refuse checkers that have to see the whole corpus at once; raises UsageError."""
    for code, checker in checkers.items():
        if not can_look_apart({code: checker}):
            what = f"{code} is measured on the whole corpus at once, which {flag} does not allow"
            raise UsageError(what, hint=f"leave {flag} out, or name other issues than {code}")


# ── merging ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def merge_files(paths: Sequence[Path], settings: Settings, checkers: Mapping[str, Checker]) -> Report:
    """Return the report on a corpus from the evidence of all of its units.

    Args:
        paths: evidence files of all shards, in any order.
        settings: those of the evidence, with the profiles, the rule and the levels that are asked for.
        checkers: by issue.

    Raises:
        InputError: E168 a damaged file, E177 files that do not belong together, E178 a unit twice, E179 a unit missing,
            E131 an id that is used twice, E100 no dialogs.
        SecondRoundNeeded: checkers have to look again; what they learned was written beside the first file.
    """
    twice = next((path for place, path in enumerate(paths) if path in paths[:place]), None)
    if twice:
        raise InputError("E178 the file is named twice", str(twice), "give each shard once")
    first = settings_in(paths[0])
    for path in paths:
        _check_alike(path, settings_in(path), first, str(paths[0]))
    _check_checkers(paths[0], first, checkers)
    files = {path: read_evidence(path, checkers) for path in paths}
    ones = _units_of_round(files, 1)
    _check_complete(ones, first, files, 1)
    total, tally = first_total(ones.values(), first.passed_over)
    if not tally.dialogs and not tally.bad_dialogs:
        raise InputError("E100 there are no dialogs in the evidence", str(paths[0]))
    if total.ids.twice:
        hint = f"botassay check {quote(first.path)} names it, with both places"
        raise InputError("E131 an id is used twice in the corpus", first.subject, hint)
    again = UnitJob(_nowhere(first), first.issues, checkers).second(total.studies)
    twos = _units_of_round(files, 2) if again.changed else {}
    if again.changed:
        _check_second(files, first, again, twos, total, paths[0])
    digest = corpus_digest({unit: result.digests for unit, result in ones.items()})
    seen = both_rounds(again, total, tally, digest, twos.values())
    subject = Subject(first.subject, "corpus", f"{first.digest_kind}:{digest}")
    prints = {file.header.numerics for file in files.values() if file.results} - {""}
    return report_of(seen, settings, subject, first.checkers, held=tuple(_several_prints(len(prints))))


def _several_prints(count: int) -> Iterator[Observation]:
    """Yield what a reader should know of evidence from machines with different processors."""
    if count > 1:
        text = (
            f"the parts were looked at on {count} kinds of machines whose values of AL and B differ in the last digits;"
            " another division of the work can give another share at a threshold"
        )
        yield Observation("numerics", None, text)


def _nowhere(header: EvidenceHeader) -> Corpus:
    """Return a corpus that is not here."""
    return Corpus(Path(header.path), ())


def _check_alike(path: Path, mine: EvidenceHeader, other: EvidenceHeader, others: str) -> None:
    difference = mine.differing(other)
    if difference:
        name, here, there = difference
        what = f"E177 {_FIELDS[name]} differs from that of {others}: {_shortened(here)} here, {_shortened(there)} there"
        raise InputError(what, str(path), "make all evidence from the same files, by the same settings and version")


_FIELDS: Final = {
    "version": "the version of botassay",
    "method": "the method",
    "issues": "the list of issues",
    "settings": "a setting",
    "checkers": "a checker",
    "decisions": "the list of decisions",
    "subject": "the name of the files",
    "files": "the list of files and sizes",
    "plan": "the cut of the files",
}


def _shortened(value: object) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


_SHOWN: Final = 200


def _check_checkers(path: Path, header: EvidenceHeader, checkers: Mapping[str, Checker]) -> None:
    """Refuse evidence of another version, or of checkers with other settings than those that are here."""
    here = replace(header, version=__version__, checkers=_origins(checkers))
    _check_alike(path, header, here, "this installation")


def _units_of_round(files: Mapping[Path, EvidenceFile], number: int) -> dict[CorpusUnit, UnitResult]:
    """Return the results of a round by unit, in order; raises InputError E178."""
    results: dict[CorpusUnit, UnitResult] = {}
    whence: dict[CorpusUnit, Path] = {}
    for path, file in files.items():
        for unit, result in file.results.items() if file.header.round == number else ():
            if unit in results:
                what = f"E178 {_named(file.header, unit)} is in {whence[unit]}, too"
                raise InputError(what, str(path), "give each shard once")
            results[unit], whence[unit] = result, path
    return {unit: results[unit] for unit in sorted(results, key=lambda unit: unit[:2])}


def _named(header: EvidenceHeader, unit: CorpusUnit) -> str:
    which = f"unit {header.plan.index(unit) + 1} of {len(header.plan)}"
    return which if unit.whole else f"{which} (bytes from {unit.begin:,})"


def _check_complete(
    results: Mapping[CorpusUnit, UnitResult], first: EvidenceHeader, files: Mapping[Path, EvidenceFile], number: int
) -> None:
    """Refuse evidence that lacks a unit; raises InputError E179 with the commands that make it."""
    missing = [unit for unit in first.plan if unit not in results]
    if missing:
        shards = [file.header.shard for file in files.values() if file.header.round == number] or [(1, 1)]
        of = max(shards, key=lambda shard: shard[1])[1]
        commands = list(_commands(first, of, missing, second=number > 1))
        lacking = f"{len(missing)} of {len(first.plan)} parts of {first.subject}"
        raise InputError(f"E179 {lacking} are missing", hint="make them with: " + "; ".join(commands))


def _commands(first: EvidenceHeader, of: int, units: Iterable[CorpusUnit], *, second: bool) -> Iterator[str]:
    wanted = {first.plan.index(unit) for unit in units}
    count = len(first.plan)
    for number in range(1, of + 1):
        if wanted & {*range((number - 1) * count // of, number * count // of)}:
            more = f" --studied {STUDIES} -o second-{number}.evidence" if second else f" -o {number}.evidence"
            yield f"botassay rate {quote(first.path)} --shard {number}/{of}{more}"


def _check_second(
    files: Mapping[Path, EvidenceFile],
    first: EvidenceHeader,
    again: UnitJob,
    results: Mapping[CorpusUnit, UnitResult],
    total: UnitResult,
    beside: Path,
) -> None:
    """Check that the second round is there, and looked with what was learned here."""
    for path, file in files.items():
        if file.header.round == 2 and file.header.studied != again.studied:  # noqa: PLR2004 - the second round
            hint = f"make it again with --studied {STUDIES}"
            raise InputError(
                "E177 its checkers learned from other evidence than that of the first round", str(path), hint
            )
    if results:
        _check_complete(results, first, files, 2)
        return
    place = beside.parent / STUDIES
    write_studies(place, replace(first, round=0), total.studies)
    of = max(file.header.shard[1] for file in files.values())
    commands = "; ".join(_commands(first, of, first.plan, second=True))
    named = " and ".join(sorted(again.changed))
    raise SecondRoundNeeded(
        f"{named} learned from the whole corpus and must look at it once more; wrote {place}",
        hint=f"run {commands}; then merge all evidence files, of both rounds",
    )


def settings_in(path: Path) -> EvidenceHeader:
    """Return what an evidence file was made from, and how; raises InputError."""
    return read_evidence(path).header
