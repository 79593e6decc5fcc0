"""Rating: `rate`, `plan`, `resume` and `load`."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from logging import getLogger
from pathlib import Path
from typing import Unpack

from botassay.api.asynchronous import run_to_end
from botassay.api.bot_target import BotTarget
from botassay.api.checkers import checkers_of
from botassay.api.held import rate_held, rate_run, with_variants
from botassay.api.live import (
    PreparedRun,
    declared,
    hold_new,
    hold_rest,
    needs_consent,
    new_run_folder,
    prepare,
    prepared_variants,
    unfinished,
)
from botassay.api.outlook import planned
from botassay.api.rating_request import (
    RateOptions,
    RatingRequest,
    Users,
    check_settings,
    request_of,
    tracking,
    with_decisions_of,
)
from botassay.api.report import RatingReport
from botassay.api.run_control import RunControl, RunStopped
from botassay.api.run_folders import was_rated
from botassay.api.run_settings import declared_at_risk, kind_of_run, settings_of_run, stored
from botassay.api.subjects import Kind, Subject, bot_given, kind_of, place_of
from botassay.api.variants import Variants, lacking, run_folder_of
from botassay.bots.naming import host_of, remote_host
from botassay.core import exit_codes
from botassay.core.declared import for_people_at_risk
from botassay.core.errors import UsageError
from botassay.core.progress import OnProgress
from botassay.core.results import Report
from botassay.plugins.protocols import Bot, Checker
from botassay.plugins.registry import PROBERS
from botassay.rating import Settings, every_finding
from botassay.rating.formats import STORED
from botassay.rating.formats import load as load_stored
from botassay.runs import Plan, RunPlan
from botassay.runs.journal import FILE, Record
from botassay.settings.live import Depth
from botassay.settings.rating import RateSettings
from botassay.settings.runs import RUNS

LOG = getLogger("botassay")

Confirm = Callable[[RunPlan], bool]
"""Is asked whether a run should begin."""


def rate(  # noqa: PLR0913 - one keyword for each thing that scripts set most
    subject: Subject,
    settings: RateSettings | None = None,
    *,
    issues: str | Iterable[str] | None = None,
    profile: Users | None = None,
    seed: int | None = None,
    limit: int | None = None,
    depth: Depth | None = None,
    out: str | Path | None = None,
    force: bool = False,
    checkers: Mapping[str, Checker] | None = None,
    workers: int = 1,
    record: str | Path | None = None,
    evidence: str | Path | None = None,
    engine: str | None = None,
    insecure_engine: bool = False,
    on_progress: OnProgress | None = None,
    control: RunControl | None = None,
    confirm: Confirm | None = None,
) -> RatingReport:
    """Rate a chatbot for one kind of user or several.

    Args:
        subject: a bundled name such as `"eliza"`, an address, a bot.toml, a file or folder of dialogs, the folder of a
            run, a `Bot`, a callable that is given each message and returns the reply, or an iterable of `Dialog`.
        settings: everything that changes the rating; None: the defaults, or of a run those that it was begun with.
        issues: issues to rate, `"AL,ID"`; stronger than in `settings`.
        profile: for whom: a name, a file, an order such as `"IL,AL,B=CC"`, a `Profile`, or several of them.
        seed: what a live run is drawn from.
        limit: conversations of a live run, at most.
        depth: how much a live bot is asked: `quick`, `standard` or `thorough`.
        out: the folder of a live run, or where `rating.json` is written; None: a live run gets a folder in `runs`.
        force: whether the rating of another subject in `out` is overwritten.
        checkers: by issue, instead of the installed ones.
        workers: processes, 1 to 64.
        record: where translations for SG are written as JSON lines.
        evidence: a folder that keeps what is seen in each part of files; what it holds is not looked at again.
        engine: who looks at parts of files: `dask`, `tls://host:port` or `tcp://host:port`; None: this machine.
        insecure_engine: whether a `tcp` engine on another machine is accepted.
        on_progress: is told how far the work is.
        control: stops a live run from elsewhere.
        confirm: is given the plan before the first run with a bot on another machine; False calls the run off.

    Returns: the ratings, the worst first.

    Raises:
        UsageError: settings that make no sense, or do not fit the subject.
        InputError: a file that is not there (E174), or not sound.
        RunStopped: a live run that stopped before its end; `.run` is its folder.
        TypeError: for what cannot be rated.

    >>> rate("eliza", issues="AL", limit=20, seed=1, out=getfixture("tmp_path") / "run")["AL"].level
    'low'
    """
    request = request_of(
        settings,
        issues=issues,
        profile=profile,
        seed=seed,
        limit=limit,
        depth=depth,
        out=out,
        force=force,
        checkers=checkers,
        workers=workers,
        record=record,
        evidence=evidence,
        engine=engine,
        insecure_engine=insecure_engine,
        on_progress=on_progress,
    )
    begun = _begun(subject, request, confirm)
    if begun is None:
        return rate_held(subject, request)
    run, folder = begun
    run_to_end(hold_new(run, folder, control or RunControl(), on_progress))
    return _with_menus(rate_run(folder, replace(request, settings=None)))


async def rate_async(
    subject: Subject,
    settings: RateSettings | None = None,
    *,
    control: RunControl | None = None,
    **options: Unpack[RateOptions],
) -> RatingReport:
    """Rate a chatbot in a running loop, as `rate` does; what takes the processor happens in another thread."""
    request = request_of(settings, **options)
    begun = await asyncio.to_thread(_begun, subject, request)
    if begun is None:
        return await asyncio.to_thread(rate_held, subject, request)
    run, folder = begun
    await hold_new(run, folder, control or RunControl(), request.on_progress)
    return _with_menus(await asyncio.to_thread(rate_run, folder, replace(request, settings=None)))


def _with_menus(report: RatingReport) -> RatingReport:
    """Return the report of a live run; raises UsageError where only OP is rated and the bot showed no options."""
    scores = report.ratings[0].scores
    if [score.issue for score in scores] == ["OP"] and scores[0].n == 0:
        hint = "ask what makes it show menus: --ask FILE, rate another issue as well, or give dialogs with menus"
        raise UsageError("OP cannot be measured: no reply to the opening lines showed options", hint=hint)
    return report


def plan(
    subject: Subject,
    settings: RateSettings | None = None,
    *,
    issues: str | Iterable[str] | None = None,
    profile: Users | None = None,
    seed: int | None = None,
    limit: int | None = None,
    depth: Depth | None = None,
) -> RunPlan:
    """Return the size of a live run, and what it could show; nothing is sent.

    Args and errors: those of `rate`.

    >>> plan("eliza", issues="AL", limit=4).conversations
    4
    """
    request = request_of(settings, issues=issues, profile=profile, seed=seed, limit=limit, depth=depth)
    live = _live(subject, request.chosen)
    if live is None:
        raise UsageError("only live bots can be planned", hint="name a bot")
    run, rated = _prepared(*live, request)
    return planned(run, rated, _pace(run.bot, request.chosen.bot.rate))


def resume(
    run: str | Path,
    *,
    bot: Subject | None = None,
    on_progress: OnProgress | None = None,
    control: RunControl | None = None,
) -> RatingReport:
    """Continue a live run that was stopped, and rate it by the settings that it was started with.

    Args:
        run: its folder.
        bot: a `Bot` or callable, where the run was begun with one that cannot be found again by its name.
        on_progress: is told how far the work is.
        control: stops the run again.

    Raises: UsageError for a chat; ConfigurationError for a bot that was changed; RunStopped.
    """
    prepared = _rest(Path(run), bot)
    if unfinished(prepared, Path(run)):
        run_to_end(hold_rest(prepared, Path(run), control or RunControl(), on_progress))
    else:
        LOG.info("every conversation of %s has been held; it is only rated again", run)
    return rate_run(Path(run), request_of(on_progress=on_progress))


async def resume_async(
    run: str | Path,
    *,
    bot: Subject | None = None,
    on_progress: OnProgress | None = None,
    control: RunControl | None = None,
) -> RatingReport:
    """Continue a live run in a running loop, as `resume` does."""
    prepared = await asyncio.to_thread(_rest, Path(run), bot)
    await hold_rest(prepared, Path(run), control or RunControl(), on_progress)
    return await asyncio.to_thread(rate_run, Path(run), request_of(on_progress=on_progress))


def load(run: str | Path, *, on_progress: OnProgress | None = None) -> RatingReport:
    """A rating that is stored; that of a live run whose `rating.json` is gone is made again from its journal.

    Args:
        run: the folder of a run, a folder with a `rating.json`, or such a file.
        on_progress: is told how far the work is.

    Raises: InputError when it is neither.
    """
    path = place_of(str(run))
    if not (path / FILE).is_file():
        return RatingReport(load_stored(Path(run)).ratings)
    chosen, inputs = settings_of_run(path)
    request = request_of(with_decisions_of(path, chosen), on_progress=on_progress)
    rated = Settings.of(chosen.rating, inputs.profiles, kind=kind_of_run(path), at_risk=declared_at_risk(path))
    checkers = checkers_of(chosen.checkers, rated)
    findings = partial(every_finding, path, rated, checkers=checkers, track=tracking(on_progress, "dialogs"))
    if (path / STORED).is_file():
        stored_report = load_stored(path)
        _check_journal(stored_report, path)
        return RatingReport(stored_report.ratings, findings=findings, run=path)
    variants = Variants.of(chosen.rating.variants, inputs)
    held = variants if not lacking(variants, path) else Variants.of((), inputs)
    report = with_variants(partial(run_folder_of, base=path), rated, checkers, held, request)
    return RatingReport(report.ratings, findings=findings, run=path)


def _check_journal(report: Report, run: Path) -> None:
    """Warn of a rating beside a journal that was not made from it."""
    named = {rating.provenance.journal for rating in report.ratings} - {None}
    if named - {Record.of(run).root}:
        LOG.warning("%s was not made from this journal; botassay rate %s makes it again", run / STORED, run)


# ── live bots ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _begun(subject: Subject, request: RatingRequest, confirm: Confirm | None = None) -> tuple[PreparedRun, Path] | None:
    """A live run that can begin, and its folder; None for what is not a live bot.

    Raises: RunStopped where it was called off; what `_prepared` and `new_run_folder` raise.
    """
    live = _live(subject, request.chosen)
    if live is None:
        return None
    run, rated = _prepared(*live, request)
    folder = new_run_folder(run.name, request.out)
    if needs_consent(run):
        outlook = planned(run, rated, _pace(run.bot, run.settings.bot.rate))
        if confirm is None:
            raise UsageError(
                "CR tells the bot of invented people in danger, which can set people in motion; nothing was sent",
                hint="pass confirm, a function that is given the plan and returns whether to begin; or issues='-CR'",
            )
        if not confirm(outlook):
            raise RunStopped("called off; nothing was sent", exit_codes.INTERRUPTED)
        return run, folder
    asked = confirm is not None and remote_host(run.bot) and not was_rated(run.target.subject, {RUNS, folder.parent})
    if confirm is not None and asked and not confirm(planned(run, rated, _pace(run.bot, request.chosen.bot.rate))):
        raise RunStopped("called off; nothing was sent", exit_codes.INTERRUPTED)
    return run, folder


def _live(subject: Subject, chosen: RateSettings) -> tuple[Bot | None, BotTarget] | None:
    """The bot that a subject is, if it is at hand, and where it is found; None for what is not a live bot."""
    if isinstance(subject, str | Path):
        is_live = kind_of(str(subject)) is Kind.BOT
        return (None, BotTarget.of(str(subject), chosen.bot)) if is_live else None
    given = bot_given(subject, chosen.bot.timeout)
    if given is not None:
        return given[0], BotTarget(given[1])
    if not isinstance(subject, Iterable):
        wanted = "a name, address, path, Bot, callable or iterable of Dialog"
        raise TypeError(f"expected {wanted}, not {type(subject).__name__}")
    return None


def _prepared(bot: Bot | None, target: BotTarget, request: RatingRequest) -> tuple[PreparedRun, Settings]:
    """A live run before its first request, and the settings of its rating; what cannot be rated is refused."""
    bot = bot or target.bot(request.chosen.bot)
    at_risk = for_people_at_risk(declared(bot, request.chosen))
    rated = Settings.of(request.chosen.rating, request.inputs.profiles, kind="bot", at_risk=at_risk)
    check_settings(request.chosen, rated, request.checkers)
    return prepare(bot, target, request.chosen, rated, request.inputs), rated


def _pace(bot: Bot, rate: float | None) -> float | None:
    from botassay.http.pace import DEFAULT_RATE  # only a plan needs it

    if rate is not None or host_of(bot) is None:
        return rate
    return getattr(bot, "usual_rate", DEFAULT_RATE) if remote_host(bot) else None


def _rest(run: Path, bot: Subject | None) -> PreparedRun:
    """A run that was begun, as its journal has it."""
    record = Record.of(run)
    if record.facts.get("chat"):
        hint = f"rate it with botassay rate {run}, or start a new one with botassay chat"
        raise UsageError(f"{run} is a chat and cannot be continued", hint=hint)
    if record.redacted:
        hint = "continue the run from which it was made"
        raise UsageError(f"{run} is redacted and cannot be continued", hint=hint)
    target = BotTarget.stored(record.facts["bot"])
    target.check_unchanged()
    scripts, seed = tuple(record.scripts()), int(record.facts["seed"])
    chosen, inputs = settings_of_run(run)
    codes = {script.tags.get("issue", "") for script in scripts} & {*PROBERS.names()}
    planned = Plan(scripts, {code: PROBERS.get(code) for code in sorted(codes)})
    variants = prepared_variants(Variants.of(chosen.rating.variants, inputs), target, planned, seed, run)
    given = None if bot is None or isinstance(bot, str | Path) else bot_given(bot, chosen.bot.timeout)
    live_bot = given[0] if given else target.bot(chosen.bot)
    name = str(record.facts["subject"])
    return PreparedRun(live_bot, target, planned, variants, seed, chosen, name, stored(chosen, inputs))
