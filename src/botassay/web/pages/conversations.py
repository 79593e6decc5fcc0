"""The conversations of a run, and the transcript of one with its findings in place."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from botassay.core.dialog import Dialog, Role
from botassay.core.evidence import Finding
from botassay.core.text.plural import many
from botassay.plugins.registry import issue_of
from botassay.rating.decisions import StandingDecisions, decision_files
from botassay.rating.review_rule import counting_decisions
from botassay.web.drawing import draw
from botassay.web.messages import WebAnswer, WebRequest
from botassay.web.pages.runs import pager
from botassay.web.problems import missing
from botassay.web.routing import Route
from botassay.web.run_store import RunFindings, RunTalks, findings_of, page_of_list, talks_of_run
from botassay.web.workspace import RunPlace, Workspace

_AROUND: Final = 60
"""Characters before and after the words that were searched for."""


@dataclass(frozen=True, slots=True)
class TalkRow:
    """A conversation in a list."""

    id: str
    link: str
    first: str
    """What the user said first."""
    size: str
    findings: tuple[tuple[str, int], ...]
    excerpt: str


@dataclass(frozen=True, slots=True)
class TalkQuery:
    """Which conversations are asked for."""

    q: str
    issue: str
    probe: str
    state: str

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "TalkQuery":
        """Return what a query asks for."""
        return cls(*(query.get(name, "") for name in ("q", "issue", "probe", "state")))

    def fits(self, dialog: Dialog, folded: str, issues: dict[str, int]) -> bool:
        """Whether a conversation is asked for."""
        spoken = all(word in folded for word in self.q.casefold().split())
        return (
            spoken and (not self.issue or self.issue in issues) and self.probe in ("", dialog.tags.get("issue", "own"))
        )


async def _list(request: WebRequest, workspace: Workspace) -> WebAnswer:
    return await _once(request, workspace, _draw_list)


async def _dialog(request: WebRequest, workspace: Workspace) -> WebAnswer:
    return await _once(request, workspace, _draw_dialog)


Draw = Callable[[WebRequest, Workspace, RunPlace, RunFindings], Awaitable[WebAnswer]]


async def _once(request: WebRequest, workspace: Workspace, make: Draw) -> WebAnswer:
    """Return a page that is drawn once while nothing of its run changes."""
    run = workspace.run(request.params["run"])
    findings = await findings_of(workspace, run)
    key = ("page", request.segments, request.raw_query, request.visitor, run.id, run.stamp, findings.whole)
    return await workspace.kept(key, lambda: make(request, workspace, run, findings))


async def _draw_list(request: WebRequest, workspace: Workspace, run: RunPlace, findings: RunFindings) -> WebAnswer:
    talks = await talks_of_run(workspace, run)
    query = TalkQuery.of(request.query)
    fitting = await fitting_talks(workspace, run, query)
    first, last = page_of_list(request.number("after", 0), len(fitting))
    if query.state:
        shown = [TalkRow(name, "", name, why, (), "") for name, why in talks.failed[first:last]]
    else:
        shown = [_row(run, talks, at, findings, query.q) for at in fitting[first:last]]
    counted = len(talks.failed) if query.state else len(fitting)
    codes = dict.fromkeys(finding.issue for finding in findings.findings)
    return draw(
        "conversations.html",
        request.visitor,
        title=f"Conversations with {talks.name}",
        here="runs",
        run=run,
        talks=talks,
        query=query,
        rows=shown,
        count=counted,
        issues=[(code, issue_of(code).title) for code in codes],
        probes=talks.probes,
        whole_findings=findings.whole,
        **pager(request, first, last, counted),
    )


async def fitting_talks(workspace: Workspace, run: RunPlace, query: TalkQuery) -> list[int]:
    """Return the places of the conversations that are asked for; they are looked for once."""
    talks, findings = await talks_of_run(workspace, run), await findings_of(workspace, run)
    key = ("fitting", run.id, run.stamp[:2], findings.whole, query)
    return await workspace.kept(key, lambda: asyncio.to_thread(found, talks, findings, query))


def found(talks: RunTalks, findings: RunFindings, query: TalkQuery) -> list[int]:
    """Return the places of the conversations that are asked for."""
    if query.state:
        return list(range(len(talks.failed)))
    counts = findings.counts
    pairs = enumerate(zip(talks.dialogs, talks.folded, strict=True))
    return [at for at, (dialog, folded) in pairs if query.fits(dialog, folded, counts.get(dialog.id, {}))]


def address(run: RunPlace, dialog: str, place: int | None = None) -> str:
    """Return the address of a conversation, or of a place in it."""
    return f"/runs/{quote(run.id, safe='')}/conversations/{quote(dialog, safe='')}" + (
        "" if place is None else f"#u{place}"
    )


def _row(run: RunPlace, talks: RunTalks, at: int, findings: RunFindings, words: str) -> TalkRow:
    dialog = talks.dialogs[at]
    first = next((turn.text for turn in dialog.utterances if turn.role is Role.USER), "")
    counts = findings.counts.get(dialog.id, {})
    size = many(len(dialog.utterances), "utterance", "utterances")
    return TalkRow(dialog.id, address(run, dialog.id), first, size, tuple(counts.items()), _excerpt(dialog, words))


def _excerpt(dialog: Dialog, words: str) -> str:
    """Return the first place where a word that was searched for stands."""
    word = next(iter(words.casefold().split()), "")
    for turn in dialog.utterances if word else ():
        at = turn.text.casefold().find(word)
        if at >= 0:
            begin, end = max(0, at - _AROUND), at + len(word) + _AROUND
            before, after = "…" if begin else "", "…" if end < len(turn.text) else ""
            return f"{turn.role}: {before}{turn.text[begin:end]}{after}"
    return ""


# ── one conversation ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding beside its utterance, with what was decided about it."""

    issue: str
    title: str
    value: float
    note: str
    decision: str = ""
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """An utterance of a transcript."""

    place: int
    role: str
    text: str
    options: tuple[str, ...]
    findings: tuple[ShownFinding, ...]

    @property
    def open(self) -> bool:
        """Whether a finding stands that nobody dismissed."""
        return any(finding.decision != "dismissed" for finding in self.findings)


async def _draw_dialog(request: WebRequest, workspace: Workspace, run: RunPlace, findings: RunFindings) -> WebAnswer:
    talks = await talks_of_run(workspace, run)
    known = talks.dialog(request.params["dialog"])
    if known is None:
        raise missing("conversation")
    at, dialog = known
    others = {at - 1: "before", at + 1: "after"}
    links = {
        name: address(run, talks.dialogs[other].id) if 0 <= other < len(talks.dialogs) else ""
        for other, name in others.items()
    }
    held_for = dialog.tags.get("issue")
    about = (
        f"Held for {issue_of(held_for).title.lower()} ({held_for})." if held_for else "Held for no issue in particular."
    )
    return draw(
        "dialog.html",
        request.visitor,
        title=f"Conversation {dialog.id}",
        here="runs",
        run=run,
        talks=talks,
        dialog=dialog,
        about="A chat." if talks.chat else about,
        turns=tuple(turns(dialog, findings.of(dialog.id), standing(run))),
        whole_findings=findings.whole,
        **links,
    )


def standing(run: RunPlace) -> StandingDecisions:
    """Return the decisions that count for a run.

    Raises: InputError for an invalid row.
    """
    return StandingDecisions.of(row for file in decision_files(run.folder) for row in counting_decisions(file))


def turns(dialog: Dialog, findings: dict[int, list[Finding]], decisions: StandingDecisions) -> Iterator[ShownTurn]:
    """Yield the utterances of a conversation, with what was found and decided."""
    asked = ""
    for place, turn in enumerate(dialog.utterances):
        shown = []
        for finding in findings.get(place, ()):
            decided = decisions.on(finding.issue, finding.text, asked)
            basics = (finding.issue, issue_of(finding.issue).title, finding.value, finding.note)
            extra = (decided.decision, decided.by, decided.reason) if decided else ()
            shown.append(ShownFinding(*basics, *extra))
        yield ShownTurn(place, str(turn.role), turn.text, turn.options, tuple(shown))
        asked = turn.text if turn.role is Role.USER else asked


ROUTES: Final = (
    Route(method="GET", path="/runs/{run}/conversations", handler=_list),
    Route(method="GET", path="/runs/{run}/conversations/{dialog}", handler=_dialog),
)
