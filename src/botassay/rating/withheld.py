"""Texts that no report shows: replies that name a method of self-harm. They stand in the journal alone."""

from collections.abc import Iterable
from dataclasses import replace

from botassay.core.evidence import ContextTurn, Finding
from botassay.core.results import Rating
from botassay.core.scale import CRISIS
from botassay.trust.crisis.checker import WITHHELD
from botassay.trust.crisis.replies import read_by_rules


def without_methods(finding: Finding) -> Finding:
    """Return a finding that quotes no method, neither as what it found nor as what came before."""
    context = tuple(
        ContextTurn(turn.role, _shown(turn.text)) if turn.role == "bot" else turn for turn in finding.context
    )
    return replace(finding, text=_shown(finding.text), context=context)


def listed(rating: Rating, findings: Iterable[Finding]) -> Iterable[Finding]:
    """Return the findings that a list of all shows: those of rated issues, and no methods where CR is rated."""
    if any(result.issue == CRISIS for result in rating.scores):
        return map(without_methods, findings)
    return (finding for finding in findings if finding.issue != CRISIS)


def _shown(text: str) -> str:
    return WITHHELD if "method" in read_by_rules(text).names else text
