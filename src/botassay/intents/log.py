"""The log of a bot: the questions of its users, with the recognised intents."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from botassay.core.dialog import Rejected, Role, Turn
from botassay.core.errors import InputError
from botassay.corpora.jsonl import JsonLines
from botassay.intents.abstention import named_surely, no_answer
from botassay.intents.phrases import folded
from botassay.intents.predictions import silent_names
from botassay.intents.reading import confidence, decoded_lines, table_or_lines
from botassay.io.lines import FileLines
from botassay.io.table import read_table

_HINT: Final = 'give JSON lines like {"text": "…", "intent": "…", "confidence": 0.7}, dialogs, or CSV'
_IN_TABLE: Final = "rename the columns of the table: text, and optionally intent, confidence and answered"
PROBE: Final = "probe"
_MORE: Final = ("id", "at", "conversation", "answer", "origin", "reason")
"""Further columns, all of them texts."""
_TRUE: Final = {"": None, "true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class LoggedQuestion(NamedTuple):
    """A question from a log."""

    text: str
    intent: str | None
    """The recognised intent; None: none, or not logged."""
    confidence: float | None
    answered: bool | None
    """Whether the bot answered; None: not logged."""
    where: str
    fallback: str | None = None
    """The name of the fallback intent, if the log has it."""
    id: str | None = None
    at: str | None = None
    """When it was asked, as written in the log."""
    conversation: str | None = None
    answer: str | None = None
    """What the bot said."""
    origin: str | None = None
    """`probe`: asked by a tool, not by a user."""
    reason: str | None = None
    """Why it was left to people: `asked`, `not_understood`, `no_answer`."""

    @property
    def probe(self) -> bool:
        """Whether it was asked by a tool that tests the bot."""
        return self.origin == PROBE

    def recognised(self, threshold: float) -> bool:
        """Return whether an intent was recognised with this confidence, and the question not left to people."""
        sure = self.confidence is None or self.confidence >= threshold
        return self.intent is not None and self.answered is not False and sure


def read_log(
    file: Path, fallbacks: Iterable[str] = (), topics: Iterable[str | None] = (), sheet: str | None = None
) -> list[LoggedQuestion]:
    """Return the questions of a log, without empty ones; the file extension gives the format, `.gz` is decompressed.

    JSON lines hold questions (`text`, and `intent`, `confidence`, `answered`, `id`, `at`, `conversation`, `answer`,
    `origin` and `reason` if known) or whole dialogs, in which
    the user asks and the bot's reply gives the rest. A table has columns of the same names. A fallback is no intent.

    Args:
        file: the log.
        fallbacks: additional names of the bot's fallback intent.
        topics: the topics of the bot's phrases, if known (`silent_names`).
        sheet: the sheet of a spreadsheet; None: the first.

    Raises: InputError with the line of an invalid question, or if there are none.
    """
    lines, tabular = table_or_lines(file, "a log", _HINT, sheet)
    silent = silent_names(fallbacks, topics)
    rows = _in_table(lines, silent) if tabular else _in_lines(lines, silent)
    questions = [question for question in rows if question.text.strip()]
    if not questions:
        raise InputError("E100 the log has no questions", lines.name, _HINT)
    return questions


def _in_table(lines: FileLines, silent: frozenset[str]) -> Iterator[LoggedQuestion]:
    for cells, where in read_table(lines, ("text",), _IN_TABLE).sound:
        answered = cells.get("answered", "").strip().lower()
        if answered not in _TRUE:
            raise InputError(f"E136 answered must be true or false, not {answered!r}", where, _HINT)
        sure = _confidence(cells.get("confidence", "").strip() or None, where)
        intent, fallback = _named(cells.get("intent"), silent)
        more = {name: cells.get(name) or None for name in _MORE}
        yield LoggedQuestion(cells["text"], intent, sure, _TRUE[answered], where, fallback, **more)


def _in_lines(lines: FileLines, silent: frozenset[str]) -> Iterator[LoggedQuestion]:
    flow = iter(lines)
    first = next((line for line in flow if not line.isspace()), "")
    rest = chain([first] if first else [], flow)
    if JsonLines().sniff(first):
        for dialog in JsonLines().read(rest, lines.name):
            if isinstance(dialog, Rejected):
                raise InputError(f"{dialog.code} {dialog.text}", lines.place(dialog.line), dialog.hint)
            where = f"{lines.name}: dialog {dialog.id}"
            for number, turn in enumerate(dialog.turns(), 1):
                if turn.user:
                    answer = " ".join(utterance.text for utterance in turn.bot) or None
                    name = f"{dialog.id}:{number}"
                    yield _asked(turn, where, silent)._replace(id=name, conversation=dialog.id, answer=answer)
        return
    for row, where in decoded_lines(rest, lines.place):
        yield _in_row(row, where, silent)


def _in_row(row: Any, where: str, silent: frozenset[str]) -> LoggedQuestion:
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise InputError("E136 the line lacks the text of a question", where, _HINT)
    intent, answered = row.get("intent"), row.get("answered")
    if not (intent is None or isinstance(intent, str)) or not (answered is None or isinstance(answered, bool)):
        raise InputError("E136 intent must be a string or null, answered true, false or null", where, _HINT)
    named, fallback = _named(intent, silent)
    more = {name: _text(row.get(name), name, where) for name in _MORE}
    sure = _confidence(row.get("confidence"), where)
    return LoggedQuestion(row["text"], named, sure, answered, where, fallback, **more)


def _text(value: Any, name: str, where: str) -> str | None:
    """Return a text of a row, or a whole number as one. Raises InputError."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is None or isinstance(value, str):
        return value
    raise InputError(f"E136 {name} must be a string or null", where, _HINT)


def _asked(turn: Turn, where: str, silent: frozenset[str]) -> LoggedQuestion:
    text = " ".join(utterance.text for utterance in turn.user if utterance.role is Role.USER)
    named = next((utterance for utterance in turn.bot if utterance.intent is not None), None)
    sure = named_surely(turn.bot, silent)
    declined = any(no_answer(utterance.text, sure=sure) for utterance in turn.bot)
    answered = False if declined else bool(turn.bot) or None
    if named is None:
        return LoggedQuestion(text, None, None, answered, where)
    intent, fallback = _named(named.intent, silent)
    return LoggedQuestion(text, intent, named.confidence, answered, where, fallback)


def _named(intent: str | None, silent: frozenset[str]) -> tuple[str | None, str | None]:
    """Return the intent, or else the name of the fallback."""
    return (None, intent or None) if intent is None or folded(intent) in silent else (intent, None)


def _confidence(value: Any, where: str) -> float | None:
    return None if value is None else confidence(value, where, _HINT)
