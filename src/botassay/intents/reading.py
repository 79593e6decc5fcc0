"""Labelled phrases out of files: CSV, TSV, JSON lines, Rasa NLU YAML, CLINC and NLU-Evaluation JSON."""

import re
from collections.abc import Callable, Mapping, Sequence
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
    "csv": "table", "tsv": "table", "jsonl": "lines", "ndjson": "lines", "json": "json", "yml": "rasa", "yaml": "rasa",
}  # fmt: skip
_USUAL: Final = {
    "text": frozenset("utterance message phrase question query sentence example".split()),
    "intent": frozenset("label category class topic tag".split()),
}
"""What other tables call the columns."""
LOG: Final = getLogger("botassay")
_BYTE: Final = re.compile(r"\(byte (\d+)\)")
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
) -> SoundPhrases:
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
        raise InputError(
            f"E170 the ending of {file.name!r} tells no format",
            str(file),
            f"save it with one of these: {known}; from a spreadsheet, as CSV in UTF-8",
        )
    return ENDINGS[ending]


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def table(lines: FileLines, columns: Columns) -> Read:
    """Read a table with a header, by commas, semicolons or tabs."""
    hint = "begin the file with a line text,intent; or name your columns with --text-column and --intent-column"
    rows = read_table(lines, columns, hint, aliases=_USUAL if columns == NAMES else {})
    if rows.renamed:
        taken = ", ".join(f"{theirs} as {ours}" for theirs, ours in rows.renamed.items())
        LOG.info("%s: read %s", lines.name, taken)
    for row in rows.every:
        if isinstance(row, InputError):
            yield row
        else:
            yield Phrase(row.by_column[columns.text], row.by_column[columns.intent], row.where)


def is_header(columns: Sequence[str]) -> bool:
    """Whether a table with these columns holds phrases.

    >>> is_header(["text", "intent"]), is_header(["utterance", "label", "id"]), is_header(["utterance", "label", "tag"])
    (True, True, False)
    """
    return not match_columns(columns, NAMES, _USUAL)[1]


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def json_lines(lines: FileLines, columns: Columns) -> Read:
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


def decoded(text: str, where: str, *, whole: bool = False) -> Any:
    """Decode JSON.

    Args:
        text: the JSON.
        where: the line that it stands in, or the file.
        whole: it is all of the file, and what is wrong has a line in it.

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
        place = f"{where}:{line_of_fault(error, text.encode())}" if whole else where
        raise InputError(f"E120 what stands here is no JSON: {what}", place, _HINT) from error


def line_of_fault(error: msgspec.DecodeError, data: bytes) -> int:
    r"""Say in which line a decoder gave up: it names the byte, and none where the data end too early.

    >>> line_of_fault(msgspec.DecodeError("JSON is malformed: invalid character (byte 3)"), b"{\n\n!")
    3
    """
    byte = _BYTE.search(str(error))
    return 1 + (data[: int(byte[1])] if byte else data.rstrip()).count(b"\n")


def json_document(lines: FileLines, columns: Columns) -> Read:
    """Read one JSON document: CLINC's lists by split, or NLU-Evaluation's sentences.

    Raises: InputError for any other document.
    """
    del columns  # both formats have names of their own
    document = decoded("".join(lines), lines.name, whole=True)
    parts = document if isinstance(document, dict) else {}
    if isinstance(parts.get("sentences"), list):
        lacks = "the sentence lacks a text or an intent"
        for number, item in enumerate(parts["sentences"], 1):
            whole = isinstance(item, dict) and "text" in item and "intent" in item
            pair = [item["text"], item["intent"]] if whole else None
            yield _of_pair(pair, f"{lines.name}: sentence {number}", lacks)
    elif parts and all(isinstance(part, list) for part in parts.values()):
        for name, part in parts.items():
            for number, item in enumerate(part, 1):
                pair = item if isinstance(item, list) and len(item) == 2 else None  # noqa: PLR2004 - text and intent
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


_READERS: Final[Mapping[str, Callable[[FileLines, Columns], Read]]] = {
    "table": table,
    "lines": json_lines,
    "json": json_document,
    "rasa": lambda lines, columns: rasa(lines),  # noqa: ARG005 - the format has names of its own
}
