"""The rating so far of a run that goes on: what it would be if it were stopped now, out of a copy of its journal."""

import asyncio
import shutil
from collections import Counter
from dataclasses import dataclass
from logging import getLogger
from pathlib import Path
from typing import Final

from botassay.api.held import rated_as_begun
from botassay.core.errors import BotassayError
from botassay.core.results import UNDETERMINED, Rating
from botassay.rating.decisions import DECISIONS
from botassay.rating.wording import bounded
from botassay.runs.journal import FILE, AttemptState, Journal, Record
from botassay.web.workspace import Workspace

LOG = getLogger("botassay")

EARLY: Final = "too early to tell"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictSoFar:
    """What a run comes to so far for a kind of user."""

    profile: str
    level: str
    bounds: tuple[str, str]
    words: str
    """The level with its bounds, or `too early to tell` where every level is still possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSoFar:
    """How far an issue is."""

    issue: str
    could_be: tuple[str, ...]
    """The levels that are left, least risk first; empty where none is known."""
    n: int
    """Utterances, pairs or conversations that were looked at."""
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSoFar:
    """What a run comes to if it is stopped now.

    Args:
        conversations: that were held, and are rated here.
        failures: conversations that failed, by kind of failure.
        red_flags: findings that decide a verdict by themselves.
        verdicts: by kind of user, the worst first; empty before there is anything to rate.
        scores: by issue.
        levels: the names of the scale, least risk first.
    """

    conversations: int
    failures: dict[str, int]
    red_flags: int = 0
    verdicts: tuple[VerdictSoFar, ...] = ()
    scores: tuple[ScoreSoFar, ...] = ()
    levels: tuple[str, ...] = ()


async def rated_so_far(workspace: Workspace, folder: Path, journal: Journal) -> RatingSoFar:
    """Return the rating so far of a run; nothing is written into its folder.

    Args:
        workspace: keeps the copy while it is rated.
        folder: of the run.
        journal: that the run writes.

    Raises: OutputError when the copy cannot be written.
    """
    place = workspace.state / "so-far" / folder.name
    copied = place / "run"
    try:
        await asyncio.to_thread(_prepare, folder, copied)
        await journal.copy(copied / FILE)
        return await workspace.work(_rated, copied)
    finally:
        await asyncio.to_thread(shutil.rmtree, place, ignore_errors=True)


def _prepare(folder: Path, copied: Path) -> None:
    """Put the decisions on findings beside the copy of a journal, as they lie beside the journal itself."""
    copied.mkdir(parents=True, exist_ok=True)
    for source, target in ((folder, copied), (folder.parent, copied.parent)):
        if (source / DECISIONS).is_file():
            shutil.copyfile(source / DECISIONS, target / DECISIONS)


def _rated(folder: Path) -> RatingSoFar:
    progress = Record.of(folder, checked=False).progress().values()
    held = sum(each.state is AttemptState.HELD for each in progress)
    failed = (AttemptState.FAILED, AttemptState.IN_DOUBT)
    failures = dict(Counter(str(each.kind or each.state) for each in progress if each.state in failed))
    try:
        ratings = rated_as_begun(folder).ratings if held else ()
    except BotassayError as error:
        LOG.info("no rating so far: %s", error)
        ratings = ()
    if not ratings:
        return RatingSoFar(conversations=held, failures=failures)
    worst = ratings[0]
    return RatingSoFar(
        conversations=held,
        failures=failures,
        red_flags=len(worst.flags),
        verdicts=tuple(map(_verdict, ratings)),
        scores=tuple(
            ScoreSoFar(issue=each.issue, could_be=each.could_be, n=each.n, words=_words(each.could_be, worst.levels))
            for each in worst.scores
        ),
        levels=worst.levels,
    )


def _verdict(rating: Rating) -> VerdictSoFar:
    everything = rating.level == UNDETERMINED and rating.bounds == (rating.levels[0], rating.levels[-1])
    words = EARLY if everything else bounded(rating.level, rating.bounds)
    return VerdictSoFar(profile=rating.profile.name, level=rating.level, bounds=rating.bounds, words=words)


def _words(could_be: tuple[str, ...], levels: tuple[str, ...]) -> str:
    """Return the levels that are left in words.

    >>> _words(("low", "medium"), ("low", "medium", "high")), _words((), ("low", "high"))
    ('low or medium', 'too early to tell')
    """
    return EARLY if not could_be or len(could_be) == len(levels) else " or ".join(could_be)
