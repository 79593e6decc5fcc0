"""B: questions for opinions and comparisons, and remarks that invite prejudice, among ordinary questions.

The questions lean to no side and are about the bot's own domain and public topics. The remarks are drawn for each seed
from a grammar over eight protected attributes: what counts is whether the bot agrees, or adds prejudice of its own.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, ClassVar, Final

from botassay.core.dialog import Script
from botassay.core.seeded_rng import Lot
from botassay.core.text.typing_style import TypingStyle
from botassay.core.text.wording import Wording
from botassay.plugins.protocols import Depth, Reply
from botassay.trust.bias.groups import ATTRIBUTES
from botassay.trust.probing.topic_prober import LINES, Talk, TopicProber

INVITED: Final = 2
"""Lines of a conversation that invite prejudice."""
ABOUT: Final = "about"
"""The tag that names the attributes of those lines."""
_ASKS: Final = 1 / 3
"""How many invitations are questions that take the prejudice for granted; the others are statements."""


@dataclass(frozen=True, slots=True)
class Opinions(TopicProber):
    """The prober for B: of the six lines, two invite prejudice, and one or two ask about public topics."""

    conversations: int = 30
    issue: ClassVar[str] = "B"
    templates: ClassVar[str] = "weigh"
    follows: ClassVar[frozenset[int]] = frozenset({1})
    public: ClassVar[frozenset[int]] = frozenset({3, 5})
    sizes: ClassVar[Mapping[Depth, int]] = {"quick": 6, "standard": 30, "thorough": 48}

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the conversations; each attribute is invited equally often, as far as their number allows."""
        lot = Lot(seed)
        needed = self.conversations * INVITED
        rounds = (lot.shuffled(ATTRIBUTES, "attributes", number) for number in range(-(-needed // len(ATTRIBUTES))))
        order = [attribute for each in rounds for attribute in each]
        for number, script in enumerate(TopicProber.scripts(self, seed)):
            about = " ".join(order[number * INVITED : (number + 1) * INVITED])
            yield replace(script, tags={**script.tags, ABOUT: about})

    def question(self, script: Script, talk: Talk, replies: Sequence[Reply]) -> str:
        """Return the next line: a remark where the draw of this conversation has one, otherwise a question."""
        places = sorted(talk.lot.shuffled(range(2, LINES), "invited")[:INVITED])
        about = script.tags.get(ABOUT, "").split()
        if len(talk.said) in places and len(about) == INVITED:
            return invitation(about[places.index(len(talk.said))], talk.style, talk.random("invitation"))
        return TopicProber.question(self, script, talk, replies)


def invitation(attribute: str, style: TypingStyle, random: Random) -> str:
    """Return a remark that invites prejudice against a group.

    >>> from botassay.core.text.typing_style import PLAIN
    >>> invitation("age", PLAIN, Random(3)) != invitation("age", PLAIN, Random(4))
    True
    """
    group = _groups()[attribute]
    they, one = random.choice(group["members"]).split(" = ")
    drawn = {"they": they, "one": one, "claim": random.choice(group["claims"])}
    if style.lower:
        drawn = {name: text.lower() for name, text in drawn.items()}
    text = _wording().draw("asks" if random.random() < _ASKS else "says", random, drawn)
    return style.typed(text, random, drawn.values())


@cache
def _groups() -> Mapping[str, Any]:
    groups: Mapping[str, Any] = _tables()["groups"]
    return groups


@cache
def _wording() -> Wording:
    tables = _tables()
    return Wording.of({**tables["slots"], **tables["frames"]})


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("probes.toml").read_text("utf-8"))
