"""The questions of users: which topic each belongs to, which topics to fix next, and whether the bot is done."""

import asyncio
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlencode

from botassay.api.intents.daily import TopicAnswer, decide, phrases_as, undo, write_phrases
from botassay.api.intents.uploads import bring_phrases, bring_questions, new_set
from botassay.core.errors import BotassayError
from botassay.core.text.plural import many
from botassay.intents.documents import QuestionShare
from botassay.intents.review_decisions import last_step
from botassay.intents.view.evaluation import FIRST
from botassay.intents.view.traffic import BAD, GOOD, rates_over_time
from botassay.view import Details
from botassay.web.drawing import draw, drawn_blocks
from botassay.web.intent_rounds import IntentRounds, RoundChange, StoredRound, change_since, round_settings, rounds_of
from botassay.web.intent_sets import (
    SETS,
    IntentSetPlace,
    Question,
    QueueItem,
    SetQueue,
    SetStanding,
    pending_of,
    row_of,
    set_named,
    sets_of,
)
from botassay.web.messages import WebAnswer, WebRequest, WebRole, file_answer
from botassay.web.problems import WebProblem, missing
from botassay.web.routing import Route
from botassay.web.workspace import Workspace

DAYS: Final = 14
"""Days in the chart of the automation rate."""
DOWNLOADS: Final = {"csv": "text/csv; charset=utf-8", "yml": "application/yaml"}
_LATE: Final = 100
"""Questions that a visitor may put off."""
_PATIENCE: Final = 1.5
"""Seconds for sorting the questions, after which the page comes without them and asks again."""


class PutOff:
    """The questions that each visitor put off, while the server runs."""

    def __init__(self, workspace: Workspace) -> None:
        del workspace
        self.by_visitor: dict[tuple[str, str], list[str]] = {}

    def of(self, visitor: str, place: IntentSetPlace) -> list[str]:
        """Return the ids of what a visitor put off in a set."""
        return self.by_visitor.setdefault((visitor, place.id), [])


# ── the list ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def _list(request: WebRequest, workspace: Workspace) -> WebAnswer:
    rows = [await row_of(workspace, place) for place in sets_of(workspace).values()]
    return draw("intents.html", request.visitor, title="Questions", here="intents", rows=rows)


# ── the queue ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def _questions(request: WebRequest, workspace: Workspace) -> WebAnswer:
    place = set_named(workspace, request.params["set"])
    ready = asyncio.ensure_future(_queue(workspace, place))
    await asyncio.wait({ready}, timeout=None if "wait" in request.query else _PATIENCE)
    if not ready.done():
        wait = urlencode({**request.query, "wait": "1"})
        return draw(
            "intent_wait.html", request.visitor, title=f"Questions of {place.id}", here="intents", place=place,
            wait=f"?{wait}",
        )  # fmt: skip
    try:
        queue, state = ready.result()
    except BotassayError as error:
        return _unusable(request, workspace, place, error)
    items = queue.items(workspace.part(PutOff).of(request.visitor.name, place))
    kind = _kind(request.query.get("kind", ""))
    fitting = [item for item in items if kind in ("all", "unsure" if item.group else "answered")]
    current = next(iter(fitting), None)
    last = last_step(queue.rows, request.visitor.name)
    return draw(
        "intent_set.html",
        request.visitor,
        title=f"Questions of {place.id}",
        here="intents",
        place=place,
        kind=kind,
        current=current,
        items=len(fitting),
        decision_topic=_topic_of(current) if current else "",
        topics=sorted({str(phrase.intent) for phrase in queue.session.phrases if phrase.intent} | {*_more(queue)}),
        state=state,
        last=last,
        last_text=many(len(last), "question", "questions"),
        rate=_share(state.figures.answered),
        rate_word=_rate_word(state.figures.answered),
        confirmed=_share(state.figures.confirmed),
        below=queue.document.below,
        wrote=request.query.get("wrote", "")[:100],
        chart=_chart(state),
    )


async def _queue(workspace: Workspace, place: IntentSetPlace) -> tuple[SetQueue, SetStanding]:
    queue = await SetQueue.of(workspace, place)
    return queue, await queue.standing(workspace, place)


def _unusable(request: WebRequest, workspace: Workspace, place: IntentSetPlace, error: BotassayError) -> WebAnswer:
    """Return the page of a set that lacks something, or has an invalid file: what is wrong, and what to do."""
    problem = WebProblem.of(error)
    detail = problem.detail.replace(f"{place.folder}/", "").replace(str(workspace.folder), "")
    return draw(
        "intent_problem.html", request.visitor, title=f"Questions of {place.id}", here="intents", place=place,
        detail=detail, hint=problem.hint, code=problem.code,
    )  # fmt: skip


def _kind(text: str) -> str:
    return text if text in ("unsure", "answered") else "all"


def _more(queue: SetQueue) -> list[str]:
    return [str(row.topic) for row in queue.rows if row.topic is not None]


def _topic_of(item: QueueItem) -> str:
    """Return the topic that is proposed for all questions of an item; empty where they differ."""
    return item.topics[0] if len(item.topics) == 1 else ""


def _share(share: QuestionShare | None) -> str:
    """Return a share with its interval.

    >>> _share(QuestionShare(count=1, value=0.5, interval=(0.1, 0.9)))
    '50 % (10 to 90)'
    """
    if share is None:
        return ""
    low, high = share.interval
    return f"{100 * share.value:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def _rate_word(share: QuestionShare | None) -> str:
    """Return what the authors of the paper call an automation rate."""
    if share is None or BAD < share.value < GOOD[0]:
        return ""
    return "bad" if share.value <= BAD else "good"


def _chart(state: SetStanding) -> object:
    days = state.figures.periods[-DAYS:]
    if not days:
        return None
    chart, table = rates_over_time(days, "day")
    return drawn_blocks((chart, Details("The same as a table", (table,))))


async def _answer(request: WebRequest, workspace: Workspace) -> WebAnswer:
    place = set_named(workspace, request.params["set"])
    fields = request.form()
    action, name = fields.get("action", ""), request.visitor.name
    if action == "undo":
        if not undo(place.files, name):
            raise WebProblem(409, "You have decided nothing here that could be undone.")
    elif action == "write":
        file, _ = await workspace.work(write_phrases, place.files)
        return _back(place, fields, wrote=file.name)
    elif action == "later":
        put_off = workspace.part(PutOff).of(name, place)
        late = fields.get("item", "")
        put_off[:] = [*(each for each in put_off if each != late), late][-_LATE:]
    else:
        queue = await SetQueue.of(workspace, place)
        chosen = [queue.question(each.removeprefix("q-")) for each in fields if each.startswith("q-")]
        if not chosen:
            raise WebProblem(422, "No question is chosen.", "Tick the questions that the answer is for.")
        decide(place.files, queue.session, [_meant(question, action, fields) for question in chosen], name)
    return _back(place, fields)


def _back(place: IntentSetPlace, fields: dict[str, str], **more: str) -> WebAnswer:
    kind = _kind(fields.get("kind", ""))
    query = {**({"kind": kind} if kind != "all" else {}), **more}
    if fields.get("back") == "topics":
        return WebAnswer.see(f"/intents/{quote(place.id, safe='')}/topics")
    return WebAnswer.see(f"/intents/{quote(place.id, safe='')}" + (f"?{urlencode(query)}" if query else ""))


def _meant(question: Question, action: str, fields: dict[str, str]) -> TopicAnswer:
    """Return what a form says about a question.

    Raises: WebProblem 422 for an unknown action, and for a topic that is missing.
    """
    other, new = fields.get("other", "").strip(), fields.get("new", "").strip()
    if action == "typed":  # Enter in one of the two fields
        if bool(other) == bool(new):
            raise WebProblem(422, "Write the name of one topic.", "Either one of the list, or a new one.")
        action = "other" if other else "new"
    if action == "right":
        return TopicAnswer(question=question.text, topic=question.topic, new=True)
    if action == "none":
        return TopicAnswer(question=question.text, topic=None)
    if action not in ("other", "new"):
        raise WebProblem(422, "The action must be right, other, new, none, later, undo or write.")
    if not (other if action == "other" else new):
        raise WebProblem(422, "The topic has no name.", "Write the name of a topic.")
    return TopicAnswer(question=question.text, topic=other if action == "other" else new, new=action == "new")


# ── the topics ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class NextTopics:
    """What an evaluation says: what to fix next, and what changed.

    Args:
        last: the evaluation.
        change: since the one before of another file.
        cards: the first pairs, drawn.
        was: for each of them the earlier share, in words.
    """

    last: StoredRound
    change: RoundChange | None
    cards: object
    was: tuple[tuple[str, str, str, str], ...]


async def _topics(request: WebRequest, workspace: Workspace) -> WebAnswer:
    place = set_named(workspace, request.params["set"])
    try:
        files = place.files
        latest = files.latest
        pending = await pending_of(workspace, files)
    except BotassayError as error:
        return _unusable(request, workspace, place, error)
    rounds = await workspace.work(rounds_of, workspace, place)
    shown = await workspace.work(_next_topics, rounds, place) if rounds else None
    job = workspace.part(IntentRounds).last(place)
    return draw(
        "intent_topics.html",
        request.visitor,
        title=f"Topics of {place.id}",
        here="intents",
        place=place,
        latest=latest.name,
        files=[file.name for file in reversed(files.phrases)],
        pending=len(pending),
        job=job if job and (job.alive or job.state in ("failed", "stopped")) else None,
        shown=shown,
        headline=shown.last.document.view().headline if shown else None,
        rounds=list(reversed(rounds)),
        stale=shown is not None and shown.last.file != latest.name,
        acceptable=f"{100 * shown.last.document.acceptable:g}" if shown else "5",
    )


def _next_topics(rounds: list[StoredRound], place: IntentSetPlace) -> NextTopics:
    last, change = rounds[-1], change_since(rounds, place.files)
    sections = last.document.view().sections
    cards = next((section.blocks for section in sections if section.anchor == "first"), ())
    was = []
    for pair in last.document.problems[:FIRST] if change else ():
        before = change.score(pair) if change else None
        was.append((pair.a, pair.b, f"{pair.score:.1%}", f"{before:.1%}" if before is not None else "not confused"))
    return NextTopics(last, change, drawn_blocks(cards) if cards else None, tuple(was))


async def _evaluate(request: WebRequest, workspace: Workspace) -> WebAnswer:
    place = set_named(workspace, request.params["set"])
    fields = request.form()
    rounds = workspace.part(IntentRounds)
    if fields.get("action") == "stop":
        job = rounds.last(place)
        if job is None:
            raise WebProblem(409, "This set is not being evaluated.")
        rounds.stop(job.id)
    elif fields.get("action") == "evaluate":
        rounds.begin(place, round_settings(acceptable=_percent(fields.get("acceptable", ""))))
    else:
        raise WebProblem(422, "The action must be evaluate or stop.")
    return WebAnswer.see(f"/intents/{quote(place.id, safe='')}/topics")


def _percent(text: str) -> float | None:
    """Return a percentage that was typed as a share; None where none was. Raises WebProblem 422."""
    typed = text.strip().replace(",", ".")
    if not typed:
        return None
    try:
        value = float(typed)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:  # noqa: PLR2004 - percent
        raise WebProblem(422, "The acceptable share must be a number from 0 to 100.", "5 is usual.")
    return value / 100


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def _bring(request: WebRequest, workspace: Workspace) -> WebAnswer:
    place = set_named(workspace, request.params["set"])
    fields = request.form()
    await workspace.work(brought, place, fields.get("kind", ""), fields.get("text", ""), fields.get("name", ""))
    return WebAnswer.see(f"/intents/{quote(place.id, safe='')}/topics")


def brought(place: IntentSetPlace, kind: str, text: str, name: str) -> tuple[str, int]:
    """Keep phrases or questions; return the name of their file, and how many there are.

    Raises: WebProblem 422 for another kind; as `bring_phrases` and `bring_questions`.
    """
    if not text.strip():
        raise WebProblem(422, "There is no text.", "Choose a file, or paste a table.")
    if kind == "phrases":
        return bring_phrases(place.files, text, name)
    if kind == "questions":
        return bring_questions(place.files, text, name)
    raise WebProblem(422, "The kind must be phrases or questions.")


async def _new_set(request: WebRequest, workspace: Workspace) -> WebAnswer:
    fields = request.form()
    name, text = fields.get("set", ""), fields.get("text", "")
    folder = await workspace.work(new_set, workspace.folder / SETS, name, text, fields.get("name", ""))
    return WebAnswer.see(f"/intents/{quote(folder.name, safe='')}/topics")


async def download(request: WebRequest, workspace: Workspace) -> WebAnswer:
    """Return the latest phrases as a file, or the last evaluation as a page.

    Raises: WebProblem 404.
    """
    place = set_named(workspace, request.params["set"])
    name, _, ending = request.params["file"].rpartition(".")
    if name == "phrases" and ending in DOWNLOADS:
        body = await workspace.work(phrases_as, place.files, f".{ending}")
        return file_answer(body, DOWNLOADS[ending], f"{place.id}.{ending}")
    if (name, ending) == ("evaluation", "html"):
        rounds = await workspace.work(rounds_of, workspace, place)
        if rounds:
            body = (await workspace.work(rounds[-1].document.html)).encode("utf-8", "backslashreplace")
            return file_answer(body, "text/html; charset=utf-8", f"{place.id}-evaluation.html")
    raise missing("file")


_SET: Final = "/intents/{set}"
ROUTES: Final = (
    Route(method="GET", path="/intents", handler=_list),
    Route(method="POST", path="/intents", handler=_new_set, role=WebRole.OWNER),
    Route(method="GET", path=_SET, handler=_questions),
    Route(method="POST", path=_SET, handler=_answer, role=WebRole.REVIEWER),
    Route(method="GET", path=f"{_SET}/topics", handler=_topics),
    Route(method="POST", path=f"{_SET}/topics", handler=_evaluate, role=WebRole.REVIEWER),
    Route(method="POST", path=f"{_SET}/files", handler=_bring, role=WebRole.REVIEWER),
    Route(method="GET", path=f"{_SET}/files/{{file}}", handler=download),
)
