"""The commands `botassay intents …`: analyse labelled training phrases and the logs of a bot."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay import intents
from botassay.cli.output import json_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import Existing, SettingsCommand, options_of, typed
from botassay.cli.sparing import spare_inputs
from botassay.cli.usage import CommandGroup
from botassay.core.errors import UsageError
from botassay.core.text.plural import many
from botassay.io.files import save
from botassay.settings.intents import (
    EngineCheckSettings,
    HistorySettings,
    IntentsCompareSettings,
    IntentsSettings,
    MergeSettings,
    NotebookSettings,
    ReviewSettings,
    SplitFileSettings,
    TrafficSettings,
)

if TYPE_CHECKING:
    from botassay.core.progress import OnProgress
    from botassay.view import Viewable

_FILE: Final = Existing(dir_okay=False, path_type=Path)
_NEW: Final = click.Path(dir_okay=False, path_type=Path)


_OF_TRAINING: Final = ("classifier", "splits", "repeats", "test_fraction", "bot", "rate", "rasa_config", "out")
"""Settings without effect on stored predictions."""
_ENDINGS: Final = (".html", ".md", ".csv", ".xlsx", ".json", ".txt")


def _output_option(table: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add `-o`, repeatable: files that the document is written to; `table` names the rows of CSV and spreadsheet."""

    def check(_ctx: click.Context, _option: click.Parameter, outputs: tuple[Path, ...]) -> tuple[Path, ...]:
        for output in outputs:
            if output.suffix.lower() not in _ENDINGS:
                raise UsageError(f"cannot write {output.name!r}", hint=f"endings are {', '.join(_ENDINGS)}")
        return outputs

    return click.option(
        "-o", "--output", "outputs", multiple=True, type=_NEW, metavar="FILE", callback=check,
        help=f"Write FILE.html, .md, .csv or .xlsx ({table}), .json or .txt. Repeatable.",
    )  # fmt: skip


@click.group("intents", cls=CommandGroup)
def command() -> None:
    """Find confused topics and improve the training phrases of a bot."""


def _check_curves(_ctx: click.Context, _option: click.Parameter, file: Path | None) -> Path | None:
    if file is not None and file.suffix.lower() != ".csv":
        raise UsageError(f"cannot write curves to {file.name!r}", hint="--curves writes FILE.csv")
    return file


_curves = click.option(
    "--curves", type=_NEW, metavar="FILE.csv", callback=_check_curves,
    help="Write the figures at every threshold, one row per setting and threshold.",
)  # fmt: skip


_dry_run = click.option(
    "--dry-run", is_flag=True, help="Count trainings, questions and requests without training or sending anything."
)


@command.command("evaluate", cls=SettingsCommand)
@click.argument("data", metavar="DATA", type=_FILE)
@options_of(IntentsSettings)
@_dry_run
@_output_option("the work list, one row per phrase")
@_curves
@json_option
def evaluate(
    data: Path,
    *,
    settings: IntentsSettings,
    dry_run: bool,
    outputs: tuple[Path, ...],
    curves: Path | None,
    as_json: bool,
) -> int:
    """Show which topics in DATA are confused, by which phrases, and how accurate a classifier is.

    DATA holds phrases and their topics: CSV, TSV or XLSX with a header, JSON lines, Rasa NLU YAML, CLINC or
    NLU-Evaluation JSON. The classifier is trained on a part of DATA and tested on the rest, repeatedly. Some rare
    topics are held out of training, to test whether it stays silent on unknown questions. Your own engine is trained
    for each split if it is code, a program, a bot.toml with [train], or Rasa with --rasa-config; others are only asked.
    """
    spare_inputs([*outputs, curves])
    if settings.folder:
        unused = (*_OF_TRAINING, "predictions")
        _refuse(
            unused, "cannot be combined with --splits", "the splits, and the predictions for them, are those in DIR"
        )
    if settings.predictions:
        _refuse(
            _OF_TRAINING, "cannot be combined with --predictions", "predictions need no training; all of DATA is tested"
        )
    if dry_run:
        if settings.folder or settings.predictions:
            raise UsageError("--dry-run requires a classifier", hint="stored predictions need no training")
        return _print_cost(data, settings)
    return _show(
        lambda on_progress: intents.evaluate(data, None, settings, on_progress=on_progress),
        outputs, curves, as_json=as_json,
    )  # fmt: skip


@command.command("compare", cls=SettingsCommand)
@click.argument("data", metavar="DATA", type=_FILE)
@options_of(IntentsCompareSettings)
@_dry_run
@_output_option("all figures")
@_curves
@json_option
def compare(
    data: Path,
    *,
    settings: IntentsCompareSettings,
    dry_run: bool,
    outputs: tuple[Path, ...],
    curves: Path | None,
    as_json: bool,
) -> int:
    """Compare classifiers on the same splits of DATA: accuracy, carefulness and paired differences.

    Built-in classifiers and engines that are trained here can be compared with each other; engines that are only asked,
    with engines of their kind.
    """
    spare_inputs([*outputs, curves])
    if dry_run:
        return _print_cost(data, settings)
    return _show(
        lambda on_progress: intents.compare(data, (), settings, on_progress=on_progress),
        outputs, curves, as_json=as_json,
    )  # fmt: skip


def _print_cost(data: Path, settings: IntentsSettings | IntentsCompareSettings) -> int:
    """Print what a command would train and send, a line for each classifier."""
    for cost in intents.outlook(data, (), settings):
        click.echo(cost.line())
    return 0


@command.command("check", cls=SettingsCommand)
@options_of(EngineCheckSettings)
def check(*, settings: EngineCheckSettings) -> int:
    """Check that a classifier or engine can be trained and asked, on a few built-in phrases.

    It is trained twice on two topics: first its answers must name them, then new names for the same phrases. Exit code
    1 if a check fails.
    """
    checks = intents.check_engine(settings.classifier, settings)
    for each in checks:
        click.echo(each.line())
    return int(not all(each.passed for each in checks))


@command.command("split", cls=SettingsCommand)
@click.argument("data", metavar="DATA", type=_FILE)
@options_of(SplitFileSettings)
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="DIR",
              help="New folder for the splits.")  # fmt: skip
def split(data: Path, *, settings: SplitFileSettings, output: Path) -> None:
    """Write the splits of DATA to files, for an engine that is trained by hand.

    DIR gets a folder for each setting and repeat, with the phrases to train (train.csv) and those to test (test.csv).
    Train your engine with each, write its answers to predictions.csv beside them (text,intent,confidence), and run
    intents evaluate DATA --splits DIR.
    """
    count = intents.split(data, output, settings)
    n = many(count, "split", "splits")
    click.echo(f"botassay: wrote {n} to {output}; write predictions.csv into each folder", err=True)


@command.command("notebook", cls=SettingsCommand)
@click.argument("data", metavar="DATA", type=_FILE)
@options_of(NotebookSettings)
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="DIR",
              help="New folder for the notebook and the table of changes.")  # fmt: skip
def notebook(data: Path, *, settings: NotebookSettings, output: Path) -> None:
    """Write a Jupyter notebook for rounds of changes to the phrases in DATA, which is only read.

    DIR gets round.ipynb, and changes.xlsx for the changes: merge, move, rename, add and delete. The notebook shows what
    they would do, applies them to copies in DIR/days, and compares the days.
    """
    file = intents.notebook(data, output, settings)
    click.echo(f"botassay: wrote {file}; open it with Jupyter: jupyter lab {file}", err=True)


@command.command("history", cls=SettingsCommand)
@click.argument("folder", metavar="DIR", type=Existing(file_okay=False, path_type=Path))
@options_of(HistorySettings)
@_output_option("one row per day")
@json_option
def history(folder: Path, *, settings: HistorySettings, outputs: tuple[Path, ...], as_json: bool) -> int:
    """Show how the phrases in DIR and their accuracy changed over time, day by day.

    DIR holds one copy of the phrases per day, with the date in its name: 2026-03-02.csv. If a day has several copies,
    the last one by name is used. Each copy is evaluated like in `intents evaluate`.
    """
    spare_inputs(outputs)
    return _show(
        lambda on_progress: intents.history(folder, None, settings, on_progress=on_progress),
        outputs, as_json=as_json,
    )  # fmt: skip


@command.command("review", cls=SettingsCommand)
@click.argument("log", metavar="LOG", type=_FILE)
@click.option("--data", type=_FILE, required=True, help="Training phrases of the bot, with their topics.")
@options_of(ReviewSettings)
@click.option("--yes", is_flag=True, help="Accept every proposal without asking; answered questions are left.")
@click.option("--sheet", type=_NEW, metavar="FILE", help="Write the questions to a new sheet, FILE.xlsx or .csv.")
@click.option("--apply", "filled", type=_FILE, metavar="FILE", help="Apply the decisions on a filled-in sheet.")
@click.option(
    "-o", "--output", type=_NEW, metavar="FILE",
    help="New data file: FILE.csv, .xlsx or .jsonl; never overwritten. [default: DATA-reviewed.csv]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the proposals as JSON, without asking or writing.")
def review(  # noqa: PLR0913 - one for each option
    log: Path,
    *,
    data: Path,
    settings: ReviewSettings,
    yes: bool,
    sheet: Path | None,
    filled: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Review the questions in LOG, answered and unanswered, and turn them into training phrases.

    Similar questions without a good answer are grouped, and each gets a proposed topic. Then follows a sample of the
    answered questions, with the bot's answer. Accepted questions are written together with DATA to a new data file;
    DATA.review.jsonl keeps all decisions. LOG has the format of intents traffic; faq:FOLDER writes such a log.
    """
    from botassay.api.intents.logs import begin_application, begin_review, write_sheet
    from botassay.cli.intents.asking import finish, go_through

    _refuse_together({"--json": as_json, "--sheet": sheet, "--apply": filled, "--yes": yes}, output)
    asks = not (as_json or sheet)
    file = output or data.with_name(f"{data.name.partition('.')[0]}-reviewed.csv") if asks else None
    if filled:
        finish(*begin_application(log, data, filled, settings, file))
        return
    with Bar() as bar:
        session = begin_review(log, data, settings, out=file, on_progress=bar.callback)
    if as_json:
        click.echo(session.document.json(), nl=False)
    elif sheet:
        write_sheet(session.document, sheet)
        click.echo(f"botassay: wrote {sheet}; fill in decision or new_topic, then give --apply {sheet}", err=True)
    else:
        go_through(session, log, everything=yes)


def _refuse_together(ways: dict[str, object], output: Path | None) -> None:
    """Refuse two ways to review, and -o where no data file is written; raises UsageError."""
    given = [flag for flag, value in ways.items() if value]
    if output and given and given[0] in ("--json", "--sheet"):
        given.append("-o")
    if len(given) > 1:
        raise UsageError(f"{given[0]} cannot be combined with {given[1]}", hint=f"leave out {given[1]}")


@command.command("traffic", cls=SettingsCommand)
@click.argument("log", metavar="LOG", type=_FILE)
@click.option("--data", type=_FILE, help="Labelled phrases to train a classifier on, which assigns the topics.")
@options_of(TrafficSettings)
@_output_option("one row per topic and per group of unrecognised questions")
@json_option
def traffic(
    log: Path, *, data: Path | None, settings: TrafficSettings, outputs: tuple[Path, ...], as_json: bool
) -> int:
    """Show the share of each topic among the questions in LOG, and what was not recognised.

    LOG is the log of a bot: JSON lines with text, intent and confidence, a table with these columns, or dialogs. With
    --data, a classifier assigns the questions to topics; without it, LOG must name the topics.
    """
    spare_inputs(outputs)
    if data is None:
        names = ("classifier", "vectors.vectors", "model", "none_label", "text_column", "intent_column")
        _refuse(names, "requires --data", "without --data, the topics in the log are counted")
    return _show(
        lambda on_progress: intents.traffic(log, data, settings, on_progress=on_progress),
        outputs, as_json=as_json,
    )  # fmt: skip


@command.command("merge", cls=SettingsCommand)
@click.argument("files", metavar="FILE FILE...", nargs=-1, required=True, type=_FILE)
@options_of(MergeSettings)
@click.option("-o", "--output", type=_NEW, metavar="FILE",
              help="New file for the merged set: FILE.csv, .xlsx or .jsonl; never overwritten.")  # fmt: skip
@json_option
def merge(files: tuple[Path, ...], *, settings: MergeSettings, output: Path | None, as_json: bool) -> None:
    """Find equivalent topics in several sets of phrases, and merge the sets.

    Topics of different sets are linked if the words of their phrases overlap (Jaccard similarity). Linked topics are
    merged and named after the largest. Without -o nothing is written, so that you can check the links first.
    """
    document = intents.merge(files, settings, out=output)
    if output is not None:
        click.echo(f"botassay: wrote {output}", err=True)
    show(document, as_json=as_json)


def _refuse(names: Sequence[str], what: str, hint: str) -> None:
    """Refuse options that were given and have no effect; raises UsageError."""
    for setting in typed(*names):
        raise UsageError(f"{setting.flag} {what}", hint=hint)


def _show(
    work: "Callable[[OnProgress | None], Viewable]",
    outputs: Sequence[Path],
    curves: Path | None = None,
    *,
    as_json: bool,
) -> int:
    """Run a use case, show its document even if it was stopped early, and return the exit code."""
    from botassay.api.intents.stopped import EvaluationStopped

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
