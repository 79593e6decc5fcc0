"""Units: the parts of a corpus that can be read, and looked at, by different processes.

A unit is one file, or a range of bytes of it: of JSON lines, where a line belongs to the unit in which its first byte
stands, or of a table or bAbI, which are cut where a dialog begins. Where a corpus is cut depends on its files alone,
and what is read does not depend on the cuts.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from botassay.core.dialog import Dialog, Rejected, Remark
from botassay.core.errors import InputError
from botassay.corpora.bundles import ALONE, Volume
from botassay.corpora.corpus import Corpus, CorpusPass
from botassay.corpora.digests import content_digest, leaves_between
from botassay.corpora.ids import alike, digest_of
from botassay.io.json_array import Items, open_items
from botassay.io.lines import FileLines
from botassay.io.range_lines import RangeLines
from botassay.plugins.optional import carries_verdicts, dialog_starts, reading_from, reads_by_line

MOST: Final = 64 * 2**20
LEAST: Final = 2**20
"""Bytes of a unit of a file that is cut, at most and at least."""
_PIECES: Final = 16
"""Units of a file that is cut, until they are as large as can be."""


class CorpusUnit(NamedTuple):
    """A part of a corpus: one of its volumes, or the lines of it that begin in a range of bytes."""

    volume: int
    begin: int = 0
    end: int | None = None
    """None: to the end of the file."""

    @property
    def whole(self) -> bool:
        """Whether it is a whole file."""
        return not self.begin and self.end is None

    def shown(self, corpus: Corpus) -> str:
        """Name the file, and the bytes of a range."""
        name = corpus.volumes[self.volume].main.name
        return name if self.whole else f"{name}, bytes {self.begin:,} to {f'{self.end:,}' if self.end else 'the end'}"


def plan_units(corpus: Corpus, cut: int | None = None) -> tuple[CorpusUnit, ...]:
    """Return the units of a corpus, in order; files are cut near multiples of some bytes.

    Args:
        corpus: the files.
        cut: so many; None: a sixteenth of each file in whole MiB, 64 MiB at most.
    """
    return tuple(unit for at, volume in enumerate(corpus.volumes) for unit in _units_of(corpus, at, volume, cut))


def _units_of(corpus: Corpus, at: int, volume: Volume, cut: int | None) -> Iterator[CorpusUnit]:
    size = volume.main.size
    cut = cut or min(MOST, LEAST * max(1, size // (_PIECES * LEAST)))
    cuts = () if volume.reader or volume.main.packed or size <= cut else _cuts(corpus, volume, range(cut, size, cut))
    for begin, end in pairwise((0, *cuts, size)):
        yield CorpusUnit(at, begin, end if end < size else None)


def _cuts(corpus: Corpus, volume: Volume, places: range) -> Sequence[int]:
    """Return where a file is cut near some places; nowhere if it cannot be read, or not in parts."""
    try:
        reader = CorpusPass(corpus).recognised(volume)
        if reader is None or isinstance(open_items(volume.main), Items):
            return ()
        return places if reads_by_line(reader) else dialog_starts(reader, volume.main, places)
    except InputError:
        return ()


def holds_verdicts(corpus: Corpus) -> bool:
    """Return whether a file of a corpus is of a format that holds the verdicts of other tools."""
    return any(_may_hold_verdicts(corpus, volume) for volume in corpus.volumes)


def _may_hold_verdicts(corpus: Corpus, volume: Volume) -> bool:
    try:
        reader = volume.reader or CorpusPass(corpus).recognised(volume)
    except InputError:
        return False
    return reader is not None and carries_verdicts(reader)


@dataclass(slots=True)
class SeenIds:
    """The digests of ids, to be compared with those of other units."""

    every: "array[int]" = field(default_factory=lambda: array("Q"))
    folded: "array[int]" = field(default_factory=lambda: array("Q"))
    """Of the forms that all look-alikes share, of ids that are not ASCII."""
    folded_to_ascii: "array[int]" = field(default_factory=lambda: array("Q"))
    """Those of `folded` that are ASCII: an id may be the form itself."""

    def add(self, name: str) -> None:
        """Add an id."""
        self.every.append(digest_of(name))
        if not name.isascii():
            plain = alike(name)
            (self.folded_to_ascii if plain.isascii() else self.folded).append(digest_of(plain))

    def extend(self, other: "SeenIds") -> None:
        """Add the ids of another unit."""
        self.every.extend(other.every)
        self.folded.extend(other.folded)
        self.folded_to_ascii.extend(other.folded_to_ascii)

    @property
    def twice(self) -> bool:
        """Whether an id was added twice."""
        return _different(self.every) < len(self.every)

    @property
    def twins(self) -> int:
        """How many ids look like another one before them."""
        groups = _different(self.folded) + _different(self.folded_to_ascii)
        plain = np.intersect1d(_numbers(self.folded_to_ascii), _numbers(self.every)) if self.folded_to_ascii else ()
        return len(self.folded) + len(self.folded_to_ascii) - groups + len(plain)


def _numbers(digests: "array[int]") -> npt.NDArray[np.uint64]:
    return np.frombuffer(digests, dtype=np.uint64)


def _different(digests: "array[int]") -> int:
    return len(np.unique(_numbers(digests))) if digests else 0


class UnitPass(CorpusPass):
    """One pass over a unit of a corpus: ids are collected, and compared when all units were read."""

    def __init__(self, corpus: Corpus, unit: CorpusUnit) -> None:
        super().__init__(corpus)
        self.unit = unit
        self.tally.skipped_files = []
        self.ids = SeenIds()
        self.digests: list[tuple[str, bytes]] = []
        """The files that were read, with their digests; those of the leaves of a range, one after the other."""

    def __iter__(self) -> Iterator[Dialog]:
        """Read the dialogs of the unit.

        Raises: InputError for a bad row, unless they are skipped.
        """
        volume = self.corpus.volumes[self.unit.volume]
        parts = volume.open() if self.unit.whole else {ALONE: self._range_of(volume)}
        for dialog in self._dialogs(volume, parts):
            self.tally.bytes_read = sum(lines.position for lines in parts.values())
            yield dialog
        self.tally.bytes_read = volume.size if self.unit.whole else (self.unit.end or volume.size) - self.unit.begin

    def _range_of(self, volume: Volume) -> FileLines:
        lines: FileLines = RangeLines(volume.main, self.unit.begin, self.unit.end)
        lines.digested = False
        return lines

    def _items(self, volume: Volume, parts: Mapping[str, Any]) -> Iterator[Dialog | Rejected | Remark] | None:
        if self.unit.whole:
            return super()._items(volume, parts)
        reader = self.recognised(volume)
        if reader is None:
            return None
        reader = self.reader = reading_from(reader, volume.first_line() or "")
        return reader.read(next(iter(parts.values())), volume.main.stem)

    def _digest_parts(self, volume: Volume, parts: Mapping[str, FileLines]) -> None:
        if self.unit.whole:
            self.digests += [
                (volume.sources[part].name, content_digest(volume.sources[part], lines))
                for part, lines in parts.items()
            ]
        else:
            leaves = leaves_between(volume.main, self.unit.begin, self.unit.end)
            self.digests.append((volume.main.name, b"".join(leaves)))

    def _admit(self, name: str, lines: FileLines, line: int | None = None) -> None:
        del lines, line
        self.ids.add(name)


def corpus_digest(units: Mapping[CorpusUnit, Iterable[tuple[str, bytes]]]) -> str:
    """Return the digest over the names and bytes of all files, from those of the units in order."""
    digest = sha256()
    pending = b""
    for unit, files in units.items():
        for name, value in files:
            if unit.whole:
                digest.update(name.encode() + b"\0" + value)
                continue
            pending += value
            if unit.end is None:
                whole = pending if len(pending) == sha256().digest_size else sha256(pending).digest()
                digest.update(name.encode() + b"\0" + whole)
                pending = b""
    return digest.hexdigest()
