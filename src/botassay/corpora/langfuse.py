"""Exports of Langfuse: traces with their observations and scores, or a table of observations as JSON."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from botassay.core.dialog import Dialog, Rejected, Remark
from botassay.corpora.json_documents import JsonText, decoded, json_texts
from botassay.corpora.model_calls import Calls, GivenScore, ModelCall
from botassay.corpora.transcripts import DialogDraft
from botassay.io.flaws import FlawError
from botassay.io.jsonl import BROKEN, flaw_of, keys_of

_GENERATION: Final = "GENERATION"
_OTHER_SHAPE: Final = "inputs and outputs of generations that are neither texts nor messages"
_TRACE: Final = frozenset({"trace", "observations"})
_ROW: Final = ({"trace_id", "type"}, {"traceId", "type"})
_SCORE: Final = ({"trace_id", "name", "value"}, {"traceId", "name", "value"})


@dataclass(slots=True)
class _Export:
    """What a file holds."""

    name: str
    calls: list[tuple[str, str, ModelCall]] = field(default_factory=list)
    """Trace, observation, call."""
    gathered: Calls = field(default_factory=lambda: Calls("langfuse"))
    sessions: dict[str, str] = field(default_factory=dict)
    """Trace -> session."""
    scores: list[tuple[str, str, GivenScore]] = field(default_factory=list)
    """Trace, observation, score."""
    other_shape: int = 0

    def take(self, row: Mapping[str, Any], line: int) -> None:
        """Take a trace, an observation or a score. Raises FlawError."""
        row = {_snake(key): value for key, value in row.items()}
        if "observations" in row:
            self._trace(row, line)
        elif "type" in row:
            self._observation(row, line)
        else:
            self._score(row)

    def _trace(self, row: Mapping[str, Any], line: int) -> None:
        own = row.get("trace")
        trace = {_snake(key): value for key, value in own.items()} if isinstance(own, Mapping) else row
        name = _text(trace, "id")
        if not name:
            raise FlawError("E130", "a trace has no id", "export the trace again")
        if session := _text(trace, "session_id"):
            self.sessions[name] = session
        observations = _objects(row.get("observations"), "observations")
        before = len(self.calls)
        for observation in observations:
            self._observation({"trace_id": name, **{_snake(key): value for key, value in observation.items()}}, line)
        if len(self.calls) == before:  # nothing but the trace has its question and answer
            self._call({**trace, "trace_id": name, "id": "", "start_time": trace.get("timestamp")}, line)
        for score in _objects(row.get("scores") or trace.get("scores") or [], "scores"):
            if isinstance(score, Mapping):
                self._score({"trace_id": name, **{_snake(key): value for key, value in score.items()}})

    def _observation(self, row: Mapping[str, Any], line: int) -> None:
        trace = _text(row, "trace_id")
        if session := _text(row, "session_id"):
            self.sessions[trace] = session
        if _text(row, "type").upper() == _GENERATION:
            self._call(row, line)

    def _call(self, row: Mapping[str, Any], line: int) -> None:
        start = _text(row, "start_time")
        call = ModelCall(line, start, start or None)
        for key, role, transcript in (("input", "user", call.heard), ("output", "assistant", call.said)):
            self.gathered.weigh(str(row.get(key, "")))
            self.other_shape += not _take(transcript, _unpacked(row.get(key)), role, call.at)
        self.calls.append((_text(row, "trace_id"), _text(row, "id"), call))

    def _score(self, row: Mapping[str, Any]) -> None:
        value = row.get("value")
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
        label = _text(row, "string_value") or (value if isinstance(value, str) else "")
        score = GivenScore(_text(row, "name") or "score", number, label, _text(row, "comment"))
        self.scores.append((_text(row, "trace_id"), _text(row, "observation_id"), score))

    def dialogs(self) -> Iterator[Dialog | Rejected | Remark]:
        """Return the conversations."""
        by_observation = {(trace, observation): call for trace, observation, call in self.calls if observation}
        last: dict[str, ModelCall] = {}
        for trace, _, call in self.calls:
            call.conversation = self.sessions.get(trace, trace) or f"{self.name}:{call.line}"
            if trace not in last or last[trace].start <= call.start:
                last[trace] = call
        for trace, observation, score in self.scores:
            call_of = by_observation.get((trace, observation)) or last.get(trace)
            if call_of is None:
                self.gathered.unattached += 1
            else:
                call_of.scores.append(score)
        yield from self.gathered.dialogs([call for _, _, call in self.calls], {})
        if self.other_shape:
            yield Remark(self.other_shape, _OTHER_SHAPE)
        if self.gathered.unattached:
            yield Remark(self.gathered.unattached, "scores that are about no reply")


@dataclass(frozen=True, slots=True)
class Langfuse:
    """A trace with `observations` and `scores`, or `{"trace_id": …, "type": "GENERATION", "input": …}` each.

    Generations of the same session, else of the same trace, are a dialog, by their time; what one repeats counts once.
    """

    carries_verdicts = True
    documents = True
    """It can be one JSON document over many lines."""

    def sniff(self, first_line: str) -> bool:
        """Recognise a trace, or an observation."""
        keys = keys_of(first_line)
        is_trace = "observations" in keys and bool(keys & {"trace", "scores", "sessionId", "projectId", "htmlPath"})
        return is_trace or any(keys >= row for row in (*_ROW, *_SCORE))

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected | Remark]:
        """Return the conversations when all lines are read."""
        export, decoder = _Export(name), msgspec.json.Decoder(dict[str, Any])
        for text in json_texts(lines):
            row = decoded(text, decoder)
            if isinstance(row, Rejected):
                yield row
            elif problem := _problem(export, row, text):
                yield problem
        yield from export.dialogs()


def _problem(export: _Export, row: Mapping[str, Any], text: JsonText) -> Rejected | None:
    try:
        export.take(row, text.line)
    except (FlawError, *BROKEN) as error:
        flaw = flaw_of(error, "")
        return Rejected(text.line, flaw.code, flaw.text, flaw.hint)
    return None


def _objects(value: Any, what: str) -> list[Mapping[str, Any]]:
    """Return a list of objects; scores may be ids only, which are left out. Raises FlawError."""
    if not isinstance(value, list):
        raise FlawError("E136", f"{what} is not a list", "export the trace with its observations")
    return [each for each in value if isinstance(each, Mapping)]


def _take(transcript: DialogDraft, content: Any, role: str, at: str | None) -> bool:
    """Take an input or an output; False for one that is neither a text nor messages."""
    content = _messages(content)
    if isinstance(content, str):
        transcript.take(role, content, at=at)
    elif isinstance(content, list) and all(isinstance(each, Mapping) and "role" in each for each in content):
        for message in content:
            transcript.take(str(message["role"]), message.get("content"), at=at)
    else:
        return content is None
    return True


def _messages(content: Any) -> Any:
    """Return the messages, or the only text, that an input or an output wraps; anything else as it is."""
    if isinstance(content, list) and len(content) == 1 and isinstance(content[0], list):
        return content[0]  # as LangChain has it
    if not isinstance(content, Mapping):
        return content
    if isinstance(content.get("messages"), list):
        return content["messages"]
    if isinstance(content.get("role"), str):
        return [content]
    only = next(iter(content.values()), None)
    return only if len(content) == 1 and isinstance(only, str) else content


def _unpacked(value: Any) -> Any:
    """Return the JSON that a text is; anything else as it is."""
    if isinstance(value, str) and value[:1] in ("[", "{", '"'):
        try:
            return msgspec.json.decode(value)
        except BROKEN:
            return value
    return value


def _text(row: Mapping[str, Any], key: str) -> str:
    """Return a text or a number as text; empty where there is none."""
    value = row.get(key)
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _snake(key: str) -> str:
    """Return a key as Langfuse writes it in exports.

    >>> _snake("traceId"), _snake("start_time")
    ('trace_id', 'start_time')
    """
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in key)
