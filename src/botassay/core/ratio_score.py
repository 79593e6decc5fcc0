"""From sums to a score: a share, or a mean, of whatever a checker counted."""

from collections.abc import Callable, Mapping
from typing import Any

from botassay.core.evidence import GRAINS, Evidence
from botassay.core.scale import Score
from botassay.core.stats import ratio_interval


def ratio_score(
    evidence: Evidence,
    measure: str,
    details: Callable[[Evidence], Mapping[str, Any]],
    method: str,
    silent: str = "the bot said nothing",
) -> Score:
    """Give the ratio of what was counted, with the interval that allows for the likeness within a dialog.

    Args:
        evidence: what was seen.
        measure: the name of its sums.
        details: works out what the report says besides; asked only where something was counted.
        method: how it was measured.
        silent: the reason where nothing was counted.
    """
    sums = evidence.measured(measure)
    if not sums.n:
        return Score(evidence.issue, measure, None, reason=silent, method=method)
    return Score(
        evidence.issue,
        measure,
        round(sums.s / sums.n / GRAINS, 9),
        n=sums.n,
        clusters=sums.dialogs,
        interval=ratio_interval(*sums.ratio),
        histogram=evidence.filled_bins(),
        details=details(evidence),
        method=method,
    )
