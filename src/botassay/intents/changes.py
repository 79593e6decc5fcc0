"""Differences between two versions of the data: phrases and intents added, removed, moved or renamed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from botassay.intents.documents import ChangedPhrase, Changes, RenamedIntent
from botassay.intents.phrases import Phrase

SAME: Final = 0.5
"""Minimum Jaccard similarity of the phrases at which a removed and an added intent count as one, renamed."""
SHOWN: Final = 20
"""Maximum number of phrases listed per kind of change; all are counted."""


Labelled = Counter[tuple[str, str | None]]
"""The number of occurrences of each text under each intent."""


def changes(before: Sequence[Phrase], after: Sequence[Phrase]) -> Changes:
    """Return the differences between two versions of the data; a repeated text counts as several phrases.

    >>> before = [Phrase("pay", "bill", ""), Phrase("card lost", "card", "")]
    >>> after = [Phrase("pay", "bill", ""), Phrase("card lost", "lost card", ""), Phrase("hi", "bill", "")]
    >>> difference = changes(before, after)
    >>> difference.intents_renamed, difference.added, difference.moved
    ((RenamedIntent(before='card', after='lost card'),), 1, 0)
    """
    old, new = ({phrase.intent for phrase in phrases} - {None} for phrases in (before, after))
    renamed = _renamed(_texts(before, old - new), _texts(after, new - old))
    was = Counter((phrase.text, renamed.get(phrase.intent or "", phrase.intent)) for phrase in before)
    now = Counter((phrase.text, phrase.intent) for phrase in after)
    moved, removed, added = _matched(was - now, now - was)
    return Changes(
        added=len(added),
        removed=len(removed),
        moved=len(moved),
        intents_added=_sorted(new - old - set(renamed.values())),
        intents_removed=_sorted(old - new - set(renamed)),
        intents_renamed=tuple(RenamedIntent(*pair) for pair in sorted(renamed.items())),
        phrases_added=tuple(added[:SHOWN]),
        phrases_removed=tuple(removed[:SHOWN]),
        phrases_moved=tuple(moved[:SHOWN]),
    )


def _sorted(names: set[str | None]) -> tuple[str, ...]:
    return tuple(sorted(name for name in names if name is not None))


def _texts(phrases: Sequence[Phrase], names: set[str | None]) -> dict[str, set[str]]:
    texts: dict[str, set[str]] = {}
    for phrase in phrases:
        if phrase.intent is not None and phrase.intent in names:
            texts.setdefault(phrase.intent, set()).add(phrase.text)
    return texts


def _renamed(gone: Mapping[str, set[str]], come: Mapping[str, set[str]]) -> dict[str, str]:
    """Match removed with added intents, the most similar first."""
    likeness = sorted(
        (-len(before & after) / len(before | after), old, new)
        for old, before in gone.items()
        for new, after in come.items()
    )
    names: dict[str, str] = {}
    for unlike, old, new in likeness:
        if -unlike >= SAME and old not in names and new not in names.values():
            names[old] = new
    return names


def _matched(went: Labelled, came: Labelled) -> tuple[list[ChangedPhrase], list[ChangedPhrase], list[ChangedPhrase]]:
    """Return the moved, the removed and the added phrases."""
    places: dict[str, list[str | None]] = {}
    for text, intent in _each(came):
        places.setdefault(text, []).append(intent)
    moved, removed = [], []
    for text, intent in _each(went):
        if places.get(text):
            moved.append(ChangedPhrase(text=text, before=intent, after=places[text].pop(0)))
        else:
            removed.append(ChangedPhrase(text=text, before=intent, after=None))
    added = [ChangedPhrase(text=text, before=None, after=intent) for text, left in places.items() for intent in left]
    return moved, removed, added


def _each(counted: Labelled) -> list[tuple[str, str | None]]:
    return sorted(counted.elements(), key=lambda item: (item[0], item[1] or ""))
