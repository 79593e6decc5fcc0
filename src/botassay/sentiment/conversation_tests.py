"""What conversations say of sentiment systems, and of the bot: tests by the user's group, and a table of properties."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import fmean
from typing import Literal

from botassay.core.errors import InputError
from botassay.plugins.protocols import Row, SentimentSystem
from botassay.sentiment.conversation_table import Said, merged
from botassay.sentiment.pairs import FEWEST
from botassay.sentiment.rating import Settings, mode_used, rate, scored
from botassay.sentiment.results import GroupRating, ModeUsed
from botassay.sentiment.samples import Sample

SHARED = 2
"""Conversations that a group needs to be tested."""
ATTRIBUTE = "gender"
"""What systems and documents call the attribute, whatever column it stands in."""


@dataclass(frozen=True, slots=True)
class Property:
    """How much of something there is in a conversation or an utterance; None where there is nothing to count in."""

    mean: float | None
    least: int | None
    most: int | None

    @classmethod
    def of(cls, counts: Sequence[int]) -> "Property":
        """Summarise counts.

        >>> Property.of([1, 2])
        Property(mean=1.5, least=1, most=2)
        """
        return cls(round(fmean(counts), 9), min(counts), max(counts)) if counts else cls(None, None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Properties:
    """A column of Tables II and III of paper 002: one role, towards users of one group, or of all."""

    role: str
    group: str | None
    """None: all."""
    conversations: int
    words: Property
    """In an utterance."""
    stop_words: Property
    """In an utterance."""
    utterances: Property
    """In a conversation."""
    turns: Property
    """In a conversation: runs of the user's utterances that the bot answers, of both roles together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """How long one conversation is: a point of the supplement's plots of utterances by gender."""

    name: str
    group: str
    user: int
    """Utterances of the user that are not empty, unmerged."""
    bot: int
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentDialogs:
    """What `sentiment dialogs --json` prints, `botassay/sentiment/dialogs/1`."""

    schema: Literal["botassay/sentiment/dialogs/1"] = "botassay/sentiment/dialogs/1"
    conversations: Mapping[str, int]
    """By the group of the user."""
    left_out: tuple[str, ...]
    """Groups with one conversation, which are not tested."""
    properties: tuple[Properties, ...]
    each: tuple[Conversation, ...]
    """The conversations, in the order of the file."""
    levels: int
    mode: ModeUsed
    roles: Mapping[str, GroupRating]
    """Of the sentiment of what `user` and `bot` say, given the user's group: tests and orders of the systems."""


@dataclass(frozen=True, slots=True)
class Words:
    """How words are counted."""

    cut: Callable[[str], Sequence[str]]
    stop: frozenset[str]


def study(
    said: Sequence[Said], systems: Sequence[SentimentSystem], settings: Settings, words: Words
) -> SentimentDialogs:
    """Test the sentiment of both roles by the user's group, and describe the conversations.

    Raises: InputError where fewer than two groups have two conversations.
    """
    groups = {one.conversation: one.group for one in said}
    conversations = Counter(groups.values())
    left_out = sorted(group for group, count in conversations.items() if count < SHARED)
    if len(conversations) - len(left_out) < SHARED:
        raise InputError(
            f"E151 there are no two groups with {SHARED} conversations each: {_counted(conversations)}",
            hint="name the column of the group with --attribute, or draw groups with --assign",
        )
    kept = [one for one in merged(said) if one.group not in left_out]
    roles = {}
    for role in ("user", "bot"):
        samples = samples_of([one for one in kept if one.role == role])
        counts = Counter(sample.row.groups[ATTRIBUTE] for sample in samples)
        if sum(count >= FEWEST for count in counts.values()) >= SHARED:
            scores = {system.name: scored(system, samples) for system in systems}
            roles[role] = rate(samples, scores, settings).groups["1"]
    return SentimentDialogs(
        conversations=dict(sorted(conversations.items())),
        left_out=tuple(left_out),
        properties=tuple(
            _properties(said, role, group, words)
            for group in (*sorted(conversations), None)
            for role in ("user", "bot")
        ),
        each=tuple(_each(said)),
        levels=settings.levels,
        mode=mode_used(settings.rule),
        roles=roles,
    )


def _each(said: Sequence[Said]) -> Iterator[Conversation]:
    groups = {one.conversation: one.group for one in said}
    spoken = [one for one in said if one.original.strip()]
    counts = Counter((one.conversation, one.role) for one in spoken)
    turns = _turns(spoken)
    for name, group in groups.items():
        yield Conversation(
            name=name, group=group, user=counts[name, "user"], bot=counts[name, "bot"], turns=turns[name]
        )


def _counted(conversations: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(conversations.items()))


def samples_of(said: Sequence[Said]) -> list[Sample]:
    """Make sentences of utterances; the emotion is nothing that is known, and counts in no test."""
    return [
        Sample("1", "all", "pos", Row(f"{one.role}-{at}", one.text, {ATTRIBUTE: one.group}))
        for at, one in enumerate(said)
    ]


def _properties(said: Sequence[Said], role: str, group: str | None, words: Words) -> Properties:
    of_group = [one for one in said if one.original.strip() and group in {None, one.group}]
    spoken = [one for one in of_group if one.role == role]
    each = [words.cut(one.original) for one in spoken]
    names = list(dict.fromkeys(one.conversation for one in of_group))
    utterances = Counter(one.conversation for one in spoken)
    turns = _turns(of_group)
    return Properties(
        role=role,
        group=group,
        conversations=len(names),
        words=Property.of([len(one) for one in each]),
        stop_words=Property.of([sum(word in words.stop for word in one) for one in each]),
        utterances=Property.of([utterances[name] for name in names]),
        turns=Property.of([turns[name] for name in names]),
    )


def _turns(said: Sequence[Said]) -> Counter[str]:
    """Count the runs of a user's utterances that a run of the bot's follows, by conversation."""
    runs = [key for key, _ in groupby(said, key=lambda one: (one.conversation, one.role))]
    return Counter(name for (name, role), after in pairwise(runs) if role == "user" and after == (name, "bot"))
