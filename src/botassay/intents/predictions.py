"""Predictions of an existing engine, from a file or live, compared with the labels; nothing is trained."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import InputError
from botassay.intents.evaluation import SplitTrial, TrialPlan
from botassay.intents.outcomes import Judged
from botassay.intents.phrases import FALLBACKS, Phrase, folded
from botassay.intents.reading import Columns, confidence, decoded_lines, table_or_lines
from botassay.intents.splits import FRACTION, Divider, SplitSetting
from botassay.io.lines import FileLines
from botassay.io.table import read_table
from botassay.plugins.protocols import Guess

_HINT: Final = "give CSV or JSON lines with the text, the predicted intent, and its confidence in [0, 1]"

PredictionRows = Iterator[tuple[str, str | None, Any, str]]
"""Text, predicted intent, confidence as written in the file, place."""


def read_guesses(
    file: Path, columns: Columns, fallbacks: Iterable[str] = (), topics: Iterable[str | None] = ()
) -> dict[str, Guess]:
    """Return an engine's prediction for each text; a fallback, an empty intent and null are no answer.

    Args:
        file: a table or JSON lines; without a `confidence` it is 1.
        columns: the names of the text and the predicted intent.
        fallbacks: additional names of the engine's fallback intent.
        topics: the topics of the data (`silent_names`).

    Raises: InputError with the line of an invalid prediction, or if a text has two.
    """
    silent = silent_names(fallbacks, topics)
    lines, tabular = table_or_lines(file, "predictions", _HINT)
    by_text: dict[str, Guess] = {}
    for text, intent, sure, where in _in_table(lines, columns) if tabular else _in_lines(lines, columns):
        guess = Guess(answered(intent, silent), confidence(sure, where, _HINT))
        if by_text.setdefault(text, guess) != guess:
            raise InputError(f"E164 the text {text!r} has two predictions", where, "give one prediction per text")
    return by_text


def silent_names(fallbacks: Iterable[str] = (), topics: Iterable[str | None] = ()) -> frozenset[str]:
    """Return the intents that mean no answer: an empty one, common fallback names, and the given ones.

    Args:
        fallbacks: additional names.
        topics: the topics of the data; one with a common fallback name is a topic, unless it is in `fallbacks`.

    >>> "none" in silent_names(), "none" in silent_names(topics=["None"]), "none" in silent_names(["None"], ["None"])
    (True, False, True)
    """
    named = {folded(topic) for topic in topics if topic is not None}
    return frozenset({"", *(FALLBACKS - named), *map(folded, fallbacks)})


def contested(topics: Iterable[str | None], fallbacks: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the topics of the data that have the name of a fallback intent."""
    names = {*FALLBACKS, *map(folded, fallbacks)}
    return tuple(sorted({topic for topic in topics if topic is not None and folded(topic) in names}))


def answered(intent: str | None, silent: frozenset[str]) -> str | None:
    """Return the intent that an engine predicted, or None if it is a fallback.

    >>> [answered(name, silent_names()) for name in ("pay", "NLU_fallback", " ", None)]
    ['pay', None, None, None]
    """
    return None if intent is None or folded(intent) in silent else intent


def _in_table(lines: FileLines, columns: Columns) -> PredictionRows:
    for cells, where in read_table(lines, columns, "name your columns with --text-column and --intent-column").sound:
        yield cells[columns.text], cells[columns.intent], cells.get("confidence", "").strip() or 1.0, where


def _in_lines(lines: FileLines, columns: Columns) -> PredictionRows:
    for row, where in decoded_lines(lines, lines.place):
        text, intent = (row.get(name) for name in columns) if isinstance(row, dict) else (None, None)
        if not isinstance(text, str) or not (intent is None or isinstance(intent, str)):
            raise InputError("E136 the line is not a prediction", where, _HINT)
        yield text, intent, row.get("confidence", 1.0), where


def recorded(phrases: Sequence[Phrase], guesses: Mapping[str, Guess], name: str, *, partly: bool = False) -> SplitTrial:
    """Return one trial that compares predictions with the labels of all phrases.

    Args:
        phrases: the labelled phrases.
        guesses: the prediction for each text.
        name: the name of the predictions in errors.
        partly: leave out phrases without a prediction, after an interruption.

    Raises: InputError for a phrase without a prediction.
    """
    judged = []
    for place, phrase in enumerate(phrases):
        guess = guesses.get(phrase.text)
        if guess is None and partly:
            continue
        if guess is None:
            hint = "include every text exactly as written in the data"
            raise InputError(f"E165 {name} has no prediction for {phrase.text!r}", phrase.where, hint)
        judged.append(Judged(place, phrase.intent, guess.intent, guess.confidence))
    return SplitTrial(SplitSetting(), 0, 0, tuple(judged), (), 0.0, 0.0)


def plan_of_recorded(seed: int) -> TrialPlan:
    """Return the plan of a single trial of stored predictions."""
    nothing = Divider(SplitSetting(), FRACTION, {}, (), ())  # without training there is no split
    return TrialPlan({SplitSetting(): nothing}, {}, 1, seed)
