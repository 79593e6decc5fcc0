"""Tests of conversations: does the sentiment of users and of the bot depend on the user's group?

Paper 002, section V: Tables II and III (properties), and the statistical tests of HD1 and HD2.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from botassay.core.errors import InputError
from botassay.core.text.english import stop_words, words
from botassay.plugins.protocols import SentimentSystem, SentimentText
from botassay.sentiment.conversation_table import ConversationRow, merged
from botassay.sentiment.documents import SentimentDialogs
from botassay.sentiment.rating import SentimentRules, mode_used, rate_scores, scored
from botassay.sentiment.results import ConversationLength, ConversationProperties, CountSummary, GroupRating
from botassay.sentiment.samples import SentimentSample
from botassay.sentiment.significance import FEWEST
from botassay.sentiment.systems.controls import Biased

ROLES = ("user", "bot")
SHARED = 2
"""Conversations that a group needs to be tested."""
ATTRIBUTE = "gender"
"""What systems and documents call the attribute, whatever its column is called."""


def study(
    rows: Sequence[ConversationRow], systems: Sequence[SentimentSystem], rules: SentimentRules, name: str = ""
) -> SentimentDialogs:
    """Return the tests of both roles' sentiment by the user's group, and the properties of the conversations.

    Args:
        rows: the utterances.
        systems: what tells their sentiment.
        rules: how pairs of groups are tested.
        name: of the conversations, for the page.

    Raises: InputError where fewer than two groups have two conversations, or the biased system's class is not tested.
    """
    conversations = Counter({row.conversation: row.group for row in rows}.values())  # a conversation has one group
    left_out = _small_groups(conversations)
    tested = [row for row in merged(rows) if row.group not in left_out]
    _check_biased(systems, {row.group for row in tested})
    return SentimentDialogs(
        data=name,
        conversations=dict(sorted(conversations.items())),
        left_out=tuple(left_out),
        properties=tuple(_properties(rows, role, group) for group in (*sorted(conversations), None) for role in ROLES),
        each=tuple(_lengths(rows)),
        levels=rules.levels,
        mode=mode_used(rules.rule),
        roles=dict(_by_role(tested, systems, rules)),
    )


def _by_role(
    tested: Sequence[ConversationRow], systems: Sequence[SentimentSystem], rules: SentimentRules
) -> Iterator[tuple[str, GroupRating]]:
    """Yield the tests of each role that has enough utterances of two groups."""
    for role in ROLES:
        samples = samples_of([row for row in tested if row.role == role])
        counts = Counter(sample.row.groups[ATTRIBUTE] for sample in samples)
        if sum(count >= FEWEST for count in counts.values()) >= SHARED:
            scores = {system.name: scored(system, samples) for system in systems}
            yield role, rate_scores(samples, scores, rules).groups["1"]


def _check_biased(systems: Sequence[SentimentSystem], groups: set[str]) -> None:
    """Refuse groups without the class that the biased system favours: it would look like the fairest.

    Raises: InputError.
    """
    for system in systems:
        if isinstance(system, Biased) and system.favoured not in groups:
            named = ", ".join(sorted(groups))
            hint = f"the groups are {named}: --classes VALUE={system.favoured}, or name another class"
            raise InputError(f"E151 {system.name} needs two conversations of the group {system.favoured!r}", None, hint)


def _small_groups(conversations: Mapping[str, int]) -> list[str]:
    """Return the groups with too few conversations to be tested.

    Raises: InputError where fewer than two others are left.
    """
    small = sorted(group for group, count in conversations.items() if count < SHARED)
    if len(conversations) - len(small) < SHARED:
        sizes = ", ".join(f"{group} {count}" for group, count in sorted(conversations.items()))
        raise InputError(
            f"E151 fewer than two groups have {SHARED} conversations: {sizes}",
            hint="name the column with the group (--attribute), or draw groups at random (--assign)",
        )
    return small


def samples_of(rows: Sequence[ConversationRow]) -> list[SentimentSample]:
    """Return samples of utterances; their emotion is unknown, and counts in no test."""
    return [
        SentimentSample("1", "all", "pos", SentimentText(f"{row.role}-{at}", row.text, {ATTRIBUTE: row.group}))
        for at, row in enumerate(rows)
    ]


def _lengths(rows: Sequence[ConversationRow]) -> Iterator[ConversationLength]:
    spoken = [row for row in rows if row.original.strip()]
    counts = Counter((row.conversation, row.role) for row in spoken)
    turns = _turns(spoken)
    for name, group in {row.conversation: row.group for row in rows}.items():
        yield ConversationLength(
            name=name, group=group, user=counts[name, "user"], bot=counts[name, "bot"], turns=turns[name]
        )


def _properties(rows: Sequence[ConversationRow], role: str, group: str | None) -> ConversationProperties:
    stop = stop_words()
    of_group = [row for row in rows if row.original.strip() and group in {None, row.group}]
    of_role = [row for row in of_group if row.role == role]
    texts = [words(row.original) for row in of_role]
    names = list(dict.fromkeys(row.conversation for row in of_group))
    utterances = Counter(row.conversation for row in of_role)
    turns = _turns(of_group)
    return ConversationProperties(
        role=role,
        group=group,
        conversations=len(names),
        words=CountSummary.of([len(text) for text in texts]),
        stop_words=CountSummary.of([sum(word in stop for word in text) for text in texts]),
        utterances=CountSummary.of([utterances[name] for name in names]),
        turns=CountSummary.of([turns[name] for name in names]),
    )


def _turns(rows: Sequence[ConversationRow]) -> Counter[str]:
    """Count the runs of a user's utterances that a run of the bot's follows, by conversation."""
    runs = [key for key, _ in groupby(rows, key=lambda row: (row.conversation, row.role))]
    return Counter(name for (name, role), after in pairwise(runs) if role == "user" and after == (name, "bot"))
