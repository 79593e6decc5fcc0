"""What real people asked: the log of a bot, question by question, with what each was taken for."""

from collections.abc import Iterable, Iterator
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

from botassay.core.dialog import Dialog, Rejected, Role, Turn
from botassay.core.errors import InputError
from botassay.corpora.jsonl import JsonLines
from botassay.intents.abstention import named_surely, no_answer
from botassay.intents.phrases import folded
from botassay.intents.predictions import silent_names
from botassay.intents.reading import decoded, kind_of
from botassay.io.lines import FileLines
from botassay.io.sources import lines_of
from botassay.io.table import read_table

_HINT: Final = 'write {"text": "…", "intent": "…", "confidence": 0.7} on each line, or give dialogs, or CSV'
_IN_TABLE: Final = "a table has a column text, and may have intent, confidence and answered: give yours these names"
_TRUE: Final = {"": None, "true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class LoggedQuestion(NamedTuple):
    """What somebody asked."""

    text: str
    intent: str | None
    """What it was taken for; None: for nothing, or nobody noted it."""
    confidence: float | None
    answered: bool | None
    """Whether the bot answered; None: nobody noted it."""
    where: str
    fallback: str | None = None
    """What the log calls the bot's having no answer, where it does."""

    def recognised(self, threshold: float) -> bool:
        """Say whether it was taken for an intent, confidently enough, and not left to people."""
        sure = self.confidence is None or self.confidence >= threshold
        return self.intent is not None and self.answered is not False and sure


def read_log(file: Path, fallbacks: Iterable[str] = (), topics: Iterable[str | None] = ()) -> list[LoggedQuestion]:
    """Read the questions of a log; its ending tells the format, `.gz` is unpacked, empty texts are left out.

    JSON lines hold questions (`text`; `intent`, `confidence` and `answered` where they are known) or whole dialogs, in
    which a question is what the user says, and the bot's reply tells the rest. A table has columns of the same names. A
    fallback is no intent.

    Args:
        file: the log.
        fallbacks: further names of the bot's own fallback.
        topics: those of the bot's phrases, where they are known (`silent_names`).

    Raises: InputError with the line for what is no question, or where there are none.
    """
    lines = lines_of(file)
    kind = kind_of(file)
    if kind not in ("table", "lines"):
        raise InputError("E142 a log is a table or JSON lines", lines.name, _HINT)
    silent = silent_names(fallbacks, topics)
    questions = [
        question
        for question in (_in_table(lines, silent) if kind == "table" else _in_lines(lines, silent))
        if question.text.strip()
    ]
    if not questions:
        raise InputError("E100 there are no questions", lines.name, _HINT)
    return questions


def _in_table(lines: FileLines, silent: frozenset[str]) -> Iterator[LoggedQuestion]:
    for cells, where in read_table(lines, ("text",), _IN_TABLE).sound:
        answered = cells.get("answered", "").strip().lower()
        if answered not in _TRUE:
            raise InputError(f"E136 answered is true or false, not {answered!r}", where, _HINT)
        sure = _confidence(cells.get("confidence", "").strip() or None, where)
        intent, fallback = _named(cells.get("intent"), silent)
        yield LoggedQuestion(cells["text"], intent, sure, _TRUE[answered], where, fallback)


def _in_lines(lines: FileLines, silent: frozenset[str]) -> Iterator[LoggedQuestion]:
    flow = iter(lines)
    first = next((line for line in flow if not line.isspace()), "")
    rest = chain([first] if first else [], flow)
    if JsonLines().sniff(first):
        for dialog in JsonLines().read(rest, lines.name):
            if isinstance(dialog, Rejected):
                raise InputError(f"{dialog.code} {dialog.text}", lines.place(dialog.line), dialog.hint)
            yield from _in_dialog(dialog, lines.name, silent)
        return
    for line in rest:
        if not line.isspace():
            yield _in_row(decoded(line, lines.place()), lines.place(), silent)


def _in_row(row: Any, where: str, silent: frozenset[str]) -> LoggedQuestion:
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise InputError("E136 what stands here is no question", where, _HINT)
    intent, answered = row.get("intent"), row.get("answered")
    if not (intent is None or isinstance(intent, str)) or not (answered is None or isinstance(answered, bool)):
        raise InputError("E136 the intent is a text or null, answered is true, false or null", where, _HINT)
    named, fallback = _named(intent, silent)
    return LoggedQuestion(row["text"], named, _confidence(row.get("confidence"), where), answered, where, fallback)


def _in_dialog(dialog: Dialog, name: str, silent: frozenset[str]) -> Iterator[LoggedQuestion]:
    for turn in dialog.turns():
        if turn.user:
            yield _asked(turn, f"{name}: dialog {dialog.id}", silent)


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
    """Give the intent, or what the log calls the bot's having none."""
    return (None, intent or None) if intent is None or folded(intent) in silent else (intent, None)


def _confidence(value: Any, where: str) -> float | None:
    if value is None:
        return None
    try:
        number = -1.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = -1.0
    if not (isfinite(number) and 0 <= number <= 1):
        raise InputError(f"E136 the confidence {value!r} is no number from 0 to 1", where, _HINT)
    return number
