"""What changed between two states of the data: phrases and intents that came, went, moved, or got another name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from botassay.intents.documents import ChangedPhrase, Changes, RenamedIntent
from botassay.intents.phrases import Phrase

SAME: Final = 0.5
"""Jaccard similarity of the phrases from which on an intent that went and one that came are the same, renamed."""
SHOWN: Final = 20
"""Phrases of a kind of change that a document holds; all are counted."""


Labelled = Counter[tuple[str, str | None]]
"""How often each text stands under each intent."""


def changes(before: Sequence[Phrase], after: Sequence[Phrase]) -> Changes:
    """Compare two states of the data; a text that stands there twice is two phrases.

    >>> one = [Phrase("pay", "bill", ""), Phrase("card lost", "card", "")]
    >>> other = [Phrase("pay", "bill", ""), Phrase("card lost", "lost card", ""), Phrase("hi", "bill", "")]
    >>> found = changes(one, other)
    >>> found.intents_renamed, found.added, found.moved
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
    """Match intents that went with intents that came, the likest first."""
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
    """Tell phrases that moved from those that went and those that came."""
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
