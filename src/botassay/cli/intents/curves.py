"""What other thresholds would bring: drawn as curves, and as a table with a row for each threshold."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click

from botassay.cli.intents.wording import setting, share
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.io.csv_safe import csv_table
from botassay.report.inert import cell
from botassay.view import Lines, LineSeries, Tick

if TYPE_CHECKING:
    from botassay.intents.summary import SettingFigures

Command = TypeVar("Command", bound=Callable[..., object])

_RIGHT: Final = (
    ("right, answers and silences", "accuracy"),
    ("F1 weighted", "f1_weighted"),
    ("F1 macro", "f1_macro"),
)
_KEPT: Final = (
    ("answered", "automation_rate"),
    ("kept back, and would have been wrong", "carefulness"),
    ("kept back, but would have been right", "over_caution"),
)
_POINT: Final = (
    "threshold", "accuracy", "f1_weighted", "f1_macro", "carefulness", "over_caution", "automation_rate", "wrong",
)  # fmt: skip


def with_curves(command: Command) -> Command:
    """Add the option that writes the curves as a table."""
    return click.option(
        "--curves", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv",
        help="Write what other thresholds would bring, a row for each setting and threshold.",
    )(command)  # fmt: skip


def check_curves(file: Path | None) -> None:
    """Say what is no table before the work, not after.

    Raises: UsageError.
    """
    if file is not None and file.suffix.lower() != ".csv":
        raise UsageError(f"nothing makes curves as {file.name!r}", hint="--curves writes FILE.csv")
    spare_inputs([file])


def write_curves(file: Path | None, tried: Iterable[tuple[str, "Sequence[SettingFigures]"]]) -> None:
    """Write the curves of each classifier, where that was asked for.

    Raises: OutputError.
    """
    from botassay.report import save

    if file is not None:
        save(file, table(tried))
        click.echo(f"botassay: wrote {file}", err=True)


def table(tried: Iterable[tuple[str, "Sequence[SettingFigures]"]]) -> bytes:
    """Write curves as CSV: a row for each classifier, setting and threshold; empty where there is no figure."""
    rows: list[Sequence[object]] = [["classifier", "k", "p", *_POINT]]
    for name, settings in tried:
        for one in settings:
            key = cell(name), one.k, one.p
            rows += ([*key, *(getattr(point, field) for field in _POINT)] for point in one.curve)
    return csv_table(rows).encode()


def curves(one: "SettingFigures") -> tuple[Lines, Lines]:
    """Lay out what other thresholds would bring: what is right, and what is answered and kept back."""
    return (
        _curves(f"What another threshold would bring: {setting(one)}", _RIGHT, one),
        _curves(f"What it would answer, and keep back: {setting(one)}", _KEPT, one),
    )


def _curves(title: str, fields: "Sequence[tuple[str, str]]", one: "SettingFigures") -> Lines:
    series = tuple(
        LineSeries(
            name,
            tuple((point.threshold, getattr(point, field)) for point in one.curve),
            share(getattr(one, field)),
        )
        for name, field in fields
    )
    marks = [Tick(one.threshold, f"in use: {one.threshold:g}")]
    if one.best_threshold is not None:
        marks.append(Tick(one.best_threshold, f"best: {one.best_threshold:.2f}"))
    return Lines(
        title,
        "how confident the bot has to be to answer",
        series,
        tuple(Tick(at, f"{at:g}") for at in (0.0, 0.25, 0.5, 0.75, 1.0)),
        tuple(marks),
        "A higher threshold makes the bot say less, and less that is wrong. The best one brings the most right answers "
        "less wrong ones. Percentages in the legend are those at the threshold in use.",
    )
