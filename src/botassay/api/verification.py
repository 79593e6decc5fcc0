"""The `verify` use case: whether a run is as it was recorded, and whether its rating follows from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from botassay import __version__
from botassay.api.held import rated_as_begun
from botassay.api.live import DERIVED
from botassay.api.recheck import Confirm, hold_again
from botassay.api.report import RatingReport
from botassay.api.subjects import Subject, place_of
from botassay.api.variants import FOLDER
from botassay.certificate import checks as certified
from botassay.certificate import page as certificate_page
from botassay.certificate.checks import VerificationCheck, VerifiedCertificate
from botassay.certificate.envelope import LARGEST, Envelope, read_envelope
from botassay.certificate.key_store import KeyStore
from botassay.certificate.keys import read_public
from botassay.core.errors import BotassayError, InputError
from botassay.core.progress import OnProgress
from botassay.core.results import Rating, Report
from botassay.core.text.plural import many
from botassay.io.missing import unread
from botassay.rating.decisions import decision_files
from botassay.rating.formats import STORED, is_stored
from botassay.rating.formats import load as load_stored
from botassay.rating.recheck import Recheck
from botassay.runs.journal import FILE, Record, screens
from botassay.settings.signing import VerifySettings
from botassay.view import Badge, Fact, Headline, Page, Section, Table
from botassay.view.document import Viewable

CERTIFICATE: Final = "certificate.json"
"""The certificate in the folder of a run."""
_CHANGED: Final = frozenset({"E175", "E176"})
"""Codes of a journal that is not as it was written."""
_TONES: Final = {"ok": "first", "failed": "last", "not checked": "none"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification(Viewable):
    """What `verify --json` prints, `botassay/verification/1`."""

    schema: Literal["botassay/verification/1"] = "botassay/verification/1"
    run: str
    sound: bool
    """Whether no check failed, and the journal is sealed, or a trusted key signed and the certificate is valid."""
    journal: str | None
    """The digest over all conversations, as `provenance.journal` of a rating has it; null where there is none."""
    checks: tuple[VerificationCheck, ...]
    signed: bool = False
    """Whether there is a certificate."""
    certificate: VerifiedCertificate | None = None
    """What the certificate says of itself; null where no signature vouches for it."""
    again: Recheck | None = None
    """What conversations with the bot showed now; null where none were asked for, or the certificate is not sound."""

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        failed = [check.name for check in self.checks if check.outcome == "failed"]
        if failed:
            return f"Not sound: {many(len(failed), 'check', 'checks')} failed: {', '.join(failed)}."
        if self.signed:
            return self._signed
        return "Sound: nothing was changed." if self.sound else "Not sealed: a change could not be noticed."

    @property
    def _signed(self) -> str:
        certificate = self.certificate
        if certificate is None:
            return "Not verified: the key of the signer is not here."
        if self.again is not None:
            return self.again.sentence
        if not self.sound:
            return "Intact, but signed by a key you have not trusted."
        return f"Sound: signed by {certificate.signer}, valid until {certificate.valid_until}."

    def view(self) -> Page:
        """Return the page."""
        rows = tuple((check.name, Badge(check.outcome, _TONES[check.outcome]), check.text) for check in self.checks)  # type: ignore[arg-type]
        return Page(
            kicker="Verification of",
            title=self.run,
            headline=Headline(self.verdict, "first" if self.sound else "last"),
            lead=self._meaning,
            facts=(Fact("digest of the journal", self.journal or "none"), *self._certificate),
            sections=(
                *((self.again.section(),) if self.again else ()),
                Section("checks", "Checks", "", (Table("", ("check", "result", "what was seen"), rows),)),
            ),
            version=__version__,
        )

    @property
    def _meaning(self) -> str:
        """What the result shows, and what it does not."""
        if any(check.outcome == "failed" for check in self.checks):
            return "Do not rely on it: something was changed, or is not what it says; the checks below say what."
        whole = all(check.outcome == "ok" for check in self.checks)
        what = "nothing was changed since the run" if whole else "what was checked was not changed since the run"
        signed = "" if self.signed else " Nobody signed it: botassay sign does."
        return f"It shows that {what}, and not that the answers came from this bot.{signed}"

    @property
    def _certificate(self) -> tuple[Fact, ...]:
        held = self.certificate
        if held is None:
            return ()
        return (
            Fact("bot", held.bot),
            Fact("signer", held.signer, f"{held.role}, by its own account" if held.role else ""),
            Fact("key", ", ".join(held.keyids)),
            Fact("signed", held.signed_at, f"valid until {held.valid_until}"),
            Fact("code", held.code),
        )


def verify(
    run: str | Path,
    settings: VerifySettings | None = None,
    *,
    bot: Subject | None = None,
    on_progress: OnProgress | None = None,
    confirm: Confirm | None = None,
) -> Verification:
    """Return whether a run, its rating and its certificate are as they were.

    Nothing is sent, and nothing is written, unless a bot is to be compared with a certificate that is sound.

    Args:
        run: its folder, a certificate, the page of one, or a folder with either.
        settings: which keys to trust, and whether a certificate may have expired.
        bot: a `Bot` or callable to compare with the certificate, instead of `against` in the settings.
        on_progress: is told how far the work is.
        confirm: is given the plan before the first run with a bot on another machine; False calls it off.

    Raises: InputError where there is neither a run nor a certificate, or one that cannot be read; OutputError while
        the run is going on.

    >>> import botassay
    >>> folder = getfixture("tmp_path") / "run"
    >>> _ = botassay.rate("eliza", issues="AL", limit=2, seed=1, out=folder)
    >>> verify(folder).sound
    True
    """
    chosen = settings or VerifySettings()
    chosen.check_use(talks=bot is not None)
    folder = place_of(str(run))
    if folder.is_file() and is_stored(folder):
        hint = "give the folder of its run, which holds the answers, or the certificate"
        raise InputError("E187 a rating alone cannot be checked", str(folder), hint)
    certificate = _certificate_at(folder)
    if certificate is None:
        if chosen != VerifySettings() or bot is not None:
            raise InputError("E174 there is no certificate here", str(folder), "botassay sign makes one")
        root, checks = run_checks(folder, on_progress)
        sound = root is not None and all(check.outcome != "failed" for check in checks)
        return Verification(run=str(folder), sound=sound, journal=root, checks=checks)
    verification = _signed(folder, certificate, chosen, on_progress)
    subject = bot if bot is not None else chosen.against
    if subject is None or not verification.sound:
        return verification
    again = hold_again(certificate.parent, subject, chosen, on_progress=on_progress, confirm=confirm)
    return replace(verification, again=again, sound=again.outcome != "changed")


def run_checks(folder: Path, on_progress: OnProgress | None) -> tuple[str | None, tuple[VerificationCheck, ...]]:
    """Check a run and its rating; return the digest over all conversations with the checks."""
    places = (folder, *sorted((folder / FOLDER).glob("*")))
    journals = [_journal(place, folder) for place in places]
    root, checks = journals[0][0], [check for _, check in journals]
    checks += [check for place in places if (check := _screens(place, folder))]
    intact = all(check.outcome != "failed" for check in checks)
    checks += _rating(folder, root, on_progress) if intact else []
    return root, tuple(checks)


def _certificate_at(place: Path) -> Path | None:
    """Return the certificate, or the page of one, that a path is or holds; None where there is none."""
    if place.is_dir():
        held = (place / CERTIFICATE, place / certified.PAGE)
        return next((path for path in held if path.is_file()), None)
    return place if place.is_file() else None


def _signed(place: Path, certificate: Path, chosen: VerifySettings, on_progress: OnProgress | None) -> Verification:
    """Check a certificate, and whatever lies beside it in the folder that was named."""
    folder = place if place.is_dir() else None
    envelope, held = _opened(certificate, folder)
    opened = certified.opened(envelope, KeyStore(), [read_public(path) for path in chosen.trust], str(certificate))
    root, run = _run_beside(folder, on_progress)
    checks = [opened.check]
    if chosen.code:
        checks.append(certified.printed(opened.payload, chosen.code))
    if opened.statement is not None:
        checks.append(certified.dates(opened.statement, datetime.now(UTC), allow_expired=chosen.allow_expired))
        checks += certified.digests(opened.statement, _beside(folder, STORED), root)
    checks += run
    if opened.statement is not None:
        checks.append(certified.drawn(envelope, opened.statement, held, __version__))
    sound = opened.trusted and all(check.outcome != "failed" for check in checks)
    summary = certified.summary(envelope, opened)
    return Verification(
        run=str(place), sound=sound, journal=root, checks=tuple(checks), signed=True, certificate=summary
    )


def _opened(certificate: Path, folder: Path | None) -> tuple[Envelope, bytes | None]:
    """Return the envelope in a certificate or in its page, and the bytes of the page; None where there is none."""
    data = _contents(certificate)
    if certificate.suffix.lower() == certificate_page.ENDING:
        return read_envelope(certificate_page.envelope_in(data, str(certificate)), str(certificate)), data
    return read_envelope(data, str(certificate)), _beside(folder, certified.PAGE)


def _run_beside(
    folder: Path | None, on_progress: OnProgress | None
) -> tuple[str | None, tuple[VerificationCheck, ...]]:
    """Check the run in the folder of a certificate; return the digest over all conversations with the checks."""
    if folder is None or not (folder / FILE).is_file():
        return None, (VerificationCheck("figures", "not checked", "the run is not at hand"),)
    return run_checks(folder, on_progress)


def _contents(path: Path) -> bytes:
    """Return the bytes of a certificate or its page, which are never large.

    Raises: InputError.
    """
    most = LARGEST if path.suffix.lower() != certificate_page.ENDING else 2 * LARGEST
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise InputError(unread(error), str(path)) from error
    if len(data) > most:
        raise InputError(f"E126 a certificate has at most {LARGEST // 2**20} MiB", str(path), "give another file")
    return data


def _beside(folder: Path | None, name: str) -> bytes | None:
    """Return the bytes of a file of a folder; None where there is none."""
    place = folder / name if folder else None
    return place.read_bytes() if place is not None and place.is_file() else None


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
    as_it_was = "in a chain that holds; rows that were redacted are not compared"
    conversations = many(len(talks), "conversation", "conversations")
    what = f"{conversations} with {rows}, {as_it_was if record.redacted else 'each as it was recorded'}"
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
    if any(rating.redaction for rating in stored.ratings):
        yield VerificationCheck("figures", "not checked", "redacted")
        return
    made_by = {rating.provenance.version for rating in stored.ratings} - {__version__}
    if made_by:
        text = f"made by botassay {', '.join(sorted(made_by))}; this is {__version__}"
        yield VerificationCheck("figures", "not checked", text)
        return
    try:
        again = rated_as_begun(folder, on_progress, stored.ratings[0].judge or None)
    except BotassayError as error:
        yield VerificationCheck("figures", "not checked", f"it cannot be rated here: {error}")
        return
    outdated = _decided_since(folder)
    for name in DERIVED:
        yield _same(folder / name, again, stored.ratings, outdated)


def _belongs(stored: Report, root: str | None) -> VerificationCheck:
    """Check that a rating names the journal beside it."""
    named = {rating.provenance.journal for rating in stored.ratings}
    if named == {root}:
        if root is None:
            return VerificationCheck("rating", "not checked", "neither the rating nor the journal has a digest")
        return VerificationCheck("rating", "ok", f"{STORED} was made from this journal")
    text = f"{STORED} was made from another state of the journal, or from another run; rate the run again"
    return VerificationCheck("rating", "failed", text)


def _decided_since(folder: Path) -> str:
    """Return that decisions are newer than the rating, and what to do; empty where none is."""
    rated = (folder / STORED).stat().st_mtime_ns
    newer = [file for file in decision_files(folder) if file.stat().st_mtime_ns > rated]
    return f"{newer[0]} is newer than {STORED}: botassay rate {folder} rates with its decisions" if newer else ""


def _same(place: Path, again: RatingReport, stored: Sequence[Rating], outdated: str) -> VerificationCheck:
    """Check that a file is what is made from the journal now."""
    name = "figures" if place.name == STORED else place.name
    if not place.is_file():
        return VerificationCheck(name, "not checked", "it is not there")
    if b"".join(again.rendered(place)) == place.read_bytes():
        return VerificationCheck(name, "ok", f"{place.name} worked out again from the journal is the same")
    text = f"{place.name} is not what follows from the journal"
    said = [text, *([outdated] if outdated else []), *_differences(stored, again.ratings)]
    return VerificationCheck(name, "failed", "; ".join(said[:4]))


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
