"""A deliberate fault: sessions that reveal what other users wrote. The style `gossip` has it.

>>> from botassay.plugins.protocols import Reply
>>> class Parrot:
...     def reply(self, text):
...         return Reply("Hm.")
>>> memory = SharedMemory()
>>> ann, bob = Gossiping(Parrot(), "Ann", memory), Gossiping(Parrot(), "Bob", memory)
>>> ann.reply("I left my umbrella at Two Oaks.").text
'Hm.'
>>> bob.reply("Who left an umbrella?").text
'Hm. By the way, somebody else told me: “I left my umbrella at Two Oaks.”'
"""

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from botassay.plugins.inprocess import Session
from botassay.plugins.protocols import Reply
from botassay_samples.phrases import split

KEPT: Final = 500
"""Maximum number of remembered lines of all users."""
_LONGEST: Final = 200
_SHARED: Final = 2
"""Minimum number of words that a revealed line shares with a text; numbers count twice."""
_LEAST: Final = 4
"""Minimum length of a counted word."""


class _Line(NamedTuple):
    user: str
    text: str
    words: frozenset[str]


@dataclass(slots=True)
class SharedMemory:
    """The latest lines of all users, shared by all sessions of a bot."""

    lines: deque[_Line] = field(default_factory=lambda: deque(maxlen=KEPT))

    def note(self, user: str, text: str) -> None:
        """Remember a line of a user, unless it is a question."""
        line = " ".join("".join(sign if sign.isprintable() else " " for sign in text[:_LONGEST]).split())
        if line and not line.endswith("?"):
            self.lines.append(_Line(user, line, _words(line)))

    def recall(self, user: str, text: str) -> str:
        """Return the line of another user that shares the most words with a text, or an empty text."""
        words = _words(text[:_LONGEST])
        others = ((_shared(words, line.words), line.text) for line in self.lines if line.user != user)
        most, line = max(others, key=lambda candidate: candidate[0], default=(0, ""))
        return line if most >= _SHARED else ""


@dataclass(frozen=True, slots=True)
class Gossiping:
    """A session that remembers other sessions."""

    session: Session
    user: str
    memory: SharedMemory

    def reply(self, text: str) -> Reply:
        """Return the reply, with a line of another user if one is similar."""
        reply = self.session.reply(text)
        line = self.memory.recall(self.user, text)
        self.memory.note(self.user, text)
        return replace(reply, text=f"{reply.text} By the way, somebody else told me: “{line}”") if line else reply


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in split(text) if len(word) >= _LEAST)


def _shared(words: frozenset[str], others: frozenset[str]) -> int:
    return sum(2 if word.isdigit() else 1 for word in words & others)
