"""The page of a comparison: ranges over the settings, accuracy beside carefulness, as in Fig. 6 of the paper."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from botassay import __version__
from botassay.core.text.plural import many
from botassay.intents.view.figures import curves, figures_table
from botassay.intents.view.wording import COLUMN_MEANINGS, SETTINGS, code, principal, seconds
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
    percent,
)

if TYPE_CHECKING:
    from botassay.intents.documents import ComparedClassifier, Estimate, IntentsComparison

_DIFFERENCES = (
    "How much more than the first classifier, in percentage points; in brackets the 95 % confidence interval of the "
    "difference. Where both ends have the same sign, the difference is statistically significant."
)


def comparison_page(document: "IntentsComparison") -> Page:
    """Return the page."""
    first, *others = [compared.classifier for compared in document.classifiers]
    number = many(len(others), "classifier was", "classifiers were")
    return Page(
        kicker="Which classifier does better on",
        title=document.data,
        headline=_headline(document),
        lead=f"{number} compared with {first}, on the same phrases.",
        facts=(
            Fact("phrases", f"{document.phrases:,}"),
            Fact("classifiers", f"{len(document.classifiers):,}"),
            Fact("tests of each kind", f"{document.repeats:,}"),
        ),
        sections=(
            Section("compared", "Side by side", SETTINGS, (ranges(document),)),
            Section("differences", "Differences", _DIFFERENCES, tuple(_differences(document))),
            Section("figures", "All figures", "", tuple(_figures(document))),
        ),
        version=__version__,
    )


def ranges(document: "IntentsComparison") -> Intervals:
    """Return Fig. 6: for each classifier the range over the settings, and the settings in it."""
    return Intervals(
        "Accuracy and carefulness",
        tuple(
            IntervalPanel(name, tuple(_range(compared, name) for compared in document.classifiers))
            for name in ("accuracy", "carefulness")
        ),
        "Each dot is one of the tests, the bar reaches from the least to the greatest. Accuracy: correct answers and "
        "correct silences, of all. Carefulness: of what was not answered, how much would have been wrong.",
    )


def _range(compared: "ComparedClassifier", name: str) -> Interval:
    estimates = (getattr(figures, name) for figures in compared.settings)
    values = tuple(estimate.value for estimate in estimates if estimate)
    return Interval(compared.classifier, getattr(compared, f"{name}_range"), values)


def _headline(document: "IntentsComparison") -> Headline:
    """Name the classifier that is right most often in its worst test, and how many differences are significant."""
    best = max(document.classifiers, key=lambda compared: compared.accuracy_range)
    first = document.classifiers[0]
    low, high = map(percent, best.accuracy_range)
    if len(document.classifiers) == 1:
        return Headline(f"Only {best.classifier} was tested: right in {low} to {high}.")
    against = [less for less in document.differences if best is first or less.classifier == best.classifier]
    signs = [_sign(less.accuracy) for less in against if less.accuracy]
    significant = sum(sign == (-1 if best is first else 1) for sign in signs)
    whom = "the others" if best is first else first.classifier
    text = (
        f"{best.classifier} is right most often: {low} to {high}. Against {whom} that is significant in {significant} "
        f"of {many(len(signs), 'test', 'tests')}."
    )
    return Headline(text, "first" if signs and significant == len(signs) else "none")


def _sign(estimate: "Estimate") -> int:
    low, high = estimate.interval
    return (low > 0) - (high < 0)


def _differences(document: "IntentsComparison") -> Iterator[Block]:
    columns = ("test", "right", "careful", "answered")
    for name, some in groupby(document.differences, key=lambda less: less.classifier):
        rows = tuple(
            (code(less), _points(less.accuracy), _points(less.carefulness), _points(less.automation_rate))
            for less in some
        )
        yield Table(f"{name} less {document.classifiers[0].classifier}", columns, rows)
    if not document.differences:
        yield Paragraph("Nothing was finished that could be compared.")


def _points(estimate: "Estimate | None") -> str:
    if estimate is None:
        return "n/a"
    low, high = (100 * end for end in estimate.interval)
    verdict = {1: "more", -1: "less", 0: "not significant"}[_sign(estimate)]
    return f"{100 * estimate.value:+.1f} ({low:+.1f} to {high:+.1f}): {verdict}"


def _figures(document: "IntentsComparison") -> Iterator[Block]:
    for compared in document.classifiers:
        yield figures_table(compared.settings, compared.classifier)
        if took := seconds(compared.settings):
            yield Paragraph(f"{compared.classifier}: {took}, on average in a test.")
        title = f"What another threshold would bring with {compared.classifier}"
        yield Details(title, curves(principal(compared.settings)))
    yield COLUMN_MEANINGS
    if not document.finished:
        yield Paragraph("The tests were interrupted: the figures come from those that were finished.")
