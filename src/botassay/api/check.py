"""The `check` use case: what is wrong with a file, and where."""

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from logging import getLogger
from pathlib import Path
from typing import Final

from botassay.api.config_file import read_tables
from botassay.api.file_check import FileCheck, FileProblem
from botassay.core.errors import BotassayError, InputError, UsageError
from botassay.core.progress import OnProgress, Progress
from botassay.corpora import open_corpus
from botassay.corpora.checking import Checking
from botassay.corpora.column_mapping import ColumnMapping, pairs
from botassay.identity.grammar.rulefiles import read_rules
from botassay.intents.reading import is_header, read_phrases
from botassay.io.files import existing
from botassay.io.jsonl import keys_of
from botassay.io.lines import packing_of
from botassay.io.sources import lines_of
from botassay.io.table import headers_of
from botassay.io.toml import read_toml
from botassay.profiles.published import read_profile
from botassay.rating.formats.document import read as read_rating
from botassay.runs.journal import FILE
from botassay.runs.journal.record import Record
from botassay.settings.check import FileCheckSettings
from botassay.settings.option import layered
from botassay.settings.rating import RateSettings
from botassay.settings.reading import FormatSettings

LOG: Final = getLogger("botassay")
_ANY_VALUE: Final = "http://127.0.0.1"
"""Stands for a key that is not at hand: in the place of an address it is one."""
_PLACE: Final = re.compile(r"^(.*?)(?::(\d+))?(?::(\d+))?$", re.DOTALL)
"""File, line and column."""
_LOOKED_AT: Final = 2**16


def check(
    path: str | Path, settings: FileCheckSettings | None = None, *, on_progress: OnProgress | None = None
) -> FileCheck:
    r"""Return what is wrong with a file that botassay reads, and where.

    Of dialogs, also in a folder, every problem is listed and each line counted. Any other file is read as a whole: its
    first problem is listed.

    Args:
        path: the file or folder.
        settings: what the file is, where that is not to be guessed.
        on_progress: is told while dialogs are read.

    Raises: InputError for a missing file; UsageError for a folder where a file is needed, or an unknown format.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "talk.csv")
    ...     _ = file.write_text("dialog,role,text\nd1,user,hi\nd1,bot,Hello!\nd1,expert,Hi.\n")
    ...     check(file).problems[0].code
    'E132'
    """
    settings = settings or FileCheckSettings()
    file = existing(path)
    kind = "dialogs" if settings.read != FormatSettings() else settings.kind or guess(file)
    return _check_dialogs(file, settings.read, on_progress) if kind == "dialogs" else check_whole(kind, file)


def _check_dialogs(file: Path, settings: FormatSettings, on_progress: OnProgress | None) -> FileCheck:
    columns, roles = pairs("--column", settings.columns), pairs("--role", settings.roles)
    corpus = open_corpus(file, settings.format, columns=columns, roles=roles)
    for assumption in corpus.assumptions():
        LOG.info("%s", assumption)
    checking = Checking(corpus)
    checked = checking.run(lambda steps: _followed(checking, steps, on_progress))
    flaws = tuple(
        FileProblem(problem.file, problem.line, problem.code, problem.text, problem.hint)
        for problem in checked.problems
    )
    return FileCheck(
        subject=str(file),
        format=", ".join(sorted(checked.formats)),
        dialogs=checked.dialogs,
        utterances=checked.utterances,
        ignored=checked.ignored,
        lines=checked.lines,
        accepted=checked.accepted,
        rejected=checked.rejected,
        blank=checked.blank,
        found=checked.found,
        problems=flaws,
        remarks=checked.remarks,
        skipped_files=tuple(checked.skipped_files),
    )


def _followed(checking: Checking, steps: Iterable[int], on_progress: OnProgress | None) -> Iterator[int]:
    for step in steps:
        yield step
        if on_progress:
            share = checking.checked.bytes_read / checking.size if checking.size else None
            on_progress(Progress("check", checking.checked.dialogs, None, "dialogs", share=share))


def guess(file: Path) -> str:
    """Return the kind of a file, by its name and its beginning; `dialogs` if no other fits."""
    packing = packing_of(file.name)
    ending = Path(file.name.removesuffix(packing)).suffix.lower()
    if file.is_dir():
        return "rating" if (file / "rating.json").is_file() else "dialogs"
    if ending == ".toml":
        return _of_toml(file)
    if ending in (".yml", ".yaml"):
        return "phrases"
    if ending == ".grammar":
        return "rules"
    return "dialogs" if packing else _by_beginning(file, ending)


def _of_toml(file: Path) -> str:
    try:
        keys = tomllib.loads(file.read_text("utf-8")).keys()
    except (OSError, UnicodeDecodeError, RecursionError, tomllib.TOMLDecodeError):
        return "settings"
    if keys & {"url", "body", "reply"}:
        return "bot"
    return "profile" if keys & {"order", "weights"} or (keys and keys <= {"name", "source"}) else "settings"


def _by_beginning(file: Path, ending: str) -> str:
    with file.open("rb") as stream:
        beginning = stream.read(_LOOKED_AT).decode("utf-8-sig", "replace")
    first = next((line for line in beginning.splitlines() if line.strip()), "")
    if ending in (".csv", ".tsv"):
        columns = max((header.columns for header in headers_of(first, folded=True)), key=len)
        return "phrases" if is_header(columns) and not ColumnMapping().names(columns) else "dialogs"
    keys = keys_of(first)
    if "botassay/rating" in beginning[:1000]:
        return "rating"
    if keys & {"options", "pattern"} and "utterances" not in keys:
        return "lists"
    return "phrases" if {"text", "intent"} <= keys and "utterances" not in keys else "dialogs"


def check_whole(kind: str, file: Path) -> FileCheck:
    """Return the first problem of a file that is read as a whole.

    Raises: UsageError for a folder where a file is needed.
    """
    if file.is_dir() and kind != "rating":
        raise UsageError(f"{file} is a folder", hint=f"give one file of {kind}")
    lines = _lines(file)
    flaws: tuple[FileProblem, ...] = ()
    remarks: dict[str, int] = {}
    try:
        if not lines:
            raise InputError("E100 the file is empty", str(file), f"it was read as {kind}; use --as for another kind")
        what, read = _READERS[kind]
        remarks[what] = read(file)
        remarks |= _journal(file) if kind == "rating" else {}
    except BotassayError as error:
        flaws = (_problem(error, file),)
    rejected = lines if flaws else 0  # such a file is taken whole or not at all
    return FileCheck(
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
    return sum(1 for _ in lines_of(file / "rating.json" if file.is_dir() else file))


def _journal(run: Path) -> dict[str, int]:
    """Count the conversations in the journal of a run, if it has one."""
    if not (run / FILE).is_file():
        return {}
    return {"conversations in the journal": sum(1 for _ in Record.of(run).dialogs())}


def _problem(error: BotassayError, file: Path) -> FileProblem:
    place = _PLACE.match(error.where or "")
    named, *numbers = place.groups() if place else ("", None, None)
    line, column = (int(number) if number else None for number in numbers)
    hint = error.hint and error.hint.removesuffix("; or use --skip-bad")  # an option of rate
    return FileProblem(named or str(file), line, error.code, error.said, hint, column)


def _lists(file: Path) -> int:
    from botassay.options.reading import collect  # brings numpy, which other files do not need

    lists = collect(lines_of(file), 100)
    return lists.counts.total() + lists.unknown


def _bot(file: Path) -> int:
    from botassay.http import Description, Exchange  # with the client it takes longer than all else
    from botassay.http.secrets import NAMED

    description = Description.read(file)
    if description.browser is None:  # what is sent, and where the reply stands; keys need not be at hand for that
        known = {name: os.environ.get(name, _ANY_VALUE) for name in NAMED.findall(file.read_text("utf-8"))}
        Exchange.of(description, where=str(file), environment=known)
    return 1


def _settings(file: Path) -> int:
    layered(
        RateSettings, read_tables(read_toml(file.read_bytes(), str(file), "see docs/how-to/settings.md"), str(file))
    )
    return 1


def _rules(file: Path) -> int:
    grammar = read_rules(file)
    return grammar.checked([*grammar.rules][:1]).size()[0]


def _ratings(file: Path) -> int:
    stored = file / "rating.json" if file.is_dir() else file
    return len(read_rating(stored.read_bytes(), str(stored)).ratings)


_READERS: Final[Mapping[str, tuple[str, Callable[[Path], int]]]] = {
    "phrases": ("phrases", lambda file: len(read_phrases(file))),
    "lists": ("option lists", _lists),
    "bot": ("description of a bot", _bot),
    "profile": ("profile", lambda file: len([read_profile(file)])),
    "settings": ("file of settings", _settings),
    "rules": ("rules", _rules),
    "rating": ("ratings", _ratings),
}
"""What each kind of file holds, and what reads and counts it."""
