"""Labelled phrases out of files: CSV, TSV, JSON lines, Rasa NLU YAML, CLINC and NLU-Evaluation JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from botassay.corpora.files import Lines, lines_of, undecodable
from botassay.corpora.rows import DELIMITERS, Rows, cut
from botassay.errors import InputError
from botassay.intents.phrases import Phrase, sound
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
    lines = lines_of(file)
    read = _READERS[kind_of(file)](lines, columns)
    return sound(read, lines.name, none_label)


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


def table(lines: Lines, columns: Columns) -> Iterator[Phrase]:
    """Read a table with a header, by commas, semicolons or tabs."""
    for cells, where in cells_of(lines, columns):
        yield Phrase(cells[columns.text], cells[columns.intent], where)


def cells_of(lines: Lines, needed: Iterable[str]) -> Iterator[tuple[Mapping[str, str], str]]:
    """Give the cells of each row of a table, by column, and the place of the row.

    Raises: InputError for a header that lacks a needed column or names it twice, and at the first row that is ragged,
        has an unclosed quote, or is not UTF-8.
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
            raise InputError(f"{row.flaw.code} {row.flaw.text}", where, row.flaw.hint)
        if any(map(undecodable, row.fields)):
            raise InputError("E111 the row is not UTF-8", where, "save the file as UTF-8")
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


def json_lines(lines: Lines, columns: Columns) -> Iterator[Phrase]:
    """Read JSON lines; an intent null says that the phrase belongs to none."""
    for line in lines:
        if line.isspace():
            continue
        where = lines.place()
        row = decoded(line, where)
        if not isinstance(row, dict) or columns.text not in row or columns.intent not in row:
            hint = f'write {{"{columns.text}": "…", "{columns.intent}": "…"}} on each line'
            raise InputError(f"E136 the line lacks {columns.text!r} or {columns.intent!r}", where, hint)
        yield _phrase(row[columns.text], row[columns.intent], where)


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


def json_document(lines: Lines, columns: Columns) -> Iterator[Phrase]:
    """Read one JSON document: CLINC's lists by split, or NLU-Evaluation's sentences."""
    del columns  # both formats have names of their own
    document = decoded("".join(lines), lines.name)
    if isinstance(document, dict) and isinstance(document.get("sentences"), list):
        for number, one in enumerate(document["sentences"], 1):
            where = f"{lines.name}: sentence {number}"
            if not isinstance(one, dict) or "text" not in one or "intent" not in one:
                raise InputError("E136 the sentence lacks a text or an intent", where, _HINT)
            yield _phrase(one["text"], one["intent"], where)
    elif isinstance(document, dict) and document and all(isinstance(part, list) for part in document.values()):
        for name, part in document.items():
            for number, one in enumerate(part, 1):
                where = f"{lines.name}: {name} {number}"
                if not isinstance(one, list) or len(one) != 2:  # noqa: PLR2004 - text and intent
                    raise InputError("E136 what stands here is no pair of text and intent", where, _HINT)
                yield _phrase(one[0], one[1], where)
    else:
        raise InputError("E136 the JSON is neither that of CLINC nor of NLU-Evaluation", lines.name, _HINT)


def _phrase(text: Any, intent: Any, where: str) -> Phrase:
    if not isinstance(text, str) or not (intent is None or isinstance(intent, str)):
        raise InputError("E136 the text and the intent have to be texts", where, _HINT)
    return Phrase(text, intent, where)


_READERS: Final[Mapping[str, Callable[[Lines, Columns], Iterable[Phrase]]]] = {
    "table": table,
    "lines": json_lines,
    "json": json_document,
    "rasa": lambda lines, columns: rasa(lines),  # noqa: ARG005 - the format has names of its own
}
