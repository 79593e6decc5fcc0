"""The JSON documents of the intents use cases and their parts; pages and tables are drawn from them alone."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from botassay.intents.view import tables
from botassay.intents.view.comparison import comparison_page
from botassay.intents.view.evaluation import evaluation_page
from botassay.intents.view.history import history_page
from botassay.intents.view.merge import merge_page
from botassay.intents.view.review import review_page
from botassay.intents.view.traffic import traffic_page
from botassay.io.csv_safe import csv_table
from botassay.io.files import save
from botassay.io.spreadsheet import workbook_of
from botassay.view import Viewable

Verdict = Literal["merge", "move", "rename", "too few examples", "withheld"]


class IntentsDocument(Viewable):
    """A document whose CSV table can be saved as a spreadsheet, too."""

    __slots__ = ()

    def save(self, path: str | Path) -> None:
        """Write the document to a file; formats and errors are those of `Viewable`, and .xlsx where there is .csv."""
        table = getattr(self, "csv", None)
        if table is None or Path(path).suffix.lower() != ".xlsx":
            super().save(path)
        else:
            save(Path(path), workbook_of(table()))


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of a figure over the repeats, with its 95 % confidence interval."""

    value: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The figures at one threshold."""

    threshold: float
    accuracy: float
    automation_rate: float
    carefulness: float | None
    wrong: float
    """Share of wrong answers among all tested phrases."""
    over_caution: float | None
    f1_weighted: float
    f1_macro: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialSeconds:
    """The mean duration of a trial; the only figures that differ from run to run."""

    fit: float
    answer: float
    """For all tested phrases together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingFigures:
    """The figures of one setting over its trials; null if they could not be measured."""

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
    """The reason if the setting could not be run."""
    n_test: float = 0
    """Mean number of phrases tested per repeat."""
    n_negative: float = 0
    """Mean number of tested phrases without a right answer."""
    n_small: int | None = None
    """Number of small topics; with 0 the setting equals 0,0. Null if it could not be run, or in old documents."""
    curve: tuple[CurvePoint, ...] = ()
    best_threshold: float | None = None
    """The threshold with the highest number of right minus wrong answers."""
    seconds: TrialSeconds | None = None
    failed: int = 0
    """Number of trainings that failed; their repeats are missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusedPhrase:
    """A phrase that was classified as another intent."""

    text: str
    truth: str
    guess: str
    times: int
    """Number of tests with this error."""
    tested: int
    """Number of tests of the phrase."""
    confidence: float
    """Mean confidence of the error."""
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusedPair:
    """Two confused intents, with the phrases and the advice."""

    a: str
    b: str
    score: float
    count: int
    tested: tuple[int, int]
    """Number of tests of phrases of a, and of b."""
    examples: tuple[ConfusedPhrase, ...]
    verdict: Verdict
    advice: str
    from_all: bool = False
    """Whether the pair comes from the trials with all topics known, as one of the two was held out in the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwallowingIntent:
    """An intent that attracts phrases of many others."""

    intent: str
    wrong: int
    """Number of wrong predictions of it."""
    guessed: int
    """Number of predictions of it."""
    of: tuple[str, ...]
    """The intents of the wrongly attracted phrases, the most frequent first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallIntent:
    """An intent with few phrases."""

    intent: str
    phrases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NearDuplicates:
    """Two nearly identical phrases of different intents."""

    text: str
    intent: str
    where: str
    other_text: str
    other_intent: str
    other_where: str
    likeness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanRating:
    """The share of answers that human raters find reasonable."""

    accuracy: Estimate | None
    """yes / (yes + no); null if all ratings are "can't tell"."""
    could_be: tuple[float, float]
    """The share if every "can't tell" were a no, and if it were a yes."""
    answers: int
    """Number of different pairs of question and answer."""
    yes: int
    no: int
    cannot_tell: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsFrom:
    """The setting whose trials a result is based on."""

    k: int
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsEvaluation(IntentsDocument):
    """What `intents evaluate --json` prints, `botassay/intents/evaluate/1`."""

    schema: Literal["botassay/intents/evaluate/1"] = "botassay/intents/evaluate/1"
    data: str = ""
    """The name of the file of phrases."""
    classifier: str
    phrases: int
    rejected: int = 0
    """Number of skipped rows of the file."""
    intents: int
    outside: int
    """Number of out-of-scope phrases, which belong to no intent."""
    repeats: int
    threshold: float
    test_fraction: float
    acceptable: float
    seed: int
    finished: bool
    """False: interrupted; the figures are based on the finished tests."""
    done: bool
    """Whether no pair of judged intents is confused more than is acceptable."""
    unjudged: tuple[str, ...]
    """Intents with too few tests to judge confusion."""
    stand_ins: tuple[str, ...] = ()
    """The rarest intents, which were held out as unknown questions in the trials of the pairs."""
    settings: tuple[SettingFigures, ...]
    pairs_from: PairsFrom
    pairs: tuple[ConfusedPair, ...]
    """The most confused first."""
    single: tuple[str, ...] = ()
    """Intents with one phrase, which is used for training and never tested in (0,0)."""
    advice_from: PairsFrom | None = None
    """The setting of `mislabelled`, `swallowing` and the pairs of `stand_ins`: (0,0), if it ran."""
    top1: float | None = None
    """Share of new phrases whose right topic is the best guess, at any confidence, in `advice_from`."""
    mislabelled: tuple[ConfusedPhrase, ...]
    duplicates: tuple[NearDuplicates, ...]
    too_small: tuple[SmallIntent, ...]
    swallowing: tuple[SwallowingIntent, ...]
    human: HumanRating | None = None
    """Human ratings of the bot's answers, if given."""

    @property
    def judged(self) -> int:
        """Number of intents with enough tests."""
        return self.intents - len(self.unjudged)

    @property
    def problems(self) -> tuple[ConfusedPair, ...]:
        """The pairs that are confused more than acceptable."""
        return tuple(pair for pair in self.pairs if pair.score > self.acceptable)

    view = evaluation_page

    def csv(self) -> str:
        """Return the work list as CSV."""
        return csv_table(tables.work_list(self))

    def curves_csv(self) -> str:
        """Return the figures at every threshold as CSV."""
        return csv_table(tables.curves_table([(self.classifier, self.settings)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedClassifier:
    """The figures of one classifier."""

    classifier: str
    settings: tuple[SettingFigures, ...]
    accuracy_range: tuple[float, float]
    """Minimum and maximum over the settings, as in the paper's Fig. 6."""
    carefulness_range: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierDifference:
    """The figures of a classifier minus those of the first one, in one setting, on the same splits."""

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
    phrases: int | None = None
    """Number of phrases that both were tested on in the one repeat; null for several repeats."""
    better: int | None = None
    """Number of these that only this classifier has right."""
    worse: int | None = None
    """Number of these that only the other one has right."""
    accuracy_p: float | None = None
    """McNemar's exact p value of the difference in accuracy, two-sided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsComparison(IntentsDocument):
    """What `intents compare --json` prints, `botassay/intents/compare/1`."""

    schema: Literal["botassay/intents/compare/1"] = "botassay/intents/compare/1"
    data: str = ""
    """The name of the file of phrases."""
    phrases: int
    rejected: int = 0
    """Number of skipped rows of the file."""
    repeats: int
    threshold: float
    test_fraction: float
    seed: int
    finished: bool
    classifiers: tuple[ComparedClassifier, ...]
    differences: tuple[ClassifierDifference, ...]

    view = comparison_page

    def csv(self) -> str:
        """Return all figures as CSV."""
        return csv_table(tables.comparison_table(self))

    def curves_csv(self) -> str:
        """Return the figures at every threshold as CSV."""
        return csv_table(tables.curves_table([(each.classifier, each.settings) for each in self.classifiers]))


@dataclass(frozen=True, slots=True)
class RenamedIntent:
    """An intent with a new name."""

    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPhrase:
    """A phrase that was added, removed or moved."""

    text: str
    before: str | None
    """Its previous intent; null: not present, or out of scope."""
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The changes. A phrase whose intent was renamed has not moved."""

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
    """The figures of one day."""

    day: date
    file: str
    phrases: int
    intents: int
    settings: tuple[SettingFigures, ...]
    changes: Changes | None
    """Changes since the previous day; null on the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsHistory(IntentsDocument):
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
    """False: interrupted; later days were not evaluated."""
    left_out: tuple[str, ...]
    """Skipped files of the folder, and why."""
    days: tuple[HistoryDay, ...]

    view = history_page

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
    """Intents that are merged into one."""

    intent: str
    phrases: int
    """Number of different texts."""
    members: tuple[MergedMember, ...]
    """The largest first."""
    likest: float | None
    """The highest similarity of a link; null for a single member."""
    least_like: float | None
    """The lowest similarity of a link that connects the members; null for a single member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsMerge(IntentsDocument):
    """What `intents merge --json` prints, `botassay/intents/merge/1`."""

    schema: Literal["botassay/intents/merge/1"] = "botassay/intents/merge/1"
    sets: tuple[str, ...]
    least: float
    phrases: int
    intents: int
    """Of all sets together."""
    merged: tuple[MergedIntent, ...]
    """The largest first."""

    view = merge_page


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """A question of a group, with the topic that is proposed for it."""

    text: str
    times: int
    id: str = ""
    topic: str = ""
    confidence: float | None = None
    """Confidence of the proposed topic; null for a new one, or one that the group suggests."""
    answer: str | None = None
    """What the bot said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredQuestion:
    """A question that the bot answered, to be confirmed or corrected."""

    id: str
    text: str
    times: int
    topic: str
    """The topic that the bot recognised."""
    confidence: float | None
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A group of questions with a proposed intent."""

    intent: str
    new: bool
    """Whether the intent does not exist yet."""
    confidence: float | None
    """Mean confidence of a classifier trained on all phrases; null for a new intent."""
    words: tuple[str, ...]
    questions: tuple[AskedQuestion, ...]
    """The most typical first."""

    @property
    def times(self) -> int:
        """How often the questions of the group were asked."""
        return sum(question.times for question in self.questions)


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsReview(IntentsDocument):
    """What `intents review --json` prints, `botassay/intents/review/1`."""

    schema: Literal["botassay/intents/review/1"] = "botassay/intents/review/1"
    data: str = ""
    """The name of the log."""
    questions: int
    below: float
    unsure: int
    """Number of questions without an answer, or with a lower confidence."""
    known: int
    """Number of these that are already in the data."""
    proposals: tuple[Proposal, ...]
    """The most frequently asked first."""
    answered: tuple[AnsweredQuestion, ...] = ()
    """A sample of the answered questions, in the order of their topics."""
    sample: int = 0
    """Maximum size of that sample."""
    seed: int = 1
    decided: int = 0
    """Number of different questions left out, as they were decided in earlier reviews."""

    view = review_page


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionShare:
    """A share of all questions, with its 95 % confidence interval (Wilson)."""

    count: int
    value: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentShare:
    """The share of questions recognised as an intent."""

    intent: str
    share: QuestionShare
    up_to_here: float
    """The cumulative share of this intent and all more frequent ones."""
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrecognisedGroup:
    """A group of similar questions that were not recognised."""

    words: tuple[str, ...]
    share: QuestionShare
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeferredReason:
    """Questions that the bot did not answer, for one reason."""

    reason: str
    """`asked`: the user asked for a person; `not_understood`: no topic; `unsure`: a low confidence; `no_answer`."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficPeriod:
    """The automation rate of a day or week."""

    start: date
    """The day, or the Monday of the week."""
    questions: int
    answered: QuestionShare
    deferred: tuple[DeferredReason, ...]
    """The most frequent reason first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsTraffic(IntentsDocument):
    """What `intents traffic --json` prints, `botassay/intents/traffic/1`."""

    schema: Literal["botassay/intents/traffic/1"] = "botassay/intents/traffic/1"
    data: str = ""
    """The name of the log."""
    questions: int
    distinct: int
    """Number of different questions, ignoring case and spaces."""
    classifier: str | None
    """The classifier that assigned the intents; null: the bot, according to its log."""
    threshold: float
    recognised: QuestionShare
    intents: tuple[IntentShare, ...]
    """The most frequent first."""
    unrecognised: tuple[UnrecognisedGroup, ...]
    """The largest group first."""
    probes: int = 0
    """Number of questions asked by tools that test the bot; left out everywhere else."""
    deferred: tuple[DeferredReason, ...] = ()
    """Why questions were not answered, the most frequent reason first."""
    by: Literal["day", "week"] | None = None
    periods: tuple[TrafficPeriod, ...] = ()
    """In the order of time; days without questions are left out."""

    view = traffic_page

    def csv(self) -> str:
        """Return a row for each topic and each group of the rest as CSV."""
        return csv_table(tables.traffic_table(self))
