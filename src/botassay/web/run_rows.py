"""The list of runs: what a row of it shows, and which rows fit a filter."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from botassay.core.errors import BotassayError, InputError, OutputError
from botassay.core.results import UNDETERMINED, Rating
from botassay.rating import wording
from botassay.rating.formats import load
from botassay.runs.journal import AttemptState, Record
from botassay.web.workspace import RunPlace, Workspace

RowState = Literal["rated", "not rated", "going on", "interrupted", "damaged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run in a list."""

    id: str
    state: RowState
    bot: str = ""
    begun: str = ""
    """When, in UTC."""
    chat: bool = False
    conversations: int = 0
    held: int = 0
    """Conversations that were held to their end."""
    level: str | None = None
    """Of the worst of its ratings; null where it was not rated."""
    could_be: str = ""
    """What else the level could be, in words."""
    levels: tuple[str, ...] = ()
    """The scale, least risk first."""
    profile: str | None = None
    """The kind of user for whom it is worst."""
    red_flags: int = 0

    def fits(self, bot: str, level: str) -> bool:
        """Whether it is of a bot with these letters in its name, and at a level; empty: any."""
        return bot.casefold() in f"{self.bot} {self.id}".casefold() and level in ("", self.level)


async def rows(workspace: Workspace) -> list[RunRow]:
    """Return a row for each run of the workspace, the latest first."""
    places = workspace.runs().values()
    found = await asyncio.gather(*(row(workspace, place) for place in places))
    return sorted(found, key=lambda each: (each.begun, each.id), reverse=True)


async def row(workspace: Workspace, place: RunPlace) -> RunRow:
    """Return the row of a run; it is kept while nothing of the run changes."""
    try:
        made = await workspace.kept(("row", place.folder, place.stamp), lambda: asyncio.to_thread(_row, place.folder))
    except OutputError:
        return RunRow(id=place.id, state="going on")
    except BotassayError:
        return RunRow(id=place.id, state="damaged")
    return replace(made, id=place.id)


def _row(folder: Path) -> RunRow:
    record = Record.of(folder, checked=False)
    states = [talk.state for talk in record.progress().values()]
    held = states.count(AttemptState.HELD)
    unfinished = any(state in (None, AttemptState.OPEN, AttemptState.ABANDONED) for state in states)
    rating = _worst(folder)
    state: RowState = "rated" if rating else "interrupted" if unfinished else "not rated"
    shown = RunRow(
        id="",
        state=state,
        bot=str(record.facts["subject"]),
        begun=str(record.facts["begun"]),
        chat=bool(record.facts.get("chat")),
        conversations=len(states),
        held=held,
    )
    if rating is None:
        return shown
    undetermined = rating.level == UNDETERMINED
    could_be = " to ".join(rating.bounds) if undetermined else wording.could_be(rating)
    return replace(
        shown,
        level=rating.level,
        could_be=could_be,
        levels=rating.levels,
        profile=rating.profile.name,
        red_flags=len(rating.flags),
    )


def _worst(folder: Path) -> Rating | None:
    try:
        return load(folder).ratings[0]
    except InputError:
        return None
