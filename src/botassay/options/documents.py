"""The JSON documents of the options use cases."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from botassay.io.files import save
from botassay.options.curve import curves_svg
from botassay.options.view import score_page, tune_page
from botassay.view import Viewable

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureValue:
    """The score of the lists by a measure."""

    id: str
    measure: str
    value: float
    interval: Interval
    """95 % confidence interval (bootstrap)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentOptions:
    """The score of the lists of an intent."""

    intent: str | None
    """Null: all intents after the first 10,000."""
    n: int
    OLAR: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureComparison:
    """The difference of two systems by a measure; above 0, the first is better."""

    id: str
    measure: str
    value: float
    other: float
    difference: float
    interval: Interval
    """95 % confidence interval (paired bootstrap)."""
    p: float
    """Two-sided p-value of a paired randomisation test."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemComparison:
    """The comparison of two systems on the same queries."""

    file: str
    n: int
    n_unknown: int
    n_bad: int
    measures: tuple[MeasureComparison, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsScore(Viewable):
    """What `options score --json` prints, `botassay/options/score/1`."""

    schema: Literal["botassay/options/score/1"] = "botassay/options/score/1"
    n: int
    """Number of lists with a known correct answer."""
    n_unknown: int
    n_empty: int
    n_bad: int
    """Number of skipped rows."""
    n_folded: int = 0
    """Number whose correct option was found only without regard to case, white space and marks."""
    longest: int
    measures: tuple[MeasureValue, ...]
    lengths: Mapping[str, int]
    """Number of lists by length."""
    ranks: Mapping[str, int]
    """Number of lists by the rank of the first correct option; 0: without one."""
    intents: tuple[IntentOptions, ...]
    """The lowest score first."""
    bootstrap: int
    seed: int
    compare: SystemComparison | None = None

    view = score_page


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicySetting:
    """The figures of a setting, on all queries."""

    policy: str
    value: float
    mean_length: float
    hit_rate: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantSetting:
    """The corresponding setting of an assistant."""

    assistant: str
    setting: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedPolicy:
    """The best setting of a policy."""

    id: str
    policy: str
    words: str
    value: float
    """On all queries, which it was chosen on."""
    held_out: float
    """On queries that it was not chosen on: the value to expect on new ones."""
    interval: Interval
    """95 % confidence interval of `held_out` (bootstrap)."""
    mean_length: float
    hit_rate: float
    chosen: tuple[str, ...]
    """The setting chosen on the training part of each fold."""
    assistants: tuple[AssistantSetting, ...]
    curve: tuple[PolicySetting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsTuned(Viewable):
    """What `options tune --json` prints, `botassay/options/tune/1`."""

    schema: Literal["botassay/options/tune/1"] = "botassay/options/tune/1"
    n: int
    n_unknown: int
    n_bad: int
    n_folded: int = 0
    """Number whose correct option was found only without regard to case, white space and marks."""
    longest: int
    measure: str
    folds: int
    seed: int
    policies: tuple[TunedPolicy, ...]
    """The highest `held_out` first."""

    view = tune_page

    def svg(self) -> str:
        """Return the curves, mean length against hit rate, as a self-contained SVG file."""
        return curves_svg(self)

    def save(self, path: str | Path) -> None:
        """Write the document to a file: .html, .md, .txt, .json, or .svg for the curves alone.

        Raises: UsageError for another ending; OutputError when it cannot be written.
        """
        if Path(path).suffix.lower() == ".svg":
            save(Path(path), self.svg().encode())
        else:
            Viewable.save(self, path)
