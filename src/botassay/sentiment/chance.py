"""What a weighted rejection score would be by chance: group labels exchanged at random within each data set."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from botassay.sentiment.group_stats import GroupStats
from botassay.sentiment.results import ChanceScore
from botassay.sentiment.significance import RejectionRule, pair_tests

DRAWS: Final = 1000
"""Permutations."""
FEWEST: Final = 100
"""Permutations below which no score by chance is given."""
_WORK: Final = 2e7
"""Values that are exchanged at most for one system; more sentences get fewer permutations."""
_CHUNK: Final = 2_000_000
"""Values in memory at a time."""


def chance_score(
    values: Sequence[float], datasets: Any, classes: Any, shape: tuple[int, int], rule: RejectionRule, seed: int
) -> ChanceScore | None:
    """Return the mean and the 95th percentile of the raw score over permutations; None for too many sentences.

    Args:
        values: polarity of each sentence.
        datasets: number of the data set of each sentence.
        classes: number of its class.
        shape: how many data sets and classes there are.
        rule: of the tests.
        seed: of the permutations; the same ones for all systems.
    """
    draws = int(min(DRAWS, _WORK / max(1, len(values))))
    if draws < FEWEST:
        return None
    rng, polarity = np.random.default_rng([seed, len(values)]), np.asarray(values, np.float64)
    size = max(1, _CHUNK // max(1, len(values)))
    raw = np.concatenate(
        [_raw(rng, min(size, draws - done), polarity, datasets, classes, shape, rule) for done in range(0, draws, size)]
    )
    return ChanceScore(mean=round(float(raw.mean()), 9), high=round(float(np.quantile(raw, 0.95)), 9), draws=draws)


def _raw(
    rng: np.random.Generator,
    draws: int,
    values: Any,
    datasets: Any,
    classes: Any,
    shape: tuple[int, int],
    rule: RejectionRule,
) -> Any:
    """Return the raw score of each of some permutations."""
    n, mean, squares = (np.zeros((draws, *shape)) for _ in range(3))
    for dataset in range(shape[0]):
        places = datasets == dataset
        drawn = rng.permuted(np.broadcast_to(values[places], (draws, int(places.sum()))), axis=1)
        for number in range(shape[1]):
            cell = drawn[:, classes[places] == number]
            if cell.shape[1]:
                away = cell - cell[:, :1]  # from one of them, so that equal values stay exact
                shift = away.mean(axis=1)
                n[:, dataset, number] = cell.shape[1]
                mean[:, dataset, number] = cell[:, 0] + shift
                squares[:, dataset, number] = ((away - shift[:, None]) ** 2).sum(axis=1)
    return pair_tests(GroupStats(n.astype(np.int64), mean, squares), rule).raw(rule).sum(axis=-1)
