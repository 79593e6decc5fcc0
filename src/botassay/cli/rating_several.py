"""The subjects of `botassay rate`: one by itself, several one after the other and then side by side."""

import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import click

from botassay.api.harmful import opened_for
from botassay.api.rating_request import check_settings
from botassay.api.report import RatingReport, named_apart, together
from botassay.api.run_control import RunStopped
from botassay.api.subjects import Kind, distinct, folders_of
from botassay.cli.rating import Work, check_sections
from botassay.cli.redacting import keep_mapping
from botassay.cli.showing import conclude, gated, opened, say_where, show
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import BotassayError, InputError, InternalError, UsageError
from botassay.grading.default_issues import SubjectKind
from botassay.io.missing import instead_of
from botassay.rating import Settings
from botassay.settings.rating import RateSettings
from botassay.view.escape import visible

STOPPED: Final = (130, 143)
"""Exit codes of an interrupted command: the remaining subjects are not started."""


def rate_subjects(subjects: tuple[str, ...], work: Work, outputs: tuple[Path, ...]) -> int:
    """Rate, show and write what was rated, and return the exit code.

    Raises: UsageError, before any work, for settings and outputs that do not fit; what a rating raises.
    """
    spare_inputs([*outputs, work.record])
    kinds = distinct(subjects)
    check_sections(kinds, work.settings, dry_run=work.dry_run)
    if work.show_harmful and (len(kinds) > 1 or not {Kind.BOT, Kind.RUN} & {*kinds.values()}):
        raise UsageError("--show-harmful requires a single live bot or run", hint="only journals keep these texts")
    if len(kinds) > 1:
        _check_together(kinds, work.settings, work.record, work.evidence)
        return _rate_all(kinds, work, outputs)
    ((subject, kind),) = kinds.items()
    report = work.rate(subject, kind, work.out)
    if report is None:
        return 0
    shown = work.shown(report)
    whole = opened(report, work.redact, as_json=work.as_json) if work.show_harmful else None
    for path in outputs:
        opened_for(path, shown, whole).save(path)
    keep_mapping(shown, work.place(report))
    return conclude(whole or shown, as_json=work.as_json, verbose=work.verbose)


def _check_together(
    kinds: Mapping[str, Kind], settings: RateSettings, record: Path | None, evidence: Path | None
) -> None:
    """Refuse, before any work, what cannot be done with several subjects.

    Raises: UsageError, InputError.
    """
    if record:
        raise UsageError(
            "--record requires a single subject: each would overwrite the file of the others",
            hint="rate each in a command by itself",
        )
    if evidence:
        hint = "rate each in a command by itself"
        raise UsageError("--evidence requires a single subject: a folder keeps one corpus", hint=hint)
    if settings.bot.name is not None and list(kinds.values()).count(Kind.BOT) > 1:
        hint = "give each bot its name in its bot.toml, or leave --name out"
        raise UsageError("--name requires a single bot", hint=hint)
    for subject, kind in kinds.items():
        if kind is Kind.FILES and not Path(subject).exists():
            hint = f"{instead_of(Path(subject), 'give a file or a folder of dialogs')}; nothing was rated"
            raise InputError(f"E174 {subject} does not exist", hint=hint)
    if not {Kind.BOT, Kind.FILES}.isdisjoint(kinds.values()):
        widest: SubjectKind = "bot" if Kind.BOT in kinds.values() else "dialogs"
        check_settings(settings, Settings.of(settings.rating, kind=widest, at_risk=True))


def _rate_all(kinds: Mapping[str, Kind], work: Work, outputs: tuple[Path, ...]) -> int:
    """Rate several subjects; show and write what was rated, together, and return the exit code.

    A subject that fails is named and does not stop the others; its exit code is stronger than that of a gate.
    """
    done: dict[str, RatingReport] = {}
    failed: list[int] = []
    try:
        for subject, outcome in _outcomes(kinds, work):
            if isinstance(outcome, RatingReport):
                done[subject] = outcome
            elif outcome:
                failed.append(outcome)
    except KeyboardInterrupt:
        failed.append(STOPPED[0])
    if not done:
        return failed[-1] if set(failed) & {*STOPPED} else next(iter(failed), 0)
    report = work.shown(together(done))
    show(report, as_json=work.as_json, verbose=work.verbose)
    for path in outputs:
        report.save(path)
    keep_mapping(report, work.out)
    lacking = [subject for subject in kinds if subject not in done]
    if lacking:
        named = visible(", ".join(lacking))
        click.echo(f"botassay: {len(done)} of {len(kinds)} subjects were rated; not rated: {named}", err=True)
    codes = [_gated(each) for each in named_apart(done).values()]
    return next(iter([*(code for code in failed if code in STOPPED), *failed]), max(codes))


def _gated(report: RatingReport) -> int:
    """The gate of one subject, which is named."""
    several = len(report.by_subject) > 1  # then each reason names its subject
    return gated(report, "" if several else f"{report.ratings[0].subject.name}: ")


def _outcomes(kinds: Mapping[str, Kind], work: Work) -> Iterator[tuple[str, RatingReport | int]]:
    """Yield the outcome of each subject, until the command is interrupted."""
    levels: tuple[str, ...] = ()
    folders = folders_of(kinds)
    for number, (subject, kind) in enumerate(kinds.items(), 1):
        if work.dry_run and kind is not Kind.BOT:
            click.echo(f"botassay: {visible(subject)} is {kind.value}: no requests are sent for it", err=True)
            continue
        click.echo(f"botassay: {number} of {len(kinds)}: {visible(subject)}", err=True)
        outcome = _attempt(subject, kind, work, work.out / folders[subject] if work.out else None, levels)
        if isinstance(outcome, RatingReport):
            levels = outcome.ratings[0].levels
            say_where(outcome)
        elif outcome:
            click.echo(f"botassay: not rated: {visible(subject)}", err=True)
        yield subject, outcome
        if outcome in STOPPED:
            return


def _attempt(subject: str, kind: Kind, work: Work, out: Path | None, levels: tuple[str, ...]) -> RatingReport | int:
    """Rate a subject; say what fails, and give the exit code for it."""
    try:
        report = work.rate(subject, kind, out)
        return 0 if report is None else _alike(report, levels)
    except BotassayError as error:
        if isinstance(error, InternalError):
            traceback.print_exception(error)
        whom = "" if isinstance(error, RunStopped) else f"{subject}: "
        click.echo(f"botassay: {visible(f'{whom}{error}')}", err=True)
        return error.exit_code


def _alike(report: RatingReport, levels: tuple[str, ...]) -> RatingReport:
    """Refuse a rating on another scale than those before it.

    Raises: UsageError.
    """
    own = report.ratings[0].levels
    if levels and own != levels:
        hint = f"give --levels {','.join(own)}, or rate it again"
        raise UsageError(f"its levels are {', '.join(own)}, those of the others {', '.join(levels)}", hint=hint)
    return report
