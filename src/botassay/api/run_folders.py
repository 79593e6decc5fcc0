"""The folders of live runs: a list of them, and their removal."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from botassay import __version__
from botassay.api.held import TRANSLATIONS
from botassay.api.live import DERIVED
from botassay.api.subjects import place_of
from botassay.api.variants import FOLDER
from botassay.core.errors import BotassayError, InputError, OutputError
from botassay.core.text.plural import many
from botassay.rating.formats import load as load_stored
from botassay.rating.wording import bounded
from botassay.runs.journal import FILE, AttemptState, Record, screens, without_journal
from botassay.runs.journal.store import BESIDE
from botassay.settings.runs import RUNS, RunListSettings
from botassay.view import Headline, Page, Section, Table
from botassay.view.document import Viewable

_OWN: Final = (*DERIVED, TRANSLATIONS, *(f"{FILE}{end}" for end in BESIDE), FILE)
"""Files that botassay wrote into the folder of a run; the journal is removed last."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One run in a list."""

    folder: str
    bot: str | None = None
    """Its name; null where the journal cannot be read."""
    begun: str | None = None
    """When, in UTC."""
    chat: bool = False
    conversations: int = 0
    held: int = 0
    """Conversations that were held to their end."""
    verdict: str | None = None
    """Of the worst of its ratings, `low, could be medium`; null where it was not rated."""
    problem: str | None = None
    """Why it cannot be read: it is going on, or damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunList(Viewable):
    """What `runs list --json` prints, `botassay/runs/1`: the latest run first."""

    schema: Literal["botassay/runs/1"] = "botassay/runs/1"
    folder: str
    runs: tuple[RunSummary, ...]

    def view(self) -> Page:
        """Return the page."""
        table = Table("", ("bot", "begun (UTC)", "conversations", "verdict", "folder"), tuple(map(_cells, self.runs)))
        return Page(
            kicker="Runs in",
            title=self.folder,
            headline=Headline(f"{many(len(self.runs), 'run', 'runs')}."),
            lead="",
            facts=(),
            sections=(Section("runs", "Runs", "", (table,)),) if self.runs else (),
            version=__version__,
        )

    def text(self, width: int = 100, *, colour: bool = False) -> str:
        """Return the table alone, with whole folders, so that they can be copied.

        Args:
            width: not used: a row stays a row.
            colour: not used.
        """
        from botassay.view.escape import visible

        del width, colour
        if not self.runs:
            return f"no runs in {visible(self.folder)}\n"
        shown = (tuple(map(visible, _cells(run))) for run in self.runs)
        rows = [("bot", "begun (UTC)", "conversations", "verdict", "folder"), *shown]
        widths = [max(len(row[at]) for row in rows) for at in range(4)]
        padded = ([cell.ljust(wide) for cell, wide in zip(row, widths, strict=False)] for row in rows)
        lines = ("  ".join([*cells, row[4]]) for cells, row in zip(padded, rows, strict=True))
        return "".join(f"{line}\n" for line in lines)


def _cells(run: RunSummary) -> tuple[str, ...]:
    if run.problem is not None:
        return ("?", "?", "?", run.problem, run.folder)
    count = str(run.held) if run.held == run.conversations else f"{run.held} of {run.conversations}"
    verdict = run.verdict or "not rated"
    when = (run.begun or "?")[:16].replace("T", " ")
    return (run.bot or "?", when, f"{count}{' (chat)' if run.chat else ''}", verdict, run.folder)


def list_runs(settings: RunListSettings | None = None) -> RunList:
    """Return the live runs in a folder, the latest first; variants of a run are part of it.

    >>> list_runs(RunListSettings(folder=getfixture("tmp_path"))).runs
    ()
    """
    folder = (settings or RunListSettings()).folder or RUNS
    runs = sorted((_summary(run) for run in _folders(folder)), key=lambda run: (run.begun or "", run.folder))
    return RunList(folder=str(folder), runs=tuple(reversed(runs)))


def was_rated(subject: str, folders: Iterable[Path] = (RUNS,)) -> bool:
    """Return whether a run with a bot stands in one of some folders.

    Args:
        subject: the bot, as a run stores what was typed.
        folders: where to look.
    """
    for folder in {place.resolve() for place in folders}:
        for run in _folders(folder):
            try:
                if Record.of(run, checked=False).facts["bot"]["subject"] == subject:
                    return True
            except (BotassayError, KeyError, TypeError):
                continue
    return False


def delete_runs(runs: Iterable[str | Path]) -> tuple[Path, ...]:
    """Remove the folders of runs: journal, reports and variants; return the folders that stay, as they hold more.

    Nothing is removed unless all can be.

    Args:
        runs: their folders.

    Raises: InputError for what is not a run; OutputError for a run that is going on, or cannot be removed.
    """
    folders = [place_of(str(run)) for run in runs]
    for folder in folders:
        check_deletable(folder)
    return tuple(folder for folder in folders if not _removed(folder))


def check_deletable(folder: Path) -> None:
    """Refuse what is not a run, and a run that is going on.

    Raises: InputError, OutputError.
    """
    if not (folder / FILE).is_file():
        raise without_journal(folder)
    try:
        Record.of(folder, checked=False)
    except InputError:
        return  # a damaged one can be removed, too


def _removed(folder: Path) -> bool:
    """Remove what botassay wrote into the folder of a run; return whether nothing else was there."""
    try:
        for variant in sorted((folder / FOLDER).glob("*")):
            _removed(variant)
        for picture in (folder / screens.FOLDER).glob("*.jpg"):
            _remove(picture)
        for place in (*(folder / name for name in _OWN), folder / screens.FOLDER, folder / FOLDER):
            _remove(place)
        _remove(folder)
    except OSError as error:
        raise OutputError(f"cannot be removed: {error.strerror or error}", str(folder)) from error
    return not folder.exists()


def _remove(place: Path) -> None:
    """Remove a file, or a folder that is empty."""
    if place.is_dir() and not place.is_symlink():
        if not any(place.iterdir()):
            place.rmdir()
    else:
        place.unlink(missing_ok=True)


def _folders(folder: Path) -> Iterator[Path]:
    """Yield the folders of the runs beneath a folder, without those of variants."""
    for journal in folder.rglob(FILE):
        parts = journal.relative_to(folder).parts[:-1]
        if FOLDER not in parts:
            yield journal.parent


def _summary(folder: Path) -> RunSummary:
    try:
        record = Record.of(folder, checked=False)
        states = [talk.state for talk in record.progress().values()]
        subject, begun, chat = (record.facts[name] for name in ("subject", "begun", "chat"))
    except OutputError:
        return RunSummary(str(folder), problem="going on")
    except InputError:
        return RunSummary(str(folder), problem="damaged")
    held = states.count(AttemptState.HELD)
    return RunSummary(str(folder), subject, begun, bool(chat), len(states), held, _verdict(folder))


def _verdict(folder: Path) -> str | None:
    try:
        worst = load_stored(folder).ratings[0]
    except InputError:
        return None
    return bounded(worst.level, worst.bounds)
