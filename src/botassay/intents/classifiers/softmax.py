"""Multinomial logistic regression with an L2 penalty, on sparse or dense features: like scikit-learn, but faster.

The objective is scikit-learn's: C · Σ loss + ½ ‖W‖², without a penalty on the intercept. It is strictly convex, so
there is a single optimum. It is minimised by L-BFGS (Liu and Nocedal 1989) in float32, in variables scaled by the
curvature of each feature, until a step gains too little. tests/unit/test_classifiers.py and bench/intents.py compare
the result with a converged scikit-learn.
"""

from collections import deque
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

C: Final = 10.0
ENOUGH: Final = 1e-5
"""The optimisation stops when a step gains at most this share of the objective."""
STEPS: Final = 300
_MEMORY: Final = 6
_ARMIJO: Final = 1e-4
_HALVINGS: Final = 30
_PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class SoftmaxModel:
    """Weights (features × classes) and intercepts (classes), float32."""

    weights: Any
    intercepts: Any

    def probabilities(self, rows: Any) -> Any:
        """Return the probability of each class for each row of a matrix."""
        return _softmax(rows @ self.weights + self.intercepts)[0]


def fit(rows: Any, classes: Any, n_classes: int, c: float = C, enough: float = ENOUGH) -> SoftmaxModel:
    """Return a fitted model.

    Args:
        rows: matrix (n × features), sparse or dense.
        classes: n integers below `n_classes`; each class occurs.
        n_classes: at least 2. With 2 the optimum is that of binary logistic regression.
        c: the inverse strength of the penalty.
        enough: the relative gain of the last step.
    """
    single = rows.astype(np.float32)
    task = _Task(
        np.ascontiguousarray(single) if isinstance(single, np.ndarray) else single.tocsr(), classes, n_classes, c
    )
    weights, intercepts = task.unscaled(_descend(task, enough))
    return SoftmaxModel(np.ascontiguousarray(weights), intercepts)


class _Task:
    """The objective in scaled variables, features and intercept in one matrix."""

    def __init__(self, rows: Any, classes: Any, n_classes: int, c: float) -> None:
        n, features = rows.shape
        dense = isinstance(rows, np.ndarray)
        self.rows, self.columns = rows, rows.T if dense else rows.T.tocsr()
        self.classes, self.each, self.c = classes, np.arange(n), np.float32(c)
        self.penalty = np.float32(_PAIR if n_classes == _PAIR else 1)  # two classes share one weight vector, ±w/2
        self.shape = (features + 1, n_classes)
        squares = np.asarray((rows * rows if dense else rows.multiply(rows)).sum(axis=0)).ravel()
        self.scale = (1 / np.sqrt(1 + c / n_classes * squares)).astype(np.float32)[:, None]
        self.scale_last = np.float32(1 / np.sqrt(c / n_classes * n))

    def unscaled(self, at: Any) -> tuple[Any, Any]:
        return self.scale * at[:-1], self.scale_last * at[-1]

    def look(self, at: Any) -> tuple[float, Any]:
        """Return the value of the objective and its gradient."""
        weights, intercepts = self.unscaled(at)
        scores = self.rows @ weights
        scores += intercepts
        residuals, logs, top = _softmax(scores, self.each, self.classes)
        loss = float(np.sum(logs - top, dtype=np.float64))
        value = float(self.c) * loss + 0.5 * float(self.penalty) * _dot(weights, weights)
        residuals[self.each, self.classes] -= 1
        gradient = np.empty(self.shape, np.float32)
        gradient[:-1] = self.columns @ residuals
        gradient[:-1] *= self.c
        gradient[:-1] += self.penalty * weights
        gradient[:-1] *= self.scale
        gradient[-1] = self.c * self.scale_last * residuals.sum(axis=0)
        return value, gradient


def _softmax(scores: Any, each: Any = None, classes: Any = None) -> tuple[Any, Any, Any]:
    """Return probabilities, the logarithm of each row's sum, and the score of each row's own class; in place."""
    scores -= scores.max(axis=1, keepdims=True)
    own = None if each is None else scores[each, classes]
    np.exp(scores, out=scores)
    sums = scores.sum(axis=1, keepdims=True)
    scores /= sums
    return scores, np.log(sums[:, 0]), own


def _descend(task: _Task, enough: float) -> Any:
    at = np.zeros(task.shape, np.float32)
    value, gradient = task.look(at)
    pairs: deque[tuple[Any, Any, float]] = deque(maxlen=_MEMORY)
    for _ in range(STEPS):
        direction = _direction(gradient, pairs)
        slope = _dot(direction, gradient)
        step = 1.0
        for _ in range(_HALVINGS):
            there = at + np.float32(step) * direction
            value_there, gradient_there = task.look(there)
            if value_there <= value + _ARMIJO * step * slope:
                break
            step /= 2
        else:
            return at  # no improvement within the precision of float32
        moved, turned = there - at, gradient_there - gradient
        curvature = _dot(moved, turned)
        if curvature > 0:
            pairs.append((moved, turned, curvature))
        gain = value - value_there
        at, value, gradient = there, value_there, gradient_there
        if gain <= enough * abs(value):
            break
    return at


def _direction(gradient: Any, pairs: "deque[tuple[Any, Any, float]]") -> Any:
    """Return the descent direction: the two-loop recursion of L-BFGS."""
    direction = -gradient
    shares = []
    for moved, turned, curvature in reversed(pairs):
        share = _dot(moved, direction) / curvature
        shares.append(share)
        direction -= np.float32(share) * turned
    if pairs:
        _, turned, curvature = pairs[-1]
        direction *= np.float32(curvature / _dot(turned, turned))
    else:
        direction *= np.float32(1 / max(1.0, float(np.abs(gradient).max())))
    for (moved, turned, curvature), share in zip(pairs, reversed(shares), strict=True):
        direction += np.float32(share - _dot(turned, direction) / curvature) * moved
    return direction


def _dot(left: Any, right: Any) -> float:
    return float(np.vdot(left, right))
