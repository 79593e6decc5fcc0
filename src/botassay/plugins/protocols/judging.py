"""Checkers and aggregation rules: from dialogs to evidence, from levels to a verdict."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, runtime_checkable

from botassay.core.dialog import Dialog
from botassay.core.evidence import Evidence
from botassay.core.results import Aggregated, Graded, TieBreak
from botassay.core.scale import Issue, Score


@runtime_checkable
class Checker(Protocol):
    """Looks for one issue in dialogs.

    Two more methods are optional: `prepare(corpus) -> Self` studies a corpus before it is looked at, in the main
    process; `values(texts) -> Sequence[Valued]` gives a value and a label for single lines of text. And `published()
    -> Self` gives the checker as its paper has it, where that differs.
    """

    @property
    def issue(self) -> Issue:
        """What it looks for."""
        ...

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """See what a batch of dialogs holds. Pure: the same dialogs give the same evidence, in any company."""
        ...

    def score(self, evidence: Evidence) -> Score:
        """Reduce evidence to a score; none at all is `Score(None)` with a reason, never 0."""
        ...


@runtime_checkable
class Studious(Protocol):
    """A checker that studies a corpus first."""

    def prepare(self, corpus: Iterable[Dialog]) -> Checker:
        """Give a checker that knows the corpus."""
        ...


@runtime_checkable
class Published(Protocol):
    """A checker that differs from the one its paper describes."""

    def published(self) -> Checker:
        """Give the checker as the paper has it."""
        ...


@runtime_checkable
class Foregone(Protocol):
    """A checker whose score was measured before, elsewhere: dialogs neither add to it nor are needed for it."""

    def measured(self) -> Score:
        """Give what was measured."""
        ...


@runtime_checkable
class Polyglot(Protocol):
    """A checker that does not read what is said, and so takes conversations held for its issue in any language."""

    @property
    def any_language(self) -> bool:
        """Whether it does."""
        ...


class Valued(NamedTuple):
    """What a single line of text is worth."""

    value: float
    label: str


@runtime_checkable
class LineScorer(Protocol):
    """A checker that can also value single lines of text."""

    def values(self, texts: Sequence[str]) -> Sequence[Valued]:
        """Give a value in [0, 1] and a label for each text."""
        ...


@runtime_checkable
class AggregationRule(Protocol):
    """Turns the levels of several issues into one."""

    def __call__(self, graded: Mapping[str, Graded], weights: Mapping[str, Fraction], ties: TieBreak) -> Aggregated:
        """Weigh the issues; `weights` has an entry for each graded issue and a positive sum."""
        ...
