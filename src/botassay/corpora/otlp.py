"""Traces of generative AI in OpenTelemetry's JSON: what exporters of spans and log records write to files."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from botassay.core.dialog import Dialog, Rejected, Remark
from botassay.corpora.json_documents import decoded, json_texts
from botassay.corpora.model_calls import Calls, GivenScore, ModelCall, moment
from botassay.io.flaws import FlawError
from botassay.io.jsonl import BROKEN, flaw_of, keys_of

_EVALUATION: Final = "gen_ai.evaluation.result"
_AGENTS: Final = frozenset({"invoke_agent", "create_agent", "execute_tool", "invoke_workflow"})
"""Operations whose messages stand in the calls below them, too."""
_INDEXED: Final = re.compile(r"gen_ai\.(prompt|completion)\.(\d{1,6})\.(role|content)")
_MESSAGE_EVENT: Final = re.compile(r"gen_ai\.(system|user|assistant|tool)\.message")
_BILLION: Final = 10**9
_DIGITS: Final = 19
"""Digits of a number of nanoseconds."""


class _Attribute(msgspec.Struct):
    key: str
    value: Mapping[str, Any] | None = None


class _Event(msgspec.Struct, rename="camel"):
    name: str = ""
    event_name: str = ""
    time_unix_nano: str | int | None = None
    observed_time_unix_nano: str | int | None = None
    attributes: list[_Attribute] = []
    body: Mapping[str, Any] | None = None
    trace_id: str = ""
    span_id: str = ""


class _Span(msgspec.Struct, rename="camel"):
    trace_id: str = ""
    span_id: str = ""
    start_time_unix_nano: str | int | None = None
    attributes: list[_Attribute] = []
    events: list[_Event] = []


class _Scope(msgspec.Struct, rename="camel"):
    spans: list[_Span] = []
    log_records: list[_Event] = []


class _Resource(msgspec.Struct, rename="camel"):
    scope_spans: list[_Scope] = []
    scope_logs: list[_Scope] = []


class _Export(msgspec.Struct, rename="camel"):
    resource_spans: list[_Resource] = []
    resource_logs: list[_Resource] = []


@dataclass(slots=True)
class _Traces:
    """The traces of a file."""

    calls: dict[tuple[str, str], ModelCall] = field(default_factory=dict)
    """By trace and span."""
    gathered: Calls = field(default_factory=lambda: Calls("otlp"))
    agents: set[tuple[str, str]] = field(default_factory=set)
    records: int = 0
    """Log records so far."""
    loose: list[tuple[str, str, GivenScore]] = field(default_factory=list)
    """Scores: conversation or trace, response, score."""

    def take(self, export: _Export, line: int) -> None:
        """Take an export. Raises FlawError."""
        for resource in (*export.resource_spans, *export.resource_logs):
            for scope in (*resource.scope_spans, *resource.scope_logs):
                for span in scope.spans:
                    self._span(span, line)
                for record in scope.log_records:
                    self.records += 1
                    self._record(record, line)

    def _span(self, span: _Span, line: int) -> None:
        attributes = _plain(span.attributes)
        key = (span.trace_id, span.span_id)
        if attributes.get("gen_ai.operation.name") in _AGENTS:
            self.agents.add(key)
        call = self._call(key, line, span.start_time_unix_nano, attributes)
        self._messages(call, attributes)
        for event in span.events:
            self._event(call, event.name, _plain(event.attributes), event.body)

    def _record(self, record: _Event, line: int) -> None:
        attributes = _plain(record.attributes)
        name = record.event_name or str(attributes.get("event.name", "")) or record.name
        if not name.startswith("gen_ai."):
            return
        key = (record.trace_id, record.span_id or f"record {self.records}")
        when = record.time_unix_nano or record.observed_time_unix_nano
        if name == _EVALUATION and key not in self.calls:
            where = _conversation(attributes) or record.trace_id
            self.loose.append((where, str(attributes.get("gen_ai.response.id", "")), _score(attributes)))
            return
        call = self._call(key, line, when, attributes)
        self._event(call, name, attributes, record.body)

    def _call(
        self, key: tuple[str, str], line: int, when: str | int | None, attributes: Mapping[str, Any]
    ) -> ModelCall:
        call = self.calls.setdefault(key, ModelCall(line))
        digits = str(when or "")
        nanoseconds = int(digits) if digits.isdecimal() and len(digits) <= _DIGITS else 0
        if not call.start and nanoseconds:
            call.start = f"{nanoseconds:020d}"
            call.at = moment(nanoseconds / _BILLION)
        call.conversation = _conversation(attributes) or call.conversation
        call.response = str(attributes.get("gen_ai.response.id", "")) or call.response
        return call

    def _messages(self, call: ModelCall, attributes: Mapping[str, Any]) -> None:
        """Take the messages in attributes: of today's conventions, and those of OpenLLMetry."""
        for key, transcript in (("gen_ai.input.messages", call.heard), ("gen_ai.output.messages", call.said)):
            if (messages := attributes.get(key)) is not None:
                self.gathered.weigh(str(messages))
                for message in _listed(messages, key):
                    _take(transcript, message, call.at)
        indexed: dict[tuple[str, int], dict[str, Any]] = {}
        for key, value in attributes.items():
            if match := _INDEXED.fullmatch(key):
                indexed.setdefault((match[1], int(match[2])), {})[match[3]] = value
        for (kind, _), message in sorted(indexed.items(), key=lambda item: item[0]):
            transcript, role = (call.heard, "user") if kind == "prompt" else (call.said, "assistant")
            self.gathered.weigh(str(message))
            transcript.take(str(message.get("role", role)), _unpacked(message.get("content")), at=call.at)

    def _event(self, call: ModelCall, name: str, attributes: dict[str, Any], body: Mapping[str, Any] | None) -> None:
        if name == _EVALUATION:
            call.scores.append(_score(attributes))
            return
        if isinstance(unpacked := _value(body), dict):
            attributes = {**unpacked, **attributes}
        self._messages(call, attributes)
        message = _unpacked(attributes.get("message"))
        content = _unpacked(attributes.get("content"))
        if content is None and isinstance(message, dict):
            content = _unpacked(message.get("content"))
        self.gathered.weigh(str(content))
        if match := _MESSAGE_EVENT.fullmatch(name):
            call.heard.take(match[1], content, at=call.at)
        elif name == "gen_ai.choice":
            call.said.take("assistant", content, at=call.at)

    def dialogs(self) -> Iterator[Dialog | Rejected | Remark]:
        """Return the conversations."""
        named = {key[0]: call.conversation for key, call in self.calls.items() if key[0] and call.conversation}
        calls = self._spoken(named)
        yield from self.gathered.dialogs(calls, self._scores(calls, named))
        if self.gathered.unattached:
            yield Remark(self.gathered.unattached, "evaluations that are about no reply")

    def _spoken(self, named: Mapping[str, str]) -> list[ModelCall]:
        """Return the calls with messages, each with its conversation; agents only where no call stands below them.

        Args:
            named: conversations, by trace.
        """
        spoken = {key: call for key, call in self.calls.items() if call.heard.utterances or call.said.utterances}
        below = {trace for trace, span in spoken if (trace, span) not in self.agents}
        for (trace, _), call in spoken.items():
            call.conversation = call.conversation or named.get(trace, trace) or f"line {call.line}"
        silent = (call for key, call in self.calls.items() if key not in spoken)
        self.gathered.unattached += sum(len(call.scores) for call in silent)
        return [call for key, call in spoken.items() if key not in self.agents or key[0] not in below]

    def _scores(self, calls: Iterable[ModelCall], named: Mapping[str, str]) -> dict[str, list[GivenScore]]:
        """Give scores to the calls that they are about; return the others by conversation."""
        by_response = {(call.conversation, call.response): call for call in calls if call.response}
        scores: dict[str, list[GivenScore]] = {}
        for where, response, score in self.loose:
            conversation = named.get(where, where)
            if not conversation:
                self.gathered.unattached += 1
            elif answered := by_response.get((conversation, response)):
                answered.scores.append(score)
            else:
                scores.setdefault(conversation, []).append(score)
        return scores


@dataclass(frozen=True, slots=True)
class Otlp:
    """`{"resourceSpans": [{"scopeSpans": [{"spans": […]}]}]}` or `{"resourceLogs": …}`, a document, or one a line.

    Calls with the same `gen_ai.conversation.id`, else of the same trace, are a dialog; what a call repeats counts once.
    """

    carries_verdicts = True
    documents = True
    """It can be one JSON document over many lines."""

    def sniff(self, first_line: str) -> bool:
        """Recognise an export."""
        return bool({"resourceSpans", "resourceLogs"} & keys_of(first_line))

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected | Remark]:
        """Return the conversations when all lines are read."""
        del name
        traces, decoder = _Traces(), msgspec.json.Decoder(_Export)
        for text in json_texts(lines):
            export = decoded(text, decoder)
            if isinstance(export, Rejected):
                yield export
                continue
            try:
                traces.take(export, text.line)
            except (FlawError, *BROKEN) as error:
                flaw = flaw_of(error, "")
                yield Rejected(text.line, flaw.code, flaw.text, flaw.hint)
        yield from traces.dialogs()


def _conversation(attributes: Mapping[str, Any]) -> str:
    return str(attributes.get("gen_ai.conversation.id") or attributes.get("session.id") or "")


def _score(attributes: Mapping[str, Any]) -> GivenScore:
    prefix = "gen_ai.evaluation."
    value = attributes.get(f"{prefix}score.value")
    number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    label, why = (str(attributes.get(f"{prefix}{key}", "")) for key in ("score.label", "explanation"))
    return GivenScore(str(attributes.get(f"{prefix}name", "evaluation")), number, label, why)


def _take(transcript: Any, message: Any, at: str | None) -> None:
    if not isinstance(message, Mapping) or not isinstance(message.get("role"), str):
        hint = 'messages are {"role": "user", "parts": [{"type": "text", "content": "…"}]}'
        raise FlawError("E136", "a message is not an object with a role", hint)
    transcript.take(message["role"], message.get("parts", message.get("content")), at=at)


def _listed(messages: Any, key: str) -> list[Any]:
    """Return messages, which may be JSON in a text. Raises FlawError."""
    messages = _unpacked(messages)
    if not isinstance(messages, list):
        raise FlawError("E136", f"{key} is not a list of messages", "export the traces again")
    return messages


def _unpacked(value: Any) -> Any:
    """Return the JSON list or object that a text is; anything else as it is."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            return msgspec.json.decode(value)
        except BROKEN:
            return value
    return value


def _plain(attributes: Iterable[_Attribute]) -> dict[str, Any]:
    return {each.key: _value(each.value) for each in attributes}


def _value(given: Any) -> Any:
    """Return the value that OpenTelemetry writes with its type."""
    kind, value = next(iter(given.items()), ("", None)) if isinstance(given, Mapping) else ("", None)
    if kind == "arrayValue":
        return [_value(each) for each in _members(value)]
    if kind == "kvlistValue":
        pairs = [each for each in _members(value) if isinstance(each, Mapping) and isinstance(each.get("key"), str)]
        return {each["key"]: _value(each.get("value")) for each in pairs}
    if kind == "intValue" and isinstance(value, str):
        return int(value) if value.lstrip("-").isdecimal() and len(value) <= _DIGITS else None
    return value


def _members(value: Any) -> list[Any]:
    """Return the values of a list or a map."""
    values = value.get("values") if isinstance(value, Mapping) else None
    return values if isinstance(values, list) else []
