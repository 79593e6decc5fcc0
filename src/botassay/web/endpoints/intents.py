"""The questions of users, their topics and evaluations in the API."""

from dataclasses import dataclass
from typing import Final, Literal

from botassay.api.intents.daily import DailyFigures, TopicAnswer, decide, undo, write_phrases
from botassay.api.intents.uploads import UploadKind
from botassay.intents.documents import IntentsEvaluation, IntentsReview
from botassay.intents.review_decisions import ReviewDecision, read_decision_rows
from botassay.web.idempotency import Idempotency
from botassay.web.intent_rounds import IntentRounds, RoundJob, RoundState, StoredRound, round_settings, rounds_of
from botassay.web.intent_sets import SetQueue, SetRow, row_of, set_named, sets_of
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.pages.intents import brought, download
from botassay.web.problems import WebProblem, missing
from botassay.web.routing import API, Route
from botassay.web.workspace import Workspace

MOST: Final = 1000
"""Answers in one request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRows:
    """The sets of the workspace, `botassay/web-intents/1`."""

    schema: Literal["botassay/web-intents/1"] = "botassay/web-intents/1"
    total: int
    items: tuple[SetRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetState:
    """How far the review of a set is, `botassay/web-intent-set/1`.

    Args:
        id: of the set.
        figures: of the log and the decisions.
        unsure: questions without a good answer that are open.
        sampled: answered questions of the day's sample that are open.
        decided: questions that were decided, on all days.
        pending: accepted questions that are in no file yet.
        files: the files of phrases, the latest last.
    """

    schema: Literal["botassay/web-intent-set/1"] = "botassay/web-intent-set/1"
    id: str
    figures: DailyFigures
    unsure: int
    sampled: int
    decided: int
    pending: int
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersGiven:
    """Decisions that are made together: all of them are written, or none."""

    answers: tuple[TopicAnswer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedQuestion:
    """A decision on a question, as a row of the file of decisions."""

    id: str
    question: str
    decision: Literal["confirm", "correct", "delete", "withdraw"]
    topic: str | None
    answered: bool
    at: str | None
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedQuestions:
    """All decisions of a set, in the order in which they were made, `botassay/web-intent-answers/1`."""

    schema: Literal["botassay/web-intent-answers/1"] = "botassay/web-intent-answers/1"
    total: int
    items: tuple[DecidedQuestion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhrasesWritten:
    """The new file of phrases.

    Args:
        file: its name.
        accepted: how many questions it took in.
    """

    file: str
    accepted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileBrought:
    """Phrases or questions to be kept.

    Args:
        kind: phrases become the latest file; questions are added to the log.
        text: what the file holds.
        name: of the file that it was; its ending says the form. Empty: a table or JSON lines, as it looks.
    """

    kind: UploadKind
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileKept:
    """The file that was written, or added to.

    Args:
        file: its name.
        rows: how many phrases it has, or how many questions were new.
    """

    file: str
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationWanted:
    """An evaluation that is to begin: ten repeats, with the same seed each time.

    Args:
        setting: K,P such as 0,0.15; empty: the three of the paper.
        acceptable: the share of confused tests for each pair of topics that is acceptable; null: 0.05.
    """

    setting: str = ""
    acceptable: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobDocument:
    """A piece of work that goes on by itself, `botassay/web-job/1`."""

    schema: Literal["botassay/web-job/1"] = "botassay/web-job/1"
    id: str
    set: str
    file: str
    state: RoundState
    done: int
    """Tests that are over."""
    total: int
    why: str

    @classmethod
    def of(cls, job: RoundJob) -> "JobDocument":
        """Return the state of an evaluation."""
        return cls(id=job.id, set=job.set, file=job.file, state=job.state, done=job.done, total=job.total, why=job.why)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """An evaluation in a list.

    Args:
        at: when it ended.
        file: the evaluated phrases.
        phrases: how many they were.
        topics: how many there were.
        confused: pairs of topics that are confused more than acceptable.
        accuracy: the share of right answers and silences in the main setting; null if it was not run.
        done: whether no pair is confused too often.
    """

    at: str
    file: str
    phrases: int
    topics: int
    confused: int
    accuracy: float | None
    done: bool

    @classmethod
    def of(cls, stored: StoredRound) -> "RoundRow":
        """Return the row of an evaluation."""
        each = stored.document
        return cls(
            at=stored.at, file=stored.file, phrases=each.phrases, topics=each.intents, confused=len(each.problems),
            accuracy=stored.accuracy, done=each.done,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRows:
    """The evaluations of a set, the latest last, `botassay/web-intent-history/1`."""

    schema: Literal["botassay/web-intent-history/1"] = "botassay/web-intent-history/1"
    total: int
    items: tuple[RoundRow, ...]


async def _list(request: WebRequest, workspace: Workspace) -> SetRows:
    del request
    items = tuple([await row_of(workspace, place) for place in sets_of(workspace).values()])
    return SetRows(total=len(items), items=items)


async def _set(request: WebRequest, workspace: Workspace) -> SetState:
    place = set_named(workspace, request.params["set"])
    queue = await SetQueue.of(workspace, place)
    state = await queue.standing(workspace, place)
    return SetState(
        id=place.id, figures=state.figures, unsure=state.unsure, sampled=state.sampled, decided=state.decided,
        pending=state.pending, files=tuple(file.name for file in place.files.phrases),
    )  # fmt: skip


async def _questions(request: WebRequest, workspace: Workspace) -> IntentsReview:
    return (await SetQueue.of(workspace, set_named(workspace, request.params["set"]))).document


async def _answer(request: WebRequest, workspace: Workspace) -> WebAnswer:
    place = set_named(workspace, request.params["set"])
    given = request.read(AnswersGiven)
    if not 0 < len(given.answers) <= MOST:
        raise WebProblem(422, f"Give 1 to {MOST:,} answers.")

    async def decided() -> WebAnswer:
        queue = await SetQueue.of(workspace, place)
        rows = decide(place.files, queue.session, given.answers, request.visitor.name)
        return WebAnswer.document(_rows(rows), 201)

    return await workspace.part(Idempotency).once(request, decided)


async def _answers(request: WebRequest, workspace: Workspace) -> DecidedQuestions:
    return _rows(read_decision_rows(set_named(workspace, request.params["set"]).files.answers))


def _rows(rows: list[ReviewDecision]) -> DecidedQuestions:
    return DecidedQuestions(total=len(rows), items=tuple(DecidedQuestion(**row._asdict()) for row in rows))


async def _undo(request: WebRequest, workspace: Workspace) -> WebAnswer:
    rows = undo(set_named(workspace, request.params["set"]).files, request.visitor.name)
    if not rows:
        raise WebProblem(409, "You have decided nothing here that could be undone.")
    return WebAnswer.document(_rows([row._replace(decision="withdraw", topic=None) for row in rows]), 201)


async def _write(request: WebRequest, workspace: Workspace) -> WebAnswer:
    place = set_named(workspace, request.params["set"])

    async def wrote() -> WebAnswer:
        file, accepted = await workspace.work(write_phrases, place.files)
        return WebAnswer.document(PhrasesWritten(file=file.name, accepted=accepted), 201)

    return await workspace.part(Idempotency).once(request, wrote)


async def _bring(request: WebRequest, workspace: Workspace) -> WebAnswer:
    place, given = set_named(workspace, request.params["set"]), request.read(FileBrought)

    async def kept() -> WebAnswer:
        file, rows = await workspace.work(brought, place, given.kind, given.text, given.name)
        return WebAnswer.document(FileKept(file=file, rows=rows), 201)

    return await workspace.part(Idempotency).once(request, kept)


async def _evaluate(request: WebRequest, workspace: Workspace) -> WebAnswer:
    place = set_named(workspace, request.params["set"])
    wanted = request.read(EvaluationWanted)
    settings = round_settings(wanted.setting, wanted.acceptable)

    async def begun() -> WebAnswer:
        job = workspace.part(IntentRounds).begin(place, settings)
        return WebAnswer.document(JobDocument.of(job), 202, {"Location": f"{API}/jobs/{job.id}"})

    return await workspace.part(Idempotency).once(request, begun)


async def _evaluation(request: WebRequest, workspace: Workspace) -> IntentsEvaluation:
    rounds = await workspace.work(rounds_of, workspace, set_named(workspace, request.params["set"]))
    if not rounds:
        raise missing("evaluation")
    return rounds[-1].document


async def _history(request: WebRequest, workspace: Workspace) -> RoundRows:
    rounds = await workspace.work(rounds_of, workspace, set_named(workspace, request.params["set"]))
    return RoundRows(total=len(rounds), items=tuple(map(RoundRow.of, rounds)))


async def _job(request: WebRequest, workspace: Workspace) -> JobDocument:
    return JobDocument.of(workspace.part(IntentRounds).job(request.params["job"]))


async def _stop(request: WebRequest, workspace: Workspace) -> WebAnswer:
    return WebAnswer.document(JobDocument.of(workspace.part(IntentRounds).stop(request.params["job"])), 202)


_SETS: Final = f"{API}/intents"
_SET: Final = f"{API}/intents/{{set}}"
_REVIEWER: Final = WebRole.REVIEWER
ROUTES: Final = (
    Route(method="GET", path=_SETS, handler=_list, summary="List sets of topics", gives=SetRows),
    Route(method="GET", path=_SET, handler=_set, summary="Show how far a review is", gives=SetState),
    Route(
        method="GET", path=f"{_SET}/questions", handler=_questions, summary="Show the open questions, in groups",
        gives=IntentsReview,
    ),
    Route(method="GET", path=f"{_SET}/answers", handler=_answers, summary="List decisions", gives=DecidedQuestions),
    Route(
        method="POST", path=f"{_SET}/answers", handler=_answer, summary="Decide on questions", role=_REVIEWER,
        takes=AnswersGiven, gives=DecidedQuestions, status=201,
    ),
    Route(
        method="POST", path=f"{_SET}/undo", handler=_undo, summary="Withdraw your last step", role=_REVIEWER,
        gives=DecidedQuestions, status=201,
    ),
    Route(
        method="POST", path=f"{_SET}/phrases", handler=_write, summary="Write accepted questions to a new file",
        role=_REVIEWER, gives=PhrasesWritten, status=201,
    ),
    Route(
        method="POST", path=f"{_SET}/files", handler=_bring, summary="Add phrases or questions", role=_REVIEWER,
        takes=FileBrought, gives=FileKept, status=201,
    ),
    Route(
        method="GET", path=f"{_SET}/files/{{file}}", handler=download,
        summary="Download phrases.csv, phrases.yml or evaluation.html",
    ),
    Route(
        method="POST", path=f"{_SET}/evaluations", handler=_evaluate, summary="Evaluate the latest phrases",
        role=_REVIEWER, takes=EvaluationWanted, gives=JobDocument, status=202,
    ),
    Route(
        method="GET", path=f"{_SET}/evaluation", handler=_evaluation, summary="Show the last evaluation",
        gives=IntentsEvaluation,
    ),
    Route(method="GET", path=f"{_SET}/history", handler=_history, summary="List evaluations", gives=RoundRows),
    Route(method="GET", path=f"{API}/jobs/{{job}}", handler=_job, summary="Show how far a job is", gives=JobDocument),
    Route(
        method="POST", path=f"{API}/jobs/{{job}}/stop", handler=_stop, summary="Stop a job", role=_REVIEWER,
        gives=JobDocument, status=202,
    ),
)  # fmt: skip
