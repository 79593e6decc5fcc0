"""Confounding bias: what does emotion do to sentiment once the link between class and emotion is cut?

Back-door adjustment (Pearl 2009) and the Deconfounding Impact Estimate (paper 002, equations 1 and 3).
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from botassay.sentiment.group_stats import GroupStats

ZERO: Final = 1e-9
"""An expectation below it is 0: what is left of a sum that cancels out."""


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Expectations of the output, before and after the adjustment, as arrays whose last axis is the input x."""

    present: Any
    """Whether x occurs at all."""
    observed: Any
    """E[Y | x]; 0 where x does not occur."""
    adjusted: Any
    """E[Y | do(x)] = Σ E[Y | x, z] P(z), over the strata z that x occurs in, their P(z) renormalised."""
    gaps: Any
    """(…, x, z): strata that occur, but not with this x: nothing is known of E[Y | x, z]."""

    @property
    def difference(self) -> Any:
        """|E[Y | do(x)] - E[Y | x]|."""
        return np.abs(self.adjusted - self.observed)

    @property
    def defined(self) -> Any:
        """Where x occurs and E[Y | x] is not 0, by which the DIE divides."""
        return self.present & (np.abs(self.observed) >= ZERO)

    @property
    def die(self) -> Any:
        """The DIE in percent; NaN where it is not defined."""
        return 100 * self.difference / np.where(self.defined, np.abs(self.observed), np.nan)


def adjust(cells: GroupStats) -> Adjusted:
    """Adjust for a discrete confounder.

    Args:
        cells: whose last two axes are the input x and the confounder z.

    Of eight sentences about men seven have a positive word, of eight about women one, of eight others four. A system
    says +1 of women and -1 of all others, whatever the word (x: negative, positive; z: men, women, others):

    >>> cells = GroupStats(np.array([[1, 7, 4], [7, 1, 4]]), np.array([[-1.0, 1, -1], [-1, 1, -1]]), np.zeros((2, 3)))
    >>> [round(float(one)) for one in adjust(cells).die]
    [300, 60]
    """
    n = cells.n.astype(np.float64)
    of_x = n.sum(axis=-1)
    observed = (n * cells.mean).sum(axis=-1) / np.maximum(of_x, 1)
    of_z = n.sum(axis=-2, keepdims=True)
    weights = np.where(n > 0, of_z, 0.0)
    whole = weights.sum(axis=-1)
    adjusted = (weights * cells.mean).sum(axis=-1) / np.maximum(whole, 1)
    present = of_x > 0
    return Adjusted(present, observed, adjusted, (n == 0) & (of_z > 0) & present[..., None])
