"""Bots: describe one, try it, begin a run, and watch it."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from secrets import token_hex
from typing import Any, Final
from urllib.parse import quote

from botassay.api.bots import BotTrial, try_bot_async
from botassay.api.rating import plan
from botassay.bots.smoke_test import GREETING
from botassay.plugins.registry import CHECKERS, issue_of
from botassay.runs import RunPlan
from botassay.settings.rating import RateSettings
from botassay.web.bot_search import BotWanted, reply_place, search, suggested_id
from botassay.web.bot_shelf import BotShelf, ShelvedBot, etag, origin_of, starred
from botassay.web.drawing import draw
from botassay.web.forms import form_fields, settings_of_form, without_consent
from botassay.web.jobs import WORDS, Jobs
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.problems import WebProblem
from botassay.web.routing import Route
from botassay.web.run_rows import rows
from botassay.web.toml_text import toml_text
from botassay.web.workspace import Workspace

DEPTHS: Final = {
    "quick": "a first look, at most 300 messages",
    "standard": "the usual test, at most 1,200 messages",
    "thorough": "until a faultless bot is surely LOW",
}
KEYS: Final = {
    "url": ("Address", "Where programs send it messages."),
    "body": ("What is sent", "{{message}} becomes the message, {{session}} the id of the conversation."),
    "reply.text": ("Where the reply is", "Such as $.result.text or $.items[*].text; empty: the whole answer."),
    "reply.options": ("Where its buttons are", "Such as $.buttons[*].title; empty: it has none."),
    "name": ("Its name in reports", "Empty: its host."),
    "authorised_by": ("Who allowed this test", "Name and office; not needed for a bot on this machine."),
}
"""Keys of a description that the page has fields for: what each is called, and what it holds."""
CONCURRENT: Final = 4
"""Conversations at a time, unless a run is set otherwise."""
_LONGEST: Final = 1000
"""Characters of a message to try."""


async def _list(request: WebRequest, workspace: Workspace) -> WebAnswer:
    return _listed(request, workspace)


def _listed(request: WebRequest, workspace: Workspace, **more: Any) -> WebAnswer:
    shelf = workspace.part(BotShelf)
    bots = shelf.bots().values()
    values = {"wanted": BotWanted(where=""), "found": None, "text": "", "id": "", **more}
    return draw(
        "bots.html",
        request.visitor,
        title="Bots",
        here="bots",
        own=[bot for bot in bots if bot.file or bot.subject != bot.id],
        bundled=[bot for bot in bots if not bot.file and bot.subject == bot.id],
        variables=[*dict.fromkeys(name for name, _ in shelf.variables())],
        **values,
    )


async def _describe(request: WebRequest, workspace: Workspace) -> WebAnswer:
    fields = request.form()
    shelf = workspace.part(BotShelf)
    if fields.get("action") == "keep":
        kept = shelf.keep(fields.get("id", ""), fields.get("text", "").replace("\r\n", "\n"))
        return WebAnswer.see(place(kept))
    wanted = BotWanted(**{name: fields.get(name, "") for name in ("where", "name", "authorised_by", "variable")})
    found = await search(shelf, wanted, workspace.state / f"draft-{token_hex(8)}.toml")
    name = suggested_id(wanted, found.text, shelf.bots())
    if found.sound and found.trial is not None:
        kept = shelf.keep(name, found.text)
        shelf.trials[kept.id] = replace(found.trial, bot=kept.what)
        return WebAnswer.see(place(kept))
    origin = origin_of(_tables_of(found.text).get("url", ""))
    return _listed(request, workspace, wanted=wanted, found=found, text=found.text, id=name, origin=origin)


def place(bot: ShelvedBot) -> str:
    """Return the address of a bot."""
    return f"/bots/{quote(bot.id, safe='')}"


async def _bot(request: WebRequest, workspace: Workspace) -> WebAnswer:
    return await _drawn(request, workspace, workspace.part(BotShelf).bot(request.params["bot"]))


async def _drawn(request: WebRequest, workspace: Workspace, bot: ShelvedBot, **more: Any) -> WebAnswer:
    every = await rows(workspace)
    going_on = workspace.part(Jobs).alive(bot.id)
    names = {bot.id, bot.what}
    trial = workspace.part(BotShelf).trials.get(bot.id)
    values = {"planned": None, "depth": "quick", "say": "Hello", "change": "", "why": "", **more}
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
        words=WORDS,
        depths=DEPTHS,
        trial=trial.view() if trial else None,
        sound=trial is not None and trial.sound,
        proposed=(reply_place(trial.came) if trial and trial.kind in ("bad_shape", "bad_json") else None),
        keys=described_keys(bot),
        fields_of=KEYS,
        pace=trial.seconds if trial else 0.0,
        seen=etag(bot.content) if bot.file else "",
        minutes=_minutes(values["planned"], trial),
        names={code: issue_of(code).title for code in getattr(values["planned"], "issues", {}) if code in CHECKERS},
        **values,
    )


def _minutes(planned: RunPlan | None, trial: BotTrial | None) -> float:
    """Return how long a run takes where a reply takes as long as the one that was tried; 0 where that is not known."""
    if planned is None or trial is None or not trial.sound:
        return 0.0
    return max(planned.minutes or 0.0, planned.requests * trial.seconds / CONCURRENT / 60)


def described_keys(bot: ShelvedBot) -> dict[str, str]:
    """Return the keys of a description that a page has fields for, with their values."""
    tables = _tables_of(bot.text)
    return {key: str(_value_at(tables, key)) for key in KEYS}


def _tables_of(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def _value_at(tables: Mapping[str, Any], key: str) -> Any:
    table, _, name = key.rpartition(".")
    inner = tables.get(table, {}) if table else tables
    return inner.get(name, "") if isinstance(inner, Mapping) else ""


def changed_text(text: str, values: Mapping[str, str]) -> str:
    """Return a description with other values of keys; an empty value takes the key out."""
    tables = tomllib.loads(text)
    for key, value in values.items():
        table, _, name = key.rpartition(".")
        inner = tables.setdefault(table, {}) if table else tables
        if value:
            inner[name] = value
        else:
            inner.pop(name, None)
    return toml_text({key: value for key, value in tables.items() if value != {}})


async def _greeted(shelf: BotShelf, bot: ShelvedBot, say: str = GREETING) -> None:
    """Send one message to a bot, and keep what came for its page, under the name that the page has for it."""
    shelf.trials[bot.id] = replace(await try_bot_async(bot.subject, say=say), bot=bot.what)


async def _change(request: WebRequest, workspace: Workspace, bot: ShelvedBot, fields: Mapping[str, str]) -> WebAnswer:
    """Change a description by the fields of the page, or show the change where the file is not to be written."""
    shelf = workspace.part(BotShelf)
    values = {key: fields[key].replace("\r\n", "\n").strip() for key in KEYS if key in fields}
    text = changed_text(bot.content.decode("utf-8", "replace"), values)
    try:
        kept = shelf.replace(bot.id, text, fields.get("seen") or None)
    except WebProblem as problem:
        if bot.file is None or problem.status not in (409, 412):
            raise
        shown = {"change": starred(text), "why": f"{problem.detail} {problem.hint or ''}"}
        return await _drawn(request, workspace, shelf.bot(bot.id), **shown)
    if kept.problem or not kept.authorised:
        return WebAnswer.see(place(kept))
    await _greeted(shelf, kept)
    return WebAnswer.see(place(kept))


async def _act(request: WebRequest, workspace: Workspace) -> WebAnswer:
    shelf = workspace.part(BotShelf)
    fields = request.form()
    action = fields.get("action", "")
    if action == "change":
        return await _change(request, workspace, shelf.bot(request.params["bot"]), fields)
    bot = shelf.usable(request.params["bot"])
    if action == "try":
        say = fields.get("say", "")[:_LONGEST] or GREETING
        await _greeted(shelf, bot, say)
        return await _drawn(request, workspace, bot, say=say)
    settings = settings_of_form({"depth": "quick", **{name: value for name, value in fields.items() if value}})
    chosen = {"depth": fields.get("depth", ""), "fields": [*form_fields(fields, without=("depth",))]}
    if action == "plan":
        planned = await planned_run(workspace, bot, settings)
        return await _drawn(request, workspace, bot, planned=planned, **chosen)
    if action == "start":
        job = workspace.part(Jobs).begin(bot, settings, bot.what if bot.file else bot.id)
        return WebAnswer.see(f"/runs/{quote(job.id, safe='')}")
    raise WebProblem(422, "The action must be try, change, plan or start.")


async def planned_run(workspace: Workspace, bot: ShelvedBot, settings: RateSettings) -> RunPlan:
    """Return the size of a run, and what it could show; nothing is sent."""
    chosen = without_consent(settings, at_risk=bot.at_risk)
    seeded = chosen if chosen.run.seed is not None else replace(chosen, run=replace(chosen.run, seed=1))
    return await workspace.kept(
        ("planned", bot.subject, str(seeded)), lambda: workspace.work(plan, bot.subject, seeded)
    )


ROUTES: Final = (
    Route(method="GET", path="/bots", handler=_list),
    Route(method="POST", path="/bots", handler=_describe, role=WebRole.OWNER),
    Route(method="GET", path="/bots/{bot}", handler=_bot),
    Route(method="POST", path="/bots/{bot}", handler=_act, role=WebRole.OWNER),
)
