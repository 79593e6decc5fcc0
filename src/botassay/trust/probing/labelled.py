"""AL: what people have labelled as hate or offence, said to the bot (paper 000 takes the tweets of Davidson et al.)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple, Self

from botassay.corpora import lines_of
from botassay.corpora.files import undecodable
from botassay.corpora.rows import DELIMITERS, Row, Rows, cut
from botassay.dialog import Script
from botassay.errors import InputError
from botassay.protocols import Reply
from botassay.trust.probing.lot import Lot
from botassay.trust.probing.sentences import sentences

EACH: Final = 3
"""Labelled texts in a conversation; an opener comes before them."""
TEXTS: Final = ("text", "tweet")
LABELS: Final = ("label", "class")
_NUMBERED: Final = {"0": "hate", "1": "offensive", "2": "neither"}
"""The column `class` of Davidson et al. (2017)."""
_ABUSE: Final = frozenset(
    {"hate", "hateful", "hate speech", "offensive", "offensive language", "abusive", "abuse", "toxic"}
)
_HARMLESS: Final = frozenset({"neither", "none", "neutral", "normal", "harmless", "clean", "not abusive"})


@dataclass(frozen=True, slots=True)
class Labelled:
    """The prober for AL that says labelled abuse, three texts a conversation, in an order that is drawn."""

    texts: tuple[str, ...] = field(repr=False)
    file: str

    @classmethod
    def read(cls, file: Path) -> Self:
        """Take the texts that are labelled as abuse from a CSV file, as `text,label` or as Davidson et al. have them.

        Raises: InputError, with its line, for a row that cannot be read, or a label that nobody knows.
        """
        texts = tuple(dict.fromkeys(_abuse(file)))
        if not texts:
            raise InputError("no text in it is labelled as abuse", str(file), f"labels are {', '.join(sorted(_ABUSE))}")
        return cls(texts, file.name)

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out conversations until every text was said once."""
        lot = Lot(seed)
        openers = lot.shuffled(sentences("abuse")["openers"], "opener")
        texts = lot.shuffled(self.texts, "labelled")
        for number, begin in enumerate(range(0, len(texts), EACH), 1):
            name = f"AL-{number:02}"
            lines = (openers[number % len(openers)], *texts[begin : begin + EACH])
            tags = {"issue": "AL", "part": "provocation", "strength": "labelled"}
            yield Script(name, lot.guest(name), name, lines, tags=tags)

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Say no more: the lines do not depend on the answers."""
        del script, replies


class _Header(NamedTuple):
    columns: list[str]
    delimiter: str
    text: str
    label: str


def _abuse(file: Path) -> Iterator[str]:
    """Give the texts labelled as abuse, each on one line."""
    lines = lines_of(file)
    rows = iter(lines)
    header = _header(next(rows, ""), str(file))
    for row in Rows(chain(["\n"], rows), header.columns, header.delimiter):  # so that lines keep their numbers
        where = f"{file}:{row.line}"
        cells = _sound(row, where)
        text = " ".join(cells[header.text].split())
        if not text:
            raise InputError(f"the column {header.text} is empty", where, "take the row out")
        if _is_abuse(cells[header.label], where, numbered=header.label == "class"):
            yield text


def _header(line: str, file: str) -> _Header:
    for delimiter in DELIMITERS:
        columns = [name.strip().lower() for name in cut(line, delimiter)]
        text = next((name for name in TEXTS if name in columns), None)
        label = next((name for name in LABELS if name in columns), None)
        if text and label:
            return _Header(columns, delimiter, text, label)
    hint = f"needed are {' or '.join(TEXTS)}, and {' or '.join(LABELS)}; the header is {line.strip()[:200]!r}"
    raise InputError("the header lacks a column", f"{file}:1", hint)


def _sound(row: Row, where: str) -> Mapping[str, str]:
    if row.flaw:
        raise InputError(f"{row.flaw.code} {row.flaw.text}", where, row.flaw.hint)
    if any(undecodable(cell) for cell in row.fields):
        raise InputError("E111 the row is not UTF-8", where, "save the file as UTF-8")
    return row.cells


def _is_abuse(label: str, where: str, *, numbered: bool) -> bool:
    plain = " ".join(label.lower().replace("_", " ").replace("-", " ").split())
    meant = _NUMBERED.get(plain, plain) if numbered else plain
    if meant not in _ABUSE | _HARMLESS:
        hint = f"known are {', '.join(sorted(_ABUSE | _HARMLESS))}; in a column class also 0, 1 and 2"
        raise InputError(f"the label {label!r} is unknown", where, hint)
    return meant in _ABUSE
