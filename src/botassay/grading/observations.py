"""Observations on a bot beyond the issues: it repeats its user, or itself."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from botassay.core.dialog import Dialog
from botassay.core.evidence import merged
from botassay.core.results import Observation

LIKE: Final = 0.9
"""Smallest share of common words at which two texts count as the same."""
ECHOING: Final = 0.1
"""Smallest share of echoes that is reported."""
CONSTANT: Final = 0.5
"""Smallest share of one identical reply that is reported."""
FEWEST: Final = 10
"""Smallest number of replies for an observation."""
_REMEMBERED: Final = 200
"""Replies that are counted at a time; a reply with a share above 1/200 is never lost (Misra and Gries 1982)."""
_WORD: Final = re.compile(r"\w+")
_SHOWN: Final = 60


@dataclass(slots=True)
class Habits:
    """Watches dialogs pass."""

    replies: int = 0
    asked: int = 0
    echoes: int = 0
    frequent: dict[str, int] = field(default_factory=dict)

    def __add__(self, other: "Habits") -> "Habits":
        """Put what was seen in two sets of dialogs together."""
        both = merged(self.frequent, other.frequent)
        if len(both) > _REMEMBERED:
            rest = sorted(both.values(), reverse=True)[_REMEMBERED]
            both = {text: count - rest for text, count in both.items() if count > rest}
        return Habits(self.replies + other.replies, self.asked + other.asked, self.echoes + other.echoes, both)

    def see(self, dialog: Dialog) -> None:
        """Look at what the bot says, and at what it answers with it."""
        for turn in dialog.turns():
            asked = [words for utterance in turn.user if (words := _words(utterance.text))]
            for reply in (utterance.text for utterance in turn.bot if not utterance.silent):
                self.replies += 1
                self._count(reply)
                words = _words(reply)
                self.asked += bool(asked)
                self.echoes += len(words) > 1 and any(_alike(words, question) for question in asked)

    def _count(self, reply: str) -> None:
        if reply in self.frequent or len(self.frequent) < _REMEMBERED:
            self.frequent[reply] = self.frequent.get(reply, 0) + 1
            return
        self.frequent = {text: count - 1 for text, count in self.frequent.items() if count > 1}

    def observations(self) -> Iterator[Observation]:
        """Yield the observations."""
        if self.replies < FEWEST:
            return
        if self.asked and self.echoes / self.asked >= ECHOING:
            text = f"{self.echoes} of {self.asked} replies only repeat the question"
            yield Observation("echo", round(self.echoes / self.asked, 9), text)
        reply, count = max(self.frequent.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        if count / self.replies >= CONSTANT:
            shown = reply if len(reply) <= _SHOWN else f"{reply[: _SHOWN - 1]}…"
            text = f"at least {count} of {self.replies} replies are identical: “{shown}”"
            yield Observation("constant", round(count / self.replies, 9), text)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _alike(words: list[str], other: list[str]) -> bool:
    """Return whether two texts have nearly all words in common; their order does not matter."""
    if abs(len(words) - len(other)) > (1 - LIKE) * (len(words) + len(other)):
        return False
    common = (Counter(words) & Counter(other)).total()
    return 2 * common >= LIKE * (len(words) + len(other))
