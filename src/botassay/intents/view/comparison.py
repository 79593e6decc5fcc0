"""The page of a comparison: ranges of accuracy and carefulness over the settings, as in Fig. 6 of the paper."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.intents.view.figures import curves, failures, figures_table
from botassay.intents.view.wording import COLUMN_MEANINGS, INTERRUPTED, SETTINGS, code, principal, seconds
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
    from botassay.intents.documents import ClassifierDifference, ComparedClassifier, Estimate, IntentsComparison

_DIFFERENCES = (
    "Difference from the first classifier in percentage points, with its 95 % confidence interval in brackets. If both "
    "ends have the same sign, the difference is statistically significant. In a single repeat, p is McNemar's exact "
    "test: so many phrases only the one has right, against so many only the other."
)
_SMALLEST: Final = 0.001


def comparison_page(document: "IntentsComparison") -> Page:
    """Return the page."""
    first, *others = [compared.classifier for compared in document.classifiers]
    number = many(len(others), "classifier was", "classifiers were")
    return Page(
        kicker="Comparison of classifiers on",
        title=document.data,
        headline=_headline(document),
        lead=f"{number} compared with {first}, on the same phrases.",
        facts=(
            Fact("phrases", f"{document.phrases:,}"),
            Fact("classifiers", f"{len(document.classifiers):,}"),
            Fact("repeats of each test", f"{document.repeats:,}"),
        ),
        sections=(
            Section("compared", "Side by side", SETTINGS, (ranges(document),)),
            Section("differences", "Differences", _DIFFERENCES, tuple(_differences(document))),
            Section("figures", "All figures", "", tuple(_figures(document))),
        ),
        version=__version__,
    )


def ranges(document: "IntentsComparison") -> Intervals:
    """Return Fig. 6: the range of each classifier over the settings, with a dot for each setting."""
    return Intervals(
        "Accuracy and carefulness",
        tuple(
            IntervalPanel(name, tuple(_range(compared, name) for compared in document.classifiers))
            for name in ("accuracy", "carefulness")
        ),
        "Each dot is one test; the bar is the range from minimum to maximum. Accuracy: share of correct answers and "
        "correct silences. Carefulness: share of unanswered questions that would have been answered wrongly.",
    )


def _range(compared: "ComparedClassifier", name: str) -> Interval:
    estimates = (getattr(figures, name) for figures in compared.settings)
    values = tuple(estimate.value for estimate in estimates if estimate)
    return Interval(compared.classifier, getattr(compared, f"{name}_range"), values)


def _headline(document: "IntentsComparison") -> Headline:
    """Return the classifier with the highest minimum accuracy, and the number of significant differences."""
    best = max(document.classifiers, key=lambda compared: compared.accuracy_range)
    first = document.classifiers[0]
    low, high = map(percent, best.accuracy_range)
    if len(document.classifiers) == 1:
        return Headline(f"Only {best.classifier} was tested: accuracy {low} to {high}.")
    against = [less for less in document.differences if best is first or less.classifier == best.classifier]
    signs = [_sign(less.accuracy) for less in against if less.accuracy]
    significant = sum(sign == (-1 if best is first else 1) for sign in signs)
    whom = "the others" if best is first else first.classifier
    text = (
        f"{best.classifier} has the highest accuracy: {low} to {high}. The difference from {whom} is significant in "
        f"{significant} of {many(len(signs), 'test', 'tests')}."
    )
    return Headline(text, "first" if signs and significant == len(signs) else "none")


def _sign(estimate: "Estimate") -> int:
    low, high = estimate.interval
    return (low > 0) - (high < 0)


def _differences(document: "IntentsComparison") -> Iterator[Block]:
    columns = ("test", "accuracy", "carefulness", "answered")
    for name, some in groupby(document.differences, key=lambda less: less.classifier):
        rows = tuple(
            (code(less), _accuracy(less), _points(less.carefulness), _points(less.automation_rate)) for less in some
        )
        yield Table(f"{name} minus {document.classifiers[0].classifier}", columns, rows)
    if not document.differences:
        yield Paragraph("No finished tests to compare.")


def _accuracy(less: "ClassifierDifference") -> str:
    """Return the difference in accuracy, and McNemar's p value where one repeat was compared phrase by phrase."""
    points = _points(less.accuracy)
    if less.accuracy_p is None:
        return points
    p = "p < 0.001" if less.accuracy_p < _SMALLEST else f"p = {less.accuracy_p:.3f}"
    return f"{points}; {p} ({less.better} against {less.worse} of {less.phrases} phrases)"


def _points(estimate: "Estimate | None") -> str:
    if estimate is None:
        return "n/a"
    low, high = (100 * end for end in estimate.interval)
    verdict = {1: "higher", -1: "lower", 0: "not significant"}[_sign(estimate)]
    return f"{100 * estimate.value:+.1f} ({low:+.1f} to {high:+.1f}): {verdict}"


def _figures(document: "IntentsComparison") -> Iterator[Block]:
    for compared in document.classifiers:
        yield figures_table(compared.settings, compared.classifier)
        yield from failures(compared.settings, compared.classifier)
        if took := seconds(compared.settings):
            yield Paragraph(f"{compared.classifier}: {took}, on average per test.")
        title = f"Other thresholds with {compared.classifier}"
        yield Details(title, curves(principal(compared.settings)))
    yield COLUMN_MEANINGS
    if not document.finished:
        yield INTERRUPTED
