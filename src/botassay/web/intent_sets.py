"""The sets of questions and topics of the workspace, and what is worked out of each."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from botassay.api.intents.daily import (
    DailyFigures,
    SetFiles,
    log_figures,
    open_questions,
    pending_session,
    questions_of,
    todays_review,
)
from botassay.api.intents.inputs import read_data
from botassay.api.intents.logs import ReviewSession
from botassay.core.errors import BotassayError
from botassay.intents.documents import AnsweredQuestion, AskedQuestion, IntentsReview, Proposal
from botassay.intents.log import LoggedQuestion, read_log
from botassay.intents.phrases import folded
from botassay.intents.review_decisions import ReviewDecision, read_decision_rows, standing
from botassay.settings.intents import PhraseSettings
from botassay.web.problems import WebProblem, missing
from botassay.web.workspace import Workspace

SETS: Final = "intents"
"""The folder of sets."""
SHOWN: Final = 40
"""Questions of a group that are shown at a time; the others of it follow."""
Question = AskedQuestion | AnsweredQuestion


@dataclass(frozen=True, slots=True)
class IntentSetPlace:
    """A set of the workspace.

    Args:
        id: by which addresses name it.
        folder: where it lies.
    """

    id: str
    folder: Path

    @property
    def digest(self) -> str:
        """The name of what is kept of it, and of its events: letters and digits, whatever the set is called."""
        return sha256(self.id.encode("utf-8", "surrogatepass")).hexdigest()[:20]

    @property
    def files(self) -> SetFiles:
        """Its files, without those that a link leads to outside. Raises InputError for a date that does not exist."""
        files, whole = SetFiles.of(self.folder), self.folder.resolve()
        inside = [file for file in files.phrases if file.resolve().is_relative_to(whole)]
        log = files.log if files.log and files.log.resolve().is_relative_to(whole) else None
        return replace(files, phrases=tuple(inside), log=log)


def sets_of(workspace: Workspace) -> dict[str, IntentSetPlace]:
    """Return the sets of the workspace by their ids; what a link leads to outside is none of them."""
    folder, whole = workspace.folder / SETS, workspace.folder.resolve()
    if not folder.is_dir():
        return {}
    inside = (each for each in sorted(folder.iterdir()) if each.is_dir() and each.resolve().is_relative_to(whole))
    return {each.name: IntentSetPlace(each.name, each) for each in inside if not each.name.startswith(".")}


def set_named(workspace: Workspace, name: str) -> IntentSetPlace:
    """Return a set by its id, which is looked up and never made a path.

    Raises: WebProblem 404.
    """
    place = sets_of(workspace).get(name)
    if place is None:
        raise missing("set of topics")
    return place


def stamp(files: Iterable[Path | None]) -> tuple[tuple[str, int, int], ...]:
    """Return what changes when a file does."""
    parts = []
    for file in files:
        if file is not None and file.exists():
            seen = file.stat()
            parts.append((file.name, seen.st_mtime_ns, seen.st_size))
    return tuple(parts)


def question_id(question: Question) -> str:
    """Return the name of a question in forms and addresses."""
    return sha256(folded(question.text).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def today() -> date:
    """Return the day, in UTC as in the file of decisions."""
    return datetime.now(UTC).date()


# ── what is worked out ──────────────────────────────────────────────────────────────────────────────────────────────


async def session_of(workspace: Workspace, place: IntentSetPlace) -> ReviewSession:
    """Return the questions of the day, with those that were decided today.

    Raises: InputError for a set that lacks a log or phrases, and for invalid files.
    """
    files, day = place.files, today()
    key = ("intents", place.id, day, stamp((*files.phrases, files.log)))

    async def made() -> ReviewSession:
        return await asyncio.to_thread(todays_review, files, day)  # ratings need not wait for a long log

    return await workspace.kept(key, made, large=True)


async def asked_of(workspace: Workspace, files: SetFiles) -> list[LoggedQuestion]:
    """Return the questions of a log; none where there is no log. Raises InputError for an invalid one."""
    log = files.log
    if log is None:
        return []

    def read() -> list[LoggedQuestion]:
        return read_log(log, topics=[phrase.intent for phrase in read_data(files.latest, PhraseSettings()).phrases])

    async def made() -> list[LoggedQuestion]:
        return await workspace.work(read)

    return await workspace.kept(("intents log", log, stamp((log, files.latest))), made, large=True)


async def pending_of(workspace: Workspace, files: SetFiles) -> dict[str, str]:
    """Return the accepted questions that are in no file yet, with their topics."""

    async def made() -> dict[str, str]:
        return await workspace.work(lambda: pending_session(files).pending())

    return await workspace.kept(("intents pending", files.folder, stamp((*files.phrases, files.answers))), made)


@dataclass(frozen=True, slots=True)
class SetStanding:
    """How far the review of a set is.

    Args:
        figures: of the log and the decisions.
        unsure: questions without a good answer that are open.
        sampled: answered questions of the day's sample that are open.
        decided: questions that were decided, on all days.
        pending: accepted questions that are in no file yet.
    """

    figures: DailyFigures
    unsure: int
    sampled: int
    decided: int
    pending: int

    @property
    def open(self) -> int:
        """All questions that are open."""
        return self.unsure + self.sampled


@dataclass(frozen=True, slots=True)
class SetQueue:
    """The questions of a set on this day.

    Args:
        session: all of them.
        rows: the decisions, in the order in which they were made.
        document: the open ones.
    """

    session: ReviewSession
    rows: tuple[ReviewDecision, ...]
    document: IntentsReview

    @classmethod
    async def of(cls, workspace: Workspace, place: IntentSetPlace) -> "SetQueue":
        """Return the queue of a set.

        Raises: InputError for a set that lacks a log or phrases, and for invalid files.
        """
        session = await session_of(workspace, place)
        rows = tuple(read_decision_rows(place.files.answers))
        return cls(session, rows, open_questions(session.document, standing(rows)))

    async def standing(self, workspace: Workspace, place: IntentSetPlace) -> SetStanding:
        """Return how far the review is."""
        files, decided = place.files, standing(self.rows)
        asked = await asked_of(workspace, files)
        return SetStanding(
            figures=log_figures(asked, list(decided.values())),
            unsure=sum(len(group.questions) for group in self.document.proposals),
            sampled=len(self.document.answered),
            decided=len(decided),
            pending=len(await pending_of(workspace, files)),
        )

    def items(self, put_off: Iterable[str] = ()) -> list["QueueItem"]:
        """Return what is decided one after the other: groups, then answered questions; what was put off at the end."""
        late = [*put_off]
        groups = (QueueItem(group.questions, group) for group in self.document.proposals)
        items = [*groups, *(QueueItem((question,)) for question in self.document.answered)]
        return sorted(items, key=lambda item: 1 + late.index(item.id) if item.id in late else 0)

    def question(self, name: str) -> Question:
        """Return a question that is open, by its id.

        Raises: WebProblem 404, and 409 for one that was decided in the meantime.
        """
        document = self.session.document
        every = questions_of(document)
        known = next((each for each in every if question_id(each) == name), None)
        if known is None:
            raise missing("question")
        if folded(known.text) in standing(self.rows):
            raise WebProblem(409, "This question was decided in the meantime.", "Load the page again.")
        return known


@dataclass(frozen=True, slots=True)
class QueueItem:
    """What one decision is about.

    Args:
        questions: those that are open.
        group: the group that they are of; None for an answered question.
    """

    questions: tuple[Question, ...]
    group: Proposal | None = None

    @property
    def id(self) -> str:
        """The id of its first question."""
        return question_id(self.questions[0])

    @property
    def shown(self) -> list[tuple[str, Question]]:
        """The questions that are shown, with their ids."""
        return [(question_id(question), question) for question in self.questions[:SHOWN]]

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that are proposed, or that the bot recognised."""
        return tuple(dict.fromkeys(question.topic for question in self.questions[:SHOWN]))

    @property
    def new(self) -> bool:
        """Whether the proposed topic is a new one."""
        return self.group is not None and self.group.new and self.topics == (self.group.intent,)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRow:
    """A set in a list.

    Args:
        id: by which addresses name it.
        phrases: how many the latest file has.
        topics: how many the latest file has.
        file: the name of the latest file.
        questions: of users in the log.
        automation_rate: the share of these that the bot answered; None without a log.
        problem: why the set cannot be used; empty if it can.
    """

    id: str
    phrases: int = 0
    topics: int = 0
    file: str = ""
    questions: int = 0
    automation_rate: float | None = None
    problem: str = ""


async def row_of(workspace: Workspace, place: IntentSetPlace) -> SetRow:
    """Return the row of a set; what is wrong with it is part of it."""
    try:
        files = place.files
        latest = files.latest

        async def made() -> tuple[int, int]:
            phrases = (await workspace.work(read_data, latest, PhraseSettings())).phrases
            return len(phrases), len({phrase.intent for phrase in phrases} - {None})

        phrases, topics = await workspace.kept(("intents row", latest, stamp((latest,))), made)
        figures = log_figures(await asked_of(workspace, files), ())
    except BotassayError as error:
        return SetRow(id=place.id, problem=WebProblem.of(error).detail.replace(f"{place.folder}/", ""))
    rate = figures.answered.value if figures.answered else None
    problem = "" if files.log else "There is no log of questions yet."
    return SetRow(
        id=place.id, phrases=phrases, topics=topics, file=latest.name, questions=figures.questions,
        automation_rate=rate, problem=problem,
    )  # fmt: skip
