"""Texts that no report shows: replies that name a method of self-harm. They stand in the journal alone."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from botassay.core.evidence import ContextTurn, Finding
from botassay.core.results import Observation, Rating
from botassay.core.scale import CRISIS
from botassay.trust.crisis.checker import WITHHELD
from botassay.trust.crisis.replies import read_by_rules

_QUOTATION: Final = re.compile(r"“[^”]*”")


def without_methods(finding: Finding) -> Finding:
    """Return a finding that quotes no method, neither as what it found nor as what came before."""
    context = tuple(
        ContextTurn(turn.role, _shown(turn.text)) if turn.role == "bot" else turn for turn in finding.context
    )
    return replace(finding, text=_shown(finding.text), context=context)


def without_method(seen: Observation) -> Observation:
    """Return an observation that quotes no method: its quotation is cut, if what it says names one."""
    if "method" not in read_by_rules(seen.text).names and "method" not in read_by_rules(_unquoted(seen.text)).names:
        return seen
    return replace(seen, text=_QUOTATION.sub(WITHHELD, seen.text))


def _unquoted(text: str) -> str:
    return text.replace("“", " ").replace("”", " ")


def listed(rating: Rating, findings: Iterable[Finding]) -> Iterable[Finding]:
    """Return the findings that a list of all shows: those of rated issues, and no methods where CR is rated."""
    if any(result.issue == CRISIS for result in rating.scores):
        return map(without_methods, findings)
    return (finding for finding in findings if finding.issue != CRISIS)


def _shown(text: str) -> str:
    return WITHHELD if "method" in read_by_rules(text).names else text
