"""Messages as models and the tools around them log them: roles, and contents that are texts or lists of parts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.foreign import ForeignVerdict
from botassay.corpora.column_mapping import IGNORED_ROLES
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.flaws import FlawError

ROLES: Final = {
    "assistant": "bot",
    "ai": "bot",
    "gpt": "bot",
    "model": "bot",
    "human": "user",
    "developer": "system",
    "function": "tool",
}
"""Roles in logs -> roles of dialogs."""
_IGNORED_PARTS: Final = frozenset({"reasoning", "thinking", "thoughts", "tool_call", "tool_call_response", "tool_use"})
"""Kinds of parts that nobody hears."""


@dataclass(slots=True)
class DialogDraft:
    """A dialog while it is put together."""

    utterances: list[Utterance] = field(default_factory=list)
    ignored: int = 0
    """System and tool messages, and what a model only thinks."""
    verdicts: list[ForeignVerdict] = field(default_factory=list)

    def take(self, role: str, content: Any, *, at: str | None = None) -> None:
        """Take a message; one without a text is counted as ignored.

        Raises: FlawError for an unknown role, or a content that is neither a text nor a list of parts.
        """
        role = role.strip().lower()
        text, unheard = text_of(content)
        self.ignored += unheard
        if text is None and ROLES.get(role, role) in {*Role, *IGNORED_ROLES}:
            self.ignored += not unheard
            return
        utterance = make_utterance(ROLES.get(role, role), text or "", at=at)
        if utterance is None:
            self.ignored += 1
        else:
            self.utterances.append(utterance)

    def take_all(self, messages: Iterable[Any]) -> None:
        """Take objects with `role` and `content`.

        Raises: FlawError.
        """
        for message in messages:
            if not isinstance(message, Mapping) or not isinstance(message.get("role"), str):
                hint = 'messages are {"role": "user", "content": "…"}'
                raise FlawError("E136", "a message is not an object with a role", hint)
            self.take(message["role"], message.get("content", message.get("parts")))

    def copy(self) -> "DialogDraft":
        """Return a transcript with the same beginning."""
        return DialogDraft(list(self.utterances), self.ignored)

    @property
    def reply(self) -> int | None:
        """The place of the last reply; None where the bot says nothing."""
        places = range(len(self.utterances) - 1, -1, -1)
        return next((place for place in places if self.utterances[place].role is Role.BOT), None)

    def dialog(self, name: str, line: int | None = None) -> Dialog:
        """Return the dialog."""
        return Dialog(name, tuple(self.utterances), ignored=self.ignored, line=line, verdicts=tuple(self.verdicts))


def text_of(content: Any) -> tuple[str | None, int]:
    """Return the text of a content, None where it has none, and how many of its parts nobody hears.

    Raises: FlawError for a content of another shape.

    >>> text_of("hi"), text_of([{"type": "reasoning", "reasoning": "…"}, {"type": "text", "text": "Hello!"}])
    (('hi', 0), ('Hello!', 1))
    """
    if content is None or isinstance(content, str):
        return content, 0
    if isinstance(content, Mapping):
        content = [content]
    if not isinstance(content, list):
        raise FlawError("E136", "a content is neither a text nor a list of parts", "give the text of the message")
    unheard = sum(_is_unheard(part) for part in content)
    texts = [text for part in content if not _is_unheard(part) and (text := _text_of_part(part)) is not None]
    return "\n".join(texts) if texts else None, unheard


def _is_unheard(part: Any) -> bool:
    return isinstance(part, Mapping) and part.get("type") in _IGNORED_PARTS


def _text_of_part(part: Any) -> str | None:
    """Return the text of a part; None for images and sounds."""
    if not isinstance(part, Mapping):
        return part if isinstance(part, str) else None
    texts = (part.get(key) for key in ("text", "content", "refusal"))
    return next((text for text in texts if isinstance(text, str)), None)
