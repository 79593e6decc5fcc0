"""Live runs: which bot is talked to, what it is asked, and what becomes of the run."""

import asyncio
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from logging import getLogger
from pathlib import Path
from typing import Any, Final

from botassay.api.checkers import labelled_prober
from botassay.api.guarded import bot_of
from botassay.api.run_settings import RunInputs, stored
from botassay.api.variants import Variants, begun_plan, folder_of, spelled, varied_plan
from botassay.bots import check_spelling, is_bot, try_out
from botassay.bots.resolve import is_described
from botassay.core.errors import BotassayError, ConfigurationError, InputError, OutputError, UsageError
from botassay.core.progress import OnProgress, Progress
from botassay.core.text.plural import many
from botassay.http.retry import RetryPolicy
from botassay.plugins.protocols import Bot, BotOptions
from botassay.plugins.registry import PROBERS
from botassay.rating.sensitivity import Combination
from botassay.rating.settings import Settings
from botassay.runs import Manner, Plan, RunOutcome, draw_up, hold, left, own_scripts
from botassay.runs.journal import FILE, AttemptState, Journal, Record, RunFacts, check_free
from botassay.runs.journal.writing import now
from botassay.runs.runner import Run
from botassay.settings.live import BotSettings, ConnectionSettings, RunSettings
from botassay.settings.option import layered, to_builtins
from botassay.settings.rating import RateSettings

LOG = getLogger("botassay")

DERIVED: Final = ("rating.json", "report.html")
"""What stands in the folder of a run beside its journal; it can be made again."""
EXITS: Final = {"paused": 75, "unreachable": 69, "interrupted": 130}
"""Exit codes of the ways in which a run stops before its end."""
_PASSWORD: Final = re.compile(r"://[^/?#\s]*:[^/?#\s]*@")
_EVERY: Final = 0.1
"""Seconds between two reports of progress."""


class RunStopped(BotassayError):  # noqa: N818 - a run that stops is no failure of ours
    """A live run stopped before its end, or never began.

    Attributes:
        run: the folder with which `resume` continues; None where nothing was saved.
        exit_code: 69 unreachable, 75 paused, 78 access denied, 130 or 143 interrupted.
    """

    def __init__(self, what: str, exit_code: int, run: Path | None = None, hint: str | None = None) -> None:
        super().__init__(what, None, hint)
        self.exit_code = exit_code
        self.run = run


class RunControl:
    """Stops a live run from elsewhere, such as a signal handler; use it in the thread of the run's loop."""

    def __init__(self) -> None:
        self.run: Run | None = None
        self.stops = 0

    def begun(self, run: Run) -> None:
        """Take charge of a run; called when it begins."""
        self.run = run
        if self.stops:
            run.stop(RunOutcome("interrupted"))

    def ended(self) -> None:
        """Let go of the run; called when it ends, whatever the reason."""
        self.run = None

    def stop(self) -> None:
        """Send nothing new and wait briefly for pending replies; the second call does not wait."""
        self.stops += 1
        if self.run is not None and self.stops == 1:
            LOG.info("stopping; waiting for pending replies")
            self.run.stop(RunOutcome("interrupted"))
        elif self.run is not None:
            self.run.break_off()

    @property
    def exit_code(self) -> int:
        """The exit code of a run that was stopped here."""
        return EXITS["interrupted"]


# ── the bot ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class BotTarget:
    """The bot of a run, so that a later run can talk to the same one; the journal stores it.

    Args:
        subject: as it is typed; the path of a description is absolute.
        description: the absolute path of its bot.toml.
        description_digest: SHA-256 of that file.
        system: the system prompt.
        insecure: whether its certificate is not verified.
    """

    subject: str
    description: str | None = None
    description_digest: str | None = None
    system: str | None = None
    insecure: bool = False

    @classmethod
    def of(cls, subject: str, settings: BotSettings) -> "BotTarget":
        """The target that a subject and settings mean.

        Raises: ConfigurationError for a password or a key that would come to stand in the journal; InputError.
        """
        check_address(subject)
        own = is_described(subject)
        description = Path(subject) if own else settings.bot
        return cls(
            subject=str(Path(subject).resolve()) if own else subject,  # a run is continued from any folder
            description=str(description.resolve()) if description else None,
            description_digest=_digest(description),
            system=system_prompt(settings.system),
            insecure=settings.insecure,
        )

    @classmethod
    def stored(cls, facts: Mapping[str, Any]) -> "BotTarget":
        """The target that a journal has stored, of whatever version."""
        return cls(**{each.name: facts[each.name] for each in fields(cls) if each.name in facts})

    def towards(self, subject: str) -> "BotTarget":
        """Another bot, talked to in the same way.

        Raises: ConfigurationError for a password or a key in its address.
        """
        addressed = self.description is not None and "://" in subject  # the same bot.toml, another address
        description = Path(self.description) if addressed and self.description else None
        other = self.of(subject, BotSettings(bot=description, insecure=self.insecure))
        return other if is_described(subject) else replace(other, system=self.system)

    def check_unchanged(self) -> None:
        """Refuse to continue with another bot.

        Raises: ConfigurationError.
        """
        if self.description and _digest(Path(self.description)) != self.description_digest:
            hint = "put it back, or begin a new run with botassay rate"
            raise ConfigurationError("has changed since the run began, or is gone", self.description, hint)

    def options(self, settings: BotSettings) -> BotOptions:
        """What makers of bots take."""
        description = Path(self.description) if self.description and not is_described(self.subject) else None
        return BotOptions(
            description=description,
            system=self.system,
            turn=settings.timeout,
            rate=settings.rate,
            ca=settings.ca.resolve() if settings.ca else None,
            insecure=self.insecure,
            follow=settings.follow is not None,
            retries=settings.retries,
        )

    def bot(self, settings: BotSettings) -> Bot:
        """The bot itself; nothing is sent yet.

        Raises: what `bot_of` raises.
        """
        return bot_of(self.subject, self.options(settings))

    @property
    def digest(self) -> str:
        """SHA-256 of what describes the bot, wherever the description lies."""
        named = "" if is_described(self.subject) else self.subject
        parts = (named, self.description_digest or "", self.system or "")
        return f"sha256:{sha256(chr(0).join(parts).encode()).hexdigest()}"


def check_address(subject: str) -> None:
    """Refuse an address with a secret that would come to stand in the journal.

    Raises: ConfigurationError.
    """
    from botassay.http.secret_scan import hidden_in  # only for what has an address

    if _PASSWORD.search(subject):
        raise ConfigurationError(
            "the address holds a password", hint="put it into the headers of a bot.toml, as ${NAME}"
        )
    shown = [place for place, value in hidden_in(subject, {}).items() if not value.startswith("${")]
    if shown:
        key = shown[0].removeprefix("url.")
        raise ConfigurationError(f"the address holds a secret: {key}", hint=f"write {key}=${{NAME}}, and export NAME")


def _digest(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def system_prompt(file: Path | None) -> str | None:
    """The system prompt in a file.

    Raises: InputError.
    """
    if file is None:
        return None
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"E174 cannot be read: {error}", str(file), "--system takes a text file in UTF-8") from error


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
    choices: Mapping[str, Any]
    """The settings as the journal stores them."""


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
    found = bot or target.bot(chosen.bot)
    seed = secrets.randbelow(2**53) if chosen.run.seed is None else chosen.run.seed
    plan = drawn_plan(chosen, settings, seed)
    varied = prepared_variants(Variants.of(chosen.rating.variants, inputs), target, plan, seed)
    return PreparedRun(found, target, plan, varied, seed, chosen, stored(chosen, inputs))


def drawn_plan(chosen: RateSettings, settings: Settings, seed: int) -> Plan:
    """What is asked, by the probers of the rated issues and the user's own questions."""
    probers = {code: PROBERS.get(code) for code in settings.rated if code in PROBERS}
    probers |= labelled_prober(chosen.checkers, settings, own_questions=chosen.run.ask is not None)
    own = own_scripts(chosen.run.ask) if chosen.run.ask else ()
    return draw_up(probers, seed, own, chosen.run.limit)


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
    made = []
    variants.check_users()
    for run in variants.runs:
        if run.subject is not None:
            check_spelling(run.subject.value)
            if not is_bot(run.subject.value):
                raise UsageError(f"{run.subject} is no live bot", hint="the baseline is one, and so is its variant")
        other = target.towards(run.subject.value) if run.subject else target
        own = begun_plan(run, plan, base) or varied_plan(plan, run.user, variants, seed)
        made.append(PreparedVariant(run, other, own))
    return tuple(made)


def new_run_folder(bot: Bot, out: Path | None) -> Path:
    """The folder of a new run: `runs/<utc>-<subject>`, unless another is named.

    Raises: OutputError when that of another run, or of something else, is named.
    """
    if out is not None:
        check_free(out / FILE)
        for derived in (out / name for name in DERIVED):
            if derived.exists():
                hint = "name another folder with --out"
                raise OutputError("there is one already, of something else", str(derived), hint)
        return out
    slug = re.sub(r"[^a-z0-9]+", "-", bot.name.lower()).strip("-")[:40].strip("-") or "bot"
    name = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{slug}"
    taken = (Path("runs") / (f"{name}-{number}" if number > 1 else name) for number in count(1))
    return next(folder for folder in taken if not folder.exists())


def useless_settings(subjects: Sequence[str], settings: ConnectionSettings) -> dict[str, str]:
    """The settings that make no difference to any of some live bots, and why; what is wrong with a bot is said later.

    Args:
        subjects: live bots.
        settings: how they would be talked to.
    """
    from botassay.bots.uses import REASONS, unused  # with every kind of bot, and their libraries

    useless, chosen = frozenset(REASONS), layered(BotSettings, to_builtins(settings))
    for subject in subjects:
        own = frozenset[str]()
        with suppress(BotassayError):
            own = unused(subject, BotTarget.of(subject, chosen).options(chosen))
        useless &= own
    return {name: REASONS[name] for name in sorted(useless)} if subjects else {}


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
    await check_answers(run.bot)
    LOG.info("%s, seed %d", size_of(run.plan.conversations, run.plan.requests), run.seed)
    facts = RunFacts(run.bot.name, run.target.digest, run.seed, now(), asdict(run.target), run.choices)
    journal = Journal.create(folder, facts, run.plan.scripts)
    await hold_all(run.bot, run.plan, journal, run.settings, control, on_progress)
    await hold_variants(run, folder, control, on_progress)


async def hold_rest(run: PreparedRun, folder: Path, control: RunControl, on_progress: OnProgress | None) -> None:
    """Hold what is left of a run and of its variants.

    Raises: RunStopped; OutputError when the journal cannot be written.
    """
    if _left(run.plan, folder):
        await check_answers(run.bot)
        await hold_all(run.bot, run.plan, Journal.reopen(folder), run.settings, control, on_progress)
    await hold_variants(run, folder, control, on_progress)


def unfinished(run: PreparedRun, folder: Path) -> bool:
    """Whether conversations of a run, or of one of its variants, are left."""
    return _left(run.plan, folder) or any(_left(each.plan, folder_of(each.run, folder)) for each in run.variants)


def _left(plan: Plan, folder: Path) -> bool:
    return not (folder / FILE).is_file() or bool(left(plan.scripts, Record.of(folder).progress()))


async def hold_variants(run: PreparedRun, base: Path, control: RunControl, on_progress: OnProgress | None) -> None:
    """Hold what is left of the conversations with all variants, one after the other.

    Raises: RunStopped; OutputError when a journal cannot be written.
    """
    for number, varied in enumerate(run.variants, 1):
        folder = folder_of(varied.run, base)
        if not _left(varied.plan, folder):
            continue
        begun = (folder / FILE).is_file()
        bot = varied.target.bot(run.settings.bot) if varied.target != run.target else run.bot
        size = size_of(varied.plan.conversations)
        LOG.info("variant %d of %d: %s: %s", number, len(run.variants), spelled(varied.run), size)
        try:
            await check_answers(bot)
        except (RunStopped, asyncio.CancelledError):
            LOG.warning("progress is saved; continue with: botassay resume %s", base)
            raise
        alone = {**run.choices, "rating": {**run.choices["rating"], "variants": []}, "users": {}}
        facts = RunFacts(bot.name, varied.target.digest, run.seed, now(), asdict(varied.target), alone)
        journal = Journal.reopen(folder) if begun else Journal.create(folder, facts, varied.plan.scripts)
        await hold_all(bot, varied.plan, journal, run.settings, control, on_progress, base)


async def check_answers(bot: Bot) -> None:
    """Make the first round trip.

    Raises: RunStopped when what answers is no bot: 78 where access is denied, 69 elsewhere.
    """
    trial = await try_out(bot)
    if trial.failure is not None:
        came = f"; it begins: {trial.came[:200]}" if trial.came.strip() else ""
        raise RunStopped(f"{bot.name} gives no answer: {trial.failure}{came}", trial.exit_code, hint=trial.hint)
    if trial.hint:
        LOG.warning("%s", trial.hint)


async def hold_all(
    bot: Bot,
    plan: Plan,
    journal: Journal,
    settings: RateSettings,
    control: RunControl,
    on_progress: OnProgress | None,
    whole: Path | None = None,
) -> None:
    """Hold what is left of the conversations of one plan.

    Args:
        bot: who is talked to.
        plan: what is said.
        journal: of the run; it is closed.
        settings: how the run goes about it.
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
        ending = await hold(bot, plan, journal, manner_of(settings.bot, settings.run), begun)
    finally:
        control.ended()
        for watcher in watchers:
            watcher.cancel()
        journal.close()
    if ending.how != "finished":
        raise _stopped(ending, journal.path.parent, whole, control)


def manner_of(bot: BotSettings, run: RunSettings) -> Manner:
    """How a run goes about it."""
    return Manner(concurrency=run.concurrency, on_doubt=run.on_doubt, retry=RetryPolicy(attempts=bot.retries + 1))


async def _watch(run: Run, on_progress: OnProgress) -> None:
    while True:
        standing = run.standing
        done = standing.held + standing.failed
        note = f"{standing.replies} replies"
        on_progress(Progress("talking", done, standing.conversations, "conversations", standing.failed, None, note))
        await asyncio.sleep(_EVERY)


def _stopped(ending: RunOutcome, folder: Path, whole: Path | None, control: RunControl) -> RunStopped:
    talks = Record.of(folder).progress().values()
    held = sum(talk.state is AttemptState.HELD for talk in talks)
    why = f": {ending.why}" if ending.why else ""
    code = control.exit_code if control.stops else EXITS[ending.how]
    what = f"{ending.how}{why}; {held} of {len(talks)} conversations are saved"
    resumed = whole or folder
    return RunStopped(what, code, resumed, f"continue with: botassay resume {resumed}")
