"""Bots, runs that begin, chats, and events in the API."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

import msgspec

from botassay.api.bots import BotTrial, try_bot_async
from botassay.core.results import Report
from botassay.rating import Interim
from botassay.runs import RunPlan
from botassay.web.bot_shelf import BotShelf, ShelvedBot, etag
from botassay.web.chats import Chats
from botassay.web.events import WebEvents
from botassay.web.forms import schema_of_run, settings_wanted
from botassay.web.idempotency import Idempotency
from botassay.web.jobs import ALIVE, Job, Jobs
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.pages.bots import planned_run
from botassay.web.pages.watch import act
from botassay.web.problems import WebProblem
from botassay.web.routing import API, Handler, Route
from botassay.web.run_store import rated
from botassay.web.so_far import RatingSoFar
from botassay.web.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class BotRow:
    """A bot of the workspace."""

    id: str
    what: str
    url: str
    authorised: bool
    problem: str
    text: str = ""
    """Its description, without secrets; empty in lists, and for a bot without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotRows:
    """The bots of the workspace, `botassay/web-bots/1`."""

    schema: Literal["botassay/web-bots/1"] = "botassay/web-bots/1"
    total: int
    items: tuple[BotRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BotDescribed:
    """A new bot."""

    name: str
    text: str
    """Its description, a bot.toml."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotChanged:
    """A bot that is described anew."""

    text: str
    """Its description, a bot.toml."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidToBot:
    """A message."""

    say: str = "Hello"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunWanted:
    """A run that is to begin."""

    bot: str
    settings: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema=schema_of_run())] = field(default_factory=dict)
    """Those of `botassay rate` that name no file and no program."""
    dry_run: bool = False
    """Whether only the plan is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState:
    """A run that was begun, `botassay/web-run/1`."""

    schema: Literal["botassay/web-run/1"] = "botassay/web-run/1"
    id: str
    bot: str
    state: str
    done: int | None
    """Conversations that are over."""
    total: int | None
    failed: int
    why: str
    left: float | None
    """Seconds that it still takes, at the pace so far; null where that is not known."""
    so_far: RatingSoFar | None
    """What it would come to if it were stopped now; null before the first rating, and at the end."""

    @classmethod
    def of(cls, job: Job) -> "RunState":
        """Return the state of a run."""
        seen = job.progress
        counts = (seen.done, seen.total, seen.failed) if seen else (None, None, 0)
        return cls(
            id=job.id, bot=job.bot, state=job.state, done=counts[0], total=counts[1], failed=counts[2], why=job.why,
            left=job.left, so_far=job.so_far if job.state in ALIVE else None,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatWanted:
    """A chat that is to begin."""

    bot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatState:
    """A chat that goes on, `botassay/web-chat/1`."""

    schema: Literal["botassay/web-chat/1"] = "botassay/web-chat/1"
    id: str
    bot: str
    turns: int


def _row(bot: ShelvedBot, text: str = "") -> BotRow:
    return BotRow(id=bot.id, what=bot.what, url=bot.url, authorised=bot.authorised, problem=bot.problem, text=text)


def _shown(bot: ShelvedBot, status: int = 200) -> WebAnswer:
    headers = {"ETag": etag(bot.content)} if bot.file else {}
    return WebAnswer.document(_row(bot, bot.text), status, headers)


async def _bots(request: WebRequest, workspace: Workspace) -> BotRows:
    del request
    items = tuple(map(_row, workspace.part(BotShelf).bots().values()))
    return BotRows(total=len(items), items=items)


async def _bot(request: WebRequest, workspace: Workspace) -> WebAnswer:
    return _shown(workspace.part(BotShelf).bot(request.params["bot"]))


async def _change(request: WebRequest, workspace: Workspace) -> WebAnswer:
    wanted = request.read(BotChanged)
    seen = request.headers.get("if-match")
    return _shown(workspace.part(BotShelf).replace(request.params["bot"], wanted.text, seen))


async def _describe(request: WebRequest, workspace: Workspace) -> WebAnswer:
    described = request.read(BotDescribed)
    return _shown(workspace.part(BotShelf).keep(described.name, described.text), 201)


async def _try(request: WebRequest, workspace: Workspace) -> BotTrial:
    bot = workspace.part(BotShelf).usable(request.params["bot"])
    return await try_bot_async(bot.subject, say=request.read(SaidToBot).say[:1000])


async def _begin(request: WebRequest, workspace: Workspace) -> WebAnswer:
    wanted = request.read(RunWanted)
    bot = workspace.part(BotShelf).usable(wanted.bot)
    settings = settings_wanted(wanted.settings)
    if wanted.dry_run:
        return WebAnswer.document(await planned_run(workspace, bot, settings))

    async def begun() -> WebAnswer:
        job = workspace.part(Jobs).begin(bot, settings, bot.what if bot.file else bot.id)
        return WebAnswer.document(RunState.of(job), 202, {"Location": f"{API}/runs/{job.id}"})

    return await workspace.part(Idempotency).once(request, begun, required=True)


def _control(action: str) -> Handler:
    async def control(request: WebRequest, workspace: Workspace) -> WebAnswer:
        return WebAnswer.document(RunState.of(act(workspace, request.params["run"], action)), 202)

    return control


async def _state(request: WebRequest, workspace: Workspace) -> RunState:
    job = workspace.part(Jobs).by_run.get(request.params["run"])
    if job is None:
        raise WebProblem(404, "This run was not begun here.", f"See {API}/runs for all runs.")
    return RunState.of(job)


async def _chat(request: WebRequest, workspace: Workspace) -> WebAnswer:
    bot = workspace.part(BotShelf).usable(request.read(ChatWanted).bot)

    async def begun() -> WebAnswer:
        live = await workspace.part(Chats).begin(bot)
        return WebAnswer.document(ChatState(id=live.id, bot=bot.id, turns=0), 201)

    return await workspace.part(Idempotency).once(request, begun)


async def _turn(request: WebRequest, workspace: Workspace) -> WebAnswer:
    chats = workspace.part(Chats)
    live = chats.of(request.params["chat"])
    return WebAnswer.document(await chats.say(live, request.read(SaidToBot).say), 201)


async def _end(request: WebRequest, workspace: Workspace) -> WebAnswer:
    chats = workspace.part(Chats)
    live = chats.of(request.params["chat"])
    if not await chats.end(live):
        raise WebProblem(409, "Nothing was said in this chat.")
    report = await rated(workspace, workspace.run(live.id))
    return WebAnswer(body=report.json().encode(), kind="application/json")


async def _events(request: WebRequest, workspace: Workspace) -> WebAnswer:
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isascii() and last.isdecimal() and len(last) < 19 else None  # noqa: PLR2004 - digits
    topics = [topic for topic in request.query.get("topics", "").split(",") if topic]
    if not topics:
        raise WebProblem(422, "Name topics: run:ID or chat:ID, with commas between.")
    return WebAnswer(body=workspace.part(WebEvents).stream(topics, after), kind="text/event-stream")


_OWNER: Final = WebRole.OWNER
_BOT: Final = f"{API}/bots"
_RUN: Final = f"{API}/runs"
_CHAT: Final = f"{API}/chats"
ROUTES: Final = (
    Route(method="GET", path=_BOT, handler=_bots, summary="List bots", gives=BotRows),
    Route(method="GET", path=f"{_BOT}/{{bot}}", handler=_bot, summary="Show a bot", gives=BotRow),
    Route(
        method="POST", path=_BOT, handler=_describe, summary="Describe a bot", role=_OWNER, takes=BotDescribed,
        gives=BotRow, status=201,
    ),
    Route(
        method="PUT", path=f"{_BOT}/{{bot}}", handler=_change, summary="Change a bot; send its ETag as If-Match",
        role=_OWNER, takes=BotChanged, gives=BotRow,
    ),
    Route(
        method="POST", path=f"{_BOT}/{{bot}}/try", handler=_try, summary="Send one message", role=_OWNER,
        takes=SaidToBot, gives=BotTrial,
    ),
    Route(
        method="POST", path=_RUN, handler=_begin, summary="Begin a run, or with dry_run plan it (200)", role=_OWNER,
        takes=RunWanted, gives=RunState, also={200: RunPlan}, status=202,
    ),
    Route(method="GET", path=f"{_RUN}/{{run}}/state", handler=_state, summary="Show how far a run is", gives=RunState),
    *(
        Route(
            method="POST", path=f"{_RUN}/{{run}}/{action}", handler=_control(action), role=_OWNER,
            summary=f"{action.capitalize()} a run", gives=RunState, status=202,
        )
        for action in ("pause", "resume", "stop")
    ),
    Route(
        method="POST", path=_CHAT, handler=_chat, summary="Begin a chat", role=_OWNER, takes=ChatWanted,
        gives=ChatState, status=201,
    ),
    Route(
        method="POST", path=f"{_CHAT}/{{chat}}/turns", handler=_turn, summary="Say something", role=_OWNER,
        takes=SaidToBot, gives=Interim, status=201,
    ),
    Route(
        method="POST", path=f"{_CHAT}/{{chat}}/end", handler=_end, summary="End a chat, and rate it", role=_OWNER,
        gives=Report,
    ),
    Route(
        method="GET", path=f"{API}/events", handler=_events, summary="Stream events (text/event-stream)",
        query={"topics": "run:ID and chat:ID, with commas between"}, required=frozenset({"topics"}),
    ),
)  # fmt: skip
