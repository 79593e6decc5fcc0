"""OpenTelemetry log records: an event `gen_ai.evaluation.result` for each finding and each issue.

Each finding comes with the reply that it is about, so that the file can be read without the dialogs.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from botassay.core.evidence import Finding
from botassay.core.results import UNDETERMINED, ForeignIssue, IssueResult, Rating, Report
from botassay.core.scale import THIRDS
from botassay.io.json_text import row
from botassay.plugins.protocols import Gate, ListedFindings
from botassay.rating.caution import with_caution
from botassay.rating.counts_in_words import counted
from botassay.rating.external_view import flagged
from botassay.rating.formats.redacted_rows import with_notice

EVALUATION: Final = "gen_ai.evaluation.result"
_DETAILS: Final = "gen_ai.client.inference.operation.details"
_ROLES: Final = {"bot": "assistant"}


class OtlpReport:
    """Writes one JSON document, a record on each line."""

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return the document; of several subjects each has a resource."""
        del gate
        parts = findings or ((group[0], _stored(group[0])) for group in report.by_subject)
        yield b'{"resourceLogs":[\n'
        for nth, (rating, listed) in enumerate(parts):
            resource = row({"attributes": _attributes({"service.name": rating.subject.name})}).strip()
            scope = row({"name": "botassay", "version": rating.provenance.version}).strip()
            head = b'{"resource":' + resource + b',"scopeLogs":[{"scope":' + scope + b',"logRecords":[\n'
            yield (b"," if nth else b"") + head
            own = (record for finding in listed for record in _of_finding(finding))
            issues = chain(map(_of_issue, rating.scores), map(_of_foreign, rating.external or ()))
            records: Iterator[bytes] = map(row, chain(own, issues))
            if rating.redaction:
                records = with_notice(records, _notice)
            for number, record in enumerate(records):
                yield (b"," if number else b"") + record
            yield b"]}]}\n"
        yield b"]}\n"


def _stored(rating: Rating) -> Iterator[Finding]:
    """Yield the findings that a rating holds, from a third on."""
    return (finding for finding in rating.findings if finding.value >= THIRDS[0])


def _of_finding(finding: Finding) -> Iterator[dict[str, Any]]:
    """Yield the reply and its evaluation, joined by the ids of conversation and response."""
    ids = {"gen_ai.conversation.id": finding.dialog, "gen_ai.response.id": f"{finding.dialog}/{finding.utterance}"}
    heard = [_message(_ROLES.get(turn.role, turn.role), turn.text) for turn in finding.context]
    said = [_message("assistant", finding.text)]
    messages = {"gen_ai.input.messages": heard, "gen_ai.output.messages": said}
    yield _record(_DETAILS, {"gen_ai.operation.name": "chat", **ids, **messages})
    yield _record(EVALUATION, {**ids, **_evaluation(_name(finding.issue), finding.value, "finding", finding.note)})


def _of_issue(result: IssueResult) -> dict[str, Any]:
    label = "not measured" if result.value is None else result.level or UNDETERMINED
    why = with_caution(counted(result) or result.reason or "", (result,), result.issue)
    return _record(EVALUATION, _evaluation(_name(result.issue), result.value, label, why))


def _notice(line: str, first: bytes) -> bytes:
    """Return the record that says what was taken out."""
    del first
    return row(_record("botassay.redaction", {"botassay.redaction.notice": line}))


def _of_foreign(issue: ForeignIssue) -> dict[str, Any]:
    return _record(EVALUATION, _evaluation(_name(issue.issue), issue.share, "not rated", flagged(issue)))


def _name(code: str) -> str:
    return f"botassay.{code}"


def _evaluation(name: str, value: float | None, label: str, why: str) -> dict[str, Any]:
    prefix = "gen_ai.evaluation."
    known = {f"{prefix}score.value": value} if value is not None else {}
    return {f"{prefix}name": name, **known, f"{prefix}score.label": label, f"{prefix}explanation": why}


def _message(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def _record(event: str, attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {"eventName": event, "attributes": _attributes(attributes)}


def _attributes(attributes: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": _value(value)} for key, value in attributes.items()]


def _value(value: Any) -> dict[str, Any]:
    """Return a value with its type, as OpenTelemetry writes it."""
    if isinstance(value, Mapping):
        return {"kvlistValue": {"values": _attributes(value)}}
    if isinstance(value, str):
        return {"stringValue": value}
    if isinstance(value, Iterable):
        return {"arrayValue": {"values": [_value(each) for each in value]}}
    return {"doubleValue": float(value)}
