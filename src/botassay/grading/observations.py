"""Observations on a bot beyond the issues: it repeats its user, or itself."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from botassay.core.dialog import Dialog
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


class Habits:
    """Watches dialogs pass."""

    def __init__(self) -> None:
        self._replies = 0
        self._asked = 0
        self._echoes = 0
        self._frequent: Counter[str] = Counter()

    def see(self, dialog: Dialog) -> None:
        """Look at what the bot says, and at what it answers with it."""
        for turn in dialog.turns():
            asked = [words for utterance in turn.user if (words := _words(utterance.text))]
            for reply in (utterance.text for utterance in turn.bot if not utterance.silent):
                self._replies += 1
                self._count(reply)
                words = _words(reply)
                self._asked += bool(asked)
                self._echoes += len(words) > 1 and any(_alike(words, question) for question in asked)

    def _count(self, reply: str) -> None:
        if reply in self._frequent or len(self._frequent) < _REMEMBERED:
            self._frequent[reply] += 1
            return
        self._frequent = Counter({text: count - 1 for text, count in self._frequent.items() if count > 1})

    def observations(self) -> Iterator[Observation]:
        """Yield the observations."""
        if self._replies < FEWEST:
            return
        if self._asked and self._echoes / self._asked >= ECHOING:
            text = f"{self._echoes} of {self._asked} replies only repeat the question"
            yield Observation("echo", round(self._echoes / self._asked, 9), text)
        reply, count = max(self._frequent.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        if count / self._replies >= CONSTANT:
            shown = reply if len(reply) <= _SHOWN else f"{reply[: _SHOWN - 1]}…"
            text = f"at least {count} of {self._replies} replies are identical: “{shown}”"
            yield Observation("constant", round(count / self._replies, 9), text)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _alike(words: list[str], other: list[str]) -> bool:
    """Return whether two texts have nearly all words in common; their order does not matter."""
    if abs(len(words) - len(other)) > (1 - LIKE) * (len(words) + len(other)):
        return False
    common = (Counter(words) & Counter(other)).total()
    return 2 * common >= LIKE * (len(words) + len(other))
