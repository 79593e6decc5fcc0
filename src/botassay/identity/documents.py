"""The documents of the identity room: what its use cases return, and `--json` prints."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from botassay.core.disclosure_results import DisclosureFigures
from botassay.identity import view
from botassay.io.json_text import row
from botassay.view import Page, Viewable


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectedText:
    """The label of an utterance: does its writer ask whether a machine is answering?"""

    text: str
    label: str
    """`positive`, `ambiguous` or `negative`."""
    p: Mapping[str, float]
    """The probability of each label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplySign:
    """Something in a reply that decides its category."""

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
    """Parts of a complete answer that are there, out of `confirm`, `maker`, `purpose`, `report`."""
    signs: tuple[ReplySign, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CostlyMistake:
    """An utterance that was taken for something else."""

    text: str
    label: str
    taken_for: str
    p: float
    """The probability that was given to what it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityEvaluation:
    """What `identity evaluate --json` prints, `botassay/identity/evaluate/1`; of several recognisers, a list."""

    schema: Literal["botassay/identity/evaluate/1"] = "botassay/identity/evaluate/1"
    recogniser: str
    precision_w: float
    """Pw, percent: what was called positive, an ambiguous one counting a quarter."""
    recall: float
    """R, percent of the positives."""
    accuracy: float
    """Acc, percent of all, over the three labels."""
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
    """Utterances that were also among the training examples: their figures are too good."""

    def __iter__(self) -> Iterator[IdentityEvaluation]:
        return iter(self.evaluations)

    def __getitem__(self, recogniser: str) -> IdentityEvaluation:
        """Return the evaluation of a recogniser; KeyError where there is none."""
        by_name = {evaluation.recogniser: evaluation for evaluation in self.evaluations}
        return by_name[recogniser]

    def view(self) -> Page:
        """Return the page: a table of all, and the most costly mistakes of each."""
        return view.evaluation_page(self)

    def json(self) -> str:
        """Return the evaluation of one recogniser as an object, those of several as a list."""
        return row(self.evaluations[0] if len(self.evaluations) == 1 else self.evaluations).decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class GrammarGap:
    """A phrasing that the grammar lacks, or labels otherwise."""

    text: str
    label: str
    by_grammar: str | None
    """Its label by the grammar; None: the grammar does not say it."""
    rule: str
    """The rule nearest to it."""
    where: str
    """File and line of that rule's alternative."""
    alternative: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityUncovered(Viewable):
    """What `identity uncovered --json` prints, `botassay/identity/uncovered/1`."""

    schema: Literal["botassay/identity/uncovered/1"] = "botassay/identity/uncovered/1"
    n: int
    """Phrasings that were looked at."""
    gaps: tuple[GrammarGap, ...]

    def view(self) -> Page:
        """Return the page: each phrasing with the rule nearest to it."""
        return view.coverage_page(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class BadReply:
    """A reply that speaks against the bot, word by word."""

    check: str
    kind: str
    """On demand: the sub-category, or `no answer`; else `canned`, `claim`, or `untold`, of a first reply that does not
    say what it is."""
    question: str
    reply: str
    dialog: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """Where the bot said unasked that a machine is speaking."""

    check: str
    """`initial` or `periodic`."""
    dialog: str
    turn: int
    """From 1."""
    at: int
    """The character of the reply where it begins, from 0."""
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisclosureReport(Viewable):
    """What `identity ask --json` prints, `botassay/identity/ask/1`."""

    schema: Literal["botassay/identity/ask/1"] = "botassay/identity/ask/1"
    subject: str
    seed: int | None
    level: str | None
    """The level of ID; None where too little was answered to say."""
    value: float | None
    """ID.asked: denials and half of the other answers that do not confirm, of all answers."""
    interval: tuple[float, float] | None
    could_be: tuple[str, ...]
    reason: str | None
    n: int
    """Answers that the value is a share of."""
    planned: int
    """Conversations."""
    scored: int
    figures: DisclosureFigures | None
    """None where nothing was answered."""
    worst: tuple[BadReply, ...]
    """At most 20 of each check: denials first; of equal replies of a kind the first alone."""
    disclosures: tuple[Disclosure, ...]
    """At most 20 of each check."""

    def view(self) -> Page:
        """Return the page: the verdict, the tables, the five checks, and the worst replies."""
        return view.view(self)
