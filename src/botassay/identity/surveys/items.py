"""The contents of questionnaires and forms (`items.toml`): small talk, replies to the question, and situations."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final, NamedTuple

from botassay.core.dialog import Dialog

LONGEST: Final = 300
"""Maximum length in characters of an utterance in a questionnaire."""
_RAW: Final[dict[str, Any]] = tomllib.loads(files(__package__).joinpath("items.toml").read_text("utf-8"))


class SmallTalk(NamedTuple):
    """An utterance and the reply to it."""

    question: str
    response: str


SMALL_TALK: Final = tuple(SmallTalk(*pair) for pair in _RAW["small_talk"])
CONFIGURATIONS: Final[Mapping[str, str]] = _RAW["configurations"]
"""Replies to the question."""
SITUATIONS: Final[tuple[str, ...]] = tuple(_RAW["situations"])
"""Situations for the guided page of the form."""


def exchanges(dialogs: Iterable[Dialog]) -> Iterator[SmallTalk]:
    """Yield pairs of consecutive short utterances of different speakers."""
    for dialog in dialogs:
        for first, second in pairwise(dialog.utterances):
            apart = (first.role, first.speaker) != (second.role, second.speaker)
            texts = (first.text.strip(), second.text.strip())
            if apart and all(0 < len(text) <= LONGEST for text in texts):
                yield SmallTalk(*texts)
