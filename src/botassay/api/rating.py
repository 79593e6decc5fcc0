"""Rating: `rate`, `plan`, `resume` and `load`."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from logging import getLogger
from pathlib import Path
from typing import Final, Unpack
from urllib.parse import urlsplit

from botassay.api.asynchronous import run_to_end
from botassay.api.bot_target import BotTarget
from botassay.api.checkers import checkers_of
from botassay.api.held import rate_held, rate_run, with_variants
from botassay.api.live import (
    PreparedRun,
    hold_new,
    hold_rest,
    new_run_folder,
    prepare,
    prepared_variants,
    unfinished,
)
from botassay.api.rating_request import RateOptions, RatingRequest, Users, check_settings, request_of, tracking
from botassay.api.report import RatingReport
from botassay.api.run_control import RunControl
from botassay.api.run_settings import settings_of_run, stored
from botassay.api.subjects import Kind, Subject, bot_given, kind_of, place_of
from botassay.api.variants import Variants, lacking, run_folder_of, spelled
from botassay.core.errors import UsageError
from botassay.core.progress import OnProgress
from botassay.core.results import Report
from botassay.plugins.protocols import Bot, Checker
from botassay.plugins.registry import CHECKERS, PROBERS
from botassay.rating import Settings, every_finding
from botassay.rating.comparison import compare as compared
from botassay.rating.comparison_document import Comparison
from botassay.rating.formats import STORED
from botassay.rating.formats import load as load_stored
from botassay.runs import Plan, RunPlan, Support
from botassay.runs.journal import FILE, Record
from botassay.settings.rating import RateSettings

LOG = getLogger("botassay")

_OF_A_RATE: Final = ("AL", "ID")
"""Issues whose value is a share of bad events: for them it can be said how many conversations a LOW takes."""


def rate(  # noqa: PLR0913 - one keyword for each thing that scripts set most
    subject: Subject,
    settings: RateSettings | None = None,
    *,
    issues: str | Iterable[str] | None = None,
    profile: Users | None = None,
    seed: int | None = None,
    limit: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    checkers: Mapping[str, Checker] | None = None,
    workers: int = 1,
    record: str | Path | None = None,
    on_progress: OnProgress | None = None,
    control: RunControl | None = None,
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
        out: the folder of a live run, or where `rating.json` is written; None: a live run gets a folder in `runs`.
        force: whether the rating of another subject in `out` is overwritten.
        checkers: by issue, instead of the installed ones.
        workers: processes, 1 to 64.
        record: where translations for SG are written as JSON lines.
        on_progress: is told how far the work is.
        control: stops a live run from elsewhere.

    Returns: the ratings, the worst first.

    Raises:
        UsageError: settings that make no sense, or do not fit the subject.
        InputError: a file that is not there (E174), or not sound.
        RunStopped: a live run that stopped before its end; `.run` is its folder.
        TypeError: for what cannot be rated.

    >>> rate("eliza", issues="AL", limit=4, seed=1, out=getfixture("tmp_path") / "run")["AL"].level
    'low'
    """
    request = request_of(
        settings,
        issues=issues,
        profile=profile,
        seed=seed,
        limit=limit,
        out=out,
        force=force,
        checkers=checkers,
        workers=workers,
        record=record,
        on_progress=on_progress,
    )
    begun = _begun(subject, request)
    if begun is None:
        return rate_held(subject, request)
    run, folder = begun
    run_to_end(hold_new(run, folder, control or RunControl(), on_progress))
    return rate_run(folder, replace(request, settings=None))


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
    return await asyncio.to_thread(rate_run, folder, replace(request, settings=None))


def plan(
    subject: Subject,
    settings: RateSettings | None = None,
    *,
    issues: str | Iterable[str] | None = None,
    profile: Users | None = None,
    seed: int | None = None,
    limit: int | None = None,
) -> RunPlan:
    """Return the size of a live run, and what it could show; nothing is sent.

    Args and errors: those of `rate`.

    >>> plan("eliza", issues="AL", limit=4).conversations
    4
    """
    request = request_of(settings, issues=issues, profile=profile, seed=seed, limit=limit)
    live = _live(subject, request.chosen)
    if live is None:
        raise UsageError("only live bots can be planned", hint="name a bot")
    run, rated = _prepared(*live, request)
    sizes = run.plan.issue_sizes()
    pace = _pace(run.bot, request.chosen.bot.rate)
    measured = {code: CHECKERS.get(code).issue for code in _OF_A_RATE if code in sizes and code in CHECKERS}
    cuts = {code: rated.cuts_of(issue, issue.measures[0].name)[0] for code, issue in measured.items()}
    return RunPlan(
        bot=run.bot.name,
        conversations=run.plan.conversations,
        requests=run.plan.requests,
        minutes=None if pace is None else round(run.plan.requests / pace / 60, 1),
        issues=sizes,
        variants={spelled(varied.run): varied.plan.conversations for varied in run.variants},
        support=tuple(Support.of(code, cut, sizes[code]) for code, cut in cuts.items()),
    )


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
    request = request_of(chosen, on_progress=on_progress)
    rated = Settings.of(chosen.rating, inputs.profiles)
    checkers = checkers_of(chosen.checkers, rated)
    findings = partial(every_finding, path, rated, checkers=checkers, track=tracking(on_progress, "dialogs"))
    if (path / STORED).is_file():
        return RatingReport(load_stored(path).ratings, findings=findings, run=path)
    variants = Variants.of(chosen.rating.variants, inputs)
    held = variants if not lacking(variants, path) else Variants.of((), inputs)
    report = with_variants(partial(run_folder_of, base=path), rated, checkers, held, request)
    return RatingReport(report.ratings, findings=findings, run=path)


def compare(before: str | Path | Report, after: str | Path | Report) -> Comparison:
    """Return the change from one rating to another: by how much, and whether the verdict changed; nothing is sent.

    Args:
        before: a report, the folder of a run, a folder with a `rating.json`, or such a file.
        after: the same, later.

    Raises: InputError when there is no rating, or one of several subjects.
    """
    was, now = (side if isinstance(side, Report) else load(side) for side in (before, after))
    return compared(was, now)


# ── live bots ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _begun(subject: Subject, request: RatingRequest) -> tuple[PreparedRun, Path] | None:
    """A live run that can begin, and its folder; None for what is not a live bot."""
    live = _live(subject, request.chosen)
    if live is None:
        return None
    run, _ = _prepared(*live, request)
    return run, new_run_folder(run.bot, request.out)


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
    rated = Settings.of(request.chosen.rating, request.inputs.profiles)
    check_settings(request.chosen, rated, request.checkers)
    return prepare(bot, target, request.chosen, rated, request.inputs), rated


def _pace(bot: Bot, rate: float | None) -> float | None:
    from botassay.http.pace import DEFAULT_RATE, is_loopback  # only a plan needs it

    host = urlsplit(bot.name[bot.name.find("http") :]).hostname if "://" in bot.name else None
    if rate is not None or host is None:
        return rate
    return None if is_loopback(host) else DEFAULT_RATE


def _rest(run: Path, bot: Subject | None) -> PreparedRun:
    """A run that was begun, as its journal has it."""
    record = Record.of(run)
    if record.facts.get("chat"):
        hint = f"rate it with botassay rate {run}, or start a new one with botassay chat"
        raise UsageError(f"{run} is a chat and cannot be continued", hint=hint)
    target = BotTarget.stored(record.facts["bot"])
    target.check_unchanged()
    scripts, seed = tuple(record.scripts()), int(record.facts["seed"])
    chosen, inputs = settings_of_run(run)
    codes = {script.tags.get("issue", "") for script in scripts} & {*PROBERS.names()}
    planned = Plan(scripts, {code: PROBERS.get(code) for code in sorted(codes)})
    variants = prepared_variants(Variants.of(chosen.rating.variants, inputs), target, planned, seed, run)
    given = None if bot is None or isinstance(bot, str | Path) else bot_given(bot, chosen.bot.timeout)
    live_bot = given[0] if given else target.bot(chosen.bot)
    return PreparedRun(live_bot, target, planned, variants, seed, chosen, stored(chosen, inputs))
