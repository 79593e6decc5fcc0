"""WRS and DIE of millions of rows beside a loop over scipy's t tests; the results are checked equal before time counts.

Ours starts from arrays, as the loop does: a code for the system, the data set, the emotion and the class of each row,
and its sentiment.
"""

import os
import statistics
from typing import Any, Final, NamedTuple

import numpy as np
from scipy import stats

from bench.timing import ROUNDS, compare, seconds, sized
from botassay.sentiment import TEXTBOOK, adjust, pair_tests, stats_by_group

SHAPE: Final = (10, 5, 2, 5)
"""Systems, data sets, emotions, classes."""
ROWS: Final = sized(5_000_000, 20_000)
FEW: Final = sized(500_000, 20_000)
GOAL: Final = 1.0
"""Seconds for five million rows."""


class Found(NamedTuple):
    """What both come to."""

    wrs: Any
    """Of each system, summed over the data sets."""
    die: Any
    """Of each system, the greatest over data sets and emotions, in percent."""


def sentiment() -> None:
    """Compare on half a million rows, then time ours on five million."""
    codes, values = drawn(FEW)
    mine, theirs = reduced(codes, values), looped(codes, values)
    assert np.allclose(mine.wrs, theirs.wrs, rtol=0, atol=1e-9), (mine, theirs)
    assert np.allclose(mine.die, theirs.die, rtol=1e-9), (mine, theirs)
    what = f"WRS, DIE of {FEW:,} rows, against scipy"
    compare(what, lambda: reduced(codes, values), lambda: looped(codes, values), "ms", 1000)
    codes, values = drawn(ROWS)
    took = statistics.median(seconds(lambda: reduced(codes, values)) for _ in range(ROUNDS))
    busy = os.getloadavg()[0] > (os.cpu_count() or 1)
    verdict = "reached" if took <= GOAL else "not judged: the machine is busy" if busy else "missed"
    print(f"{f'WRS, DIE of {ROWS:,} rows':50} {took:14.2f} {'':14} {'':7} s; goal {GOAL:g} s {verdict}")


def drawn(rows: int) -> tuple[list[Any], Any]:
    """Draw rows whose sentiment depends a little on all."""
    generator = np.random.default_rng(1)
    codes = [generator.integers(0, places, rows) for places in SHAPE]
    leaning = codes[2] - 0.4 + 0.002 * codes[0] * codes[3]
    return codes, np.clip(leaning / 2 + generator.normal(0, 0.3, rows), -1, 1)


def reduced(codes: list[Any], values: Any) -> Found:
    """Reduce the rows once, and work out both."""
    cells = stats_by_group(codes, SHAPE, values)
    wrs = pair_tests(cells.merged(2), TEXTBOOK).raw(TEXTBOOK).sum(axis=1)
    return Found(wrs, np.nanmax(adjust(cells).die, axis=(1, 2)))


def looped(codes: list[Any], values: Any) -> Found:
    """Pick out the rows of each system and data set, and loop over pairs of classes and strata."""
    system, dataset, emotion, group = codes
    systems, datasets, emotions, groups = SHAPE
    wrs, die = np.zeros(systems), np.zeros(systems)
    for s in range(systems):
        for d in range(datasets):
            here = (system == s) & (dataset == d)
            y, x, z = values[here], emotion[here], group[here]
            by_class = [y[z == one] for one in range(groups)]
            for a in range(groups):
                for b in range(a + 1, groups):
                    p = stats.ttest_ind(by_class[a], by_class[b], equal_var=False).pvalue
                    levels = zip(TEXTBOOK.alphas, TEXTBOOK.weights, strict=True)
                    wrs[s] += sum(weight for alpha, weight in levels if p < alpha)
            shares = [np.mean(z == one) for one in range(groups)]
            for e in range(emotions):
                observed = y[x == e].mean()
                done = sum(share * y[(x == e) & (z == one)].mean() for one, share in enumerate(shares))
                die[s] = max(die[s], 100 * abs(done - observed) / abs(observed))
    return Found(wrs, die)


if __name__ == "__main__":
    sentiment()
