"""Dismissed findings: false positives that a person reviewed are left out of the rating.

The document stores which, why and by whom, and the rating without these decisions.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from botassay.core.dialog import Dialog
from botassay.core.evidence import DISMISSED, WORST, Evidence, Finding
from botassay.core.results import AcceptedFinding
from botassay.core.scale import Issue, Score
from botassay.plugins.protocols import Checker
from botassay.rating.decisions import Decision


@dataclass(frozen=True, slots=True)
class Accepting:
    """A checker for which dismissed findings are silence: they enter no measure."""

    checker: Checker
    accepted: Mapping[str, tuple[Decision, ...]]
    """By dialog, those of the checker's issue."""

    @property
    def issue(self) -> Issue:
        """What it looks for."""
        return self.checker.issue

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """See what is left, and count what was dismissed: a checker that allows for its errors learns from it."""
        evidence = self.checker.look([self._without(dialog) for dialog in dialogs])
        dismissed = sum(map(self._dismissed, dialogs))
        return evidence + Evidence(evidence.issue, labels={DISMISSED: dismissed}) if dismissed else evidence

    def _dismissed(self, dialog: Dialog) -> int:
        places = {place for one in self.accepted.get(dialog.id, ()) for place in one.places(dialog)}
        found = all_findings(self.checker, dialog) if places else ()
        return len({finding.utterance for finding in found} & places)

    def score(self, evidence: Evidence) -> Score:
        """Score as the checker does."""
        return self.checker.score(evidence)

    def _without(self, dialog: Dialog) -> Dialog:
        accepted = self.accepted.get(dialog.id, ())
        return (
            dialog.silenced({place for decision in accepted for place in decision.places(dialog)})
            if accepted
            else dialog
        )


@dataclass(slots=True)
class Audit:
    """Keeps track of which decisions match a finding."""

    acceptances: Sequence[Decision]
    checkers: Mapping[str, Checker]
    met: list[AcceptedFinding] = field(default_factory=list)
    _used: set[str] = field(default_factory=set)

    def accepting(self) -> dict[str, Checker]:
        """Return the checkers that leave dismissed findings out, by their names."""
        return {
            accepted_name(code): Accepting(checker, dict(self._of(code)))
            for code, checker in self.checkers.items()
            if self._of(code)
        }

    def _of(self, code: str) -> dict[str, tuple[Decision, ...]]:
        by_dialog: dict[str, list[Decision]] = defaultdict(list)
        for decision in self.acceptances:
            if decision.issue == code:
                by_dialog[decision.dialog].append(decision)
        return {dialog: tuple(decisions) for dialog, decisions in by_dialog.items()}

    def passing(self, dialogs: Iterable[Dialog]) -> Iterator[Dialog]:
        """Yield dialogs, and record the dismissed findings in them."""
        wanted: dict[str, list[Decision]] = defaultdict(list)
        for decision in self.acceptances:
            wanted[decision.dialog].append(decision)
        for dialog in dialogs:
            for decision in wanted.get(dialog.id, ()):
                self._meet(decision, dialog)
            yield dialog

    def _meet(self, decision: Decision, dialog: Dialog) -> None:
        if decision.issue not in self.checkers:
            return
        places = decision.places(dialog)
        for finding in all_findings(self.checkers[decision.issue], dialog):
            if finding.utterance in places:
                self._used.add(decision.where)
                self.met.append(_met(finding, decision))

    @property
    def unmet(self) -> tuple[str, ...]:
        """The decisions that match no finding."""
        return tuple(
            f"{decision.where}: {decision.issue} in dialog {decision.dialog}, "
            + (f"utterance {decision.utterance}" if decision.utterance is not None else f"text {decision.text!r}")
            for decision in self.acceptances
            if decision.where not in self._used
        )


def accepted_name(code: str) -> str:
    """Return the name of the checker that leaves dismissed findings out."""
    return f"{code} as accepted"


def all_findings(checker: Checker, dialog: Dialog) -> Iterator[Finding]:
    """Yield every finding of a checker in one dialog, not only the worst: those are silenced, and it looks again."""
    while True:
        findings = checker.look([dialog]).worst
        yield from findings
        if len(findings) < WORST:
            return
        dialog = dialog.silenced({finding.utterance for finding in findings})


def _met(finding: Finding, decision: Decision) -> AcceptedFinding:
    return AcceptedFinding(
        finding.issue, finding.dialog, finding.utterance, finding.value, finding.text, decision.reason, decision.by
    )
