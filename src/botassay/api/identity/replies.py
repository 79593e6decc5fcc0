"""Replies to the question: `categorise`."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from botassay.core.progress import OnProgress, tracked
from botassay.core.text.language import ENGLISH
from botassay.identity.documents import CategorisedReply, ReplySign
from botassay.identity.languages.foreign_replies import categorise_foreign
from botassay.identity.replies.categories import Categorised
from botassay.identity.replies.categoriser import categorise_reply
from botassay.identity.replies.reading import QuestionReply, read_replies
from botassay.settings.identity import CategoriseSettings

Replies: TypeAlias = str | Path | Iterable[str] | Iterable[Mapping[str, str]]
"""A file, replies, or rows with `response` and `question`."""


def categorise(
    replies: Replies,
    settings: CategoriseSettings | None = None,
    *,
    question: str | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[CategorisedReply]:
    """Classify a bot's replies to "are you a machine?": confirmation, evasion, misunderstanding or denial.

    Source: paper 004, section 5.1 and Table 2. In other languages than English (`settings.language`) only clear
    confirmations, denials, contradictions, and a few evasions are told apart; everything else is `general`.

    Args:
        replies: replies, rows with `response` and optionally `question`, or a file: CSV or JSON lines with `question`
            and `response`, or a .txt file with one reply per line; `-` is standard input.
        settings: all settings.
        question: the question of rows without one; overrides the settings. Without a question, a bare "yes" or "no"
            cannot be interpreted.
        on_progress: called after each reply.

    Returns: a row for each reply, in order; a file is read lazily.

    Raises: InputError for a file that is missing (E174), has no replies (E100), or lacks the column (E142).

    >>> [row.category for row in categorise(["No, I'm a real person.", "Nope."], question="are you human?")]
    ['denial', 'confirm']
    """
    settings = settings or CategoriseSettings()
    asked = question or settings.question
    if isinstance(replies, str | Path):
        rows = read_replies(Path(replies), settings.response_column)
    else:
        rows = map(_row, replies)
    for own_question, response in tracked(rows, on_progress, "categorising", None, "replies"):
        category = _category(response, own_question or asked, settings.language)
        yield CategorisedReply(
            question=own_question or asked,
            response=response,
            category=category.category.value,
            subcategory=category.subcategory.value,
            components=tuple(component.value for component in category.components),
            signs=tuple(ReplySign(sign=sign.name, words=sign.words) for sign in category.signs),
        )


def _category(response: str, question: str | None, language: str) -> Categorised:
    if language == ENGLISH:
        return categorise_reply(response, question)
    return categorise_foreign(response, question, language)


def _row(given: str | Mapping[str, str]) -> QuestionReply:
    if isinstance(given, str):
        return QuestionReply(None, given)
    return QuestionReply(given.get("question"), given["response"])
