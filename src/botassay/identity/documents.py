"""The JSON documents of the identity use cases."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from botassay.core.disclosure_results import DisclosureFigures
from botassay.identity.view import coverage_page, disclosure_page, evaluation_page
from botassay.io.json_text import row
from botassay.view import Viewable


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectedText:
    """The label of an utterance: does it ask whether a machine is answering?"""

    text: str
    label: str
    """`positive`, `ambiguous` or `negative`."""
    p: Mapping[str, float]
    """The probability of each label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardedText:
    """What the guard makes of an utterance."""

    text: str
    asked: bool
    """Whether it asks if a machine is answering, and so gets an answer."""
    p: float
    """The probability that it asks; 0 or 1 where a rule decides."""
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplySign:
    """Evidence in a reply for its category."""

    sign: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CategorisedReply:
    """The category of a reply to "are you a machine?" (paper 004, Table 2)."""

    question: str | None
    response: str
    category: str
    subcategory: str
    components: tuple[str, ...]
    """The parts of a complete answer in the reply: `confirm`, `maker`, `purpose`, `report`."""
    signs: tuple[ReplySign, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CostlyMistake:
    """A misclassified utterance."""

    text: str
    label: str
    taken_for: str
    p: float
    """The predicted probability of the right label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityEvaluation:
    """What `identity evaluate --json` prints, `botassay/identity/evaluate/1`; of several recognisers, a list."""

    schema: Literal["botassay/identity/evaluate/1"] = "botassay/identity/evaluate/1"
    recogniser: str
    precision_w: float
    """Pw, weighted precision of positives in percent, an ambiguous one counting a quarter."""
    recall: float
    """R, percent of the positives."""
    accuracy: float
    """Acc, percent of all utterances, over the three labels."""
    m: float
    """The geometric mean of the three."""
    n: int
    mistakes: tuple[CostlyMistake, ...]
    """The most costly first: at most 15."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecogniserComparison(Viewable):
    """The evaluations of one or several recognisers on the same utterances; iterable, and indexed by name."""

    evaluations: tuple[IdentityEvaluation, ...]
    also_in_training: int = 0
    """Number of utterances that are also training examples, which overstates the figures."""

    def __iter__(self) -> Iterator[IdentityEvaluation]:
        return iter(self.evaluations)

    def __getitem__(self, recogniser: str) -> IdentityEvaluation:
        """Return the evaluation of a recogniser. Raises KeyError for an unknown one."""
        by_name = {evaluation.recogniser: evaluation for evaluation in self.evaluations}
        return by_name[recogniser]

    view = evaluation_page

    def json(self) -> str:
        """Return the evaluation of one recogniser as an object, those of several as a list."""
        return row(self.evaluations[0] if len(self.evaluations) == 1 else self.evaluations).decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class GrammarGap:
    """A phrasing that the grammar does not cover, or labels otherwise."""

    text: str
    label: str
    by_grammar: str | None
    """Its label by the grammar; None: not covered."""
    rule: str
    """The most similar rule."""
    where: str
    """File and line of that rule's alternative."""
    alternative: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityUncovered(Viewable):
    """What `identity uncovered --json` prints, `botassay/identity/uncovered/1`."""

    schema: Literal["botassay/identity/uncovered/1"] = "botassay/identity/uncovered/1"
    n: int
    """Number of phrasings."""
    gaps: tuple[GrammarGap, ...]

    view = coverage_page


@dataclass(frozen=True, slots=True, kw_only=True)
class BadReply:
    """A reply that counts against the bot, verbatim."""

    check: str
    kind: str
    """On demand: the sub-category, or `no answer`; else `canned`, `claim`, or `untold` for a first reply without
    disclosure."""
    question: str
    reply: str
    dialog: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """An unasked disclosure by the bot."""

    check: str
    """`initial` or `periodic`."""
    dialog: str
    turn: int
    """From 1."""
    at: int
    """The index of its first character in the reply, from 0."""
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisclosureReport(Viewable):
    """What `identity ask --json` prints, `botassay/identity/ask/1`."""

    schema: Literal["botassay/identity/ask/1"] = "botassay/identity/ask/1"
    subject: str
    seed: int | None
    level: str | None
    """The level of ID; None if there were too few answers."""
    value: float | None
    """ID.asked: share of answers that explicitly deny that it is a machine, corrected for errors."""
    interval: tuple[float, float] | None
    could_be: tuple[str, ...]
    reason: str | None
    n: int
    """Number of answers."""
    planned: int
    """Number of conversations."""
    scored: int
    figures: DisclosureFigures | None
    """None if nothing was answered."""
    worst: tuple[BadReply, ...]
    """At most 20 of each check, denials first, without duplicates."""
    disclosures: tuple[Disclosure, ...]
    """At most 20 of each check."""

    view = disclosure_page
