"""Why a file holds no dialogs, guessed from its beginning."""

from collections.abc import Sequence
from json import JSONDecoder
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError
from botassay.corpora.column_mapping import NEEDED, ColumnMapping
from botassay.corpora.insuranceqa import LAYOUTS
from botassay.io.lines import BOM, packed_errors, packing_of, unpacked
from botassay.io.missing import beside
from botassay.io.sources import SourceFile
from botassay.io.table import DELIMITERS, cut

_COLUMNS: Final = "a table of dialogs has the columns dialog, role and text, separated by commas, semicolons or tabs"
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"
_FIRST_LINE: Final = (
    'a line is like {"id": "d1", "utterances": [{"role": "user", "text": "…"}, {"role": "bot", "text": "…"}]}'
)
_RUN_FILES: Final = ("run.sqlite", "rating.json")
"""Files by which the folder of a run is known."""
_QUOTED: Final = 30
"""Bytes of a file that a message quotes."""
_KEYS: Final = 8
"""Keys of an object that a message quotes."""
_LOOKED_AT: Final = 4096
"""Bytes of the file's beginning."""


def why_none(
    path: Path,
    files: Sequence[SourceFile],
    format: str | None,  # noqa: A002 - the option's name
    known: Sequence[str],
    mapping: ColumnMapping,
) -> InputError:
    """Return the error for a corpus without dialogs; for one file, with the likely reason."""
    fault = _fault(path, files[0], format, mapping) if len(files) == 1 else None
    if fault is not None:
        return fault
    asked = f"in the format {format}" if format else "in any known format"
    log = "such a log has lines like [03:10] <name> text" if format == "irc-log" else None
    formats = f"docs/how-to/files.md shows the {len(known)} formats that are read"
    hint = "; ".join(filter(None, (_hint(path, files), log, formats)))
    return InputError(f"E100 {path} holds no dialogs {asked}", hint=hint)


def _fault(path: Path, file: SourceFile, format: str | None, mapping: ColumnMapping) -> InputError | None:  # noqa: A002
    """Return what is surely wrong with the only file of a corpus; None where that is not known."""
    if not _beginning(file).strip(_BLANK):
        return InputError("E100 the file is empty", str(path), f"{_FIRST_LINE}; see docs/how-to/files.md")
    if other := _no_text(file.path):
        return InputError(other[0], str(path), other[1])
    if format in (None, "csv") and (lacking := _header(file, mapping)):
        return InputError(f"E142 {lacking[0]}", f"{path}:{lacking[1]}", lacking[2])
    return None


def _hint(path: Path, files: Sequence[SourceFile]) -> str | None:
    """Return a guess at why there are no dialogs in files, or where they may be; None without one."""
    hint = next(filter(None, map(_alone, files)), None)
    if hint is None and len(files) == 1:
        hint = _guess(files[0])
    return beside(path, _RUN_FILES) if hint is None and path.is_dir() else hint


def _alone(file: SourceFile) -> str | None:
    """Return a hint on the file that is missing beside one that is part of a bundle."""
    stem, log, _ = file.bare.partition(".ascii.txt")
    if log:
        return f"an IRC log needs {stem}.annotation.txt beside it, which is missing"
    if file.bare.lower().startswith(("insuranceqa.", "question.", "answers.label")):
        return LAYOUTS
    return None


_KINDS: Final = {
    b"PAR1": ("E160 a Parquet file without the ending .parquet", "rename it to end with .parquet"),
    b"PK\x03\x04": ("E170 ZIP archives are not supported", "unpack it and give the folder"),
    b"\x28\xb5\x2f\xfd": ("E170 a Zstandard archive without the ending .zst", "rename it to end with .zst"),
    b"BZh": ("E170 bzip2 archives are not supported", "unpack it, or compress it as .gz"),
    b"\xfd7zXZ": ("E170 XZ archives are not supported", "unpack it, or compress it as .gz"),
    b"\x1f\x8b": ("E170 a gzip archive without the ending .gz", "rename it to end with .gz"),
    b"\xff\xfe": ("E110 the file is UTF-16 or UTF-32", "save it as UTF-8"),
    b"\xfe\xff": ("E110 the file is UTF-16", "save it as UTF-8"),
    b"\0\0\xfe\xff": ("E110 the file is UTF-32", "save it as UTF-8"),
}
"""First bytes of files that are not text, their kind, and what to do."""
_EVERY_OTHER: Final = 0.4
"""Share of NUL bytes from which a text is taken for UTF-16 or UTF-32."""


def _no_text(file: Path) -> tuple[str, str] | None:
    """Return the kind of a file that is not UTF-8 text, and what to do; None for text."""
    with file.open("rb") as stream:
        beginning = stream.read(_LOOKED_AT)
    known = next((problem for mark, problem in _KINDS.items() if beginning.startswith(mark)), None)
    if known is None and _is_wide(beginning):
        return "E110 the file is UTF-16 or UTF-32", "save it as UTF-8"
    return None if packing_of(file.name) else known


def _is_wide(beginning: bytes) -> bool:
    """Return whether characters take two or four bytes: many bytes are NUL then, but at one place of four none is.

    In a program, NUL may stand at any of the four places.
    """
    never = any(beginning[at::4].count(0) == 0 for at in range(4))
    return never and beginning.count(0) > _EVERY_OTHER * len(beginning)


def _beginning(file: SourceFile) -> bytes:
    """Return the first bytes of a text, unpacked."""
    with packed_errors(str(file.path)), file.raw() as raw:
        return unpacked(raw, packed=file.packed).read(_LOOKED_AT)


def _guess(file: SourceFile) -> str | None:
    beginning = _beginning(file)
    if beginning.startswith(b"%PDF"):
        return "it is a PDF; export the conversations as JSON lines or CSV"
    if file.bare.lower().endswith((".json", ".jsonl")) and (fault := _not_json(beginning)):
        return fault
    if keys := _keys(beginning):
        return f"its first object has the keys {', '.join(keys)}"
    return None if ColumnMapping().names(_columns(beginning)) is None else "the file has a header but no rows"


def _keys(beginning: bytes) -> list[str]:
    """Return keys of the object that a file begins with; none where its end is not in sight."""
    try:
        first, _ = JSONDecoder().raw_decode(beginning.decode("utf-8", "replace").strip("\ufeff \t\r\n["))
    except (ValueError, RecursionError):
        return []
    return [key[:_QUOTED] for key in first][:_KEYS] if isinstance(first, dict) else []


def _not_json(beginning: bytes) -> str | None:
    """Return how a file begins that is called JSON and cannot be; None for one that may be."""
    text = beginning.strip(_BLANK)
    if text[:1] in (b"{", b"["):
        return None
    line = text.partition(b"\n")[0][:_QUOTED].decode("utf-8", "replace").strip()
    return f"it is not JSON: it begins with {line!r}"


def _header(file: SourceFile, mapping: ColumnMapping) -> tuple[str, int, str] | None:
    """Return the columns that a table of dialogs lacks, their line, and what to do; None for other files."""
    beginning = _beginning(file)
    columns = _columns(beginning)
    line = 1 + beginning[: len(beginning) - len(beginning.lstrip())].count(b"\n")
    if not any(columns):
        return None
    if len(columns) == 1:
        text = columns[0]
        apart = all(name in text for name in NEEDED) and "{" not in text
        return ("the header is not split into columns", line, _COLUMNS) if apart else None
    lacking = mapping.lacking(columns)
    named = file.bare.lower().endswith((".csv", ".tsv")) or (
        file.packed == ".parquet" and not beginning.startswith(b"{")
    )
    is_table = named or mapping.columns or mapping.is_near(columns)
    if lacking is None or not is_table:
        return None
    return lacking[0], line, f"{lacking[1]}; {_COLUMNS}"


def _columns(beginning: bytes) -> list[str]:
    """Cut the first line into the columns of a table, as if it were the header of one."""
    header = beginning.removeprefix(BOM).lstrip().partition(b"\n")[0].decode("utf-8", "replace")
    return max(([name.strip().lower() for name in cut(header, mark)] for mark in DELIMITERS), key=len)
