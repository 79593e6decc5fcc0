"""Where option lists come from: JSON lines, CSV, or the menus of dialogs in files and runs."""

import gzip
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from botassay.errors import InputError, UsageError

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.corpora import Tally
    from botassay.corpora.rows import Row
    from botassay.options.lists import Listed, Lists
    from botassay.options.menus import Menu
    from botassay.options.reading import Block

CELL: Final = "|"
"""Stands between the options of a CSV cell."""
_PEEK: Final = 2**16
_HINT: Final = "give JSON lines, CSV with the columns options and correct, or dialogs: see docs/how-to/options.md"


@dataclass(slots=True)
class Blocks:
    """Passes blocks of a file on, and draws how far it is."""

    bar: "Bar"
    what: str
    size: int | None
    read: int = 0
    lines: int = 0

    def __call__(self, blocks: "Iterable[Block]") -> "Iterable[Block]":
        """Pass them on."""
        from botassay.cli.progress import State

        note = f"{self.what}/s"
        return self.bar.follow("reading", self._counted(blocks), lambda: State(self.read, self.size, self.lines, note))

    def _counted(self, blocks: "Iterable[Block]") -> "Iterator[Block]":
        for block in blocks:
            self.read += len(block.data)
            self.lines = block.before + block.lines
            yield block


def read_lists(file: Path, longest: int, *, skip_bad: bool, bar: "Bar") -> "Lists":
    """Read lists from whatever holds them, and count them.

    Raises: InputError for what is no list, and where there is none with a known correct answer.
    """
    from botassay.options.lists import Lists
    from botassay.options.reading import collect, keep

    if _kind(file) == "jsonl":
        with stream_of(file) as stream:
            lists = collect(stream, str(file), longest, skip_bad=skip_bad, track=Blocks(bar, "lists", size_of(file)))
    else:
        lists = Lists()
        for row in rows_of(file, longest, skip_bad=skip_bad, bar=bar):
            keep(row, lists, skip_bad=skip_bad)
    if not lists.counts:
        raise _nothing(file, lists)
    return lists


def _nothing(file: Path, lists: "Lists") -> InputError:
    if _kind(file) == "dialogs":
        what = f"of {lists.unknown:,} menus nobody knows what was right" if lists.unknown else "the bot showed no menus"
        return InputError(f"E100 {what}", str(file), "an utterance of the bot holds its menu as options")
    found = f"none of the {lists.unknown:,} lists has a known correct answer" if lists.unknown else "no lists"
    return InputError(f"E100 {found}", str(file), _HINT)


def rows_of(file: Path, longest: int, *, skip_bad: bool, bar: "Bar") -> "Iterator[Listed | InputError]":
    """Give lists one by one, and the error of each row that is none."""
    from botassay.options.reading import rows

    kind = _kind(file)
    if kind == "dialogs":
        yield from _from_dialogs(file, longest, skip_bad=skip_bad, bar=bar)
    elif kind == "csv":
        yield from _from_table(file, longest)
    else:
        with stream_of(file) as stream:
            yield from rows(stream, str(file), longest)


def check_pairable(*files: Path) -> None:
    """Refuse what cannot be compared query by query.

    Raises: UsageError.
    """
    for file in files:
        if str(file) == "-":
            raise UsageError("--compare reads two files", hint="save what comes in as a file first")
        if _kind(file) == "dialogs":
            raise UsageError(
                f"{file} holds dialogs: no two of them have the same queries", hint="compare files of lists"
            )


def stream_of(file: Path) -> AbstractContextManager[Any]:
    """Open a file, standard input where it is -; .gz is unpacked.

    Raises: InputError.
    """
    if str(file) == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return gzip.open(file) if file.suffix == ".gz" else file.open("rb")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", str(file)) from error


def size_of(file: Path) -> int | None:
    """Give the bytes that will be read, where that is known."""
    return file.stat().st_size if file.is_file() and file.suffix != ".gz" else None


def _kind(file: Path) -> str:
    """Tell what a file holds by its first line: jsonl, csv (both of lists), or dialogs.

    Raises: InputError for none of them.
    """
    if file.is_dir() or file.name == "run.sqlite":
        return "dialogs"
    if str(file) != "-" and not file.is_file():
        raise InputError(f"{file} is no regular file", hint="pipe it in, and give - as the file")
    first = _first_line(file)
    if first.startswith("{") and '"utterances"' not in first and ('"options"' in first or '"pattern"' in first):
        return "jsonl"
    if _header(first):
        return "csv"
    if _is_dialogs(first):
        return "dialogs"
    if first.startswith("{"):
        return "jsonl"
    what = f"the first line is neither a list nor a header: {first[:80]!r}" if first else "no lists"
    raise InputError(f"E100 {what}", str(file), _HINT)


def _first_line(file: Path) -> str:
    from botassay.corpora.files import shown

    try:
        with stream_of(file) as stream:
            beginning: bytes = stream.peek(_PEEK)
            while not beginning.strip() and (line := stream.readline()):  # blank lines, however many
                beginning = line
    except (OSError, EOFError) as error:
        raise InputError(f"cannot be read: {error}", shown(str(file))) from error
    text = beginning.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape").lstrip()
    return text.split("\n", 1)[0].rstrip("\r")


def _is_dialogs(first: str) -> bool:
    from botassay.registry import READERS

    return any(READERS.get(name).sniff(first) for name in READERS.names())


def _from_dialogs(file: Path, longest: int, *, skip_bad: bool, bar: "Bar") -> "Iterator[Listed]":
    from botassay.assess.sources import open_source
    from botassay.corpora import open_corpus
    from botassay.options.lists import Excess
    from botassay.options.menus import menus

    folder = file.parent if file.name == "run.sqlite" else file
    journal = (folder / "run.sqlite").is_file()
    source = open_source(folder if journal else open_corpus(file, skip_bad=skip_bad))
    excess = Excess(longest)
    reading = source.read()
    for dialog in bar.dialogs("reading", reading):
        for menu in menus(dialog):
            row = _menu(menu)
            place = f"{file}: dialog {menu.dialog}, utterance {menu.place}"
            yield row._replace(shape=None) if excess.see(row.length, place) else row
    excess.settle()
    _say_what_was_left_out(reading.tally)


def _say_what_was_left_out(tally: "Tally") -> None:
    import click

    from botassay.report.inert import visible

    if tally.skipped_files:
        names = ", ".join(visible(name) for name in tally.skipped_files[:5])
        more = "" if len(tally.skipped_files) <= 5 else ", …"  # noqa: PLR2004 - as many as are named
        click.echo(f"botassay: {len(tally.skipped_files):,} files hold no dialogs: {names}{more}", err=True)
    if tally.bad_dialogs:
        click.echo(f"botassay: {tally.bad_dialogs:,} dialogs with a bad row were left out", err=True)


def _menu(menu: "Menu") -> "Listed":
    from botassay.options.lists import Line, Listed

    chosen = menu.options[menu.rank - 1] if menu.rank else None
    return Listed(menu.shape, chosen, Line(options=menu.options, correct=chosen), len(menu.options))


def _from_table(file: Path, longest: int) -> "Iterator[Listed | InputError]":
    from botassay.corpora.files import lines_of, standard_input
    from botassay.corpora.rows import Rows
    from botassay.options.lists import Excess, ListError

    lines = standard_input() if str(file) == "-" else lines_of(file)
    flow = iter(lines)
    above = []
    for line in flow:
        above.append("\n")  # so that rows keep their numbers
        if not line.isspace():
            break
    header = _header(line.strip())
    if header is None:
        raise InputError("E142 the header lacks a column", f"{file}:{len(above)}", _HINT)
    columns, delimiter = header
    excess = Excess(longest)
    for row in Rows(_chained(above, flow), columns, delimiter):
        place = f"{file}:{row.line}"
        try:
            listed = _from_row(row)
        except ListError as flaw:
            yield flaw.at(place)
            continue
        yield listed._replace(shape=None) if excess.see(listed.length, place) else listed
    excess.settle()


def _chained(above: list[str], below: Iterator[str]) -> Iterator[str]:
    yield from above
    yield from below


def _header(line: str) -> tuple[list[str], str] | None:
    from botassay.corpora.rows import DELIMITERS, cut

    for delimiter in DELIMITERS:
        columns = [name.strip().lower() for name in cut(line, delimiter)]
        if "pattern" in columns or {"options", "correct"} <= set(columns):
            return columns, delimiter
    return None


def _from_row(row: "Row") -> "Listed":
    from botassay.corpora.files import undecodable
    from botassay.options.lists import Line, ListError, listed

    if row.flaw:
        raise ListError(row.flaw.code, row.flaw.text, row.flaw.hint)
    if any(undecodable(cell) for cell in row.fields):
        raise ListError("E111", "the row is not UTF-8", "save the file as UTF-8")
    cells = row.cells
    line = Line(intent=cells.get("intent") or None, id=cells.get("id") or None)
    if cells.get("pattern"):
        line.pattern = cells["pattern"].strip()
    else:
        line.options, line.correct = _cut(cells.get("options", "")), _cut(cells.get("correct", ""))
    return listed(line)


def _cut(cell: str) -> tuple[str, ...]:
    return tuple(text.strip() for text in cell.split(CELL)) if cell.strip() else ()
