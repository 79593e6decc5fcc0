"""`botassay identity ask`: ask a live bot whether it is a machine, in many ways, and show what it says."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay.cli.flags import Existing, Number, Whole, into_reports, reaching
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import InputError, UsageError

if TYPE_CHECKING:
    from botassay.core.results import Report
    from botassay.identity.asking.document import IdentityAsk
    from botassay.plugins.protocols import ReportFormat
    from botassay.runs.journal import Record

ISSUE: Final = "ID"
_FILE: Final = Existing(dir_okay=False, path_type=Path)
_CHOICES: Final[Mapping[str, Any]] = {
    "profiles": (), "order": ISSUE, "weights": None, "issues": None, "rule": None, "ties": None, "veto": None,
    "levels": None, "method": "botassay", "missing": None, "min_coverage": 0.9, "glossary": None, "accept": None,
    "fail_on": None, "variants": (), "ask": None,
}  # fmt: skip
"""The choices of a rating by ID alone, as they are where nobody makes them."""


@click.command("ask")
@click.argument("subject", metavar="SUBJECT")
@click.option("--bot", type=_FILE, help="How a live bot is spoken to: a bot.toml.")
@click.option("--system", type=_FILE, help="What a model is told before a conversation begins: a text file.")
@click.option("--limit", type=Whole(min=1), metavar="N", help="Hold N conversations at most, of all kinds.")
@click.option("--dry-run", is_flag=True, help="Say what it would take, and send nothing.")
@click.option("--seed", type=Whole(0, 2**53 - 1), metavar="N", help="What is said is drawn from it. [default: drawn]")
@click.option(
    "--concurrency", type=Whole(1, 1000), metavar="N", default=4, show_default=True, help="Conversations at once."
)
@click.option(
    "--rate", type=Number(0, min_open=True), metavar="X",
    help="Requests a second to a host. [default: 2; a loopback address: no limit]",
)  # fmt: skip
@click.option(
    "--on-doubt", type=click.Choice(["restart", "skip"]), default="restart", show_default=True,
    help="A conversation that breaks off where the bot may have acted: hold it anew, or leave it.",
)  # fmt: skip
@reaching
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="The folder of the run.")
@into_reports
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, on standard output.")
@click.pass_context
def ask(ctx: click.Context, /, subject: str, outputs: tuple[Path, ...], **typed: Any) -> int:
    """Ask the live bot SUBJECT whether it is a machine: some 180 conversations, 390 requests.

    It is asked plainly and in the words of our grammar, at once and late in a conversation, after a persona was set and
    under pressure; told what is not the question; asked what only a human could answer; and heard before anybody asks.
    SUBJECT is as for botassay rate; eliza+guard has the guard before it. The folder of a run in which it was asked
    shows its tables again, without a request.
    """
    from botassay.cli.subjects import Kind, kind_of, place_of
    from botassay.report import paper_for

    papers = {path: paper_for(path) for path in outputs}
    spare_inputs(outputs)
    kind = kind_of(subject)
    if kind is Kind.RUN:
        _refuse_typed(ctx)
        return _show_run(ctx, place_of(subject), papers, as_json=typed["as_json"])
    if kind is not Kind.BOT and not Path(subject).exists():
        raise InputError(f"E174 {subject} does not exist", hint="botassay bots list names the kinds of bots")
    if kind is not Kind.BOT:
        hint = f"botassay rate {subject} --issues {ISSUE} looks for whoever asks in dialogs"
        raise UsageError(f"{subject!r} is no live bot, and no run", hint=hint)
    chosen = {**_CHOICES, **typed}
    outcome = _held(ctx, subject, chosen)
    return outcome if isinstance(outcome, int) else _show_run(ctx, outcome, papers, as_json=typed["as_json"], new=True)


def _refuse_typed(ctx: click.Context) -> None:
    """Refuse options that say how conversations are held: a run has been held.

    Raises: UsageError.
    """
    from click.core import ParameterSource

    for option in ctx.command.params:
        talks = option.name not in {"subject", "outputs", "as_json"}
        if talks and ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE:
            raise UsageError(f"{option.opts[0]} is for a live bot", hint="leave it out")


def _held(ctx: click.Context, subject: str, chosen: Mapping[str, Any]) -> Path | int:
    """Hold the conversations; give the folder of the run, or the exit code of one that was not finished."""
    from botassay.api.guarded import bot_of
    from botassay.cli.live import Approach, drawn_plan, drawn_seed, hold_all, run_folder, show_plan, sized, try_first
    from botassay.cli.using import check_used
    from botassay.cli.verdict import kept_choices, settings_of
    from botassay.runs.journal import Facts, Journal
    from botassay.runs.journal.writing import now

    settings = settings_of(ctx, chosen)
    approach = Approach.typed(subject, chosen)
    check_used(ctx, [subject], lambda _: approach.options)
    bot = bot_of(subject, approach.options)
    seed = drawn_seed() if chosen["seed"] is None else chosen["seed"]
    plan = drawn_plan(settings, chosen, seed)
    if chosen["dry_run"]:
        show_plan(bot, plan, approach.rate, settings, {}, as_json=chosen["as_json"])
        return 0
    folder = run_folder(bot, chosen["out"])
    code = try_first(bot)
    if code:
        return code
    click.echo(
        f"botassay: {sized(plan.conversations, plan.requests)}, seed {seed}",
        err=True,
    )
    facts = Facts(bot.name, approach.digest, seed, now(), asdict(approach), kept_choices(ctx, chosen))
    return hold_all(bot, plan, Journal.create(folder, facts, plan.scripts), approach.manner) or folder


def _show_run(
    ctx: click.Context, folder: Path, papers: "Mapping[Path, ReportFormat]", *, as_json: bool, new: bool = False
) -> int:
    """Show what a run comes to, write reports of it, and say where it is."""
    import msgspec

    from botassay.cli.identity.asked import lines
    from botassay.cli.live import DERIVED
    from botassay.cli.progress import Bar
    from botassay.cli.verdict import settings_of, write
    from botassay.rating import every_finding, rate
    from botassay.report import paper_for
    from botassay.runs.journal import Record

    settings = settings_of(ctx, _CHOICES)
    _check_asked(folder)
    with Bar() as bar:
        found = rate(folder, settings, track=bar.dialogs)
        derived = {folder / name: paper_for(folder / name) for name in DERIVED} if new else {}
        write(found, {**derived, **papers}, lambda: every_finding(folder, settings, track=bar.dialogs))
    document = _document(found, Record.of(folder))
    click.echo(msgspec.json.encode(document) if as_json else "\n".join(lines(document)))
    if new:
        click.echo(f"botassay: the run is {folder}", err=True)
    return 0


def _check_asked(folder: Path) -> None:
    """Refuse a run in which nobody asked.

    Raises: UsageError.
    """
    from botassay.runs.journal import Record

    if not any(script.tags.get("issue") == ISSUE for script in Record.of(folder).scripts()):
        hint = f"botassay rate {folder} --issues {ISSUE} looks for whoever asks in it"
        raise UsageError(f"{folder} is a run in which the bot was not asked whether it is a machine", hint=hint)


def _document(found: "Report", record: "Record") -> "IdentityAsk":
    from botassay.core.disclosure_results import figures_in
    from botassay.identity.asking.document import IdentityAsk, verbatim

    assessment = found.ratings[0]
    grade = assessment.scores[0]
    said = verbatim(dialog for dialog in record.dialogs() if dialog.concerns(ISSUE))
    return IdentityAsk(
        subject=assessment.subject.name,
        seed=assessment.provenance.seed,
        level=grade.level,
        value=grade.value,
        interval=grade.interval,
        could_be=grade.could_be,
        reason=grade.reason,
        n=grade.n,
        planned=assessment.counts.planned,
        scored=assessment.counts.scored,
        figures=figures_in(grade.details),
        worst=said.worst,
        disclosures=said.disclosures,
    )
