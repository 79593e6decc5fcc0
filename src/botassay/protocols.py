"""What others may bring: each protocol is small enough to fulfil without importing anything from here but types.

A conformance check for each lives in `botassay.testing`, made with the room that first needs it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, Protocol, Self, runtime_checkable

from botassay.dialog import Dialog, Rejected, Remark, Script
from botassay.evidence import Evidence, Finding
from botassay.rating import Assessment, Assessments, Counts, Graded, TieBreak, Verdict
from botassay.scale import Issue, Score

# ── the road: dialogs in, evidence, a verdict, a report ─────────────────────────────────────────────────────────────


@runtime_checkable
class Reader(Protocol):
    """Reads dialogs in one file format."""

    def sniff(self, first_line: str) -> bool:
        """Say whether a file with this first non-blank line is of the format."""
        ...

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Give the dialogs of one file as they come, and the rows that could not be read, with all of their dialog.

        Args:
            lines: with their line ends; bytes that are no UTF-8 stand as lone surrogates.
            name: makes the id of a dialog that has none: `name:ordinal`, from 1.

        Raises: InputError when nothing of the file can be read; the place is filled in by whoever opened it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files of one folder that make one corpus together."""

    parts: Mapping[str, str]
    """What a file is for -> its name; the first is the one that names the corpus and is sniffed."""
    unread: tuple[str, ...] = ()
    """Files that belong to them and are never opened; they are counted and named."""


@runtime_checkable
class FolderReader(Protocol):
    """Reads dialogs in a format that takes several files."""

    def bundles(self, names: Sequence[str]) -> Sequence[Bundle]:
        """Say which files of one folder belong together, by their names alone, which come sorted.

        A file may be a part of several bundles; those that no bundle names are files like any other.
        """
        ...

    def sniff(self, first_line: str) -> bool:
        """Say whether the first file of a bundle, with this first non-blank line, is of the format."""
        ...

    def read_parts(self, parts: Mapping[str, Iterable[str]], name: str) -> Iterator[Dialog | Rejected | Remark]:
        """Give the dialogs of one bundle, the rows that could not be read, with all of their dialog, and remarks.

        Args:
            parts: what a file is for -> its lines, to be read once; the items of a JSON array are lines, and so are the
                members of a JSON object.
            name: makes the id of a dialog that has none: `name:ordinal`, from 1.

        Raises: InputError when nothing of them can be read.
        """
        ...


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

    def __call__(self, graded: Mapping[str, Graded], weights: Mapping[str, Fraction], ties: TieBreak) -> Verdict:
        """Weigh the issues; `weights` has an entry for each graded issue and a positive sum."""
        ...


@runtime_checkable
class Report(Protocol):
    """Draws an assessment, from the stored document alone."""

    def draw(self, assessment: Assessment) -> bytes:
        """Give the finished file."""
        ...


@runtime_checkable
class PluralReport(Protocol):
    """A report that can hold several ratings in one file; the others draw the worst."""

    def draw_all(self, assessments: Assessments) -> bytes:
        """Give the finished file."""
        ...


@dataclass(frozen=True, slots=True)
class Gate:
    """From which level on a rating is too bad, and how much must have been scored; it changes no rating."""

    fail_on: str
    """The name of a level."""
    min_coverage: float = 0.9

    def stops(self, assessment: Assessment) -> bool:
        """Whether a rating, or the worse bound of one, is too bad."""
        levels = assessment.levels
        return levels.index(assessment.bounds[1]) >= levels.index(self.fail_on)

    def lacks(self, counts: Counts) -> bool:
        """Whether too few conversations were scored."""
        return counts.scored < self.min_coverage * counts.planned


@runtime_checkable
class GatedReport(Protocol):
    """A report that says what passes and what fails: it is told of the gate, which no document holds."""

    def gated(self, gate: Gate) -> Report:
        """Give the report for a gate."""
        ...


@runtime_checkable
class ListReport(Protocol):
    """A report that can list all findings, as a stream, and not only those that the document keeps."""

    def rows(self, findings: Iterable[Finding], assessment: Assessment) -> Iterator[bytes]:
        """Give the file, piece by piece."""
        ...


# ── a live bot ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Reply:
    """What a bot answered."""

    text: str
    options: tuple[str, ...] = ()
    intent: str | None = None
    confidence: float | None = None
    secrets: tuple[str, ...] = ()
    """Names of our own secrets that the bot gave back; in the text their values are taken out."""
    raw: str = ""
    """The answer as it came, secrets taken out, for `bots check`."""


@runtime_checkable
class Conversation(Protocol):
    """One conversation with a bot."""

    async def say(self, text: str) -> Reply:
        """Say something and wait for the answer.

        Raises: BotError when none came.
        """
        ...


@runtime_checkable
class Bot(Protocol):
    """A chatbot that can be talked to."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    def open(self, *, user: str) -> AbstractAsyncContextManager[Conversation]:
        """Begin a conversation on a connection of its own; each user has one cookie jar."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BotOptions:
    """How a bot is to be talked to."""

    description: Path | None = None
    """A bot.toml."""
    system: str | None = None
    """What a model is told before a conversation begins."""
    turn: float = 60.0
    """Seconds for a turn, all in all."""
    rate: float | None = None
    """Requests a second to one host; None: 2, and as many as can be to a loopback address."""


@runtime_checkable
class BotMaker(Protocol):
    """Makes a bot out of a subject as it is typed: `scheme:address`."""

    def __call__(self, address: str, options: BotOptions) -> Bot:
        """Make the bot; nothing is sent yet.

        Args:
            address: what stands behind the scheme and its colon; for `http`, `https`, `ws` and `wss` all of it.
            options: how it is to be talked to.

        Raises: ConfigurationError, UsageError.
        """
        ...


@runtime_checkable
class Prober(Protocol):
    """Asks a live bot on purpose."""

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out what is to be said; the same seed gives the same scripts.

        All scripts with the same conversation are said in it, in the order in which they come.
        """
        ...

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Go on after the answers so far (one for each line that was said), or stop with None. Pure and finite."""
        ...


@runtime_checkable
class Scalable(Protocol):
    """A prober whose scripts need each other: it says what it can show within a number of turns."""

    def within(self, turns: int) -> Prober:
        """Give the prober that takes so many turns at most, and can still show something.

        Raises: UsageError when that is impossible.
        """
        ...


# ── the other rooms ─────────────────────────────────────────────────────────────────────────────────────────────────


class Guess(NamedTuple):
    """What a classifier takes a text for; the intent None says: not mine."""

    intent: str | None
    confidence: float


class Classifier(Protocol):
    """An intent classifier; scikit-learn's estimators fit in as they are."""

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Learn from labelled texts."""
        ...

    def predict(self, texts: Sequence[str]) -> Sequence[Guess]:
        """Guess the intent of each text."""
        ...


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence whose sentiment is asked for."""

    id: str
    text: str
    groups: Mapping[str, str] = field(default_factory=dict)
    """Protected attribute -> class."""


class SentimentSystem(Protocol):
    """Says how positive a text is."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    def polarity(self, rows: Sequence[Row]) -> Sequence[float]:
        """Give a polarity in [-1, 1] for each row."""
        ...


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
    """One round of a rule that drops an issue at a time."""

    votes: Mapping[str, Fraction]
    out: str
    """The issue that goes."""


@dataclass(frozen=True, slots=True)
class Count:
    """How a voting rule came to its order."""

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


@runtime_checkable
class VotingRule(Protocol):
    """Makes one order out of many; ties are broken alphabetically."""

    def __call__(self, ballots: Sequence[Ballot]) -> tuple[str, ...]:
        """Give the common order of all issues that any ballot lists, most important first.

        Raises: UsageError when there are no ballots.
        """
        ...


@runtime_checkable
class CountingRule(VotingRule, Protocol):
    """A voting rule that can also say how it came to its order."""

    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Give the common order, with scores or comparisons, and its ties."""
        ...
