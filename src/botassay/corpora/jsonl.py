"""The format of botassay: JSON lines, one dialog per line."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, dropwhile
from typing import Annotated, Any, ClassVar, Final, Literal, Self

import msgspec
from msgspec import UNSET, UnsetType

from botassay.core.dialog import Dialog, Rejected, Utterance
from botassay.corpora.objects import each_object, named
from botassay.corpora.utterance_builder import TEXT_LIMIT, is_too_large, make_utterance
from botassay.io.jsonl import keys_of, objects_in
from botassay.io.lines import LineBlock


class Message(msgspec.Struct):
    """An utterance as on a line."""

    role: str
    text: str
    speaker: str | None = None
    at: str | int | float | None = None
    options: tuple[str, ...] = ()
    intent: str | None = None
    confidence: float | None = None


class DialogLine(msgspec.Struct):
    """A dialog as on a line."""

    utterances: list[Message]
    id: str | int | None = None
    tags: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class JsonLines:
    """`{"id": "d1", "utterances": [{"role": "user", "text": "…"}, {"role": "bot", "text": "…"}]}`, a line each.

    Or `{"input": "Is fire covered?", "output": "Yes."}`: a question and its answer, a dialog of one turn.
    """

    pairs: bool | None = None
    """Whether the lines of a file are questions with answers; None: its first line shows it."""
    by_line: ClassVar[bool] = True

    def sniff(self, first_line: str) -> bool:
        """Recognise an object with utterances, or with input and output."""
        return "utterances" in (keys := keys_of(first_line)) or _is_pair(keys)

    def begun(self, first_line: str) -> Self:
        """Return the reader of any part of a file that begins with a line."""
        return replace(self, pairs=_is_pair(keys_of(first_line)))

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each line; blank lines are skipped."""
        rest = dropwhile(str.isspace, lines)
        for first in rest:
            whole = chain((first,), rest)
            if _is_pair(keys_of(first)) if self.pairs is None else self.pairs:
                yield from each_object(whole, name, PairLine, _pair, lines)
            else:
                yield from each_object(whole, name, DialogLine, dialog_of, lines)


def _is_pair(keys: Collection[str]) -> bool:
    others = {"messages", "utterances", "conversations", "trace_id", "traceId"}
    return {"input", "output"} <= set(keys) and not others & set(keys)


def dialog_of(line: DialogLine, fallback: str) -> Dialog:
    """Return the dialog on a line; `fallback` is its id if it has none.

    Raises: FlawError.
    """
    utterances = tuple(filter(None, map(_utterance, line.utterances)))
    tags = {key: str(value) for key, value in line.tags.items()}
    return Dialog(named(line.id, fallback), utterances, tags, len(line.utterances) - len(utterances))


class PairLine(msgspec.Struct):
    """A question and its answer as on a line."""

    input: str
    output: str
    id: str | int | None = None


def _pair(line: PairLine, fallback: str) -> Dialog:
    turn = make_utterance("user", line.input), make_utterance("bot", line.output)
    return Dialog(named(line.id, fallback), tuple(filter(None, turn)))


def _utterance(message: Message) -> Utterance | None:
    return make_utterance(
        message.role,
        message.text,
        speaker=message.speaker,
        at=None if message.at is None else str(message.at),
        options=message.options,
        intent=message.intent,
        confidence=message.confidence,
    )


class SoundMessage(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A sound utterance."""

    role: Literal["user", "bot"]
    text: str
    speaker: str | UnsetType | None = UNSET
    at: str | int | float | UnsetType | None = UNSET
    options: tuple[str, ...] | UnsetType = UNSET
    intent: str | UnsetType | None = UNSET
    confidence: Annotated[float, msgspec.Meta(ge=0, le=1)] | UnsetType | None = UNSET

    def more(self) -> int:
        """Count the keys beyond role and text."""
        cells = (self.speaker, self.at, self.options, self.intent, self.confidence)
        return sum(cell is not UNSET for cell in cells)


class SoundLine(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A sound line."""

    id: Annotated[str, msgspec.Meta(min_length=1)]
    utterances: list[SoundMessage]
    tags: dict[str, str | int | float | bool | None] | UnsetType = UNSET

    def more(self) -> int:
        """Count the keys beyond those of every line."""
        own = 0 if self.tags is UNSET else 1 + len(self.tags)
        return own + sum(message.more() for message in self.utterances)


_decode_sound: Final = msgspec.json.Decoder(SoundLine).decode_lines
_UNCOUNTED: Final = re.compile(rb'"[ \t\r\n]+:|\\\\":')
"""Keys that are not found by what stands behind them: with blanks before the colon, or a backslash at their end."""


def sound_lines(block: LineBlock) -> list[SoundLine] | None:
    r"""Return the dialogs of a block of sound lines: with an id, only users and bots, and known keys that occur once.

    Returns: None where a line is not sound, so that each has to be checked.

    >>> line = b'{"id": "d", "utterances": [{"role": "bot", "text": "ho"}]}\n'
    >>> sound_lines(LineBlock(line * 2, 0, 2)) is None, sound_lines(LineBlock(line + b'{"id": "d"}\n', 0, 2)) is None
    (False, True)
    """
    rows = objects_in(block, _decode_sound)
    if rows is None or len(rows) != block.lines or b"\\u0000" in block.data or _UNCOUNTED.search(block.data):
        return None
    if len(block.data) > TEXT_LIMIT and any(is_too_large(said.text) for row in rows for said in row.utterances):
        return None
    keys = block.data.count(b'":') - block.data.count(b'\\":')
    fewest = 2 * len(rows) + 2 * sum(len(row.utterances) for row in rows)
    return rows if keys == fewest or keys == fewest + sum(row.more() for row in rows) else None


def line_of(dialog: Dialog) -> bytes:
    r"""Return a dialog as a line; empty values are left out.

    >>> from botassay.core.dialog import Role
    >>> line_of(Dialog("d1", (Utterance(Role.USER, "hi"),)))
    b'{"id":"d1","utterances":[{"role":"user","text":"hi"}]}\n'
    """
    utterances = [
        {"role": str(utterance.role), "text": utterance.text, **_more(utterance)} for utterance in dialog.utterances
    ]
    tags = {"tags": dict(dialog.tags)} if dialog.tags else {}
    return msgspec.json.encode({"id": dialog.id, **tags, "utterances": utterances}) + b"\n"


def _more(utterance: Utterance) -> dict[str, Any]:
    parts = {"options": utterance.options, "intent": utterance.intent, "confidence": utterance.confidence}
    return {name: value for name, value in parts.items() if value is not None and value != ()}
