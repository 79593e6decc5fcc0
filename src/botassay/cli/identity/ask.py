"""`botassay identity ask`: ask a live bot in many ways whether it is a machine, and show its answers."""

from pathlib import Path

import click

from botassay.cli.output import json_option, report_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import command, options_of, refuse_useless, typed
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.settings.identity import AskSettings


@command("ask")
@click.argument("subject", metavar="SUBJECT")
@options_of(AskSettings)
@click.option("--dry-run", is_flag=True, help="Print the size of the run without sending anything.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Folder of the run.")
@report_option
@json_option
def ask(
    *, subject: str, settings: AskSettings, dry_run: bool, out: Path | None, outputs: tuple[Path, ...], as_json: bool
) -> None:
    """Ask the live bot SUBJECT whether it is a machine (about 180 conversations, 390 requests).

    The questions are plain ones and variants from a grammar, asked at once, late in a conversation, after setting a
    persona, and under pressure. Other conversations test unrelated texts, questions that only a human could answer, and
    small talk. SUBJECT is as for botassay rate; eliza+guard adds the runtime guard. The folder of a finished run shows
    its results again without requests. --asked says how users word the question.
    """
    from botassay.api.bot_target import useless_settings
    from botassay.api.identity import asking
    from botassay.api.subjects import Kind, kind_of
    from botassay.cli.planning import show_plan
    from botassay.cli.showing import say_where
    from botassay.cli.signals import SignalControl

    spare_inputs(outputs)
    finished = kind_of(subject) is Kind.RUN
    if finished:
        _refuse(dry_run=dry_run, out=out)
    else:
        refuse_useless(typed("bot"), useless_settings([subject], settings.bot), [subject])
    if dry_run:
        show_plan(asking.plan(subject, settings), settings.bot.rate, as_json=as_json)
        return
    share = asking.share_of(settings)
    with Bar() as bar:
        report = asking.rate_disclosure(subject, settings, out=out, on_progress=bar.callback, control=SignalControl())
    for path in outputs:
        report.save(path)
    show(asking.disclosure_report(report, share), as_json=as_json)
    if not finished:
        say_where(report)


def _refuse(*, dry_run: bool, out: Path | None) -> None:
    """Refuse options of a live run for a finished one; raises UsageError."""
    flags = [setting.flag for setting in typed("bot", "run")] + ["--dry-run"] * dry_run + ["--out"] * (out is not None)
    if flags:
        raise UsageError(f"{flags[0]} requires a live bot", hint="leave it out")
