"""From sums to a score: a share, or a mean, of whatever a checker counted."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from botassay.core.evidence import GRAINS, Evidence
from botassay.core.facts import Fact, FactTable
from botassay.core.scale import Score
from botassay.core.stats import ratio_interval

SILENT: Final = "the bot said nothing"
"""Why an issue has no value where there is nothing to rate."""


def ratio_score(
    evidence: Evidence,
    measure: str,
    details: Callable[[Evidence], Mapping[str, Any]],
    method: str,
    silent: str = SILENT,
    facts: Callable[[Mapping[str, Any]], Iterable[Fact | FactTable]] | None = None,
) -> Score:
    """Return the ratio of what was counted, with the interval that allows for the likeness within a dialog.

    Args:
        evidence: what was seen.
        measure: the name of its sums.
        details: works out what the report says besides; asked only where something was counted.
        method: how it was measured.
        silent: the reason where nothing was counted.
        facts: words the details for readers; None: the greatest value and the 95th percentile, where they are known.
    """
    sums = evidence.measured(measure)
    if not sums.n:
        return Score(evidence.issue, measure, None, reason=silent, method=method)
    known = details(evidence)
    return Score(
        evidence.issue,
        measure,
        round(sums.s / sums.n / GRAINS, 9),
        n=sums.n,
        clusters=sums.dialogs,
        interval=ratio_interval(*sums.ratio),
        histogram=evidence.filled_bins(),
        details=known,
        method=method,
        facts=tuple((facts or extremes)(known)),
    )


def extremes(details: Mapping[str, Any]) -> Iterator[Fact]:
    """Return the greatest value and the 95th percentile as facts, where both are among the details.

    >>> [fact.value for fact in extremes({"max": 0.934, "p95": 0.5})]
    ['0.93', '0.50']
    """
    if "max" in details and "p95" in details:
        yield Fact("greatest value", f"{details['max']:.2f}")
        yield Fact("95 % of the values are at most", f"{details['p95']:.2f}")
