"""Rows reduced to cells in one grouped pass: how many, their mean, and their squared deviations from it.

All statistics of paper 002 are computed from cells, so that millions of rows are read only once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from botassay.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class GroupStats:
    """Counts, means and variances in each cell of a table of any shape.

    Zero variance is exact: where all values of a cell are the same, `mean` is that value and `squares` is 0.
    """

    n: Any
    """How many values, int64."""
    mean: Any
    """Their mean, float64; 0 in an empty cell."""
    squares: Any
    """The sum of their squared deviations from it, float64."""

    @property
    def variance(self) -> Any:
        """The sample variance (ddof 1); 0 where there are fewer than two values."""
        return self.squares / np.maximum(self.n - 1, 1)

    def merged(self, axis: int) -> "GroupStats":
        """Put the cells along an axis together, as if their rows had not been separated.

        >>> two = stats_by_group([[0, 0, 1]], (2,), [1.0, 2.0, 6.0])
        >>> one = two.merged(0)
        >>> int(one.n), float(one.mean), float(one.squares)
        (3, 3.0, 14.0)
        """
        n = self.n.sum(axis=axis)
        first = np.take_along_axis(self.mean, np.expand_dims((self.n > 0).argmax(axis=axis), axis), axis)
        away = np.where(self.n > 0, self.mean - first, 0.0)  # from one of them, so that equal means stay exact
        shift = (self.n * away).sum(axis=axis) / np.maximum(n, 1)
        between = (self.n * (away - np.expand_dims(shift, axis)) ** 2).sum(axis=axis)
        return GroupStats(n, np.squeeze(first, axis) + shift, self.squares.sum(axis=axis) + between)


def stats_by_group(codes: Sequence[Any], shape: tuple[int, ...], values: Any) -> GroupStats:
    """Reduce rows to cells.

    Args:
        codes: an array for each axis of the table, which says in which place along it each row belongs.
        shape: how many places each axis has.
        values: the value of each row.

    Raises: UsageError for a code outside its range, or arrays of different lengths.
    """
    values = np.asarray(values, np.float64)
    keys = _keys(codes, shape, len(values))
    size = int(np.prod(shape))
    n = np.bincount(keys, minlength=size)
    first = np.zeros(size)
    first[keys[::-1]] = values[::-1]  # of several the last assignment stays: the first value of each cell
    away = values - first[keys]
    filled = np.maximum(n, 1)
    shift = np.bincount(keys, away, size) / filled
    away -= shift[keys]
    rest = np.bincount(keys, away, size)  # 0 but for rounding: with it the sum of squares is right to the last digits
    np.square(away, out=away)
    squares = np.bincount(keys, away, size) - rest**2 / filled
    return GroupStats(n.reshape(shape), (first + shift).reshape(shape), np.maximum(squares, 0).reshape(shape))


def _keys(codes: Sequence[Any], shape: tuple[int, ...], rows: int) -> Any:
    """Number the cell of each row."""
    keys = np.zeros(rows, np.intp)
    for code, places in zip(codes, shape, strict=True):
        column = np.asarray(code)
        if len(column) != rows:
            raise UsageError(
                f"there are {rows:,} values and {len(column):,} codes", hint="give one value and one code for each row"
            )
        if rows and (column.min() < 0 or column.max() >= places):
            raise UsageError(f"a code is outside 0 to {places - 1}", hint="count from 0")
        keys *= places
        keys += column
    return keys
