"""The dialog bAbI tasks (Bordes, Boureau, Weston 2017): `1 user<TAB>bot`, a blank line between dialogs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from botassay.core.dialog import Dialog, Rejected, Role, Utterance
from botassay.corpora.utterance_builder import is_too_large, too_large
from botassay.io.flaws import FlawError, not_utf8
from botassay.io.lines import FileLines, undecodable
from botassay.io.range_lines import RangeLines
from botassay.io.sources import SourceFile

SILENCE: Final = "<SILENCE>"
_NUMBERED: Final = re.compile(r"(\d{1,9}) (.*)", re.DOTALL)
_FIRST: Final = re.compile(r"1 (\S.*\t|\S+ R_\w+ )")


@dataclass(frozen=True, slots=True)
class Babi:
    """A line is a user utterance and the bot's, numbered from 1 in each dialog.

    `<SILENCE>` is an empty user utterance; what the bot says to its database (`api_call …`) and what that answers
    (lines without a tab) are system messages, ignored and counted.
    """

    def sniff(self, first_line: str) -> bool:
        """Recognise a line 1 with a tab, or a fact about a restaurant."""
        return _FIRST.match(first_line) is not None

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each block of lines; it is called by the byte at which it begins, or else its number."""
        block = _Block()
        ordinal = 0
        for number, raw in enumerate(lines, 1):
            line = raw.rstrip("\r\n")
            if not line.strip() or (block.begun and line.startswith("1 ")):
                yield from block.close()
                block = _Block()
            if not line.strip():
                continue
            if not block.begun:
                ordinal += 1
                offset = lines.offset if isinstance(lines, FileLines) else None
                block.name = f"{name}:{ordinal}" if offset is None else f"{name}@{offset}"
            yield from block.take(number, line)
        yield from block.close()

    def starts(self, source: SourceFile, places: Sequence[int]) -> list[int]:
        """Return where a file can be cut: at a line `1 …`, or one behind a blank line."""
        starts: list[int] = []
        for place in places:
            if starts and place <= starts[-1]:
                continue
            start = _first_start(RangeLines(source, place, None))
            if start is None:
                break
            starts.append(start)
        return starts


def _first_start(lines: FileLines) -> int | None:
    """Return at which byte the first dialog begins that surely does so."""
    blank = False
    for line in lines:
        if line.strip() and (blank or line.startswith("1 ")):
            return lines.offset
        blank = not line.strip()
    return None


@dataclass(slots=True)
class _Block:
    """One dialog, as its lines come."""

    name: str = ""
    utterances: list[Utterance] = field(default_factory=list)
    ignored: int = 0
    begun: bool = False
    spoiled: bool = False
    last: int = 0
    """The number of the last line."""

    def take(self, number: int, line: str) -> Iterator[Rejected]:
        self.begun = True
        numbered = _NUMBERED.match(line)
        flaw = _flaw(line, numbered, self.last)
        if numbered:
            self.last = int(numbered[1])
        if flaw:
            self.spoiled = True
            yield Rejected(number, flaw.code, flaw.text, flaw.hint, self.name)
        if flaw or not numbered:
            return
        user, tab, bot = numbered[2].partition("\t")
        if not tab:
            self.ignored += 1
            return
        self.utterances.append(Utterance(Role.USER, "" if user == SILENCE else user.strip()))
        if bot.startswith("api_call"):
            self.ignored += 1
        else:
            self.utterances.append(Utterance(Role.BOT, bot.strip()))

    def close(self) -> Iterator[Dialog]:
        if self.begun and not self.spoiled:
            yield Dialog(self.name, tuple(self.utterances), ignored=self.ignored)


def _flaw(line: str, numbered: re.Match[str] | None, last: int) -> FlawError | None:
    if undecodable(line):
        return not_utf8(line, "line")
    if "\0" in line:
        return FlawError("E112", "the line contains a NUL byte", "export the file again as text")
    if numbered is None:
        return FlawError("E133", "the line does not begin with its number", "lines look like `1 user<TAB>bot`")
    if int(numbered[1]) != last + 1:
        hint = "the lines of a dialog are numbered 1, 2, 3 …"
        return FlawError("E133", f"line {int(numbered[1])} follows line {last}", hint)
    return too_large() if any(map(is_too_large, numbered[2].split("\t", 1))) else None
