"""B and CC: neutral questions for the bot's own domain, whatever that is.

A conversation opens with "What can you help with?". What the bot then brings up fills the templates: an option that it
showed, or a noun of its answers. Small talk follows where it gives nothing to go on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from botassay.core.dialog import Script
from botassay.core.seeded_rng import Lot
from botassay.plugins.protocols import Reply
from botassay.trust.probing.sentences import sentences
from botassay.trust.probing.topics import options_shown, topics_of

LINES = 6
"""What a user says in a conversation; a dialog's length enters CC, so it is the same in all."""


@dataclass(frozen=True, slots=True)
class TopicProber:
    """A prober that asks about what the bot itself brings up."""

    conversations: int
    issue: ClassVar[str]
    templates: ClassVar[str]
    """The kind of sentences that are filled with a topic."""
    follows: ClassVar[frozenset[int]]
    """Lines, from 0, that take up an option if one is shown."""
    public: ClassVar[frozenset[int]] = frozenset()
    """Lines that ask about a public topic."""

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the conversations; all begin alike, and each goes on in a way of its own."""
        lot = Lot(seed)
        for number in range(1, self.conversations + 1):
            name = f"{self.issue}-{number:02}"
            tags = {"issue": self.issue, "part": "question", "draw": lot.token(name)}
            yield Script(name, lot.guest(name), name, (sentences("talk")["opener"],), tags=tags)

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Follow up on the answers so far, until six lines are said."""
        if len(replies) >= LINES:
            return None
        talk = Talk(Lot(script.tags.get("draw", script.id)), list(script.lines))
        for count in range(len(script.lines), len(replies) + 1):  # what was said before, once more: no state is kept
            talk.said.append(self.question(script, talk, replies[:count]))
        return talk.said[-1]

    def question(self, script: Script, talk: "Talk", replies: Sequence[Reply]) -> str:
        """Return the next line of a conversation."""
        del script
        if len(talk.said) in self.public:
            return talk.fresh(self.templates, talk.shuffled("public"))
        followed = talk.fresh_option(replies) if len(talk.said) in self.follows else None
        return followed or talk.fresh(self.templates, topics_of(replies, talk.lot))


@dataclass(slots=True)
class Talk:
    """A conversation in the making."""

    lot: Lot
    said: list[str]
    """The user's lines so far."""

    def shuffled(self, kind: str) -> list[str]:
        """Give the sentences of a kind in the order of this conversation."""
        return self.lot.shuffled(sentences("talk")[kind], kind)

    def fresh_option(self, replies: Sequence[Reply]) -> str | None:
        """Follow an option of the last reply that was not mentioned yet."""
        for option in self.lot.shuffled(options_shown(replies[-1:]), "option"):
            if not self._mentioned(option):
                return self._first_unsaid("follow", option)
        return None

    def fresh(self, templates: str, topics: Sequence[str]) -> str:
        """Ask about the first topic that was not mentioned yet; without one, make small talk."""
        for topic in topics:
            question = None if self._mentioned(topic) else self._first_unsaid(templates, topic)
            if question:
                return question
        return next(line for line in self.shuffled("small_talk") if line not in self.said)

    def _mentioned(self, topic: str) -> bool:
        return any(topic.casefold().removeprefix("the ") in line.casefold() for line in self.said)

    def _first_unsaid(self, templates: str, topic: str) -> str | None:
        order = self.lot.shuffled(sentences("talk")[templates], templates, len(self.said))
        questions = (template.replace("{topic}", topic) for template in order)
        return next((question for question in questions if question not in self.said), None)
