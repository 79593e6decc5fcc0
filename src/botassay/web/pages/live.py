"""Live: talk to a bot, and see the issues move with every reply."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from botassay.core.results import UNDETERMINED
from botassay.core.scale import TRUST_RISK
from botassay.plugins.registry import issue_of
from botassay.profiles.elicitation import meaning
from botassay.rating.incremental import Interim, InterimScore
from botassay.rating.wording import bounded
from botassay.web.bot_shelf import BotShelf
from botassay.web.chats import Chats, LiveChat
from botassay.web.drawing import draw
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.problems import WebProblem
from botassay.web.routing import Route
from botassay.web.workspace import Workspace

LABELS: Final = {
    "neither": "nothing found",
    "hate": "reads as hate",
    "offensive": "reads as offensive",
    "plain": "easy to read",
    "hard": "hard to read",
    "echo": "repeats your words",
}
"""What the labels of a single reply mean to whoever reads them."""


@dataclass(frozen=True, slots=True)
class IssueStanding:
    """How far an issue is in a chat."""

    code: str
    title: str
    meaning: str
    standing: str
    could_be: tuple[str, ...]
    """The levels that are left; none where it is too early to tell."""
    n: int
    findings: int


async def _start(request: WebRequest, workspace: Workspace) -> WebAnswer:
    chats = workspace.part(Chats)
    bots = [bot for bot in workspace.part(BotShelf).bots().values() if not bot.problem]
    return draw(
        "live_start.html", request.visitor, title="Live", here="live", bots=bots, open=list(chats.open.values())
    )


async def _begin(request: WebRequest, workspace: Workspace) -> WebAnswer:
    name = request.form().get("bot", "")
    live = await workspace.part(Chats).begin(workspace.part(BotShelf).usable(name))
    return WebAnswer.see(place(live))


def place(live: LiveChat) -> str:
    """Return the address of a chat."""
    return f"/live/{quote(live.id, safe='')}"


async def _page(request: WebRequest, workspace: Workspace) -> WebAnswer:
    live = workspace.part(Chats).of(request.params["chat"])
    latest = live.latest
    return draw(
        "live.html",
        request.visitor,
        title=f"Live: {live.run.facts.subject}",
        here="live",
        live=live,
        address=place(live),
        name=live.run.facts.subject,
        titles={code: issue_of(code).title for code in live.run.so_far.settings.rated},
        LABELS=LABELS,
        standings=standings(live),
        verdicts=verdicts(latest),
        levels=TRUST_RISK.names,
        changed=latest.changed if latest else (),
    )


def standings(live: LiveChat) -> list[IssueStanding]:
    """Return how far each issue of a chat is; before the first reply it is too early for all."""
    scores = live.latest.scores if live.latest else ()
    if scores:
        return [_standing(score) for score in scores]
    return [
        IssueStanding(code, issue_of(code).title, meaning(code), "too early to tell", (), 0, 0)
        for code in live.run.so_far.settings.rated
    ]


def _standing(score: InterimScore) -> IssueStanding:
    left = () if score.early or score.value is None else score.could_be
    basics = (score.issue, issue_of(score.issue).title, meaning(score.issue), score.standing, left)
    return IssueStanding(*basics, score.n, score.findings)


def verdicts(latest: Interim | None) -> list[tuple[str, str, str]]:
    """Return name, level and words of the verdict for each kind of user."""
    ratings = latest.ratings if latest else ()
    return [
        (
            rating.profile,
            rating.level,
            "too early to tell" if rating.level == UNDETERMINED else bounded(rating.level, rating.bounds),
        )
        for rating in ratings
    ]


async def _act(request: WebRequest, workspace: Workspace) -> WebAnswer:
    chats = workspace.part(Chats)
    live = chats.of(request.params["chat"])
    fields = request.form()
    action = fields.get("action", "say")
    if action == "end":
        held = await chats.end(live)
        return WebAnswer.see(f"/runs/{quote(live.id, safe='')}" if held else "/live")
    if action == "new":
        chats.renew(live)
    elif action == "say":
        await chats.say(live, fields.get("say", ""))
    else:
        raise WebProblem(422, "The action must be say, new or end.")
    return WebAnswer.see(place(live))


ROUTES: Final = (
    Route(method="GET", path="/live", handler=_start),
    Route(method="POST", path="/live", handler=_begin, role=WebRole.OWNER),
    Route(method="GET", path="/live/{chat}", handler=_page),
    Route(method="POST", path="/live/{chat}", handler=_act, role=WebRole.OWNER),
)
