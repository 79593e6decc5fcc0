"""A live bot at the command line: what is planned, the first round trip, the run, and what is left when it stops."""

import asyncio
import re
import secrets
import signal
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

import click

from botassay.cli.flags import REACHING
from botassay.cli.person import SIGNALS
from botassay.core.errors import ConfigurationError, InputError, OutputError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.plugins.protocols import Bot, BotOptions
    from botassay.rating import Settings
    from botassay.runs import Ending, Manner, Outlook, Plan
    from botassay.runs.journal import Journal
    from botassay.runs.runner import Run

DERIVED: Final = ("rating.json", "report.html")
"""What stands in the folder of a run beside its journal; it can be made again."""
EXITS: Final = {"paused": 75, "unreachable": 69, "interrupted": 130}
_PASSWORD: Final = re.compile(r"://[^/?#\s]*:[^/?#\s]*@")
_KEPT: Final = ("rate", "concurrency", "on_doubt", *REACHING)
"""How fast and how firmly a bot is spoken to, whatever it is."""
_OF_A_RATE: Final = ("AL", "ID")
"""Issues whose value is a share of bad events: for them it can be said how many conversations a LOW takes."""


@dataclass(frozen=True, slots=True)
class Approach:
    """How a bot is talked to, so that a later run can do the same."""

    subject: str
    description: str | None
    description_digest: str | None
    system: str | None
    rate: float | None
    concurrency: int
    on_doubt: str
    timeout: float = 60.0
    ca: str | None = None
    insecure: bool = False
    follow: str | None = None
    retries: int = 2

    @classmethod
    def typed(cls, subject: str, typed: Mapping[str, Any]) -> "Approach":
        """Take it from the options.

        Raises: ConfigurationError for a password or a key that would come to stand in the journal.
        """
        from botassay.bots.resolve import is_described
        from botassay.http.secret_scan import hidden_in

        if _PASSWORD.search(subject):
            raise ConfigurationError(
                "the address holds a password", hint="put it into the headers of a bot.toml, as ${NAME}"
            )
        shown = [place for place, value in hidden_in(subject, {}).items() if not value.startswith("${")]
        if shown:
            key = shown[0].removeprefix("url.")
            raise ConfigurationError(
                f"the address holds a secret: {key}", hint=f"write {key}=${{NAME}}, and export NAME"
            )
        own = is_described(subject)
        described = Path(subject) if own else typed["bot"]
        return cls(
            subject=str(Path(subject).resolve()) if own else subject,  # it is gone on with from anywhere
            description=str(Path(described).resolve()) if described else None,
            description_digest=_digest(described),
            system=told_first(typed["system"]),
            rate=typed["rate"],
            concurrency=typed["concurrency"],
            on_doubt=typed["on_doubt"],
            timeout=typed["timeout"],
            ca=str(Path(typed["ca"]).resolve()) if typed["ca"] else None,
            insecure=typed["insecure"],
            follow=typed["follow"],
            retries=typed["retries"],
        )

    def towards(self, subject: str) -> "Approach":
        """Talk to another bot in the same way.

        Raises: ConfigurationError for a password or a key in its address.
        """
        from botassay.bots.resolve import is_described

        addressed = self.description and "://" in subject  # the same bot.toml, another address
        described = Path(self.description) if addressed and self.description else None
        told = {"bot": described, "system": None, **{name: getattr(self, name) for name in _KEPT}}
        other = self.typed(subject, told)
        return replace(other, system=None if is_described(subject) else self.system)

    def check_unchanged(self) -> None:
        """Refuse to go on with another bot.

        Raises: ConfigurationError.
        """
        if self.description and _digest(Path(self.description)) != self.description_digest:
            hint = "put it back, or begin a new run with botassay rate"
            raise ConfigurationError("has changed since the run began, or is gone", self.description, hint)

    @property
    def options(self) -> "BotOptions":
        """What makers of bots take."""
        from botassay.bots.resolve import is_described
        from botassay.plugins.protocols import BotOptions

        own = is_described(self.subject)
        described = Path(self.description) if self.description and not own else None
        return BotOptions(
            description=described,
            system=self.system,
            turn=self.timeout,
            rate=self.rate,
            ca=Path(self.ca) if self.ca else None,
            insecure=self.insecure,
            follow=self.follow is not None,
            retries=self.retries,
        )

    @property
    def manner(self) -> "Manner":
        """How the run goes about it."""
        from botassay.http import RetryPolicy
        from botassay.runs import Manner

        on_doubt: Literal["restart", "skip"] = "skip" if self.on_doubt == "skip" else "restart"
        policy = RetryPolicy(attempts=self.retries + 1)
        return Manner(concurrency=self.concurrency, on_doubt=on_doubt, retry=policy)

    @property
    def digest(self) -> str:
        """SHA-256 of what describes the bot, wherever the description lies."""
        from botassay.bots.resolve import is_described

        named = "" if is_described(self.subject) else self.subject
        parts = (named, self.description_digest or "", self.system or "")
        return f"sha256:{sha256(chr(0).join(parts).encode()).hexdigest()}"


def _digest(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def told_first(system: Path | None) -> str | None:
    """Read what a model is told before a conversation begins.

    Raises: InputError.
    """
    if system is None:
        return None
    try:
        return system.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"E174 cannot be read: {error}", str(system), "--system takes a text file in UTF-8") from error


def drawn_plan(settings: "Settings", typed: Mapping[str, Any], seed: int) -> "Plan":
    """Draw up what is asked, by the probers of the rated issues and the user's own questions."""
    from botassay.cli.understanding import labelled_prober
    from botassay.plugins.registry import PROBERS
    from botassay.runs import draw_up, own_scripts

    probers = {code: PROBERS.get(code) for code in settings.rated if code in PROBERS} | labelled_prober(typed, settings)
    own = own_scripts(typed["ask"]) if typed["ask"] else ()
    return draw_up(probers, seed, own, typed["limit"])


def drawn_seed() -> int:
    """Draw a seed that no bot can know; JSON can write it."""
    return secrets.randbelow(2**53)


def show_plan(
    bot: "Bot", plan: "Plan", rate: float | None, settings: "Settings", variants: Mapping[str, int], *, as_json: bool
) -> None:
    """Say what a run would take, and what it could show; nothing is sent.

    Args:
        bot: who would be talked to.
        plan: what would be said.
        rate: requests a second, if somebody set a limit.
        settings: by which the run would be rated.
        variants: conversations that each variant takes beside it.
        as_json: print the document.
    """
    import msgspec

    from botassay.plugins.registry import CHECKERS
    from botassay.runs import Outlook, Support

    sizes = plan.issue_sizes()
    pace = _pace(bot, rate)
    issues = {code: CHECKERS.get(code).issue for code in _OF_A_RATE if code in sizes and code in CHECKERS}
    cuts = {code: settings.cuts_of(issue, issue.measures[0].name)[0] for code, issue in issues.items()}
    outlook = Outlook(
        bot=bot.name,
        conversations=plan.conversations,
        requests=plan.requests,
        minutes=None if pace is None else round(plan.requests / pace / 60, 1),
        issues=sizes,
        variants=variants,
        support=tuple(Support.of(code, cut, sizes[code]) for code, cut in cuts.items()),
    )
    if as_json:
        click.echo(msgspec.json.encode(outlook))
    else:
        _tell(outlook, pace)


def sized(conversations: int, requests: int | None = None) -> str:
    """Say how many conversations there are, and about how many requests they take.

    >>> sized(1), sized(2, 8)
    ('1 conversation', '2 conversations, about 8 requests')
    """
    about = "" if requests is None else f", about {many(requests, 'request', 'requests')}"
    return f"{many(conversations, 'conversation', 'conversations')}{about}"


def _tell(outlook: "Outlook", pace: float | None) -> None:
    click.echo(f"{outlook.bot}: {sized(outlook.conversations, outlook.requests)}")
    for code, size in outlook.issues.items():
        click.echo(f"  {code or 'your own':9} {sized(size)}")
    for name, size in outlook.variants.items():
        click.echo(f"  and with {name}: {sized(size)}")
    if outlook.minutes is not None:
        click.echo(f"at {pace:g} requests a second that takes {max(1, round(outlook.minutes))} minutes or more")
    for needed in outlook.support:
        click.echo(
            f"a LOW for {needed.issue} that is beyond doubt takes {sized(needed.needed)} without a finding;"
            f" this plan has {needed.planned}"
        )


def _pace(bot: "Bot", rate: float | None) -> float | None:
    from botassay.http.pace import DEFAULT_RATE, is_loopback

    host = urlsplit(bot.name[bot.name.find("http") :]).hostname if "://" in bot.name else None
    if rate is not None or host is None:
        return rate
    return None if is_loopback(host) else DEFAULT_RATE


def run_folder(bot: "Bot", out: Path | None) -> Path:
    """Name the folder of a run: `runs/<utc>-<subject>`, unless somebody named another.

    Raises: OutputError when somebody named that of another run.
    """
    from botassay.runs.journal import FILE, check_free

    if out is not None:
        check_free(out / FILE)
        for left in (out / name for name in DERIVED):
            if left.exists():
                raise OutputError(
                    "there is one already, of something else", str(left), "name another folder with --out"
                )
        return out
    slug = re.sub(r"[^a-z0-9]+", "-", bot.name.lower()).strip("-")[:40].strip("-") or "bot"
    name = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{slug}"
    taken = (Path("runs") / (f"{name}-{number}" if number > 1 else name) for number in count(1))
    return next(folder for folder in taken if not folder.exists())


def try_first(bot: "Bot") -> int:
    """Make the first round trip; say what is wrong when what answers is no bot, and give the exit code."""
    from botassay.bots import try_out
    from botassay.report.inert import visible

    trial = asyncio.run(try_out(bot))
    if trial.failure is not None:
        click.echo(f"botassay: {visible(f'{bot.name} gives no answer: {trial.failure}')}", err=True)
        if trial.came.strip():
            click.echo(f"botassay: it begins: {visible(trial.came[:200])}", err=True)
    if trial.hint:
        click.echo(f"botassay: {visible(trial.hint)}", err=True)
    return trial.exit_code


def conduct(bot: "Bot", plan: "Plan", journal: "Journal", manner: "Manner", bar: "Bar") -> "tuple[Ending, int]":
    """Hold the conversations; give how it ended, and the exit code for that (0: finished).

    A first Ctrl-C, or SIGTERM, stops the run and waits a little for answers on their way; a second one does not wait.
    """
    return asyncio.run(_conducted(bot, plan, journal, manner, bar))


async def _conducted(
    bot: "Bot", plan: "Plan", journal: "Journal", manner: "Manner", bar: "Bar"
) -> "tuple[Ending, int]":
    from botassay.runs import hold

    caught: list[signal.Signals] = []
    loop = asyncio.get_running_loop()
    drawing: list[asyncio.Task[None]] = []

    def begun(run: "Run") -> None:
        for number in SIGNALS:
            loop.add_signal_handler(number, _stop, run, number, caught)
        drawing.append(loop.create_task(bar.watch("talking", run.standing)))

    try:
        ending = await hold(bot, plan, journal, manner, begun)
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
        for task in drawing:
            task.cancel()
    return ending, SIGNALS[caught[0]] if caught else EXITS.get(ending.how, 0)


def _stop(run: "Run", number: signal.Signals, caught: list[signal.Signals]) -> None:
    from botassay.runs import Ending

    if caught:
        run.break_off()
        return
    caught.append(number)
    click.echo("botassay: stopping; answers on their way are waited for", err=True)
    run.stop(Ending("interrupted"))


def hold_all(bot: "Bot", plan: "Plan", journal: "Journal", manner: "Manner", whole: Path | None = None) -> int:
    """Hold what is left of a run; give 0 when all is said, else say why it stopped and give the exit code.

    Args:
        bot: who is talked to.
        plan: what is said.
        journal: of the run; it is closed.
        manner: how the run goes about it.
        whole: the folder with which to go on, where the run is part of another.
    """
    from botassay.cli.progress import Bar
    from botassay.runs.journal import Record, State

    try:
        with Bar() as bar:
            ending, code = conduct(bot, plan, journal, manner, bar)
    finally:
        journal.close()
    if code:
        folder = journal.path.parent
        talks = Record.of(folder).progress().values()
        held = sum(talk.state is State.HELD for talk in talks)
        _say_what_is_left(whole or folder, ending, held, len(talks))
    return code


def _say_what_is_left(folder: Path, ending: "Ending", held: int, planned: int) -> None:
    """Say why a run stopped, what is kept, and how to go on."""
    from botassay.report.inert import visible

    click.echo(f"botassay: {ending.how}{f': {visible(ending.why)}' if ending.why else ''}", err=True)
    click.echo(f"botassay: {held} of {planned} conversations are kept; go on with: botassay resume {folder}", err=True)
