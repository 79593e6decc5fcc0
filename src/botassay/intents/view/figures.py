"""The figures of settings, as a table and as curves over the threshold."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from botassay.intents.view.wording import code, setting, share, spanned
from botassay.view import Lines, LineSeries, Paragraph, Table, Tick

if TYPE_CHECKING:
    from botassay.intents.documents import SettingFigures

_RIGHT: Final = (
    ("accuracy", "accuracy"),
    ("F1 weighted", "f1_weighted"),
    ("F1 macro", "f1_macro"),
)
ANSWERED: Final = (
    ("answered", "automation_rate"),
    ("carefulness: unanswered, would be wrong", "carefulness"),
    ("over-caution: unanswered, would be right", "over_caution"),
)


def figures_table(settings: "Sequence[SettingFigures]", title: str = "Figures") -> Table:
    """Return the figures of each setting."""
    columns = (
        "test",
        "accuracy",
        "answered",
        "carefulness",
        "over-caution",
        "F1 weighted",
        "F1 macro",
        "best threshold",
    )
    return Table(title, columns, tuple(map(_row, settings)))


def _row(figures: "SettingFigures") -> tuple[str, ...]:
    if figures.accuracy is None:
        return (f"{setting(figures)}: not possible, {figures.reason}", *["–"] * 7)
    shares = (figures.automation_rate, figures.carefulness, figures.over_caution, figures.f1_weighted, figures.f1_macro)
    best = "–" if figures.best_threshold is None else f"{figures.best_threshold:.2f}"
    return (setting(figures), spanned(figures.accuracy), *map(share, shares), best)


def failures(settings: "Sequence[SettingFigures]", classifier: str) -> tuple[Paragraph, ...]:
    """Return how many trainings of an engine failed; nothing if none did."""
    failed = [figures for figures in settings if figures.failed]
    if not failed:
        return ()
    each = ", ".join(f"{figures.failed} of {figures.failed + figures.repeats} in {code(figures)}" for figures in failed)
    return (Paragraph(f"{classifier}: trainings that failed, whose repeats are missing: {each}."),)


def curves(figures: "SettingFigures") -> tuple[Lines, Lines]:
    """Return the figures at other thresholds: accuracy and F1, and what is answered."""
    return (
        _lines(f"Accuracy by threshold: {setting(figures)}", _RIGHT, figures),
        _lines(f"Answers by threshold: {setting(figures)}", ANSWERED, figures),
    )


def _lines(title: str, fields: Sequence[tuple[str, str]], figures: "SettingFigures") -> Lines:
    marks = [Tick(figures.threshold, f"in use: {figures.threshold:g}")]
    if figures.best_threshold is not None:
        marks.append(Tick(figures.best_threshold, f"best: {figures.best_threshold:.2f}"))
    return Lines(
        title,
        "minimum confidence of an answer",
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
        "A higher threshold means fewer answers, and fewer wrong ones. The best one has the most right minus wrong "
        "answers. Percentages in the legend are for the threshold in use.",
    )
