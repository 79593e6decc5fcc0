"""Observations on a bot beyond the issues: it repeats its user, or itself."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from botassay.core.dialog import Dialog
from botassay.core.results import Observation
from botassay.core.text.runs import runs
from botassay.corpora.ids import digest_of

LIKE: Final = 0.9
"""Smallest share of common words at which two texts count as the same."""
ECHOING: Final = 0.1
"""Smallest share of echoes that is reported."""
CONSTANT: Final = 0.5
"""Smallest share of one identical reply that is reported."""
FEWEST: Final = 10
"""Smallest number of replies for an observation."""
_SAMPLED: Final = 1000
"""Dialogs of which replies are kept, to see whether they are identical: those whose ids have the least digests."""
_OF_EACH: Final = 8
"""Replies that are kept of a dialog."""
_SHOWN: Final = 60


@dataclass(slots=True)
class Habits:
    """Watches dialogs pass."""

    replies: int = 0
    asked: int = 0
    echoes: int = 0
    sample: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """The first replies of a dialog, shortened, by the digest of its id."""

    def __add__(self, other: "Habits") -> "Habits":
        """Put what was seen in two sets of dialogs together."""
        sample = _least({**self.sample, **other.sample})
        return Habits(self.replies + other.replies, self.asked + other.asked, self.echoes + other.echoes, sample)

    def see(self, dialog: Dialog) -> None:
        """Look at what the bot says, and at what it answers with it."""
        replies: list[str] = []
        for turn in dialog.turns():
            said = [utterance.text for utterance in turn.bot if not utterance.silent]
            replies += said
            asked = [words for utterance in turn.user if (words := _words(utterance.text))] if said else []
            if asked:
                self.asked += len(said)
                self.echoes += sum(_repeats(_words(reply), asked) for reply in said)
        self.replies += len(replies)
        if replies:
            self.sample[digest_of(dialog.id)] = tuple(map(_kept, replies[:_OF_EACH]))
        if len(self.sample) > 2 * _SAMPLED:
            self.sample = _least(self.sample)

    def observations(self) -> Iterator[Observation]:
        """Yield the observations."""
        if self.replies < FEWEST:
            return
        if self.asked and self.echoes / self.asked >= ECHOING:
            text = f"{self.echoes} of {self.asked} replies only repeat the question"
            yield Observation("echo", round(self.echoes / self.asked, 9), text)
        sample = Counter(reply for replies in _least(self.sample).values() for reply in replies)
        reply, count = max(sample.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        if count and count / sample.total() >= CONSTANT:
            shown = reply.partition("\0")[0]
            among = "" if sample.total() == self.replies else f" in a sample of {sample.total()}"
            counted = f"{count}{among}" if among else f"at least {count} of {self.replies}"
            text = f"{counted} replies are identical: “{shown}”"
            yield Observation("constant", round(count / sample.total(), 9), text)


def _least(sample: dict[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """Return the replies of the dialogs whose ids have the least digests."""
    return {key: sample[key] for key in sorted(sample)[:_SAMPLED]}


def _kept(reply: str) -> str:
    """Return what is kept of a reply: so much as is shown, and of a longer one a digest, too."""
    if len(reply) <= _SHOWN:
        return reply
    digest = blake2b(reply.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{reply[: _SHOWN - 1]}…\0{digest}"


def _words(text: str) -> list[str]:
    return runs(text.casefold())


def _repeats(words: list[str], asked: list[list[str]]) -> bool:
    return len(words) > 1 and any(_alike(words, question) for question in asked)


def _alike(words: list[str], other: list[str]) -> bool:
    """Return whether two texts have nearly all words in common; their order does not matter."""
    if abs(len(words) - len(other)) > (1 - LIKE) * (len(words) + len(other)):
        return False
    if 2 * sum(map(frozenset(other).__contains__, words)) < LIKE * (len(words) + len(other)):
        return False  # as for most: even if each word counted that the other has at all, they would be too few
    common = (Counter(words) & Counter(other)).total()
    return 2 * common >= LIKE * (len(words) + len(other))
