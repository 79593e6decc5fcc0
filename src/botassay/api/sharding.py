"""Rating in parts: `rate_shard` writes the evidence of a part of files, `merge` rates all parts, or runs, as one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from botassay.api.checkers import checkers_of
from botassay.api.held import evidence_settings, opened
from botassay.api.rating_request import RatingRequest, Users, request_of, tracking
from botassay.api.report import RatingReport
from botassay.api.run_merging import merge_runs
from botassay.api.subjects import Kind, kind_of
from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress
from botassay.corpora.units import holds_verdicts
from botassay.io.missing import instead_of
from botassay.rating import Settings, equip
from botassay.rating.examination import UnitJob
from botassay.rating.gate import check_gate
from botassay.rating.shards import header_of, merge_files, settings_in, write_shard
from botassay.settings.option import layered, to_builtins
from botassay.settings.rating import RateSettings


def rate_shard(
    subject: str | Path,
    shard: tuple[int, int],
    out: str | Path,
    settings: RateSettings | None = None,
    *,
    studied: str | Path | None = None,
    workers: int = 1,
    on_progress: OnProgress | None = None,
) -> Path:
    """Look at one of several parts of files of dialogs, write its evidence, and return where.

    Args:
        subject: a file or folder of dialogs.
        shard: which part, from 1, of how many.
        out: the evidence file.
        settings: everything that changes the evidence; profiles, the rule and the levels belong to `merge`.
        studied: what the checkers learned from all parts, as `merge` writes it: the second round.
        workers: processes, 1 to 64.
        on_progress: is told how far the work is.

    Raises:
        UsageError: a part that there is not, or settings that need the whole corpus.
        InputError: a file that is not there (E174), or not sound; `studied` of other files (E177).
    """
    number, of = shard
    if not 1 <= number <= of:
        raise UsageError(f"the shard {number}/{of} does not exist", hint="write 1/10 to 10/10")
    if kind_of(str(subject)) is not Kind.FILES:
        raise UsageError("--shard requires files of dialogs", hint="leave it out")
    request = request_of(settings, workers=workers, on_progress=on_progress)
    chosen = request.chosen
    if chosen.rating.decisions or chosen.rating.variants or chosen.checkers.trained_leakage or chosen.gate.fail_on:
        what = "decisions on findings, variants, gates and trained leakage do not go with --shard"
        raise UsageError(what, hint="give gates to botassay merge, and rate with the others in one command")
    rated = Settings.of(chosen.rating, kind="dialogs")
    corpus = opened(subject, chosen.read)
    if rated.external == "show" and holds_verdicts(corpus):
        what = "verdicts of other tools are not shown by shards"
        raise UsageError(what, hint="rate the files in one command, or leave the verdicts out with --external drop")
    job = UnitJob(corpus, rated.rated, equip(rated, checkers_of(chosen.checkers, rated)))
    header = header_of(job, rated, str(subject), evidence_settings(chosen))
    track = tracking(on_progress, "dialogs")
    write_shard(
        job, header, (number, of), Path(out), studied=Path(studied) if studied else None, workers=workers, track=track
    )
    return Path(out)


def merge(
    paths: str | Path | Iterable[str | Path],
    settings: RateSettings | None = None,
    *,
    profile: Users | None = None,
) -> RatingReport:
    """Rate what the evidence files of all parts of a corpus hold, or several live runs with the same bot, as one.

    Args:
        paths: the evidence files, or the folders of the runs, in any order.
        settings: the profiles, the rule, the levels and the gate; method and issues are those of the evidence.
        profile: for whom, as `rate` takes it.

    Raises:
        UsageError: files together with runs.
        InputError: E168 a damaged file, E177 files or runs that do not belong together, E178 a part or a seed twice,
            E179 a part missing, E175 a run that is damaged or not finished.
        SecondRoundNeeded: checkers learned something, and must look at all parts once more.
    """
    places = [Path(path) for path in ((paths,) if isinstance(paths, str | Path) else paths)]
    request = request_of(settings, profile=profile)
    return merge_runs(places, request) if _are_runs(places) else _merge_evidence(places, request)


def _are_runs(places: Sequence[Path]) -> bool:
    """Return whether all are folders of runs; raises UsageError for both kinds together, InputError E174."""
    if not places:
        raise UsageError("there are no evidence files to merge", hint="name those that botassay rate --shard wrote")
    missing = next((path for path in places if not path.exists()), None)
    if missing:
        hint = instead_of(missing, "name the files that botassay rate --shard wrote, or runs")
        raise InputError("E174 there is no such file", str(missing), hint)
    runs = [path for path in places if path.is_dir()]
    if runs and len(runs) < len(places):
        raise UsageError("evidence files and runs cannot be merged together", hint="merge each kind by itself")
    return bool(runs)


def _merge_evidence(files: Sequence[Path], request: RatingRequest) -> RatingReport:
    header = settings_in(files[0])
    asked = request.chosen.rating.issues
    if asked and {code.upper() for code in asked} != {*header.issues}:
        what = f"E177 the issues differ: {', '.join(header.issues)} here, {', '.join(asked)} asked for"
        raise InputError(what, str(files[0]), "leave --issues out, or make the evidence again")
    plain = to_builtins(request.chosen)
    rating = {**plain["rating"], "issues": [], "method": header.method}
    chosen = layered(RateSettings, {**plain, "rating": rating, "checkers": header.settings["checkers"]}, {})
    rated = Settings.of(chosen.rating, request.inputs.profiles, kind="dialogs")
    if header.issues_named or rated.rated != header.issues:
        rated = replace(rated, issues=header.issues)
    check_gate(chosen.gate.fail_on, rated.scale.names, rated.rated)
    report = merge_files(files, rated, equip(rated, checkers_of(chosen.checkers, rated)))
    return RatingReport(
        report.ratings,
        fail_on=chosen.gate.fail_on,
        min_coverage=chosen.rating.min_coverage,
        strict=chosen.gate.strict,
    )
