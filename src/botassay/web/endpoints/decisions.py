"""Decisions on findings, and questions about what matters, in the API."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from botassay.core.errors import UsageError
from botassay.core.results import Profile
from botassay.core.scale import STANDARD_ISSUES
from botassay.profiles.elicitation import Answer, PreferenceQuestion, check_issues, next_step
from botassay.rating import Decision, read_decisions, record_decision
from botassay.rating.agreement import Disagreement, ReviewerPair, agreement
from botassay.rating.decisions import DECISIONS, Verb
from botassay.rating.review_rule import by_reviewer, reviewers_for, settled
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
class AgreementDocument:
    """How far reviewers agree, `botassay/web-agreement/1`.

    Args:
        reviewers: how many must agree before a decision counts, of `botassay.toml`.
        pairs: of reviewers who decided on the same texts.
        disagreements: texts that were decided differently.
    """

    schema: Literal["botassay/web-agreement/1"] = "botassay/web-agreement/1"
    reviewers: int
    pairs: tuple[ReviewerPair, ...]
    disagreements: tuple[Disagreement, ...]


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
    rows = [row for file in decision_files_of(workspace) for row in visible_rows(file, request.visitor.name)]
    rows.sort(key=lambda row: row.at or "")
    return DecisionRows(total=len(rows), items=tuple(rows))


def decision_files_of(workspace: Workspace) -> list[Path]:
    """Return all files of decisions of a workspace."""
    folders = {workspace.runs_folder.resolve()}
    for run in workspace.runs().values():
        folders |= {run.folder.resolve(), run.folder.resolve().parent}
    files = sorted(folder / DECISIONS for folder in folders)
    return [file for file in files if file.is_file() and file.stat().st_size]


def visible_rows(file: Path, name: str) -> list[Decision]:
    """Return the rows of a file that a person may see: of two reviewers, the other's only once two have decided.

    Raises: InputError for an invalid row; ConfigurationError for an invalid number of reviewers.
    """
    rows = read_decisions(file)
    if reviewers_for(file) == 1:
        return list(rows)
    reviewed = by_reviewer(rows)
    return [row for row in rows if row.by == name or settled(reviewed[row.key].values())]


async def _agreement(request: WebRequest, workspace: Workspace) -> AgreementDocument:
    del request
    files = decision_files_of(workspace)
    found = agreement(row for file in files for row in read_decisions(file))
    reviewers = reviewers_for(workspace.runs_folder / DECISIONS)
    return AgreementDocument(reviewers=reviewers, pairs=found.pairs, disagreements=found.disagreements)


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
        method="GET", path=f"{API}/agreement", handler=_agreement, summary="Show how far reviewers agree",
        gives=AgreementDocument,
    ),
    Route(
        method="POST", path=f"{API}/elicitations", handler=_ask, summary="Ask what matters more", takes=Answers,
        gives=ElicitationStep,
    ),
)  # fmt: skip
