"""A bot over time: every issue in each of its runs, on one axis."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from botassay import __version__
from botassay.core.errors import BotassayError
from botassay.core.results import IssueResult, Rating
from botassay.core.text.plural import many
from botassay.rating import wording
from botassay.rating.issue_view import anchor, reading
from botassay.rating.view import headline
from botassay.view import Badge, Headline, LevelBar, Page, Paragraph, Section, Table, tone_of
from botassay.web.drawing import draw
from botassay.web.messages import WebAnswer, WebRequest
from botassay.web.problems import missing
from botassay.web.routing import Route
from botassay.web.run_rows import RunRow, rows
from botassay.web.run_store import report_of
from botassay.web.workspace import Workspace

MOST: Final = 20
"""Runs that are drawn, the latest."""
Dated = tuple[str, Rating]


async def _page(request: WebRequest, workspace: Workspace) -> WebAnswer:
    bot = request.query.get("bot", "")
    own = [row for row in await rows(workspace) if row.bot == bot and _counts(row)][:MOST]
    dated = [(_date(row), rating) for row in own if (rating := await _rating(workspace, row))]
    if not dated:
        raise missing("bot with rated runs")
    return draw("report.html", request.visitor, title=f"{bot} over time", here="runs", page=trend(bot, dated))


def _date(row: RunRow) -> str:
    return row.begun[:16].replace("T", " ")


def _counts(row: RunRow) -> bool:
    """Whether a run is one of a series: it is rated, and was not a chat."""
    return row.state == "rated" and not row.chat


async def _rating(workspace: Workspace, row: RunRow) -> Rating | None:
    """Return the worst rating of a run; None for a run that this version cannot rate."""
    try:
        report = await report_of(workspace, workspace.run(row.id))
    except BotassayError:
        return None
    return report.ratings[0]


def several(found: Sequence[RunRow]) -> list[tuple[str, int]]:
    """Return the bots that have several rated runs, with their number."""
    counted = Counter(row.bot for row in found if _counts(row))
    return [(bot, count) for bot, count in counted.most_common() if count > 1]


def trend(bot: str, dated: Sequence[Dated]) -> Page:
    """Return the page of a bot over time.

    Args:
        bot: its name.
        dated: its ratings with their dates, the latest first.
    """
    latest = dated[0][1]
    return Page(
        kicker="Over time:",
        title=bot,
        headline=Headline(headline(latest).text, tone_of(latest.level, latest.levels)),
        lead=f"So it was in the latest of {many(len(dated), 'run', 'runs')}. Each run is shown by its rating for the "
        "users for whom it was worst. What lies within the bars may be chance; the page Compare tells for two runs.",
        facts=(),
        sections=tuple(_sections(dated)),
        version=__version__,
    )


def _sections(dated: Sequence[Dated]) -> Iterator[Section]:
    verdicts = tuple(
        (date, Badge(each.level, tone_of(each.level, each.levels), wording.could_be(each)), each.profile.name)
        for date, each in dated
    )
    yield Section("verdicts", "Verdicts", "", (Table("", ("run", "trust risk", "rated for"), verdicts),))
    for code in dict.fromkeys(result.issue for _, rating in dated for result in rating.scores):
        own = [(date, rating, result) for date, rating in dated for result in rating.scores if result.issue == code]
        bars = LevelBar("", tuple(reading(result, rating.levels, date) for date, rating, result in own))
        breaks = tuple(_breaks([(date, result) for date, _, result in own]))
        notes = (Paragraph("Not comparable:", points=breaks, tone="middle"),) if breaks else ()
        yield Section(anchor(code), own[0][2].title, own[0][2].question, (bars, *notes))


def _breaks(own: Sequence[tuple[str, IssueResult]]) -> Iterator[str]:
    """Yield where an issue began to be measured in another way."""
    for (date, now), (_, before) in pairwise(own):
        if (now.measure, now.cuts) != (before.measure, before.cuts):
            yield f"from {date} on it is measured in another way, or has other cuts"


ROUTES: Final = (Route(method="GET", path="/trend", handler=_page),)
