"""The data of a company: phrases with their intents, answers, and word lists of slots."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError
from botassay_samples.faq.about import About, read_owner
from botassay_samples.faq.slots import filled

BUNDLED: Final = Path(__file__).parent
"""The folder of the invented company."""
GENERAL: Final = Path(str(files("botassay"))) / "intents/data/general.csv"
"""Phrases of general intents in English."""


TABLES: Final = ("faq.csv", "answers.csv", "general.csv")
"""The tables of a company."""


@dataclass(frozen=True, slots=True)
class Company:
    """The data of a company."""

    phrases: tuple[tuple[str, str], ...]
    """Text and intent: general ones and the company's own."""
    answers: Mapping[str, str]
    """By intent; `{ in [city]}` is only part of the answer if a city was named."""
    words: Mapping[str, tuple[str, ...]]
    """The words of each slot."""
    about: About | None = None
    """What its owner says about the bot; None for the invented company."""


def read_company(folder: Path) -> Company:
    """Return the company of a folder; missing phrases and word lists are replaced by bundled ones.

    The folder needs a table, or a word list with the name of a bundled one. Word lists are all files `NAME.txt`; with
    any, the bundled ones are not used. Answers of the invented company are never used for another one: general intents
    have answers that name the owner of about.toml, or nobody.

    Raises: InputError for a missing folder, or with the line of an invalid row; ConfigurationError for an invalid
        about.toml.
    """
    if not folder.is_dir():
        hint = "give a folder with faq.csv and answers.csv, or faq for the bundled company"
        raise InputError(f"E173 {folder} is not a folder", hint=hint)
    own = {file.name for file in folder.iterdir()} & {*TABLES, *(file.name for file in BUNDLED.glob("*.txt"))}
    if not own:
        hint = "add faq.csv (text,intent) and answers.csv (intent,answer), or give faq without a folder"
        raise InputError("E100 the folder has no data for the bot", str(folder), hint)
    phrases = [
        *_rows(_of(folder, "general.csv"), ("text", "intent")),
        *_rows(_of(folder, "faq.csv"), ("text", "intent")),
    ]
    if folder == BUNDLED:
        answers = dict(_rows(BUNDLED / "answers.csv", ("intent", "answer")))
        return Company(tuple(phrases), answers, dict(_words(folder)))
    about = read_owner(folder)
    general = _rows(BUNDLED / "general_answers.csv", ("intent", "answer"))
    answers = {intent: filled(answer, about.words) for intent, answer in general}
    answers |= _own_answers(folder / "answers.csv", {intent for _, intent in phrases})
    return Company(tuple(phrases), answers, dict(_words(folder)), about)


def _own_answers(file: Path, intents: set[str]) -> dict[str, str]:
    if not file.is_file():
        return {}
    own = dict(_rows(file, ("intent", "answer")))
    unknown = sorted(own.keys() - intents)
    if unknown:
        hint = "add phrases for it to faq.csv, or remove the answer"
        raise InputError(f"E138 no phrase has the intent {unknown[0]!r} of an answer", str(file), hint)
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
                    "E136 a cell is missing or empty", f"{file}:{reader.line_num}", f"fill in {' and '.join(columns)}"
                )
            yield cells[places[0]], cells[places[1]].strip()
    except csv.Error as error:
        raise InputError(
            f"E140 invalid CSV: {error}", f"{file}:{reader.line_num}", "check the quotation marks"
        ) from error


def _places(header: list[str], columns: tuple[str, str], file: str) -> tuple[int, ...]:
    names = [name.strip() for name in header]
    lacking = [name for name in columns if name not in names]
    if lacking:
        raise InputError(
            f"E142 the header lacks the column {lacking[0]!r}", f"{file}:1", f"use the header {','.join(columns)}"
        )
    return tuple(names.index(name) for name in columns)


def _words(folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    own = sorted(folder.glob("*.txt"))
    for file in own or sorted(BUNDLED.glob("*.txt")):
        words = tuple(dict.fromkeys(filter(None, (" ".join(line.split()) for line in _text(file)))))
        if not words:
            raise InputError("E100 the word list is empty", str(file), "write one word per line, or remove the file")
        yield file.stem, words


def _text(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8-sig").splitlines(keepends=True)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"E174 cannot read the file: {error}", str(file), "give a text file in UTF-8") from error
