"""Every flaw of files of dialogs: what `rate` stops at, or skips, is listed here, and each line is counted once."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from botassay.corpora.corpus import SAME_ID, Corpus, Reading, before_at
from botassay.corpora.files import Lines
from botassay.corpora.jsonl import JsonLines
from botassay.corpora.objects import twice
from botassay.corpora.swift import Block, Lined, blocks, each_line, ordinary
from botassay.corpora.volumes import Volume
from botassay.dialog import Dialog, Rejected, Remark, Role
from botassay.errors import InputError
from botassay.registry import READERS

KEPT: Final = 1000
"""Problems that are listed; all are counted."""
_TRACED: Final = 10
"""Ids that stand twice of which the first place is looked up."""
_SAME_KEY: Final = "give each key of an object once: readers differ in which of two they take"
_PARTS: Final = re.compile(r"(?:(E\d{3}) )?(.*)", re.DOTALL)
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
        self.bad = 0
        """The last line with a problem."""
        self._checked = checked

    def __iter__(self) -> Iterator[str]:
        """Pass the lines on."""
        for line in self.lines:
            self._checked.lines += 1
            self._checked.blank += line.isspace()
            self.look_for_twins(self.lines.number, line)
            yield line

    def look_for_twins(self, number: int, line: str) -> None:
        """Reject a line that holds an object with the same key twice."""
        if line.startswith("{") and (key := twice(line)):
            self.spoil(number, "E123", f"the key {key!r} stands twice in an object", _SAME_KEY)

    def spoil(self, line: int | None, code: str | None, text: str, hint: str | None) -> None:
        """Note a problem; a line is rejected once, however much is wrong with it."""
        if line is not None and line != self.bad:
            self._checked.rejected += 1
            self.bad = line
        self._checked.note(Problem(self.lines.name, line, code, text, hint))


class Checking(Reading):
    """One pass over a corpus that goes on after every flaw."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        self.checked = Checked(skipped_files=self.tally.skipped_files)
        self._traced = 0
        self._before = 0
        """Lines before the present file."""
        self._files: dict[str, File] = {}

    def run(self, watch: Callable[[Iterable[int]], Iterable[int]] = iter) -> Checked:
        """Check everything.

        Args:
            watch: is passed on how many dialogs there are so far, while somebody looks how far it is.

        Raises: InputError when nothing there is a file of dialogs.
        """
        for _ in watch(self._steps()):
            pass
        if not self.checked.lines and not self.checked.found:
            raise self.nothing()
        return self.checked

    def _steps(self) -> Iterator[int]:
        for volume in self.corpus.volumes:
            parts = volume.open()
            self._files = {part: File(lines, self.checked) for part, lines in parts.items()}
            main = next(iter(self._files.values()))
            self._before = self.checked.lines
            try:
                yield from self._own(volume, main) if self._is_own(volume, main) else self._any(volume, main)
            except InputError as error:
                self._broken_off(error, main)

    def _is_own(self, volume: Volume, main: File) -> bool:
        """Whether a file is JSON lines of the house, which are checked faster than any other."""
        if volume.reader or type(main.lines) is not Lines:
            return False
        try:
            return isinstance(self._recognised(iter(volume.main.open()))[1], JsonLines)
        except InputError:  # met again, and noted, when the file is read
            return False

    def _own(self, volume: Volume, main: File) -> Iterator[int]:
        self.checked.formats.add("jsonl")
        ordinal = 0
        for block in blocks(volume.main):
            self.checked.lines += block.lines
            self.checked.bytes_read += len(block.data)
            rows = ordinary(block)
            if rows is not None:
                self._take_all(rows, block, main)
                ordinal += block.lines
            else:
                ordinal = self._take_each(block, main, volume.main.stem, ordinal)
            yield self.checked.dialogs

    def _take_all(self, rows: Iterable[Lined], block: Block, main: File) -> None:
        """Take lines of which nothing is wrong; an id may still stand twice."""
        for number, row in enumerate(rows, block.before + 1):
            if self._ids.add(row.id):
                self.checked.dialogs += 1
                self.checked.utterances += len(row.utterances)
                if not any(said.role == "bot" and said.text for said in row.utterances):
                    self._look_for_silence(said.text for said in row.utterances if said.role == "bot")
            else:
                self._same_id(row.id, number, main)

    def _take_each(self, block: Block, main: File, stem: str, ordinal: int) -> int:
        """Take lines one by one; give how many dialogs, sound or not, there are by now."""
        lines = [(number, line) for number, line in enumerate(each_line(block), block.before + 1) if line.strip()]
        self.checked.blank += block.lines - len(lines)
        items = JsonLines().read((line for _, line in lines), stem)
        for nth, ((number, line), item) in enumerate(zip(lines, items, strict=True), 1):
            main.look_for_twins(number, line)
            if isinstance(item, Rejected):
                main.spoil(number, item.code, item.text, item.hint)
            elif main.bad != number:
                name = f"{stem}:{ordinal + nth}" if item.id == f"{stem}:{nth}" else item.id
                self._count(item, name, number, main)
        return ordinal + len(lines)

    def _any(self, volume: Volume, main: File) -> Iterator[int]:
        before, blank = self.checked.lines, self.checked.blank
        items = self._items(volume, self._files)
        if items is None:
            self.checked.lines, self.checked.blank = before, blank
            self.checked.skipped_files.append(volume.main.name)
            return
        for item in items:
            if isinstance(item, Rejected):
                file = main if item.part is None else self._files[item.part]
                file.spoil(item.line, item.code, item.text, item.hint)
                if item.dialog is not None:
                    self._ids.add(item.dialog)
            elif isinstance(item, Remark):
                self.checked.remark(item.what, item.count)
            elif main.bad == 0 or main.bad != main.lines.number:
                self._count(item, item.id, main.lines.number, main)
            yield self.checked.dialogs
        self.checked.bytes_read += volume.size

    def _count(self, dialog: Dialog, name: str, line: int, main: File) -> None:
        if not self._ids.add(name):
            self._same_id(name, line, main)
            return
        self.checked.dialogs += 1
        self.checked.utterances += len(dialog.utterances)
        self.checked.ignored += dialog.ignored
        self._look_for_silence(said.text for said in dialog.utterances if said.role is Role.BOT)

    def _look_for_silence(self, texts: Iterable[str]) -> None:
        if not any(text and not text.isspace() for text in texts):
            self.checked.remark("dialogs in which the bot says nothing")

    def _same_id(self, name: str, line: int, main: File) -> None:
        self._traced += 1
        place = Reading(self.corpus).first(name) if self._traced <= _TRACED else None
        main.spoil(line, "E131", f"the id {name!r} stands twice", before_at(place) + SAME_ID)

    def _broken_off(self, error: InputError, main: File) -> None:
        """Note what keeps the rest of a file from being read."""
        parts = _PARTS.match(error.what)
        place = _PLACE.search(error.where or "")
        line = int(place[1]) if place else None if error.where else main.lines.number
        self.checked.lines += line is not None and line > self.checked.lines - self._before
        main.spoil(line, parts[1] if parts else None, parts[2] if parts else error.what, error.hint)
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
