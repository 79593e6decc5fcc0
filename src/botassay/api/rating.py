"""Rating: `rate`, `plan`, `resume` and `load`."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from logging import getLogger
from pathlib import Path
from typing import Any, Final, TypedDict, Unpack
from urllib.parse import urlsplit

from botassay.api.asynchronous import run_to_end
from botassay.api.checkers import checkers_of, save_translations, trained_checker
from botassay.api.live import (
    DERIVED,
    BotTarget,
    PreparedRun,
    RunControl,
    hold_new,
    hold_rest,
    new_run_folder,
    prepare,
    prepared_variants,
    unfinished,
)
from botassay.api.report import RatingReport, check_gate
from botassay.api.run_settings import RunInputs, rated_alike, settings_of_run, stored
from botassay.api.subjects import Kind, Subject, bot_given, dialogs_of, kind_of, place_of
from botassay.api.variants import Source, Variants, check_files, lacking, run_folder_of, spelled, swayed
from botassay.core.dialog import Dialog
from botassay.core.errors import BotassayError, InputError, OutputError, UsageError
from botassay.core.evidence import Finding
from botassay.core.progress import OnProgress, Progress
from botassay.core.results import Profile, Report
from botassay.corpora import Corpus, open_corpus
from botassay.corpora.column_mapping import pairs
from botassay.grading.checkers import Track
from botassay.grading.sources import Dialogs, GivenDialogs, Reading, unwatched
from botassay.plugins.protocols import Bot, Checker
from botassay.plugins.registry import CHECKERS, PROBERS
from botassay.rating import Settings, equip, every_finding, rate_again, read_accepted
from botassay.rating import rate as rate_dialogs
from botassay.rating.comparing import compare as compared
from botassay.rating.comparison import Comparison
from botassay.rating.decisions import Decision
from botassay.rating.formats import STORED
from botassay.rating.formats import load as load_stored
from botassay.rating.sensitivity import Combination
from botassay.runs import Outlook, Plan, Support
from botassay.runs.journal import FILE, Record
from botassay.settings.option import layered, to_builtins
from botassay.settings.rating import RateSettings, RatingSettings
from botassay.settings.reading import ReadSettings

LOG = getLogger("botassay")

TRANSLATIONS: Final = "translations.jsonl"
"""What stands in the folder of a run whose replies were translated: what came back."""
_OF_A_RATE: Final = ("AL", "ID")
"""Issues whose value is a share of bad events: for them it can be said how many conversations a LOW takes."""
Users = str | Profile | Iterable[str | Profile]


class RateOptions(TypedDict, total=False):
    """The keywords of `rate` but for the last."""

    issues: str | Iterable[str] | None
    profile: Users | None
    seed: int | None
    limit: int | None
    out: str | Path | None
    force: bool
    checkers: Mapping[str, Checker] | None
    workers: int
    record: str | Path | None
    on_progress: OnProgress | None


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
    request = _request(
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
        return _rate_held(subject, request)
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
    request = _request(settings, **options)
    begun = await asyncio.to_thread(_begun, subject, request)
    if begun is None:
        return await asyncio.to_thread(_rate_held, subject, request)
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
) -> Outlook:
    """What a live run would take, and what it could show; nothing is sent.

    Args and errors: those of `rate`.

    >>> plan("eliza", issues="AL", limit=4).conversations
    4
    """
    request = _request(settings, issues=issues, profile=profile, seed=seed, limit=limit)
    live = _live(subject, request.chosen)
    if live is None:
        raise UsageError("only a live bot has a plan", hint="name a bot")
    run, rated = _prepared(*live, request)
    sizes = run.plan.issue_sizes()
    pace = _pace(run.bot, request.chosen.bot.rate)
    measured = {code: CHECKERS.get(code).issue for code in _OF_A_RATE if code in sizes and code in CHECKERS}
    cuts = {code: rated.cuts_of(issue, issue.measures[0].name)[0] for code, issue in measured.items()}
    return Outlook(
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
    """Continue a live run that was stopped, and rate it by the settings that it was begun with.

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
    return rate_run(Path(run), _request(on_progress=on_progress))


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
    return await asyncio.to_thread(rate_run, Path(run), _request(on_progress=on_progress))


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
    request = _request(chosen, on_progress=on_progress)
    rated = Settings.of(chosen.rating, inputs.profiles)
    checkers = checkers_of(chosen.checkers, rated)
    findings = partial(every_finding, path, rated, checkers=checkers, track=_tracking(on_progress, "dialogs"))
    if (path / STORED).is_file():
        return RatingReport(load_stored(path).ratings, findings=findings, run=path)
    variants = Variants.of(chosen.rating.variants, inputs)
    held = variants if not lacking(variants, path) else Variants.of((), inputs)
    report = _with_variants(partial(run_folder_of, base=path), rated, checkers, held, request)
    return RatingReport(report.ratings, findings=findings, run=path)


def compare(before: str | Path | Report, after: str | Path | Report) -> Comparison:
    """What moved from one rating to another, by how much, and whether the verdict changed; nothing is sent.

    Args:
        before: a report, the folder of a run, a folder with a `rating.json`, or such a file.
        after: the same, later.

    Raises: InputError when there is no rating, or one of several subjects.
    """
    was, now = (side if isinstance(side, Report) else load(side) for side in (before, after))
    return compared(was, now)


# ── what is asked for ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RatingRequest:
    """What a caller of `rate` asks for."""

    settings: RateSettings | None
    """None where nothing was asked for: a run is then rated by its own settings."""
    inputs: RunInputs
    out: Path | None
    force: bool
    checkers: Mapping[str, Checker]
    workers: int
    record: Path | None
    on_progress: OnProgress | None
    limited: bool
    """Whether a number of conversations was asked for beside the settings."""

    @property
    def chosen(self) -> RateSettings:
        """The settings, or the defaults."""
        return self.settings or RateSettings()

    @property
    def track(self) -> Track:
        """Passes dialogs on, and tells how far the reading is."""
        return _tracking(self.on_progress, "dialogs")


def _request(  # noqa: PLR0913 - those of `rate`
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
) -> RatingRequest:
    """What a caller asks for, with keywords over settings.

    Raises: UsageError, TypeError.
    """
    if settings is not None and not isinstance(settings, RateSettings):
        raise TypeError(f"settings are RateSettings, not {type(settings).__name__}")
    source, profiles = _for_whom(profile)
    rating: dict[str, Any] = {**source, **({} if issues is None else {"issues": issues})}
    run = {name: value for name, value in (("seed", seed), ("limit", limit)) if value is not None}
    chosen = settings
    if rating or run:
        chosen = layered(RateSettings, to_builtins(settings or RateSettings()), {"rating": rating, "run": run})
    return RatingRequest(
        settings=chosen,
        inputs=RunInputs(profiles=profiles),
        out=None if out is None else Path(out),
        force=force,
        checkers=checkers or {},
        workers=workers,
        record=None if record is None else Path(record),
        on_progress=on_progress,
        limited=limit is not None,
    )


def _for_whom(profile: Users | None) -> tuple[dict[str, Any], dict[str, Profile]]:
    """Settings for the users that are asked for, and the profiles that they name."""
    if profile is None:
        return {}, {}
    if isinstance(profile, str) and {",", ">", "="} & set(profile):
        return {"order": profile}, {}
    asked = (profile,) if isinstance(profile, str | Profile) else tuple(profile)
    known = {each.name: each for each in asked if isinstance(each, Profile)}
    typed = [each for each in asked if isinstance(each, str) and {",", ">", "="} & set(each)]
    known |= {order: Profile.parse(order, name=order) for order in typed}
    names = tuple(each if isinstance(each, str) else each.name for each in asked)
    return {"profiles": names}, known


def settings_for_run(run: Path, file: Mapping[str, Any], typed: Mapping[str, Any]) -> RateSettings | None:
    """The settings by which a run is rated again; None: by its own.

    Where anything is typed that changes a rating, its own settings do not count; dismissed findings, variants and a
    gate leave them as they are.

    Args:
        run: its folder.
        file: what a settings file says.
        typed: what is asked for now.
    """
    beside = {"decisions", "variants"}
    rating = typed.get("rating", {})
    if not rating and not typed.get("checkers") and not typed.get("gate"):
        return None
    asked = bool(rating.keys() - beside or typed.get("checkers"))
    weaker = {**file, "rating": {**file.get("rating", {}), "variants": ()}}
    return layered(RateSettings, weaker if asked else to_builtins(settings_of_run(run)[0]), typed)


# ── live bots ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _begun(subject: Subject, request: RatingRequest) -> tuple[PreparedRun, Path] | None:
    """A live run that can begin, and its folder; None for what is no live bot."""
    live = _live(subject, request.chosen)
    if live is None:
        return None
    run, _ = _prepared(*live, request)
    return run, new_run_folder(run.bot, request.out)


def _live(subject: Subject, chosen: RateSettings) -> tuple[Bot | None, BotTarget] | None:
    """The bot that a subject is, if it is at hand, and where it is found; None for what is no live bot."""
    if isinstance(subject, str | Path):
        is_live = kind_of(str(subject)) is Kind.BOT
        return (None, BotTarget.of(str(subject), chosen.bot)) if is_live else None
    given = bot_given(subject, chosen.bot.timeout)
    if given is not None:
        return given[0], BotTarget(given[1])
    if not isinstance(subject, Iterable):
        wanted = "a name, address, path, Bot, callable or iterable of Dialog"
        raise TypeError(f"{wanted} can be rated, not {type(subject).__name__}")
    return None


def _prepared(bot: Bot | None, target: BotTarget, request: RatingRequest) -> tuple[PreparedRun, Settings]:
    """A live run of which nothing was sent yet, and the settings of its rating; what cannot be rated is refused."""
    rated = Settings.of(request.chosen.rating, request.inputs.profiles)
    check_settings(request.chosen, rated, request.checkers)
    return prepare(bot, target, request.chosen, rated, request.inputs), rated


def check_settings(chosen: RateSettings, rated: Settings, brought: Mapping[str, Checker] | None = None) -> None:
    """Refuse what cannot be rated, before any work.

    Raises: UsageError, InputError, ConfigurationError.
    """
    check_gate(chosen.gate.fail_on, rated.scale.names)
    equip(rated, {**checkers_of(chosen.checkers, rated), **(brought or {})})
    _decisions(chosen.rating)


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
        hint = f"rate what was said: botassay rate {run}; or talk to the bot anew: botassay chat"
        raise UsageError(f"{run} is a chat, and nobody knows how it would go on", hint=hint)
    target = BotTarget.stored(record.facts["bot"])
    target.check_unchanged()
    scripts, seed = tuple(record.scripts()), int(record.facts["seed"])
    chosen, inputs = settings_of_run(run)
    codes = {script.tags.get("issue", "") for script in scripts} & {*PROBERS.names()}
    planned = Plan(scripts, {code: PROBERS.get(code) for code in sorted(codes)})
    variants = prepared_variants(Variants.of(chosen.rating.variants, inputs), target, planned, seed, run)
    given = None if bot is None or isinstance(bot, str | Path) else bot_given(bot, chosen.bot.timeout)
    found = given[0] if given else target.bot(chosen.bot)
    return PreparedRun(found, target, planned, variants, seed, chosen, stored(chosen, inputs))


# ── what was held ───────────────────────────────────────────────────────────────────────────────────────────────────


def _rate_held(subject: Subject, request: RatingRequest) -> RatingReport:
    """Rate what needs no requests: a run, a stored rating, files, or dialogs at hand."""
    if request.limited:
        raise UsageError("a limit is for a live bot: these dialogs have been held", hint="leave it out")
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

    By the settings that it was begun with, unless others are asked for. What belongs to its own settings is written
    into its folder.
    """
    own, kept = settings_of_run(run)
    inputs = request.inputs.over(kept)
    chosen = request.settings or own
    if request.settings is None or not chosen.rating.variants:
        chosen = replace(chosen, rating=replace(chosen.rating, variants=_held(own.rating, kept, run)))
    as_begun = rated_alike(stored(chosen, inputs), stored(own, kept))
    places = tuple(run / name for name in DERIVED) if as_begun else ()
    out = () if as_begun else _rating_in(request, str(Record.of(run).facts["subject"]))
    with _advising(run, chosen):
        rated = replace(request, settings=chosen, inputs=inputs)
        translations = run / TRANSLATIONS if as_begun else None
        report = _rate(partial(run_folder_of, base=run), rated, translations)
    made = RatingReport(
        report.ratings,
        findings=report.all_findings,
        run=run,
        fail_on=chosen.gate.fail_on,
        min_coverage=chosen.rating.min_coverage,
    )
    for place in (*places, *out):
        made.save(place)
    return made


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
            LOG.warning("what was said is kept; without %s: botassay rate %s %s", translator, run, named)
        raise


def _held(rating: RatingSettings, kept: RunInputs, run: Path) -> tuple[str, ...]:
    """The variants of a run, if they were all held; that they were not is said."""
    missing = lacking(Variants.of(rating.variants, kept), run)
    if missing:
        LOG.warning("no conversations were held yet with %s: the sensitivity of the rating is open", "; ".join(missing))
        LOG.warning("continue with: botassay resume %s", run)
    return () if missing else rating.variants


def _rate_stored(run: Path, request: RatingRequest) -> RatingReport:
    """Rate what a rating.json has measured, for other users or by another rule."""
    chosen = request.chosen
    document = load_stored(run)
    places = _rating_in(request, document.ratings[0].subject.name)
    rated = Settings.of(chosen.rating, request.inputs.profiles)
    report = rate_again(document, rated, rescaled=chosen.rating.levels is not None)
    check_gate(chosen.gate.fail_on, report.ratings[0].levels)
    made = RatingReport(report.ratings, fail_on=chosen.gate.fail_on, min_coverage=chosen.rating.min_coverage)
    for place in places:
        made.save(place)
    _warn(report, rated)
    return made


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
        raise UsageError("variants take a live bot, or files", hint="leave them out")
    return _saved(lambda _: dialogs, name, request)


def _saved(source_of: Source, name: str, request: RatingRequest) -> RatingReport:
    places = _rating_in(request, name)
    report = _rate(source_of, request, None)
    for place in places:
        report.save(place)
    return report


def _rate(source_of: Source, request: RatingRequest, translations: Path | None) -> RatingReport:
    """Rate the baseline and whatever is varied."""
    chosen = request.chosen
    rated = Settings.of(chosen.rating, request.inputs.profiles)
    check_gate(chosen.gate.fail_on, rated.scale.names)
    if request.record and not chosen.checkers.via:
        hint = "name a translator and a language, like --translator apertium --via es"
        raise UsageError("--translator and --via go together, and --record with them", hint=hint)
    checkers = {**checkers_of(chosen.checkers, rated, before=translations), **request.checkers}
    source = source_of(Combination())
    if not isinstance(source, Path):
        checkers |= trained_checker(chosen, rated, request.on_progress)
    variants = Variants.of(chosen.rating.variants, request.inputs)
    report = _with_variants(source_of, rated, checkers, variants, request)
    save_translations(checkers, [path for path in (request.record, translations) if path])
    if request.record:
        LOG.info("wrote %s", request.record)
    _warn(report, rated)
    return RatingReport(
        report.ratings,
        findings=partial(_findings, source, rated, checkers, request.track),
        fail_on=chosen.gate.fail_on,
        min_coverage=chosen.rating.min_coverage,
    )


def _findings(source: Dialogs, rated: Settings, checkers: Mapping[str, Checker], track: Track) -> Iterable[Finding]:
    return every_finding(source, rated, checkers=checkers, track=track)


def _with_variants(
    source_of: Source,
    rated: Settings,
    checkers: Mapping[str, Checker],
    variants: Variants,
    request: RatingRequest,
) -> Report:
    decisions = _decisions(request.chosen.rating)
    again: Callable[..., Report] = partial(
        rate_dialogs, checkers=checkers, workers=request.workers, track=request.track
    )
    baseline = again(source_of(Combination()), rated, accepted=decisions)
    return swayed(baseline, variants, rated, decisions, again, source_of)


def _decisions(rating: RatingSettings) -> Sequence[Decision]:
    return [decision for file in rating.decisions for decision in read_accepted(file)]


def _warn(report: Report, rated: Settings) -> None:
    """Warn of an issue that was asked for by name and does not count, and of decisions that match no finding."""
    accepted = report.ratings[0].accepted
    for unmatched in accepted.unmatched if accepted else ():
        LOG.warning("accepted, but not found: %s", unmatched)
    for code in rated.issues or ():
        deaf = [rating.profile.name for rating in report.ratings if code in rating.rule.ignored]
        if deaf:
            order = ",".join([code, *(other for other in rated.rated if other != code)])
            text = "%s has weight 0 for the profile %s: it does not count. --order %s or --veto %s makes it count."
            LOG.warning(text, code, ", ".join(deaf), order, code)


def _rating_in(request: RatingRequest, subject: str) -> tuple[Path, ...]:
    """Where a rating is written in the folder that was asked for; that of another subject only by force.

    Raises: OutputError.
    """
    out = request.out
    if out is None:
        return ()
    elsewhere = "name another folder with --out"
    if (out / FILE).is_file():
        raise OutputError("the folder of a live run keeps the rating that is its own", str(out), elsewhere)
    if not request.force and (out / STORED).exists():
        try:
            before = {rating.subject.name for rating in load_stored(out).ratings}
        except InputError as error:
            hint = f"{elsewhere}, or --force"
            raise OutputError("there is something else already", str(out / STORED), hint) from error
        if before != {subject}:
            what = f"there is a rating of {', '.join(sorted(before))} already"
            raise OutputError(what, str(out / STORED), f"{elsewhere}, or --force")
    return (out / STORED,)


def _tracking(on_progress: OnProgress | None, unit: str) -> Track:
    """Passes dialogs on, and tells how far the reading is."""
    if on_progress is None:
        return unwatched

    def track(phase: str, reading: Reading) -> Iterator[Dialog]:
        for dialog in reading:
            yield dialog
            tally = reading.tally
            share = tally.bytes_read / reading.size if reading.size else None
            on_progress(Progress(phase, tally.dialogs, None, unit, tally.bad_rows, share))

    return track
