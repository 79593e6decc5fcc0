"""Tails and quantiles of the beta distribution and of Student's t distribution, for numbers or arrays of numbers."""

from typing import Any

import numpy as np

_MOST_TERMS = 100_000
_EPSILON = 1e-15
_NEAR = 0.3
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
_SHIFT = 8
_ODD = [1 / (2 * k + 3) for k in range(12)]


def beta_below(a: Any, b: Any, x: Any) -> Any:
    """Return the share of a beta distribution below x in [0, 1]: the regularised incomplete beta function I_x(a, b).

    >>> round(float(beta_below(2, 3, 0.25)), 9)
    0.26171875
    """
    a, b, x = _arrays(a, b, x)
    return _below(a, b, x, 1 - x)[0]


def beta_quantile(a: Any, b: Any, share: Any) -> Any:
    """Return the x below which a share, in (0, 1), of a beta distribution lies.

    >>> round(float(beta_quantile(2, 3, 0.26171875)), 9)
    0.25
    """
    a, b, share = _arrays(a, b, share)
    odds = _odds(a, b, share, 1 - share)
    return odds / (1 + odds)


def t_beyond(degrees: Any, t: Any) -> Any:
    """Return the share of Student's t distribution beyond |t|, on one side; degrees of freedom may be fractions.

    >>> round(float(t_beyond(1, -1)), 9)
    0.25
    """
    degrees, t, half = _arrays(degrees, t, 0.5)
    square = np.minimum(np.abs(t), 1e150) ** 2
    return _below(degrees / 2, half, degrees / (degrees + square), square / (degrees + square))[0] / 2


def t_quantile(share: Any, degrees: Any) -> Any:
    """Return the value below which a share, in (0, 1), of Student's t distribution lies; see `t_beyond`.

    >>> round(float(t_quantile(0.975, 10)), 3)
    2.228
    """
    share, degrees, half = _arrays(share, degrees, 0.5)
    beyond = 2 * np.minimum(share, 1 - share)
    within = np.where(beyond < 1, np.abs(2 * share - 1), half)
    distance = np.sqrt(degrees * _odds(half, degrees / 2, within, beyond))
    return np.where(beyond < 1, np.copysign(distance, share - half), 0.0)


def _arrays(*values: Any) -> Any:
    return np.broadcast_arrays(*(np.asarray(value, np.float64) for value in values))


def _odds(a: Any, b: Any, below: Any, beyond: Any) -> Any:
    """Return the odds x / (1 - x) of the x that has these shares of a beta distribution below and beyond it.

    By Newton's method on the logarithms of the odds and of the smaller tail: in these, the distribution is concave for
    all a and b, so that all steps after the first go in one direction.
    """
    upper = below > beyond
    a, b, tail = np.where(upper, b, a), np.where(upper, a, b), np.minimum(below, beyond)
    odds, moving = a / b, np.ones_like(tail, bool)
    while moving.any():
        share, slope = _below(a, b, odds / (1 + odds), 1 / (1 + odds))
        step = np.clip(np.log(tail / share) * share / slope, -1, 1)
        odds = np.where(moving, odds * np.exp(step), odds)
        moving &= np.abs(step) > 1e-8  # noqa: PLR2004 - the last step squares the error
    return np.where(upper, 1 / odds, odds)


def _below(a: Any, b: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """Return I_x(a, b), where y = 1 - x, by a continued fraction (DiDonato and Morris 1992, section 4), and its slope.

    The slope is that over the logarithm of the odds: x^a y^b / B(a, b).
    """
    upper = x * (a + b + 2) > a + 1
    a, b, x, y = np.where(upper, b, a), np.where(upper, a, b), np.where(upper, y, x), np.where(upper, x, y)
    excess = a * y - b * x + 1
    value = ratio = a / (a + 1) * excess
    inverse, moving = np.zeros_like(value), np.ones_like(value, bool)
    for n in range(1, _MOST_TERMS):  # the modified Lentz algorithm
        term = n * (b - n) * x / (a + 2 * n - 1)
        above = (a + n - 1) * (a + b + n - 1) * x / (a + 2 * n - 1) * term
        below = n + term + (a + n) * (excess + n * (1 + y)) / (a + 2 * n + 1)
        inverse = 1 / (below + above * inverse)
        ratio = below + above / ratio
        value = np.where(moving, value * ratio * inverse, value)  # what does not depend on the others in an array
        if not (moving := moving & (np.abs(ratio * inverse - 1) > _EPSILON)).any():
            break
    slope = _power(a, b, x, y)
    return np.where(upper, 1 - slope / value, slope / value), slope


def _power(a: Any, b: Any, x: Any, y: Any) -> Any:
    """Return x^a y^b / B(a, b), where y = 1 - x; near the mean without loss of digits (Loader 2000)."""
    whole, apart = a + b, x * b - y * a
    exponent = a * _log_less(apart / a, x * whole / a) + b * _log_less(-apart / b, y * whole / b)
    return np.sqrt(a * b / (2 * np.pi * whole)) * np.exp(exponent + _stirling(whole) - _stirling(a) - _stirling(b))


def _log_less(u: Any, next_to: Any) -> Any:
    """Return log(1 + u) - u; `next_to` is 1 + u, with all its digits."""
    half = u / (2 + u)
    series = np.polynomial.polynomial.polyval(half * half, _ODD)
    with np.errstate(divide="ignore"):
        return np.where(np.abs(u) < _NEAR, half * (2 * half * half * series - u), np.log(next_to) - u)


def _stirling(z: Any) -> Any:
    """Return how much log Γ(z + 1) exceeds Stirling's (z + ½) log z - z + ½ log 2π."""
    early = sum((z + k + 0.5) * np.log1p(1 / (z + k)) - 1 for k in range(_SHIFT))
    return early + sum(factor / (z + _SHIFT) ** (2 * k + 1) for k, factor in enumerate(_STIRLING))
