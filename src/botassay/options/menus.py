"""The menus in a dialog, and the option that the user chose.

The chosen option counts as correct. If the user answers with something else, no option was correct. If the user follows
a script or leaves, the correct option is unknown. A menu with a repeated option is invalid, as its ranks are ambiguous.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
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
    """A menu and the choice of the user."""

    dialog: str
    place: int
    """The index of its utterance in the dialog, from 0."""
    text: str
    options: tuple[str, ...]
    rank: int | None
    """The rank of the chosen option, from 1; 0: none of them; None: unknown."""

    @property
    def flaw(self) -> InputError | None:
        """The error of a repeated option, if there is one."""
        try:
            check_once("option", self.options)
        except FlawError as flaw:
            return flaw.at(f"dialog {self.dialog}, utterance {self.place}", skippable=True)
        return None

    @property
    def shape(self) -> Shape | None:
        """The shape of the menu; None if the correct option is unknown. Raises InputError for a repeated option."""
        if flaw := self.flaw:
            raise flaw
        if self.rank is None:
            return None
        return Shape(len(self.options), (self.rank,) if self.rank else ())


def menus(dialog: Dialog) -> Iterator[Menu]:
    """Yield the menus of a dialog in order.

    >>> question = Utterance(Role.BOT, "What do you want to do?", options=("Pay a bill", "Block my card"))
    >>> [menu.rank for menu in menus(Dialog("d", (question, Utterance(Role.USER, "block my card!"))))]
    [2]
    """
    shown: list[Menu] = []
    scripted = "part" in dialog.tags or "issue" in dialog.tags
    for place, utterance in enumerate(dialog.utterances):
        if utterance.role is Role.BOT:
            if utterance.options:
                shown.append(Menu(dialog.id, place, utterance.text, utterance.options, None))
        elif shown and not utterance.silent:
            yield from _answered(shown, utterance, scripted=scripted)
            shown = []
    yield from shown


def _answered(shown: list[Menu], answer: Utterance, *, scripted: bool) -> Iterator[Menu]:
    """Yield the menus before an answer with the chosen ranks; None for those without the chosen option."""
    ranks: list[int | None] = [chosen(answer, menu.options) for menu in shown]
    if not any(ranks) and not scripted:
        ranks[-1] = 0
    for menu, rank in zip(shown, ranks, strict=True):
        yield replace(menu, rank=rank)


def chosen(answer: Utterance, options: tuple[str, ...]) -> int | None:
    """Return the rank of the option that an answer names by its words, its intent or its number, or None.

    >>> [chosen(Utterance(Role.USER, text), ("card", "bill")) for text in ("Card.", "the second one", "1", "what?")]
    [1, 2, 1, None]
    """
    names = [_plain(option) for option in options]
    for text in (answer.text, answer.intent or ""):
        if (plain := _plain(text)) and plain in names:
            return names.index(plain) + 1
    place = _place(_plain(answer.text))
    return place if place is not None and place <= len(options) else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .,;:!?\"'“”‘’*-")


def _place(text: str) -> int | None:
    if number := _NUMBER.fullmatch(text):
        return int(number[1]) or None
    ordinal = _ORDINAL.fullmatch(text)
    return _ORDINALS.index(ordinal[1]) + 1 if ordinal and ordinal[1] in _ORDINALS else None
