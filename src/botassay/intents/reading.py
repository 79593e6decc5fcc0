"""Reads labelled phrases: CSV, TSV, spreadsheets, JSON lines, Rasa NLU YAML, CLINC and NLU-Evaluation JSON."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from logging import getLogger
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from botassay.core.errors import InputError
from botassay.intents.phrases import Phrase, Read, SoundPhrases, sound
from botassay.intents.rasa import rasa
from botassay.io.lines import FileLines, undecodable
from botassay.io.sources import lines_of
from botassay.io.table import match_columns, read_table

ENDINGS: Final = {
    "csv": "table", "tsv": "table", "xlsx": "table",
    "jsonl": "lines", "ndjson": "lines", "json": "json", "yml": "rasa", "yaml": "rasa",
}  # fmt: skip
_USUAL: Final = {
    "text": frozenset("utterance message phrase question query sentence example".split()),
    "intent": frozenset("label category class topic tag".split()),
}
"""Common names of the columns in other tables."""
LOG: Final = getLogger("botassay")
_BYTE: Final = re.compile(r"\(byte (\d+)\)")
_HINT: Final = (
    "give CSV, TSV, XLSX, JSON lines, Rasa NLU YAML, CLINC or NLU-Evaluation JSON: see docs/how-to/intents.md"
)


class Columns(NamedTuple):
    """The names of the columns, or of the keys of JSON lines."""

    text: str = "text"
    intent: str = "intent"


NAMES: Final = Columns()


def read_phrases(
    file: Path, columns: Columns = NAMES, none_label: str | None = None, *, sheet: str | None = None
) -> list[Phrase]:
    """Return the phrases of a file; arguments and errors are those of `read_sound`."""
    return read_sound(file, columns, none_label, sheet=sheet).phrases


def read_sound(
    file: Path,
    columns: Columns = NAMES,
    none_label: str | None = None,
    *,
    skip_bad: bool | None = None,
    sheet: str | None = None,
) -> SoundPhrases:
    """Return the phrases of a file and its skipped rows; the extension gives the format, `.gz` is decompressed.

    Args:
        file: the file.
        columns: the columns of a table, or keys of JSON lines.
        none_label: the label of out-of-scope phrases.
        skip_bad: skip invalid rows instead of stopping; None as in `sound`.
        sheet: the sheet of a spreadsheet; None: the first.

    Raises: InputError with file and line for an invalid row that is not skipped, an unreadable file, or too few
        intents.
    """
    lines = lines_of(file, sheet)
    return sound(_READERS[kind_of(file)](lines, columns), lines.name, none_label, skip_bad=skip_bad)


def kind_of(file: Path) -> str:
    """Return the format of a file by its extension. Raises InputError for an unknown one."""
    ending = Path(file.name.removesuffix(".gz")).suffix.lower().removeprefix(".")
    if ending not in ENDINGS:
        known = ", ".join(f".{name}" for name in ENDINGS)
        raise InputError(
            f"E170 unknown file extension in {file.name!r}",
            str(file),
            f"use one of {known}; save another spreadsheet as .xlsx or CSV in UTF-8",
        )
    return ENDINGS[ending]


def table_or_lines(file: Path, noun: str, hint: str, sheet: str | None = None) -> tuple[FileLines, bool]:
    """Return the lines of a file, and whether it is a table; otherwise it is JSON lines.

    Raises: InputError for any other format.
    """
    lines, kind = lines_of(file, sheet), kind_of(file)
    if kind not in ("table", "lines"):
        raise InputError(f"E142 {noun} must be a table or JSON lines", lines.name, hint)
    return lines, kind == "table"


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def table(lines: FileLines, columns: Columns) -> Read:
    """Yield the phrases of a table with a header, separated by commas, semicolons or tabs."""
    hint = "add the header text,intent, or name your columns with --text-column and --intent-column"
    rows = read_table(lines, columns, hint, aliases=_USUAL if columns == NAMES else {})
    if rows.renamed:
        taken = ", ".join(f"{theirs} as {ours}" for theirs, ours in rows.renamed.items())
        LOG.info("%s: using %s", lines.name, taken)
    for row in rows.every:
        if isinstance(row, InputError):
            yield row
        else:
            yield Phrase(row.by_column[columns.text], row.by_column[columns.intent], row.where)


def is_header(columns: Sequence[str]) -> bool:
    """Return whether a table with these columns holds phrases.

    >>> is_header(["text", "intent"]), is_header(["utterance", "label", "id"]), is_header(["utterance", "label", "tag"])
    (True, True, False)
    """
    return not match_columns(columns, NAMES, _USUAL)[1]


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def json_lines(lines: FileLines, columns: Columns) -> Read:
    """Yield the phrases of JSON lines; a null intent is out of scope."""
    for line in lines:
        if not line.isspace():
            try:
                yield _of_line(line, columns, lines.place())
            except InputError as flaw:
                yield flaw


def _of_line(line: str, columns: Columns, where: str) -> Phrase | InputError:
    row = decoded(line, where)
    if not isinstance(row, dict) or columns.text not in row or columns.intent not in row:
        hint = f'each line must be like {{"{columns.text}": "…", "{columns.intent}": "…"}}'
        return InputError(f"E136 the line lacks {columns.text!r} or {columns.intent!r}", where, hint)
    return _phrase(row[columns.text], row[columns.intent], where)


def decoded_lines(lines: Iterable[str], place: Callable[[], str]) -> Iterator[tuple[Any, str]]:
    """Yield the decoded lines with their places, without blank ones. Raises InputError for invalid JSON."""
    for line in lines:
        if not line.isspace():
            yield decoded(line, place()), place()


def confidence(value: Any, where: str, hint: str) -> float:
    """Return a confidence from a file. Raises InputError if it is not a number in [0, 1]."""
    try:
        number = -1.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = -1.0
    if not 0 <= number <= 1:
        raise InputError(f"E136 the confidence {value!r} is not between 0 and 1", where, hint)
    return number


def decoded(text: str, where: str, hint: str = _HINT, *, whole: bool = False) -> Any:
    """Return decoded JSON. Raises InputError with `where`, and the line of the error if it is a `whole` file."""
    if undecodable(text):
        raise InputError("E111 the line is not UTF-8", where, "save the file as UTF-8")
    try:
        return msgspec.json.decode(text)
    except RecursionError as error:
        raise InputError("E124 the JSON is nested too deeply", where, hint) from error
    except msgspec.DecodeError as error:
        what = str(error).removeprefix("JSON is malformed: ")[:200]
        place = f"{where}:{_line_of(error, text)}" if whole else where
        raise InputError(f"E120 invalid JSON: {what}", place, hint) from error


def _line_of(error: msgspec.DecodeError, text: str) -> int:
    """Return the line of a decoding error; without a byte position it is the last."""
    data, byte = text.encode(), _BYTE.search(str(error))
    return 1 + (data[: int(byte[1])] if byte else data.rstrip()).count(b"\n")


def json_document(lines: FileLines, columns: Columns) -> Read:
    """Return the phrases of CLINC or NLU-Evaluation JSON. Raises InputError for any other document."""
    del columns  # both formats have fixed names
    document = decoded("".join(lines), lines.name, whole=True)
    parts = document if isinstance(document, dict) else {}
    if isinstance(parts.get("sentences"), list):
        return _sentences(parts["sentences"], lines.name)
    if parts and all(isinstance(part, list) for part in parts.values()):
        return _pairs(parts, lines.name)
    raise InputError("E136 the JSON is neither CLINC nor NLU-Evaluation", lines.name, _HINT)


def _sentences(sentences: Sequence[Any], name: str) -> Read:
    """Yield the phrases of NLU-Evaluation: `{"sentences": [{"text": "…", "intent": "…"}]}`."""
    for number, item in enumerate(sentences, 1):
        where = f"{name}: sentence {number}"
        if isinstance(item, dict) and "text" in item and "intent" in item:
            yield _phrase(item["text"], item["intent"], where)
        else:
            yield InputError("E136 the sentence lacks a text or an intent", where, _HINT)


def _pairs(parts: Mapping[str, Sequence[Any]], name: str) -> Read:
    """Yield the phrases of CLINC: `{"train": [["text", "intent"]], "oos_train": …}`."""
    for part, items in parts.items():
        for number, item in enumerate(items, 1):
            where = f"{name}: {part} {number}"
            if isinstance(item, list) and len(item) == 2:  # noqa: PLR2004 - text and intent
                yield _phrase(item[0], item[1], where)
            else:
                yield InputError("E136 the item is not a pair of text and intent", where, _HINT)


def _phrase(text: Any, intent: Any, where: str) -> Phrase | InputError:
    if not isinstance(text, str) or not (intent is None or isinstance(intent, str)):
        return InputError("E136 the text and the intent must be strings", where, _HINT)
    return Phrase(text, intent, where)


_READERS: Final[Mapping[str, Callable[[FileLines, Columns], Read]]] = {
    "table": table,
    "lines": json_lines,
    "json": json_document,
    "rasa": lambda lines, columns: rasa(lines),  # noqa: ARG005 - the format has fixed names
}
