"""Where option lists come from: JSON lines, CSV, or the menus of dialogs in files and runs."""

import gzip
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from botassay.core.dialog import Dialog
from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress, Progress
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.corpora.rows import Row
    from botassay.options.lists import Listed, Lists
    from botassay.options.menus import Menu
    from botassay.options.reading import Block, Track

OpenDialogs = Callable[[Path], Iterable[Dialog]]
"""Reads the dialogs of a file, a folder or a run."""
CELL: Final = "|"
"""Stands between the options of a CSV cell."""
_ENOUGH: Final = 2**16
"""Characters of the first line that tell what a file holds."""
_HINT: Final = "give JSON lines, CSV with the columns options and correct, or dialogs: see docs/how-to/options.md"


def watched(on_progress: OnProgress | None, unit: str, size: int | None) -> "Track":
    """Pass blocks of a file on, and report how far it is."""

    def track(blocks: "Iterable[Block]") -> "Iterator[Block]":
        read = 0
        for block in blocks:
            yield block
            read += len(block.data)
            if on_progress:
                share = min(1.0, read / size) if size else None
                on_progress(Progress("reading", block.before + block.lines, None, unit, share=share))

    return track


def read_lists(
    file: Path, longest: int, open_dialogs: OpenDialogs, *, skip_bad: bool, on_progress: OnProgress | None = None
) -> "Lists":
    """Read lists from whatever holds them, and count them.

    Args:
        file: JSON lines, CSV, dialogs, a run; - is standard input.
        longest: how long a list may be.
        open_dialogs: reads the dialogs of a file, a folder or a run.
        skip_bad: leave out and count rows that are no lists, instead of stopping.
        on_progress: is told how far it is.

    Raises: InputError for what is no list, and where there is none with a known correct answer.
    """
    from botassay.options.lists import Lists
    from botassay.options.reading import collect, keep

    look = _look(file)
    if look.kind == "jsonl":
        with stream_of(file, look.taken) as stream:
            lists = collect(
                stream, str(file), longest, skip_bad=skip_bad, track=watched(on_progress, "lists", size_of(file))
            )
    else:
        lists = Lists()
        for row in _rows(file, look, longest, open_dialogs):
            keep(row, lists, skip_bad=skip_bad)
    if not lists.counts:
        raise _nothing(file, look.kind, lists)
    return lists


def _nothing(file: Path, kind: str, lists: "Lists") -> InputError:
    if kind == "dialogs":
        what = f"of {lists.unknown:,} menus nobody knows what was right" if lists.unknown else "the bot showed no menus"
        return InputError(f"E100 {what}", str(file), "an utterance of the bot holds its menu as options")
    found = f"no known correct answer in {many(lists.unknown, 'list', 'lists')}" if lists.unknown else "no lists"
    return InputError(f"E100 {found}", str(file), _HINT)


def rows_of(file: Path, longest: int, open_dialogs: OpenDialogs) -> "Iterator[Listed | InputError]":
    """Give lists one by one, and the error of each row that is none."""
    yield from _rows(file, _look(file), longest, open_dialogs)


def _rows(file: Path, look: "_Look", longest: int, open_dialogs: OpenDialogs) -> "Iterator[Listed | InputError]":
    from botassay.options.reading import rows

    if look.kind == "dialogs":
        yield from _from_dialogs(open_dialogs(file), str(file), longest)
        return
    with stream_of(file, look.taken) as stream:
        yield from (_from_table if look.kind == "csv" else rows)(stream, str(file), longest)


def check_pairable(*files: Path) -> None:
    """Refuse what cannot be compared query by query.

    Raises: UsageError.
    """
    for file in files:
        if str(file) == "-":
            raise UsageError("--compare reads two files", hint="save what comes in as a file first")
        if _look(file).kind == "dialogs":
            raise UsageError(
                f"{file} holds dialogs: no two of them have the same queries", hint="compare files of lists"
            )


class _Flow:
    """Bytes of a file, first those that somebody looked at before."""

    def __init__(self, stream: BinaryIO, name: str, taken: bytes) -> None:
        self._taken = BytesIO(taken)
        self._stream = stream
        self._name = name

    def read(self, size: int) -> bytes:
        """Give some bytes, none at the end."""
        return self._taken.read(size) or self._guarded(self._stream.read, size)

    def readline(self, size: int) -> bytes:
        """Give one line, or its beginning."""
        return self._taken.readline(size) or self._guarded(self._stream.readline, size)

    def _guarded(self, read: Callable[[int], bytes], size: int) -> bytes:
        try:
            return read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"E172 the archive is broken: {error}", self._name, "compress the file again") from error
        except OSError as error:
            raise InputError(f"E174 cannot be read: {error.strerror or error}", self._name) from error


def stream_of(file: Path, taken: bytes = b"") -> AbstractContextManager[Any]:
    """Open a file, standard input where it is -; .gz is unpacked.

    Args:
        file: what is to be read.
        taken: what was read of it already and comes first.

    Raises: InputError, also later, for what cannot be read and broken archives.
    """
    return _opened(file, taken)


@contextmanager
def _opened(file: Path, taken: bytes) -> Iterator[_Flow]:
    from botassay.corpora.files import shown

    name = shown(str(file))
    if str(file) == "-":
        yield _Flow(sys.stdin.buffer, name, taken)
        return
    with _raw(file, name) as raw:
        yield _Flow(raw, name, taken)


def _raw(file: Path, name: str) -> Any:
    try:
        return gzip.open(file) if file.suffix == ".gz" else file.open("rb")
    except OSError as error:
        raise InputError(f"E174 cannot be read: {error.strerror}", name) from error


def size_of(file: Path) -> int | None:
    """Give the bytes that will be read, where that is known."""
    return file.stat().st_size if file.is_file() and file.suffix != ".gz" else None


@dataclass(frozen=True, slots=True)
class _Look:
    """What the first line of a file tells."""

    kind: str
    """jsonl, csv (both of lists), or dialogs."""
    taken: bytes = b""
    """What was read of standard input to know that."""


def _look(file: Path) -> _Look:
    """Tell what a file holds.

    Raises: InputError for no lists and no dialogs.
    """
    if file.is_dir() or file.name == "run.sqlite":
        return _Look("dialogs")
    if str(file) != "-" and not file.is_file():
        raise InputError(f"E173 {file} is no regular file", hint="pipe it in, and give - as the file")
    line, number = _first_line(file)
    first = line.decode("utf-8", "surrogateescape").strip()[:_ENOUGH]
    kind = _kind(first)
    if kind is None:
        what = f"the first line is neither a list nor a header: {first[:80]!r}" if first else "no lists"
        raise InputError(f"E100 {what}", f"{file}:{number}" if first else str(file), _HINT)
    return _Look(kind, b"\n" * (number - 1) + line if str(file) == "-" else b"")


def _kind(first: str) -> str | None:
    if first.startswith("{") and '"utterances"' not in first and ('"options"' in first or '"pattern"' in first):
        return "jsonl"
    if _header(first):
        return "csv"
    if _is_dialogs(first):
        return "dialogs"
    return "jsonl" if first.startswith("{") else None


def _first_line(file: Path) -> tuple[bytes, int]:
    """Give the first line that is not blank, and its number; no bytes where there is none."""
    from botassay.corpora.files import BOM, LINE_LIMIT

    number = 0
    with stream_of(file) as stream:
        while line := stream.readline(LINE_LIMIT + 1):
            number += 1
            bare = line.removeprefix(BOM) if number == 1 else line
            if bare.strip():
                return bare, number
    return b"", number


def _is_dialogs(first: str) -> bool:
    from botassay.plugins.registry import READERS

    return any(READERS.get(name).sniff(first) for name in READERS.names())


def _from_dialogs(dialogs: Iterable[Dialog], name: str, longest: int) -> "Iterator[Listed | InputError]":
    from botassay.options.lists import Excess
    from botassay.options.menus import menus

    excess = Excess(longest)
    for dialog in dialogs:
        for menu in menus(dialog):
            if menu.flaw:
                yield menu.flaw
                continue
            row = _menu(menu)
            place = f"{name}: dialog {menu.dialog}, utterance {menu.place}"
            yield row._replace(shape=None) if excess.see(row.length, place) else row
    excess.settle()


def _menu(menu: "Menu") -> "Listed":
    from botassay.options.lists import Line, Listed

    chosen = menu.options[menu.rank - 1] if menu.rank else None
    return Listed(menu.shape, chosen, Line(options=menu.options, correct=chosen), len(menu.options))


def _from_table(stream: _Flow, name: str, longest: int) -> "Iterator[Listed | InputError]":
    from botassay.corpora.rows import Rows
    from botassay.options.lists import Excess, ListError

    lines = _lines(stream, name)
    above, first = next((place, line) for place, line in enumerate(lines, 1) if line.strip())
    header = _header(first.strip())
    if header is None:
        raise InputError("E142 the header lacks a column", f"{name}:{above}", _HINT)
    columns, delimiter = header
    below = map(_filled, lines) if len(columns) == 1 else lines
    excess = Excess(longest)
    for row in Rows(chain(repeat("\n", above), below), columns, delimiter):  # so that rows keep their numbers
        place = f"{name}:{row.line}"
        try:
            listed = _from_row(row, longest)
        except ListError as flaw:
            yield flaw.at(place)
            continue
        yield listed._replace(shape=None) if excess.see(listed.length, place) else listed
    excess.settle()


def _lines(stream: _Flow, name: str) -> Iterator[str]:
    from botassay.corpora.files import BOM, LINE_LIMIT
    from botassay.options.reading import too_long

    number = 0
    while line := stream.readline(LINE_LIMIT + 1):
        number += 1
        if len(line) > LINE_LIMIT:
            raise too_long(name, number)
        yield (line.removeprefix(BOM) if number == 1 else line).decode("utf-8", "surrogateescape")


def _filled(line: str) -> str:
    """Keep a quoted empty cell from being taken for a blank row: in a table of patterns it is an empty list."""
    return line.replace('""', '" "') if line.strip() == '""' else line


def _header(line: str) -> tuple[list[str], str] | None:
    from botassay.corpora.rows import DELIMITERS, cut

    for delimiter in DELIMITERS:
        columns = [name.strip().lower() for name in cut(line, delimiter)]
        if "pattern" in columns or {"options", "correct"} <= set(columns):
            return columns, delimiter
    return None


def _from_row(row: "Row", longest: int) -> "Listed":
    from botassay.corpora.files import undecodable
    from botassay.options.lists import Line, ListError, listed

    if row.flaw:
        raise ListError(row.flaw.code, row.flaw.text, row.flaw.hint)
    if any(undecodable(cell) for cell in row.fields):
        raise ListError("E111", "the row is not UTF-8", "save the file as UTF-8")
    cells = row.cells
    line = Line(intent=cells.get("intent") or None, id=cells.get("id") or None)
    pattern, options, correct = (cells.get(name, "").strip() for name in ("pattern", "options", "correct"))
    if pattern or not {"options", "correct"} & cells.keys():
        line.pattern = pattern
    if options or correct or line.pattern is None:
        line.options, line.correct = _cut(options), _cut(correct)
    return listed(line, longest)


def _cut(cell: str) -> tuple[str, ...]:
    return tuple(text.strip() for text in cell.split(CELL)) if cell.strip() else ()
