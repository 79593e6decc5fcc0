"""promptfoo's results, as `promptfoo eval -o FILE.json` or `-o FILE.jsonl` writes them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from botassay.core.dialog import Dialog, Rejected, Role
from botassay.core.foreign import ForeignVerdict, risk_of
from botassay.corpora.json_documents import decoded, json_texts, rejected, rows_in
from botassay.corpora.transcripts import DialogDraft
from botassay.io.flaws import FlawError
from botassay.io.jsonl import BROKEN, keys_of

_ROW: Final = frozenset({"promptIdx", "testIdx"})


class _Prompt(msgspec.Struct):
    raw: str = ""


class _Metadata(msgspec.Struct, rename="camel"):
    redteam_history: list[Any] | None = None
    messages: list[Any] | None = None


class _Response(msgspec.Struct):
    output: Any = None
    metadata: _Metadata | None = None


class _Assertion(msgspec.Struct):
    type: str = ""
    metric: str | None = None


class _Component(msgspec.Struct):
    score: float | None = None
    reason: str | None = None
    assertion: _Assertion | None = None
    passed: bool | None = msgspec.field(default=None, name="pass")


class _Grading(msgspec.Struct, rename="camel"):
    component_results: list[_Component | None] | None = None


class _Result(msgspec.Struct, rename="camel"):
    prompt: _Prompt | None = None
    response: _Response | None = None
    id: str | int | None = None
    grading_result: _Grading | None = None
    metadata: _Metadata | None = None


class _Results(msgspec.Struct):
    results: list[msgspec.Raw]


class _About(msgspec.Struct, rename="camel"):
    promptfoo_version: str = ""


class _Document(msgspec.Struct):
    results: _Results
    metadata: _About | None = None


@dataclass(frozen=True, slots=True)
class Promptfoo:
    """`{"results": {"results": [{"prompt": {"raw": "…"}, "response": {"output": "…"}, …}]}}`, or a result on each line.

    A result is a dialog; that of an attack over several turns holds them all.
    """

    carries_verdicts = True
    documents = True
    """It can be one JSON document over many lines."""

    def sniff(self, first_line: str) -> bool:
        """Recognise the document, or a result."""
        keys = keys_of(first_line)
        return keys >= {"evalId", "results"} or keys >= {"results", "config"} or keys >= _ROW

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each result."""
        ordinal = 0
        for text in json_texts(lines):
            rows: Iterable[tuple[int, str | bytes]] = [text]
            version = ""
            if not keys_of(text.text) >= _ROW:
                document = decoded(text, msgspec.json.Decoder(_Document))
                if isinstance(document, Rejected):
                    yield document
                    continue
                version = document.metadata.promptfoo_version if document.metadata else ""
                rows = rows_in(text, document.results.results)
            for line, row in rows:
                ordinal += 1
                yield _dialog(line, row, f"{name}:{ordinal}", version)


def _dialog(line: int, row: str | bytes, fallback: str, version: str) -> Dialog | Rejected:
    try:
        result = msgspec.json.decode(row, type=_Result)
        name = fallback if result.id in (None, "") else str(result.id)
        transcript = _transcript(result)
        spot = transcript.reply
        for component in (result.grading_result and result.grading_result.component_results) or ():
            if component is not None and spot is not None:
                transcript.verdicts.append(_verdict(component, version, name, spot))
        return transcript.dialog(name, line)
    except (FlawError, *BROKEN) as error:
        return rejected(error, line, row)


def _transcript(result: _Result) -> DialogDraft:
    """Return all turns of an attack, or the prompt and its answer."""
    places = (result.metadata, result.response.metadata if result.response else None)
    kept = [place for place in places if place is not None]
    history = next((place.redteam_history for place in kept if place.redteam_history), None)
    messages = next((place.messages for place in kept if place.messages), None)
    if history:
        return _attack(history)
    transcript = DialogDraft()
    if messages:
        transcript.take_all(messages)
        if transcript.reply == len(transcript.utterances) - 1:
            return transcript
    else:
        _take_prompt(transcript, result.prompt.raw if result.prompt else "")
    if result.response is not None and result.response.output is not None:
        transcript.take(Role.BOT, _plain(result.response.output))
    return transcript


def _attack(history: Iterable[Any]) -> DialogDraft:
    """Return the turns of an attack. Raises FlawError."""
    transcript = DialogDraft()
    for turn in history:
        if not isinstance(turn, dict):
            raise FlawError("E136", "a turn of redteamHistory is not an object", "evaluate again with promptfoo")
        transcript.take("user", _plain(turn.get("prompt")))
        transcript.take("assistant", _plain(turn.get("output")))
    return transcript


def _take_prompt(transcript: DialogDraft, raw: str) -> None:
    """Take a prompt: a text, or a JSON list of messages."""
    if raw.lstrip().startswith("["):
        try:
            messages = msgspec.json.decode(raw)
        except BROKEN:
            messages = None
        if isinstance(messages, list) and messages and all(isinstance(m, dict) and "role" in m for m in messages):
            transcript.take_all(messages)
            return
    transcript.take("user", raw)


def _plain(content: Any) -> str | None:
    """Return an output as a text: one of another kind as JSON."""
    return content if isinstance(content, str | None) else msgspec.json.encode(content).decode()


def _verdict(component: _Component, version: str, dialog: str, place: int) -> ForeignVerdict:
    assertion = component.assertion or _Assertion()
    score = component.score
    if score is None and component.passed is not None:
        score = float(component.passed)
    risk = None if score is None else risk_of(round(1 - score, 9))
    raw = "" if score is None else f"{score:g}"
    name = assertion.metric or assertion.type or "assertion"
    return ForeignVerdict("promptfoo", version, name, risk, raw, dialog, place, component.reason or "")
