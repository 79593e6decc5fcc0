"""The JSON documents of the room, and all that they are made of; whatever is shown is drawn from them alone."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from botassay.intents.view import tables
from botassay.intents.view.comparison import comparison_page
from botassay.intents.view.evaluation import evaluation_page
from botassay.intents.view.history import history_page
from botassay.intents.view.merge import merge_page
from botassay.intents.view.review import review_page
from botassay.intents.view.traffic import traffic_page
from botassay.io.csv_safe import csv_table
from botassay.view import Page, Viewable

Verdict = Literal["merge", "move", "rename", "too few examples"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure: its mean over the repeats, and its 95 % interval."""

    value: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What a threshold would bring."""

    threshold: float
    accuracy: float
    automation_rate: float
    carefulness: float | None
    wrong: float
    """Wrong answers, of all tested phrases."""
    over_caution: float | None
    f1_weighted: float
    f1_macro: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialSeconds:
    """How long a trial takes, on average; the only figures that differ from run to run."""

    fit: float
    answer: float
    """All tested phrases together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingFigures:
    """What the trials of one setting come to; figures are null where nothing could be measured."""

    k: int
    p: float
    accuracy: Estimate | None = None
    f1_weighted: Estimate | None = None
    f1_macro: Estimate | None = None
    carefulness: Estimate | None = None
    over_caution: Estimate | None = None
    automation_rate: Estimate | None = None
    repeats: int = 0
    threshold: float
    reason: str | None = None
    """Why the setting could not be run."""
    n_test: float = 0
    """Phrases tested in a repeat, on average."""
    n_negative: float = 0
    """Those of them to which silence is the right answer."""
    n_small: int | None = None
    """Topics that are small; with none the setting is 0,0 again. Null where it could not be run, or nobody counted."""
    curve: tuple[CurvePoint, ...] = ()
    best_threshold: float | None = None
    """The one with the most right answers less wrong ones."""
    seconds: TrialSeconds | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusedPhrase:
    """A phrase that was taken for another intent."""

    text: str
    truth: str
    guess: str
    times: int
    """How often it was taken for it."""
    tested: int
    """How often it was tested."""
    confidence: float
    """On average, when it was."""
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusedPair:
    """Two intents that are confused, by which phrases, and what to do."""

    a: str
    b: str
    score: float
    count: int
    tested: tuple[int, int]
    """How often phrases of a, and of b, were tested."""
    examples: tuple[ConfusedPhrase, ...]
    verdict: Verdict
    advice: str
    from_all: bool = False
    """Whether it comes from the trials in which all topics were known: one of the two stood in for unknown questions in
    those that the other pairs come from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwallowingIntent:
    """An intent that is guessed for phrases of many others."""

    intent: str
    wrong: int
    """How often it was guessed wrongly."""
    guessed: int
    """How often it was guessed."""
    of: tuple[str, ...]
    """Whose phrases it got, most often first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallIntent:
    """An intent with few phrases."""

    intent: str
    phrases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NearDuplicates:
    """Two phrases of different intents that are nearly the same."""

    text: str
    intent: str
    where: str
    other_text: str
    other_intent: str
    other_where: str
    likeness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanRating:
    """The share of answers that people find reasonable."""

    accuracy: Estimate | None
    """yes / (yes + no); null where nobody could tell."""
    could_be: tuple[float, float]
    """Were every "can't tell" a no, and were it a yes."""
    answers: int
    """Different pairs of question and answer."""
    yes: int
    no: int
    cannot_tell: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsFrom:
    """The setting whose trials something comes from."""

    k: int
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsEvaluation(Viewable):
    """What `intents evaluate --json` prints, `botassay/intents/evaluate/1`."""

    schema: Literal["botassay/intents/evaluate/1"] = "botassay/intents/evaluate/1"
    data: str = ""
    """The name of the file of phrases."""
    classifier: str
    phrases: int
    rejected: int = 0
    """Rows of the file that are left out; the phrases and these are all of them."""
    intents: int
    outside: int
    """Phrases that the data set says belong to no intent."""
    repeats: int
    threshold: float
    test_fraction: float
    acceptable: float
    seed: int
    finished: bool
    """False: it was interrupted, and the figures come from what was done until then."""
    done: bool
    """Whether no pair is confused more than is acceptable, of the intents that could be judged."""
    unjudged: tuple[str, ...]
    """Intents that were tested too rarely to say whether they are confused with others."""
    stand_ins: tuple[str, ...] = ()
    """The rarest intents: they stood in for unknown questions where the pairs come from, and were not tested there."""
    settings: tuple[SettingFigures, ...]
    pairs_from: PairsFrom
    pairs: tuple[ConfusedPair, ...]
    """The most confused first."""
    single: tuple[str, ...] = ()
    """Intents of one phrase, which is trained on and never tested in (0,0)."""
    advice_from: PairsFrom | None = None
    """Where what is mislabelled, what swallows others, and the pairs of `stand_ins` come from: (0,0), if it ran."""
    mislabelled: tuple[ConfusedPhrase, ...]
    duplicates: tuple[NearDuplicates, ...]
    too_small: tuple[SmallIntent, ...]
    swallowing: tuple[SwallowingIntent, ...]
    human: HumanRating | None = None
    """What people say of the bot's answers, where that was asked."""

    @property
    def judged(self) -> int:
        """How many intents were tested often enough."""
        return self.intents - len(self.unjudged)

    @property
    def problems(self) -> tuple[ConfusedPair, ...]:
        """The pairs that are confused more than is acceptable."""
        return tuple(pair for pair in self.pairs if pair.score > self.acceptable)

    def view(self) -> Page:
        """Return the page."""
        return evaluation_page(self)

    def csv(self) -> str:
        """Return the work list as CSV."""
        return csv_table(tables.work_list(self))

    def curves_csv(self) -> str:
        """Return the figures at other thresholds as CSV, a row for each classifier, setting and threshold."""
        return csv_table(tables.curves_table([(self.classifier, self.settings)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedClassifier:
    """What one classifier is worth."""

    classifier: str
    settings: tuple[SettingFigures, ...]
    accuracy_range: tuple[float, float]
    """The least and the greatest over the settings, as in the paper's Fig. 6."""
    carefulness_range: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierDifference:
    """A classifier less the first one, in one setting, on the same splits; above 0: it has more of it."""

    classifier: str
    other: str
    k: int
    p: float
    accuracy: Estimate | None
    f1_weighted: Estimate | None
    f1_macro: Estimate | None
    carefulness: Estimate | None
    over_caution: Estimate | None
    automation_rate: Estimate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsComparison(Viewable):
    """What `intents compare --json` prints, `botassay/intents/compare/1`."""

    schema: Literal["botassay/intents/compare/1"] = "botassay/intents/compare/1"
    data: str = ""
    """The name of the file of phrases."""
    phrases: int
    rejected: int = 0
    """Rows of the file that are left out; the phrases and these are all of them."""
    repeats: int
    threshold: float
    test_fraction: float
    seed: int
    finished: bool
    classifiers: tuple[ComparedClassifier, ...]
    differences: tuple[ClassifierDifference, ...]

    def view(self) -> Page:
        """Return the page."""
        return comparison_page(self)

    def csv(self) -> str:
        """Return all figures as CSV."""
        return csv_table(tables.comparison_table(self))

    def curves_csv(self) -> str:
        """Return the figures at other thresholds as CSV, a row for each classifier, setting and threshold."""
        return csv_table(tables.curves_table([(each.classifier, each.settings) for each in self.classifiers]))


@dataclass(frozen=True, slots=True)
class RenamedIntent:
    """An intent that got another name."""

    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPhrase:
    """A phrase that came, went or moved."""

    text: str
    before: str | None
    """Its intent before; null: it was not there, or belonged to none."""
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What changed. A phrase whose intent was renamed has not moved."""

    added: int
    removed: int
    moved: int
    intents_added: tuple[str, ...]
    intents_removed: tuple[str, ...]
    intents_renamed: tuple[RenamedIntent, ...]
    phrases_added: tuple[ChangedPhrase, ...]
    phrases_removed: tuple[ChangedPhrase, ...]
    phrases_moved: tuple[ChangedPhrase, ...]

    @property
    def nothing(self) -> bool:
        """Whether nothing changed."""
        intents = self.intents_added or self.intents_removed or self.intents_renamed
        return not (self.added or self.removed or self.moved or intents)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryDay:
    """One row."""

    day: date
    file: str
    phrases: int
    intents: int
    settings: tuple[SettingFigures, ...]
    changes: Changes | None
    """Since the row before; null in the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsHistory(Viewable):
    """What `intents history --json` prints, `botassay/intents/history/1`."""

    schema: Literal["botassay/intents/history/1"] = "botassay/intents/history/1"
    data: str = ""
    """The name of the folder."""
    classifier: str
    repeats: int
    threshold: float
    test_fraction: float
    seed: int
    finished: bool
    """False: it was interrupted, and the days after the last one here were not looked at."""
    left_out: tuple[str, ...]
    """Files of the folder that are no row, and why."""
    days: tuple[HistoryDay, ...]

    def view(self) -> Page:
        """Return the page."""
        return history_page(self)

    def csv(self) -> str:
        """Return a row for each day as CSV."""
        return csv_table(tables.history_table(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedMember:
    """An intent of a set."""

    set: str
    intent: str
    phrases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedIntent:
    """Intents that become one."""

    intent: str
    phrases: int
    """Texts that differ."""
    members: tuple[MergedMember, ...]
    """The one with the most phrases first."""
    likest: float | None
    """The greatest similarity in it; null where there is one member."""
    least_like: float | None
    """The smallest similarity of a link that is needed to hold it together; null where there is one member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsMerge(Viewable):
    """What `intents merge --json` prints, `botassay/intents/merge/1`."""

    schema: Literal["botassay/intents/merge/1"] = "botassay/intents/merge/1"
    sets: tuple[str, ...]
    least: float
    phrases: int
    intents: int
    """Of all sets together."""
    merged: tuple[MergedIntent, ...]
    """The largest first."""

    def view(self) -> Page:
        """Return the page."""
        return merge_page(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """A question of a group."""

    text: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A group of questions, and where they could belong."""

    intent: str
    new: bool
    """Whether there is no such intent yet."""
    confidence: float | None
    """Of a classifier that knows all phrases, on average over the questions; null for a new intent."""
    words: tuple[str, ...]
    questions: tuple[AskedQuestion, ...]
    """The most typical first."""

    @property
    def times(self) -> int:
        """How often they were asked, together."""
        return sum(one.times for one in self.questions)


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsReview(Viewable):
    """What `intents review --json` prints, `botassay/intents/review/1`."""

    schema: Literal["botassay/intents/review/1"] = "botassay/intents/review/1"
    data: str = ""
    """The name of the log."""
    questions: int
    below: float
    unsure: int
    """Questions that were deferred, or answered with less confidence."""
    known: int
    """Those of them that stand in the data already."""
    proposals: tuple[Proposal, ...]
    """What was asked most often first."""

    def view(self) -> Page:
        """Return the page."""
        return review_page(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionShare:
    """A share of all questions, with its 95 % interval (Wilson)."""

    count: int
    value: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentShare:
    """How many questions were taken for an intent."""

    intent: str
    share: QuestionShare
    up_to_here: float
    """The share of this intent and of all that are more frequent."""
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrecognisedGroup:
    """Questions that were taken for nothing, and are about the same thing."""

    words: tuple[str, ...]
    share: QuestionShare
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsTraffic(Viewable):
    """What `intents traffic --json` prints, `botassay/intents/traffic/1`."""

    schema: Literal["botassay/intents/traffic/1"] = "botassay/intents/traffic/1"
    data: str = ""
    """The name of the log."""
    questions: int
    distinct: int
    """Questions that differ by more than case and spaces."""
    classifier: str | None
    """Who took the questions for intents; null: the bot itself, as its log has it."""
    threshold: float
    recognised: QuestionShare
    intents: tuple[IntentShare, ...]
    """The most frequent first."""
    unrecognised: tuple[UnrecognisedGroup, ...]
    """The largest group first."""

    def view(self) -> Page:
        """Return the page."""
        return traffic_page(self)

    def csv(self) -> str:
        """Return a row for each topic and each group of the rest as CSV."""
        return csv_table(tables.traffic_table(self))
