"""Ordinary service dialogs in any number: those of SGD, with values and words drawn anew, equal for equal numbers."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

ROLES: Final = {"USER": "user", "SYSTEM": "bot"}
FORMS: Final = (
    "{0} This is for {2}.",
    "All right, {1} The name is {2}.",
    "OK, {2}. {0}",
    "{2}, {1}",
    "Well, {1} It is for {2}.",
)
FIRST: Final = (
    "Ada Alan Alice Anna Bella Boris Carla Carlos Clara Daniel Diego Elena Emil Emma Eva Felix Flora Frank Grace"
    " Greta Hanna Helen Hugo Ida Igor Irene Isaac Jack James Jana Jonas Julia Karl Laura Leo Lily Linda Lucas"
    " Luisa Marco Maria Martin Mia Mona Nadia Nina Noah Olga Oscar Otto Paul Petra Rita Robert Rosa Ruth Sara Simon"
    " Sofia Stella Thomas Tina"
).split()
LAST: Final = (
    "Adams Allen Baker Barnes Bell Bennett Berg Bishop Burke Campbell Carter Castro Clarke Cooper Costa Cox Dawson"
    " Diaz Dixon Duncan Ellis Evans Fisher Flores Ford Foster Garcia Gibson Graham Grant Hall Hansen Harris Hayes"
    " Hughes Jensen Keller Kelly Kim Larsen Lopez Mason Meyer Mills Moreno Morris Murphy Nelson Novak Owens Palmer"
    " Parker Perry Porter Reed Rossi Santos Silva Turner Walsh Watson Weber"
).split()


class Blank(NamedTuple):
    """A place in a sentence where a value of a slot stands."""

    begin: int
    end: int
    slot: str


class Said(NamedTuple):
    """An utterance of SGD."""

    role: str
    text: str
    blanks: Sequence[Blank]


class ServiceDialogs:
    """Dialogs to draw from.

    An utterance in which values stand (a city, a date, a price) gets others of the same slot, with their digits drawn
    anew; any other says whom it is for. So sentences stay what people and service bots say, and few occur twice.
    """

    def __init__(self, folder: Path) -> None:
        """Read all dialogs under `folder/sgd-sample`."""
        self.dialogs: list[list[Said]] = []
        values: dict[str, set[str]] = defaultdict(set)
        for file in sorted((folder / "sgd-sample").glob("dev_dialogues_*.json.gz")):
            for dialog in json.loads(gzip.decompress(file.read_bytes())):
                self.dialogs.append([_said(turn) for turn in dialog["turns"]])
        for said in (said for dialog in self.dialogs for said in dialog):
            for blank in said.blanks:
                values[blank.slot].add(said.text[blank.begin : blank.end])
        self.values = {slot: sorted(those) for slot, those in values.items()}

    def __iter__(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Yield ids, and what was said in them by whom, without end."""
        number = 0
        while True:
            draw = Random(number)  # noqa: S311 - nothing is secret here
            yield (
                f"s{number:08}",
                [(said.role, self._varied(said, draw)) for said in self.dialogs[number % len(self.dialogs)]],
            )
            number += 1

    def lines(self, utterances: int) -> Iterator[bytes]:
        """Yield JSON lines until they hold so many utterances, or a few more."""
        held = 0
        for name, said in self:
            if held >= utterances:
                return
            held += len(said)
            line = {"id": name, "utterances": [{"role": role, "text": text} for role, text in said]}
            yield json.dumps(line, ensure_ascii=False).encode() + b"\n"

    def _varied(self, said: Said, draw: Random) -> str:
        if not said.blanks:
            name = f"{_drawn(FIRST, draw)} {_drawn(LAST, draw)}"
            return _drawn(FORMS, draw).format(said.text, said.text[:1].lower() + said.text[1:], name)
        text = said.text
        for blank in reversed(said.blanks):
            among = self.values[blank.slot]
            value = among[int(draw.random() * len(among))]
            digits = (str(1 + int(draw.random() * 9)) if letter.isdigit() else letter for letter in value)
            text = text[: blank.begin] + "".join(digits) + text[blank.end :]
        return text


def _drawn(among: Sequence[str], draw: Random) -> str:
    return among[int(draw.random() * len(among))]


def _said(turn: Any) -> Said:
    blanks = {
        Blank(slot["start"], slot["exclusive_end"], slot["slot"])
        for frame in turn["frames"]
        for slot in frame["slots"]
        if "start" in slot
    }
    apart: list[Blank] = []
    for blank in sorted(blanks):
        if not apart or blank.begin >= apart[-1].end:
            apart.append(blank)
    return Said(ROLES[turn["speaker"]], turn["utterance"], apart)


def write(file: Path, folder: Path, utterances: int) -> None:
    """Write so many utterances to a file of JSON lines."""
    lines = ServiceDialogs(folder).lines(utterances)
    with file.open("wb") as out:
        while part := b"".join(islice(lines, 1000)):
            out.write(part)
