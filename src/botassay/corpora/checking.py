"""Every flaw of files of dialogs: what `rate` stops at, or skips, is listed here, and each line is counted once."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Final

from botassay.core.dialog import Dialog, Rejected, Remark, Role
from botassay.core.errors import InputError
from botassay.corpora.arrays import CHUNK, Items, Slicer, apart, open_items
from botassay.corpora.bundles import Volume
from botassay.corpora.corpus import OLD_MAC, SAME_ID, TWINS, Corpus, Reading, before_at
from botassay.corpora.files import Lines, packed_errors, unpacked
from botassay.corpora.jsonl import JsonLines
from botassay.corpora.objects import twice
from botassay.corpora.rows import Rows
from botassay.corpora.swift import Lined, blocks, each_line, ordinary, ordinary_items
from botassay.corpora.swift_rows import header_of, ordinary_rows, row_blocks
from botassay.corpora.table import Group, Table, grouped
from botassay.plugins.protocols import FolderReader
from botassay.plugins.registry import READERS

KEPT: Final = 1000
"""Problems that are listed; all are counted."""
_TRACED: Final = 10
"""Ids that stand twice of which the first place is looked up."""
_SAME_KEY: Final = "give each key of an object once: readers differ in which of two they take"
_SILENT: Final = "dialogs in which the bot says nothing"
_PLACE: Final = re.compile(r":(\d+)(?: \(item \d+\))?$")


@dataclass(frozen=True, slots=True)
class Problem:
    """One flaw."""

    file: str
    line: int | None
    """From 1; of an item of a JSON array, its ordinal; null where it is no line's fault."""
    code: str | None
    text: str
    hint: str | None


@dataclass(slots=True)
class Checked:
    """What a check came across, so far."""

    formats: set[str] = field(default_factory=set)
    dialogs: int = 0
    utterances: int = 0
    ignored: int = 0
    """System and tool messages."""
    lines: int = 0
    """Items, where a file is a JSON array."""
    blank: int = 0
    rejected: int = 0
    """Lines with a problem."""
    problems: list[Problem] = field(default_factory=list)
    found: int = 0
    """How many problems there are, those not listed included."""
    remarks: dict[str, int] = field(default_factory=dict)
    """Something that is no problem and worth a word, and how often."""
    skipped_files: list[str] = field(default_factory=list)
    bytes_read: int = 0

    @property
    def accepted(self) -> int:
        """Lines without a problem; blank ones are among them."""
        return self.lines - self.rejected

    def note(self, problem: Problem) -> None:
        """Take a problem."""
        self.found += 1
        if len(self.problems) < KEPT:
            self.problems.append(problem)

    def remark(self, what: str, count: int = 1) -> None:
        """Take a remark."""
        self.remarks[what] = self.remarks.get(what, 0) + count


class File:
    """A file while it is checked: its lines on their way to a reader, and what is wrong with them."""

    def __init__(self, lines: Lines, checked: Checked) -> None:
        self.lines = lines
        self.count = 0
        """Lines so far, those included that were not passed on one by one."""
        self._checked = checked
        self._bad = bytearray()
        """A bit a line: whether it has a problem."""

    def __iter__(self) -> Iterator[str]:
        """Pass the lines on, all of them or those behind the ones that were counted already."""
        for line in islice(self.lines, self.count, None):
            self.counted(1, line.isspace())
            self.look_for_twins(self.lines.number, line)
            yield line

    def counted(self, lines: int, blank: int = 0) -> None:
        """Count lines."""
        self.count += lines
        self._checked.lines += lines
        self._checked.blank += blank

    def look_for_twins(self, number: int, line: str) -> None:
        """Reject a line that holds an object with the same key twice."""
        if line.startswith("{") and (key := twice(line)):
            self.spoil(number, "E123", f"the key {key!r} stands twice in an object", _SAME_KEY)

    def is_bad(self, line: int) -> bool:
        """Whether a line has a problem."""
        place, bit = divmod(line, 8)
        return place < len(self._bad) and bool(self._bad[place] >> bit & 1)

    def spoil(self, line: int | None, code: str | None, text: str, hint: str | None) -> None:
        """Note a problem; a line is rejected once, however much is wrong with it."""
        if line is not None and not self.is_bad(line):
            place, bit = divmod(line, 8)
            self._bad.extend(bytes(max(0, place + 1 - len(self._bad))))
            self._bad[place] |= 1 << bit
            self._checked.rejected += 1
        self._checked.note(Problem(self.lines.name, line, code, text, hint))


class Checking(Reading):
    """One pass over a corpus that goes on after every flaw."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        self.checked = Checked(skipped_files=self.tally.skipped_files)
        self._traced = 0
        self._files: dict[str, File] = {}

    def run(self, watch: Callable[[Iterable[int]], Iterable[int]] = iter) -> Checked:
        """Check everything.

        Args:
            watch: is passed on how many dialogs there are so far, while somebody looks how far it is.

        Raises: InputError when nothing there is a file of dialogs.
        """
        for _ in watch(self._steps()):
            pass
        if not self.checked.dialogs and not self.checked.found:
            raise self.nothing()
        return self.checked

    def _steps(self) -> Iterator[int]:
        for volume in self.corpus.volumes:
            parts = volume.open()
            self._files = {part: File(lines, self.checked) for part, lines in parts.items()}
            main = next(iter(self._files.values()))
            try:
                yield from self._way(volume, main)(volume, main)
                for source in volume.sources.values():
                    source.check_unchanged()
            except InputError as error:
                self._broken_off(error, main)
            if any(lines.old_mac for lines in parts.values()):
                self.checked.remark(OLD_MAC)

    def _way(self, volume: Volume, main: File) -> "Callable[[Volume, File], Iterator[int]]":
        """Choose how to check: files of the house are checked faster than any other."""
        if volume.reader:
            return self._any
        try:
            reader = self._recognised(iter(open_items(volume.main)))[1]
        except InputError:  # met again, and noted, when the file is read
            return self._any
        if isinstance(reader, JsonLines):
            return self._items_of_the_house if isinstance(main.lines, Items) else self._lines_of_the_house
        return self._rows if isinstance(reader, Table) else self._any

    def _lines_of_the_house(self, volume: Volume, main: File) -> Iterator[int]:
        self.checked.formats.add("jsonl")
        ordinal = 0
        for block in blocks(volume.main):
            main.counted(block.lines)
            self.checked.bytes_read += len(block.data)
            rows = ordinary(block)
            if rows is not None:
                self._take_all(rows, block.before, main)
                ordinal += block.lines
            else:
                numbered = [(n, line) for n, line in enumerate(each_line(block), block.before + 1) if line.strip()]
                self.checked.blank += block.lines - len(numbered)
                self._take_each(numbered, main, volume.main.stem, ordinal)
                ordinal += len(numbered)
            yield self.checked.dialogs

    def _items_of_the_house(self, volume: Volume, main: File) -> Iterator[int]:
        self.checked.formats.add("jsonl")
        with packed_errors(str(volume.main.path)), volume.main.raw() as raw:
            stream = unpacked(raw, packed=volume.main.packed)
            slicer = Slicer(iter(partial(stream.read, CHUNK), b""), str(volume.main.path))
            for line, whole in slicer.slices():
                rows = ordinary_items(whole)
                if rows is not None:
                    main.counted(len(rows))
                    self._take_all(rows, main.count - len(rows), main)
                else:
                    self._take_items(apart(line, whole), volume, main)
                self.checked.bytes_read += len(whole)
                yield self.checked.dialogs
            for one in slicer.others():
                self._take_items([one], volume, main)
                self.checked.bytes_read += len(one[1])
                yield self.checked.dialogs

    def _take_items(self, items: Iterable[tuple[int, bytes]], volume: Volume, main: File) -> None:
        """Take items one by one."""
        before = main.count
        numbered = [(n, item.decode("utf-8", "surrogateescape")) for n, (_, item) in enumerate(items, before + 1)]
        main.counted(len(numbered))
        self._take_each(numbered, main, volume.main.stem, before)

    def _take_all(self, rows: Iterable[Lined], before: int, main: File) -> None:
        """Take lines of which nothing is wrong; an id may still stand twice."""
        for number, row in enumerate(rows, before + 1):
            if self._is_new(row.id):
                self.checked.dialogs += 1
                self.checked.utterances += len(row.utterances)
                if not any(said.role == "bot" and said.text and not said.text.isspace() for said in row.utterances):
                    self._look_for_silence(said.text for said in row.utterances if said.role == "bot")
            else:
                self._same_id(row.id, number, main)

    def _take_each(self, numbered: "list[tuple[int, str]]", main: File, stem: str, ordinal: int) -> None:
        """Take lines, none of them blank, one by one; `ordinal` dialogs, sound or not, stand before them."""
        items = JsonLines().read((line for _, line in numbered), stem)
        for nth, ((number, line), item) in enumerate(zip(numbered, items, strict=True), 1):
            main.look_for_twins(number, line)
            if isinstance(item, Rejected):
                main.spoil(number, item.code, item.text, item.hint)
            elif not main.is_bad(number):
                name = f"{stem}:{ordinal + nth}" if item.id == f"{stem}:{nth}" else item.id
                self._count(item, name, number, main)

    def _rows(self, volume: Volume, main: File) -> Iterator[int]:
        """Check a table; from the first block on that is out of the ordinary, row by row."""
        above, blank, header = header_of(volume.main)
        if header is None:
            yield from self._any(volume, main)
            return
        self.checked.formats.add("csv")
        main.counted(above, blank)
        group = Group()
        for block in row_blocks(volume.main, above):
            found = block and ordinary_rows(block, header, group.copy(), main.count)
            if not (block and found and found.group.name not in self._ids and self._ids.add_all(found.names)):
                yield from self._each(grouped(Rows(main, *header, main.count + 1), group), main)
                self.checked.bytes_read = volume.size
                return
            main.counted(block.lines, found.blank)
            group = found.group
            self.checked.dialogs += len(found.names)
            self.checked.utterances += found.utterances
            self.checked.ignored += found.ignored
            for what, count in ((TWINS, self._twins.among(found.names, self._ids)), (_SILENT, found.silent)):
                if count:
                    self.checked.remark(what, count)
            self.checked.bytes_read += len(block.data)
            yield self.checked.dialogs
        for dialog in group.close():
            self._count(dialog, dialog.id, dialog.line or main.count, main)

    def _any(self, volume: Volume, main: File) -> Iterator[int]:
        before, blank = self.checked.lines, self.checked.blank
        items = self._items(volume, self._files)
        if items is None:
            self.checked.lines, self.checked.blank = before, blank
            self.checked.skipped_files.append(volume.main.name)
            return
        yield from self._each(items, main)
        self.checked.bytes_read += volume.size

    def _each(self, items: "Iterable[Dialog | Rejected | Remark]", main: File) -> Iterator[int]:
        bundled = isinstance(self.reader, FolderReader)  # whose dialogs come when all lines are read
        for item in items:
            if isinstance(item, Rejected):
                file = main if item.part is None else self._files[item.part]
                file.spoil(item.line, item.code, item.text, item.hint)
                if item.dialog is not None:
                    self._ids.add(item.dialog)
            elif isinstance(item, Remark):
                self.checked.remark(item.what, item.count)
            elif bundled or not main.is_bad(item.line or main.lines.number):
                self._count(item, item.id, item.line or main.lines.number, main)
            yield self.checked.dialogs

    def _count(self, dialog: Dialog, name: str, line: int, main: File) -> None:
        if not self._is_new(name):
            self._same_id(name, line, main)
            return
        self.checked.dialogs += 1
        self.checked.utterances += len(dialog.utterances)
        self.checked.ignored += dialog.ignored
        self._look_for_silence(said.text for said in dialog.utterances if said.role is Role.BOT)

    def _is_new(self, name: str) -> bool:
        if not self._ids.add(name):
            return False
        if self._twins.add(name, self._ids):
            self.checked.remark(TWINS)
        return True

    def _look_for_silence(self, texts: Iterable[str]) -> None:
        if not any(text and not text.isspace() for text in texts):
            self.checked.remark(_SILENT)

    def _same_id(self, name: str, line: int, main: File) -> None:
        self._traced += 1
        place = Reading(self.corpus).first(name) if self._traced <= _TRACED else None
        main.spoil(line, "E131", f"the id {name!r} stands twice", before_at(place) + SAME_ID)

    def _broken_off(self, error: InputError, main: File) -> None:
        """Note what keeps the rest of a file from being read."""
        named = _PLACE.sub("", error.where or "")
        file = next((one for one in self._files.values() if one.lines.name == named), main)
        line = _line_of(error, file)
        if line is not None and line > file.count:
            file.counted(line - file.count)
        file.spoil(line, error.code, error.said, error.hint)
        self.checked.remark("files could not be read to their end")

    def _items(
        self, volume: Volume, parts: Mapping[str, Iterable[str]]
    ) -> "Iterator[Dialog | Rejected | Remark] | None":
        items = super()._items(volume, parts)
        if items is not None:
            self.checked.formats.add(_name_of(self.reader))
        return items


def _name_of(reader: object) -> str:
    """Give the name under which a reader is registered."""
    return next(name for name in READERS.names() if type(READERS.get(name)) is type(reader))


def _line_of(error: InputError, file: File) -> int | None:
    """Give the line, or the item, that keeps the rest from being read; none where it is no line's fault."""
    place = _PLACE.search(error.where or "")
    if isinstance(file.lines, Items):
        return file.count + 1 if place else None
    if place:
        return int(place[1])
    return None if error.where else file.count or None
