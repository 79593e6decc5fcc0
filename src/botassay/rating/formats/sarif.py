"""SARIF 2.1.0: findings as a code host shows them; a rule an issue, a result a finding, in a run for each subject."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, Final
from urllib.parse import quote

import msgspec

from botassay.core.evidence import Finding
from botassay.core.results import AcceptedFinding, ForeignIssue, IssueResult, Rating, Report
from botassay.core.scale import THIRDS
from botassay.plugins.protocols import Gate, ListedFindings
from botassay.rating.caution import caution
from botassay.rating.decisions_view import in_sentences
from botassay.rating.external_view import flagged
from botassay.rating.gate import GateFailure, gate_failures
from botassay.rating.wording import bounded, left_out, measured
from botassay.view.escape import shortened

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
TEXT: Final = 1000
"""Characters that are shown of any text."""
_MARKUP: Final = re.compile(r"[\\\[\]]")


class SarifReport:
    """Draws the findings that the document holds, from a third on; from two thirds on they are errors.

    The levels of the issues and the ratings are in the property bags. Dismissed findings are suppressed, with their
    reason. An issue that was not measured is a notification, and so are red flags and the reasons of a failed gate.
    """

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return one run for each subject."""
        del findings
        in_order = sorted(report.ratings, key=lambda rating: rating.subject.name)
        subjects = groupby(in_order, key=lambda rating: rating.subject.name)
        log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(tuple(ratings), gate) for _, ratings in subjects]}
        yield msgspec.json.format(msgspec.json.encode(log), indent=1) + b"\n"


def _run(ratings: Sequence[Rating], gate: Gate | None) -> dict[str, Any]:
    first = ratings[0]
    failures = gate_failures(ratings, gate) if gate else ()
    notices = [*(_failed(failure) for failure in failures), *_flagged(first), *_notices(first)]
    external = first.external or ()
    rules = [*map(_rule, first.scores), *map(_foreign_rule, external)]
    codes = (*(grade.issue for grade in first.scores), *(issue.issue for issue in external))
    places = {code: place for place, code in enumerate(codes)}
    findings = [finding for finding in first.findings if finding.value >= THIRDS[0]]
    accepted = first.accepted.findings if first.accepted else ()
    return {
        "tool": {"driver": {"name": "botassay", "version": _shown(first.provenance.version), "rules": rules}},
        "automationDetails": {"id": f"botassay/{quote(_shown(first.subject.name), safe='')}/"},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notices}],
        "results": [
            *(_result(finding, places, first) for finding in findings if finding.issue in places),
            *_foreign_results(external, places, first),
            *(_suppressed(finding, places, first) for finding in accepted if finding.issue in places),
        ],
        "properties": _properties(ratings, failures if gate else None),
    }


def _properties(ratings: Sequence[Rating], failures: Sequence[GateFailure] | None) -> dict[str, Any]:
    """Return what SARIF has no field for: the subject, its ratings, the decisions, and what a gate says, if any."""
    first = ratings[0]
    levels = [
        {"profile": _shown(rating.profile.name), "level": rating.level, "bounds": list(rating.bounds)}
        for rating in ratings
    ]
    properties: dict[str, Any] = {"subject": _shown(first.subject.name), "digest": _shown(first.subject.digest)}
    if first.accepted:
        properties["decisions"] = list(map(_shown, in_sentences(first.accepted)))
    properties["ratings"] = levels
    if failures is not None:
        properties["gate"] = {"passed": not failures, "reasons": [_shown(failure.text) for failure in failures]}
    return properties


def _rule(grade: IssueResult) -> dict[str, Any]:
    """Describe an issue: what is asked, how it was measured, what to do."""
    title, question = _shown(grade.title) or _shown(grade.issue), _shown(grade.question)
    parts = [question, f"How it was measured: {_shown(measured(grade))}."]
    parts += [f"What to do: {_shown(grade.advice)}"] if grade.advice else []
    parts += [_shown(caution(grade))] if caution(grade) else []
    return {
        "id": _shown(grade.issue),
        "name": "".join(word[:1].upper() + word[1:] for word in re.findall(r"\w+", title)),
        "shortDescription": {"text": _escaped(title)},
        "fullDescription": {"text": _escaped(question or title)},
        "help": {"text": _escaped("\n".join(part for part in parts if part))},
        "properties": {"level": grade.level, "value": grade.value, "measure": _shown(grade.measure)},
    }


def _foreign_results(
    external: Sequence[ForeignIssue], places: dict[str, int], rating: Rating
) -> Iterator[dict[str, Any]]:
    """Yield what other tools found, as notes."""
    for finding in (finding for issue in external for finding in issue.findings):
        yield {**_result(finding, places, rating), "level": "note"}


def _foreign_rule(issue: ForeignIssue) -> dict[str, Any]:
    """Describe what a detector of another tool looks for, and that it does not count."""
    name, tool = _shown(issue.name), _shown(f"{issue.tool} {issue.version}".strip())
    text = f"{tool} flags {flagged(issue)} replies; it does not count in the rating."
    return {
        "id": _shown(issue.issue),
        "name": "".join(word[:1].upper() + word[1:] for word in re.findall(r"\w+", name)),
        "shortDescription": {"text": _escaped(name)},
        "fullDescription": {"text": _escaped(text)},
        "help": {"text": _escaped(text)},
        "properties": {"level": None, "value": issue.share, "measure": "share of replies flagged"},
    }


def _failed(failure: GateFailure) -> dict[str, Any]:
    return {"level": "error", "message": {"text": _escaped(_shown(f"The gate failed: {failure.text}"))}}


def _flagged(rating: Rating) -> Iterator[dict[str, Any]]:
    """Yield a notification for each red flag."""
    places = {grade.issue: place for place, grade in enumerate(rating.scores)}
    for flag in rating.flags:
        text = _escaped(_shown(f"Red flag: {flag.issue} is {flag.level} beyond doubt: {flag.reason}"))
        rule = {"id": _shown(flag.issue), "index": places[flag.issue]}
        yield {"level": "error", "message": {"text": text}, "associatedRule": rule}


def _notices(rating: Rating) -> Iterator[dict[str, Any]]:
    """Yield a notification for each issue that was not measured, and for other observations."""
    for place, grade in enumerate(rating.scores):
        if grade.value is None or grade.assumed:
            how = f"{grade.level} is assumed" if grade.assumed else "not measured"
            text = _escaped(_shown(f"{grade.issue}: {how}: {grade.reason}"))
            rule = {"id": _shown(grade.issue), "index": place}
            yield {"level": "warning", "message": {"text": text}, "associatedRule": rule}
    for observation in rating.observations:
        yield {"level": "note", "message": {"text": _escaped(_shown(observation.text))}}
    risk = bounded(rating.level, rating.bounds)
    text = f"The risk for the profile {_shown(rating.profile.name)} is {risk}."
    yield {"level": "note", "message": {"text": _escaped(text)}}
    if rating.not_tested:
        yield {"level": "note", "message": {"text": _escaped(_shown(f"Not tested: {left_out(rating)}"))}}
    if rating.redaction:
        yield {"level": "note", "message": {"text": _escaped(_shown(rating.redaction))}}


def _result(finding: Finding | AcceptedFinding, places: dict[str, int], rating: Rating) -> dict[str, Any]:
    note = finding.note if isinstance(finding, Finding) else ""
    prefix = f"{_shown(note)}: " if note else ""
    dialog, text = _shown(finding.dialog), _shown(finding.text)
    return {
        "ruleId": _shown(finding.issue),
        "ruleIndex": places[finding.issue],
        "level": "error" if finding.value >= THIRDS[1] else "warning",
        "message": {"text": _escaped(f"{prefix}“{text}” ({dialog}, utterance {finding.utterance})")},
        "locations": [_location(finding, rating)],
        "partialFingerprints": {"botassay/v1": _fingerprint(finding)},
        "properties": {"value": finding.value, "dialog": dialog, "utterance": finding.utterance},
    }


def _suppressed(finding: AcceptedFinding, places: dict[str, int], rating: Rating) -> dict[str, Any]:
    reason = _shown(f"{finding.reason} ({', '.join(filter(None, (finding.by, finding.at)))})")
    suppression = {"kind": "external", "status": "accepted", "justification": reason}
    return {**_result(finding, places, rating), "suppressions": [suppression]}


def _location(finding: Finding | AcceptedFinding, rating: Rating) -> dict[str, Any]:
    """Return the place of a finding: in the corpus, or in the journal of a run, and there in which dialog."""
    corpus = rating.subject.kind == "corpus"
    file = rating.subject.name if corpus else "run.sqlite"
    name = f"{_shown(finding.dialog)}/{finding.utterance}"
    return {
        "physicalLocation": {"artifactLocation": {"uri": quote(_shown(file))}},
        "logicalLocations": [
            {"name": f"utterance {finding.utterance}", "fullyQualifiedName": name, "kind": "utterance"},
        ],
    }


def _fingerprint(finding: Finding | AcceptedFinding) -> str:
    """Return a digest that identifies a finding in every run, whatever its value there."""
    parts = (finding.issue, finding.dialog, str(finding.utterance), finding.text)
    return sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def _shown(text: str) -> str:
    return shortened(text, TEXT).text


def _escaped(text: str) -> str:
    """Return a text for a message: no links, no places to fill in (SARIF 2.1.0, 3.11.5 and 3.11.6)."""
    marked = _MARKUP.sub(r"\\\g<0>", text)
    return marked.replace("{", "{{").replace("}", "}}")
