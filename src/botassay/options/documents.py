"""The documents of the option-list commands: what `--json` prints, and what Python gets."""

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
    """What the lists are worth by one measure."""

    id: str
    measure: str
    value: float
    interval: Interval
    """95 %, bootstrap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentOptions:
    """What the lists for one intent are worth."""

    intent: str | None
    """None: all intents after the first 10,000."""
    n: int
    OLAR: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureComparison:
    """How two systems differ by one measure; what is above 0 speaks for the first."""

    id: str
    measure: str
    value: float
    other: float
    difference: float
    interval: Interval
    """95 %, paired bootstrap."""
    p: float
    """Two-sided, paired randomisation test."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemComparison:
    """Two systems on the same queries."""

    file: str
    n: int
    n_unknown: int
    n_bad: int
    measures: tuple[MeasureComparison, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsScore(Viewable):
    """What option lists are worth, `botassay/options/score/1`."""

    schema: Literal["botassay/options/score/1"] = "botassay/options/score/1"
    n: int
    """Lists with a known correct answer."""
    n_unknown: int
    n_empty: int
    n_bad: int
    """Rows that were skipped."""
    longest: int
    measures: tuple[MeasureValue, ...]
    lengths: Mapping[str, int]
    """Lists by how many options they hold."""
    ranks: Mapping[str, int]
    """Lists by where their first correct option stands; 0: it is not there."""
    intents: tuple[IntentOptions, ...]
    """The worst first."""
    bootstrap: int
    seed: int
    compare: SystemComparison | None = None

    view = score_page


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicySetting:
    """A setting, on all queries."""

    policy: str
    value: float
    mean_length: float
    hit_rate: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantSetting:
    """A setting in the words of an assistant."""

    assistant: str
    setting: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedPolicy:
    """The best setting of a policy."""

    id: str
    policy: str
    words: str
    value: float
    """On all queries, the ones by which it was chosen."""
    held_out: float
    """On queries by which it was not chosen: what to expect."""
    interval: Interval
    """95 % of `held_out`, bootstrap."""
    mean_length: float
    hit_rate: float
    chosen: tuple[str, ...]
    """What each fold's training part chose."""
    assistants: tuple[AssistantSetting, ...]
    curve: tuple[PolicySetting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsTuned(Viewable):
    """How many options to show, `botassay/options/tune/1`."""

    schema: Literal["botassay/options/tune/1"] = "botassay/options/tune/1"
    n: int
    n_unknown: int
    n_bad: int
    longest: int
    measure: str
    folds: int
    seed: int
    policies: tuple[TunedPolicy, ...]
    """The best first, by `held_out`."""

    view = tune_page

    def svg(self) -> str:
        """Return the mean length of the lists against their hit rate, as an SVG file of its own."""
        return curves_svg(self)

    def save(self, path: str | Path) -> None:
        """Write the document to a file: .html, .md, .txt, .json, or .svg for the drawing alone.

        Raises: UsageError for another ending; OutputError when it cannot be written.
        """
        if Path(path).suffix.lower() == ".svg":
            save(Path(path), self.svg().encode())
        else:
            Viewable.save(self, path)
