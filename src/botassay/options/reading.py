"""Option lists out of JSON lines: a million a second, in memory that does not grow.

A block of lines is decoded at once, and its lists with one correct answer are counted as arrays. Where anything in a
block is out of the ordinary, it is read again line by line, so that the error names the line.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Annotated, Any, BinaryIO, Final, NamedTuple, TypeVar

import msgspec
import numpy as np

from botassay.core.errors import InputError
from botassay.options.lists import Excess, Line, Listed, ListError, Lists, listed
from botassay.options.shape import Shape

Row = TypeVar("Row")

BLOCK: Final = 2**16
"""Bytes read at a time: what its lines become still fits near the processor."""
LINE_LIMIT: Final = 8 * 2**20
_BOM: Final = b"\xef\xbb\xbf"
_SHAPE: Final = '{"options": ["pay", "block"], "correct": "pay"}'
_ORDINARY: Final = 32
"""Options of an ordinary list at most; menus are shorter by far."""
_CELLS: Final = 2_000_000
"""Room for counts by name."""


class _Ordinary(msgspec.Struct, gc=False):
    """An ordinary row: whatever else may stand in a `Line` is of no type that it could have."""

    options: tuple[str, ...]
    correct: Annotated[str, msgspec.Meta(min_length=1)]
    pattern: None = None
    intent: None = None


_decode = msgspec.json.Decoder(Line).decode
_decode_lines = msgspec.json.Decoder(Line).decode_lines
_decode_ordinary = msgspec.json.Decoder(_Ordinary).decode_lines


class Block(NamedTuple):
    """Some whole lines."""

    data: bytes
    before: int
    """How many lines stand before it."""
    lines: int


Track = Callable[[Iterable[Block]], Iterable[Block]]
"""Passes blocks on while somebody watches."""


def blocks(stream: BinaryIO, name: str) -> Iterator[Block]:
    """Cut a stream into blocks of whole lines.

    Raises: InputError for a line of more than 8 MiB.
    """
    rest, before = b"", 0
    first = True
    while read := stream.read(BLOCK):
        data = (rest + read).removeprefix(_BOM) if first else rest + read
        first = False
        end = data.rfind(b"\n") + 1
        rest = data[end:]
        if len(rest) > LINE_LIMIT:
            raise too_long(name, before + data.count(b"\n", 0, end) + 1)
        if end:
            block = Block(data[:end], before, data.count(b"\n", 0, end))
            yield block
            before += block.lines
    if rest:
        yield Block(rest + b"\n", before, 1)


def too_long(name: str, line: int) -> InputError:
    """Make the error for a line of more than 8 MiB."""
    return InputError("E125 the line is longer than 8 MiB", f"{name}:{line}", "one list a line, no binary data")


def rows(stream: BinaryIO, name: str, longest: int) -> Iterator[Listed | InputError]:
    """Give the lists of a file one by one, and the error of each line that holds none; blank lines are left out.

    Args:
        stream: JSON lines.
        name: what errors call it.
        longest: how long a list may be.

    Raises: InputError, at the end, when a list was longer.
    """
    excess = Excess(longest)
    for block in blocks(stream, name):
        yield from _one_by_one(block, name, excess)
    excess.settle()


def _one_by_one(block: Block, name: str, excess: Excess) -> Iterator[Listed | InputError]:
    for number, line in enumerate(block.data.split(b"\n")[:-1], block.before + 1):
        if not line or line.isspace():
            continue
        place = f"{name}:{number}"
        try:
            row = listed(understood(_decode, line, _SHAPE), excess.longest)
        except ListError as flaw:
            yield flaw.at(place)
            continue
        yield row._replace(shape=None) if excess.see(row.length, place) else row


def understood(decode: Callable[[bytes], Row], line: bytes, example: str) -> Row:
    """Decode a line.

    Raises: ListError.
    """
    try:
        return decode(line)
    except msgspec.ValidationError as error:
        raise ListError("E136", _plain(error), f"write {example}") from error
    except UnicodeDecodeError as error:
        raise ListError("E111", "the line is not UTF-8", "save the file as UTF-8") from error
    except RecursionError as error:
        raise ListError("E124", "the JSON is nested too deeply", f"write {example}") from error
    except msgspec.DecodeError as error:
        raise ListError(
            "E120", f"the line is no JSON object: {_plain(error)}", "one whole JSON object a line"
        ) from error


def _plain(error: Exception) -> str:
    return str(error).removeprefix("JSON is malformed: ")[:200]


def collect(stream: BinaryIO, name: str, longest: int, *, skip_bad: bool = False, track: Track = iter) -> Lists:
    """Read a whole file of lists and count them.

    Args:
        stream: JSON lines: `{"options": ["a", "b"], "correct": "b"}`, `{"pattern": "wc"}`.
        name: what errors call it.
        longest: how long a list may be.
        skip_bad: leave out rows that are no lists, and count them, instead of stopping.
        track: passes the blocks on while somebody watches.

    Raises: InputError with the line that is no list.

    >>> from io import BytesIO
    >>> dict(collect(BytesIO(b'{"pattern": "wc"}'), "lists.jsonl", 5).counts)
    {Shape(length=2, ranks=(2,), relevant=1): 1}
    """
    lists = Lists()
    names = _Names(longest)
    excess = Excess(longest)
    for block in track(blocks(stream, name)):
        others = names.take(block)
        for row in _one_by_one(block, name, excess) if others is None else others:
            keep(row, lists, skip_bad=skip_bad)
        names.empty_into(lists, full_only=True)
    names.empty_into(lists)
    excess.settle()
    return lists


def keep(row: Listed | InputError, lists: Lists, *, skip_bad: bool) -> None:
    """Count a row, or what is none.

    Raises: InputError for a row that is none and is not to be skipped.
    """
    if isinstance(row, Listed):
        lists.add(row)
    elif skip_bad:
        lists.bad += 1
    else:
        raise row


class _Numbers(dict[str, int]):
    """Gives each text a number, in the order in which they come."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


class _Names:
    """Counts ordinary lists as arrays: by the name of their correct answer, their length and its rank."""

    def __init__(self, longest: int) -> None:
        self._limit = longest
        self._longest = min(longest, _ORDINARY)
        self._side = self._longest + 1
        self._numbers = _Numbers()
        self._counts = np.zeros((64, self._side**2), np.int64)

    def take(self, block: Block) -> list[Listed] | None:
        """Count the ordinary lists of a block, and give the others; None (and no count) where a line is no list."""
        parts = _decoded(block)
        if parts is None:
            return None
        try:
            others = [listed(line, self._limit) for line in parts.others]
        except ListError:
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
        self._make_room()
        np.add.at(self._counts, (names, lengths * self._side + ranks), 1)
        return True

    def empty_into(self, lists: Lists, *, full_only: bool = False) -> None:
        """Hand over all counts, and forget the names."""
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
        self._numbers.clear()
        self._counts[:] = 0

    def _make_room(self) -> None:
        if len(self._numbers) > len(self._counts):
            more = np.zeros((2 * len(self._numbers), self._side**2), np.int64)
            more[: len(self._counts)] = self._counts
            self._counts = more


class _Parts(NamedTuple):
    """The ordinary lists of a block, column by column, and its other rows."""

    options: list[tuple[str, ...]]
    correct: list[str]
    names: list[str]
    """What each is counted under; mostly the correct answer, and then the same list."""
    others: list[Line]


def _decoded(block: Block) -> _Parts | None:
    """Decode a block at once; None where that cannot be done, line by line."""
    try:
        lines = _decode_ordinary(block.data)
    except msgspec.ValidationError:
        return _sorted_out(block)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not _one_a_line(block, len(lines)):
        return None
    correct = [line.correct for line in lines]
    return _Parts([line.options for line in lines], correct, correct, [])


def _one_a_line(block: Block, objects: int) -> bool:
    r"""Say whether each line of a block that is not blank holds one object, knowing that all of it is objects.

    Where each line begins with { and the one before it ended with }, no object goes over two lines: inside one, a comma
    or another bracket stands between the two. Then each line holds at least one, and as many objects as lines means one
    a line.

    >>> _one_a_line(Block(b"{} {}\n\n", 0, 2), 2), _one_a_line(Block(b"{}\r\n\r\n{}\r\n", 0, 3), 2)
    (False, True)
    """
    if objects == block.lines and _meet(block.data, objects):
        return True
    tidy = [text for line in block.data.split(b"\n") if (text := line.strip())]
    return len(tidy) == objects and (not tidy or _meet(b"\n".join((*tidy, b"")), objects))


def _meet(data: bytes, lines: int) -> bool:
    return data.startswith(b"{") and data.endswith(b"}\n") and data.count(b"}\n{") == lines - 1


def _sorted_out(block: Block) -> _Parts | None:
    """Decode a block of which not every row is an ordinary list."""
    try:
        lines = _decode_lines(block.data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not _one_a_line(block, len(lines)):
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
    """Give the rank of each answer in its list, 0 where it is not there; None where an option stands twice in one.

    Args:
        shown: all options of all lists, one after the other.
        lengths: how many of them belong to each list.
        answers: what is correct in each.
    """
    places = np.arange(int(lengths.max()))
    filled = places < lengths[:, None]
    table = np.broadcast_to(-1 - places, filled.shape).copy()  # every empty place differs from all others
    table[filled] = shown
    if len(places) > 1:
        rising = np.sort(table, axis=1)
        if bool((rising[:, 1:] == rising[:, :-1]).any()):
            return None
    hits = table == answers[:, None]
    return np.where(hits.any(axis=1), hits.argmax(axis=1) + 1, 0) if len(places) else np.zeros(len(lengths), np.int64)
