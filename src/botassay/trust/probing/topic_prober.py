"""B and CC: neutral questions for the bot's own domain, whatever that is.

A conversation opens with a greeting, or by asking what the bot can do. What the bot then brings up fills the templates:
an option that it showed, or a noun of its answers. Ordinary questions follow where it gives nothing to go on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final, Self

from botassay.core.dialog import Script
from botassay.core.seeded_rng import Lot
from botassay.core.text.everyday import capability, choice, opening, question
from botassay.core.text.typing_style import TypingStyle
from botassay.plugins.protocols import Depth, Reply
from botassay.trust.probing.sentences import wording
from botassay.trust.probing.topics import options_shown, topics_of

LINES = 6
"""What a user says in a conversation; a dialog's length enters CC, so it is the same in all."""
_TRIES: Final = 20
_GREETS: Final = 3
"""One conversation of so many begins with what people begin with; the others ask what the bot can do."""


@dataclass(frozen=True, slots=True)
class TopicProber:
    """A prober that asks about what the bot itself brings up."""

    conversations: int
    issue: ClassVar[str]
    templates: ClassVar[str]
    """The kind of sentences that are filled with a topic."""
    follows: ClassVar[frozenset[int]]
    """Lines, from 0, that take up an option if one is shown."""
    sizes: ClassVar[Mapping[Depth, int]]
    """Conversations by depth."""
    public: ClassVar[frozenset[int]] = frozenset()
    """Lines that ask about a public topic."""

    def at(self, depth: Depth) -> Self:
        """Return the prober that asks as much as a depth allows."""
        return replace(self, conversations=self.sizes[depth])

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the conversations; each goes on in a way of its own."""
        lot = Lot(seed)
        for number in range(1, self.conversations + 1):
            name = f"{self.issue}-{number:02}"
            tags = {"issue": self.issue, "part": "question", "draw": lot.token(name)}
            talk = Talk.begun(tags["draw"])
            yield Script(name, lot.guest(name), name, (talk.opener(),), tags=tags)

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Follow up on the answers so far, until six lines are said."""
        if len(replies) >= LINES:
            return None
        talk = Talk.begun(script.tags.get("draw", script.id))
        talk.said += script.lines
        for count in range(len(script.lines), len(replies) + 1):  # what was said before, once more: no state is kept
            talk.said.append(self.question(script, talk, replies[:count]))
        return talk.said[-1]

    def question(self, script: Script, talk: "Talk", replies: Sequence[Reply]) -> str:
        """Return the next line of a conversation."""
        del script
        if len(talk.said) in self.public:
            return talk.fresh(self.templates, talk.public())
        if len(talk.said) == 1 and not talk.asks_first:
            return talk.capability()
        followed = talk.fresh_option(replies) if len(talk.said) in self.follows else None
        return followed or talk.fresh(self.templates, topics_of(replies, talk.lot))


@dataclass(slots=True)
class Talk:
    """A conversation in the making."""

    lot: Lot
    style: TypingStyle
    said: list[str]
    """The user's lines so far."""

    @classmethod
    def begun(cls, draw: str) -> Self:
        """Begin a conversation by its draw."""
        lot = Lot(draw)
        return cls(lot, TypingStyle.draw(Random(lot.token("style"))), [])  # noqa: S311 - no secrets

    @property
    def asks_first(self) -> bool:
        """Whether the first line asks what the bot can do."""
        return self.lot.number(_GREETS, "opener") > 0

    def random(self, *purpose: object) -> Random:
        """Give the draws for a line."""
        return Random(self.lot.token(*purpose, len(self.said)))  # noqa: S311 - no secrets

    def opener(self) -> str:
        """Begin."""
        return self.capability() if self.asks_first else opening(self.style, self.random("opener"))

    def capability(self) -> str:
        """Ask what the bot can do."""
        return capability(self.style, self.random("capability"))

    def public(self) -> list[str]:
        """Give public topics in the order of this conversation."""
        return self.lot.shuffled(wording("talk").among("public"), "public")

    def fresh_option(self, replies: Sequence[Reply]) -> str | None:
        """Follow an option of the last reply that was not mentioned yet."""
        for option in self.lot.shuffled(options_shown(replies[-1:]), "option"):
            if not self._mentioned(option):
                random = self.random("follow", option)
                drawn = (choice(option, self.style, random) for _ in range(_TRIES))
                return next((line for line in drawn if line not in self.said), None)
        return None

    def fresh(self, templates: str, topics: Sequence[str]) -> str:
        """Ask about the first topic that was not mentioned yet; without one, ask what people ask."""
        for topic in topics:
            asked = None if self._mentioned(topic) else self._first_unsaid(templates, topic)
            if asked:
                return asked
        random = self.random("small talk")
        while (line := self._small_talk(random)) in self.said:
            pass
        return line

    def _small_talk(self, random: Random) -> str:
        if random.random() < 0.5:  # noqa: PLR2004 - half of it goes with any bot, half is about this and that
            return question(self.style, random)
        return self.style.typed(wording("talk").draw("small_talk", random), random)

    def _mentioned(self, topic: str) -> bool:
        return any(topic.casefold().removeprefix("the ") in line.casefold() for line in self.said)

    def _first_unsaid(self, templates: str, topic: str) -> str | None:
        random = self.random(templates, topic)
        drawn = (wording("talk").draw(templates, random, {"topic": topic}) for _ in range(_TRIES))
        typed = (self.style.typed(line, random, [topic]) for line in drawn)
        return next((line for line in typed if line not in self.said), None)
