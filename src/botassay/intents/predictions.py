"""What an engine predicts, as it is: read from a file or asked, and held against the truth; nothing is trained."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import InputError
from botassay.intents.evaluation import SplitTrial, TrialPlan
from botassay.intents.outcomes import Judged
from botassay.intents.phrases import FALLBACKS, Phrase, folded
from botassay.intents.reading import Columns, decoded, kind_of
from botassay.intents.splits import FRACTION, Divider, SplitSetting
from botassay.io.lines import FileLines
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.plugins.protocols import Guess

_HINT: Final = "give CSV or JSON lines with the text, the intent that was predicted, and its confidence in [0, 1]"

Found = Iterator[tuple[str, str | None, Any, str]]
"""Text, predicted intent, confidence as it stands in the file, place."""


def read_guesses(
    file: Path, columns: Columns, fallbacks: Iterable[str] = (), topics: Iterable[str | None] = ()
) -> dict[str, Guess]:
    """Read what an engine predicted for each text; a fallback, an empty intent and null are no answer.

    Args:
        file: a table or JSON lines; the confidence is 1 where there is no `confidence`.
        columns: what the text and the predicted intent are called.
        fallbacks: further names of the engine's own fallback.
        topics: those of the data (`silent_names`).

    Raises: InputError with the line for what is no prediction, or where a text has two.
    """
    silent = silent_names(fallbacks, topics)
    lines = lines_of(file)
    kind = kind_of(file)
    if kind not in ("table", "lines"):
        raise InputError("E142 predictions are a table or JSON lines", lines.name, _HINT)
    by_text: dict[str, Guess] = {}
    for text, intent, confidence, where in _in_table(lines, columns) if kind == "table" else _in_lines(lines, columns):
        guess = Guess(answered(intent, silent), _confidence(confidence, where))
        if by_text.setdefault(text, guess) != guess:
            raise InputError(f"E164 the text {text!r} has two predictions", where, "one prediction for each text")
    return by_text


def silent_names(fallbacks: Iterable[str] = (), topics: Iterable[str | None] = ()) -> frozenset[str]:
    """Say which intents are no answer: an empty one, what engines call their fallback, and further names of it.

    Args:
        fallbacks: further names.
        topics: those of the data; one that is called like a fallback is a topic, unless it is among the further names.

    >>> "none" in silent_names(), "none" in silent_names(topics=["None"]), "none" in silent_names(["None"], ["None"])
    (True, False, True)
    """
    named = {folded(topic) for topic in topics if topic is not None}
    return frozenset({"", *(FALLBACKS - named), *map(folded, fallbacks)})


def contested(topics: Iterable[str | None], fallbacks: Iterable[str] = ()) -> tuple[str, ...]:
    """Name the topics of the data that are called as an engine calls its having no answer."""
    names = {*FALLBACKS, *map(folded, fallbacks)}
    return tuple(sorted({topic for topic in topics if topic is not None and folded(topic) in names}))


def answered(intent: str | None, silent: frozenset[str]) -> str | None:
    """Give the intent that an engine has found, or None where that is its way to say that it knows none.

    >>> [answered(name, silent_names()) for name in ("pay", "NLU_fallback", " ", None)]
    ['pay', None, None, None]
    """
    return None if intent is None or folded(intent) in silent else intent


def _in_table(lines: FileLines, columns: Columns) -> Found:
    for cells, where in read_table(lines, columns, "name yours with --text-column and --intent-column").sound:
        yield cells[columns.text], cells[columns.intent], cells.get("confidence", "").strip() or 1.0, where


def _in_lines(lines: FileLines, columns: Columns) -> Found:
    for line in lines:
        if not line.isspace():
            row = decoded(line, lines.place())
            text, intent = (row.get(name) for name in columns) if isinstance(row, dict) else (None, None)
            if not isinstance(text, str) or not (intent is None or isinstance(intent, str)):
                raise InputError("E136 what stands here is no prediction", lines.place(), _HINT)
            yield text, intent, row.get("confidence", 1.0), lines.place()


def _confidence(value: Any, where: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = -1.0
    if not (isfinite(number) and 0 <= number <= 1):
        raise InputError(f"E136 the confidence {value!r} is no number from 0 to 1", where, _HINT)
    return number


def recorded(phrases: Sequence[Phrase], guesses: Mapping[str, Guess], name: str, *, partly: bool = False) -> SplitTrial:
    """Hold predictions against the truth: all phrases are tested, once; nothing is trained.

    Args:
        phrases: what is right.
        guesses: what was predicted for each text.
        name: what errors call the predictions.
        partly: leave out phrases without a prediction, as whoever was asked was interrupted.

    Raises: InputError for a phrase without a prediction.
    """
    judged = []
    for place, phrase in enumerate(phrases):
        guess = guesses.get(phrase.text)
        if guess is None and partly:
            continue
        if guess is None:
            hint = "predict every text, letter by letter as it stands in the data"
            raise InputError(f"E165 {name} has no prediction for {phrase.text!r}", phrase.where, hint)
        judged.append(Judged(place, phrase.intent, guess.intent, guess.confidence))
    return SplitTrial(SplitSetting(), 0, 0, tuple(judged), (), 0.0, 0.0)


def plan_of_recorded(seed: int) -> TrialPlan:
    """Lay out the one trial of predictions that were made elsewhere."""
    nothing = Divider(SplitSetting(), FRACTION, {}, (), ())  # nothing is divided, as nothing is trained
    return TrialPlan({SplitSetting(): nothing}, {}, 1, seed)
