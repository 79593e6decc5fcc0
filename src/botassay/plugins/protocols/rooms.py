"""Protocols of classifiers, sentiment systems, translators and voting rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol, Self, runtime_checkable


class Guess(NamedTuple):
    """The predicted intent of a text; None means out of scope."""

    intent: str | None
    confidence: float


@runtime_checkable
class Classifier(Protocol):
    """An intent classifier; scikit-learn's estimators fit in as they are (see `guessing`)."""

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Learn from labelled texts."""
        ...

    def predict(self, texts: Sequence[str]) -> Sequence[Guess]:
        """Guess the intent of each text; bare labels instead of guesses count as certain."""
        ...


@dataclass(frozen=True, slots=True)
class SentimentText:
    """A sentence whose sentiment is asked for."""

    id: str
    text: str
    groups: Mapping[str, str] = field(default_factory=dict)
    """Protected attribute -> class."""


@runtime_checkable
class SentimentSystem(Protocol):
    """Rates the sentiment of texts."""

    @property
    def name(self) -> str:
        """The name shown in reports."""
        ...

    def polarity(self, rows: Sequence[SentimentText]) -> Sequence[float]:
        """Return a polarity in [-1, 1] for each row."""
        ...


@dataclass(frozen=True, slots=True)
class SentimentOptions:
    """Settings of a sentiment system or translator."""

    seed: int = 1
    """Seed of random choices."""
    rate: float | None = None
    """Requests per second to one host; None: 2, unlimited to a loopback address."""
    labels: Mapping[str, float] = field(default_factory=dict)
    """Polarity of each label that a system may return, case folded."""
    scale: tuple[float, float] = (-1.0, 1.0)
    """The least and the greatest number that a system returns."""


@runtime_checkable
class Translator(Protocol):
    """Translates texts."""

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> Sequence[str]:
        """Translate each text between two languages, given by ISO 639 code."""
        ...


@dataclass(frozen=True, slots=True)
class Ballot:
    """One voter's order, most important first, ties as groups; `count` voters cast the same one.

    Issues that others list and this one does not share the last place.
    """

    order: tuple[tuple[str, ...], ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a rule that eliminates one issue at a time."""

    votes: Mapping[str, Fraction]
    out: str
    """The issue that is eliminated."""


@dataclass(frozen=True, slots=True)
class Count:
    """The result of a voting rule, with its tallies."""

    order: tuple[str, ...]
    """Most important first."""
    scores: Mapping[str, Fraction] | None = None
    pairwise: Mapping[str, Mapping[str, int]] | None = None
    """How many voters put the first issue strictly before the second."""
    paths: Mapping[str, Mapping[str, int]] | None = None
    """How strong the strongest path from the first issue to the second is (Schulze)."""
    kept: int | None = None
    """How many of the voters' preferences, pair by pair, the order keeps (Kemeny)."""
    rounds: tuple[Round, ...] = ()
    ties: tuple[tuple[str, ...], ...] = ()
    """Groups of issues among which the ballots do not decide: the alphabet did."""
    winners: tuple[str, ...] = ()
    """All issues that may stand first, alphabetically; empty: the first of the order alone."""


@runtime_checkable
class VotingRule(Protocol):
    """Makes one order out of many; ties are broken alphabetically."""

    def __call__(self, ballots: Sequence[Ballot]) -> tuple[str, ...]:
        """Return the common order of all issues that any ballot lists, most important first.

        Raises: UsageError when there are no ballots.
        """
        ...
