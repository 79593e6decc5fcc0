"""Where option lists come from: JSON lines, CSV, or the menus of dialogs in files and runs."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from botassay.core.errors import InputError, UsageError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.corpora import Tally
    from botassay.io.lines import LineBlock, Lines
    from botassay.options.lists import Listed, Lists
    from botassay.options.menus import Menu
    from botassay.options.reading import Track

_ENOUGH: Final = 2**16
"""Characters of the first line that tell what a file holds."""
_HINT: Final = "give JSON lines, CSV with the columns options and correct, or dialogs: see docs/how-to/options.md"


def watched(bar: "Bar", lines: "Lines", what: str) -> "Track":
    """Pass blocks of a file on, and draw how far it is."""
    from botassay.cli.progress import State

    count = 0

    def counted(blocks: "Iterable[LineBlock]") -> "Iterator[LineBlock]":
        nonlocal count
        for block in blocks:
            count = block.before + block.lines
            yield block

    size = None if lines.packed else lines.size
    return lambda blocks: bar.follow(
        "reading", counted(blocks), lambda: State(lines.position, size, count, f"{what}/s")
    )


def opened(file: Path) -> "Lines":
    """Open a file, standard input where it is -.

    Raises: InputError.
    """
    from botassay.io.sources import lines_of, standard_input

    if str(file) == "-":
        return standard_input()
    if not file.is_file():
        raise InputError(f"E173 {file} is no regular file", hint="pipe it in, and give - as the file")
    return lines_of(file)


def read_lists(file: Path, longest: int, *, skip_bad: bool, bar: "Bar") -> "Lists":
    """Read lists from whatever holds them, and count them.

    Raises: InputError for what is no list, and where there is none with a known correct answer.
    """
    from botassay.options.lists import Lists
    from botassay.options.reading import collect, keep

    kind, lines = _look(file)
    if lines and kind == "jsonl":
        lists = collect(lines, longest, skip_bad=skip_bad, track=watched(bar, lines, "lists"))
    else:
        lists = Lists()
        for row in _rows(file, kind, lines, longest, skip_bad=skip_bad, bar=bar):
            keep(row, lists, skip_bad=skip_bad)
    if not lists.counts:
        raise _nothing(file, kind, lists)
    return lists


def _nothing(file: Path, kind: str, lists: "Lists") -> InputError:
    if kind == "dialogs":
        what = f"of {lists.unknown:,} menus nobody knows what was right" if lists.unknown else "the bot showed no menus"
        return InputError(f"E100 {what}", str(file), "an utterance of the bot holds its menu as options")
    found = f"no known correct answer in {many(lists.unknown, 'list', 'lists')}" if lists.unknown else "no lists"
    return InputError(f"E100 {found}", str(file), _HINT)


def rows_of(file: Path, longest: int, *, skip_bad: bool, bar: "Bar") -> "Iterator[Listed | InputError]":
    """Give lists one by one, and the error of each row that is none."""
    yield from _rows(file, *_look(file), longest, skip_bad=skip_bad, bar=bar)


def _rows(
    file: Path, kind: str, lines: "Lines | None", longest: int, *, skip_bad: bool, bar: "Bar"
) -> "Iterator[Listed | InputError]":
    from botassay.options.reading import rows, rows_of_table

    if lines is None:
        return _from_dialogs(file, longest, skip_bad=skip_bad, bar=bar)
    return (rows_of_table if kind == "csv" else rows)(lines, longest)


def check_pairable(*files: Path) -> None:
    """Refuse what cannot be compared query by query.

    Raises: UsageError.
    """
    for file in files:
        if str(file) == "-":
            raise UsageError("--compare reads two files", hint="save what comes in as a file first")
        if _look(file)[0] == "dialogs":
            raise UsageError(
                f"{file} holds dialogs: no two of them have the same queries", hint="compare files of lists"
            )


def _look(file: Path) -> "tuple[str, Lines | None]":
    """Tell what a file holds: jsonl or csv, with its lines, or dialogs.

    Raises: InputError for no lists and no dialogs.
    """
    if file.is_dir() or file.name == "run.sqlite":
        return "dialogs", None
    lines = opened(file)
    line, number = lines.first()
    first = line.strip()[:_ENOUGH]
    kind = _kind(first)
    if kind is None:
        what = f"the first line is neither a list nor a header: {first[:80]!r}" if first else "no lists"
        raise InputError(f"E100 {what}", lines.place(number) if first else lines.name, _HINT)
    return kind, None if kind == "dialogs" else lines


def _kind(first: str) -> str | None:
    from botassay.io.table import headers_of
    from botassay.options.reading import is_header

    if first.startswith("{") and '"utterances"' not in first and ('"options"' in first or '"pattern"' in first):
        return "jsonl"
    if any(is_header(header.columns) for header in headers_of(first, folded=True)):
        return "csv"
    if _is_dialogs(first):
        return "dialogs"
    return "jsonl" if first.startswith("{") else None


def _is_dialogs(first: str) -> bool:
    from botassay.plugins.registry import READERS

    return any(READERS.get(name).sniff(first) for name in READERS.names())


def _from_dialogs(file: Path, longest: int, *, skip_bad: bool, bar: "Bar") -> "Iterator[Listed | InputError]":
    from botassay.corpora import open_corpus
    from botassay.grading.sources import open_source
    from botassay.options.lists import Excess
    from botassay.options.menus import menus

    folder = file.parent if file.name == "run.sqlite" else file
    journal = (folder / "run.sqlite").is_file()
    source = open_source(folder if journal else open_corpus(file, skip_bad=skip_bad))
    excess = Excess(longest)
    reading = source.read()
    for dialog in bar.dialogs("reading", reading):
        for menu in menus(dialog):
            if menu.flaw:
                yield menu.flaw
                continue
            yield excess.kept(_menu(menu), f"{file}: dialog {menu.dialog}, utterance {menu.place}")
    excess.settle()
    _say_what_was_left_out(reading.tally)


def _say_what_was_left_out(tally: "Tally") -> None:
    import click

    from botassay.report.inert import visible

    if tally.skipped_files:
        names = ", ".join(visible(name) for name in tally.skipped_files[:5])
        more = "" if len(tally.skipped_files) <= 5 else ", …"  # noqa: PLR2004 - as many as are named
        click.echo(
            f"botassay: no dialogs in {many(len(tally.skipped_files), 'file', 'files')}: {names}{more}", err=True
        )
    if tally.bad_dialogs:
        click.echo(f"botassay: left out: {many(tally.bad_dialogs, 'dialog', 'dialogs')} with a bad row", err=True)


def _menu(menu: "Menu") -> "Listed":
    from botassay.options.lists import Line, Listed

    chosen = menu.options[menu.rank - 1] if menu.rank else None
    return Listed(menu.shape, chosen, Line(options=menu.options, correct=chosen), len(menu.options))
