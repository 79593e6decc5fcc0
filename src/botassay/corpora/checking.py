"""Lists every error in files of dialogs that `rate` stops at or skips; each line is counted once."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from botassay.core.dialog import Dialog, Rejected, Remark, Role
from botassay.core.errors import InputError
from botassay.corpora.bundles import Volume
from botassay.corpora.corpus import OLD_MAC, SAME_ID, TWINS, Corpus, CorpusPass, before_at
from botassay.corpora.dialog_table import DialogTable
from botassay.corpora.jsonl import JsonLines, SoundLine, sound_lines
from botassay.io.json_array import Items
from botassay.io.jsonl import twice
from botassay.io.lines import FileLines
from botassay.plugins.protocols import FolderReader
from botassay.plugins.registry import READERS

KEPT: Final = 1000
"""Problems that are listed; all are counted."""
_TRACED: Final = 10
"""Repeated ids whose first place is looked up."""
_SAME_KEY: Final = "give each key once; programs differ in which of two values they use"
_SILENT: Final = "dialogs in which the bot says nothing"
_PLACE: Final = re.compile(r":(\d+)(?: \(item \d+\))?$")


@dataclass(frozen=True, slots=True)
class Problem:
    """One flaw."""

    file: str
    line: int | None
    """From 1; of an item of a JSON array, its ordinal; null where no line is at fault."""
    code: str | None
    text: str
    hint: str | None


@dataclass(slots=True)
class CheckTally:
    """Counts and problems of a check so far."""

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
    """Remarks that are not problems, and how often."""
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

    def __init__(self, lines: FileLines, checked: CheckTally) -> None:
        lines.digested = False
        self.lines = lines
        self.count = 0
        """Lines so far, those included that were not passed on one by one."""
        self._checked = checked
        self._bad = bytearray()
        """A bit a line: whether it has a problem."""

    def __iter__(self) -> Iterator[str]:
        """Pass the lines on."""
        for line in self.lines:
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
            self.spoil(number, "E123", f"an object has the key {key!r} twice", _SAME_KEY)

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


class Checking(CorpusPass):
    """One pass over a corpus that goes on after every flaw."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        self.checked = CheckTally(skipped_files=self.tally.skipped_files)
        self._traced = 0
        self._files: dict[str, File] = {}

    def run(self, watch: Callable[[Iterable[int]], Iterable[int]] = iter) -> CheckTally:
        """Check everything.

        Args:
            watch: wraps the number of dialogs so far, to show progress.

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
                yield from self._contents(volume, main)
                for source in volume.sources.values():
                    source.check_unchanged()
            except InputError as error:
                self._broken_off(error, main)
            if any(lines.old_mac for lines in parts.values()):
                self.checked.remark(OLD_MAC)

    def _contents(self, volume: Volume, main: File) -> Iterator[int]:
        """Check a file: tables and JSON lines faster than any other format."""
        try:
            reader = None if volume.reader else self.recognised(volume)
        except InputError:  # met again, and noted, when the file is read
            reader = None
        if isinstance(reader, JsonLines):
            return self._objects(volume.main.stem, main)
        return self._rows(reader, main) if isinstance(reader, DialogTable) else self._any(volume, main)

    def _objects(self, stem: str, main: File) -> Iterator[int]:
        """Check JSON lines, or items of an array, by the block; where one is not sound, line by line."""
        self.checked.formats.add("jsonl")
        ordinal = 0
        for block in main.lines.blocks():
            rows = sound_lines(block)
            if rows is not None:
                main.counted(block.lines)
                self._take_all(rows, block.before, main)
                ordinal += block.lines
            else:
                numbered = [(n, line) for n, line in enumerate(block.each(), block.before + 1) if not line.isspace()]
                main.counted(block.lines, block.lines - len(numbered))
                self._take_each(numbered, main, stem, ordinal)
                ordinal += len(numbered)
            self.checked.bytes_read += len(block.data)
            yield self.checked.dialogs

    def _take_all(self, rows: Iterable[SoundLine], before: int, main: File) -> None:
        """Take sound lines; an id may still be used twice."""
        for number, row in enumerate(rows, before + 1):
            if self._is_new(row.id):
                self.checked.dialogs += 1
                self.checked.utterances += len(row.utterances)
                self._look_for_silence(message.text for message in row.utterances if message.role == "bot")
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

    def _rows(self, reader: DialogTable, main: File) -> Iterator[int]:
        """Check a table by the block; where one is not sound, or an id is not new, dialog by dialog."""
        self.checked.formats.add("csv")
        table = reader.table(main.lines)
        main.counted(table.above, table.blank)
        for rows in reader.blocks(table, main.lines):
            if rows.block:
                main.counted(rows.block.lines, rows.block.blank)
                self.checked.bytes_read += len(rows.block.data)
            summary = rows.summary()
            if summary and self._ids.add_all(summary.names):
                self.checked.dialogs += len(summary.names)
                self.checked.utterances += summary.utterances
                self.checked.ignored += summary.ignored
                for what, count in ((TWINS, self._twins.among(summary.names, self._ids)), (_SILENT, summary.silent)):
                    if count:
                        self.checked.remark(what, count)
            else:
                yield from self._each(rows.dialogs(), main)
            yield self.checked.dialogs

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
        self._look_for_silence(utterance.text for utterance in dialog.utterances if utterance.role is Role.BOT)

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
        place = CorpusPass(self.corpus).first(name) if self._traced <= _TRACED else None
        main.spoil(line, "E131", f"the id {name!r} is used twice", before_at(place) + SAME_ID)

    def _broken_off(self, error: InputError, main: File) -> None:
        """Note what keeps the rest of a file from being read."""
        named = _PLACE.sub("", error.where or "")
        file = next((entry for entry in self._files.values() if entry.lines.name == named), main)
        line = _line_of(error, file)
        if line is not None and line > file.count:
            file.counted(line - file.count)
        file.spoil(line, error.code, error.said, error.hint)
        self.checked.remark("files could not be read completely")

    def _items(
        self, volume: Volume, parts: Mapping[str, Iterable[str]]
    ) -> "Iterator[Dialog | Rejected | Remark] | None":
        items = super()._items(volume, parts)
        if items is not None:
            self.checked.formats.add(_name_of(self.reader))
        return items


def _name_of(reader: object) -> str:
    """Return the name under which a reader is registered."""
    return next(name for name in READERS.names() if type(READERS.get(name)) is type(reader))


def _line_of(error: InputError, file: File) -> int | None:
    """Return the line, or the item, that keeps the rest from being read; None where no line is at fault."""
    place = _PLACE.search(error.where or "")
    if isinstance(file.lines, Items):
        return file.count + 1 if place else None
    if place:
        return int(place[1])
    return None if error.where else file.count or None
