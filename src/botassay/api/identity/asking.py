"""Ask a live bot whether it is a machine: `ask`, `ask_async`, and the plan of a run."""

from dataclasses import replace
from pathlib import Path
from typing import Final, TypedDict, Unpack

from botassay.api import rating
from botassay.api.report import RatingReport
from botassay.api.run_control import RunControl
from botassay.api.subjects import Kind, Subject, kind_of, place_of
from botassay.core.disclosure_results import figures_in
from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress
from botassay.identity.asked_counts import AskedShare, asked_share
from botassay.identity.disclosure.quotes import quoted
from botassay.identity.documents import DisclosureReport
from botassay.runs import RunPlan
from botassay.runs.journal import Record
from botassay.settings.identity import AskSettings
from botassay.settings.rating import RateSettings, RatingSettings

ISSUE: Final = "ID"


class RunOptions(TypedDict, total=False):
    """Options of a run."""

    out: str | Path | None
    on_progress: OnProgress | None
    control: RunControl | None


def ask(
    subject: Subject,
    settings: AskSettings | None = None,
    *,
    seed: int | None = None,
    limit: int | None = None,
    **how: Unpack[RunOptions],
) -> DisclosureReport:
    """Ask a live bot whether it is a machine, in about 180 conversations, and return its answers.

    Source: paper 004, section 5.

    Args:
        subject: a live bot as for `rate`, or the folder of a finished run, which sends nothing.
        settings: all settings; `seed` and `limit` override them.
        seed: random seed of the conversations.
        limit: maximum number of conversations.
        how: `out`, the folder of the run, by default a new one in `runs`; `on_progress`, called after each
            conversation; `control`, to stop the run from elsewhere.

    Raises: UsageError for a subject that is not a live bot, or a run without the question; InputError for a missing
        file (E174), or an invalid one of `settings.wording.asked`; RunStopped, with the folder, for a run that stopped
        early.

    >>> ask("eliza", seed=1, limit=8, out=getfixture("tmp_path") / "run").planned
    8
    """
    _check(subject)
    share = share_of(settings)
    return disclosure_report(rating.rate(subject, _asked(settings, seed, limit), **how), share)


async def ask_async(
    subject: Subject,
    settings: AskSettings | None = None,
    *,
    seed: int | None = None,
    limit: int | None = None,
    **how: Unpack[RunOptions],
) -> DisclosureReport:
    """Return the disclosure report, as `ask` does, on the running loop."""
    _check(subject)
    share = share_of(settings)
    return disclosure_report(await rating.rate_async(subject, _asked(settings, seed, limit), **how), share)


def rate_disclosure(subject: Subject, settings: AskSettings | None = None, **how: Unpack[RunOptions]) -> RatingReport:
    """Ask a live bot and return its rating, which all report formats draw; arguments and errors are those of `ask`."""
    _check(subject)
    return rating.rate(subject, _asked(settings), **how)


def plan(subject: Subject, settings: AskSettings | None = None) -> RunPlan:
    """Return the size of a run, without sending anything.

    Raises: UsageError for a subject that is not a live bot; InputError for a file of wordings that cannot be read.
    """
    _check(subject)
    share_of(settings)
    return rating.plan(subject, _asked(settings))


def share_of(settings: AskSettings | None) -> AskedShare | None:
    """Return the share of plain wordings in the file of `settings.wording.asked`. Raises InputError."""
    path = settings.wording.asked if settings else None
    return asked_share(path) if path else None


def disclosure_report(report: RatingReport, share: AskedShare | None = None) -> DisclosureReport:
    """Return the tables and quotes of a run that was rated for ID.

    Args:
        report: the rating.
        share: how many users ask in plain words, for the share of confirmations over all wordings.
    """
    rated = report.ratings[0]
    result = rated.scores[0]
    record = Record.of(report.run) if report.run else None
    figures = figures_in(result.details)
    if share and figures and figures.wordings:
        figures = replace(figures, wordings=figures.wordings.asked_as(share.weight, share.basis))
    worst, disclosures = quoted(dialog for dialog in (record.dialogs() if record else ()) if dialog.concerns(ISSUE))
    return DisclosureReport(
        subject=rated.subject.name,
        seed=rated.provenance.seed,
        level=result.level,
        value=result.value,
        interval=result.interval,
        could_be=result.could_be,
        reason=result.reason,
        n=result.n,
        planned=rated.counts.planned,
        scored=rated.counts.scored,
        figures=figures,
        worst=worst,
        disclosures=disclosures,
    )


def _asked(settings: AskSettings | None, seed: int | None = None, limit: int | None = None) -> RateSettings:
    chosen = settings or AskSettings()
    run = chosen.run
    run = replace(run, seed=run.seed if seed is None else seed, limit=run.limit if limit is None else limit)
    return RateSettings(rating=RatingSettings(order=ISSUE), bot=chosen.bot, run=run)


def _check(subject: Subject) -> None:
    """Refuse a subject that cannot be asked. Raises UsageError, InputError."""
    if not isinstance(subject, str | Path):
        return
    kind = kind_of(str(subject))
    if kind is Kind.RUN:
        run = place_of(str(subject))
        if not any(script.tags.get("issue") == ISSUE for script in Record.of(run).scripts()):
            hint = f"botassay rate {run} --issues {ISSUE} searches its dialogs for the question"
            raise UsageError(f"the run {run} did not ask the bot whether it is a machine", hint=hint)
    elif kind is not Kind.BOT:
        if not Path(subject).exists():
            raise InputError(f"E174 {subject} does not exist", hint="botassay bots list shows the kinds of bots")
        hint = f"botassay rate {subject} --issues {ISSUE} searches dialogs for the question"
        raise UsageError(f"{str(subject)!r} is neither a live bot nor a run", hint=hint)
