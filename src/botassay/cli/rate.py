"""`botassay rate`: a live bot, a corpus of dialogs or an earlier run goes in, a rating for a kind of user comes out."""

from pathlib import Path

import click

from botassay.api.config_file import read_tables
from botassay.cli.output import EVIDENCE, harmful_option, redact_option, report_option
from botassay.cli.settings import Existing, Shard, Workers, config_file, options_of
from botassay.cli.settings import command as settings_command
from botassay.core.errors import UsageError
from botassay.settings.rating import RateSettings


@settings_command("rate")
@click.argument("subjects", metavar="SUBJECT...", nargs=-1, required=True)
@options_of(RateSettings)
@click.option(
    "--yes", is_flag=True, help="Do not ask before the first run with a bot on another machine, nor before CR."
)
@click.option("--dry-run", is_flag=True, help="Print the size of a live run without sending requests.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of a live run, or for rating.json; several subjects get subfolders.",
)
@click.option("--force", is_flag=True, help="With --out: overwrite the rating of another subject.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.jsonl",
    help="Write the translations, for recorded:FILE.jsonl.",
)
@report_option
@redact_option
@harmful_option
@click.option("--verbose", is_flag=True, help="Print the whole report instead of the card.")
@click.option("--json", "as_json", is_flag=True, help="Print only JSON to standard output.")
@click.option(
    "--workers",
    type=Workers(),
    metavar="N|auto",
    default="1",
    show_default=True,
    help="Parallel processes; auto: one for each core.",
)
@click.option(
    "--evidence",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep what is seen in each part of files; again: only what is missing is looked at.",
)
@click.option(
    "--engine",
    metavar="ENGINE",
    help="Look at parts of files by Dask: dask (here), tls://HOST:PORT or tcp://HOST:PORT.",
)
@click.option(
    "--insecure-engine", is_flag=True, help="With --engine tcp://: accept another machine without encryption."
)
@click.option("--shard", type=Shard(), metavar="I/N", help="Look at part I of N of files; write -o FILE.evidence.")
@click.option(
    "--studied",
    type=Existing(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --shard: the second round, with what botassay merge wrote.",
)
@config_file(RateSettings, "rate", read_tables)
def command(  # noqa: PLR0913 - one for each option
    *,
    subjects: tuple[str, ...],
    settings: RateSettings,
    yes: bool,
    dry_run: bool,
    out: Path | None,
    force: bool,
    record: Path | None,
    outputs: tuple[Path, ...],
    redact: str | None,
    show_harmful: bool,
    verbose: bool,
    as_json: bool,
    workers: int,
    evidence: Path | None,
    engine: str | None,
    insecure_engine: bool,
    shard: tuple[int, int] | None,
    studied: Path | None,
) -> int:
    """Rate the bot SUBJECT for a kind of user.

    \b
    botassay rate bot.toml
    botassay rate dialogs.jsonl --profile abuse -o report.html
    botassay rate runs/… --fail-on high --fail-on AL=medium

    SUBJECT is a live bot (http://…, ws://…, openai:MODEL@BASE, rasa:BASE, a bot.toml, python:module:function,
    command:./program, eliza, faq, hospital, trains), a file or folder of dialogs, or the folder of an earlier run,
    which is rated again without a request. By the settings that it began with, its rating.json and report.html are
    then written anew; by others (--profile, --decisions …) they stay, and -o or --out keeps the rating. Without
    --profile, --order or --weights a subject is rated for all four published kinds of users; the worst rating comes
    first and decides a gate. Several subjects stand side by side, in tables.

    Issues: AL abusive language, B bias, IL information leakage, CC difficult language, ID undisclosed identity, SG
    unequal tone by gender or race, UN understanding, OP option lists; +CR crisis response, which asks first.
    """  # noqa: D301 - click leaves the lines after a backspace as they are
    from botassay.cli.rating import Work
    from botassay.cli.rating_several import rate_subjects

    if shard is not None or studied is not None or any(path.suffix == EVIDENCE for path in outputs):
        from botassay.cli.sharding import rate_part

        if redact:
            hint = "merge the parts into a rating first, then run botassay report … --redact"
            raise UsageError("--redact does not go with parts: evidence files hold what was said", hint=hint)
        if settings.judge.judge:
            hint = "leave it out here, or rate all files at once"
            raise UsageError("--judge does not go with parts: they hold no replies to ask about", hint=hint)
        return rate_part(
            subjects, settings, outputs, shard, studied, workers, alone=not (out or record or evidence or engine)
        )
    kept = (evidence, engine, insecure_engine)
    work = Work(settings, out, force, record, workers, dry_run, as_json, verbose, yes, *kept, redact, show_harmful)
    return rate_subjects(subjects, work, outputs)
