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
from botassay.rating.agreement import ReviewAgreement, agreement
from botassay.rating.decisions import (
    DECISIONS,
    Decision,
    DecisionKey,
    StandingDecisions,
    decision_files,
    read_decisions,
    record_decision,
    text_key,
)
from botassay.rating.review_rule import Reviewed, by_reviewer, counting, reviewers_for, settled
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
    def decision_key(self) -> DecisionKey:
        """The key of decisions on it that hold whatever the user said."""
        return self.issue, self.key, None

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


def _rank(finding: Finding) -> tuple[float, bool, str, int, str, str]:
    return finding.rank


@dataclass(frozen=True, slots=True)
class DecisionFile:
    """The decisions on the findings of a run.

    Args:
        rows: in the order in which they were made.
        standing: those that count.
        reviewed: of each reviewer.
        reviewers: how many must agree.
    """

    rows: tuple[Decision, ...]
    standing: StandingDecisions
    reviewed: Reviewed
    reviewers: int = 1

    @classmethod
    def of(cls, run: RunPlace) -> "DecisionFile":
        """Read the decisions that are read whenever the run is rated.

        Raises: InputError for an invalid row; ConfigurationError for an invalid number of reviewers.
        """
        files = {file: read_decisions(file) for file in decision_files(run.folder)}
        rows = tuple(row for of_file in files.values() for row in of_file)
        standing = StandingDecisions.of(row for file, of_file in files.items() for row in counting(of_file, file))
        return cls(rows, standing, by_reviewer(rows), reviewers_for(run.folder / DECISIONS))

    def on(self, text: OpenText) -> Decision | None:
        """Return the decision on a text that holds whatever the user said."""
        return self.standing.by_key.get(text.decision_key)

    def by(self, name: str, text: OpenText) -> Decision | None:
        """Return what a person decided on a text."""
        return self.reviewed.get(text.decision_key, {}).get(name)

    def closed_to(self, name: str, text: OpenText) -> Decision | None:
        """Return the decision that takes a text out of a person's queue.

        Of one reviewer whatever counts; of two the person's own, as the other one's stays hidden until both decided,
        or, where two others decided, one of theirs.
        """
        if self.reviewers == 1:
            return self.on(text)
        every = self.reviewed.get(text.decision_key, {})
        own = every.get(name)
        return own or (next(iter(every.values())) if settled(every.values()) else None)

    def shown_to(self, name: str, text: OpenText) -> tuple[Decision, ...]:
        """Return the decisions on a text that a person may see."""
        if self.reviewers == 1:
            return tuple(filter(None, [self.on(text)]))
        every = self.reviewed.get(text.decision_key, {})
        names = sorted(every) if settled(every.values()) else [name]
        return tuple(every[each] for each in names if each in every)

    def last_by(self, name: str, texts: Sequence[OpenText]) -> Decision | None:
        """Return the last decision of a person on one of these texts that still stands: what undo withdraws."""
        about = {text.decision_key for text in texts}
        if self.reviewers > 1:
            mine = [each[name] for key, each in self.reviewed.items() if key in about and name in each]
            return max(mine, key=lambda row: (row.at or "", self.rows.index(row)), default=None)
        standing = set(map(id, self.standing.by_key.values()))
        kept = (row for row in reversed(self.rows) if id(row) in standing and row.by == name and row.key in about)
        return max(kept, key=lambda row: row.at or "", default=None)

    def agreement_on(self, texts: Sequence[OpenText]) -> ReviewAgreement:
        """Return how far reviewers agree on some texts."""
        about = {text.decision_key for text in texts}
        return agreement(row for row in self.rows if row.key in about)


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
    counting: dict[str, Decision] = field(default_factory=dict)
    """By the id of the text, the decisions that count: with two reviewers those on which they agree."""

    @classmethod
    def of(
        cls, findings: RunFindings, decisions: DecisionFile, skipped: Sequence[str], order: Order, name: str = ""
    ) -> "Queue":
        """Return the queue of a run for a person."""
        texts = texts_of(findings.findings)
        if order == "random":
            random.Random(len(texts)).shuffle(texts)  # noqa: S311 - the same order for each look
        decided = {text.id: decision for text in texts if (decision := decisions.closed_to(name, text))}
        standing = {text.id: decision for text in texts if (decision := decisions.on(text))}
        return cls(tuple(texts), decided, tuple(skipped), order, standing)

    @property
    def open(self) -> list[OpenText]:
        """What the person has to decide, what was skipped at the end."""
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
    def random_sample(self) -> list[Decision]:
        """The decisions that count, from the beginning of the random order to the first text that is open.

        What was decided elsewhere in the list was not drawn at random. Texts about which reviewers disagree are passed
        over, as are skipped ones.
        """
        sample = []
        for text in self.texts if self.order == "random" else ():
            if text.id in self.counting:
                sample.append(self.counting[text.id])
            elif text.id not in self.decided and text.id not in self.skipped:
                break
        return sample

    @property
    def false_alarms(self) -> tuple[float, float, float] | None:
        """The share of texts in random order that were dismissed, with its interval, where enough were decided."""
        sample = self.random_sample
        if len(sample) < ENOUGH:
            return None
        share = sum(each.decision == "dismissed" for each in sample) / len(sample)
        return (share, *wilson(share, len(sample)))


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
    """Return how many other runs a decision holds for: same text, same folder, and findings that are gathered."""
    if text.issue in _OF_ITS_RUN:
        return 0
    gathered = workspace.part(FindingTasks).tasks.items()
    return len(
        {
            place.id
            for (_, place, _), task in gathered
            if place.id != run.id and _folder(place) == _folder(run) and _says(task, text)
        }
    )


def _says(task: "asyncio.Future[RunFindings]", text: OpenText) -> bool:
    """Whether a text is among the findings of a run, once they are gathered."""
    if not task.done() or task.cancelled() or task.exception() is not None:
        return False
    return any(each.issue == text.issue and text_key(each.text) == text.key for each in task.result().findings)


def place_for(run: RunPlace, issue: str) -> Path:
    """Return the folder whose file takes a decision: that of the run, or the one that holds the runs."""
    return run.folder if issue in _OF_ITS_RUN else _folder(run)


def holds_for(run: RunPlace, issue: str) -> str:
    """Return which runs a decision holds for, in words."""
    return "this run only" if issue in _OF_ITS_RUN else f"every run directly in the folder {_folder(run).name}"


def _folder(run: RunPlace) -> Path:
    """Return the folder that holds a run, whose decisions are read with it."""
    return run.folder.resolve().parent


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
