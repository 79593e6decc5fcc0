"""Parquet: its rows come as lines, of JSON where a row is a dialog, of a table where it is an utterance."""

from collections.abc import Iterable, Iterator
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec

from botassay.core.errors import InputError
from botassay.core.extras import library
from botassay.io.csv_safe import csv_row

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

ENDING: Final = ".parquet"
EXTRA: Final = "parquet"
DIALOGS: Final = {
    "utterances": "utterances",
    "messages": "messages",
    "conversations": "conversations",
    "conversation": "messages",
}
"""Columns of which a cell is a dialog, the first that is there counts -> the key of JSON lines that holds the same."""
_IDS: Final = ("id", "dialog", "dialog_id", "conversation_id")
"""Columns with the id of a dialog; the first that is there counts."""
_PARTS: Final = frozenset({"role", "from", "text", "value", "content", "speaker", "at"})
"""Fields of an utterance that are read."""
_ROWS: Final = 256
"""Rows at a time."""
_TOGETHER: Final = 32 * 2**20
"""Bytes of texts that are unpacked at a time."""
_GROUP: Final = 2**30
"""Bytes of a column within a group of rows, unpacked."""


def rows_as_lines(raw: BinaryIO, longest: int) -> BufferedReader:
    """Read the rows of a file as lines in UTF-8; columns that are no part of dialogs are not read.

    A column `messages`, `conversations`, `conversation` or `utterances`, a list of objects, makes lines of JSON.
    Otherwise the columns of plain values are the table.

    Args:
        raw: the file.
        longest: bytes of a text, at most.

    Raises: ConfigurationError where pyarrow is missing; while it is read, InputError for a file that is damaged (E172),
        has no such column (E160), or is too large when it is unpacked (E125, E126).
    """
    return BufferedReader(_Stream(_checked(raw, longest)))


class _Stream(RawIOBase):
    """The lines, one behind the other."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        self._rest = self._rest or next(self._lines, b"")
        with memoryview(buffer) as view:
            count = min(len(view), len(self._rest))
            view[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


def _checked(raw: BinaryIO, longest: int) -> Iterator[bytes]:
    pyarrow = library("pyarrow", EXTRA)
    try:
        yield from _lines(library("pyarrow.parquet", EXTRA).ParquetFile(raw), raw, longest)
    except InputError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError, MemoryError) as error:
        raise InputError("E172 the Parquet file is damaged", hint="export it again") from error


def _lines(file: Any, raw: BinaryIO, longest: int) -> Iterator[bytes]:
    schema = file.schema_arrow
    key = next((name for name in DIALOGS if name in schema.names and _holds_dialogs(schema.field(name).type)), None)
    plain = [field.name for field in schema if not _is_nested(field.type)]
    if key is not None:
        names = [name for name in _IDS if name in plain][:1]
        for row in _rows(file, raw, [key, *names], longest):
            yield _dialog(row, key, *(row[name] for name in names))
    elif plain:
        yield _cells(plain)
        yield from (_cells(row[name] for name in plain) for row in _rows(file, raw, plain, longest))
    else:
        raise _no_columns(schema.names)


def _cells(values: Iterable[object]) -> bytes:
    """Return a row of a table as a line."""
    return csv_row("" if value is None else str(value) for value in values).encode("utf-8", "surrogatepass")


def _dialog(row: dict[str, Any], key: str, name: object = None) -> bytes:
    """Return a dialog as a line of JSON."""
    said = [
        {part: value for part, value in each.items() if part in _PARTS and value is not None} if each else each
        for each in row[key] or ()
    ]
    line = {**({} if name is None else {"id": str(name)}), DIALOGS[key]: said}
    return msgspec.json.encode(line) + b"\n"


def _rows(file: Any, raw: BinaryIO, columns: list[str], most: int) -> Iterator[dict[str, Any]]:
    leaves = [file.schema.column(at) for at in range(len(file.schema))]
    texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
    for group in range(file.num_row_groups):
        chunks = (file.metadata.row_group(group).column(at) for at in range(len(leaves)))
        if any(chunk.total_uncompressed_size > _GROUP for chunk in chunks):
            raise InputError("E126 a group of rows unpacks to more than 1 GiB", hint="write smaller groups of rows")
        for batch in _batches(raw, group, columns, texts):
            longest = max(map(_longest, batch.columns), default=0)
            if longest > most:
                raise InputError("E125 a text is longer than 8 MiB", hint="write one text per row, without binary data")
            step = max(1, min(_ROWS, _TOGETHER // max(1, longest)))
            for start in range(0, len(batch), step):
                yield from batch.slice(start, step).to_pylist()


def _batches(raw: BinaryIO, group: int, columns: list[str], texts: list[str]) -> Iterator[Any]:
    """Yield some rows of a group at a time; a text that stands in many of them is unpacked once.

    So few bytes do not become very many. Where pyarrow cannot do that, because texts within lists are stored in two
    ways, the rest of the group is read as it is.
    """
    parquet, done = library("pyarrow.parquet", EXTRA), 0
    settings: dict[str, Any] = {"row_groups": [group], "columns": columns, "use_threads": False}
    try:
        for batch in parquet.ParquetFile(raw, read_dictionary=texts).iter_batches(_ROWS, **settings):
            yield batch
            done += len(batch)
    except library("pyarrow", EXTRA).ArrowNotImplementedError:
        for batch in parquet.ParquetFile(raw).iter_batches(_ROWS, **settings):
            known = min(done, len(batch))
            done -= known
            yield batch.slice(known)


def _longest(column: Any) -> int:
    """Return the bytes of the longest text in a column; what it nests is looked through."""
    types = library("pyarrow.types", EXTRA)
    kind = column.type
    if types.is_dictionary(kind):
        return _longest(column.dictionary)
    if types.is_list(kind) or types.is_large_list(kind):
        return _longest(column.values)
    if types.is_struct(kind):
        return max((_longest(column.field(at)) for at in range(kind.num_fields)), default=0)
    if types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind) or types.is_large_binary(kind):
        compute = library("pyarrow.compute", EXTRA)
        return compute.max(compute.binary_length(column)).as_py() or 0
    return 0


def _holds_dialogs(kind: Any) -> bool:
    types = library("pyarrow.types", EXTRA)
    return bool((types.is_list(kind) or types.is_large_list(kind)) and types.is_struct(kind.value_type))


def _is_nested(kind: Any) -> bool:
    types = library("pyarrow.types", EXTRA)
    return bool(types.is_nested(kind) or types.is_binary(kind) or types.is_large_binary(kind))


def _no_columns(names: list[str]) -> InputError:
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")  # noqa: PLR2004 - enough to recognise the file
    lists = "messages, conversations, conversation or utterances, lists of objects"
    hint = f"it has {shown or 'none'}; dialogs stand in {lists}, or in columns dialog, role, text"
    return InputError("E160 the Parquet file has no columns of dialogs", hint=hint)
