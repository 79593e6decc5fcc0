"""What a bot's answers give to go on: the options that it shows, and nouns, told by plain signs and without a parser.

What a bot says is hostile until proven otherwise: only short runs of letters become part of a question.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from botassay.core.seeded_rng import Lot
from botassay.core.text.english import stop_words, words
from botassay.core.text.language import ENGLISH, language_of
from botassay.plugins.protocols import Reply
from botassay.trust.probing.sentences import dull_words
from botassay.trust.word_frequency import frequency

READ: Final = 4000
"""Characters of an answer that are looked at."""
SHOWN: Final = 20
"""Options of an answer that are looked at."""
LONGEST_OPTION: Final = 60
KEPT: Final = 6
"""Topics of an answer that are drawn from, the likeliest."""
_LONGEST_TOPIC: Final = 3
_LETTERS: Final = (3, 24)
"""How many letters a word of a topic has."""
_NAMED: Final = frozenset("a an the your my our this that each every".split())
"""Words after which one thing is named: it is asked about as `the …`."""
_BARE: Final = frozenset(
    "about of for with on and or any some these those other all regarding like between our in".split()
)
"""Words after which a noun is likely."""
_ACTS: Final = frozenset("to can could will would you we i they please may must should let".split())
"""Words after which a verb is likely: the word that follows is passed over."""
_CLAUSE: Final = re.compile(r"[.,;:!?…\"“”()\[\]{}<>|/\\*\n\r\t]|\s[-–—]+\s|—|[^\x00-\uffff]")


class _Topic(NamedTuple):
    signs: int
    """How much speaks against its being a noun of the domain."""
    known: float
    place: int
    text: str


def options_shown(replies: Sequence[Reply]) -> list[str]:
    """Give the options that were shown and can be said: short, on one line, with nothing that does not print."""
    shown = (" ".join(option[: 2 * LONGEST_OPTION].split()) for reply in replies for option in reply.options[:SHOWN])
    sayable = (option for option in shown if 0 < len(option) <= LONGEST_OPTION and option.isprintable())
    return list(dict.fromkeys(option for option in sayable if any(map(str.isalnum, option))))


def topics_of(replies: Sequence[Reply], lot: Lot) -> list[str]:
    """Give what can be asked about, the latest answer first, in an order that is drawn among the likeliest.

    >>> topics_of([Reply("I can help you to book a train ticket, or with lost luggage.")], Lot(1))
    ['lost luggage', 'the train ticket']
    """
    found: list[str] = []
    for reply in reversed(replies):
        found += lot.shuffled(options_shown([reply]), "option")
        found += lot.shuffled(_likeliest(reply.text[:READ]), "topic")
    return list(dict.fromkeys(found))


def _likeliest(text: str) -> list[str]:
    if language_of([text]) != ENGLISH:
        return []
    return list(dict.fromkeys(topic.text for topic in sorted(_topics(text))))[:KEPT]


def _topics(text: str) -> Iterator[_Topic]:
    place = 0
    for clause in _CLAUSE.split(text):
        tokens = words(clause)
        begin = 0
        while begin < len(tokens):
            end = begin
            while end < len(tokens) and _is_content(tokens[end]):
                end += 1
            if end > begin:
                yield from _topic(tokens[begin - 1] if begin else "", tokens[begin:end], place)
            place += 1
            begin = end + 1


def _is_content(word: str) -> bool:
    least, most = _LETTERS
    plain = least <= len(word) <= most and word.replace("'", "").isalpha()
    return plain and word not in stop_words() and word not in dull_words()


def _topic(before: str, run: list[str], place: int) -> Iterator[_Topic]:
    """Make a topic of a run of content words; after a word like `to`, the first is taken for a verb."""
    kept = run[1:] if before in _ACTS else run
    kept = kept[-_LONGEST_TOPIC:]
    if not kept:
        return
    cued = before in _NAMED or before in _BARE
    plural = kept[-1].endswith("s")
    if not cued and not plural and len(kept) == 1:
        return  # it could be anything
    rarest = min(map(frequency, kept))
    article = "the " if before in _NAMED and not plural else ""
    yield _Topic((not cued) + 2 * (rarest == 0), rarest, place, article + " ".join(kept))
