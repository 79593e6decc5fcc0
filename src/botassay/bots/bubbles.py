"""Several messages of a bot as one reply, and which of them answer the question."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import msgspec

from botassay.core.errors import BotError, ConfigurationError
from botassay.http import Exchange, JsonPath
from botassay.http.paths import Condition
from botassay.http.session_tables import PollRule
from botassay.plugins.protocols import Reply

LATE, LATE_TEXT = 20, 4_096
"""So many late messages are kept with a turn, and so many characters of each."""


@dataclass(frozen=True, slots=True)
class Listening:
    """How messages are read, checked: the table `[poll]` from `messages` on."""

    messages: JsonPath
    own: JsonPath | None
    id: JsonPath | None
    question: JsonPath | None
    answers: JsonPath | None
    cursor: JsonPath | None
    until: Condition | None
    failed: Condition | None
    quiet: float
    every: float

    @classmethod
    def of(cls, rule: PollRule, where: str) -> "Listening":
        """Read a table.

        Raises: ConfigurationError for an invalid path or condition, or a number out of range.
        """
        for name, value, least, most in (("every", rule.every, 0.2, 30.0), ("quiet", rule.quiet, 0.1, 60.0)):
            if not least <= value <= most:
                raise ConfigurationError(f"E196 expected a number from {least:g} to {most:g}", f"{where}:poll.{name}")
        paths: dict[str, Any] = {
            name: JsonPath.parse(typed, f"{where}:poll.{name}") if (typed := getattr(rule, name)) else None
            for name in ("messages", "own", "id", "question", "answers", "cursor")
        }
        conditions: dict[str, Any] = {
            name: Condition.parse(typed, f"{where}:poll.{name}") if (typed := getattr(rule, name)) else None
            for name in ("until", "failed")
        }
        return cls(**paths, **conditions, quiet=rule.quiet, every=rule.every)


@dataclass(slots=True)
class Mailbox:
    """What a bot has said in a conversation, each message once.

    Args:
        exchange: reads a message as it reads an answer.
        listening: where what stands.
        user: whose own messages are not the bot's.
    """

    exchange: Exchange
    listening: Listening
    user: str
    asked: str | None = None
    """The id of the last question."""
    bubbles: list[Reply] = field(default_factory=list)
    """What answers it."""
    late: list[str] = field(default_factory=list)
    """What does not."""
    seen: set[str] = field(default_factory=set)

    def take(self, document: Any, *, late: bool = False) -> int:
        """Take the messages of an answer, and return how many of them are replies.

        Args:
            document: the answer.
            late: whether nothing is asked: what comes answers an earlier question.

        Raises: BotError for a message that reports an error.
        """
        before = len(self.bubbles)
        for item in self._items(document):
            if not self._is_new(item) or self.exchange.ear.says_nothing(item):
                continue
            reply = self.exchange.heard(msgspec.json.encode(item).decode(), item).reply
            reply = self.exchange.without_reasoning(reply)
            if late or not self._answers(item):
                self.late.append(reply.text[:LATE_TEXT])
            else:
                self.bubbles.append(reply)
        return len(self.bubbles) - before

    def _items(self, document: Any) -> Sequence[Any]:
        found = self.listening.messages.find(document)
        return found[0] if len(found) == 1 and isinstance(found[0], list) else found

    def _is_new(self, item: Any) -> bool:
        if self.listening.own is not None and self.user in self.listening.own.find(item):
            return False
        ids = self.listening.id.find(item) if self.listening.id else []
        name = str(ids[0]) if ids else None
        if name is None:
            return True
        new = name not in self.seen
        self.seen.add(name)
        return new

    def _answers(self, item: Any) -> bool:
        """Whether a message answers the last question, as far as it says which one it answers."""
        stated = self.listening.answers.find(item) if self.listening.answers else []
        return not stated or stated[0] in (None, "") or self.asked is None or str(stated[0]) == self.asked

    def reply(self) -> Reply:
        """Return all that answers the question as one reply, and begin anew."""
        joined = replace(joined_replies(self.bubbles, self.exchange.ear.text_limit), late=tuple(self.late[:LATE]))
        self.bubbles, self.late = [], []
        return joined


def joined_replies(replies: Sequence[Reply], limit: int) -> Reply:
    """Return one reply for several messages: the texts in lines, the first intent, all options.

    Raises: BotError, `too_large`.
    """
    if len(replies) == 1:
        return replies[0]
    text = "\n".join(reply.text for reply in replies)
    if len(text.encode()) > limit:
        raise BotError("too_large", f"the reply has more than {limit:,} bytes", evidence=text)
    return Reply(
        text,
        options=tuple(chain.from_iterable(reply.options for reply in replies)),
        intent=next((reply.intent for reply in replies if reply.intent), None),
        confidence=next((reply.confidence for reply in replies if reply.confidence is not None), None),
        secrets=tuple(sorted(set(chain.from_iterable(reply.secrets for reply in replies)))),
        raw="\n".join(reply.raw for reply in replies)[:limit],
        asides=tuple(chain.from_iterable(reply.asides for reply in replies)),
    )


def first_of(path: JsonPath | None, document: Any) -> str | None:
    """Return what stands at a path as a text; None where nothing does."""
    values = path.find(document) if path else []
    return str(values[0]) if values and type(values[0]) in (str, int) else None
