"""What can be rated: live bots, runs, stored ratings, files, and Python objects."""

import os
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeAlias

from botassay.bots import check_spelling, is_bot
from botassay.bots.function import of_function
from botassay.bots.resolve import is_described
from botassay.core.dialog import Dialog
from botassay.core.errors import InputError, UsageError
from botassay.grading.sources import GivenDialogs
from botassay.io.missing import instead_of
from botassay.plugins.protocols import Bot, Reply
from botassay.rating.formats import is_stored
from botassay.runs.journal import FILE

RUN_FILES: Final = ("run.sqlite", "rating.json")
"""Files that stand for the folder that they are in."""

Said: TypeAlias = str | Reply | Mapping[str, Any]
"""What a function says: a text, a reply, or `text`, `options` and whatever else a reply has."""
Subject: TypeAlias = (
    str
    | Path
    | Bot
    | Callable[[str], Said | Awaitable[Said]]
    | Callable[[str, str], Said | Awaitable[Said]]
    | Iterable[Dialog]
)
"""What can be rated. A text is read as on the command line; a callable gets each message and gives the reply."""


class Kind(Enum):
    """What a subject is, by what it takes to rate it."""

    BOT = "a live bot"
    RUN = "the folder of a run"
    STORED = "a stored rating"
    FILES = "dialogs in files"


def kind_of(subject: str) -> Kind:
    """Return the kind of a subject, as it is typed.

    Raises: UnknownNameError, UsageError, InputError for a misspelt address of a bot.
    """
    check_spelling(subject)
    if not Path(subject).is_dir() and is_bot(subject):
        return Kind.BOT
    if Path(subject).name == subject and not Path(subject).suffix and not Path(subject).exists():
        hint = "give a file or a folder of dialogs, the address of a bot, or a name from botassay bots list"
        raise InputError(f"E174 {subject} does not exist", hint=instead_of(Path(subject), hint))
    if (place_of(subject) / FILE).is_file():
        return Kind.RUN
    return Kind.STORED if is_stored(place_of(subject)) else Kind.FILES


def place_of(subject: str) -> Path:
    """Where a subject lies that is no bot: the folder, where a file of a run stands for it."""
    path = Path(subject)
    return path.parent if path.name in RUN_FILES else path


def distinct(subjects: Iterable[str]) -> dict[str, Kind]:
    """Return the kind of each subject.

    Raises: UsageError for a subject that is given twice, and what `kind_of` raises.
    """
    kinds: dict[str, Kind] = {}
    places: dict[str, str] = {}
    for subject in subjects:
        kind = kind_of(subject)
        on_disk = kind is not Kind.BOT or is_described(subject)
        place = os.path.realpath(place_of(subject)) if on_disk else subject
        if place in places:
            also = "" if places[place] == subject else f", also as {places[place]!r}"
            raise UsageError(f"the subject {subject!r} is given twice{also}", hint="name each once")
        kinds[subject] = kind
        places[place] = subject
    return kinds


def folders_of(subjects: Iterable[str]) -> dict[str, str]:
    """A folder's name for each subject; the second of a name gets `-2`.

    >>> list(folders_of(["a/talk.jsonl", "b/talk.jsonl", "http://127.0.0.1:80/chat", "eliza"]).values())
    ['talk-jsonl', 'talk-jsonl-2', 'http-127-0-0-1-80-chat', 'eliza']
    """
    folders: dict[str, str] = {}
    for subject in subjects:
        name = subject if "://" in subject else place_of(subject).name or "subject"
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-") or "subject"
        number = 1
        while (slug if number == 1 else f"{slug}-{number}") in folders.values():
            number += 1
        folders[subject] = slug if number == 1 else f"{slug}-{number}"
    return folders


def dialogs_of(subject: Iterable[Any]) -> GivenDialogs:
    """Dialogs given as objects; only an iterator, which cannot be read twice, is kept in memory.

    Raises: TypeError for a list of anything else.
    """
    dialogs = tuple(subject) if iter(subject) is subject else subject
    if isinstance(dialogs, Sequence):
        other = next((type(each).__name__ for each in dialogs if not isinstance(each, Dialog)), None)
        if other is not None:
            raise TypeError(f"expected Dialog objects, not {other}")
    return GivenDialogs(dialogs)


def bot_given(subject: object, turn: float) -> tuple[Bot, str] | None:
    """The bot that an object is, and the subject by which a later run finds it; None for what is no bot.

    Args:
        subject: a bot or a callable.
        turn: seconds for a reply of a callable.
    """
    if isinstance(subject, Bot):
        return subject, subject.name
    if callable(subject):
        bot = of_function(subject, turn)
        module = subject.__module__
        return bot, f"python:{module}:{bot.name.removeprefix(f'{module}.')}"
    return None
