"""Runs in the API: lists, ratings, conversations, findings, reports."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from botassay.api.rating import rate
from botassay.api.rating_request import settings_for_run
from botassay.api.report import RatingReport
from botassay.core.dialog import Dialog, Utterance
from botassay.core.evidence import Finding
from botassay.core.results import Rating
from botassay.web.messages import JSON, WebAnswer, WebRequest, file_answer
from botassay.web.pages.conversations import TalkQuery, fitting_talks
from botassay.web.problems import missing
from botassay.web.routing import API, Route
from botassay.web.run_rows import RunRow, row, rows
from botassay.web.run_store import RunFindings, all_findings_of, findings_of, rated, talks_of_run
from botassay.web.workspace import RunPlace, Workspace

MOST: Final = 200
"""Items of a list that are given at a time."""
_SIZE: Final = 50
_KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": JSON,
    "xml": "application/xml",
    "sarif": "application/sarif+json",
    "txt": "text/plain; charset=utf-8",
}
_PAGE: Final = {"limit": "items, 1 to 200", "cursor": "`next` of the page before"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRows:
    """Runs, the latest first, `botassay/web-runs/1`."""

    schema: Literal["botassay/web-runs/1"] = "botassay/web-runs/1"
    total: int
    next: str | None
    """The cursor of the next page."""
    items: tuple[RunRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkItem:
    """A conversation in a list."""

    id: str
    tags: dict[str, str]
    utterances: int
    findings: dict[str, int]
    """Findings by issue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkList:
    """The conversations of a run that were held, in the order of its plan, `botassay/web-conversations/1`."""

    schema: Literal["botassay/web-conversations/1"] = "botassay/web-conversations/1"
    total: int
    next: str | None
    whole: bool
    """Whether all findings are gathered; until then the worst are counted."""
    items: tuple[TalkItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One conversation with its findings, `botassay/web-conversation/1`."""

    schema: Literal["botassay/web-conversation/1"] = "botassay/web-conversation/1"
    id: str
    tags: dict[str, str]
    utterances: tuple[Utterance, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingRows:
    """The findings of a run, the worst first, before decisions on them, `botassay/web-findings/1`."""

    schema: Literal["botassay/web-findings/1"] = "botassay/web-findings/1"
    total: int
    next: str | None
    items: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a list that is asked for."""

    begin: int
    end: int
    total: int

    @classmethod
    def of(cls, request: WebRequest, total: int) -> "_Part":
        size = request.number("limit", _SIZE, least=1, most=MOST)
        begin = min(request.number("cursor", 0), total)
        return cls(begin, min(total, begin + size), total)

    @property
    def next(self) -> str | None:
        """The cursor of the next part."""
        return str(self.end) if self.end < self.total else None

    def headers(self, request: WebRequest) -> dict[str, str]:
        """The link to the next part."""
        path = "/" + "/".join(request.segments)
        return {"Link": f'<{path}?cursor={self.next}>; rel="next"'} if self.next and path.isascii() else {}


async def _list(request: WebRequest, workspace: Workspace) -> WebAnswer:
    every = await rows(workspace)
    fitting = [each for each in every if each.fits(request.query.get("bot", ""), request.query.get("level", ""))]
    part = _Part.of(request, len(fitting))
    document = RunRows(total=part.total, next=part.next, items=tuple(fitting[part.begin : part.end]))
    return WebAnswer.document(document, headers=part.headers(request))


async def _run(request: WebRequest, workspace: Workspace) -> RunRow:
    return await row(workspace, workspace.run(request.params["run"]))


async def _rating(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    report = await rated_for(workspace, run, request.query.get("order"))
    return WebAnswer(body=report.json().encode(), kind=JSON)


async def rated_for(workspace: Workspace, run: RunPlace, order: str | None) -> RatingReport:
    """Return the rating of a run for an order of importance, as `botassay rate RUN --order ORDER` makes it.

    Raises: UsageError for another spelling.
    """
    if order is None:
        return await rated(workspace, run)
    settings = settings_for_run(run.folder, {}, {"rating": {"order": order}})
    return await workspace.kept(
        ("for", run.id, run.stamp, order), lambda: workspace.work(rate, str(run.folder), settings), large=True
    )


async def _report(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    ending = request.params["file"].removeprefix("report.")
    if ending not in _KINDS or not request.params["file"].startswith("report."):
        raise missing("report")
    report = await rated_for(workspace, run, request.query.get("order"))
    body = await workspace.work(lambda: b"".join(report.rendered(Path(f"report.{ending}"))))
    return file_answer(body, _KINDS[ending], f"{run.id}.{ending}")


async def _conversations(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    talks = await talks_of_run(workspace, run)
    findings = await findings_of(workspace, run)
    query = TalkQuery.of({**request.query, "state": ""})
    fitting = await fitting_talks(workspace, run, query)
    part = _Part.of(request, len(fitting))
    counts = findings.counts
    items = [_conversation(talks.dialogs[at], counts) for at in fitting[part.begin : part.end]]
    document = TalkList(total=part.total, next=part.next, whole=findings.whole, items=tuple(items))
    return WebAnswer.document(document, headers=part.headers(request))


def _conversation(dialog: Dialog, counts: dict[str, dict[str, int]]) -> TalkItem:
    found_here = counts.get(dialog.id, {})
    return TalkItem(id=dialog.id, tags=dict(dialog.tags), utterances=len(dialog.utterances), findings=found_here)


async def _transcript(request: WebRequest, workspace: Workspace) -> Transcript:
    run = workspace.run(request.params["run"])
    talks = await talks_of_run(workspace, run)
    known = talks.dialog(request.params["dialog"])
    if known is None:
        raise missing("conversation")
    dialog = known[1]
    findings: RunFindings = await findings_of(workspace, run)
    here = tuple(each for each in findings.findings if each.dialog == dialog.id)
    return Transcript(id=dialog.id, tags=dict(dialog.tags), utterances=dialog.utterances, findings=here)


async def _findings(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    issue = request.query.get("issue", "")
    every = (await all_findings_of(workspace, run)).findings
    fitting = [each for each in every if issue in ("", each.issue)]
    part = _Part.of(request, len(fitting))
    document = FindingRows(total=part.total, next=part.next, items=tuple(fitting[part.begin : part.end]))
    return WebAnswer.document(document, headers=part.headers(request))


_RUN: Final = f"{API}/runs/{{run}}"
ROUTES: Final = (
    Route(
        method="GET", path=f"{API}/runs", handler=_list, summary="List runs, the latest first", gives=RunRows,
        query={**_PAGE, "bot": "letters of its name", "level": "of the rating"},
    ),
    Route(method="GET", path=_RUN, handler=_run, summary="Show a run", gives=RunRow),
    Route(
        method="GET", path=f"{_RUN}/rating", handler=_rating, summary="Rate a run, as botassay rate does", gives=Rating,
        query={"order": "issues, the most important first, such as IL,AL,B=CC"},
    ),
    Route(
        method="GET", path=f"{_RUN}/{{file}}", handler=_report, summary="Download report.html, .md, .csv …",
        query={"order": "issues, the most important first"},
    ),
    Route(
        method="GET", path=f"{_RUN}/conversations", handler=_conversations, summary="List conversations",
        gives=TalkList, query={**_PAGE, "q": "words", "issue": "of findings", "probe": "held for an issue"},
    ),
    Route(
        method="GET", path=f"{_RUN}/conversations/{{dialog}}", handler=_transcript, summary="Show a conversation",
        gives=Transcript,
    ),
    Route(
        method="GET", path=f"{_RUN}/findings", handler=_findings, summary="List findings, the worst first",
        gives=FindingRows, query={**_PAGE, "issue": "code"},
    ),
)  # fmt: skip
