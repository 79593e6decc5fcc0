"""Reads option lists from JSON lines, a million a second in constant memory, and from tables.

The lines of a block are decoded together, and lists with one correct answer are counted as arrays. If a block has
anything unusual, it is read again line by line, so that errors name the line.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
import numpy as np

from botassay.core.errors import InputError
from botassay.io.flaws import FlawError
from botassay.io.jsonl import objects_in
from botassay.io.lines import FileLines, LineBlock, undecodable
from botassay.io.table import TableRow, TableRows, first_line, flow_of, headers_of
from botassay.options.lists import Excess, Listed, ListRow, Lists, Match, fold, listed
from botassay.options.shape import Shape

Row = TypeVar("Row")

BLOCK: Final = 2**16
"""Bytes per block: the decoded lines still fit into the processor's cache."""
CELL: Final = "|"
"""The separator of options in a CSV cell."""
_SHAPE: Final = '{"options": ["pay", "block"], "correct": "pay"}'
_ORDINARY: Final = 32
"""Maximum number of options of an ordinary list; menus are far shorter."""
_CELLS: Final = 2_000_000
"""Maximum number of counts by name, to bound memory."""


class _Ordinary(msgspec.Struct, gc=False):
    """An ordinary row; rows with other fields of `ListRow` do not decode as one."""

    options: tuple[str, ...]
    correct: Annotated[str, msgspec.Meta(min_length=1)]
    pattern: None = None
    intent: None = None


_decode = msgspec.json.Decoder(ListRow).decode
_decode_lines = msgspec.json.Decoder(ListRow).decode_lines
_decode_ordinary = msgspec.json.Decoder(_Ordinary).decode_lines


Track = Callable[[Iterable[LineBlock]], Iterable[LineBlock]]
"""Passes blocks on and reports the progress."""


def rows(lines: FileLines, longest: int, match: Match = "folded") -> Iterator[Listed | InputError]:
    """Yield the lists of JSON lines, with an error in place of each invalid line; blank lines are skipped.

    Args:
        lines: the file.
        longest: maximum length of a list.
        match: how options are compared with the correct answers.

    Raises: InputError at the end if a list is longer.
    """
    excess = Excess(longest)
    for block in lines.blocks(BLOCK):
        yield from _one_by_one(block, lines, excess, match)
    excess.check()


def rows_of_table(lines: FileLines, longest: int, match: Match = "folded") -> Iterator[Listed | InputError]:
    """Yield the lists of a table like `rows`; its columns are `options` and `correct`, or `pattern`.

    Raises: InputError for a header without them, and at the end if a list is longer.
    """
    above, line, below = first_line(flow_of(lines))
    header = next((header for header in headers_of(line, folded=True) if is_header(header.columns)), None)
    if header is None:
        hint = "name the columns options and correct, or pattern"
        raise InputError("E142 the header lacks the columns of option lists", lines.place(above), hint)
    excess = Excess(longest)
    for row in TableRows(header, below, above, lines.place, keep_empty=True).rows:
        place = lines.place(row.line)
        try:
            yield excess.limited(_of_row(row, longest, match), place)
        except FlawError as flaw:
            yield flaw.at(place, skippable=True)
    excess.check()


def is_header(columns: Iterable[str]) -> bool:
    """Return whether a table with these columns holds lists."""
    return "pattern" in columns or {"options", "correct"} <= {*columns}


def _of_row(row: TableRow, longest: int, match: Match) -> Listed:
    if row.flaw:
        raise row.flaw
    if any(map(undecodable, row.fields)):
        raise FlawError("E111", "the row is not UTF-8", "save the file as UTF-8")
    cells = row.cells
    line = ListRow(intent=cells.get("intent") or None, id=cells.get("id") or None)
    pattern, options, correct = (cells.get(name, "").strip() for name in ("pattern", "options", "correct"))
    if pattern or not {"options", "correct"} & cells.keys():
        line.pattern = pattern
    if options or correct or line.pattern is None:
        line.options, line.correct = _cut(options), _cut(correct)
    return listed(line, longest, match)


def _cut(cell: str) -> tuple[str, ...]:
    return tuple(text.strip() for text in cell.split(CELL)) if cell.strip() else ()


def _one_by_one(block: LineBlock, lines: FileLines, excess: Excess, match: Match) -> Iterator[Listed | InputError]:
    for number, line in enumerate(block.data.split(b"\n"), block.before + 1):
        if line and not line.isspace():
            place = lines.place(number)
            try:
                yield excess.limited(listed(decoded_line(_decode, line, _SHAPE), excess.longest, match), place)
            except FlawError as flaw:
                yield flaw.at(place, skippable=True)


def decoded_line(decode: Callable[[bytes], Row], line: bytes, example: str) -> Row:
    """Return a decoded line. Raises FlawError for an invalid one."""
    try:
        return decode(line)
    except msgspec.ValidationError as error:
        raise FlawError("E136", _plain(error), f"use lines like {example}") from error
    except UnicodeDecodeError as error:
        raise FlawError("E111", "the line is not UTF-8", "save the file as UTF-8") from error
    except RecursionError as error:
        raise FlawError("E124", "the JSON is nested too deeply", f"use lines like {example}") from error
    except msgspec.DecodeError as error:
        raise FlawError(
            "E120", f"the line is not a JSON object: {_plain(error)}", "write one complete JSON object per line"
        ) from error


def _plain(error: Exception) -> str:
    return str(error).removeprefix("JSON is malformed: ")[:200]


def collect(
    lines: FileLines, longest: int, *, match: Match = "folded", skip_bad: bool = False, track: Track = iter
) -> Lists:
    """Return the counts of the lists in a file.

    Args:
        lines: JSON lines: `{"options": ["a", "b"], "correct": "b"}`, `{"pattern": "wc"}`.
        longest: maximum length of a list.
        match: how options are compared with the correct answers.
        skip_bad: skip and count invalid rows instead of stopping.
        track: passes the blocks on and reports the progress.

    Raises: InputError with the line of an invalid row.

    >>> from io import BytesIO
    >>> dict(collect(FileLines("lists.jsonl", lambda: BytesIO(b'{"pattern": "wc"}')), 5).counts)
    {Shape(length=2, ranks=(2,), relevant=1): 1}
    """
    lists = Lists()
    names = _Names(longest, match)
    excess = Excess(longest)
    for block in track(lines.blocks(BLOCK)):
        others = names.take(block)
        for row in _one_by_one(block, lines, excess, match) if others is None else others:
            add(row, lists, skip_bad=skip_bad)
        names.empty_into(lists, full_only=True)
    names.empty_into(lists)
    excess.check()
    return lists


def add(row: Listed | InputError, lists: Lists, *, skip_bad: bool) -> None:
    """Count a row. Raises InputError for an invalid one that is not skipped."""
    if isinstance(row, Listed):
        lists.add(row)
    elif skip_bad:
        lists.bad += 1
    else:
        raise row


class _Numbers(dict[str, int]):
    """Numbers texts in the order of their first use."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


class _Names:
    """Counts ordinary lists in an array: by correct answer, length and rank."""

    def __init__(self, longest: int, match: Match) -> None:
        self._limit = longest
        self._match = match
        self._folds = _Numbers()
        self._fold_of = np.zeros(0, np.int64)
        self._folded = 0
        self._longest = min(longest, _ORDINARY)
        self._side = self._longest + 1
        self._numbers = _Numbers()
        self._counts = np.zeros((64, self._side**2), np.int64)

    def take(self, block: LineBlock) -> list[Listed] | None:
        """Count the ordinary lists of a block and return the others; None, without counting, if a line is invalid."""
        parts = _decoded(block)
        if parts is None:
            return None
        try:
            others = [listed(line, self._limit, self._match) for line in parts.others]
        except FlawError:
            return None
        if any(row.length > self._limit for row in others) or not self._count(parts):
            return None
        return others

    def _count(self, parts: "_Parts") -> bool:
        if not parts.options:
            return True
        n = len(parts.options)
        lengths = np.fromiter(map(len, parts.options), np.int64, n)
        if int(lengths.max()) > self._longest:
            return False
        number = self._numbers.__getitem__
        shown = np.fromiter(map(number, chain.from_iterable(parts.options)), np.int64, int(lengths.sum()))
        answers = np.fromiter(map(number, parts.correct), np.int64, n)
        names = answers if parts.names is parts.correct else np.fromiter(map(number, parts.names), np.int64, n)
        ranks = _ranks(shown, lengths, answers)
        if ranks is None:
            return False
        if self._match == "folded":
            exact, ranks = ranks, self._folded_ranks(shown, lengths, answers, ranks)
            if ranks is None:
                return False
            self._folded += int((ranks != exact).sum())
        self._make_room()
        np.add.at(self._counts, (names, lengths * self._side + ranks), 1)
        return True

    def _folded_ranks(self, shown: Any, lengths: Any, answers: Any, exact: Any) -> Any:
        """Return the ranks where texts that people see as the same are the same."""
        new = list(self._numbers)[len(self._fold_of) :]
        number = self._folds.__getitem__
        self._fold_of = np.concatenate([self._fold_of, np.array([number(fold(text)) for text in new], np.int64)])
        if len(self._folds) == len(self._numbers):  # no two texts fold to the same
            return exact
        return _ranks(self._fold_of[shown], lengths, self._fold_of[answers])

    def empty_into(self, lists: Lists, *, full_only: bool = False) -> None:
        """Move all counts to lists, by default even if there is room for more."""
        if full_only and len(self._numbers) * self._side**2 < _CELLS:
            return
        names = list(self._numbers)
        kinds: dict[int, Shape] = {}
        for row in np.flatnonzero(self._counts.any(axis=1)).tolist():
            counts = {}
            for cell in np.flatnonzero(self._counts[row]).tolist():
                length, rank = divmod(cell, self._side)
                shape = kinds.setdefault(cell, Shape(length, (rank,) if rank else ()))
                counts[shape] = int(self._counts[row, cell])
            lists.counts.update(counts)
            lists.under(names[row], counts)
        lists.folded += self._folded
        self._folded, self._fold_of = 0, np.zeros(0, np.int64)
        self._folds.clear()
        self._numbers.clear()
        self._counts[:] = 0

    def _make_room(self) -> None:
        if len(self._numbers) > len(self._counts):
            more = np.zeros((2 * len(self._numbers), self._side**2), np.int64)
            more[: len(self._counts)] = self._counts
            self._counts = more


class _Parts(NamedTuple):
    """The ordinary lists of a block by column, and its other rows."""

    options: list[tuple[str, ...]]
    correct: list[str]
    names: list[str]
    """The intent of each list; the same list as `correct` if no row has one."""
    others: list[ListRow]


def _decoded(block: LineBlock) -> _Parts | None:
    """Return the decoded rows of a block; None if a line is invalid."""
    lines = objects_in(block, _decode_ordinary)
    if lines is None:
        return _sorted_out(block)
    correct = [line.correct for line in lines]
    return _Parts([line.options for line in lines], correct, correct, [])


def _sorted_out(block: LineBlock) -> _Parts | None:
    """Return the decoded rows of a block with other rows than ordinary lists; None if a line is invalid."""
    lines = objects_in(block, _decode_lines)
    if lines is None:
        return None
    parts = _Parts([], [], [], [])
    for line in lines:
        if type(line.correct) is str and line.correct and line.options is not None and line.pattern is None:
            parts.options.append(line.options)
            parts.correct.append(line.correct)
            parts.names.append(line.intent or line.correct)
        else:
            parts.others.append(line)
    return parts


def _ranks(shown: Any, lengths: Any, answers: Any) -> Any:
    """Return the rank of each answer in its list, 0 if it is missing; None if a list repeats an option.

    Args:
        shown: the options of all lists, concatenated.
        lengths: the length of each list.
        answers: the correct answer of each list.
    """
    places = np.arange(int(lengths.max()))
    filled = places < lengths[:, None]
    table = np.broadcast_to(-1 - places, filled.shape).copy()  # all padding differs
    table[filled] = shown
    if len(places) > 1:
        rising = np.sort(table, axis=1)
        if bool((rising[:, 1:] == rising[:, :-1]).any()):
            return None
    hits = table == answers[:, None]
    return np.where(hits.any(axis=1), hits.argmax(axis=1) + 1, 0) if len(places) else np.zeros(len(lengths), np.int64)
