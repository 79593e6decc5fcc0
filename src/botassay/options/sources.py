"""Reads option lists from JSON lines, CSV, the menus of dialogs in files and runs, or Python."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from botassay.core.dialog import Dialog
from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress, Progress
from botassay.core.text.plural import many
from botassay.io.flaws import FlawError
from botassay.io.lines import FileLines, LineBlock
from botassay.io.sources import lines_of, standard_input
from botassay.io.table import headers_of
from botassay.options.lists import Excess, Listed, ListRow, Lists, Match, listed
from botassay.options.menus import Menu, menus
from botassay.options.reading import Track, add, collect, is_header, rows, rows_of_table
from botassay.plugins.registry import READERS

OptionList: TypeAlias = str | Mapping[str, object]
"""A pattern like `wcw`, or a row as in a file: `{"options": ["pay", "block"], "correct": "block"}`."""
OptionLists: TypeAlias = str | Path | Iterable[OptionList]
"""A file of lists or dialogs, a folder, a run, `-` for standard input; or the lists themselves."""
OpenDialogs: TypeAlias = Callable[[Path], Iterable[Dialog]]
"""Reads the dialogs of a file, a folder or a run."""
_ENOUGH: Final = 2**16
"""Maximum number of characters of the first line that are checked for the format."""
_EXAMPLE: Final = 'use lines like {"options": ["pay", "block"], "correct": "pay"}'
_HINT: Final = "give JSON lines, CSV with the columns options and correct, or dialogs: see docs/how-to/options.md"


def watched(on_progress: OnProgress | None, lines: FileLines, unit: str) -> Track:
    """Return a function that passes the blocks of a file on and reports the progress."""

    def track(blocks: Iterable[LineBlock]) -> Iterator[LineBlock]:
        for block in blocks:
            yield block
            if on_progress:
                share = min(1.0, lines.position / lines.size) if lines.size and not lines.packed else None
                on_progress(Progress("reading", block.before + block.lines, None, unit, share=share))

    return track


def opened(file: Path) -> FileLines:
    """Return the lines of a file, or of standard input for `-`. Raises InputError."""
    if str(file) == "-":
        return standard_input()
    if file.exists() and not file.is_file():
        raise InputError(f"E173 {file} is not a regular file", hint="pipe it into the command, and give - as the file")
    return lines_of(file)


def iterable(given: Any, name: str) -> Iterable[Any]:
    """Return an iterable argument. Raises TypeError for another one."""
    if not isinstance(given, Iterable):
        message = f"{name} must be a file or an iterable of rows, not {type(given).__name__}"
        raise TypeError(message)
    return given


def read_lists(
    source: OptionLists,
    longest: int,
    open_dialogs: OpenDialogs,
    *,
    match: Match = "folded",
    skip_bad: bool,
    on_progress: OnProgress | None = None,
) -> Lists:
    """Return the counts of the lists of a source.

    Args:
        source: the source.
        longest: maximum length of a list.
        open_dialogs: reads dialogs.
        match: how options are compared with the correct answers.
        skip_bad: skip and count invalid rows instead of stopping.
        on_progress: receives the progress.

    Raises: InputError for an invalid row, and if no list has a known correct answer.
    """
    kind, lines = _look(source)
    if lines and kind == "jsonl":
        lists = collect(lines, longest, match=match, skip_bad=skip_bad, track=watched(on_progress, lines, "lists"))
    else:
        lists = Lists()
        for row in _rows(source, "lists", kind, lines, longest, open_dialogs, match):
            add(row, lists, skip_bad=skip_bad)
    if not lists.counts:
        raise _nothing(called(source, "lists"), kind, lists)
    return lists


def called(source: OptionLists, name: str) -> str:
    """Return the name of a source in errors: its path, or the name of the argument."""
    return str(source) if isinstance(source, str | Path) else name


def _nothing(name: str, kind: str, lists: Lists) -> InputError:
    if kind == "dialogs":
        unknown = f"the correct option of {many(lists.unknown, 'menu', 'menus')} is unknown"
        what, hint = "the bot showed no menus", "the options of an utterance are its menu: see docs/how-to/options.md"
    else:
        unknown = f"no known correct answer in {many(lists.unknown, 'list', 'lists')}"
        what, hint = "no lists", _EXAMPLE if kind == "python" else _HINT
    return InputError(f"E100 {unknown if lists.unknown else what}", name, hint)


def rows_of(
    source: OptionLists, name: str, longest: int, open_dialogs: OpenDialogs, match: Match = "folded"
) -> Iterator[Listed | InputError]:
    """Yield the lists of a source, with an error in place of each invalid row; errors call Python rows by `name`."""
    return _rows(source, name, *_look(source), longest, open_dialogs, match)


def _rows(
    source: OptionLists,
    name: str,
    kind: str,
    lines: FileLines | None,
    longest: int,
    open_dialogs: OpenDialogs,
    match: Match,
) -> Iterator[Listed | InputError]:
    if lines:
        return (rows_of_table if kind == "csv" else rows)(lines, longest, match)
    if isinstance(source, str | Path):
        return _from_dialogs(open_dialogs(Path(source)), str(source), longest)
    return _from_python(source, name, longest, match)


def check_pairable(*sources: OptionLists) -> None:
    """Refuse sources that cannot be compared query by query. Raises UsageError."""
    for source in sources:
        if str(source) == "-":
            raise UsageError("--compare cannot read standard input", hint="save it as a file first")
        if _look(source)[0] == "dialogs":
            raise UsageError(
                f"{source} contains dialogs, whose queries cannot be matched", hint="compare files of lists"
            )


def _look(source: OptionLists) -> tuple[str, FileLines | None]:
    """Return the format of a source, `jsonl`, `csv`, `dialogs` or `python`, and the lines of the first two.

    Raises: InputError for any other format.
    """
    if not isinstance(source, str | Path):
        return "python", None
    file = Path(source)
    if file.is_dir() or file.name == "run.sqlite":
        return "dialogs", None
    lines = opened(file)
    line, number = lines.first()
    first = line.strip()[:_ENOUGH]
    kind = _kind(first)
    if kind is None:
        what = f"the first line is neither a list nor a header: {first[:80]!r}" if first else "the file is empty"
        raise InputError(f"E100 {what}", lines.place(number) if first else lines.name, _HINT)
    return kind, None if kind == "dialogs" else lines


def _kind(first: str) -> str | None:
    if first.startswith("{") and '"utterances"' not in first and ('"options"' in first or '"pattern"' in first):
        return "jsonl"
    if any(is_header(header.columns) for header in headers_of(first, folded=True)):
        return "csv"
    if any(READERS.get(name).sniff(first) for name in READERS.names()):
        return "dialogs"
    return "jsonl" if first.startswith("{") else None


def _from_python(lists: Iterable[OptionList], name: str, longest: int, match: Match) -> Iterator[Listed | InputError]:
    excess = Excess(longest)
    for number, row in enumerate(iterable(lists, name), 1):
        place = f"{name}:{number}"
        try:
            yield excess.limited(listed(_line(row), longest, match), place)
        except FlawError as flaw:
            yield flaw.at(place, skippable=True)
    excess.check()


def _line(row: OptionList) -> ListRow:
    if isinstance(row, str):
        return ListRow(pattern=row)
    try:
        return msgspec.convert(dict(row), ListRow)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise FlawError("E136", str(error), _EXAMPLE) from error


def _from_dialogs(dialogs: Iterable[Dialog], name: str, longest: int) -> Iterator[Listed | InputError]:
    excess = Excess(longest)
    for dialog in dialogs:
        for menu in menus(dialog):
            if menu.flaw:
                yield menu.flaw
                continue
            yield excess.limited(_menu(menu), f"{name}: dialog {menu.dialog}, utterance {menu.place}")
    excess.check()


def _menu(menu: Menu) -> Listed:
    chosen = menu.options[menu.rank - 1] if menu.rank else None
    return Listed(menu.shape, chosen, ListRow(options=menu.options, correct=chosen), len(menu.options))
