"""What a company gives its bot: phrases with their intents, a bank of answers, and lists of words to listen for."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError

BUNDLED: Final = Path(__file__).parent
"""Where the files of the invented company are."""
GENERAL: Final = Path(str(files("botassay"))) / "intents/data/general.csv"
"""General intents in English: what people say to any bot."""


TABLES: Final = ("faq.csv", "answers.csv", "general.csv")
"""What a company of one's own may bring, beside lists of words."""


@dataclass(frozen=True, slots=True)
class Company:
    """What a bot knows."""

    phrases: tuple[tuple[str, str], ...]
    """Text and intent: the general ones, and the company's own."""
    answers: Mapping[str, str]
    """By intent; `{ in [city]}` stands in an answer where a city was named."""
    words: Mapping[str, tuple[str, ...]]
    """What each slot listens for, by its name."""


def read_company(folder: Path) -> Company:
    """Read the files of a folder; what it lacks is taken from the bundled company.

    It has to hold a table, or a list of words that is called as a bundled one. Word lists are all `NAME.txt`; a folder
    that has one of its own uses none of the bundled ones. A folder with a faq.csv or an answers.csv of its own keeps
    the bundled answers to general intents alone.

    Raises: InputError for a folder that is none, and with its line for a row that cannot be read.
    """
    if not folder.is_dir():
        raise InputError(f"E173 {folder} is no folder", hint="give one with faq.csv and answers.csv, or write just faq")
    own = {file.name for file in folder.iterdir()} & {*TABLES, *(file.name for file in BUNDLED.glob("*.txt"))}
    if not own:
        hint = "write faq.csv with the columns text,intent and answers.csv with intent,answer; or write just faq"
        raise InputError("E100 holds nothing that a bot could be made of", str(folder), hint)
    phrases = [
        *_rows(_of(folder, "general.csv"), ("text", "intent")),
        *_rows(_of(folder, "faq.csv"), ("text", "intent")),
    ]
    answers = dict(_rows(BUNDLED / "answers.csv", ("intent", "answer")))
    if folder != BUNDLED and any((folder / name).is_file() for name in ("faq.csv", "answers.csv")):
        answers = {intent: answer for intent, answer in answers.items() if intent.startswith("general/")}
        answers |= _own_answers(folder / "answers.csv", {intent for _, intent in phrases})
    return Company(tuple(phrases), answers, dict(_words(folder)))


def _own_answers(file: Path, intents: set[str]) -> dict[str, str]:
    if not file.is_file():
        return {}
    own = dict(_rows(file, ("intent", "answer")))
    unknown = sorted(own.keys() - intents)
    if unknown:
        hint = "write phrases for it into faq.csv, or take the answer out"
        raise InputError(f"E138 no phrase leads to the answer of {unknown[0]!r}", str(file), hint)
    return own


def _of(folder: Path, name: str) -> Path:
    own = folder / name
    if own.is_file():
        return own
    return GENERAL if name == GENERAL.name else BUNDLED / name


def _rows(file: Path, columns: tuple[str, str]) -> Iterator[tuple[str, str]]:
    reader = csv.reader(_text(file), strict=True)
    try:
        places = _places(next(reader, []), columns, str(file))
        for cells in reader:
            if not any(cells):
                continue
            if len(cells) <= max(places) or not all(cells[place].strip() for place in places):
                raise InputError(
                    "E136 a cell is missing or empty", f"{file}:{reader.line_num}", f"fill {' and '.join(columns)}"
                )
            yield cells[places[0]], cells[places[1]].strip()
    except csv.Error as error:
        raise InputError(
            f"E140 the row cannot be read: {error}", f"{file}:{reader.line_num}", "look at its quotes"
        ) from error


def _places(header: list[str], columns: tuple[str, str], file: str) -> tuple[int, ...]:
    names = [name.strip() for name in header]
    lacking = [name for name in columns if name not in names]
    if lacking:
        raise InputError(
            f"E142 the header lacks the column {lacking[0]!r}", f"{file}:1", f"the header is {','.join(columns)}"
        )
    return tuple(names.index(name) for name in columns)


def _words(folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    own = sorted(folder.glob("*.txt"))
    for file in own or sorted(BUNDLED.glob("*.txt")):
        words = tuple(dict.fromkeys(filter(None, (" ".join(line.split()) for line in _text(file)))))
        if not words:
            raise InputError(
                "E100 the word list is empty", str(file), "write a word on each line, or take the file away"
            )
        yield file.stem, words


def _text(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8-sig").splitlines(keepends=True)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"E174 cannot be read: {error}", str(file), "a text file in UTF-8") from error
