"""What is known of a run: its rating, its conversations and its findings, kept while nothing of it changes."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec

from botassay import __version__
from botassay.api.held import rated_as_begun
from botassay.api.rating import load
from botassay.api.report import RatingReport
from botassay.core.dialog import Dialog
from botassay.core.evidence import Finding
from botassay.io.files import save
from botassay.io.json_text import row
from botassay.rating.decisions import decision_files
from botassay.rating.formats import STORED
from botassay.runs.journal import FILE, AttemptState, Record
from botassay.web.workspace import RunPlace, Workspace

_PART: Final = 50
"""Rows of a list that are shown at a time."""


@dataclass(frozen=True)
class RunTalks:
    """The conversations of a run.

    Args:
        name: of the bot.
        begun: when, in UTC.
        chat: whether a person talked.
        dialogs: those that were held, in the order of the plan.
        failed: the others, with what became of them.
        folded: the words of each dialog in small letters, to search in.
    """

    name: str
    begun: str
    chat: bool
    dialogs: tuple[Dialog, ...]
    failed: tuple[tuple[str, str], ...]
    folded: tuple[str, ...]

    @classmethod
    def of(cls, folder: Path) -> "RunTalks":
        """Read the conversations of a run.

        Raises: InputError for a damaged journal; OutputError while the run goes on.
        """
        record = Record.of(folder, checked=False)
        dialogs = tuple(record.dialogs())
        failed = tuple(
            (name, str(seen.kind or seen.state or "not begun"))
            for name, seen in record.progress().items()
            if seen.state is not AttemptState.HELD
        )
        folded = tuple("\n".join(turn.text for turn in dialog.utterances).casefold() for dialog in dialogs)
        facts = record.facts
        return cls(str(facts["subject"]), str(facts["begun"]), bool(facts.get("chat")), dialogs, failed, folded)

    def dialog(self, name: str) -> tuple[int, Dialog] | None:
        """Return a dialog by its id, with its place among the others."""
        at = self.places.get(name)
        return None if at is None else (at, self.dialogs[at])

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each dialog among the others, by its id."""
        return {dialog.id: at for at, dialog in enumerate(self.dialogs)}

    @cached_property
    def probes(self) -> list[str]:
        """The issues for which dialogs were held."""
        return sorted({dialog.tags.get("issue", "own") for dialog in self.dialogs})


@dataclass(frozen=True)
class RunFindings:
    """The findings of a run, before decisions: all of them, or, while those are gathered, the worst."""

    findings: tuple[Finding, ...]
    whole: bool

    def of(self, dialog: str) -> dict[int, list[Finding]]:
        """Return the findings in a dialog, by the place of the utterance."""
        places: dict[int, list[Finding]] = {}
        for finding in self.by_dialog.get(dialog, ()):
            places.setdefault(finding.utterance, []).append(finding)
        return places

    @cached_property
    def by_dialog(self) -> dict[str, list[Finding]]:
        """The findings in each dialog."""
        dialogs: dict[str, list[Finding]] = {}
        for finding in self.findings:
            dialogs.setdefault(finding.dialog, []).append(finding)
        return dialogs

    @cached_property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many findings each dialog has, by issue."""
        issues = {name: [finding.issue for finding in found] for name, found in self.by_dialog.items()}
        return {name: {code: codes.count(code) for code in dict.fromkeys(codes)} for name, codes in issues.items()}


async def report_of(workspace: Workspace, run: RunPlace) -> RatingReport:
    """Return the rating of a run by its own settings, with all decisions: the stored one where nothing came later.

    Raises: what rating a run raises.
    """
    if _is_current(run):
        return await workspace.kept(
            ("stored", run.id, run.stamp), lambda: asyncio.to_thread(load, run.folder), large=True
        )
    return await rated(workspace, run)


async def rated(workspace: Workspace, run: RunPlace) -> RatingReport:
    """Return the rating of a run as `botassay rate RUN` makes it; nothing is sent or written.

    Raises: what rating a run raises.
    """
    return await workspace.kept(
        ("rated", run.id, run.stamp), lambda: workspace.work(rated_as_begun, run.folder), large=True
    )


def _is_current(run: RunPlace) -> bool:
    """Whether the stored rating is that of this version, and younger than journal, decisions and their rule."""
    stored = run.folder / STORED
    if not stored.is_file():
        return False
    made = stored.stat().st_mtime_ns
    return all(file.stat().st_mtime_ns < made for file in (run.folder / FILE, *decision_files(run.folder), *run.config))


async def talks_of_run(workspace: Workspace, run: RunPlace) -> RunTalks:
    """Return the conversations of a run.

    Raises: InputError for a damaged journal; OutputError while the run goes on.
    """
    return await workspace.kept(
        ("talks", run.id, run.stamp[:2]), lambda: asyncio.to_thread(RunTalks.of, run.folder), large=True
    )


async def findings_of(workspace: Workspace, run: RunPlace) -> RunFindings:
    """Return the findings of a run: the worst at first, all once they are gathered; the first call begins that."""
    key = ("findings", run, run.stamp[:2])
    gathering = workspace.part(FindingTasks)
    if key not in gathering.tasks:
        gathering.tasks[key] = asyncio.ensure_future(
            workspace.kept(key, lambda: workspace.work(_all_findings, workspace.state, run), large=True)
        )
    task = gathering.tasks[key]
    if task.done() and not task.cancelled() and task.exception() is None:
        return task.result()
    if key not in gathering.worst:  # of later ratings a decision may have taken findings out
        gathering.worst[key] = (await report_of(workspace, run)).findings
    return RunFindings(gathering.worst[key], whole=False)


async def all_findings_of(workspace: Workspace, run: RunPlace) -> RunFindings:
    """Return all findings of a run, however long it takes to gather them."""
    await findings_of(workspace, run)
    return await asyncio.shield(workspace.part(FindingTasks).tasks["findings", run, run.stamp[:2]])


class FindingTasks:
    """The findings that are being gathered."""

    def __init__(self, workspace: Workspace) -> None:
        del workspace
        self.tasks: dict[tuple[str, RunPlace, tuple[int, ...]], asyncio.Future[RunFindings]] = {}
        self.worst: dict[tuple[str, RunPlace, tuple[int, ...]], tuple[Finding, ...]] = {}
        """What is shown meanwhile."""


def _all_findings(state: Path, run: RunPlace) -> RunFindings:
    """Return all findings of a run: as they were gathered once, or anew."""
    stamp = "-".join(map(str, run.stamp[:2]))
    place = state / "findings" / f"{run.id}.json"
    header = f"{__version__} {stamp}"
    before = _gathered_before(place, header)
    if before is not None:
        return RunFindings(before, whole=True)
    gathered = tuple(sorted(_gathered(run), key=lambda finding: finding.rank))
    save(place, row((header, gathered)))
    return RunFindings(gathered, whole=True)


def _gathered_before(place: Path, header: str) -> tuple[Finding, ...] | None:
    """Return the findings in a file; None where it is of another version or run, or cannot be read."""
    try:
        kept_header, findings = msgspec.json.decode(place.read_bytes(), type=tuple[str, tuple[Finding, ...]])
    except (OSError, msgspec.MsgspecError):
        return None
    return findings if kept_header == header else None


def _gathered(run: RunPlace) -> Iterator[Finding]:
    yield from load(run.folder).all_findings()


def page_of_list(at: int, whole: int, size: int = _PART) -> tuple[int, int]:
    """Return where a page of a list begins and ends; what lies behind the end is the last page."""
    begin = min(max(0, at), max(0, whole - 1)) // size * size
    return begin, min(whole, begin + size)
