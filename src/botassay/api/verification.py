"""The `verify` use case: whether a run is as it was recorded, and whether its rating follows from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from botassay import __version__
from botassay.api.held import rated_as_begun
from botassay.api.live import DERIVED
from botassay.api.report import RatingReport
from botassay.api.subjects import place_of
from botassay.api.variants import FOLDER
from botassay.core.errors import BotassayError, InputError
from botassay.core.progress import OnProgress
from botassay.core.results import Rating, Report
from botassay.core.text.plural import many
from botassay.rating.formats import STORED
from botassay.rating.formats import load as load_stored
from botassay.runs.journal import Record, screens
from botassay.view import Badge, Fact, Headline, Page, Section, Table
from botassay.view.document import Viewable

Outcome = Literal["ok", "failed", "not checked"]
_CHANGED: Final = frozenset({"E175", "E176"})
"""Codes of a journal that is not as it was written."""
_TONES: Final = {"ok": "first", "failed": "last", "not checked": "none"}


@dataclass(frozen=True, slots=True)
class VerificationCheck:
    """One check of a run."""

    name: str
    """`journal` or `screens`, of a variant with its folder; `rating`, `figures`, or the name of a file."""
    outcome: Outcome
    text: str
    """What was seen, or why it could not be checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification(Viewable):
    """What `verify --json` prints, `botassay/verification/1`."""

    schema: Literal["botassay/verification/1"] = "botassay/verification/1"
    run: str
    sound: bool
    """Whether the journal is sealed and unchanged, and no check failed."""
    journal: str | None
    """The digest over all conversations, as `provenance.journal` of a rating has it; null where there is none."""
    checks: tuple[VerificationCheck, ...]

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        failed = [check.name for check in self.checks if check.outcome == "failed"]
        if failed:
            return f"Not sound: {many(len(failed), 'check', 'checks')} failed: {', '.join(failed)}."
        return "Sound: nothing was changed." if self.sound else "Not sealed: a change could not be noticed."

    def view(self) -> Page:
        """Return the page."""
        rows = tuple((check.name, Badge(check.outcome, _TONES[check.outcome]), check.text) for check in self.checks)  # type: ignore[arg-type]
        return Page(
            kicker="Verification of",
            title=self.run,
            headline=Headline(self.verdict, "first" if self.sound else "last"),
            lead="It shows that nothing was changed since the run, and not that the answers came from this bot.",
            facts=(Fact("digest of the journal", self.journal or "none"),),
            sections=(Section("checks", "Checks", "", (Table("", ("check", "result", "what was seen"), rows),)),),
            version=__version__,
        )


def verify(run: str | Path, *, on_progress: OnProgress | None = None) -> Verification:
    """Return whether a run and its rating are as they were recorded; nothing is sent, and nothing is written.

    Args:
        run: its folder.
        on_progress: is told how far the work is.

    Raises: InputError where there is no run; OutputError while it is going on.

    >>> import botassay
    >>> folder = getfixture("tmp_path") / "run"
    >>> _ = botassay.rate("eliza", issues="AL", limit=2, seed=1, out=folder)
    >>> verify(folder).sound
    True
    """
    folder = place_of(str(run))
    places = (folder, *sorted((folder / FOLDER).glob("*")))
    journals = [_journal(place, folder) for place in places]
    root, checks = journals[0][0], [check for _, check in journals]
    checks += [check for place in places if (check := _screens(place, folder))]
    intact = all(check.outcome != "failed" for check in checks)
    checks += _rating(folder, root, on_progress) if intact else []
    sound = root is not None and all(check.outcome != "failed" for check in checks)
    return Verification(run=str(folder), sound=sound, journal=root, checks=tuple(checks))


def _journal(place: Path, folder: Path) -> tuple[str | None, VerificationCheck]:
    """Check that the rows of a journal are those that were written."""
    name = "journal" if place == folder else f"journal of {place.relative_to(folder)}"
    try:
        record = Record.of(place)
    except InputError as error:
        if error.code not in _CHANGED:
            raise
        return None, VerificationCheck(name, "failed", error.said)
    if record.root is None:
        return None, VerificationCheck(name, "not checked", "an earlier version wrote it, without digests")
    talks = record.progress().values()
    rows = many(record.latency().sent, "message", "messages")
    what = f"{many(len(talks), 'conversation', 'conversations')} with {rows}, each as it was recorded"
    return record.root, VerificationCheck(name, "ok", what)


def _screens(place: Path, folder: Path) -> VerificationCheck | None:
    """Check that the pictures of a run are those that its journal names; None where it names none."""
    try:
        seen = screens.compared(place, Record.of(place).screens())
    except InputError:
        return None  # the journal is not as it was written: that is said already
    if seen == (0, (), ()):
        return None
    name = screens.FOLDER if place == folder else f"{screens.FOLDER} of {place.relative_to(folder)}"
    if seen.changed:
        return VerificationCheck(name, "failed", f"changed: {', '.join(seen.changed[:3])}")
    if seen.missing:
        text = f"{many(len(seen.missing), 'picture is', 'pictures are')} missing, such as {seen.missing[0]}"
        return VerificationCheck(name, "not checked", text)
    return VerificationCheck(name, "ok", f"{many(seen.sound, 'picture', 'pictures')}, each as it was taken")


def _rating(folder: Path, root: str | None, on_progress: OnProgress | None) -> Iterator[VerificationCheck]:
    """Check that what stands beside a journal follows from it."""
    if not (folder / STORED).is_file():
        text = f"there is no {STORED}; botassay rate {folder} makes it"
        yield VerificationCheck("rating", "not checked", text)
        return
    try:
        stored = load_stored(folder)
    except InputError as error:
        yield VerificationCheck("rating", "failed", error.said)
        return
    yield _belongs(stored, root)
    made_by = {rating.provenance.version for rating in stored.ratings} - {__version__}
    if made_by:
        text = f"made by botassay {', '.join(sorted(made_by))}; this is {__version__}"
        yield VerificationCheck("figures", "not checked", text)
        return
    try:
        again = rated_as_begun(folder, on_progress)
    except BotassayError as error:
        yield VerificationCheck("figures", "not checked", f"it cannot be rated here: {error}")
        return
    for name in DERIVED:
        yield _same(folder / name, again, stored.ratings)


def _belongs(stored: Report, root: str | None) -> VerificationCheck:
    """Check that a rating names the journal beside it."""
    named = {rating.provenance.journal for rating in stored.ratings}
    if named == {root}:
        if root is None:
            return VerificationCheck("rating", "not checked", "neither the rating nor the journal has a digest")
        return VerificationCheck("rating", "ok", f"{STORED} was made from this journal")
    text = f"{STORED} was made from another state of the journal, or from another run; rate the run again"
    return VerificationCheck("rating", "failed", text)


def _same(place: Path, again: RatingReport, stored: Sequence[Rating]) -> VerificationCheck:
    """Check that a file is what is made from the journal now."""
    name = "figures" if place.name == STORED else place.name
    if not place.is_file():
        return VerificationCheck(name, "not checked", "it is not there")
    if b"".join(again.rendered(place)) == place.read_bytes():
        return VerificationCheck(name, "ok", f"{place.name} worked out again from the journal is the same")
    text = f"{place.name} is not what follows from the journal"
    return VerificationCheck(name, "failed", "; ".join([text, *_differences(stored, again.ratings)][:3]))


def _differences(stored: Sequence[Rating], again: Sequence[Rating]) -> Iterator[str]:
    """Say in which levels two ratings differ."""
    now = {rating.profile.name: rating for rating in again}
    for rating in stored:
        other = now.get(rating.profile.name)
        if other is not None and other.level != rating.level:
            yield f"for {rating.profile.name} it says {rating.level}, and {other.level} follows"
    for was, grade in zip(stored[0].scores, next(iter(again)).scores, strict=False):
        if (was.issue, was.value, was.level) != (grade.issue, grade.value, grade.level):
            yield f"{was.issue} is {was.level} there ({was.value}), and {grade.level} ({grade.value}) follows"
