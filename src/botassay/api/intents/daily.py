"""The round of each day: review the questions, write the accepted ones to a new file, evaluate it, fix a topic or two.

A set is a folder with dated files of phrases, the log of the bot and the decisions on its questions. The original files
are never changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from botassay.api.intents.inputs import read_data
from botassay.api.intents.logs import ReviewSession, begin_review, labels_in
from botassay.core.errors import InputError, OutputError, UsageError
from botassay.core.progress import OnProgress
from botassay.intents.automation import periods, share
from botassay.intents.documents import AnsweredQuestion, AskedQuestion, IntentsReview, QuestionShare, TrafficPeriod
from botassay.intents.log import LoggedQuestion, read_log
from botassay.intents.phrases import Phrase, folded, unspaced
from botassay.intents.reading import ENDINGS
from botassay.intents.review_decisions import (
    ANSWERS,
    ReviewDecision,
    append_journal,
    confirmed_answers,
    last_step,
    read_decision_rows,
    standing,
)
from botassay.intents.snapshots import dated_files
from botassay.intents.split_files import rasa_text
from botassay.intents.writing import written
from botassay.settings.intents import PhraseSettings, ReviewSettings
from botassay.view.escape import visible

LOG_STEM: Final = "log"
_OUTSIDE: Final = "out_of_scope"
"""The label of out-of-scope phrases in a table that is downloaded."""
LONGEST_TOPIC: Final = 200
"""Characters of the name of a topic."""
BELOW: Final = 0.5
"""Answers below this confidence are reviewed, and do not count as answers: the default of `review` and `traffic`."""


@dataclass(frozen=True, slots=True)
class SetFiles:
    """The files of a set.

    Args:
        folder: where they lie.
        phrases: dated files, the latest last.
        log: the log of the bot; None where there is none.
    """

    folder: Path
    phrases: tuple[Path, ...]
    log: Path | None

    @classmethod
    def of(cls, folder: Path) -> "SetFiles":
        """Return the files in a folder. Raises InputError for a date that does not exist."""
        logs = sorted(file for file in folder.glob(f"{LOG_STEM}.*") if _ending(file) in ENDINGS and file.is_file())
        return cls(folder, tuple(snapshot.file for snapshot in dated_files(folder)), next(iter(logs), None))

    @property
    def latest(self) -> Path:
        """The phrases that the bot is trained with now. Raises InputError where there are none."""
        if not self.phrases:
            hint = "add the phrases of the bot as a file with the date in its name, like 2026-03-02.csv"
            raise InputError("E100 no files of phrases with a date in their names", str(self.folder), hint)
        return self.phrases[-1]

    @property
    def answers(self) -> Path:
        """The decisions on questions."""
        return self.folder / ANSWERS

    def new_file(self, now: datetime, ending: str) -> Path:
        """Return a file that does not exist yet and comes after all others of the day."""
        name = now.strftime("%Y-%m-%d")
        taken = any(file.name.startswith(name) for file in self.phrases)
        return self.folder / (f"{now.strftime('%Y-%m-%dT%H%M%S')}{ending}" if taken else f"{name}{ending}")


def _ending(file: Path) -> str:
    return Path(file.name.removesuffix(".gz")).suffix.lower().removeprefix(".")


# ── the questions ───────────────────────────────────────────────────────────────────────────────────────────────────


def todays_review(files: SetFiles, day: date, on_progress: OnProgress | None = None) -> ReviewSession:
    """Return the questions to review on a day: those without a good answer, and the day's sample of the others.

    All that is decided during the day stays among them; `open_questions` leaves it out.

    Args:
        files: of the set.
        day: seeds the sample.
        on_progress: called while questions are grouped.

    Raises: InputError for a set without log or phrases, and for invalid files.
    """
    latest = files.latest
    if files.log is None:
        hint = "add the questions of the users as log.jsonl: see docs/how-to/intents.md"
        raise InputError("E100 the set has no log", str(files.folder), hint)
    settings = ReviewSettings(seed=day.toordinal(), below=BELOW)
    phrases = read_data(latest, PhraseSettings()).phrases
    return begin_review(
        files.log, latest, replace(settings, classifier=classifier_for(phrases)), since=day,
        on_progress=on_progress,
    )  # fmt: skip


def classifier_for(phrases: Sequence[Phrase]) -> str:
    """Return the classifier of a set: by words, or by characters where words are not separated."""
    return "char-lr" if unspaced(phrases) else "tfidf-lr"


def open_questions(document: IntentsReview, decided: Mapping[str, ReviewDecision]) -> IntentsReview:
    """Return a review without the questions that were decided in the meantime."""
    groups = (
        replace(proposal, questions=tuple(each for each in proposal.questions if folded(each.text) not in decided))
        for proposal in document.proposals
    )
    return replace(
        document,
        proposals=tuple(group for group in groups if group.questions),
        answered=tuple(each for each in document.answered if folded(each.text) not in decided),
        decided=len(decided),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicAnswer:
    """What a person says about a question.

    Args:
        question: its text.
        topic: the right topic; None: none of the bot's topics.
        new: whether the topic may be new; without it, an unknown name is refused.
    """

    question: str
    topic: str | None
    new: bool = False


def decide(
    files: SetFiles, session: ReviewSession, given: Sequence[TopicAnswer], by: str, now: datetime | None = None
) -> list[ReviewDecision]:
    """Write decisions down, all or none, and return them.

    Args:
        files: of the set.
        session: the questions.
        given: what was decided; the questions must be among those of the session.
        by: who decided.
        now: the time of all of them.

    Raises: InputError for an unknown question; UsageError for a topic that is empty, too long, or unknown and not
        said to be new; OutputError.
    """
    asked = {folded(question.text): question for question in questions_of(session.document)}
    topics = topics_of(session, files)
    at = (now or datetime.now(UTC)).isoformat(timespec="microseconds")
    decisions = []
    for answer in given:
        question = asked.get(folded(answer.question))
        if question is None:
            raise InputError("E136 this question is not up for review", answer.question[:100])
        decision, topic = _judged(question, answer, topics)
        answered = isinstance(question, AnsweredQuestion)
        decisions.append(ReviewDecision(question.id, question.text, decision, topic, answered, at, by))  # type: ignore[arg-type]
    append_journal(files.answers, decisions)
    return decisions


def questions_of(document: IntentsReview) -> tuple[AskedQuestion | AnsweredQuestion, ...]:
    """Return all questions of a review."""
    return (*(question for proposal in document.proposals for question in proposal.questions), *document.answered)


def topics_of(session: ReviewSession, files: SetFiles) -> dict[str, str]:
    """Return the topics by their folded names: those of the phrases, and new ones that were accepted since."""
    names = [str(phrase.intent) for phrase in session.phrases if phrase.intent is not None]
    pending = replace(session, earlier=tuple(standing(read_decision_rows(files.answers)).values())).pending()
    topics: dict[str, str] = {}
    for name in (*names, *pending.values()):
        topics.setdefault(folded(name), name)
    return topics


def _judged(
    question: AskedQuestion | AnsweredQuestion, answer: TopicAnswer, topics: Mapping[str, str]
) -> tuple[str, str | None]:
    """Return the decision and the topic, in the spelling that is known. Raises UsageError."""
    if answer.topic is None:
        return "delete", None
    name = " ".join(answer.topic.split())
    known, proposed = topics.get(folded(name)), folded(question.topic) == folded(name)
    if not name:
        raise UsageError("the topic has no name", hint="write the name of a topic")
    if known is None and not proposed and len(name) > LONGEST_TOPIC:
        raise UsageError(f"the name of the topic has more than {LONGEST_TOPIC} characters", hint="write a shorter one")
    if known is None and not (answer.new or proposed):
        raise UsageError(f"there is no topic {name[:60]!r}", hint="choose one of the list, or say that it is new")
    return ("confirm" if proposed else "correct"), known or visible(name)


def undo(files: SetFiles, by: str) -> list[ReviewDecision]:
    """Withdraw the decisions of a person's last step, and return them; empty if there is none. Raises OutputError."""
    last = last_step(read_decision_rows(files.answers), by)
    if last:
        at = datetime.now(UTC).isoformat(timespec="microseconds")
        append_journal(files.answers, [each._replace(decision="withdraw", topic=None, at=at) for each in last])
    return last


# ── figures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyFigures:
    """How the bot does, and how far the review is.

    Args:
        questions: of users in the log, without those of tests.
        answered: the share that the bot answered, the automation rate; None without questions.
        periods: the same by day; empty where the log has no times.
        confirmed: the share of the reviewed answers that were right; None before any was reviewed.
        reviewed: how many answers were reviewed.
    """

    questions: int
    answered: QuestionShare | None
    periods: tuple[TrafficPeriod, ...]
    confirmed: QuestionShare | None
    reviewed: int


def log_figures(asked: Sequence[LoggedQuestion], decisions: Sequence[ReviewDecision]) -> DailyFigures:
    """Return the figures of a log and of the standing decisions on it; questions of tests are left out."""
    users = [question for question in asked if not question.probe]
    right, reviewed = confirmed_answers(decisions)
    try:
        by_day = periods(users, "day", BELOW)
    except InputError:  # a log without times
        by_day = ()
    return DailyFigures(
        questions=len(users),
        answered=share(sum(question.recognised(BELOW) for question in users), len(users)) if users else None,
        periods=by_day,
        confirmed=share(right, reviewed) if reviewed else None,
        reviewed=reviewed,
    )


def daily_figures(files: SetFiles) -> DailyFigures:
    """Return the figures of a set. Raises InputError for invalid files."""
    topics = [phrase.intent for phrase in read_data(files.latest, PhraseSettings()).phrases]
    asked = read_log(files.log, topics=topics) if files.log else []
    return log_figures(asked, list(standing(read_decision_rows(files.answers)).values()))


# ── phrases ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_phrases(files: SetFiles, now: datetime | None = None) -> tuple[Path, int]:
    """Write the latest phrases with all accepted questions to a new dated file; return it, and how many it took in.

    Raises: UsageError where nothing new was accepted; OutputError; InputError for invalid files.
    """
    session = pending_session(files)
    pending = session.pending()
    if not pending:
        raise UsageError("no question was accepted since the last file", hint="review some questions first")
    outside = any(phrase.intent is None for phrase in session.phrases)
    file = files.new_file(now or datetime.now(UTC), ".jsonl" if outside else ".csv")
    if file.exists():
        raise OutputError(f"{file.name} already exists", hint="try again in a second")
    replace(session, out=file).save(pending)
    return file, len(pending)


def pending_session(files: SetFiles) -> ReviewSession:
    """Return a session without questions: the phrases, and what was accepted and is in no file yet."""
    settings = ReviewSettings()
    phrases = read_data(files.latest, settings.phrases).phrases
    earlier = tuple(standing(read_decision_rows(files.answers)).values())
    empty = IntentsReview(questions=0, below=BELOW, unsure=0, known=0, proposals=())
    return ReviewSession(empty, phrases, None, None, files.answers, earlier, labels_in(files.phrases, settings))


def phrases_as(files: SetFiles, ending: str) -> bytes:
    """Return the latest phrases as a table (`.csv`) or as training data of Rasa NLU (`.yml`).

    Raises: InputError for an invalid file.
    """
    phrases = read_data(files.latest, PhraseSettings()).phrases
    if ending == ".yml":
        return rasa_text([phrase for phrase in phrases if phrase.intent is not None]).encode(
            "utf-8", "backslashreplace"
        )
    return written(phrases, ending, _OUTSIDE)
