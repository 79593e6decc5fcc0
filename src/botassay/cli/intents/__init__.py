"""`botassay intents`: does the bot know what it does not know?"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from botassay.cli.output import json_option, output_option, show
from botassay.cli.settings import Existing, SettingsCommand, options_of, typed
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.io.files import save
from botassay.settings.intents import (
    HistorySettings,
    IntentsCompareSettings,
    IntentsSettings,
    MergeSettings,
    ReviewSettings,
    TrafficSettings,
)

if TYPE_CHECKING:
    from botassay.core.progress import OnProgress
    from botassay.view import Viewable

_FILE: Final = Existing(dir_okay=False, path_type=Path)
_NEW: Final = click.Path(dir_okay=False, path_type=Path)


@click.group("intents")
def command() -> None:
    """Find out which topics of a bot are mixed up, and what to change in its training phrases."""


def _check_curves(_ctx: click.Context, _option: click.Parameter, file: Path | None) -> Path | None:
    if file is not None and file.suffix.lower() != ".csv":
        raise UsageError(f"cannot write curves to {file.name!r}", hint="--curves writes FILE.csv")
    return file


_curves = click.option(
    "--curves", type=_NEW, metavar="FILE.csv", callback=_check_curves,
    help="Write the figures at other thresholds, a row for each setting and threshold.",
)  # fmt: skip


@command.command("evaluate", cls=SettingsCommand)
@click.argument("data", metavar="DATA", type=_FILE)
@options_of(IntentsSettings)
@output_option(csv="the work list, a row a phrase")
@_curves
@json_option
def evaluate(
    data: Path, *, settings: IntentsSettings, outputs: tuple[Path, ...], curves: Path | None, as_json: bool
) -> int:
    """Show which topics in DATA are mixed up, by which phrases, and how well a classifier does.

    DATA holds phrases and their topics: CSV or TSV with a header, JSON lines, Rasa NLU YAML, CLINC or NLU-Evaluation
    JSON. The classifier is trained on a part of it and tested on the rest, repeatedly; some rare topics are kept from
    it, to see whether it gives no answer where it knows none. Live engines are asked, not trained.
    """
    from botassay.api import intents

    spare_inputs([*outputs, curves])
    if settings.predictions:
        names = ("classifier", "splits", "repeats", "test_fraction", "bot", "rate")
        _refuse(names, "does not go with --predictions", "nothing is trained or asked: all of DATA is tested, once")
    return _show(
        lambda on_progress: intents.evaluate(data, None, settings, on_progress=on_progress),
        outputs, curves, as_json=as_json,
    )  # fmt: skip


@command.command("compare", cls=SettingsCommand)
@click.argument("data", metavar="DATA", type=_FILE)
@options_of(IntentsCompareSettings)
@output_option(csv="all figures")
@_curves
@json_option
def compare(
    data: Path, *, settings: IntentsCompareSettings, outputs: tuple[Path, ...], curves: Path | None, as_json: bool
) -> int:
    """Compare classifiers on the same splits of DATA: accuracy beside carefulness, and paired differences."""
    from botassay.api import intents

    spare_inputs([*outputs, curves])
    return _show(
        lambda on_progress: intents.compare(data, (), settings, on_progress=on_progress),
        outputs, curves, as_json=as_json,
    )  # fmt: skip


@command.command("history", cls=SettingsCommand)
@click.argument("folder", metavar="DIR", type=Existing(file_okay=False, path_type=Path))
@options_of(HistorySettings)
@output_option(csv="a row a day")
@json_option
def history(folder: Path, *, settings: HistorySettings, outputs: tuple[Path, ...], as_json: bool) -> int:
    """Show how the phrases in DIR and their figures went over time: a row a day, and what changed between two.

    DIR holds a copy of the phrases for each day, with the day in its name: 2026-03-02.csv. Of several copies of a day
    the last by name counts. Each is evaluated as by `intents evaluate`.
    """
    from botassay.api import intents

    spare_inputs(outputs)
    return _show(
        lambda on_progress: intents.history(folder, None, settings, on_progress=on_progress),
        outputs, as_json=as_json,
    )  # fmt: skip


@command.command("review", cls=SettingsCommand)
@click.argument("log", metavar="LOG", type=_FILE)
@click.option("--data", type=_FILE, required=True, help="The phrases and topics that the bot is trained on.")
@options_of(ReviewSettings)
@click.option("--yes", is_flag=True, help="Accept every proposal without asking.")
@click.option(
    "-o", "--output", type=_NEW, metavar="FILE",
    help="New data file: FILE.csv or FILE.jsonl; nothing is overwritten. [default: DATA-reviewed.csv]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the proposals as JSON; nothing is asked or written.")
def review(log: Path, *, data: Path, settings: ReviewSettings, yes: bool, output: Path | None, as_json: bool) -> None:
    """Go through the questions in LOG without a good answer, and make training phrases of them.

    They are put in groups, and for each a topic is proposed, or a new one. What you accept is written, with all of
    DATA, as a new data file. LOG is as in intents traffic; faq:FOLDER writes one.
    """
    from botassay.api.intents.logs import begin_review
    from botassay.cli.intents.asking import go_through
    from botassay.cli.progress import Bar

    if as_json and (yes or output):
        raise UsageError("--json writes nothing", hint="leave out --yes and -o")
    file = None if as_json else output or data.with_name(f"{data.name.partition('.')[0]}-reviewed.csv")
    with Bar() as bar:
        session = begin_review(log, data, settings, out=file, on_progress=bar.callback)
    if as_json:
        click.echo(session.document.json(), nl=False)
    else:
        go_through(session, log, everything=yes)


@command.command("traffic", cls=SettingsCommand)
@click.argument("log", metavar="LOG", type=_FILE)
@click.option("--data", type=_FILE, help="Labelled phrases: a classifier trained on them assigns topics to LOG.")
@options_of(TrafficSettings)
@output_option(csv="a row for each topic and each group of the rest")
@json_option
def traffic(
    log: Path, *, data: Path | None, settings: TrafficSettings, outputs: tuple[Path, ...], as_json: bool
) -> int:
    """Show what the questions in LOG are about: the share of each topic, and what is not recognised.

    LOG is the log of a bot: JSON lines with text, intent and confidence, a table with these columns, or dialogs. With
    --data a classifier assigns the questions to topics; without it LOG has to name them.
    """
    from botassay.api import intents

    spare_inputs(outputs)
    if data is None:
        names = ("classifier", "vectors.vectors", "model", "none_label", "text_column", "intent_column")
        _refuse(names, "belongs to --data", "without it the log's own topics are counted")
    return _show(
        lambda on_progress: intents.traffic(log, data, settings, on_progress=on_progress),
        outputs, as_json=as_json,
    )  # fmt: skip


@command.command("merge", cls=SettingsCommand)
@click.argument("files", metavar="FILE FILE...", nargs=-1, required=True, type=_FILE)
@options_of(MergeSettings)
@click.option("-o", "--output", type=_NEW, metavar="FILE",
              help="Write the merged set: FILE.csv or FILE.jsonl. Nothing is overwritten.")  # fmt: skip
@json_option
def merge(files: tuple[Path, ...], *, settings: MergeSettings, output: Path | None, as_json: bool) -> None:
    """Show which topics of several sets of phrases speak of the same, and write them as one set.

    Topics of different sets are linked when the words of their phrases overlap (Jaccard similarity); linked topics
    become one, named after the largest. Without -o nothing is written: look at it first.
    """
    from botassay.api import intents

    document = intents.merge(files, settings, out=output)
    if output is not None:
        click.echo(f"botassay: wrote {output}", err=True)
    show(document, as_json=as_json)


def _refuse(names: Sequence[str], what: str, hint: str) -> None:
    """Refuse options that were typed and mean nothing.

    Raises: UsageError.
    """
    for setting in typed(*names):
        raise UsageError(f"{setting.flag} {what}", hint=hint)


def _show(
    work: "Callable[[OnProgress | None], Viewable]",
    outputs: Sequence[Path],
    curves: Path | None = None,
    *,
    as_json: bool,
) -> int:
    """Run a use case, show its document, also one that was stopped early, and return the exit code."""
    from botassay.api.intents.stopped import EvaluationStopped
    from botassay.cli.progress import Bar

    code = 0
    with Bar() as bar:
        try:
            document = work(bar.callback)
        except EvaluationStopped as stopped:
            document, code = stopped.document, stopped.exit_code
    show(document, outputs, as_json=as_json)
    if curves is not None:
        save(curves, document.curves_csv().encode())  # type: ignore[attr-defined] # of those with the option
        click.echo(f"botassay: wrote {curves}", err=True)
    return code
