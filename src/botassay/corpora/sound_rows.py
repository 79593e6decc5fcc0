"""The dialogs in blocks of a table without errors, many rows at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, repeat
from operator import eq
from typing import Any, NamedTuple, cast

import numpy as np

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.corpora.column_mapping import IGNORED_ROLES, TAGS, ColumnMapping
from botassay.corpora.dialog_rows import Group, number_of
from botassay.io.cells import Column, Flags, Places
from botassay.io.flaws import FlawError
from botassay.io.table import TableBlock


class Summary(NamedTuple):
    """Counts of some dialogs."""

    names: list[str]
    utterances: int
    ignored: int
    silent: int
    """Dialogs in which the bot says nothing."""


@dataclass(frozen=True, slots=True)
class BlockCells:
    """The contents of a sound block."""

    cells: Mapping[str, Column]
    begins: Places
    """The first row of each run of rows of one dialog."""
    names: list[str]
    """Of these dialogs."""
    roles: list[Role | None]
    """Kinds of roles; None for system and tool messages."""
    kinds: Places
    """Which of them each row has."""

    def utterances(self, rows: slice) -> "list[Utterance | None]":
        """Return the utterances of some rows; None for a system or tool message."""
        texts = self.cells["text"].cells(rows)
        roles = [self.roles[kind] for kind in self.kinds[rows].tolist()]
        speakers, times, intents = (self._optional(name, rows) for name in ("speaker", "at", "intent"))
        sure: Any = repeat(None)
        if "confidence" in self.cells:
            sure = [number_of(cell.strip()) for cell in self.cells["confidence"].cells(rows)]
        cells = (texts, speakers, times, repeat(()), intents, sure)
        if None not in roles:
            return list(map(cast("Any", Utterance), roles, *cells))
        return [role and Utterance(role, *row) for role, row in zip(roles, zip(*cells, strict=False), strict=False)]

    def _optional(self, name: str, rows: slice) -> Iterable[str | None]:
        return [cell or None for cell in self.cells[name].cells(rows)] if name in self.cells else repeat(None)

    @property
    def tags(self) -> dict[str, str]:
        """The tags in the first row."""
        return self.tags_of(self.begins[:1])[0]

    def tags_of(self, rows: Places) -> list[dict[str, str]]:
        """Return the tags in some rows."""
        named = {name: self.cells[name].cells(rows) for name in TAGS if name in self.cells}
        if not named:
            return [{} for _ in rows]
        each = zip(*named.values(), strict=True)
        return [{name: cell.strip() for name, cell in zip(named, row, strict=True) if cell.strip()} for row in each]


@dataclass
class SoundRows:
    """A block without errors, behind the dialog of the row before it."""

    block: TableBlock
    before: Group
    parsed: BlockCells

    @cached_property
    def rest(self) -> Group:
        """The dialog of the last row: it may go on in the next block."""
        parsed, rows = self.parsed, len(self.parsed.kinds)
        begin = int(parsed.begins[-1])
        if self._continued and len(parsed.names) == 1:
            return self.before.with_run(parsed.utterances(slice(rows)), parsed.tags)
        line = parsed.cells["dialog"].lines(parsed.begins[-1:])[0]
        return Group(parsed.names[-1], line=line).with_run(
            parsed.utterances(slice(begin, rows)), parsed.tags_of(parsed.begins[-1:])[0]
        )

    @cached_property
    def _continued(self) -> int:
        """1 where the first rows belong to the dialog before them."""
        return int(self.parsed.names[0] == self.before.name)

    def _head(self) -> Iterator[Dialog]:
        """Return the dialog of the row before the block, where it ends here."""
        parsed = self.parsed
        if not self._continued:
            yield from self.before.close()
        elif len(parsed.names) > 1:
            yield from self.before.with_run(parsed.utterances(slice(int(parsed.begins[1]))), parsed.tags).close()

    def summary(self) -> Summary:
        """Count what ends in the block."""
        parsed, begins = self.parsed, self.parsed.begins[self._continued :]
        head = list(self._head())
        names = [*(dialog.id for dialog in head), *parsed.names[self._continued : -1]]
        utterances = sum(len(dialog.utterances) for dialog in head)
        ignored = sum(dialog.ignored for dialog in head)
        silent = sum(not any(True for _ in dialog.said_by(Role.BOT)) for dialog in head)
        if len(begins) > 1:
            begin, end = int(begins[0]), int(begins[-1])
            left_out = np.array([role is None for role in parsed.roles])[parsed.kinds]
            bots = np.array([role is Role.BOT for role in parsed.roles])[parsed.kinds]
            heard = np.add.reduceat(parsed.cells["text"].speaking(bots).astype(np.int64), begins)[:-1]
            ignored += (system := int(np.count_nonzero(left_out[begin:end])))
            utterances += end - begin - system
            silent += int(np.count_nonzero(heard == 0))
        return Summary(names, utterances, ignored, silent)

    def dialogs(self) -> Iterator[Dialog]:
        """Return the dialogs that end in the block."""
        yield from self._head()
        parsed, begins = self.parsed, self.parsed.begins[self._continued :]
        if len(begins) < 2:  # noqa: PLR2004 - the last one goes on
            return
        first = int(begins[0])
        utterances = parsed.utterances(slice(first, int(begins[-1])))
        places = pairwise((begins - first).tolist())
        names = parsed.names[self._continued :]
        lines = parsed.cells["dialog"].lines(begins)
        tags = parsed.tags_of(begins)
        for name, (begin, end), line, tag in zip(names[:-1], places, lines[:-1], tags[:-1], strict=True):
            run = utterances[begin:end]
            spoken = tuple([utterance for utterance in run if utterance])
            yield Dialog(name, spoken, tag, len(run) - len(spoken), line)


def sound_cells(block: TableBlock, mapping: ColumnMapping) -> BlockCells | None:
    """Return the cells of a sound block; None where each row has to be looked at."""
    cells = block.columns
    if cells is None:
        return None
    new = cells["dialog"].changes()
    spelt, kinds = cells["role"].kinds()
    roles = [mapping.role(role) for role in spelt]
    if None in roles or not _constant(cells, new) or not _are_confidences(cells):
        return None
    begins = np.concatenate(([0], np.flatnonzero(new) + 1))
    names = [name.strip() for name in cells["dialog"].cells(begins)]
    if "" in names or any(map(eq, names, names[1:])):
        return None
    ours = [None if role in IGNORED_ROLES else Role(str(role)) for role in roles]
    return BlockCells(cells, begins, names, ours, kinds)


def _constant(cells: Mapping[str, Column], new: Flags) -> bool:
    """Whether the tags of a dialog are spelt alike in all its rows."""
    return not any(np.any(cells[name].changes() & ~new) for name in TAGS if name in cells)


def _are_confidences(cells: Mapping[str, Column]) -> bool:
    texts: Sequence[str] = cells["confidence"].cells() if "confidence" in cells else ()
    try:
        return all(number is None or 0 <= number <= 1 for number in (number_of(cell.strip()) for cell in set(texts)))
    except FlawError:
        return False
