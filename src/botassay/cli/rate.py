"""`botassay rate`: a live bot, a corpus of dialogs or an earlier run goes in, a rating for a kind of user comes out."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from botassay.cli.config import read_config
from botassay.cli.flags import (
    METHODS,
    REACHING,
    Existing,
    Number,
    Whole,
    by_rule,
    for_whom,
    into_reports,
    of_issues,
    reaching,
    with_coverage,
    with_glossary,
    with_round_trips,
    with_sentiment,
)
from botassay.cli.leakage import OF_TRAINING, trained_checker, with_trained_leakage
from botassay.cli.live import DERIVED
from botassay.cli.sparing import rating_in, spare_inputs
from botassay.cli.subjects import Kind, Rated, check_together, conclude, conclude_all, kind_of, place_of, told_apart
from botassay.cli.understanding import of_live_bots, with_labelled
from botassay.cli.using import check_used
from botassay.cli.variants import Variants, check_files, hold_variants, lacking, prepared, run_folder_of, sizes, swayed
from botassay.cli.verdict import (
    CHOICES,
    barrier,
    check_gate,
    checkers_of,
    kept_choices,
    own_choices,
    record,
    settings_of,
    stored_findings,
    warn,
    write,
)
from botassay.core.errors import BotassayError, UsageError

if TYPE_CHECKING:
    from botassay.corpora import Corpus
    from botassay.plugins.protocols import ReportFormat
    from botassay.rating import Settings
    from botassay.rating.sensitivity import Combination

_FILE = Existing(dir_okay=False, path_type=Path)
OF_BOTS = ("bot", "system", "ask", "limit", "dry_run", "concurrency", "rate", "on_doubt", *REACHING)
"""Options that say how conversations are held."""
BESIDE = frozenset({"accept", "variants"})
"""Choices that leave those of a run as they are when somebody types them."""
OF_DIALOGS = ("glossary", "sentiment", "translator", "via", "record")
"""Options that say how dialogs are looked at."""
TRANSLATIONS: Final = "translations.jsonl"
"""What stands in the folder of a run whose replies went on a round trip: what came back."""
OF_FILES = ("format_", "skip_bad", *OF_TRAINING)
"""Options that say how files are read."""


@click.command("rate")
@click.argument("subjects", metavar="SUBJECT...", nargs=-1, required=True)
@for_whom
@of_issues
@by_rule
@click.option(
    "--method",
    type=METHODS,
    default="botassay",
    show_default=True,
    help="`paper` switches every choice to the published one.",
)
@click.option(
    "--missing",
    type=click.Choice(["bounds", "pessimistic"]),
    help="What stands for an unmeasured issue: all its levels, or the middle one. [default: bounds]",
)
@click.option(
    "--format",
    "format_",
    metavar="NAME",
    help="jsonl, csv, babi, convokit, insuranceqa, messages, sgd, sharegpt or ubuntu-irc; without it each file's format"
    " is recognised.",
)
@with_glossary
@with_sentiment
@with_round_trips
@with_trained_leakage
@with_labelled
@click.option(
    "--accept",
    type=_FILE,
    help="Findings that somebody took for harmless: JSON lines, or a findings.csv with reason and by filled in.",
)
@click.option("--bot", type=_FILE, help="How a live bot is spoken to: a bot.toml.")
@click.option("--system", type=_FILE, help="What a model is told before a conversation begins: a text file.")
@click.option("--ask", type=_FILE, help="Your own questions: one a line; a blank line ends a conversation.")
@click.option("--limit", type=Whole(min=1), metavar="N", help="Hold N conversations at most, in turn from every issue.")
@click.option("--dry-run", is_flag=True, help="Say what a live run would take, and send nothing.")
@click.option(
    "--seed",
    type=Whole(0, 2**53 - 1),
    metavar="N",
    help="What a live run, or --trained-leakage, is drawn from. [default: drawn anew; --trained-leakage: 1]",
)
@click.option(
    "--concurrency", type=Whole(1, 1000), metavar="N", default=4, show_default=True, help="Conversations at once."
)
@click.option(
    "--rate",
    type=Number(0, min_open=True),
    metavar="X",
    help="Requests a second to a host. [default: 2; a loopback address: no limit]",
)
@click.option(
    "--on-doubt",
    type=click.Choice(["restart", "skip"]),
    default="restart",
    show_default=True,
    help="A conversation that breaks off where the bot may have acted: hold it anew, or leave it.",
)
@reaching
@click.option("--skip-bad", is_flag=True, help="Leave out dialogs with a bad row, and count them, instead of stopping.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="FACTOR=…",
    help="Do it all again with model=SUBJECT, data=SUBJECT or user=PROFILE, to see what sways the rating. Repeatable.",
)
@click.option(
    "--fail-on", metavar="LEVEL", help="Exit with 1 when the rating is, or could be, this bad: medium or high."
)
@with_coverage
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder of a live run, or where rating.json is put; of several subjects, each has a folder in it.",
)
@click.option("--force", is_flag=True, help="With --out: overwrite the rating of another subject.")
@into_reports
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, on standard output.")
@click.option(
    "--workers", type=Whole(1, 64), metavar="N", default=1, show_default=True, help="Processes that work side by side."
)
@click.option(
    "--config",
    type=_FILE,
    is_eager=True,
    expose_value=False,
    callback=read_config,
    help="Settings; flags beat them. [default: botassay.toml here, if there is one]",
)
@click.pass_context
def command(ctx: click.Context, /, subjects: tuple[str, ...], outputs: tuple[Path, ...], **typed: Any) -> int:
    """Rate the bot SUBJECT for a kind of user.

    SUBJECT is a live bot (http://…, ws://…, openai:MODEL@BASE, rasa:BASE, a bot.toml, python:module:function,
    command:./program, eliza, faq, hospital, trains), a file or folder of dialogs, or the folder of an earlier run,
    which is rated again without a request. Without --profile, --order or --weights it is rated for all four published
    kinds of users; the worst rating comes first and decides a gate. Several subjects stand side by side, in tables.

    Issues: AL abusive language, B bias, IL information leakage, CC conversation complexity, ID identity (does it say
    that it is a machine?), SG sentiment gap, UN understanding, OP option lists.
    """
    from botassay.report import paper_for

    papers = {path: paper_for(path) for path in outputs}  # a wrong ending is said before the work, not after
    spare_inputs([*outputs, typed["record"]])
    kinds = told_apart(subjects)
    _check_kinds(ctx, set(kinds.values()), typed)
    _check_used(ctx, [subject for subject, kind in kinds.items() if kind is Kind.BOT], typed)
    if len(kinds) == 1:
        return conclude(_rate_one(ctx, subjects[0], typed, papers), as_json=typed["as_json"])
    check_together(kinds, typed)
    if not {Kind.BOT, Kind.FILES}.isdisjoint(kinds.values()):
        check_choices(settings_of(ctx, typed), typed)
    return conclude_all(kinds, typed, papers, lambda subject, own: _rate_one(ctx, subject, own, {}))


def _rate_one(
    ctx: click.Context, subject: str, typed: Mapping[str, Any], papers: "dict[Path, ReportFormat]"
) -> Rated | int:
    """Rate a subject and write what belongs to it alone; without a rating, give the exit code."""
    cuts = ctx.meta.get("cuts", {})
    try:
        return RATERS[kind_of(subject)](ctx, subject, typed, papers)
    finally:
        ctx.meta["cuts"] = cuts  # a run is rated by its own, the next subject is not


def _check_kinds(ctx: click.Context, kinds: Collection[Kind], typed: Mapping[str, Any]) -> None:
    """Refuse options that were typed and that none of the subjects takes."""
    if Kind.FILES not in kinds and Kind.BOT in kinds:
        _check_options(ctx, OF_FILES, "files of dialogs")
    elif Kind.FILES not in kinds:
        _check_options(ctx, OF_TRAINING, "files of dialogs")
    if Kind.BOT not in kinds:
        _check_options(ctx, (*OF_BOTS, *of_live_bots(typed)), "a live bot")
        if not ctx.params["trained_leakage"]:
            _check_options(ctx, ("seed",), "a live bot or --trained-leakage")


def _check_used(ctx: click.Context, bots: Sequence[str], typed: Mapping[str, Any]) -> None:
    """Refuse options that make no difference to any of the live bots, unless they may to a variant."""
    from botassay.cli.live import Approach

    others = any(run.subject for run in Variants.typed(typed["variants"]).runs)
    if bots and not others:
        check_used(ctx, bots, lambda subject: Approach.typed(subject, typed).options)


def _check_options(ctx: click.Context, names: Iterable[str], noun: str) -> None:
    """Refuse options that were typed and would do nothing here; in a file of settings they may stand."""
    for option in ctx.command.params:
        if option.name in names and ctx.get_parameter_source(option.name) is ParameterSource.COMMANDLINE:
            raise UsageError(f"{option.opts[0]} is for {noun}", hint="leave it out")


def _rate_stored(
    ctx: click.Context, stored: Path, typed: Mapping[str, Any], papers: "dict[Path, ReportFormat]"
) -> Rated:
    """Rate what a rating.json has measured, for other users or by another rule."""
    from botassay.rating import rate_again
    from botassay.report import load

    if ctx.get_parameter_source("variants") is ParameterSource.COMMANDLINE:
        raise UsageError(
            "--variant takes the dialogs, and only the rating is stored here", hint="rate the dialogs again"
        )
    _check_options(ctx, OF_DIALOGS, "dialogs, and only the rating is stored here")
    settings, document = settings_of(ctx, typed), load(stored)
    kept = rating_in(typed, document.ratings[0].subject.name)
    assessments = rate_again(document, settings, rescaled=typed["levels"] is not None)
    check_gate(typed["fail_on"], assessments.ratings[0].levels)
    limit = barrier(typed["fail_on"], typed["min_coverage"])
    write(assessments, {**kept, **papers}, lambda: stored_findings(assessments), limit)
    warn(assessments, settings)
    return Rated(assessments, lambda: stored_findings(assessments), typed["fail_on"], typed["min_coverage"])


def _rate_files(
    ctx: click.Context, subject: str, typed: Mapping[str, Any], papers: "dict[Path, ReportFormat]"
) -> Rated:
    from botassay.corpora import open_corpus

    check_files(Variants.typed(typed["variants"]))

    def dialogs(run: "Combination") -> "Corpus":
        path = run.subject.value if run.subject else subject
        return open_corpus(path, typed["format_"], skip_bad=typed["skip_bad"])

    kept = rating_in(typed, open_corpus(subject, typed["format_"]).name)
    return _rated(ctx, dialogs, typed, {**kept, **papers})


def _rated(
    ctx: click.Context,
    source_of: "Callable[[Combination], Corpus | Path]",
    typed: Mapping[str, Any],
    papers: "Mapping[Path, ReportFormat]",
) -> Rated:
    """Rate the baseline and whatever is varied; write and warn."""
    from botassay.cli.progress import Bar
    from botassay.rating import every_finding, rate, read_accepted
    from botassay.rating.sensitivity import Combination

    settings = settings_of(ctx, typed)
    check_gate(typed.get("fail_on"), settings.scale.names)
    checkers = checkers_of(typed, settings)
    accepted = read_accepted(Path(typed["accept"])) if typed["accept"] else ()
    workers = typed.get("workers", 1)
    source = source_of(Combination())
    with Bar() as bar:
        if not isinstance(source, Path):
            checkers |= trained_checker(ctx, typed, settings, bar.training)
        rated = partial(rate, checkers=checkers, workers=workers, track=bar.dialogs)
        baseline = rated(source, settings, accepted=accepted)
        assessments = swayed(baseline, Variants.typed(typed["variants"]), settings, accepted, rated, source_of)
        record(checkers, typed)
        found = partial(every_finding, source, settings, checkers=checkers)
        limit = barrier(typed.get("fail_on"), typed.get("min_coverage", 0.0))
        write(assessments, papers, partial(found, track=bar.dialogs), limit)
    warn(assessments, settings)
    return Rated(assessments, found, typed.get("fail_on"), typed.get("min_coverage", 0.0))


def check_choices(settings: "Settings", typed: Mapping[str, Any]) -> None:
    """Say what cannot be rated before anybody is asked."""
    from botassay.rating import equip, read_accepted

    check_gate(typed["fail_on"], settings.scale.names)
    equip(settings, checkers_of(typed, settings))
    if typed["accept"]:
        read_accepted(typed["accept"])


def _rate_bot(
    ctx: click.Context, subject: str, typed: Mapping[str, Any], papers: "dict[Path, ReportFormat]"
) -> Rated | int:
    """Talk to a live bot, write everything down, and rate what was written down."""
    from botassay.cli.guarded import bot_of
    from botassay.cli.live import Approach, drawn_plan, drawn_seed, hold_all, run_folder, show_plan, sized, try_first
    from botassay.runs.journal import Facts, Journal
    from botassay.runs.journal.writing import now

    settings = settings_of(ctx, typed)
    check_choices(settings, typed)
    approach = Approach.typed(subject, typed)
    bot = bot_of(subject, approach.options)
    seed = drawn_seed() if typed["seed"] is None else typed["seed"]
    plan = drawn_plan(settings, typed, seed)
    varied = prepared(Variants.typed(typed["variants"]), approach, plan, seed)
    if typed["dry_run"]:
        show_plan(bot, plan, approach.rate, settings, sizes(varied), as_json=typed["as_json"])
        return 0
    folder = run_folder(bot, typed["out"])
    code = try_first(bot)
    if code:
        return code
    choices = kept_choices(ctx, typed)
    facts = Facts(bot.name, approach.digest, seed, now(), asdict(approach), choices)
    click.echo(
        f"botassay: {sized(plan.conversations, plan.requests)}, seed {seed}",
        err=True,
    )
    journal = Journal.create(folder, facts, plan.scripts)
    code = hold_all(bot, plan, journal, approach.manner) or hold_variants(varied, folder, choices, seed)
    return code or rate_run(ctx, folder, typed, papers)


def rate_run(ctx: click.Context, folder: Path, typed: Mapping[str, Any], papers: "dict[Path, ReportFormat]") -> Rated:
    """Rate a run out of its journal; nothing is sent.

    By the choices that the run was begun with, unless others are typed. Into its folder goes what belongs to those of
    its own alone.
    """
    from botassay.report import paper_for
    from botassay.runs.journal import Record

    own = own_choices(Record.of(folder).facts["choices"])
    here = {name for name in CHOICES if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    asked = bool(here - BESIDE)
    chosen = {**typed, **({} if asked else own), **{name: typed[name] for name in here}}
    if "variants" not in here:
        chosen["variants"] = _held(own.get("variants", ()), folder)
    if ctx.get_parameter_source("fail_on") is ParameterSource.COMMANDLINE:
        chosen["fail_on"] = typed["fail_on"]  # a gate changes no rating
    if not asked:
        ctx.meta["cuts"] = own["cuts"]
    if own_choices(kept_choices(ctx, chosen)) == {**own, "fail_on": chosen["fail_on"]}:
        papers = {**{folder / name: paper_for(folder / name) for name in DERIVED}, **papers}
        chosen["translations"] = folder / TRANSLATIONS
    else:
        papers = {**rating_in(typed, Record.of(folder).facts["subject"]), **papers}
    with _keeping(folder, chosen):
        return replace(_rated(ctx, partial(run_folder_of, base=folder), chosen, papers), run=folder)


@contextmanager
def _keeping(folder: Path, chosen: Mapping[str, Any]) -> Iterator[None]:
    """Where a rating fails that takes a translator, say how the run is rated without one."""
    try:
        yield
    except BotassayError:
        if chosen.get("translator"):
            named = (f"--{name} {chosen[name]}" for name in ("order", "weights", "issues") if chosen.get(name))
            again = f"botassay rate {folder} {next(named, '--issues SG')}"
            click.echo(f"botassay: what was said is kept; without {chosen['translator']}: {again}", err=True)
        raise


def _held(variants: "Sequence[str | Mapping[str, Any]]", folder: Path) -> "Sequence[str | Mapping[str, Any]]":
    """Leave the variants of a run alone as long as they were not all held, and say so."""
    missing = lacking(Variants.typed(variants), folder)
    if missing:
        click.echo(f"botassay: nothing was said yet with {'; '.join(missing)}: what sways the rating is open", err=True)
        click.echo(f"botassay: go on with: botassay resume {folder}", err=True)
    return () if missing else variants


RATERS: Final[Mapping[Kind, Callable[..., Rated | int]]] = {
    Kind.BOT: _rate_bot,
    Kind.RUN: lambda ctx, subject, typed, papers: rate_run(ctx, place_of(subject), typed, papers),
    Kind.STORED: lambda ctx, subject, typed, papers: _rate_stored(ctx, place_of(subject), typed, papers),
    Kind.FILES: _rate_files,
}
"""How each kind of subject is rated."""
