"""The value of single texts for an issue."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import msgspec

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import UsageError
from botassay.plugins.optional import LineValues, as_published, line_values, prepared, studies
from botassay.plugins.protocols import Checker, Unvalued
from botassay.plugins.registry import CHECKERS
from botassay.settings.scoring import ScoreSettings
from botassay.trust.complexity.checker import Complexity

CHUNK: Final = 4096
"""Texts scored at a time."""


class TextScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """The value of a text, a risk in [0, 1], and what it was taken for.

    Attributes:
        text: the text.
        value: its value; None where it is not scored.
        label: what it was taken for.
        flagged: whether it counts against the bot, where the checker says so.
        reason: why it is not scored.
    """

    text: str
    value: float | None
    label: str | None
    flagged: bool | None = None
    reason: str | None = None


def score(issue: str, texts: Iterable[str], settings: ScoreSettings | None = None) -> Iterator[TextScore]:
    """The value of each text, in order, as a stream; CC studies all of them first.

    Args:
        issue: AL, B, CC, or one whose checker values single texts.
        texts: what a bot said, one utterance each.
        settings: the method, and terms of the domain.

    Raises: UnknownNameError for an unknown issue, UsageError for one whose checker takes whole dialogs; TypeError for a
        single text.

    >>> [each.label for each in score("AL", ["Good morning."])]
    ['neither']
    """
    if isinstance(texts, str):
        raise TypeError("texts must be an iterable of str, not a single text: write [text]")
    scorer, lines = _ready(_checker(issue.upper(), settings or ScoreSettings()), iter(texts))
    return _scored(scorer, lines)


def _scored(values_of: LineValues, lines: Iterator[str]) -> Iterator[TextScore]:
    while chunk := list(islice(lines, CHUNK)):
        for text, valued in zip(chunk, values_of(chunk), strict=True):
            reason = valued.reason if isinstance(valued, Unvalued) else None
            yield TextScore(text, valued.value, valued.label, valued.flagged, reason)


def _checker(issue: str, settings: ScoreSettings) -> Checker:
    if settings.glossary and issue != "CC":
        raise UsageError(f"--glossary requires CC, not {issue}", hint="leave it out")
    checker: Checker = Complexity.with_glossary(settings.glossary) if settings.glossary else CHECKERS.get(issue)
    return as_published(checker) if settings.method == "paper" else checker


def _ready(checker: Checker, lines: Iterator[str]) -> tuple[LineValues, Iterator[str]]:
    """What values texts, by a checker that has studied them if it wants to, and the texts."""
    if studies(checker):
        texts = list(lines)
        checker = prepared(checker, (Dialog(str(i), (Utterance(Role.BOT, text),)) for i, text in enumerate(texts)))
        lines = iter(texts)
    values = line_values(checker)
    if values is None:
        what = f"{checker.issue.code} cannot value single lines of text"
        raise UsageError(what, hint="rate a corpus of dialogs instead")
    return values, lines
