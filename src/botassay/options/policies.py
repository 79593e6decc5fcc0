"""Policies that decide how many options to show: each looks at the confidences, and says where to stop.

At least one option is always shown: the likeliest. A policy is a value that prints as the text that creates it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from botassay.core.errors import UnknownNameError

_STEPS: Final = 100
_HAIR: Final = 1e-12
"""Confidences that are no further apart than this count as the same."""


class Confidences(NamedTuple):
    """How sure a classifier was, of n queries."""

    best: npt.NDArray[np.float64]
    """(n, longest): the greatest confidences of each query, falling; places beyond its candidates hold -1."""
    total: npt.NDArray[np.float64]
    """(n,): what all its candidates add up to."""


@dataclass(frozen=True, slots=True, repr=False)
class Policy(ABC):
    """A rule with one number."""

    setting: float
    id: ClassVar[str]
    says: ClassVar[str]

    def lengths(self, confidences: Confidences) -> npt.NDArray[np.int64]:
        """Give how many options each query gets: at least 1, at most its candidates; 0 where it has none."""
        candidates = (confidences.best >= 0).sum(axis=1)
        kept: npt.NDArray[np.int64] = np.clip(self._kept(confidences).sum(axis=1), 1, candidates)
        return np.where(candidates > 0, kept, 0)

    @abstractmethod
    def _kept(self, confidences: Confidences) -> Any:
        """Say of each candidate whether it is shown; those that are stand before those that are not."""

    def __repr__(self) -> str:
        """Write the text that creates it."""
        return f"{self.id}({self.setting:g})"

    def words(self, longest: int) -> str:
        """Say it to a person."""
        return self.says.format(self.setting, longest)


@dataclass(frozen=True, slots=True, repr=False)
class FixedPolicy(Policy):
    """Always as many."""

    id = "fixed"
    says = "always show {0:g}"

    def _kept(self, confidences: Confidences) -> Any:
        return np.broadcast_to(np.arange(confidences.best.shape[1]) < self.setting, confidences.best.shape)


@dataclass(frozen=True, slots=True, repr=False)
class ThresholdPolicy(Policy):
    """All that are sure enough."""

    id = "threshold"
    says = "show those with a confidence of {0:g} or more, {1} at most"

    def _kept(self, confidences: Confidences) -> Any:
        return confidences.best >= self.setting - _HAIR


@dataclass(frozen=True, slots=True, repr=False)
class RelativePolicy(Policy):
    """All that are nearly as sure as the likeliest, by share."""

    id = "relative"
    says = "show those with {0:.0%} of the best confidence or more, {1} at most"

    def _kept(self, confidences: Confidences) -> Any:
        return confidences.best >= self.setting * confidences.best[:, :1] - _HAIR


@dataclass(frozen=True, slots=True, repr=False)
class GapPolicy(Policy):
    """All that are nearly as sure as the likeliest, by difference."""

    id = "gap"
    says = "show those within {0:g} of the best confidence, {1} at most"

    def _kept(self, confidences: Confidences) -> Any:
        return confidences.best >= confidences.best[:, :1] - self.setting - _HAIR


@dataclass(frozen=True, slots=True, repr=False)
class MassPolicy(Policy):
    """The fewest that together hold a share of all confidence."""

    id = "mass"
    says = "show the fewest that together hold {0:.0%} of all confidence, {1} at most"

    def _kept(self, confidences: Confidences) -> Any:
        each = np.maximum(confidences.best, 0)
        before = np.cumsum(each, axis=1) - each
        return before < self.setting * confidences.total[:, None] - _HAIR


POLICIES: Final[dict[str, type[Policy]]] = {
    kind.id: kind for kind in (FixedPolicy, ThresholdPolicy, RelativePolicy, GapPolicy, MassPolicy)
}


def grid(names: Sequence[str], longest: int) -> dict[str, tuple[Policy, ...]]:
    """Give all settings that are tried of each policy, those that show least first.

    Raises: UnknownNameError.

    >>> grid(["fixed"], 3)
    {'fixed': (fixed(1), fixed(2), fixed(3))}
    """
    unknown = next((name for name in names if name not in POLICIES), None)
    if unknown is not None:
        raise UnknownNameError.among("policy", unknown, POLICIES)
    return {name: _settings(POLICIES[name], longest) for name in names}


def _settings(kind: type[Policy], longest: int) -> tuple[Policy, ...]:
    if kind is FixedPolicy:
        return tuple(kind(float(k)) for k in range(1, longest + 1))
    shares = [step / _STEPS for step in range(_STEPS + 1)]
    return tuple(kind(share) for share in (reversed(shares) if kind in (ThresholdPolicy, RelativePolicy) else shares))


def in_assistants(policy: Policy, longest: int) -> tuple[tuple[str, str], ...]:
    """Say a setting in the words of the common assistants, after their public documentation.

    Returns:
        (assistant, what to set there); a setting that no assistant has needs own code.

    >>> dict(in_assistants(GapPolicy(0.1), 5))["Oracle Digital Assistant"]
    'Confidence Threshold 0, Confidence Win Margin 0.1'
    """
    number = f"{policy.setting:g}"
    most = min(5, max(2, longest))  # what Lex takes
    if isinstance(policy, ThresholdPolicy):
        return (
            ("Oracle Digital Assistant", f"Confidence Threshold {number}, Confidence Win Margin 1"),
            ("Amazon Lex V2", f"nluIntentConfidenceThreshold {number}, maxDisambiguationIntents {most}"),
            ("Rasa", f"FallbackClassifier threshold {number}; list at most {longest} in your own action"),
        )
    if isinstance(policy, GapPolicy):
        return (
            ("Oracle Digital Assistant", f"Confidence Threshold 0, Confidence Win Margin {number}"),
            ("Rasa", f"FallbackClassifier ambiguity_threshold {number}; list at most {longest} in your own action"),
        )
    if isinstance(policy, FixedPolicy):
        return (
            ("IBM watsonx Assistant", f"disambiguation max_suggestions {number}"),
            ("Amazon Lex V2", f"maxDisambiguationIntents {number}" if 1 < policy.setting <= most else "2 to 5 options"),
        )
    return (("any assistant", f"no such setting; in your own code: {policy.words(longest)}"),)
