"""A table of changes to training phrases: merge, move, rename, add and delete, one in each row."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.errors import InputError
from botassay.core.text.plural import many
from botassay.intents.phrases import Phrase, folded
from botassay.io.sources import lines_of
from botassay.io.spreadsheet import workbook
from botassay.io.table import read_table

COLUMNS: Final = ("action", "phrase", "from", "to")
_HINT: Final = f"use the header {','.join(COLUMNS)}"
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "merge": ("from", "to"),
    "rename": ("from", "to"),
    "move": ("phrase", "to"),
    "add": ("phrase", "to"),
    "delete": ("phrase",),
}
"""The cells that each action needs."""
_USED: Final[Mapping[str, tuple[str, ...]]] = {**_NEEDED, "move": COLUMNS[1:], "delete": ("phrase", "from")}


class PhraseChange(NamedTuple):
    """One row."""

    action: str
    phrase: str
    before: str
    """The topic in the column `from`."""
    after: str
    """The topic in the column `to`."""
    where: str

    def line(self, touched: int) -> str:
        """Return it in words.

        >>> PhraseChange("merge", "", "fares", "price", "").line(10)
        'merge “fares” into “price”: 10 phrases'
        """
        n = many(touched, "phrase", "phrases")
        if self.action in ("merge", "rename"):
            return f"{self.action} “{self.before}” {'into' if self.action == 'merge' else 'to'} “{self.after}”: {n}"
        ways = {"move": f"move “{self.phrase}” to “{self.after}”", "add": f"add “{self.phrase}” to “{self.after}”"}
        return ways.get(self.action, f"delete “{self.phrase}”")


def empty_table() -> bytes:
    """Return a spreadsheet for changes, with its header only."""
    return workbook([COLUMNS], "Changes")


def read_changes(file: Path) -> list[PhraseChange]:
    """Return the changes in a table; rows without an action are left out.

    Raises: InputError with the row of an unknown action, a missing cell, or one without effect.
    """
    changes = []
    for cells, where in read_table(lines_of(file), COLUMNS, _HINT).sound:
        action, phrase, before, after = (" ".join(cells[column].split()) for column in COLUMNS)
        if not action:
            continue
        action = action.lower()
        if action not in _NEEDED:
            raise InputError(f"E136 unknown action {action!r}", where, f"use {', '.join(_NEEDED)}")
        filled = {"phrase": phrase, "from": before, "to": after}
        lacking = [column for column in _NEEDED[action] if not filled[column]]
        if lacking:
            raise InputError(f"E136 {action} needs {' and '.join(lacking)}", where, "fill in the cell")
        unused = [column for column, value in filled.items() if value and column not in _USED[action]]
        if unused:
            raise InputError(f"E136 {unused[0]} has no effect on {action}", where, "leave the cell empty")
        changes.append(PhraseChange(action, phrase, before, after, where))
    return changes


def applied(phrases: Sequence[Phrase], changes: Sequence[PhraseChange]) -> tuple[list[Phrase], list[str]]:
    """Return the changed phrases, and each change in words, in the order of the rows.

    Raises: InputError with the row of a change that does not fit the phrases.
    """
    current, lines = list(phrases), []
    for change in changes:
        current, touched = _ACTIONS[change.action](current, change)
        lines.append(change.line(touched))
    return current, lines


def _topic(phrases: Sequence[Phrase], name: str, where: str) -> str:
    """Return a topic in the spelling of the data. Raises InputError."""
    spelled = next((each.intent for each in phrases if each.intent and folded(each.intent) == folded(name)), None)
    if spelled is None:
        hint = "check the spelling; if the change was made on an earlier day, remove the row"
        raise InputError(f"E136 there is no topic {name!r}", where, hint)
    return spelled


def _renamed(phrases: list[Phrase], change: PhraseChange) -> tuple[list[Phrase], int]:
    before = _topic(phrases, change.before, change.where)
    known = {folded(each.intent) for each in phrases if each.intent}
    if change.action == "rename" and folded(change.after) in known - {folded(before)}:
        raise InputError(f"E136 there is a topic {change.after!r} already", change.where, "use merge")
    after = _topic(phrases, change.after, change.where) if change.action == "merge" else change.after
    if after == before:
        raise InputError("E136 from and to are the same topic", change.where, "name two topics")
    touched = sum(each.intent == before for each in phrases)
    return [each._replace(intent=after) if each.intent == before else each for each in phrases], touched


def _places(phrases: Sequence[Phrase], change: PhraseChange) -> list[int]:
    """Return where a phrase is. Raises InputError."""
    before = _topic(phrases, change.before, change.where) if change.before else None
    places = [
        at
        for at, each in enumerate(phrases)
        if folded(each.text) == folded(change.phrase) and (before is None or each.intent == before)
    ]
    if not places:
        hint = "copy it as it stands in your file; if the change was made on an earlier day, remove the row"
        raise InputError(f"E136 there is no phrase {change.phrase!r}", change.where, hint)
    return places


def _moved(phrases: list[Phrase], change: PhraseChange) -> tuple[list[Phrase], int]:
    places = set(_places(phrases, change))
    after = _topic(phrases, change.after, change.where)
    return [each._replace(intent=after) if at in places else each for at, each in enumerate(phrases)], len(places)


def _added(phrases: list[Phrase], change: PhraseChange) -> tuple[list[Phrase], int]:
    twin = next((each for each in phrases if folded(each.text) == folded(change.phrase)), None)
    if twin is not None:
        hint = "use move if the topic is wrong"
        raise InputError(f"E164 the phrase is there already, in {twin.intent!r}", change.where, hint)
    known = {folded(each.intent): each.intent for each in phrases if each.intent}
    after = known.get(folded(change.after), change.after)  # a new topic may be added
    return [*phrases, Phrase(change.phrase, after, change.where)], 1


def _deleted(phrases: list[Phrase], change: PhraseChange) -> tuple[list[Phrase], int]:
    places = set(_places(phrases, change))
    return [each for at, each in enumerate(phrases) if at not in places], len(places)


_Action = Callable[[list[Phrase], PhraseChange], tuple[list[Phrase], int]]
_ACTIONS: Final[Mapping[str, _Action]] = {
    "merge": _renamed,
    "rename": _renamed,
    "move": _moved,
    "add": _added,
    "delete": _deleted,
}
