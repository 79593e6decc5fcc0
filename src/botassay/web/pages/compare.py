"""Two runs side by side: what got worse beyond chance, and replies that differ to the same lines."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final
from urllib.parse import parse_qsl, urlencode

from botassay.api.comparison import compare
from botassay.core.dialog import Dialog, Role
from botassay.core.errors import BotassayError
from botassay.rating.comparison_document import Comparison
from botassay.web.drawing import draw
from botassay.web.messages import WebAnswer, WebRequest
from botassay.web.problems import WebProblem
from botassay.web.routing import API, Route
from botassay.web.run_rows import RunRow, rows
from botassay.web.run_store import RunTalks, report_of, talks_of_run
from botassay.web.workspace import RunPlace, Workspace

_SHOWN: Final = 50
"""Replies side by side that are shown."""
_TWO: Final = 2
_PATIENCE: Final = 1.5
"""Seconds for a comparison, which looks at all replies again; after them a browser gets the page without it."""


@dataclass(frozen=True, slots=True)
class ReplyPair:
    """What both bots said to the same line, in conversations of the same script."""

    dialog: str
    line: str
    before: str
    after: str


async def _page(request: WebRequest, workspace: Workspace) -> WebAnswer:
    every = await rows(workspace)
    names = chosen(request)
    page, pairs, only, wait = None, [], request.query.get("only") == "changed", ""
    if len(names) == _TWO:
        one, other = (run_of(workspace, name, every) for name in names)
        names = [one.id, other.id]
        ready = asyncio.ensure_future(compared(workspace, one, other))
        browser = "cookie" in request.headers and "wait" not in request.query
        await asyncio.wait({ready}, timeout=_PATIENCE if browser else None)
        if ready.done():
            comparison = ready.result()
            page = (what_changed(comparison) if only else comparison).view()
            pairs = await differing(workspace, one, other)
        else:
            wait = "?" + urlencode({"a": one.id, "b": other.id, **({"only": "changed"} if only else {}), "wait": "1"})
    elif names:
        raise WebProblem(422, "Two runs can be compared.", "Choose two in the list of runs.")
    return draw(
        "compare.html",
        request.visitor,
        title="Compare",
        here="compare",
        rows=[row for row in every if row.state == "rated"],
        names=names or ["", ""],
        page=page,
        pairs=pairs[:_SHOWN],
        count=len(pairs),
        only=only,
        wait=wait,
    )


def run_of(workspace: Workspace, name: str, every: list[RunRow]) -> RunPlace:
    """Return the run with an id, or the latest rated run of the bot with a name.

    Raises: WebProblem 404.
    """
    latest = next((row.id for row in every if row.bot == name and row.state == "rated" and not row.chat), name)
    return workspace.run(name if name in {row.id for row in every} else latest)


def what_changed(comparison: Comparison) -> Comparison:
    """Return a comparison with the issues and verdicts alone that moved; all of it where none did."""
    moved = tuple(change for change in comparison.issues if change.moved in ("worse", "better"))
    turned = tuple(verdict for verdict in comparison.profiles if verdict.change in ("worse", "better"))
    return replace(comparison, issues=moved, profiles=turned) if moved or turned else comparison


def chosen(request: WebRequest) -> list[str]:
    """Return the runs that are asked for: `a` and `b`, or two out of the list, where the later stands first."""
    both = [request.query[name] for name in ("a", "b") if request.query.get(name)]
    return both or [value for name, value in parse_qsl(request.raw_query) if name == "run"][::-1]


async def compared(workspace: Workspace, one: RunPlace, other: RunPlace) -> Comparison:
    """Return the comparison of two runs, the first of which was before.

    Raises: what `compare` raises.
    """
    key = ("compared", one.id, one.stamp, other.id, other.stamp)
    before, after = await report_of(workspace, one), await report_of(workspace, other)
    return await workspace.kept(key, partial(workspace.work, compare, before, after))


async def differing(workspace: Workspace, one: RunPlace, other: RunPlace) -> list[ReplyPair]:
    """Return the replies that differ, where both runs hold the same scripts."""
    try:
        before, after = await talks_of_run(workspace, one), await talks_of_run(workspace, other)
    except BotassayError:
        return []
    return list(pairs_of(before, after))


def pairs_of(before: RunTalks, after: RunTalks) -> Iterator[ReplyPair]:
    """Yield the replies that differ to the same lines of conversations with the same name."""
    later = {dialog.id: dialog for dialog in after.dialogs}
    for dialog in before.dialogs:
        if dialog.id in later:
            yield from _pairs(dialog, later[dialog.id])


def _pairs(before: Dialog, after: Dialog) -> Iterator[ReplyPair]:
    both = zip(before.utterances, after.utterances, strict=False)
    line = ""
    for was, now in both:
        if was.role is Role.USER:
            if was.text != now.text:
                return
            line = was.text
        elif (was.text, was.options) != (now.text, now.options):
            yield ReplyPair(before.id, line, was.text, now.text)


async def _document(request: WebRequest, workspace: Workspace) -> WebAnswer:
    names = chosen(request)
    if len(names) != _TWO:
        raise WebProblem(422, "Give two runs: a, the earlier one, and b.")
    every = await rows(workspace)
    one, other = (run_of(workspace, name, every) for name in names)
    return WebAnswer(body=(await compared(workspace, one, other)).json().encode(), kind="application/json")


ROUTES: Final = (
    Route(method="GET", path="/compare", handler=_page),
    Route(
        method="GET",
        path=f"{API}/comparisons",
        handler=_document,
        summary="Compare two runs",
        gives=Comparison,
        query={"a": "the earlier run, or a bot for its latest one", "b": "the later one"},
        required=frozenset("ab"),
    ),
)
