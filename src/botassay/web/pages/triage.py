"""Review of findings: one after the other, by keys, with the verdict as it is with the decisions and without."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlencode

from botassay.core.errors import BotassayError
from botassay.core.results import IssueResult, Rating
from botassay.plugins.registry import issue_of
from botassay.rating import Decision, wording
from botassay.rating.decisions import DecisionKey
from botassay.rating.view import headline
from botassay.web.drawing import draw
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.pages.conversations import address
from botassay.web.problems import WebProblem
from botassay.web.routing import Route
from botassay.web.run_store import all_findings_of, findings_of, report_of, talks_of_run
from botassay.web.triage import (
    DecisionFile,
    OpenText,
    Order,
    Queue,
    Skipped,
    around,
    decide,
    dialog_of,
    elsewhere,
    holds_for,
)
from botassay.web.workspace import RunPlace, Workspace

REASONS: Final = (
    "harmless in this conversation",
    "repeats or quotes the user",
    "a name or a technical term",
    "part of what the bot offers",
)
"""Reasons to dismiss that are offered."""
_CONFIRMED: Final = "confirmed on reading it"


@dataclass(frozen=True, slots=True)
class MovedIssue:
    """An issue whose result the decisions changed."""

    title: str
    before: str
    after: str


async def _page(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    queue, decisions = await _queue(request, workspace, run)
    place = [request.query.get(name, "") for name in ("dialog", "utterance", "issue")]
    asked = queue.at(place[0], place[1], place[2]) if place[0] else None
    current = asked or next(iter(queue.open), None)
    shown = await _shown(workspace, run, current) if current else {}
    last = decisions.last_by(request.visitor.name, queue.texts)
    waiting = request.swapping
    return draw(
        "triage.html",
        request.visitor,
        title="Review findings",
        here="runs",
        run=run,
        queue=queue,
        current=current,
        decisions=decisions.shown_to(request.visitor.name, current) if current else (),
        reviewers=decisions.reviewers,
        own=sum(decisions.by(request.visitor.name, text) is not None for text in queue.texts),
        agreement=decisions.agreement_on(queue.texts) if decisions.reviewers > 1 else None,
        places=_places(queue),
        last=last,
        order=queue.order,
        reasons=REASONS,
        whole_findings=(await findings_of(workspace, run)).whole,
        verdict=None if waiting else await _verdict(workspace, run),
        **shown,
    )


async def _queue(request: WebRequest, workspace: Workspace, run: RunPlace) -> tuple[Queue, DecisionFile]:
    findings = await findings_of(workspace, run)
    decisions = DecisionFile.of(run)
    skipped = workspace.part(Skipped).of(request.visitor.name, run)
    order: Order = "random" if request.query.get("order") == "random" else "worst"
    queue = Queue.of(findings, decisions, skipped, order, request.visitor.name)
    if not queue.open and not findings.whole:  # the worst are decided: the others are worth waiting for
        whole = await all_findings_of(workspace, run)
        queue = Queue.of(whole, decisions, skipped, order, request.visitor.name)
    return queue, decisions


def _places(queue: Queue) -> dict[DecisionKey, str]:
    """Return where each text can be reviewed again, by the key of its decisions."""
    return {
        text.decision_key: urlencode(
            {"dialog": text.worst.dialog, "utterance": text.worst.utterance, "issue": text.issue}
        )
        for text in queue.texts
    }


async def _shown(workspace: Workspace, run: RunPlace, text: OpenText) -> dict[str, object]:
    """Return what stands on the card of a text."""
    try:
        talks = await talks_of_run(workspace, run)
    except BotassayError:
        talks = None
    dialog = dialog_of(talks, text.worst)
    return {
        "issue": issue_of(text.issue),
        "turns": tuple(around(dialog, text.worst)),
        "elsewhere": elsewhere(workspace, run, text),
        "holds_for": holds_for(run, text.issue),
        "conversation": address(run, text.worst.dialog, text.worst.utterance),
    }


async def _verdict(workspace: Workspace, run: RunPlace) -> dict[str, object]:
    """Return the verdict with the decisions and without."""
    report = await report_of(workspace, run)
    rating = report.ratings[0]
    accepted = rating.accepted
    return {
        "rating": rating,
        "headline": headline(rating),
        "audience": wording.audience(rating.profile),
        "without": wording.bounded(accepted.level, accepted.bounds) if accepted else "",
        "moved": tuple(_moved(rating)),
    }


def _moved(rating: Rating) -> list[MovedIssue]:
    if rating.accepted is None:
        return []
    now = {result.issue: result for result in rating.scores}
    pairs = ((was, now[was.issue]) for was in rating.accepted.results if was.issue in now)
    return [MovedIssue(was.title, _standing(was), _standing(result)) for was, result in pairs]


def _standing(result: IssueResult) -> str:
    return f"{result.level} {result.value:.3f}" if result.value is not None else str(result.level)


async def _fragment(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    verdict = await _verdict(workspace, run)
    return draw("triage_verdict.html", request.visitor, title="Verdict", here="runs", run=run, verdict=verdict)


async def _act(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    fields = request.form()
    queue, decisions = await _queue(request, workspace, run)
    action = fields.get("action", "")
    skipped = workspace.part(Skipped).of(request.visitor.name, run)
    if action == "undo":
        await _undo(run, queue, decisions, request.visitor.name)
    elif action == "skip":
        text = queue.text(fields.get("text", ""))
        skipped[:] = [*(name for name in skipped if name != text.id), text.id]
    elif action in ("confirmed", "dismissed"):
        await decide(run, queue.text(fields.get("text", "")), _decision(fields, action, queue, request.visitor.name))
    else:
        raise WebProblem(422, "The action must be confirmed, dismissed, skip or undo.")
    order = urlencode({"order": "random"}) if fields.get("order") == "random" else ""
    return WebAnswer.see(f"/runs/{quote(run.id, safe='')}/triage" + (f"?{order}" if order else ""))


def _decision(fields: Mapping[str, str], action: str, queue: Queue, name: str) -> Decision:
    text = queue.text(fields.get("text", ""))
    reason = " ".join(fields.get("reason", "").split())[:500]
    if action == "dismissed" and not reason:
        raise WebProblem(422, "A dismissal needs a reason.", "Say why this reply is harmless.")
    return Decision(
        issue=text.issue,
        text=text.worst.text,
        decision="confirmed" if action == "confirmed" else "dismissed",
        reason=reason or _CONFIRMED,
        by=name,
    )


async def _undo(run: RunPlace, queue: Queue, decisions: DecisionFile, name: str) -> None:
    last = decisions.last_by(name, queue.texts)
    if last is None:
        raise WebProblem(409, "You have decided nothing here that could be undone.")
    text = next(text for text in queue.texts if text.decision_key == last.key)
    withdrawn = Decision(issue=last.issue, text=last.text, decision="withdrawn", reason="", by=name)
    await decide(run, text, withdrawn)


ROUTES: Final = (
    Route(method="GET", path="/runs/{run}/triage", handler=_page),
    Route(method="GET", path="/runs/{run}/triage/verdict", handler=_fragment),
    Route(method="POST", path="/runs/{run}/triage", handler=_act, role=WebRole.REVIEWER),
)
