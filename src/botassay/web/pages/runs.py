"""The list of runs, and the page of one."""

import re
from dataclasses import replace
from functools import partial
from typing import Final
from urllib.parse import quote, urlencode

from botassay.rating.view import view
from botassay.web.drawing import draw
from botassay.web.jobs import WORDS, Jobs
from botassay.web.messages import WebAnswer, WebRequest
from botassay.web.pages.trend import several
from botassay.web.pages.watch import watched
from botassay.web.routing import Route
from botassay.web.run_rows import rows
from botassay.web.run_store import page_of_list, report_of
from botassay.web.workspace import Workspace


async def _list(request: WebRequest, workspace: Workspace) -> WebAnswer:
    every = await rows(workspace)
    bot, level = request.query.get("bot", ""), request.query.get("level", "")
    fitting = [each for each in every if each.fits(bot, level)]
    first, last = page_of_list(request.number("after", 0), len(fitting))
    return draw(
        "runs.html",
        request.visitor,
        title="Runs",
        here="runs",
        rows=fitting[first:last],
        whole=len(every),
        count=len(fitting),
        bot=bot,
        level=level,
        several=several(every),
        words=WORDS,
        paused={job.id for job in workspace.part(Jobs).by_run.values() if job.state == "paused"},
        jobs=[job for job in workspace.part(Jobs).alive() if job.id not in {each.id for each in every}],
        **pager(request, first, last, len(fitting)),
    )


def pager(request: WebRequest, first: int, last: int, whole: int) -> dict[str, object]:
    """Return where a list begins and ends, and the addresses of the parts before and after."""
    query = {name: value for name, value in request.query.items() if name != "after" and value}
    size = 50
    before = None if not first else f"?{urlencode({**query, 'after': max(0, first - size)})}"
    after = None if last >= whole else f"?{urlencode({**query, 'after': last})}"
    return {"first": first, "last": last, "before": before, "after": after}


_PLACE: Final = re.compile(r'<a href="#[\w-]+" class="place-name"><bdi>dialog ([\w.-]+), utterance (\d+)')
"""Where a quote of a report is from, with a link to the quote itself."""


def _linked(run: str, place: re.Match[str]) -> str:
    """Return the place of a quote with a link to it in the transcript."""
    address = f"/runs/{quote(run, safe='')}/conversations/{quote(place[1], safe='')}#u{place[2]}"
    return f'<a href="{address}" class="place-name"><bdi>dialog {place[1]}, utterance {place[2]}'


async def _run(request: WebRequest, workspace: Workspace) -> WebAnswer:
    unfinished = await watched(request, workspace)
    if unfinished is not None:
        return unfinished
    run = workspace.run(request.params["run"])
    report = await report_of(workspace, run)

    async def drawn() -> WebAnswer:
        name = report.ratings[0].subject.name
        page = draw("run.html", request.visitor, title=name, here="runs", run=run, page=view(report))
        return replace(page, body=_PLACE.sub(partial(_linked, run.id), page.body.decode()).encode())  # type: ignore[union-attr]

    return await workspace.kept(("page", run.id, run.stamp, request.visitor), drawn)


ROUTES: Final = (
    Route(method="GET", path="/runs", handler=_list),
    Route(method="GET", path="/runs/{run}", handler=_run),
)
