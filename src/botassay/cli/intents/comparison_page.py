"""How classifiers compare: ranges over the settings, accuracy beside carefulness, as in Fig. 6 of the paper."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.cli.intents.curves import curves
from botassay.cli.intents.evaluation_page import figures_table
from botassay.cli.intents.wording import FIGURES, SETTINGS, code, principal, seconds
from botassay.core.text.plural import many
from botassay.io.csv_safe import csv_table
from botassay.report.inert import cell
from botassay.view import (
    Block,
    Details,
    Fact,
    Headline,
    Interval,
    IntervalPanel,
    Intervals,
    Page,
    Paragraph,
    Section,
    Table,
    Tone,
    percent,
)

if TYPE_CHECKING:
    from botassay.intents.documents import Compared, Difference, IntentsComparison
    from botassay.intents.summary import Estimate, SettingFigures

FIGURE_NAMES: Final = ("accuracy", "f1_weighted", "f1_macro", "carefulness", "over_caution", "automation_rate")

SECONDS: Final = ("fit_seconds", "answer_seconds")


def chart(classifiers: Sequence["Compared"]) -> Intervals:
    """Lay out Fig. 6: for each classifier the range over the settings, and the settings in it."""
    return Intervals(
        "How often they are right, and how careful they are",
        (
            IntervalPanel("accuracy", tuple(_range(one, "accuracy", one.accuracy_range) for one in classifiers)),
            IntervalPanel(
                "carefulness", tuple(_range(one, "carefulness", one.carefulness_range) for one in classifiers)
            ),
        ),
        "Each dot is one of the tests, the bar reaches from the least to the greatest. Accuracy: right answers and "
        "right silences, of all. Carefulness: of what was kept back, how much would have been wrong.",
    )


def _range(one: "Compared", field: str, ends: tuple[float, float] | None) -> Interval:
    found: list[Estimate | None] = [getattr(setting, field) for setting in one.settings]
    return Interval(one.classifier, ends, tuple(estimate.value for estimate in found if estimate))


def page(document: "IntentsComparison", data: str) -> Page:
    """Lay out the page.

    Args:
        document: the comparison.
        data: the name of the file on which classifiers were compared.
    """
    verdict, tone = _verdict(document)
    first, *others = [one.classifier for one in document.classifiers]
    return Page(
        kicker="Which classifier does better on",
        title=data,
        headline=Headline(verdict, tone),
        lead=f"{many(len(others), 'classifier was', 'classifiers were')} held against {first}, on the same phrases.",
        facts=(
            Fact("phrases", f"{document.phrases:,}"),
            Fact("classifiers", f"{len(document.classifiers):,}"),
            Fact("tests of each kind", f"{document.repeats:,}"),
        ),
        sections=(
            Section("compared", "Side by side", SETTINGS, (chart(document.classifiers),)),
            Section("differences", "What differs", _DIFFERENCES, tuple(_differences(document))),
            Section("figures", "All figures", "", tuple(_figures(document))),
        ),
        version=__version__,
    )


_DIFFERENCES: Final = (
    "How much more of it a classifier has than the first one, in percentage points; in brackets where the true "
    "difference lies (95 %). Where both ends have the same sign, the difference is no chance."
)


def _verdict(document: "IntentsComparison") -> tuple[str, "Tone"]:
    """Name the classifier that is right most often in the worst of its tests, and in how many that is no chance."""
    best = max(document.classifiers, key=lambda one: one.accuracy_range)
    first = document.classifiers[0]
    low, high = best.accuracy_range
    said = f"{best.classifier} is right most often: {percent(low)} to {percent(high)}."
    if len(document.classifiers) == 1:
        return f"Only {best.classifier} was tried: right in {percent(low)} to {percent(high)}.", "none"
    held = [one for one in document.differences if best in (first, _compared(document, one.classifier))]
    signs = [_sign(one.accuracy) for one in held if one.accuracy]
    sure = sum(sign == (-1 if best is first else 1) for sign in signs)
    whom = "the others" if best is first else first.classifier
    told = f"{said} Against {whom} that is no chance in {sure} of {many(len(signs), 'test', 'tests')}."
    return told, "first" if signs and sure == len(signs) else "none"


def _compared(document: "IntentsComparison", name: str) -> "Compared":
    return next(one for one in document.classifiers if one.classifier == name)


def _sign(estimate: "Estimate") -> int:
    low, high = estimate.interval
    return (low > 0) - (high < 0)


def _differences(document: "IntentsComparison") -> Iterator[Block]:
    for name, some in groupby(document.differences, key=lambda one: one.classifier):
        rows = tuple(
            (
                code(one),
                *(points(getattr(one, field)) for field in ("accuracy", "carefulness", "automation_rate")),
            )
            for one in some
        )
        yield Table(f"{name} less {document.classifiers[0].classifier}", ("test", "right", "careful", "answered"), rows)
    if not document.differences:
        yield Paragraph("Nothing was finished that could be compared.")


def points(estimate: "Estimate | None") -> str:
    """Say a difference in percentage points, with its interval and what it means."""
    if estimate is None:
        return "n/a"
    low, high = (100 * end for end in estimate.interval)
    verdict = {1: "more", -1: "less", 0: "may be chance"}[_sign(estimate)]
    return f"{100 * estimate.value:+.1f} ({low:+.1f} to {high:+.1f}): {verdict}"


def _figures(document: "IntentsComparison") -> Iterator[Block]:
    for one in document.classifiers:
        yield figures_table(one.settings, one.classifier)
        if took := seconds(one.settings):
            yield Paragraph(f"{one.classifier}: {took}, on average in a test.")
        yield Details(f"What another threshold would bring with {one.classifier}", curves(principal(one.settings)))
    yield Details("What the columns mean", (FIGURES,))
    if not document.finished:
        yield Paragraph("The tests were interrupted: the figures come from those that were finished.")


def table(document: "IntentsComparison") -> bytes:
    """Write all figures and differences as CSV: a row for each classifier and setting."""
    ends = [f"{name}{end}" for name in FIGURE_NAMES for end in ("", "_low", "_high")]
    rows: list[Sequence[object]] = [["classifier", "less", "k", "p", *ends, *SECONDS]]
    for one in document.classifiers:
        for setting in one.settings:
            times = seconds_of(setting)
            rows.append([cell(one.classifier), "", setting.k, setting.p, *numbers(setting), *times])
    for difference in document.differences:
        names = cell(difference.classifier), cell(difference.other)
        rows.append([*names, difference.k, difference.p, *numbers(difference), *[""] * len(SECONDS)])
    return csv_table(rows).encode()


def numbers(figures: "SettingFigures | Difference") -> Iterator[float | str]:
    """Give all figures with the ends of their intervals; empty where there is none."""
    for name in FIGURE_NAMES:
        estimate: Estimate | None = getattr(figures, name)
        yield from (estimate.value, *estimate.interval) if estimate else ("", "", "")


def seconds_of(figures: "SettingFigures") -> tuple[float | str, ...]:
    """Give how long a training and all answers of a test took; empty where nothing was timed."""
    return (figures.seconds.fit, figures.seconds.answer) if figures.seconds else ("", "")
