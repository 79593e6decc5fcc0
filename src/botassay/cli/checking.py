"""Files that are no dialogs: which kind one is, and whether those who read it can."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from botassay.core.errors import BotassayError, InputError, UsageError

_PLACE: Final = re.compile(r"^(.*?)(?::(\d+))?(?::(\d+))?$", re.DOTALL)
"""File, line and column."""
_LOOKED_AT: Final = 2**16


@dataclass(frozen=True, slots=True)
class Flaw:
    """One problem."""

    file: str
    line: int | None
    """From 1; of an item of a JSON array, its ordinal; null where it is no line's fault."""
    code: str | None
    """One of docs/how-to/codes.md."""
    text: str
    hint: str | None
    column: int | None = None
    """From 1; null where the line says enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What `check --json` prints, `botassay/check/1`: accepted + rejected = lines."""

    schema: Literal["botassay/check/1"] = "botassay/check/1"
    subject: str
    format: str
    """Several, joined by commas, where a folder holds several."""
    dialogs: int | None
    """Null for what is no dialogs."""
    utterances: int | None
    ignored: int | None
    """System and tool messages."""
    lines: int
    accepted: int
    rejected: int
    blank: int
    """Among the accepted lines."""
    found: int
    """How many problems there are; the first thousand are listed."""
    problems: tuple[Flaw, ...]
    remarks: Mapping[str, int]
    skipped_files: tuple[str, ...]


def guess(file: Path) -> str:
    """Say what a file is, by its name and its beginning; what is nothing else is taken for dialogs."""
    ending = Path(file.name.removesuffix(".gz")).suffix.lower()
    if file.is_dir():
        return "rating" if (file / "rating.json").is_file() else "dialogs"
    if ending == ".toml":
        return _of_toml(file)
    if ending in (".yml", ".yaml"):
        return "phrases"
    if ending == ".grammar":
        return "rules"
    return "dialogs" if file.name.endswith(".gz") else _by_beginning(file, ending)


def _of_toml(file: Path) -> str:
    try:
        keys = tomllib.loads(file.read_text("utf-8")).keys()
    except (OSError, UnicodeDecodeError, RecursionError, tomllib.TOMLDecodeError):
        return "settings"
    if keys & {"url", "body", "reply"}:
        return "bot"
    return "profile" if keys & {"order", "weights"} or (keys and keys <= {"name", "source"}) else "settings"


def _by_beginning(file: Path, ending: str) -> str:
    from botassay.io.jsonl import keys_of
    from botassay.io.table import DELIMITERS, cut

    with file.open("rb") as stream:
        beginning = stream.read(_LOOKED_AT).decode("utf-8-sig", "replace")
    first = next((line for line in beginning.splitlines() if line.strip()), "")
    if ending in (".csv", ".tsv"):
        columns = max(({name.strip().lower() for name in cut(first, mark)} for mark in DELIMITERS), key=len)
        return "phrases" if {"text", "intent"} <= columns and "role" not in columns else "dialogs"
    keys = keys_of(first)
    if "botassay/rating" in beginning[:1000]:
        return "rating"
    if keys & {"options", "pattern"} and "utterances" not in keys:
        return "lists"
    return "phrases" if {"text", "intent"} <= keys and "utterances" not in keys else "dialogs"


def one_by_one(kind: str, file: Path) -> Check:
    """Let those read a file who would; note the first thing that they stop at.

    Raises: UsageError for a folder where a file is needed.
    """
    if file.is_dir() and kind != "rating":
        raise UsageError(f"{file} is a folder", hint=f"give one file of {kind}")
    lines = _lines(file)
    flaws: tuple[Flaw, ...] = ()
    remarks: dict[str, int] = {}
    try:
        if not lines:
            raise InputError("E100 the file is empty", str(file), f"it was taken for {kind}; --as says what it is")
        what, count = _READERS[kind](file)
        remarks[what] = count
        remarks |= _journal(file) if kind == "rating" else {}
    except BotassayError as error:
        flaws = (_flaw(error, file),)
    rejected = lines if flaws else 0  # such a file is taken whole or not at all
    return Check(
        subject=str(file),
        format=kind,
        dialogs=None,
        utterances=None,
        ignored=None,
        lines=lines,
        accepted=lines - rejected,
        rejected=rejected,
        blank=0,
        found=len(flaws),
        problems=flaws,
        remarks=remarks,
        skipped_files=(),
    )


def _lines(file: Path) -> int:
    """Count the lines of a file; those of the rating where it is a run."""
    from botassay.io.sources import lines_of

    return sum(1 for _ in lines_of(file / "rating.json" if file.is_dir() else file))


def _journal(run: Path) -> dict[str, int]:
    """Count the conversations in the journal of a run, if it has one."""
    from botassay.runs.journal import FILE
    from botassay.runs.journal.record import Record

    if not (run / FILE).is_file():
        return {}
    return {"conversations in the journal": sum(1 for _ in Record.of(run).dialogs())}


def _flaw(error: BotassayError, file: Path) -> Flaw:
    place = _PLACE.match(error.where or "")
    named, *numbers = place.groups() if place else ("", None, None)
    line, column = (int(number) if number else None for number in numbers)
    hint = error.hint and error.hint.removesuffix("; or use --skip-bad")  # which is no option of ours
    return Flaw(named or str(file), line, error.code, error.said, hint, column)


def _phrases(file: Path) -> tuple[str, int]:
    from botassay.intents.reading import read_phrases

    return "phrases", len(read_phrases(file))


def _lists(file: Path) -> tuple[str, int]:
    from botassay.io.sources import lines_of
    from botassay.options.reading import collect

    lists = collect(lines_of(file), 100)
    return "option lists", lists.counts.total() + lists.unknown


def _bot(file: Path) -> tuple[str, int]:
    from botassay.http import Description

    Description.read(file)
    return "description of a bot", 1


def _profile(file: Path) -> tuple[str, int]:
    from botassay.profiles.published import read_profile

    read_profile(file)
    return "profile", 1


def _settings(file: Path) -> tuple[str, int]:
    from botassay.cli.rate import command

    command.make_context("rate", ["--config", str(file), "subject"])
    return "file of settings", 1


def _rules(file: Path) -> tuple[str, int]:
    from botassay.identity.grammar.rulefiles import read_rules

    grammar = read_rules(file)
    return "rules", grammar.checked([*grammar.rules][:1]).size()[0]


def _rating(file: Path) -> tuple[str, int]:
    from botassay.report.document import read

    stored = file / "rating.json" if file.is_dir() else file
    return "ratings", len(read(stored.read_bytes(), str(stored)).ratings)


_READERS: Final[Mapping[str, Callable[[Path], tuple[str, int]]]] = {
    "phrases": _phrases,
    "lists": _lists,
    "bot": _bot,
    "profile": _profile,
    "settings": _settings,
    "rules": _rules,
    "rating": _rating,
}
