"""Decisions in a rating: dismissed findings are left out of it, confirmed ones are counted as such.

The document stores which, why and by whom, and the rating without these decisions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.evidence import PLACES, QUOTED, STRATA, WORST, Evidence, Finding
from botassay.core.results import Accepted, AcceptedFinding, IssueResult, ProfileVerdict
from botassay.core.scale import Issue, Score
from botassay.grading.checkers import scope_of
from botassay.plugins.protocols import Checker
from botassay.rating.decisions import Decision, StandingDecisions, text_key

_ASKED: Final = frozenset({"ID", "CR"})
"""Issues for which a missing answer counts: with a dismissed reply its question is left out."""


@dataclass(frozen=True, slots=True)
class SettledDialog:
    """A dialog without what was dismissed in it, and what was decided about it."""

    dialog: Dialog
    decided: tuple[tuple[Finding, Decision], ...] = ()


@dataclass(frozen=True, slots=True)
class DecidedChecker:
    """A checker that leaves dismissed findings out of every measure, and counts those and the confirmed ones."""

    checker: Checker
    decisions: StandingDecisions
    texts: frozenset[str]
    """The folded texts about which something was decided."""

    @property
    def issue(self) -> Issue:
        """What it looks for."""
        return self.checker.issue

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """See what is left, with labels for what was decided: a checker that allows for its errors learns from it."""
        settled = [self.settled(dialog) for dialog in dialogs]
        evidence = self.checker.look([each.dialog for each in settled])
        labels = Counter[str]()
        for dialog, each in zip(dialogs, settled, strict=True):
            if each.decided:
                labels += self._labels(dialog, each)
        return evidence + Evidence(evidence.issue, labels=dict(labels)) if labels else evidence

    def score(self, evidence: Evidence) -> Score:
        """Score as the checker does."""
        return self.checker.score(evidence)

    def settled(self, dialog: Dialog) -> SettledDialog:
        """Return a dialog without dismissed findings; where one goes, the checker looks again at what is left."""
        if not any(self._may_be_meant(utterance) for utterance in dialog.utterances):
            return SettledDialog(dialog)
        dismissed: dict[tuple[int, str], tuple[Finding, Decision]] = {}
        while True:
            findings = [(finding, self._decision(finding, dialog)) for finding in all_findings(self.checker, dialog)]
            decided = {(finding.utterance, finding.text): (finding, each) for finding, each in findings if each}
            harmless = {place: pair for place, pair in decided.items() if pair[1].decision == "dismissed"}
            if harmless.keys() <= dismissed.keys():
                confirmed = [pair for place, pair in decided.items() if place not in harmless]
                return SettledDialog(dialog, (*dismissed.values(), *confirmed))
            dismissed |= harmless
            for finding, _ in harmless.values():
                dialog = _without(dialog, finding, asked=self.issue.code in _ASKED)

    def _may_be_meant(self, utterance: Utterance) -> bool:
        if utterance.role is not Role.BOT:
            return False
        long = len(utterance.text) > QUOTED  # then a decision may be about any excerpt
        return long or not self.texts.isdisjoint(map(text_key, (utterance.text, *utterance.options)))

    def _decision(self, finding: Finding, dialog: Dialog) -> Decision | None:
        before = dialog.utterances[: finding.utterance]
        user = next((turn.text for turn in reversed(before) if turn.role is Role.USER), "")
        decision = self.decisions.on(finding.issue, finding.text, user)
        whole = dialog.utterances[finding.utterance].text
        if decision is None and len(whole) > QUOTED and len(finding.text) == QUOTED:
            return self.decisions.on(finding.issue, whole, user)
        return decision

    def _labels(self, dialog: Dialog, settled: SettledDialog) -> Counter[str]:
        """Count the replies that were confirmed and dismissed, in all, in the stratum of their dialog, and by class."""
        sums = self.checker.look([dialog]).sums
        strata = [name for name in STRATA if any(measure.endswith(f"/{name}") for measure in sums)]
        places = {(decision.decision, finding.utterance) for finding, decision in settled.decided}
        labels = Counter(name + under for name, _ in places for under in ("", *(f"/{stratum}" for stratum in strata)))
        for name, place in places:
            others = [at for at, turn in enumerate(dialog.utterances) if turn.role is Role.BOT and at != place]
            labels.update(f"{name}/{label}" for label in self.checker.look([dialog.silenced(others)]).labels)
        return labels


def _without(dialog: Dialog, finding: Finding, *, asked: bool) -> Dialog:
    """Return a dialog without what a finding quotes: the text of a reply, a button, or, if it is neither, the reply."""
    place, quoted = finding.utterance, text_key(finding.text)
    if asked:
        question = next((at for at in range(place, 0, -1) if dialog.utterances[at - 1].role is Role.BOT), 0)
        return dialog.silenced(range(question, place + 1))
    reply = dialog.utterances[place]
    left = tuple(option for option in reply.options if text_key(option) != quoted)
    untouched = len(left) == len(reply.options)
    said = text_key(reply.text) == quoted or (untouched and len(reply.text) > QUOTED == len(finding.text))
    if not said and untouched:
        return dialog.silenced({place})
    changed = msgspec.structs.replace(reply, text="" if said else reply.text, options=left)
    return replace(dialog, utterances=(*dialog.utterances[:place], changed, *dialog.utterances[place + 1 :]))


def all_findings(checker: Checker, dialog: Dialog) -> Iterator[Finding]:
    """Yield every finding of a checker in one dialog, not only the worst: those are silenced, and it looks again."""
    while True:
        findings = checker.look([dialog]).worst
        yield from findings
        often = max(Counter(finding.wording for finding in findings).values(), default=0)
        if len(findings) < WORST and often < PLACES:
            return
        dialog = dialog.silenced({finding.utterance for finding in findings})


class Audit:
    """Keeps track of which decisions match a finding.

    Args:
        decisions: the rows of all files, in their order.
        checkers: by issue.
    """

    def __init__(self, decisions: Iterable[Decision], checkers: Mapping[str, Checker]) -> None:
        self._standing = StandingDecisions.of(decisions)
        meant = {code: self._standing.texts(code) for code in checkers}
        self._checkers = {
            code: DecidedChecker(checkers[code], self._standing, texts) for code, texts in meant.items() if texts
        }
        self._scope = scope_of(checkers.values())
        self.decided: list[tuple[Finding, Decision]] = []
        """Each finding about which something was decided."""

    def accepting(self) -> dict[str, Checker]:
        """Return the checkers that heed decisions, by their names."""
        return {accepted_name(code): checker for code, checker in self._checkers.items()}

    def passing(self, dialogs: Iterable[Dialog]) -> Iterator[Dialog]:
        """Yield dialogs, and note the findings in them about which something was decided."""
        for dialog in dialogs:
            for code, checker in self._checkers.items():
                if self._scope.concerns(dialog, code):
                    self.decided += checker.settled(dialog).decided
            yield dialog

    @property
    def findings(self) -> list[AcceptedFinding]:
        """The findings about which something was decided, with what was decided, by their places."""
        decided = sorted(self.decided, key=lambda pair: (pair[0].dialog, pair[0].utterance, pair[0].issue))
        return [_accepted(finding, decision) for finding, decision in decided]

    def documented(self, before: Callable[[], ProfileVerdict], grades: Mapping[str, IssueResult]) -> Accepted | None:
        """Return what the document says about decisions; None where there are none.

        Args:
            before: gives the verdict without the decisions.
            grades: the results without the decisions.
        """
        if not self._standing.by_key and not self._standing.expired:
            return None
        verdict, findings = before(), self.findings
        issues = tuple(dict.fromkeys(finding.issue for finding in findings if finding.issue in grades))
        matched = {decision.key for _, decision in self.decided}
        return Accepted(
            findings=tuple(finding for finding in findings if finding.decision == "dismissed"),
            unmatched=tuple(str(each) for key, each in self._standing.by_key.items() if key not in matched),
            level=verdict.level,
            bounds=verdict.bounds,
            scores={code: grades[code].value for code in issues},
            confirmed=tuple(finding for finding in findings if finding.decision == "confirmed"),
            expired=tuple(f"{each} ({each.decision} until {each.expires})" for each in self._standing.expired),
            results=tuple(grades[code] for code in issues),
        )


def accepted_name(code: str) -> str:
    """Return the name of the checker that heeds decisions."""
    return f"{code} as decided"


def _accepted(finding: Finding, decision: Decision) -> AcceptedFinding:
    return AcceptedFinding(
        issue=finding.issue,
        dialog=finding.dialog,
        utterance=finding.utterance,
        value=finding.value,
        text=finding.text,
        reason=decision.reason,
        by=decision.by,
        decision="confirmed" if decision.decision == "confirmed" else "dismissed",
        at=decision.at,
        expires=decision.expires,
        user=decision.user,
    )
