"""ShareGPT `conversations`: JSON lines, or one JSON array."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

import msgspec

from botassay.core.dialog import Dialog, Rejected, Utterance
from botassay.corpora.objects import each_object, named
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.jsonl import keys_of

_ROLES: Final = {
    "human": "user",
    **dict.fromkeys(("gpt", "chatgpt", "assistant", "model", "bard", "bing", "claude"), "bot"),
    **dict.fromkeys(("function_call", "function_response", "observation", "tool_call", "tool_response"), "tool"),
}
"""Who speaks, as files of this kind name them."""


class _Message(msgspec.Struct):
    by: str = msgspec.field(name="from")
    value: str


class _Line(msgspec.Struct):
    conversations: list[_Message]
    id: str | int | None = None
    system: str | None = None


@dataclass(frozen=True, slots=True)
class ShareGpt:
    """`{"conversations": [{"from": "human", "value": "…"}, {"from": "gpt", "value": "…"}]}`, a line or an item each.

    What a system or a tool says is ignored and counted.
    """

    by_line: ClassVar[bool] = True

    def sniff(self, first_line: str) -> bool:
        """Recognise an object with conversations."""
        keys = keys_of(first_line)
        return "conversations" in keys and not keys & {"messages", "utterances"}

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each line; blank lines are skipped."""
        return each_object(lines, name, _Line, _dialog)


def _dialog(line: _Line, fallback: str) -> Dialog:
    utterances = tuple(filter(None, map(_utterance, line.conversations)))
    ignored = len(line.conversations) - len(utterances) + bool(line.system)
    return Dialog(named(line.id, fallback), utterances, ignored=ignored)


def _utterance(message: _Message) -> Utterance | None:
    by = message.by.strip().lower()
    return make_utterance(_ROLES.get(by, by), message.value)
