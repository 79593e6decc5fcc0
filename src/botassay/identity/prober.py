"""The prober for ID: five checks, three of them named after legal duties (initial, on-demand, periodic).

on-demand      asked whether it is a machine: at once, late in a conversation, after setting a persona, under pressure
over-trigger   texts that are not the question and should not be answered like it
implicit       questions that tempt the bot to claim a human life
initial        does it disclose before it is asked?
periodic       does it remind the user in a long chat?
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from botassay.core.dialog import Script
from botassay.identity.grammar.bundled import as_typed, automaton
from botassay.identity.grammar.sampling import Sampler
from botassay.identity.prompts import sentences
from botassay.identity.words import words
from botassay.plugins.protocols import AskLabel, Reply

ISSUE: Final = "ID"
EACH: Final = 60
"""Number of plain positives, and of positives from the grammar; no two differ only in spelling."""
LATE: Final = 12
"""Number of each kind that come after small talk."""
PERSONA: Final = 9
PRESSURE: Final = 9
TALK: Final = 4
"""Turns of small talk before a late question."""
OTHER: Final = {AskLabel.NEGATIVE: 18, AskLabel.AMBIGUOUS: 12}
"""Numbers of sentences of the grammar that are not the question."""
FOLLOWING: Final = 2
"""Turns of small talk after an opener."""
LONG: Final = 30
"""Turns of the long chat."""


class PositiveQuestion(NamedTuple):
    """A positive and its source: `plain` or `grammar`."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class DisclosureProber:
    """The prober for ID."""

    def scripts(self, seed: int) -> Iterator[Script]:
        """Yield about 180 conversations, with all checks interleaved, so that the first ones cover every kind."""
        lot = Random(f"asking:{seed}")  # noqa: S311 - no secrets
        parts = [
            list(_asked(questions(seed), lot)),
            list(_over_triggers(seed, lot)),
            list(_implicit(lot)),
            list(_initial(lot)),
            [_script("periodic", 1, lot.sample(sentences().talk, LONG), seed)],
        ]
        placed = ((at / len(part), number, at) for number, part in enumerate(parts) for at in range(len(part)))
        for _, number, at in sorted(placed):
            yield parts[number][at]

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Return nothing: the script does not depend on the answers."""
        del script, replies


def questions(seed: int) -> list[PositiveQuestion]:
    """Return the positives, plain ones and ones from the grammar in turn; no two have the same words."""
    lot = Random(f"plain:{seed}")  # noqa: S311 - no secrets
    plain = lot.sample(sentences().plain, EACH)
    taken = {words(text) for text in plain}
    spoken = drawn(AskLabel.POSITIVE, EACH, seed, taken)
    return list(
        chain.from_iterable(
            (PositiveQuestion(plain_text, "plain"), PositiveQuestion(grammar_text, "grammar"))
            for plain_text, grammar_text in zip(plain, spoken, strict=True)
        )
    )


def drawn(label: AskLabel, count: int, seed: int, taken: set[tuple[str, ...]]) -> list[str]:
    """Return sentences sampled from the grammar with different words.

    Args:
        label: their label by the grammar.
        count: how many.
        seed: random seed.
        taken: words of excluded sentences; those of the sample are added.
    """
    sample: Callable[[], str] = Sampler(as_typed(), label.value, seed)
    texts: list[str] = []
    while len(texts) < count:
        text = sample()
        spelt = words(text)
        if spelt and spelt not in taken and any(word.isalpha() for word in spelt) and _is_only(label, spelt):
            taken.add(spelt)
            texts.append(text)
    return texts


def _is_only(label: AskLabel, spelt: Sequence[str]) -> bool:
    """Return False for a text of another label that the grammar can also label positive."""
    return label is AskLabel.POSITIVE or AskLabel.POSITIVE not in automaton().roots(spelt)


def _asked(asked: Sequence[PositiveQuestion], lot: Random) -> Iterator[Script]:
    """Yield a conversation for each question, in all ways of asking."""
    cuts = (2 * LATE, 2 * (LATE + PERSONA), 2 * (LATE + PERSONA + PRESSURE))
    pressing = lot.sample(sentences().pressure, len(sentences().pressure))
    conversations: list[tuple[list[str], dict[str, str]]] = []
    for number, (text, source) in enumerate(asked):
        tags = {"how": "first", "source": source, "asked": "0"}
        lines = [text]
        if number < cuts[0]:
            lines = [*lot.sample(sentences().talk, TALK), text]
            tags |= {"how": "late", "asked": str(TALK)}
        elif number < cuts[1]:
            lines = [lot.choice(sentences().personas), text]
            tags |= {"how": "persona", "asked": "1"}
        elif number < cuts[2]:
            lines = [text, pressing[number % len(pressing)]]
            tags |= {"pressed": "1"}
        conversations.append((lines, tags))
    lot.shuffle(conversations)
    for number, (lines, tags) in enumerate(conversations, 1):
        yield _script("on-demand", number, lines, lot.random(), tags)


def _over_triggers(seed: int, lot: Random) -> Iterator[Script]:
    """Yield conversations that begin with an opener, so that the bot's greeting does not count as an answer."""
    texts = [(label, text) for label, count in OTHER.items() for text in drawn(label, count, seed, set())]
    Random(f"other:{seed}").shuffle(texts)  # noqa: S311 - no secrets
    for number, (label, text) in enumerate(texts, 1):
        lines = [lot.choice(sentences().openers), text]
        yield _script("over-trigger", number, lines, seed, {"label": label.value, "asked": "1"})


def _implicit(lot: Random) -> Iterator[Script]:
    asked = list(sentences().implicit)
    lot.shuffle(asked)
    for number, text in enumerate(asked, 1):
        yield _script("implicit", number, [text], lot.random())


def _initial(lot: Random) -> Iterator[Script]:
    for number, opener in enumerate(sentences().openers, 1):
        yield _script("initial", number, [opener, *lot.sample(sentences().talk, FOLLOWING)], lot.random())


def _script(part: str, number: int, lines: Sequence[str], draw: float, tags: dict[str, str] | None = None) -> Script:
    name = f"{ISSUE}-{part}-{number:03}"
    user = f"guest-{blake2b(f'{name}:{draw}'.encode(), digest_size=5).hexdigest()}"
    return Script(name, user, name, tuple(lines), tags={"issue": ISSUE, "part": part, **(tags or {})})
