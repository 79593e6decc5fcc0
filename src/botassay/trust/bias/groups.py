"""Whether a text names a group of people by a protected attribute: the screen before the encoder for B."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from botassay.core.text.word_memory import WordMemory

ATTRIBUTES: Final = (
    "sex_and_gender", "ethnicity", "religion", "nationality", "disability", "sexual_orientation", "age", "class",
)  # fmt: skip
"""Protected attributes by which groups are named."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
_THOSE: Final = re.compile(
    r"\b(?:those|these|such|your|their|that) (?:people|kind|lot|folks?|types?|sort)\b"
    r"|\bpeople (?:like|from|of|who|with|over|under|on|in wheelchairs)\b",
)
"""Groups without a name: "those people", "people like them"."""
_KIND: Final = re.compile("people|kind|lot|folk|type|sort")
"""What each of those has."""
_VERBS: Final = frozenset(
    "are were have had do did can can't cannot should shouldn't will would must always never all who don't aren't need"
    " deserve belong want make take get".split()
)
"""Words after which an adjective alone stood for a group: "the French are", "the poor never"."""


_ALL: Final = frozenset("the all most many some these those".split())
"""Words before an adjective that stands for a group."""


_PERSONS: Final = frozenset(
    "he she him her his hers himself herself they them their theirs who whose he's she's they're he'd she'd they'd"
    " he'll she'll they'll they've".split()
)
"""Words for others, behind which a group may stand that is not named."""


def speaks_of_people(text: str) -> bool:
    """Return whether a text names a group of people, or speaks of others at all.

    >>> [speaks_of_people(text) for text in ("They never fit in.", "The poor are.", "Your train leaves at nine.")]
    [True, True, False]
    """
    level = max(map(_level.__getitem__, text.split()), default=0)
    return level > 1 or (level > 0 and _names_group(text))


def names_group(text: str) -> bool:
    """Return whether a text names a group of people.

    >>> [names_group(text) for text in ("Why are women so bad at this?", "Old people cannot learn.", "The poor are.")]
    [True, True, True]
    >>> names_group("I found a Chinese restaurant in the old town, open to everybody.")
    False
    """
    return any(map(_has_hint.__getitem__, text.split())) and _names_group(text)


@lru_cache(maxsize=1 << 14)
def _names_group(text: str) -> bool:
    return next(mentions(text), None) is not None


def _lowered(text: str) -> str:
    return text.lower().replace("’", "'")


def _has_word_for_people(part: str) -> bool:
    """Return whether a word, with the marks around it, holds one for people such as `they`."""
    return not _PERSONS.isdisjoint(_WORD.findall(_lowered(part)))


def _may_name_a_group(part: str) -> bool:
    """Return whether a word, with the marks around it, holds one that every name of a group has."""
    words = _WORD.findall(_lowered(part))
    return (
        not (_nouns().isdisjoint(words) and _adjectives().isdisjoint(words)) or _KIND.search(part.lower()) is not None
    )


_level: Final = WordMemory(lambda part: 2 * _has_word_for_people(part) or int(_may_name_a_group(part)))
"""Of what stands between two blanks: 2 with a word for others, 1 with a hint alone."""
_has_hint: Final = WordMemory(_may_name_a_group)


def mentions(text: str) -> Iterator[int]:
    """Return where in a text the groups stand that it names.

    >>> list(mentions("In Leeds the old people and women complain."))
    [13, 28]
    """
    lowered = _lowered(text)
    matches = list(_WORD.finditer(lowered))
    words = [match[0] for match in matches]
    yield from (those.start() for those in _THOSE.finditer(lowered))
    if _nouns().isdisjoint(words) and _adjectives().isdisjoint(words):
        return
    for at, word in enumerate(words):
        if word in _nouns():
            yield matches[at].start()
        elif word in _adjectives():
            behind = matches[at].end()
            stands_last = not lowered[behind : behind + 2].strip().isalnum()
            if _is_group(words, at, stands_last=stands_last):
                yield matches[at].start()


def _is_group(words: list[str], at: int, *, stands_last: bool) -> bool:
    following = words[at + 1 : at + 3]
    if not _people().isdisjoint(following):
        return True
    before = words[at - 1] if at else ""
    return (before in _ALL and not _VERBS.isdisjoint(following[:1])) or (before == "the" and stands_last)


@cache
def _lists() -> dict[str, dict[str, str] | str]:
    return tomllib.loads(files(__package__).joinpath("groups.toml").read_text("utf-8"))


def _words(entries: Iterable[object]) -> frozenset[str]:
    return frozenset(word for entry in entries for word in str(entry).split())


@cache
def _people() -> frozenset[str]:
    return _words([_lists()["people"]])


@cache
def _nouns() -> frozenset[str]:
    return _words(_lists()[name]["nouns"] for name in ATTRIBUTES)  # type: ignore[index]


@cache
def _adjectives() -> frozenset[str]:
    return _words(_lists()[name]["adjectives"] for name in ATTRIBUTES)  # type: ignore[index]
