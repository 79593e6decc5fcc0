"""What was said, and what is to be asked."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from botassay.core.foreign import ForeignVerdict

OWN: Final = "own"
"""The tag `part` of conversations in which a live bot was asked the user's own questions."""
CLOSING: Final = "closing"
"""The tag of the line that ends a conversation, which is said even where the run is stopped."""
NOTICES: Final = "notices"
"""The tag of what stands beside a conversation on its page: JSON, pairs of a kind and a text.

Kinds are `greeting`, `disclosure`, and `name` for accessible names.
"""


class Role(StrEnum):
    """Who speaks: the person, or the machine that is rated."""

    USER = "user"
    BOT = "bot"


class Utterance(msgspec.Struct, frozen=True, gc=False):
    """One thing that was said: a struct, because files hold millions of them and a dataclass takes 15 times as long.

    An empty text is an utterance too (a bot that answers with nothing), but no measure counts it.
    """

    role: Role
    text: str
    speaker: str | None = None
    at: str | None = None
    """When it was said, as the file has it."""
    options: tuple[str, ...] = ()
    """The menu that a bot showed."""
    intent: str | None = None
    confidence: float | None = None

    @property
    def silent(self) -> bool:
        """Whether nothing but white space was said."""
        return not self.text or self.text.isspace()


class Turn(NamedTuple):
    """One run of user utterances and the bot's run that answers it; either may be empty, never both."""

    user: tuple[Utterance, ...]
    bot: tuple[Utterance, ...]


@dataclass(frozen=True, slots=True)
class Dialog:
    """A conversation between a user and a bot, in the order in which it was held."""

    id: str
    utterances: tuple[Utterance, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    ignored: int = 0
    """How many system and tool messages were left out: they are not utterances."""
    line: int | None = field(default=None, compare=False, repr=False)
    """On which line of its file it begins, where that is another than the one that was read last."""
    verdicts: tuple[ForeignVerdict, ...] = ()
    """What other tools say about its replies."""

    def turns(self) -> Iterator[Turn]:
        """Cut the dialog into turns.

        >>> hi, what, bye = (Utterance(Role.USER, t) for t in ("hi", "what can you do", "bye"))
        >>> hello = Utterance(Role.BOT, "hello")
        >>> [(len(t.user), len(t.bot)) for t in Dialog("d", (hello, hi, what, hello, bye)).turns()]
        [(0, 1), (2, 1), (1, 0)]
        """
        user: list[Utterance] = []
        bot: list[Utterance] = []
        for utterance in self.utterances:
            if utterance.role is Role.BOT:
                bot.append(utterance)
                continue
            if bot:
                yield Turn(tuple(user), tuple(bot))
                user, bot = [], []
            user.append(utterance)
        if user or bot:
            yield Turn(tuple(user), tuple(bot))

    def said_by(self, role: Role) -> Iterator[tuple[int, Utterance]]:
        """Return each utterance of a role with its place in the dialog, from 0; silent ones are left out."""
        for place, utterance in enumerate(self.utterances):
            if utterance.role is role and not utterance.silent:
                yield place, utterance

    @property
    def speakers(self) -> tuple[str, ...]:
        """The names of those who speak, as far as the file has them, in the order of their first words."""
        return tuple(dict.fromkeys(speech.speaker for speech in self.utterances if speech.speaker))

    @property
    def multi_party(self) -> bool:
        """Whether more than two people speak: then nobody knows for sure what answers what.

        >>> said = [Utterance(Role.BOT, "hi", speaker=name) for name in ("ann", "bob", "ann", "cy")]
        >>> Dialog("d", tuple(said[:3])).multi_party, Dialog("d", tuple(said)).multi_party
        (False, True)
        """
        return len(self.speakers) > len(Role)

    def concerns(self, issue: str) -> bool:
        """Whether the dialog was held for an issue, or for none in particular."""
        return self.tags.get("issue", issue) == issue

    def silenced(self, places: Container[int]) -> "Dialog":
        """Return the dialog with nothing said at some places; all others keep theirs."""
        utterances = (
            msgspec.structs.replace(u, text="", options=()) if place in places else u
            for place, u in enumerate(self.utterances)
        )
        return replace(self, utterances=tuple(utterances))

    def before(self, place: int) -> tuple[Utterance, ...]:
        """Return the utterances just before a place, two at most."""
        return self.utterances[max(0, place - 2) : place]


@dataclass(frozen=True, slots=True)
class Script:
    """What one user is to say to a bot in one conversation, and why."""

    id: str
    user: str
    conversation: str
    lines: tuple[str, ...]
    after: tuple[str, ...] = ()
    """Ids of the scripts that must have been said before."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Why it is said: issue, part, canary, group."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A row of a file that could not be read."""

    line: int
    """The physical line, from 1."""
    code: str
    """`E…`, listed in docs/how-to/codes.md."""
    text: str
    hint: str
    dialog: str | None = None
    """The dialog that the row belongs to, where that is known: all of it is skipped with the row."""
    part: str | None = None
    """What the file is for that the row stands in, where a format has several; None: the first of them."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about the files that a reader of the report should know, counted; remarks of one kind add up."""

    count: int
    what: str
    """What is counted, as the rest of a sentence: `messages are part of no dialog`."""
