"""Published sets of chats with models: LMSYS-Chat-1M and its like, and WildChat; a record each, `conversation[]`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from botassay.core.dialog import Dialog, Rejected, Role
from botassay.core.foreign import ForeignVerdict, risk_of
from botassay.corpora.objects import each_object, named
from botassay.corpora.transcripts import ROLES, DialogDraft
from botassay.io.jsonl import keys_of

_OPENAI: Final = "openai_moderation"
_DETOXIFY: Final = "detoxify_moderation"


class _Message(msgspec.Struct):
    role: str
    content: str | list[Any] | None = None
    timestamp: str | None = None
    turn_identifier: str | int | None = None


class _OpenAi(msgspec.Struct):
    category_scores: Mapping[str, float | None] = {}


class _Record(msgspec.Struct):
    conversation: list[_Message]
    conversation_id: str | int | None = None
    id: str | int | None = None
    conversation_hash: str | None = None
    openai_moderation: list[_OpenAi | None] | None = None
    detoxify_moderation: list[Mapping[str, float | None] | None] | None = None


@dataclass(frozen=True, slots=True)
class Lmsys:
    """`{"conversation_id": "…", "conversation": [{"role": "user", "content": "…"}, …]}`, a line or an item each.

    The scores of `openai_moderation`, one list entry for each message, are verdicts on the replies.
    """

    carries_verdicts = True

    def sniff(self, first_line: str) -> bool:
        """Recognise a record with a conversation, but for those of WildChat."""
        keys = keys_of(first_line)
        others = {"messages", "conversations", "utterances", "conversation_hash"}
        return "conversation" in keys and not keys & others

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each record; blank lines are skipped."""
        return each_object(lines, name, _Record, _dialog)


@dataclass(frozen=True, slots=True)
class WildChat:
    """`{"conversation_hash": "…", "conversation": [{"role": "user", "content": "…", "turn_identifier": 1}, …]}`.

    Chats with the same words have the same hash, so that a dialog is called by its hash and its first turn.
    """

    carries_verdicts = True

    def sniff(self, first_line: str) -> bool:
        """Recognise a record with a conversation and its hash."""
        return keys_of(first_line) >= {"conversation", "conversation_hash"}

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each record; blank lines are skipped."""
        return each_object(lines, name, _Record, _dialog)


def _dialog(record: _Record, fallback: str) -> Dialog:
    name = named(_id(record), fallback)
    transcript = DialogDraft()
    lists = _scores(record)
    for nth, message in enumerate(record.conversation):
        before = len(transcript.utterances)
        transcript.take(message.role, message.content, at=message.timestamp)
        if len(transcript.utterances) > before and ROLES.get(message.role.strip().lower()) == Role.BOT:
            for tool, scores in lists:
                if nth < len(scores):
                    transcript.verdicts += _verdicts(tool, scores[nth], name, before)
    return transcript.dialog(name)


def _id(record: _Record) -> str | int | None:
    if not record.conversation_hash:
        return record.conversation_id if record.id is None else record.id
    turn = record.conversation[0].turn_identifier if record.conversation else None
    return record.conversation_hash if turn is None else f"{record.conversation_hash}:{turn}"


def _scores(record: _Record) -> tuple[tuple[str, list[Mapping[str, float | None]]], ...]:
    """Return the scores of each message, by tool."""
    openai = [each.category_scores if each else {} for each in record.openai_moderation or ()]
    return (_OPENAI, openai), (_DETOXIFY, [each or {} for each in record.detoxify_moderation or ()])


def _verdicts(tool: str, scores: Mapping[str, float | None], dialog: str, place: int) -> Iterator[ForeignVerdict]:
    for category, score in scores.items():
        if score is not None:
            yield ForeignVerdict(tool, "", category, risk_of(score), f"{score:g}", dialog, place)
