"""Reviewing findings: which are open, in which order, and what is decided about them."""

import asyncio
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from botassay.core.dialog import Dialog, Role
from botassay.core.evidence import Finding
from botassay.core.stats import wilson
from botassay.rating.decisions import (
    Decision,
    StandingDecisions,
    decision_files,
    read_decisions,
    record_decision,
    text_key,
)
from botassay.web.problems import missing
from botassay.web.run_store import FindingTasks, RunFindings, RunTalks
from botassay.web.workspace import RunPlace, Workspace

REVIEWABLE: Final = frozenset({"AL", "B", "ID", "CC", "IL"})
"""Issues whose findings are single texts, of which a person can judge."""
_OF_ITS_RUN: Final = frozenset({"IL"})
"""Issues of which a text means something in its own run only, as secrets differ."""
ENOUGH: Final = 30
"""Decisions in random order from which on the share of false alarms is shown."""
Order = Literal["worst", "random"]


@dataclass(frozen=True, slots=True)
class OpenText:
    """What one decision is about: equal texts of one issue, with the user's lines before them."""

    issue: str
    key: str
    findings: tuple[Finding, ...]

    @property
    def id(self) -> str:
        """By which a form names it."""
        return sha256(f"{self.issue}\0{self.key}".encode("utf-8", "surrogatepass")).hexdigest()[:20]

    @property
    def worst(self) -> Finding:
        """The finding that is shown."""
        return self.findings[0]

    @property
    def value(self) -> float:
        """How bad it is."""
        return self.worst.value


def texts_of(findings: Iterable[Finding]) -> list[OpenText]:
    """Return the reviewable texts of findings, the worst first."""
    grouped: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        if finding.issue in REVIEWABLE:
            grouped.setdefault((finding.issue, text_key(finding.text)), []).append(finding)
    ordered = (OpenText(issue, key, tuple(sorted(group, key=_rank))) for (issue, key), group in grouped.items())
    return sorted(ordered, key=lambda text: _rank(text.worst))


def _rank(finding: Finding) -> tuple[float, str, int, str, str]:
    return finding.rank


@dataclass(frozen=True, slots=True)
class DecisionFile:
    """The decisions on the findings of a run."""

    rows: tuple[Decision, ...]
    standing: StandingDecisions

    @classmethod
    def of(cls, run: RunPlace) -> "DecisionFile":
        """Read the decisions that are read whenever the run is rated.

        Raises: InputError for an invalid row.
        """
        rows = tuple(row for file in decision_files(run.folder) for row in read_decisions(file))
        return cls(rows, StandingDecisions.of(rows))

    def on(self, text: OpenText) -> Decision | None:
        """Return the decision on a text that holds whatever the user said."""
        return self.standing.by_key.get((text.issue, text.key, None))

    def last_by(self, name: str, texts: Sequence[OpenText]) -> Decision | None:
        """Return the last decision of a person on one of these texts that still stands: what undo withdraws."""
        about = {(text.issue, text.key, None) for text in texts}
        standing = set(map(id, self.standing.by_key.values()))
        mine = (row for row in reversed(self.rows) if id(row) in standing and row.by == name and row.key in about)
        return max(mine, key=lambda row: row.at or "", default=None)


class Skipped:
    """The texts that each visitor skipped, while the server runs."""

    def __init__(self, workspace: Workspace) -> None:
        del workspace
        self.by_visitor: dict[tuple[str, str], list[str]] = {}

    def of(self, visitor: str, run: RunPlace) -> list[str]:
        """Return the ids of what a visitor skipped in a run."""
        return self.by_visitor.setdefault((visitor, run.id), [])


@dataclass(frozen=True, slots=True)
class Queue:
    """What is to be reviewed in a run."""

    texts: tuple[OpenText, ...]
    decided: dict[str, Decision] = field(default_factory=dict)
    """By the id of the text."""
    skipped: tuple[str, ...] = ()
    order: Order = "worst"

    @classmethod
    def of(cls, findings: RunFindings, decisions: DecisionFile, skipped: Sequence[str], order: Order) -> "Queue":
        """Return the queue of a run."""
        texts = texts_of(findings.findings)
        if order == "random":
            random.Random(len(texts)).shuffle(texts)  # noqa: S311 - the same order for each look
        decided = {text.id: decision for text in texts if (decision := decisions.on(text))}
        return cls(tuple(texts), decided, tuple(skipped), order)

    @property
    def open(self) -> list[OpenText]:
        """What nobody has decided, what was skipped at the end."""
        undecided = [text for text in self.texts if text.id not in self.decided]
        return sorted(undecided, key=lambda text: self.skipped.index(text.id) + 1 if text.id in self.skipped else 0)

    def text(self, name: str) -> OpenText:
        """Return a text by its id.

        Raises: WebProblem 404.
        """
        known = next((text for text in self.texts if text.id == name), None)
        if known is None:
            raise missing("finding")
        return known

    def at(self, dialog: str, utterance: str, issue: str) -> OpenText | None:
        """Return the text at a place of a conversation."""
        place = (dialog, utterance, issue)
        here = ((text, finding) for text in self.texts for finding in text.findings)
        return next((t for t, f in here if (f.dialog, str(f.utterance), f.issue) == place), None)

    @property
    def false_alarms(self) -> tuple[float, float, float] | None:
        """The share of decided texts that were dismissed, with its interval, where enough were reviewed at random."""
        if self.order != "random" or len(self.decided) < ENOUGH:
            return None
        share = sum(each.decision == "dismissed" for each in self.decided.values()) / len(self.decided)
        return (share, *wilson(share, len(self.decided)))


def around(dialog: Dialog | None, finding: Finding) -> Iterator[tuple[str, str, bool]]:
    """Yield role and text of three utterances before a finding, its own and the one after, and which it is."""
    if dialog is None:
        yield from ((turn.role, turn.text, False) for turn in finding.context)
        yield str(Role.BOT), finding.text, True
        return
    for place in range(max(0, finding.utterance - 3), min(len(dialog.utterances), finding.utterance + 2)):
        turn = dialog.utterances[place]
        yield str(turn.role), turn.text, place == finding.utterance


def elsewhere(workspace: Workspace, run: RunPlace, text: OpenText) -> int:
    """Return how many other runs hold the same text, of those whose findings are gathered."""
    if text.issue in _OF_ITS_RUN:
        return 0
    tasks = workspace.part(FindingTasks).tasks.items()
    others = (task for key, task in tasks if key[1] != run.id and task.done() and not task.cancelled())
    whole = (task.result() for task in others if task.exception() is None)
    return sum(
        any(each.issue == text.issue and text_key(each.text) == text.key for each in gathered.findings)
        for gathered in whole
    )


def place_for(run: RunPlace, issue: str) -> Path:
    """Return the folder whose file takes a decision: that of the run, or the one that holds the runs."""
    return run.folder if issue in _OF_ITS_RUN else run.folder.resolve().parent


async def decide(run: RunPlace, text: OpenText, decision: Decision) -> None:
    """Write a decision down.

    Raises: InputError for one without a reason; OutputError when it cannot be written.
    """
    finding = text.worst
    found_at = {"run": run.id, "dialog": finding.dialog, "utterance": finding.utterance}
    await asyncio.to_thread(record_decision, place_for(run, text.issue), decision, found_at)


def dialog_of(talks: RunTalks | None, finding: Finding) -> Dialog | None:
    """Return the conversation of a finding, where the journal can be read."""
    known = talks.dialog(finding.dialog) if talks else None
    return known[1] if known else None
