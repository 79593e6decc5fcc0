"""Decisions on findings, and questions about what matters, in the API."""

import asyncio
from dataclasses import dataclass
from typing import Final, Literal

from botassay.core.errors import UsageError
from botassay.core.results import Profile
from botassay.core.scale import STANDARD_ISSUES
from botassay.profiles.elicitation import Answer, PreferenceQuestion, check_issues, next_step
from botassay.rating import Decision, read_decisions, record_decision
from botassay.rating.decisions import DECISIONS, Verb
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.orders import spelled
from botassay.web.routing import API, Route
from botassay.web.triage import place_for
from botassay.web.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionMade:
    """A decision on a finding."""

    issue: str
    text: str
    decision: Verb = "dismissed"
    reason: str = ""
    user: str | None = None
    """The user's line after which alone it holds."""
    run: str | None = None
    """Where the text was read; of IL, the run for which alone it holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRows:
    """All decisions of the workspace, in the order in which they were made, `botassay/web-decisions/1`."""

    schema: Literal["botassay/web-decisions/1"] = "botassay/web-decisions/1"
    total: int
    items: tuple[Decision, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What a person answered so far."""

    answers: tuple[Answer, ...] = ()
    issues: tuple[str, ...] = ("AL", "B", "IL", "CC", "ID", "SG")


@dataclass(frozen=True, slots=True, kw_only=True)
class ElicitationStep:
    """The next question, or the order that the answers come to."""

    first: str | None = None
    second: str | None = None
    order: str | None = None


async def _decide(request: WebRequest, workspace: Workspace) -> WebAnswer:
    made = request.read(DecisionMade)
    code = made.issue.upper()
    check_issues([code])
    decision = Decision(
        issue=code, text=made.text, decision=made.decision, reason=made.reason, by=request.visitor.name, user=made.user
    )
    run = workspace.run(made.run) if made.run is not None else None
    folder = place_for(run, code) if run else workspace.runs_folder
    await asyncio.to_thread(record_decision, folder, decision, {"run": made.run} if made.run else None)
    return WebAnswer.document(decision, 201)


async def _decisions(request: WebRequest, workspace: Workspace) -> DecisionRows:
    del request
    folders = {workspace.runs_folder.resolve()}
    for run in workspace.runs().values():
        folders |= {run.folder.resolve(), run.folder.resolve().parent}
    files = sorted(folder / DECISIONS for folder in folders)
    present = [file for file in files if file.is_file() and file.stat().st_size]
    rows = sorted((row for file in present for row in read_decisions(file)), key=lambda row: row.at or "")
    return DecisionRows(total=len(rows), items=tuple(rows))


async def _ask(request: WebRequest, workspace: Workspace) -> ElicitationStep:
    del workspace
    given = request.read(Answers)
    check_issues(given.issues)
    if len(set(given.issues)) != len(given.issues) or not given.issues:
        raise UsageError("name each issue once", hint=f"known are {', '.join(STANDARD_ISSUES)}")
    step = next_step(given.issues, given.answers)
    if isinstance(step, PreferenceQuestion):
        return ElicitationStep(first=step.first, second=step.second)
    return ElicitationStep(order=spelled(Profile("", step).order))


ROUTES: Final = (
    Route(
        method="POST", path=f"{API}/decisions", handler=_decide, summary="Dismiss, confirm or withdraw",
        role=WebRole.REVIEWER, takes=DecisionMade, gives=Decision, status=201,
    ),
    Route(method="GET", path=f"{API}/decisions", handler=_decisions, summary="List decisions", gives=DecisionRows),
    Route(
        method="POST", path=f"{API}/elicitations", handler=_ask, summary="Ask what matters more", takes=Answers,
        gives=ElicitationStep,
    ),
)  # fmt: skip
