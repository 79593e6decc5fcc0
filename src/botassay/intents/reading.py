"""Labelled phrases out of files: CSV, TSV, JSON lines, Rasa NLU YAML, CLINC and NLU-Evaluation JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from botassay.corpora.files import Lines, lines_of, undecodable
from botassay.corpora.rows import DELIMITERS, Rows, cut
from botassay.errors import InputError
from botassay.intents.phrases import Phrase, Read, Sound, sound
from botassay.intents.rasa import rasa

ENDINGS: Final = {
    "csv": "table", "tsv": "table", "jsonl": "lines", "ndjson": "lines", "json": "json", "yml": "rasa", "yaml": "rasa",
}  # fmt: skip
_HINT: Final = "give CSV, TSV, JSON lines, Rasa NLU YAML, CLINC or NLU-Evaluation JSON: see docs/how-to/intents.md"


class Columns(NamedTuple):
    """What the columns, or the keys of JSON lines, are called."""

    text: str = "text"
    intent: str = "intent"


NAMES: Final = Columns()


def read_phrases(file: Path, columns: Columns = NAMES, none_label: str | None = None) -> list[Phrase]:
    """Read the phrases of a file; its ending tells the format, `.gz` is unpacked.

    Args:
        file: where they are.
        columns: which columns of a table hold them.
        none_label: the label of phrases that belong to no intent.

    Raises: InputError with the file and the line for what is no phrase, or not sound (`sound`).
    """
    return read_sound(file, columns, none_label).phrases


def read_sound(
    file: Path, columns: Columns = NAMES, none_label: str | None = None, *, skip_bad: bool | None = None
) -> Sound:
    """Read the phrases of a file, as `read_phrases`, and keep account of its rows.

    Args:
        file: where they are.
        columns: which columns of a table hold them.
        none_label: the label of phrases that belong to no intent.
        skip_bad: leave out rows that are no phrase or not sound, instead of stopping; None as in `sound`.

    Raises: InputError for what cannot be skipped: a file that cannot be read, a header, a document, too few intents.
    """
    lines = lines_of(file)
    return sound(_READERS[kind_of(file)](lines, columns), lines.name, none_label, skip_bad=skip_bad)


def kind_of(file: Path) -> str:
    """Tell the format of a file by its ending.

    Raises: InputError for an ending that is none of ours.
    """
    ending = Path(file.name.removesuffix(".gz")).suffix.lower().removeprefix(".")
    if ending not in ENDINGS:
        known = ", ".join(f".{name}" for name in ENDINGS)
        raise InputError(f"the ending of {file.name!r} tells no format", str(file), f"endings are {known}")
    return ENDINGS[ending]


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────


Row = tuple[Mapping[str, str], str]
"""The cells of a row, by column, and its place."""


def table(lines: Lines, columns: Columns) -> Read:
    """Read a table with a header, by commas, semicolons or tabs."""
    for row in _rows_of(lines, columns):
        if isinstance(row, InputError):
            yield row
        else:
            cells, where = row
            yield Phrase(cells[columns.text], cells[columns.intent], where)


def cells_of(lines: Lines, needed: Iterable[str]) -> Iterator[Row]:
    """Give the cells of each row of a table, by column, and the place of the row.

    Raises: InputError for a header that lacks a needed column or names it twice, and at the first row that is ragged,
        has an unclosed quote, or is not UTF-8.
    """
    for row in _rows_of(lines, needed):
        if isinstance(row, InputError):
            raise row
        yield row


def _rows_of(lines: Lines, needed: Iterable[str]) -> Iterator[Row | InputError]:
    """Give the rows of a table, and what is wrong with those that are none.

    Raises: InputError for the header.
    """
    flow = iter(lines)
    above = []
    for line in flow:
        above.append("\n")  # so that rows keep their numbers
        if not line.isspace():
            names, delimiter = _header(line, tuple(needed), lines.place())
            break
    else:
        return
    for row in Rows(_chained(above, flow), names, delimiter):
        where = lines.place(row.line)
        if row.flaw:
            yield InputError(f"{row.flaw.code} {row.flaw.text}", where, row.flaw.hint)
        elif any(map(undecodable, row.fields)):
            yield InputError("E111 the row is not UTF-8", where, "save the file as UTF-8")
        else:
            yield row.cells, where


def _chained(above: list[str], below: Iterator[str]) -> Iterator[str]:
    yield from above
    yield from below


def _header(line: str, needed: tuple[str, ...], where: str) -> tuple[list[str], str]:
    cuts = {delimiter: [name.strip() for name in cut(line.strip("\r\n"), delimiter)] for delimiter in DELIMITERS}
    for delimiter, names in cuts.items():
        if set(needed) <= set(names):
            twice = [name for name in needed if names.count(name) > 1]
            if twice:
                hint = "give each column a name of its own"
                raise InputError(f"E143 the column {twice[0]!r} stands twice in the header", where, hint)
            return names, delimiter
    found = max(cuts.values(), key=len)
    lacking = ", ".join(repr(name) for name in needed if name not in found)
    hint = f"the header has {', '.join(map(repr, found))}: name yours with --text-column and --intent-column"
    raise InputError(f"E142 the header lacks the column {lacking}", where, hint)


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def json_lines(lines: Lines, columns: Columns) -> Read:
    """Read JSON lines; an intent null says that the phrase belongs to none."""
    for line in lines:
        if not line.isspace():
            try:
                yield _of_line(line, columns, lines.place())
            except InputError as flaw:
                yield flaw


def _of_line(line: str, columns: Columns, where: str) -> Phrase:
    row = decoded(line, where)
    if not isinstance(row, dict) or columns.text not in row or columns.intent not in row:
        hint = f'write {{"{columns.text}": "…", "{columns.intent}": "…"}} on each line'
        raise InputError(f"E136 the line lacks {columns.text!r} or {columns.intent!r}", where, hint)
    return _phrase(row[columns.text], row[columns.intent], where)


def decoded(text: str, where: str) -> Any:
    """Decode JSON.

    Raises: InputError.
    """
    if undecodable(text):
        raise InputError("E111 the line is not UTF-8", where, "save the file as UTF-8")
    try:
        return msgspec.json.decode(text)
    except RecursionError as error:
        raise InputError("E124 the JSON is nested too deeply", where, _HINT) from error
    except msgspec.DecodeError as error:
        what = str(error).removeprefix("JSON is malformed: ")[:200]
        raise InputError(f"E120 what stands here is no JSON: {what}", where, _HINT) from error


def json_document(lines: Lines, columns: Columns) -> Read:
    """Read one JSON document: CLINC's lists by split, or NLU-Evaluation's sentences.

    Raises: InputError for any other document.
    """
    del columns  # both formats have names of their own
    document = decoded("".join(lines), lines.name)
    parts = document if isinstance(document, dict) else {}
    if isinstance(parts.get("sentences"), list):
        lacks = "the sentence lacks a text or an intent"
        for number, one in enumerate(parts["sentences"], 1):
            whole = isinstance(one, dict) and "text" in one and "intent" in one
            pair = [one["text"], one["intent"]] if whole else None
            yield _of_pair(pair, f"{lines.name}: sentence {number}", lacks)
    elif parts and all(isinstance(part, list) for part in parts.values()):
        for name, part in parts.items():
            for number, one in enumerate(part, 1):
                pair = one if isinstance(one, list) and len(one) == 2 else None  # noqa: PLR2004 - text and intent
                yield _of_pair(pair, f"{lines.name}: {name} {number}", "what stands here is no pair of text and intent")
    else:
        raise InputError("E136 the JSON is neither that of CLINC nor of NLU-Evaluation", lines.name, _HINT)


def _of_pair(pair: list[Any] | None, where: str, otherwise: str) -> Phrase | InputError:
    if pair is None:
        return InputError(f"E136 {otherwise}", where, _HINT)
    try:
        return _phrase(pair[0], pair[1], where)
    except InputError as flaw:
        return flaw


def _phrase(text: Any, intent: Any, where: str) -> Phrase:
    if not isinstance(text, str) or not (intent is None or isinstance(intent, str)):
        raise InputError("E136 the text and the intent have to be texts", where, _HINT)
    return Phrase(text, intent, where)


_READERS: Final[Mapping[str, Callable[[Lines, Columns], Read]]] = {
    "table": table,
    "lines": json_lines,
    "json": json_document,
    "rasa": lambda lines, columns: rasa(lines),  # noqa: ARG005 - the format has names of its own
}
