"""`conversations.json` of a ChatGPT data export: one JSON array, a conversation an item, its messages a tree."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from botassay.core.dialog import Dialog, Rejected
from botassay.corpora.model_calls import moment
from botassay.corpora.objects import each_object, named
from botassay.corpora.transcripts import DialogDraft
from botassay.io.flaws import FlawError
from botassay.io.jsonl import keys_of


class _Author(msgspec.Struct):
    role: str


class _Content(msgspec.Struct):
    content_type: str = "text"
    parts: list[Any] | None = None


class _Message(msgspec.Struct):
    author: _Author
    content: _Content | None = None
    create_time: float | None = None
    recipient: str | None = None
    metadata: Mapping[str, Any] | None = None


class _Node(msgspec.Struct):
    message: _Message | None = None
    parent: str | None = None


class _Conversation(msgspec.Struct):
    mapping: Mapping[str, _Node]
    current_node: str | None = None
    conversation_id: str | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class ChatGptExport:
    """`{"id": "…", "mapping": {"NODE": {"message": {…}, "parent": "NODE"}, …}, "current_node": "NODE"}`, an item each.

    Of a conversation with answers that were made again, the branch is read that was shown last. What the model thinks,
    and what it says to its tools, is ignored and counted.
    """

    def sniff(self, first_line: str) -> bool:
        """Recognise a conversation with its tree."""
        return keys_of(first_line) >= {"mapping", "current_node"} or keys_of(first_line) >= {"mapping", "create_time"}

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each conversation."""
        return each_object(lines, name, _Conversation, _dialog)


def _dialog(conversation: _Conversation, fallback: str) -> Dialog:
    transcript = DialogDraft()
    for message in _branch(conversation):
        _take(transcript, message)
    return transcript.dialog(named(conversation.conversation_id or conversation.id, fallback))


def _branch(conversation: _Conversation) -> list[_Message]:
    """Return the messages from the root to the current node, or to the last one where none is named.

    Raises: FlawError for a node that is missing, or a branch that goes in a circle.
    """
    nodes = conversation.mapping
    name = conversation.current_node or next(reversed(list(nodes)), None)
    messages, passed = list[_Message](), set[str]()
    while name is not None:
        if name not in nodes:
            raise FlawError("E138", f"the node {name!r} of the mapping is missing", "export the chats again")
        if name in passed:
            raise FlawError("E138", f"the node {name!r} is its own ancestor", "export the chats again")
        passed.add(name)
        if (message := nodes[name].message) is not None:
            messages.append(message)
        name = nodes[name].parent
    return messages[::-1]


def _take(transcript: DialogDraft, message: _Message) -> None:
    hidden = bool((message.metadata or {}).get("is_visually_hidden_from_conversation"))
    content = message.content
    texts = [part for part in (content.parts if content else None) or () if isinstance(part, str)]
    if message.author.role == "system" and not any(texts):
        return
    heard = content is not None and content.content_type in ("text", "multimodal_text") and not hidden
    if not heard or message.recipient not in (None, "all"):
        transcript.ignored += 1
        return
    at = None if message.create_time is None else moment(message.create_time)
    transcript.take(message.author.role, "\n".join(texts) if texts else None, at=at)
