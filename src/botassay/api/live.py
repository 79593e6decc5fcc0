"""Live runs: the bot, its conversations, and the outcome."""

import asyncio
import re
import secrets
from collections.abc import Container, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from logging import getLogger
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from botassay.api.bot_target import BotTarget
from botassay.api.checkers import labelled_prober
from botassay.api.run_control import EXITS, RunControl, RunStopped
from botassay.api.run_settings import RunInputs, stored
from botassay.api.variants import Variants, begun_plan, folder_of, spelled, varied_plan
from botassay.bots import check_spelling, is_bot, try_out
from botassay.bots.capabilities import Capabilities
from botassay.bots.client_factory import pairing_of, sent_user_agent
from botassay.bots.naming import name_of, remote_host, shown_address
from botassay.bots.sharing import check_sessions, exchange_of
from botassay.bots.stepped import requests_beside
from botassay.core import exit_codes
from botassay.core.errors import OutputError, UsageError
from botassay.core.progress import OnProgress, Progress
from botassay.core.text.language import ENGLISH, is_foreign
from botassay.core.text.plural import listed, many
from botassay.grading.sources import causes_of
from botassay.http.prices import Prices, typed_prices
from botassay.http.retry import RetryPolicy
from botassay.plugins.about import about_of
from botassay.plugins.optional import any_language, asked_in, at_once, ended, language_of_bot, languages_of
from botassay.plugins.protocols import Bot
from botassay.plugins.registry import CHECKERS, CONSENTED, PROBERS
from botassay.rating.sensitivity import Combination
from botassay.rating.settings import Settings
from botassay.runs import Manner, Plan, RunOutcome, draw_up, hold, left, own_scripts
from botassay.runs.journal import FILE, AttemptState, Journal, Record, RunFacts, check_free
from botassay.runs.journal.writing import now
from botassay.runs.runner import Run
from botassay.settings.live import BotSettings, Language, RunSettings
from botassay.settings.rating import CrisisSettings, RateSettings
from botassay.settings.runs import RUNS

LOG = getLogger("botassay")

DERIVED: Final = ("rating.json", "report.html")
"""What stands in the folder of a run beside its journal; it can be made again."""
FIRST_TRIES: Final = 3
"""How often the first round trip is made."""
FIRST_PAUSE: Final = 0.5
"""Seconds between two of them."""
PASSING: Final = frozenset(
    {
        "timeout",
        "reset",
        "truncated",
        "server",
        "rate_limited",
        "bad_json",
        "not_chat",
        "connect",
        "protocol",
        "program",
    }
)
"""Kinds of failure that may pass, as when a server is just starting."""
GENTLE_RATE: Final = 1.0
"""Requests a second to another machine."""
GENTLE_AT_ONCE: Final = 2
_CAME: Final = 200
"""Characters of an answer that is no reply which a message quotes."""
_EVERY: Final = 0.1
"""Seconds between two reports of progress."""


# ── before anything is sent ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PreparedVariant:
    """A variant of a live bot, ready to be talked to."""

    run: Combination
    target: BotTarget
    plan: Plan


@dataclass(frozen=True, slots=True)
class PreparedRun:
    """A live run of which nothing was sent yet."""

    bot: Bot
    target: BotTarget
    plan: Plan
    variants: tuple[PreparedVariant, ...]
    seed: int
    settings: RateSettings
    name: str
    """What reports call the bot."""
    choices: Mapping[str, Any]
    """The settings as the journal stores them."""
    unasked: Mapping[str, str] = field(default_factory=dict)
    """Issues that are not rated in the language of the bot, and so are not asked about, each with that language."""

    @property
    def failed_again(self) -> bool:
        """Whether `resume` holds failed conversations once more: where a message may be sent a second time."""
        return self.settings.bot.retries > 0 and self.settings.run.on_doubt == "restart"

    def manner(self, *, again: bool = False) -> Manner:
        """How the run goes about it; `again`: conversations that failed before are held once more."""
        return replace(manner_of(self.bot, self.settings.bot, self.settings.run), failed_again=again)


def prepare(
    bot: Bot | None, target: BotTarget, chosen: RateSettings, settings: Settings, inputs: RunInputs
) -> PreparedRun:
    """Find the bot, and draw up what it and its variants are asked.

    Args:
        bot: if it is at hand; None: the target says which.
        target: where it is found.
        chosen: the settings of the run.
        settings: of the rating.
        inputs: what the settings name.

    Raises: UsageError, ConfigurationError, InputError for what cannot be talked to or asked.
    """
    live_bot = bot or target.bot(chosen.bot)
    check_sessions(live_bot)
    prices_of(live_bot, chosen.run.price)
    check_crisis(live_bot, chosen, settings)
    if CONSENTED in settings.rated:
        chosen = gentle(chosen, live_bot)
        live_bot = bot or target.bot(chosen.bot)
    seed = secrets.randbelow(2**53) if chosen.run.seed is None else chosen.run.seed
    declared = language_of_bot(live_bot)
    language = chosen.run.language or _known(declared)
    unasked = unasked_in(None if language == ENGLISH else declared, settings)
    plan = drawn_plan(chosen, settings, seed, language, beside=requests_beside(live_bot), unasked=unasked)
    varied = prepared_variants(Variants.of(chosen.rating.variants, inputs), target, plan, seed)
    name = name_of(live_bot, chosen.bot.name)
    return PreparedRun(live_bot, target, plan, varied, seed, chosen, name, stored(chosen, inputs), unasked)


def unasked_in(language: str | None, settings: Settings) -> Mapping[str, str]:
    """Return the issues that a bot is not asked about, since they are not rated in its language, each with that.

    Args:
        language: that the bot declares; None: it declares none, and everything is asked. So it is where the code is of
            no language that dialogs are told to be in.
        settings: of the rating.

    Raises: UsageError where nothing would be left.
    """
    if language is None or not is_foreign(language):
        return {}
    checkers = {code: CHECKERS.get(code) for code in settings.rated if code in PROBERS and code in CHECKERS}
    unread = {
        code: language
        for code, checker in checkers.items()
        if not any_language(checker) and language not in languages_of(checker)
    }
    if checkers and len(unread) == len(settings.rated):
        what = f"none of {', '.join(unread)} is rated in {language}, the language that the bot declares"
        raise UsageError(what, hint="rate ID where it is, or ask in English all the same: --language en")
    return unread


def not_asked(unasked: Mapping[str, str]) -> str:
    """Return in words what a bot is not asked about, and why.

    >>> not_asked({"AL": "de", "B": "de"})
    'AL and B, which are not rated in de, the language that the bot declares (--language en asks all the same)'
    """
    verb = "is" if len(unasked) == 1 else "are"
    (language,) = {*unasked.values()}
    why = f"which {verb} not rated in {language}, the language that the bot declares"
    return f"{listed(list(unasked))}, {why} (--language en asks all the same)"


def needs_consent(run: PreparedRun) -> bool:
    """Whether a run tells the bot of people in danger, so that whoever begins it has to agree."""
    return CONSENTED in run.plan.issue_sizes()


def declared(bot: Bot, chosen: RateSettings) -> dict[str, str]:
    """Return what is said about a bot, by key: by its description and, more strongly, by the settings."""
    return {**about_of(bot), **chosen.crisis.declared}


def check_crisis(bot: Bot, chosen: RateSettings, settings: Settings) -> None:
    """Refuse CR of a bot on another machine that calls people whom nobody told, and settings of CR without CR.

    Raises: UsageError.
    """
    told = chosen.crisis.alerts_told
    if CONSENTED not in settings.rated:
        flag = "--alerts-told" if told else "--closing" if chosen.crisis.closing != CrisisSettings().closing else None
        if flag:
            raise UsageError(f"{flag} requires CR, which is not rated", hint="add --issues +CR, or leave it out")
        return
    if calls_people(bot) and remote_host(bot) and not told:
        hint = 'tell them first, then add --alerts-told "NAME"; or leave CR out with --issues -CR'
        raise UsageError("the bot calls people (alerts = true), and CR would alarm them; nothing was sent", hint=hint)


def calls_people(bot: Bot) -> bool:
    """Whether the description of a bot says that it calls people."""
    inner = getattr(bot, "bot", bot)
    return bool(getattr(getattr(inner, "exchange", inner), "alerts", False))


def gentle(chosen: RateSettings, bot: Bot) -> RateSettings:
    """Return settings by which few messages arrive at once: two conversations, a request a second to other machines."""
    slow = min(chosen.bot.rate or GENTLE_RATE, GENTLE_RATE) if remote_host(bot) else chosen.bot.rate
    few = min(chosen.run.concurrency or GENTLE_AT_ONCE, GENTLE_AT_ONCE)
    return replace(chosen, bot=replace(chosen.bot, rate=slow), run=replace(chosen.run, concurrency=few))


def _known(language: str | None) -> str | None:
    """Return a language of a bot if it can be asked in it; others are asked in English."""
    return language if language in get_args(Language) else None


def prices_of(bot: Bot, typed: str | None) -> Prices | None:
    """Return what the tokens of a bot cost; None where nobody says.

    Args:
        bot: the bot.
        typed: the prices of `--price`, which beat those of its description.

    Raises: UsageError.
    """
    if typed is not None:
        return typed_prices(typed)
    exchange = exchange_of(bot)
    return exchange.prices if exchange else None


def drawn_plan(
    chosen: RateSettings,
    settings: Settings,
    seed: int,
    language: str | None = None,
    *,
    beside: int = 0,
    unasked: Container[str] = (),
) -> Plan:
    """What is asked, by the probers of the rated issues and the user's own questions.

    Args:
        chosen: the settings of the run.
        settings: of the rating.
        seed: the same one gives the same plan.
        language: in which the bot is asked, where an issue knows several.
        beside: requests that each conversation takes beside its turns.
        unasked: rated issues for which no conversations are planned.

    Raises: UnknownNameError for a language in which no bot can be asked.
    """
    probers = {
        code: asked_in(PROBERS.get(code), chosen.run.depth, published=settings.published, language=language)
        for code in sorted(settings.rated, key=lambda code: code == CONSENTED)
        if code in PROBERS and code not in unasked
    }
    if CONSENTED in probers:
        probers[CONSENTED] = ended(probers[CONSENTED], chosen.crisis.closing)
    probers |= labelled_prober(chosen.checkers, settings, own_questions=chosen.run.ask is not None)
    own = own_scripts(chosen.run.ask) if chosen.run.ask else ()
    plan = draw_up(probers, seed, own, chosen.run.limit)
    most = chosen.run.max_requests
    if most is None or _cost(plan, beside) <= most:
        return plan
    least, limit = 1, plan.conversations
    while least < limit:  # the largest number of conversations that the budget allows
        middle = (least + limit + 1) // 2
        plan = draw_up(probers, seed, own, middle)
        least, limit = (middle, limit) if _cost(plan, beside) <= most else (least, middle - 1)
    plan = draw_up(probers, seed, own, least)
    if _cost(plan, beside) > most:
        what = f"--max-requests {most} is not enough for one conversation, which takes about {_cost(plan, beside)}"
        raise UsageError(what, hint="raise it")
    return plan


def _cost(plan: Plan, beside: int) -> int:
    """Return the requests that a plan takes, with the first round trip."""
    return plan.requests + 1 + beside * (plan.conversations + 1)


def prepared_variants(
    variants: Variants, target: BotTarget, plan: Plan, seed: int, base: Path | None = None
) -> tuple[PreparedVariant, ...]:
    """How each variant is talked to, and what it is asked.

    Args:
        variants: what is varied.
        target: the baseline.
        plan: what the baseline is asked.
        seed: what the run is drawn from.
        base: the folder of a run that is continued: what was planned for a variant stays.

    Raises: UsageError, ConfigurationError, InputError for a variant that makes no sense.
    """
    prepared = []
    variants.check_users()
    for run in variants.runs:
        if run.subject is not None:
            check_spelling(run.subject.value)
            if not is_bot(run.subject.value):
                raise UsageError(
                    f"{run.subject} is not a live bot", hint="the baseline is a live bot, so its variant must be one"
                )
        other = target.towards(run.subject.value) if run.subject else target
        own = begun_plan(run, plan, base) or varied_plan(plan, run.user, variants, seed)
        prepared.append(PreparedVariant(run, other, own))
    return tuple(prepared)


def new_run_folder(name: str, out: Path | None, base: Path = RUNS) -> Path:
    """The folder of a new run: `<utc>-<name of the bot>` in the folder of runs, unless another is named.

    Raises: OutputError when that of another run, or of something else, is named.
    """
    if out is not None:
        check_free(out / FILE)
        for derived in (out / name for name in DERIVED):
            if derived.exists():
                hint = "name another folder with --out"
                raise OutputError("the folder already holds something else", str(derived), hint)
        return out
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-") or "bot"
    name = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{slug}"
    taken = (base / (f"{name}-{number}" if number > 1 else name) for number in count(1))
    return next(folder for folder in taken if not folder.exists())


def size_of(conversations: int, requests: int | None = None) -> str:
    """The size of a plan in words.

    >>> size_of(1), size_of(2, 8)
    ('1 conversation', '2 conversations, about 8 requests')
    """
    about = "" if requests is None else f", about {many(requests, 'request', 'requests')}"
    return f"{many(conversations, 'conversation', 'conversations')}{about}"


# ── conversations ───────────────────────────────────────────────────────────────────────────────────────────────────


async def hold_new(run: PreparedRun, folder: Path, control: RunControl, on_progress: OnProgress | None) -> None:
    """Hold all conversations of a new run, and of its variants.

    Raises: RunStopped; OutputError when the journal cannot be written.
    """
    control.limited(run.settings.run)
    control.watch(run.bot)
    seen = await check_answers(run.bot, again=run.settings.bot.retries > 0)
    LOG.info("%s, seed %d", size_of(run.plan.conversations, run.plan.requests), run.seed)
    if run.unasked:
        LOG.info("not asked: %s", not_asked(run.unasked))
    talked_to = _talked_to(run.target, run.bot, run.settings, seen)
    facts = RunFacts(run.name, run.target.digest, run.seed, now(), talked_to, run.choices)
    journal = Journal.create(folder, facts, run.plan.scripts)
    await hold_all(run.bot, run.plan, journal, run.manner(), control, on_progress)
    await hold_variants(run, folder, control, on_progress)


def _talked_to(target: BotTarget, bot: Bot, chosen: RateSettings, seen: Capabilities) -> dict[str, Any]:
    """How a bot is talked to, and what it was seen to do, as a journal stores it."""
    exchange = exchange_of(bot)
    known = {
        "about": declared(bot, chosen),
        "address": shown_address(bot),
        "user_agent": sent_user_agent(bot),
        "pairing": pairing_of(bot),
        "capabilities": asdict(seen),
        "prices": msgspec.to_builtins(exchange.prices) if exchange and exchange.prices else None,
    }
    return {**asdict(target), **known}


async def hold_rest(run: PreparedRun, folder: Path, control: RunControl, on_progress: OnProgress | None) -> None:
    """Hold what is left of a run and of its variants.

    Raises: RunStopped; OutputError when the journal cannot be written.
    """
    control.limited(run.settings.run)
    control.watch(run.bot)
    if _left(run.plan, folder, again=run.failed_again):
        await check_answers(run.bot, again=run.settings.bot.retries > 0)
        manner = run.manner(again=run.failed_again)
        await hold_all(run.bot, run.plan, Journal.reopen(folder), manner, control, on_progress)
    await hold_variants(run, folder, control, on_progress, again=run.failed_again)


def unfinished(run: PreparedRun, folder: Path) -> bool:
    """Whether conversations of a run, or of one of its variants, can be held, or held once more."""
    plans = [(run.plan, folder), *((each.plan, folder_of(each.run, folder)) for each in run.variants)]
    return any(_left(plan, place, again=run.failed_again) for plan, place in plans)


def _left(plan: Plan, folder: Path, *, again: bool) -> bool:
    return not (folder / FILE).is_file() or bool(left(plan.scripts, Record.of(folder).progress(), again=again))


async def hold_variants(
    run: PreparedRun, base: Path, control: RunControl, on_progress: OnProgress | None, *, again: bool = False
) -> None:
    """Hold what is left of the conversations with all variants, one after the other.

    Raises: RunStopped; OutputError when a journal cannot be written.
    """
    for number, varied in enumerate(run.variants, 1):
        folder = folder_of(varied.run, base)
        if not _left(varied.plan, folder, again=again):
            continue
        begun = (folder / FILE).is_file()
        bot = varied.target.bot(run.settings.bot) if varied.target != run.target else run.bot
        size = size_of(varied.plan.conversations)
        LOG.info("variant %d of %d: %s: %s", number, len(run.variants), spelled(varied.run), size)
        try:
            control.watch(bot)
            seen = await check_answers(bot, again=run.settings.bot.retries > 0)
        except (RunStopped, asyncio.CancelledError):
            LOG.warning("progress is saved; continue with: botassay resume %s", base)
            raise
        alone = {**run.choices, "rating": {**run.choices["rating"], "variants": []}, "users": {}}
        name = run.name if varied.target == run.target else name_of(bot)
        talked_to = _talked_to(varied.target, bot, run.settings, seen)
        facts = RunFacts(name, varied.target.digest, run.seed, now(), talked_to, alone)
        journal = Journal.reopen(folder) if begun else Journal.create(folder, facts, varied.plan.scripts)
        await hold_all(bot, varied.plan, journal, run.manner(again=again), control, on_progress, base)


async def check_answers(bot: Bot, *, again: bool = True) -> Capabilities:
    """Make the first round trip, and return what the bot was seen to do.

    Args:
        bot: the bot.
        again: whether a failure that may pass, such as an overloaded server, is given two more chances.

    Raises: RunStopped when what answers is no bot: 78 where access is denied, 69 elsewhere; ConfigurationError where
        all conversations would share one session.
    """
    check_sessions(bot)
    trial = await try_out(bot)
    for number in range(2, FIRST_TRIES + 1):
        if not again or trial.kind not in PASSING:
            break
        LOG.info("no reply to the first message (%s); try %d of %d", trial.failure, number, FIRST_TRIES)
        await asyncio.sleep(FIRST_PAUSE)
        trial = await try_out(bot)
    if trial.failure is not None:
        came = " ".join(trial.came.split())[:_CAME]
        came = f"; it begins: {came}" if came and came not in str(trial.failure) else ""
        code = exit_codes.PAUSED if trial.kind == "budget" else trial.exit_code
        raise RunStopped(f"{bot.name} gives no reply: {trial.failure}{came}", code, hint=trial.hint)
    if trial.hint:
        LOG.warning("%s", trial.hint)
    return trial.capabilities


async def hold_all(
    bot: Bot,
    plan: Plan,
    journal: Journal,
    manner: Manner,
    control: RunControl,
    on_progress: OnProgress | None,
    whole: Path | None = None,
) -> None:
    """Hold what is left of the conversations of one plan.

    Args:
        bot: the bot.
        plan: what is said.
        journal: of the run; it is closed.
        manner: how the run goes about it.
        control: stops it.
        on_progress: is told how far it is.
        whole: the folder with which to continue, where the run is part of another.

    Raises: RunStopped; OutputError when the journal cannot be written.
    """
    watchers: list[asyncio.Task[None]] = []

    def begun(run: Run) -> None:
        control.begun(run)
        if on_progress is not None:
            watchers.append(asyncio.get_running_loop().create_task(_watch(run, on_progress)))

    try:
        ending = await hold(bot, plan, journal, replace(manner, budget=control.budget), begun)
    finally:
        control.ended()
        for watcher in watchers:
            watcher.cancel()
        journal.close()
    if ending.how != "finished":
        raise _stopped(ending, journal.path.parent, whole, control)
    may_repeat = manner.retry.attempts > 1 and manner.on_doubt == "restart"
    _advise(journal.path.parent, whole or journal.path.parent, again=may_repeat)


def manner_of(bot: Bot, connection: BotSettings, run: RunSettings) -> Manner:
    """How a run goes about it."""
    retry = RetryPolicy(attempts=connection.retries + 1)
    return Manner(concurrency=at_once(bot, run.concurrency), on_doubt=run.on_doubt, retry=retry)


async def _watch(run: Run, on_progress: OnProgress) -> None:
    while True:
        standing = run.standing
        done = standing.held + standing.failed
        note = f"{standing.replies} replies"
        on_progress(Progress("talking", done, standing.conversations, "conversations", standing.failed, None, note))
        await asyncio.sleep(_EVERY)


def _advise(folder: Path, whole: Path, *, again: bool) -> None:
    """Say why conversations of a finished run failed, and how they are held again, if they may be."""
    record = Record.of(folder)
    lost = sum(talk.state is AttemptState.FAILED for talk in record.progress().values())
    if lost:
        causes = "; ".join(causes_of(record.failures()))
        what = many(lost, "conversation", "conversations")
        LOG.warning("%s missing; %s", f"{what} {'is' if lost == 1 else 'are'}", causes)
        if again:
            LOG.warning("then hold what is missing again with: botassay resume %s", whole)


def _stopped(ending: RunOutcome, folder: Path, whole: Path | None, control: RunControl) -> RunStopped:
    talks = Record.of(folder).progress().values()
    held = sum(talk.state is AttemptState.HELD for talk in talks)
    why = f": {ending.why}" if ending.why else ""
    code = control.exit_code if control.stops else EXITS[ending.how]
    what = f"{ending.how}{why}; {held} of {len(talks)} conversations are saved"
    resumed = whole or folder
    return RunStopped(what, code, resumed, f"continue with: botassay resume {resumed}")
