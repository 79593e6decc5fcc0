"""A run while it goes on, and one that can be resumed."""

from typing import Final
from urllib.parse import quote

from botassay.core.errors import BotassayError
from botassay.runs.journal import FILE, Record
from botassay.web.bot_shelf import BotShelf
from botassay.web.drawing import draw
from botassay.web.jobs import ALIVE, WORDS, Job, Jobs
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.problems import WebProblem
from botassay.web.routing import Route
from botassay.web.run_rows import row
from botassay.web.workspace import RunPlace, Workspace


async def watched(request: WebRequest, workspace: Workspace) -> WebAnswer | None:
    """Return the page of a run that is not at its end; None for one whose report can be shown."""
    name = request.params["run"]
    job = workspace.part(Jobs).by_run.get(name)
    if job is not None and job.state not in ("done", "stopped") and not _read_now(request, job):
        return _of_job(request, job, workspace.max_runs)
    if job is not None and not (job.folder / FILE).is_file():
        return _of_job(request, job, workspace.max_runs)
    place = workspace.run(name)
    seen = await row(workspace, place)
    if seen.state == "going on":
        return _drawn(request, place.id, seen.bot or place.id, "elsewhere")
    if seen.state == "interrupted" and not request.query.get("now"):
        return _drawn(
            request, place.id, seen.bot, "interrupted", done=seen.held, total=seen.conversations, readable=True
        )
    return None


def _read_now(request: WebRequest, job: Job) -> bool:
    return bool(request.query.get("now")) and job.state in ("paused", "failed")


def _of_job(request: WebRequest, job: Job, at_a_time: int) -> WebAnswer:
    seen = job.progress
    return _drawn(
        request,
        job.id,
        job.bot or job.id,
        job.state,
        done=seen.done if seen else None,
        total=seen.total if seen else None,
        failed=seen.failed if seen else 0,
        note=seen.note if seen else "",
        left=job.left,
        why=job.why if job.state in ("paused", "failed") else "",
        hint=job.hint,
        known=bool(job.bot),
        readable=job.state == "paused",
        so_far=job.so_far if job.state in ALIVE else None,
        at_a_time=at_a_time,
    )


def _drawn(request: WebRequest, name: str, bot: str, state: str, **more: object) -> WebAnswer:
    blank = {
        "done": None,
        "total": None,
        "failed": 0,
        "note": "",
        "left": None,
        "why": "",
        "hint": "",
        "known": False,
        "readable": False,
        "so_far": None,
        "words": WORDS.get(state, ""),
    }
    values = {**blank, **more}
    return draw(
        "job.html", request.visitor, title=f"Run with {bot}", here="runs", run_id=name, bot=bot, state=state, **values
    )


async def _act(request: WebRequest, workspace: Workspace) -> WebAnswer:
    name = request.params["run"]
    act(workspace, name, request.form().get("action", ""))
    return WebAnswer.see(f"/runs/{quote(name, safe='')}")


def act(workspace: Workspace, name: str, action: str) -> Job:
    """Pause, stop or resume a run.

    Raises: WebProblem 404, 409, 422.
    """
    jobs = workspace.part(Jobs)
    if action == "pause":
        return jobs.halt(name, "pausing")
    if action == "stop":
        return jobs.halt(name, "stopping")
    if action != "resume":
        raise WebProblem(422, "The action must be pause, stop or resume.")
    if name in jobs.by_run and jobs.by_run[name].state in ALIVE:  # it may have no journal yet
        raise WebProblem(409, "This run goes on already.")
    place = workspace.run(name)
    return jobs.resume(place, bot_of(workspace, place))


def bot_of(workspace: Workspace, place: RunPlace) -> str:
    """Return the id of the bot of a run; empty where it is none of the workspace."""
    try:
        subject = str(Record.of(place.folder, checked=False).facts["bot"]["subject"])
    except (BotassayError, KeyError, TypeError):
        return ""
    bots = workspace.part(BotShelf).bots().values()
    return next((bot.id for bot in bots if subject in (bot.subject, str(bot.file and bot.file.resolve()))), "")


ROUTES: Final = (Route(method="POST", path="/runs/{run}", handler=_act, role=WebRole.OWNER),)
