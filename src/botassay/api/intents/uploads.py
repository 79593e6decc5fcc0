"""Phrases and questions that somebody brings to a set: checked as a whole, then kept beside what is there."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, TypeVar

import msgspec

from botassay.api.intents.daily import LOG_STEM, SetFiles
from botassay.api.intents.inputs import read_data
from botassay.core.errors import InputError, OutputError, UsageError
from botassay.intents.log import LoggedQuestion, read_log
from botassay.intents.phrases import folded
from botassay.io.files import append, save
from botassay.settings.intents import PhraseSettings

Rows = TypeVar("Rows")
UploadKind = Literal["phrases", "questions"]
TEXTS: Final = ("csv", "tsv", "jsonl", "json", "yml", "yaml")
"""The endings of files that are texts."""
_NAME: Final = re.compile(r"\w[\w .-]{0,59}")


def bring_phrases(files: SetFiles, text: str, name: str = "", now: datetime | None = None) -> tuple[str, int]:
    """Keep a table of phrases as the latest of a set; return the name of the new file, and how many phrases it has.

    Args:
        files: of the set.
        text: what the file holds, in any form that `evaluate` reads.
        name: of the file that it was; its ending says the form.
        now: dates the new file.

    Raises: InputError with the line of an invalid phrase; UsageError for a form that is not known; OutputError.
    """
    ending = _ending(text, name)
    with TemporaryDirectory() as folder:
        draft = Path(folder) / f"phrases.{ending}"
        draft.write_bytes(text.encode("utf-8", "surrogatepass"))
        phrases = _named(lambda: read_data(draft, PhraseSettings()).phrases, folder)
    file = files.new_file(now or datetime.now(UTC), f".{ending}")
    if file.exists():
        raise OutputError(f"{file.name} already exists", hint="try again in a second")
    save(file, text.encode("utf-8", "surrogatepass"))
    return file.name, len(phrases)


def bring_questions(files: SetFiles, text: str, name: str = "") -> tuple[str, int]:
    """Add questions to the log of a set; return the name of the log, and how many were new.

    Questions with an id that the log has already, or with the same text and time, are passed over.

    Args:
        files: of the set.
        text: a log in any form that `review` reads.
        name: of the file that it was; its ending says the form.

    Raises: InputError with the line of an invalid question; UsageError for a log that is a table; OutputError.
    """
    ending = _ending(text, name)
    log = files.log or files.folder / f"{LOG_STEM}.jsonl"
    if log.suffix != ".jsonl":
        raise UsageError(f"the log of this set is {log.name}", hint="add the questions there, or turn it to log.jsonl")
    with TemporaryDirectory() as folder:
        draft = Path(folder) / f"{LOG_STEM}.{ending}"
        draft.write_bytes(text.encode("utf-8", "surrogatepass"))
        brought = _named(lambda: read_log(draft), folder)
    known = {key for question in (read_log(log) if log.exists() else ()) for key in _keys(question)}
    new = []
    for question in brought:
        keys = _keys(question)
        if known.isdisjoint(keys):
            new.append(question)
        known |= keys
    append(log, b"".join(map(_line, new)))
    return log.name, len(new)


def new_set(folder: Path, name: str, phrases: str, file: str = "") -> Path:
    """Make a set with its first phrases in a folder of sets, and return its folder.

    Raises: UsageError for a name that cannot be one of a folder; as `bring_phrases`.
    """
    typed = " ".join(name.split())
    if not _NAME.fullmatch(typed):
        raise UsageError("the set has no such name", hint="write up to 60 letters, digits, spaces, dots or hyphens")
    if any(folded(each.name) == folded(typed) for each in (folder.iterdir() if folder.is_dir() else ())):
        raise OutputError(f"there is a set {typed} already", hint="choose another name")
    bring_phrases(SetFiles(folder / typed, (), None), phrases, file)
    return folder / typed


def _ending(text: str, name: str) -> str:
    """Return the ending of a text: that of its file, or, of what was pasted, the one that it looks like."""
    if name:
        ending = Path(name).suffix.lower().removeprefix(".")
        if ending not in TEXTS:
            hint = f"save it as .csv; endings are {', '.join(TEXTS)}"
            raise UsageError(f"{Path(name).name[:60]} cannot be read here", hint=hint)
        return ending
    start = text.lstrip("\ufeff \r\n\t")[:200]
    if start.startswith("{"):
        return "jsonl"
    return "yml" if re.match(r"version:|nlu:", start) else "csv"


def _named(read: Callable[[], Rows], folder: str) -> Rows:
    """Return what is read from a draft, whose folder is left out of errors. Raises BotassayError."""
    try:
        return read()
    except InputError as error:
        raise InputError(error.what, (error.where or "").replace(f"{folder}/", ""), error.hint) from error


def _keys(question: LoggedQuestion) -> set[tuple[str, ...]]:
    """Return what a question is known by: its id, or its text with its time; one that has neither is always new."""
    keys: set[tuple[str, ...]] = set()
    if question.id is not None:
        keys.add((question.id,))
    elif question.at is not None:
        keys.add((folded(question.text), question.at))
    return keys


def _line(question: LoggedQuestion) -> bytes:
    """Return a question as a line of a log."""
    left_out = {"where", "fallback"}
    row = {name: value for name, value in question._asdict().items() if value is not None and name not in left_out}
    row["intent"] = question.intent or question.fallback
    return msgspec.json.encode(row) + b"\n"
