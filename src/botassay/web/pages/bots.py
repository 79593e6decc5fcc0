"""Bots: describe one, try it, begin a run, and watch it."""

from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote

from botassay.api.bots import try_bot_async
from botassay.api.rating import plan
from botassay.bots.setup import draft
from botassay.runs import RunPlan
from botassay.settings.rating import RateSettings
from botassay.web.bot_shelf import BotShelf, ShelvedBot
from botassay.web.drawing import draw
from botassay.web.forms import form_fields, settings_of_form
from botassay.web.jobs import Jobs
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.problems import WebProblem
from botassay.web.routing import Route
from botassay.web.run_rows import rows
from botassay.web.workspace import Workspace

DEPTHS: Final = {
    "quick": "a first look, at most 300 messages",
    "standard": "the usual test, at most 1,200 messages",
    "thorough": "until a faultless bot is surely LOW",
}
_LONGEST: Final = 1000
"""Characters of a message to try."""


async def _list(request: WebRequest, workspace: Workspace) -> WebAnswer:
    bots = workspace.part(BotShelf).bots().values()
    drafted = draft(None)
    return draw("bots.html", request.visitor, title="Bots", here="bots", bots=bots, drafted=drafted, pasted="", name="")


async def _describe(request: WebRequest, workspace: Workspace) -> WebAnswer:
    fields = request.form()
    shelf = workspace.part(BotShelf)
    if fields.get("action") == "draft":
        drafted = draft(fields.get("pasted", "")[:100_000])
        name = fields.get("name", "")[:40]
        values = {"bots": shelf.bots().values(), "drafted": drafted, "pasted": fields.get("pasted", ""), "name": name}
        return draw("bots.html", request.visitor, title="Bots", here="bots", **values)
    kept = shelf.keep(fields.get("name", ""), fields.get("text", "").replace("\r\n", "\n"))
    return WebAnswer.see(place(kept))


def place(bot: ShelvedBot) -> str:
    """Return the address of a bot."""
    return f"/bots/{quote(bot.id, safe='')}"


async def _bot(request: WebRequest, workspace: Workspace) -> WebAnswer:
    return await _drawn(request, workspace, workspace.part(BotShelf).bot(request.params["bot"]))


async def _drawn(request: WebRequest, workspace: Workspace, bot: ShelvedBot, **more: Any) -> WebAnswer:
    every = await rows(workspace)
    going_on = workspace.part(Jobs).alive(bot.id)
    names = {bot.id, bot.what}
    values = {"trial": None, "planned": None, "depth": "quick", "say": "Hello", **more}
    values.setdefault("fields", [*form_fields({}, without=("depth",))])
    runs = [row for row in every if row.bot in names and not row.chat][:20]
    return draw(
        "bot.html",
        request.visitor,
        title=bot.id,
        here="bots",
        bot=bot,
        runs=runs,
        jobs=going_on,
        depths=DEPTHS,
        **values,
    )


async def _act(request: WebRequest, workspace: Workspace) -> WebAnswer:
    shelf = workspace.part(BotShelf)
    bot = shelf.usable(request.params["bot"])
    fields = request.form()
    action = fields.get("action", "")
    if action == "try":
        say = fields.get("say", "")[:_LONGEST] or "Hello"
        trial = (await try_bot_async(bot.subject, say=say)).view()
        return await _drawn(request, workspace, bot, trial=trial, say=say)
    settings = settings_of_form({"depth": "quick", **{name: value for name, value in fields.items() if value}})
    chosen = {"depth": fields.get("depth", ""), "fields": [*form_fields(fields, without=("depth",))]}
    if action == "plan":
        planned = await planned_run(workspace, bot, settings)
        return await _drawn(request, workspace, bot, planned=planned, **chosen)
    if action == "start":
        job = workspace.part(Jobs).begin(bot, settings, bot.what if bot.file else bot.id)
        return WebAnswer.see(f"/runs/{quote(job.id, safe='')}")
    raise WebProblem(422, "The action must be try, plan or start.")


async def planned_run(workspace: Workspace, bot: ShelvedBot, settings: RateSettings) -> RunPlan:
    """Return the size of a run, and what it could show; nothing is sent."""
    seeded = settings if settings.run.seed is not None else replace(settings, run=replace(settings.run, seed=1))
    return await workspace.kept(
        ("planned", bot.subject, str(seeded)), lambda: workspace.work(plan, bot.subject, seeded)
    )


ROUTES: Final = (
    Route(method="GET", path="/bots", handler=_list),
    Route(method="POST", path="/bots", handler=_describe, role=WebRole.OWNER),
    Route(method="GET", path="/bots/{bot}", handler=_bot),
    Route(method="POST", path="/bots/{bot}", handler=_act, role=WebRole.OWNER),
)
