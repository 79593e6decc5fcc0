"""The figures of settings, as a table, and as curves over the threshold."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from botassay.intents.view.wording import setting, share, spanned
from botassay.view import Lines, LineSeries, Table, Tick

if TYPE_CHECKING:
    from botassay.intents.documents import SettingFigures

_RIGHT: Final = (
    ("right, answers and silences", "accuracy"),
    ("F1 weighted", "f1_weighted"),
    ("F1 macro", "f1_macro"),
)
ANSWERED: Final = (
    ("answered", "automation_rate"),
    ("not answered, and would have been wrong", "carefulness"),
    ("not answered, but would have been right", "over_caution"),
)


def figures_table(settings: "Sequence[SettingFigures]", title: str = "Figures") -> Table:
    """Return the figures of each setting."""
    columns = ("test", "right", "answered", "careful", "over-cautious", "F1 weighted", "F1 macro", "best threshold")
    return Table(title, columns, tuple(map(_row, settings)))


def _row(figures: "SettingFigures") -> tuple[str, ...]:
    if figures.accuracy is None:
        return (f"{setting(figures)}: not possible, {figures.reason}", *["–"] * 7)
    shares = (figures.automation_rate, figures.carefulness, figures.over_caution, figures.f1_weighted, figures.f1_macro)
    best = "–" if figures.best_threshold is None else f"{figures.best_threshold:.2f}"
    return (setting(figures), spanned(figures.accuracy), *map(share, shares), best)


def curves(figures: "SettingFigures") -> tuple[Lines, Lines]:
    """Return what other thresholds would bring: what is right, and what is answered."""
    return (
        _lines(f"What another threshold would bring: {setting(figures)}", _RIGHT, figures),
        _lines(f"What it would answer, and what not: {setting(figures)}", ANSWERED, figures),
    )


def _lines(title: str, fields: Sequence[tuple[str, str]], figures: "SettingFigures") -> Lines:
    marks = [Tick(figures.threshold, f"in use: {figures.threshold:g}")]
    if figures.best_threshold is not None:
        marks.append(Tick(figures.best_threshold, f"best: {figures.best_threshold:.2f}"))
    return Lines(
        title,
        "lowest confidence of an answer",
        tuple(
            LineSeries(
                name,
                tuple((point.threshold, getattr(point, field)) for point in figures.curve),
                share(getattr(figures, field)),
            )
            for name, field in fields
        ),
        tuple(Tick(at, f"{at:g}") for at in (0.0, 0.25, 0.5, 0.75, 1.0)),
        tuple(marks),
        "A higher threshold means fewer answers, and fewer wrong ones. The best one brings the most right answers less "
        "wrong ones. Percentages in the legend are those at the threshold in use.",
    )
