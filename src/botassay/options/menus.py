"""The menus that a bot showed in a dialog, and what its user chose next.

What the user chose is taken for the correct answer. A user who answers a menu with anything else did not find there
what they wanted: no option was correct. But one who only read out a script chose nothing, and neither did one who left:
the correct option of such a menu is unknown.

A menu that shows an option twice is no list: which of the two was chosen, and is the other one wrong?
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import InputError
from botassay.io.flaws import FlawError
from botassay.options.lists import check_once
from botassay.options.shape import Shape

_NUMBER: Final = re.compile(r"(?:option |number |no\.? ?|#)?(\d{1,3})[.)]?", re.ASCII)
_ORDINAL: Final = re.compile(r"(?:the )?(\w+)(?: one| option)?")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu, and what became of it."""

    dialog: str
    place: int
    """Of its utterance in the dialog, from 0."""
    text: str
    options: tuple[str, ...]
    rank: int | None
    """Which option the user chose, from 1; 0: none of them; None: unknown."""

    @property
    def flaw(self) -> InputError | None:
        """Why it is no list: an option stands twice."""
        try:
            check_once("option", self.options)
        except FlawError as flaw:
            return flaw.at(f"dialog {self.dialog}, utterance {self.place}", skippable=True)
        return None

    @property
    def shape(self) -> Shape | None:
        """The menu as a measure sees it; None if the correct option is unknown.

        Raises: InputError for what is no list.
        """
        if flaw := self.flaw:
            raise flaw
        if self.rank is None:
            return None
        return Shape(len(self.options), (self.rank,) if self.rank else ())


def menus(dialog: Dialog) -> Iterator[Menu]:
    """Give the menus of a dialog, in the order in which they were shown.

    >>> shown = Utterance(Role.BOT, "What do you want to do?", options=("Pay a bill", "Block my card"))
    >>> [menu.rank for menu in menus(Dialog("d", (shown, Utterance(Role.USER, "block my card!"))))]
    [2]
    """
    open_ones: list[Menu] = []
    scripted = "part" in dialog.tags or "issue" in dialog.tags
    for place, said in enumerate(dialog.utterances):
        if said.role is Role.BOT:
            if said.options:
                open_ones.append(Menu(dialog.id, place, said.text, said.options, None))
        elif open_ones and not said.silent:
            yield from _answered(open_ones, said, scripted=scripted)
            open_ones = []
    yield from open_ones


def _answered(shown: list[Menu], said: Utterance, *, scripted: bool) -> Iterator[Menu]:
    """Say what an utterance chooses of the menus before it; of several, those without the chosen option stay open."""
    ranks: list[int | None] = [chosen(said, menu.options) for menu in shown]
    if not any(ranks) and not scripted:
        ranks[-1] = 0
    for menu, rank in zip(shown, ranks, strict=True):
        yield Menu(menu.dialog, menu.place, menu.text, menu.options, rank)


def chosen(said: Utterance, options: tuple[str, ...]) -> int | None:
    """Give which option an utterance chooses, from 1, or None: by its words, its intent, or its number.

    >>> [chosen(Utterance(Role.USER, text), ("card", "bill")) for text in ("Card.", "the second one", "1", "what?")]
    [1, 2, 1, None]
    """
    names = [_plain(option) for option in options]
    for text in (said.text, said.intent or ""):
        if (plain := _plain(text)) and plain in names:
            return names.index(plain) + 1
    place = _place(_plain(said.text))
    return place if place is not None and place <= len(options) else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .,;:!?\"'“”‘’*-")


def _place(text: str) -> int | None:
    if number := _NUMBER.fullmatch(text):
        return int(number[1]) or None
    ordinal = _ORDINAL.fullmatch(text)
    return _ORDINALS.index(ordinal[1]) + 1 if ordinal and ordinal[1] in _ORDINALS else None
