"""Sessions that a server keeps in memory: a limited number; the least recently used one is dropped."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from botassay.plugins.inprocess import Begin, Session
from botassay.plugins.protocols import Reply

CAP: Final = 1_000
"""How many sessions are kept, unless something else is said."""


@dataclass(slots=True)
class Sessions:
    """Sessions by key; one that is gone begins anew.

    >>> from botassay.bots.resolve import sessions_of
    >>> kept = Sessions(sessions_of("eliza"), cap=1)
    >>> ann, again = kept.of("a", "Ann"), kept.of("a", "Ann")
    >>> ann is again, len(kept)
    (True, 1)
    """

    begin: Begin
    cap: int = CAP
    _kept: OrderedDict[Hashable, Session] = field(default_factory=OrderedDict)

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, key: Hashable, user: str) -> Session:
        """Return the session with this key, begun for this user if there is none."""
        session = self.take((key, user)) or self.begin(user)
        self.keep((key, user), session)
        return session

    def take(self, key: Hashable) -> Session | None:
        """Remove a session, if there is one, and return it."""
        return self._kept.pop(key, None)

    def keep(self, key: Hashable, session: Session) -> None:
        """Keep a session, as the one that was used last."""
        self._kept[key] = session
        self._kept.move_to_end(key)
        while len(self._kept) > self.cap:
            self._kept.popitem(last=False)


class HistoryMessage(NamedTuple):
    """A message of a history."""

    role: str
    text: str


@dataclass(slots=True)
class Histories:
    """Sessions found by all that was said in them, for a protocol that sends the whole history every time.

    A history that is not known, or that goes on in two ways, is said again to a fresh session.
    """

    sessions: Sessions

    def reply(self, history: Sequence[HistoryMessage], user: str) -> Reply:
        """Answer the last message of a history, which is the user's."""
        *before, last = history
        session = self.sessions.take((user, *before)) or self._replayed(before, user)
        reply = session.reply(last.text)
        self.sessions.keep((user, *history, HistoryMessage("assistant", reply.text)), session)
        return reply

    def _replayed(self, history: Sequence[HistoryMessage], user: str) -> Session:
        session = self.sessions.begin(user)
        for message in history:
            if message.role == "user":
                session.reply(message.text)
        return session
