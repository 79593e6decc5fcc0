"""Our own format: JSON lines, a dialog a line."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from botassay.core.dialog import Dialog, Rejected, Utterance
from botassay.corpora.objects import each_object, keys_of, named
from botassay.corpora.utterance_builder import said


class Message(msgspec.Struct):
    """An utterance as it stands on a line."""

    role: str
    text: str
    speaker: str | None = None
    at: str | int | float | None = None
    options: tuple[str, ...] = ()
    intent: str | None = None
    confidence: float | None = None


class Line(msgspec.Struct):
    """A dialog as it stands on a line."""

    utterances: list[Message]
    id: str | int | None = None
    tags: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class JsonLines:
    """`{"id": "d1", "utterances": [{"role": "user", "text": "…"}, {"role": "bot", "text": "…"}]}`, a line each."""

    def sniff(self, first_line: str) -> bool:
        """Recognise an object with utterances."""
        return "utterances" in keys_of(first_line)

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Give a dialog for each line; blank lines are skipped."""
        return each_object(lines, name, Line, dialog_of)


def dialog_of(line: Line, fallback: str) -> Dialog:
    """Make a dialog of a line; `fallback` is its id for want of another.

    Raises: FlawError.
    """
    utterances = tuple(filter(None, map(_utterance, line.utterances)))
    tags = {key: str(value) for key, value in line.tags.items()}
    return Dialog(named(line.id, fallback), utterances, tags, len(line.utterances) - len(utterances))


def _utterance(message: Message) -> Utterance | None:
    return said(
        message.role,
        message.text,
        speaker=message.speaker,
        at=None if message.at is None else str(message.at),
        options=message.options,
        intent=message.intent,
        confidence=message.confidence,
    )


def line_of(dialog: Dialog) -> bytes:
    r"""Write a dialog as a line of its own; what is empty is left out.

    >>> from botassay.core.dialog import Role
    >>> line_of(Dialog("d1", (Utterance(Role.USER, "hi"),)))
    b'{"id":"d1","utterances":[{"role":"user","text":"hi"}]}\n'
    """
    said = [{"role": str(one.role), "text": one.text, **_more(one)} for one in dialog.utterances]
    tags = {"tags": dict(dialog.tags)} if dialog.tags else {}
    return msgspec.json.encode({"id": dialog.id, **tags, "utterances": said}) + b"\n"


def _more(said: Utterance) -> dict[str, Any]:
    parts = {"options": said.options, "intent": said.intent, "confidence": said.confidence}
    return {name: value for name, value in parts.items() if value is not None and value != ()}
