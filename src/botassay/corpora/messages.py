"""OpenAI-style `messages`, as chat models are trained and logged with: JSON lines, or one JSON array."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import msgspec

from botassay.core.dialog import Dialog, Rejected, Role, Utterance
from botassay.corpora.objects import each_object, named
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.flaws import FlawError
from botassay.io.jsonl import keys_of

_ROLES: Final = {"assistant": "bot", "developer": "system", "function": "tool"}
"""Roles of the format -> roles of dialogs."""


class _Message(msgspec.Struct):
    role: str
    content: str | list[Any] | None = None
    name: str | None = None
    refusal: str | None = None
    tool_calls: Any = None
    function_call: Any = None


class _Line(msgspec.Struct):
    messages: list[_Message]
    id: str | int | None = None


@dataclass(frozen=True, slots=True)
class Messages:
    """`{"messages": [{"role": "user", "content": "…"}, {"role": "assistant", …}]}`, a line or an item each.

    A content may be a list of parts: their texts make one text, line by line. Messages of system, developer, tool and
    function, and those by which a model calls a tool and says nothing, are ignored and counted. A refusal is an answer.
    """

    by_line: ClassVar[bool] = True

    def sniff(self, first_line: str) -> bool:
        """Recognise an object with messages."""
        keys = keys_of(first_line)
        return "messages" in keys and "utterances" not in keys

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each line; blank lines are skipped."""
        return each_object(lines, name, _Line, _dialog)


def _dialog(line: _Line, fallback: str) -> Dialog:
    utterances = tuple(filter(None, map(_utterance, line.messages)))
    return Dialog(named(line.id, fallback), utterances, ignored=len(line.messages) - len(utterances))


def _utterance(message: _Message) -> Utterance | None:
    role = message.role.strip().lower()
    role = _ROLES.get(role, role)
    if message.content is None and role == Role.BOT and (message.tool_calls or message.function_call):
        return None
    if message.content is None and role == Role.USER:
        raise FlawError("E136", "a user's message has no content", "give its text, which may be empty")
    text = _text(message.content) if message.content is not None else message.refusal or ""
    return make_utterance(role, text, speaker=message.name)


def _text(content: str | list[Any]) -> str:
    """Join the texts of the parts; images and sounds have none."""
    if isinstance(content, str):
        return content
    return "\n".join(text for part in content if (text := _part(part)) is not None)


def _part(part: Any) -> str | None:
    text = part.get("text", part.get("refusal")) if isinstance(part, dict) else part
    if not isinstance(part, dict | str) or not isinstance(text, str | None):
        raise FlawError(
            "E136", "a part of a content is not an object with a text", 'parts are {"type": "text", "text": "…"}'
        )
    return text
