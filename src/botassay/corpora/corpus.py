"""A corpus: dialogs in files, read as a stream, as often as needed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

from botassay.core.dialog import Dialog, Rejected, Remark
from botassay.core.errors import InputError
from botassay.corpora.bundles import Volume, bind
from botassay.corpora.column_mapping import ColumnMapping
from botassay.corpora.dialog_table import DialogTable
from botassay.corpora.digests import content_digest, has_leaves
from botassay.corpora.format_hints import why_none
from botassay.corpora.ids import Ids, Twins
from botassay.corpora.json_documents import begins_document
from botassay.io.lines import FileLines
from botassay.io.sources import find, shown
from botassay.plugins.optional import reads_documents
from botassay.plugins.protocols import FolderReader, Reader
from botassay.plugins.registry import READERS

SAME_ID: Final = "give each dialog a unique id and keep the rows of a dialog together"
TWINS: Final = "ids look alike but differ in their characters"
OLD_MAC: Final = "files have lines that end with a carriage return alone"


@dataclass(slots=True)
class Tally:
    """Counts of one reading so far."""

    dialogs: int = 0
    ignored: int = 0
    """System and tool messages."""
    bad_rows: int = 0
    bad_dialogs: int = 0
    """Dialogs that were skipped because of a bad row."""
    skipped_files: list[str] = field(default_factory=list)
    """Files that hold no dialogs in the format."""
    remarks: Counter[str] = field(default_factory=Counter)
    """Remarks of readers on the files, and how often."""
    bytes_read: int = 0
    absent: Counter[tuple[str, str | None]] = field(default_factory=Counter)
    """Of a live run: conversations that were not held, by their outcome and the issue they were meant for."""
    planned: int | None = None
    """Of a live run: the number of planned conversations, held or not."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Dialogs in a file or a folder.

    Iterating reads them anew each time; `read()` also keeps count.
    """

    path: Path
    volumes: tuple[Volume, ...]
    passed_over: tuple[str, ...] = ()
    """Names in the folder that are not regular files, or are never opened."""
    format: str | None = None
    skip_bad: bool = False
    mapping: ColumnMapping = field(default_factory=ColumnMapping)
    """The names of columns and roles in tables."""

    @property
    def name(self) -> str:
        """The name in reports."""
        return shown(self.path.resolve().name)

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(volume.size for volume in self.volumes)

    @property
    def digest_kind(self) -> str:
        """How its digest is made: over whole files, or over the leaves of a large one."""
        sources = (source for volume in self.volumes for source in volume.sources.values())
        return "sha256-tree" if any(map(has_leaves, sources)) else "sha256"

    def from_anywhere(self) -> "Corpus":
        """Return the corpus as it can be read on another machine that has the same files at the same places."""
        volumes = tuple(volume.from_anywhere() for volume in self.volumes)
        return replace(self, path=self.path.resolve(), volumes=volumes)

    def read(self) -> "CorpusPass":
        """Return a new reading."""
        return CorpusPass(self)

    def __iter__(self) -> Iterator[Dialog]:
        """Read all dialogs."""
        return iter(self.read())

    def assumptions(self) -> list[str]:
        """Return a line for each set of columns and roles that was recognised in tables, not mapped."""
        files: dict[str, list[str]] = {}
        reading = CorpusPass(self)
        for volume in self.volumes:
            with suppress(InputError):  # which is met again when the file is read
                reader = None if volume.reader else reading.recognised(volume)
                if isinstance(reader, DialogTable) and (assumed := reader.assumed(volume.main.open())):
                    files.setdefault(assumed, []).append(volume.main.name)
        return [f"{names[0] if len(names) == 1 else f'{len(names):,} files'}: {text}" for text, names in files.items()]


def open_corpus(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the option's name
    *,
    skip_bad: bool = False,
    columns: Mapping[str, str] = MappingProxyType({}),
    roles: Mapping[str, str] = MappingProxyType({}),
) -> Corpus:
    """Open a file or a folder of dialogs.

    Args:
        path: a file, or a folder that is read recursively in the bytewise order of relative paths.
        format: a registered format; without it each file's format is recognised by its first non-blank line.
        skip_bad: leave out a dialog that has a bad row, and count it, instead of stopping there.
        columns: of tables: what is read (`dialog`, `role`, `text`, `at` …) -> what the file calls that column.
        roles: of tables: a role as the file has it -> `user`, `bot`, `system` or `tool`.

    Raises:
        InputError: nothing is there.
        UnknownNameError: there is no such format.
        UsageError: a column or role is mapped to an unknown one.
    """
    readers = [reader for reader in _readers(format) if isinstance(reader, FolderReader)]
    files, passed_over = find(Path(path))
    volumes, unread = bind(files, readers, alone=Path(path).is_file())
    mapping = ColumnMapping.of(columns, roles)
    return Corpus(Path(path), tuple(volumes), (*passed_over, *unread), format, skip_bad, mapping)


class CorpusPass:
    """One pass over a corpus; iterate it once."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.tally = Tally(skipped_files=list(corpus.passed_over))
        self.reader: Reader | FolderReader | None = None
        """The reader of the present file."""
        self._digest = sha256()
        self._ids = Ids()
        self._twins = Twins()
        self._readers = [
            reader.mapped(corpus.mapping) if isinstance(reader, DialogTable) else reader
            for reader in _readers(corpus.format)
            if isinstance(reader, Reader)
        ]

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return self.corpus.size

    @property
    def digest(self) -> str:
        """SHA-256 over the names and bytes of the files read so far, as hexadecimal digits."""
        return self._digest.hexdigest()

    def __iter__(self) -> Iterator[Dialog]:
        """Read all dialogs.

        Raises: InputError for a bad row (unless they are skipped), an id used twice, or no dialogs at all.
        """
        done = 0
        for volume in self.corpus.volumes:
            parts = volume.open()
            for dialog in self._dialogs(volume, parts):
                self.tally.bytes_read = done + sum(lines.position for lines in parts.values())
                yield dialog
            done += volume.size
            self.tally.bytes_read = done
        if not self.tally.dialogs and not self.tally.bad_dialogs:
            raise self.nothing()

    def nothing(self) -> InputError:
        """Return the error for a corpus without dialogs."""
        files = [volume.main for volume in self.corpus.volumes]
        return why_none(self.corpus.path, files, self.corpus.format, READERS.names(), self.corpus.mapping)

    def first(self, name: str) -> str | None:
        """Return the place of the first dialog of a name, by reading once more; None where that fails."""
        try:
            for volume in self.corpus.volumes:
                parts = volume.open()
                main = next(iter(parts.values()))
                for item in self._items(volume, parts) or ():
                    if isinstance(item, Dialog) and item.id == name:
                        return main.place(item.line)
        except InputError:
            return None
        return None

    def _dialogs(self, volume: Volume, parts: Mapping[str, FileLines]) -> Iterator[Dialog]:
        main = next(iter(parts.values()))
        try:
            items = self._items(volume, parts)
            if items is None:
                self.tally.skipped_files.append(volume.main.name)
                return
            yield from self._admitted(items, parts)
        except InputError as error:
            raise error if error.where else InputError(error.what, main.place(), error.hint) from None
        if any(lines.old_mac for lines in parts.values()):
            self.tally.remarks[OLD_MAC] += 1
        for source in volume.sources.values():
            source.check_unchanged()
        self._digest_parts(volume, parts)

    def _digest_parts(self, volume: Volume, parts: Mapping[str, FileLines]) -> None:
        for part, lines in parts.items():
            source = volume.sources[part]
            self._digest.update(source.name.encode() + b"\0" + content_digest(source, lines))

    def _items(
        self, volume: Volume, parts: Mapping[str, Iterable[str]]
    ) -> "Iterator[Dialog | Rejected | Remark] | None":
        """Return the dialogs of a volume; None where its format is unknown."""
        if volume.reader:
            self.reader = volume.reader
            return volume.reader.read_parts(parts, volume.main.stem)
        self.reader = self.recognised(volume)
        return self.reader.read(next(iter(parts.values())), volume.main.stem) if self.reader else None

    def recognised(self, volume: Volume) -> Reader | None:
        """Return the reader that recognises the first line that is not blank; None where no reader does.

        In a folder, a file that cannot even be read that far is like any other that holds no dialogs.

        Raises: InputError.
        """
        try:
            first = volume.first_line()
        except InputError:
            if len(self.corpus.volumes) == 1:
                raise
            return None
        if first is None:
            return None
        known = next((reader for reader in self._readers if reader.sniff(first)), None)
        if known is not None or not begins_document(first):
            return known
        beginning = volume.beginning(first)
        return next((reader for reader in self._readers if reads_documents(reader) and reader.sniff(beginning)), None)

    def _admitted(
        self, items: "Iterator[Dialog | Rejected | Remark]", parts: Mapping[str, FileLines]
    ) -> Iterator[Dialog]:
        main = next(iter(parts.values()))
        bad: str | None = None
        for item in items:
            if isinstance(item, Remark):
                self.tally.remarks[item.what] += item.count
                continue
            if isinstance(item, Rejected):
                self._reject(item, bad, main if item.part is None else parts[item.part])
                bad = item.dialog
                continue
            bad = None  # a bad row behind it is of another dialog, whatever that is called
            self._admit(item.id, main, item.line)
            self.tally.dialogs += 1
            self.tally.ignored += item.ignored
            yield item

    def _reject(self, row: Rejected, before: str | None, lines: FileLines) -> None:
        if not self.corpus.skip_bad:
            raise InputError(f"{row.code} {row.text}", lines.place(row.line), f"{row.hint}; or use --skip-bad")
        self.tally.bad_rows += 1
        if row.dialog is None or row.dialog != before:
            self.tally.bad_dialogs += 1
            if row.dialog is not None:
                self._admit(row.dialog, lines)

    def _admit(self, name: str, lines: FileLines, line: int | None = None) -> None:
        if not self._ids.add(name):
            hint = f"{before_at(CorpusPass(self.corpus).first(name))}{SAME_ID}"
            raise InputError(f"E131 the id {name!r} is used twice", lines.place(line), hint)
        if self._twins.add(name, self._ids):
            self.tally.remarks[TWINS] += 1


def before_at(place: str | None) -> str:
    """Begin a hint with the place where something stood before."""
    return f"first used at {place}; " if place else ""


def _readers(format: str | None) -> list[Reader | FolderReader]:  # noqa: A002 - the option's name
    names = READERS.names() if format is None else (format,)
    return [READERS.get(name) for name in names]
