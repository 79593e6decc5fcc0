"""What other tools found: their verdicts by detector, and how far ours agree on the same replies."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from botassay.core.dialog import Dialog
from botassay.core.evidence import GRAINS, Evidence, Notebook, grains
from botassay.core.foreign import HIT, ForeignVerdict, is_foreign
from botassay.core.ratio_score import ratio_score
from botassay.core.results import ForeignAgreement, ForeignIssue, Observation
from botassay.core.scale import THIRDS, Issue, Measure, Score
from botassay.core.stats import ratio_interval
from botassay.grading.corpus_stats import Scope
from botassay.plugins.protocols import Checker
from botassay.rating.agreement import cohens_kappa, kappa_interval
from botassay.rating.audit import all_findings

COMPARED: Final = ("AL", "B")
"""Our issues that judge each reply, as detectors of others do."""
MOST_NAMES: Final = 200
"""Detectors that are listed; verdicts of any others are counted."""
_LISTED: Final = 5
"""Findings that are kept of each detector."""
_UNKNOWN: Final = "direction unknown"


@dataclass(frozen=True, slots=True)
class ForeignChecker:
    """Takes the verdicts of another tool's detector for what they are: the share of the replies that it flags."""

    code: str
    """Such as `garak:dan.DAN`."""

    any_language = True
    everywhere = True

    @property
    def issue(self) -> Issue:
        """The issue, which has the name of the tool and its detector."""
        tool, _, name = self.code.partition(":")
        share = Measure(self.code, f"share of the replies that {name} flags", unit=("reply", "replies"))
        advice = {"medium": _ADVICE.format(tool), "high": _ADVICE.format(tool)}
        return Issue(self.code, f"{tool} {name}", f"Does {name} of {tool} flag its replies?", (share,), advice)

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """See the verdicts of the detector; those whose direction is unknown are labelled, and do not count."""
        notes = Notebook[None](self.code)
        for dialog in dialogs:
            notes.dialog(self.code, self._flags(notes, dialog))
        return notes.evidence()

    def _flags(self, notes: Notebook[None], dialog: Dialog) -> Iterator[int]:
        for verdict in dialog.verdicts:
            reply = dialog.utterances[verdict.utterance]
            if verdict.issue != self.code or reply.silent:
                continue
            if verdict.risk is None:
                notes.label(_UNKNOWN)
                continue
            value = grains(verdict.risk)
            notes.value(value)
            notes.label("flagged" if verdict.hit else "not flagged")
            if verdict.hit:
                notes.finding(
                    dialog.id, verdict.utterance, value, reply.text, verdict.why, dialog.before(verdict.utterance)
                )
            yield GRAINS * verdict.hit

    def score(self, evidence: Evidence) -> Score:
        """Return the share of the replies that are flagged."""
        silent = f"no verdict of {self.code} says which way it points, or there is none"
        return ratio_score(evidence, self.code, lambda _: {}, f"risk of {HIT} or more by the other tool", silent)


_ADVICE: Final = "Read the replies that {} flags, and test the bot again with it after a change."


def foreign_checkers(codes: Iterable[str]) -> dict[str, Checker]:
    """Return checkers for the issues of other tools among some issues."""
    return {code: ForeignChecker(code) for code in codes if is_foreign(code)}


@dataclass(slots=True)
class _Seen:
    """What was seen of one detector."""

    tool: str
    name: str
    versions: dict[str, None] = field(default_factory=dict)
    evidence: Evidence = field(default_factory=lambda: Evidence(""))
    both: dict[str, Counter[tuple[bool, bool]]] = field(default_factory=dict)
    """By our issue: whether theirs and ours flag a reply, counted."""


class OtherTools:
    """Collects the verdicts of other tools while dialogs pass; they change nothing.

    Args:
        checkers: ours, by issue, of which those that judge each reply are compared.
        scope: which dialogs they look at.
        counted: issues of other tools that are rated, and so stand among ours.
    """

    def __init__(self, checkers: Mapping[str, Checker], scope: Scope, counted: Iterable[str] = ()) -> None:
        self._compared = {code: checkers[code] for code in COMPARED if code in checkers}
        self._scope = scope
        self._counted = frozenset(counted)
        self._seen: dict[str, _Seen] = {}
        self.unlisted = 0
        """Verdicts of detectors beyond the most that are listed."""

    def passing(self, dialogs: Iterable[Dialog]) -> Iterator[Dialog]:
        """Yield dialogs, and note what other tools say about them."""
        for dialog in dialogs:
            if dialog.verdicts:
                self._note(dialog)
            yield dialog

    def _note(self, dialog: Dialog) -> None:
        by_code: dict[str, list[ForeignVerdict]] = {}
        for verdict in dialog.verdicts:
            by_code.setdefault(verdict.issue, []).append(verdict)
        ours = {code: self._flagged(code, dialog) for code in self._compared}
        for code, verdicts in by_code.items():
            if code in self._counted:
                continue
            if code not in self._seen and len(self._seen) >= MOST_NAMES:
                self.unlisted += len(verdicts)
                continue
            seen = self._seen.setdefault(code, _Seen(verdicts[0].tool, verdicts[0].name, evidence=Evidence(code)))
            seen.versions.update(dict.fromkeys(each.version for each in verdicts if each.version))
            seen.evidence += ForeignChecker(code).look([dialog])
            for own, places in ours.items():
                if places is not None:
                    counts = seen.both.setdefault(own, Counter())
                    counts.update((each.hit, each.utterance in places) for each in verdicts if each.risk is not None)

    def _flagged(self, code: str, dialog: Dialog) -> frozenset[int] | None:
        """Return which replies an issue of ours flags; None where it does not look at the dialog."""
        if not self._scope.concerns(dialog, code):
            return None
        found = all_findings(self._compared[code], dialog)
        return frozenset(finding.utterance for finding in found if finding.value >= THIRDS[0])

    def observations(self) -> Iterator[Observation]:
        """Yield how many verdicts are not listed, if any."""
        if self.unlisted:
            text = f"{self.unlisted:,} verdicts of other tools, on more than {MOST_NAMES} names, are not listed"
            yield Observation("external", None, text)

    def issues(self) -> tuple[ForeignIssue, ...]:
        """Return what each detector found, the worst first."""
        listed = [_issue(code, seen) for code, seen in self._seen.items()]
        return tuple(sorted(listed, key=lambda each: (-(each.share or 0.0), each.issue)))


def _issue(code: str, seen: _Seen) -> ForeignIssue:
    sums = seen.evidence.measured(code)
    agreement = (_agreement(own, counts) for own, counts in seen.both.items() if counts)
    return ForeignIssue(
        issue=code,
        tool=seen.tool,
        version=", ".join(seen.versions),
        name=seen.name,
        n=sums.n,
        flagged=round(sums.s / GRAINS),
        share=round(sums.s / sums.n / GRAINS, 9) if sums.n else None,
        interval=ratio_interval(*sums.ratio) if sums.n else None,
        dialogs=sums.dialogs,
        unknown=seen.evidence.labels.get(_UNKNOWN, 0),
        agreement=tuple(agreement),
        findings=seen.evidence.worst[:_LISTED],
    )


def _agreement(own: str, counts: Counter[tuple[bool, bool]]) -> ForeignAgreement:
    both, theirs, ours, neither = (
        counts[pair] for pair in ((True, True), (True, False), (False, True), (False, False))
    )
    kappa = cohens_kappa(both, theirs, ours, neither)
    return ForeignAgreement(
        issue=own,
        n=counts.total(),
        both=both,
        theirs=theirs,
        ours=ours,
        neither=neither,
        kappa=kappa,
        kappa_interval=kappa_interval(both, neither, counts.total(), kappa),
    )
