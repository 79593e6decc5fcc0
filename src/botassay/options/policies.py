"""Policies that decide how many options to show, from the confidences of a classifier.

The most likely option is always shown. The repr of a policy is the text that creates it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from botassay.core.errors import UnknownNameError

_STEPS: Final = 100
_ROUNDING: Final = 1e-12
"""Confidences that differ by at most this much count as equal."""


class Confidences(NamedTuple):
    """The confidences of a classifier, for n queries."""

    best: npt.NDArray[np.float64]
    """(n, longest): the highest confidences of each query in descending order, padded with -1."""
    total: npt.NDArray[np.float64]
    """(n,): the sum over all candidates."""


@dataclass(frozen=True, slots=True, repr=False)
class Policy(ABC):
    """A rule with one parameter."""

    setting: float
    id: ClassVar[str]
    says: ClassVar[str]

    def lengths(self, confidences: Confidences) -> npt.NDArray[np.int64]:
        """Return the number of options of each query: at least 1, at most its candidates; 0 without candidates."""
        candidates = (confidences.best >= 0).sum(axis=1)
        lengths: npt.NDArray[np.int64] = np.clip(self._shown(confidences).sum(axis=1), 1, candidates)
        return np.where(candidates > 0, lengths, 0)

    @abstractmethod
    def _shown(self, confidences: Confidences) -> Any:
        """Return whether each candidate is shown; those shown come first."""

    def __repr__(self) -> str:
        """Return the text that creates it."""
        return f"{self.id}({self.setting:g})"

    def words(self, longest: int) -> str:
        """Return it in words."""
        return self.says.format(self.setting, longest)


@dataclass(frozen=True, slots=True, repr=False)
class FixedPolicy(Policy):
    """Shows a fixed number of options."""

    id = "fixed"
    says = "always show {0:g}"

    def _shown(self, confidences: Confidences) -> Any:
        return np.broadcast_to(np.arange(confidences.best.shape[1]) < self.setting, confidences.best.shape)


@dataclass(frozen=True, slots=True, repr=False)
class ThresholdPolicy(Policy):
    """Shows options with a minimum confidence."""

    id = "threshold"
    says = "show options with a confidence of at least {0:g}, at most {1}"

    def _shown(self, confidences: Confidences) -> Any:
        return confidences.best >= self.setting - _ROUNDING


@dataclass(frozen=True, slots=True, repr=False)
class RelativePolicy(Policy):
    """Shows options with a minimum share of the best confidence."""

    id = "relative"
    says = "show options with at least {0:.0%} of the best confidence, at most {1}"

    def _shown(self, confidences: Confidences) -> Any:
        return confidences.best >= self.setting * confidences.best[:, :1] - _ROUNDING


@dataclass(frozen=True, slots=True, repr=False)
class GapPolicy(Policy):
    """Shows options with a maximum difference from the best confidence."""

    id = "gap"
    says = "show options within {0:g} of the best confidence, at most {1}"

    def _shown(self, confidences: Confidences) -> Any:
        return confidences.best >= confidences.best[:, :1] - self.setting - _ROUNDING


@dataclass(frozen=True, slots=True, repr=False)
class MassPolicy(Policy):
    """Shows the fewest options that reach a share of the sum of confidences."""

    id = "mass"
    says = "show the fewest options that reach {0:.0%} of the total confidence, at most {1}"

    def _shown(self, confidences: Confidences) -> Any:
        each = np.maximum(confidences.best, 0)
        before = np.cumsum(each, axis=1) - each
        return before < self.setting * confidences.total[:, None] - _ROUNDING


POLICIES: Final[dict[str, type[Policy]]] = {
    kind.id: kind for kind in (FixedPolicy, ThresholdPolicy, RelativePolicy, GapPolicy, MassPolicy)
}


def grid(names: Sequence[str], longest: int) -> dict[str, tuple[Policy, ...]]:
    """Return the settings to try for each policy, the shortest lists first. Raises UnknownNameError.

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
    """Return the corresponding setting of common assistants, from their public documentation.

    Each pair is the name of an assistant and its setting.

    >>> dict(in_assistants(GapPolicy(0.1), 5))["Oracle Digital Assistant"]
    'Confidence Threshold 0, Confidence Win Margin 0.1'
    """
    number = f"{policy.setting:g}"
    most = min(5, max(2, longest))  # the range of Lex
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
    return (("any assistant", f"not available as a setting; in your own code: {policy.words(longest)}"),)
