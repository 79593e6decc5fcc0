"""Finds the best setting of each policy by a measure, with cross-validation."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from botassay.core.errors import UsageError
from botassay.core.text.plural import many
from botassay.options.documents import AssistantSetting, PolicySetting, TunedPolicy
from botassay.options.measures import ListMeasure
from botassay.options.policies import Confidences, Policy, in_assistants
from botassay.options.shape import Shape
from botassay.options.tally import DRAWS, ListCounts, intervals

FOLDS: Final = 5
_SAME: Final = 1e-12
Track = Callable[[Iterable[Policy]], Iterable[Policy]]
"""Passes policies on and reports the progress."""


class Queries:
    """The output of a classifier for n queries, as arrays.

    Args:
        confidences: the confidences of the candidates.
        hits: (n, longest), whether each candidate is correct, in the order of the confidences.
        relevant: (n,), number of correct answers to each query.
    """

    def __init__(self, confidences: Confidences, hits: npt.NDArray[np.bool_], relevant: npt.NDArray[np.int64]) -> None:
        self.confidences = confidences
        kinds, self._kind = np.unique(np.column_stack([relevant, hits]), axis=0, return_inverse=True)
        self._kind = self._kind.reshape(-1)  # some versions of numpy 2 add an axis
        self._side: int = hits.shape[1] + 1
        self.shapes = tuple(_cut(kind, length) for kind in kinds.tolist() for length in range(self._side))

    @property
    def n(self) -> int:
        """The number of queries."""
        return int(self.confidences.total.size)

    @property
    def longest(self) -> int:
        """The maximum number of shown options."""
        return self._side - 1

    def counts(self, policy: Policy, folds: npt.NDArray[np.int64], k: int) -> npt.NDArray[np.int64]:
        """Return the counts of the shapes that a policy shows, (k, shapes), a row for each fold."""
        cells = len(self.shapes)
        code = folds * cells + self._kind * self._side + policy.lengths(self.confidences)
        return np.bincount(code, minlength=k * cells).reshape(k, cells)


def _cut(kind: list[int], length: int) -> Shape:
    relevant, *hits = kind
    return Shape(length, tuple(rank for rank, hit in enumerate(hits[:length], 1) if hit), relevant)


def tune(
    queries: Queries,
    policies: dict[str, tuple[Policy, ...]],
    measure: ListMeasure,
    *,
    folds: int = FOLDS,
    draws: int = DRAWS,
    seed: int = 0,
    track: Track = iter,
) -> list[TunedPolicy]:
    """Return the best setting of each policy; the policy with the highest held-out value comes first.

    On the queries of each fold, the best setting on all other folds is used; these lists together give the held-out
    value, to be expected on new queries. The best setting is that on all queries; of equal ones, that with the shorter
    lists.

    Raises: UsageError for fewer queries than folds.
    """
    if folds < 2 or queries.n < folds:  # noqa: PLR2004 - to train on one and test on the other
        hint = "use at least 2 folds, and give at least one query per fold"
        raise UsageError(f"{many(queries.n, 'query', 'queries')} cannot fill {folds} folds", hint=hint)
    assigned = np.random.default_rng(seed).permutation(np.arange(queries.n) % folds)
    flow = iter(track(chain.from_iterable(policies.values())))
    best = []
    for name, settings in policies.items():
        scored = [_scored(queries, next(flow), measure, assigned, folds) for _ in settings]
        best.append(_best(name, queries, scored, measure, assigned, folds, draws=draws, seed=seed))
    return sorted(best, key=lambda tuned: -tuned.held_out)


@dataclass(frozen=True, slots=True)
class _Scored:
    policy: Policy
    setting: PolicySetting
    trained: list[float]
    """The value outside each fold."""


def _scored(queries: Queries, policy: Policy, measure: ListMeasure, folds: Any, k: int) -> _Scored:
    counts = queries.counts(policy, folds, k)
    whole = counts.sum(axis=0)
    lengths = np.array([shape.length for shape in queries.shapes])
    hits = np.array([bool(shape.ranks) for shape in queries.shapes])
    setting = PolicySetting(
        policy=repr(policy),
        value=round(float(measure.over(queries.shapes, whole)), 9),
        mean_length=round(float(whole @ lengths) / queries.n, 9),
        hit_rate=round(float(whole @ hits) / queries.n, 9),
    )
    return _Scored(policy, setting, measure.over(queries.shapes, whole - counts).tolist())


def _best(  # noqa: PLR0913 - all that a policy is tuned with
    name: str,
    queries: Queries,
    scored: Sequence[_Scored],
    measure: ListMeasure,
    folds: Any,
    k: int,
    *,
    draws: int,
    seed: int,
) -> TunedPolicy:
    chosen = [_winner(scored, lambda each, fold=fold: each.trained[fold]).policy for fold in range(k)]  # type: ignore[misc]
    counts = sum(queries.counts(policy, folds, k)[fold] for fold, policy in enumerate(chosen))
    held_out = _tally(queries.shapes, counts)
    best = _winner(scored, lambda each: each.setting.value)
    assistants = in_assistants(best.policy, queries.longest)
    return TunedPolicy(
        id=name,
        policy=best.setting.policy,
        words=best.policy.words(queries.longest),
        value=best.setting.value,
        held_out=round(held_out.value(measure), 9),
        interval=intervals(held_out, [measure], draws, seed)[0],
        mean_length=best.setting.mean_length,
        hit_rate=best.setting.hit_rate,
        chosen=tuple(map(repr, chosen)),
        assistants=tuple(AssistantSetting(assistant=assistant, setting=setting) for assistant, setting in assistants),
        curve=tuple(each.setting for each in scored),
    )


def _winner(scored: Sequence[_Scored], value: Callable[[_Scored], float]) -> _Scored:
    best = max(map(value, scored))
    return min((each for each in scored if value(each) >= best - _SAME), key=lambda each: each.setting.mean_length)


def _tally(shapes: Sequence[Shape], counts: Any) -> ListCounts:
    total: Counter[Shape] = Counter()
    for at in np.flatnonzero(counts).tolist():
        total[shapes[at]] += int(counts[at])
    return ListCounts.counted(total)
