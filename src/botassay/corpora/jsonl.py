"""Our own format: JSON lines, a dialog a line."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from botassay.corpora.said import FlawError, said
from botassay.dialog import Dialog, Rejected, Utterance


class _Message(msgspec.Struct):
    role: str
    text: str
    speaker: str | None = None
    at: str | int | float | None = None
    options: tuple[str, ...] = ()
    intent: str | None = None
    confidence: float | None = None


class _Line(msgspec.Struct):
    utterances: list[_Message]
    id: str | int | None = None
    tags: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class JsonLines:
    """`{"id": "d1", "utterances": [{"role": "user", "text": "…"}, {"role": "bot", "text": "…"}]}`, a line each."""

    def sniff(self, first_line: str) -> bool:
        """Recognise an object with utterances."""
        return first_line.lstrip().startswith("{") and '"utterances"' in first_line

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Give a dialog for each line; blank lines are skipped."""
        decoder = msgspec.json.Decoder(_Line)
        ordinal = 0
        for number, line in enumerate(lines, 1):
            if line.isspace():
                continue
            ordinal += 1
            try:
                yield _dialog(decoder.decode(line), f"{name}:{ordinal}")
            except FlawError as flaw:
                yield Rejected(number, flaw.code, flaw.text, flaw.hint)
            except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
                yield _rejected(number, error)


def _dialog(line: _Line, fallback: str) -> Dialog:
    if line.id == "":
        raise FlawError("E130", "the id is empty", "give the dialog an id, or leave it out")
    utterances = tuple(filter(None, map(_utterance, line.utterances)))
    tags = {key: str(value) for key, value in line.tags.items()}
    name = fallback if line.id is None else str(line.id)
    return Dialog(name, utterances, tags, len(line.utterances) - len(utterances))


def _utterance(message: _Message) -> Utterance | None:
    return said(
        message.role,
        message.text,
        speaker=message.speaker,
        at=None if message.at is None else str(message.at),
        options=message.options,
        intent=message.intent,
        confidence=message.confidence,
    )


def _rejected(number: int, error: Exception) -> Rejected:
    if isinstance(error, msgspec.ValidationError):
        return Rejected(number, "E136", _plain(str(error)), "see the dialog file format in docs/how-to/files.md")
    if isinstance(error, UnicodeEncodeError):
        return Rejected(number, "E111", "the line is not UTF-8", "save the file as UTF-8")
    if isinstance(error, RecursionError):
        return Rejected(number, "E124", "the JSON is nested too deeply", "a dialog is an object with a list of objects")
    return Rejected(number, "E120", f"the line is no JSON object: {_plain(str(error))}", "one whole JSON object a line")


def _plain(message: str) -> str:
    return message.removeprefix("JSON is malformed: ")[:200]


def line_of(dialog: Dialog) -> bytes:
    r"""Write a dialog as a line of its own; what is empty is left out.

    >>> from botassay.dialog import Role
    >>> line_of(Dialog("d1", (Utterance(Role.USER, "hi"),)))
    b'{"id":"d1","utterances":[{"role":"user","text":"hi"}]}\n'
    """
    said = [{"role": str(one.role), "text": one.text, **_more(one)} for one in dialog.utterances]
    tags = {"tags": dict(dialog.tags)} if dialog.tags else {}
    return msgspec.json.encode({"id": dialog.id, **tags, "utterances": said}) + b"\n"


def _more(said: Utterance) -> dict[str, Any]:
    parts = {"options": said.options, "intent": said.intent, "confidence": said.confidence}
    return {name: value for name, value in parts.items() if value is not None and value != ()}
