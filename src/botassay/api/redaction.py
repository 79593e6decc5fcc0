"""Personal data in what is passed on: reports, files and runs redacted, and put back by whoever has the mapping."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, Literal

import msgspec

from botassay.api.live import DERIVED
from botassay.api.rating import load
from botassay.api.report import RatingReport
from botassay.api.scoring import TextScore
from botassay.api.variants import FOLDER
from botassay.core.dialog import Dialog, Role
from botassay.core.errors import InputError, UsageError
from botassay.core.evidence import Finding
from botassay.core.results import Rating
from botassay.io.files import existing, save, unwritten
from botassay.io.missing import unread
from botassay.plugins.protocols import ListedFindings
from botassay.redaction import Redactor, kinds_of, raw, regional
from botassay.redaction import restored as with_values
from botassay.redaction.documents import changed, texts_in
from botassay.redaction.notice import counted, notice
from botassay.runs.journal import FILE, Record, without_journal
from botassay.runs.journal.redacting import Withheld, redacted_copy, restored_copy, texts_of

MAPPING: Final = "redaction.json"
"""The file that holds what the marks stand for; it is passed on with nothing."""


class RedactionMapping(msgspec.Struct, omit_defaults=False):
    """What the marks of redacted files stand for, `botassay/redaction/1`: private, readable by its owner alone."""

    schema: Literal["botassay/redaction/1"] = "botassay/redaction/1"
    marks: dict[str, str] = {}
    """By mark, the value as it was written; after `bare:`, a number of JSON without quotation marks."""
    journals: dict[str, Withheld] = {}
    """What redacted journals lack, by their path in the folder of the run."""

    @classmethod
    def of(cls, file: Path) -> "RedactionMapping":
        """Return a stored mapping.

        Raises: InputError.
        """
        try:
            return msgspec.json.decode(existing(file).read_bytes(), type=cls)
        except msgspec.DecodeError as error:
            hint = "give the redaction.json that was written beside the original"
            raise InputError(f"E136 this is no mapping of a redaction: {error}", str(file), hint) from error
        except OSError as error:
            raise InputError(unread(error), str(file)) from error

    def save(self, file: Path) -> None:
        """Write the mapping, readable by its owner alone.

        Raises: OutputError.
        """
        draft = file.with_name(f".{file.name}.{os.getpid()}.draft")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                draft.unlink()
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
                opened.write(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")
            draft.replace(file)
        except OSError as error:
            raise unwritten(error, file) from error


# ── reports ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class ReportRedactor:
    """Redacts reports, all with the same marks.

    Args:
        kinds: such as `email,phone`; `all` for all.
        run: the folder of a run, whose earlier marks are used again.
    """

    def __init__(self, kinds: str | Iterable[str] = "all", run: Path | None = None) -> None:
        self.run = run
        stored = run / MAPPING if run is not None else None
        self.mapping = RedactionMapping.of(stored) if stored is not None and stored.is_file() else RedactionMapping()
        canaries = canaries_of(run) if run is not None and (run / FILE).is_file() else ()
        self.redactor = Redactor(kinds_of(kinds), self.mapping.marks, canaries, regional.ways())

    def redacted(self, report: RatingReport) -> "RedactedReport":
        """Return a report without personal data; values and levels are those that it has."""
        for rating in report.ratings:
            self.study(texts_in(rating))
        ratings = tuple(map(self._rating, report.ratings))
        return RedactedReport(report, ratings, self)

    def study(self, texts: Iterable[str]) -> None:
        """Look at texts before any is changed."""
        for text in texts:
            self.redactor.study(text)

    def finding(self, finding: Finding) -> Finding:
        """Return a finding without personal data."""
        return changed(finding, self.redactor.text)

    def _rating(self, rating: Rating) -> Rating:
        new = changed(rating, self.redactor.text)
        return replace(new, redaction=notice(counted(texts_in(new))))

    def score(self, score: TextScore) -> TextScore:
        """Return the value of a text, with the text redacted."""
        return msgspec.structs.replace(score, text=self.redactor.text(score.text))

    @property
    def notice(self) -> str:
        """The line of a redacted file, with how many values were taken out so far."""
        return notice(counted(self.redactor.marks))

    def dialogs(self, dialogs: Iterable[Dialog]) -> Iterator[Dialog]:
        """Yield dialogs without personal data; the first says so in a tag."""
        held = list(dialogs)
        for name in _user_names(held):
            self.redactor.learn("name", name)
        self.study(text for dialog in held for text in texts_in(dialog))
        new = [changed(dialog, self.redactor.text) for dialog in held]
        line = notice(counted(text for dialog in new for text in texts_in(dialog)))
        for place, dialog in enumerate(new):
            yield replace(dialog, tags={**dialog.tags, "redaction": line}) if place == 0 else dialog

    def save(self, folder: Path) -> Path:
        """Write what the marks stand for into the folder of a run, and return the file.

        Raises: OutputError.
        """
        self.mapping.marks = dict(self.redactor.marks)
        self.mapping.save(folder / MAPPING)
        return folder / MAPPING


class RedactedReport(RatingReport):
    """A report without personal data; its findings and dialogs are redacted as they are read."""

    def __init__(self, report: RatingReport, ratings: tuple[Rating, ...], redacting: ReportRedactor) -> None:
        super().__init__(
            ratings,
            findings=lambda: map(redacting.finding, report.all_findings()),
            run=report.run,
            fail_on=report.fail_on,
            min_coverage=report.min_coverage,
            strict=report.strict,
            parts=partial(_parts, report, ratings, redacting) if report.several else None,
        )
        object.__setattr__(self, "_redacting", redacting)

    _redacting: ReportRedactor

    def keep(self, folder: Path) -> Path:
        """Write what the marks stand for into a folder, and return the file."""
        return self._redacting.save(folder)

    def dialogs(self) -> Iterator[Dialog]:
        """The dialogs of a live run, redacted."""
        return self._redacting.dialogs(super().dialogs())


def _user_names(dialogs: Iterable[Dialog]) -> Iterator[str]:
    """Yield the names under which users spoke."""
    for dialog in dialogs:
        yield from (said.speaker for said in dialog.utterances if said.role is Role.USER and said.speaker)


def _parts(report: RatingReport, ratings: tuple[Rating, ...], redacting: ReportRedactor) -> ListedFindings:
    """A redacted rating and every redacted finding of each subject."""
    new = dict(zip(map(id, report.ratings), ratings, strict=True))
    for rating, findings in report.listed():
        yield new[id(rating)], map(redacting.finding, findings)


def canaries_of(run: Path) -> tuple[str, ...]:
    """Return the secrets that a run planted, to see whether they leak."""
    return Record.of(run, checked=False).planted()


# ── files and runs ──────────────────────────────────────────────────────────────────────────────────────────────────


class RedactionDone(msgspec.Struct, frozen=True):
    """What was redacted."""

    output: str
    mapping: str
    notice: str


def redact(
    source: str | Path, output: str | Path, kinds: str | Iterable[str] = "all", *, mapping: str | Path | None = None
) -> RedactionDone:
    """Redact a run or a file; the original stays as it is.

    Args:
        source: the folder of a run, or a text file: JSON and JSON lines stay JSON.
        output: the folder or the file to write.
        kinds: such as `email,phone`; `all` for all.
        mapping: where it is kept what the marks stand for; None: `RUN/redaction.json`, or `FILE.redaction.json`.

    Raises: UsageError for an unknown kind or an output that is the source; InputError; OutputError.

    >>> folder = getfixture("tmp_path")
    >>> _ = (folder / "note.txt").write_text("Write to jane@example.com.")
    >>> _ = redact(folder / "note.txt", folder / "shared.txt")
    >>> (folder / "shared.txt").read_text().splitlines()[0]
    'Write to [email-1].'
    """
    place, target = existing(source), Path(output)
    kept = Path(mapping) if mapping is not None else mapping_of(place)
    _check_apart(place, target, kept)
    if place.is_dir():
        return _redacted_run(place, target, kinds, kept)
    known = RedactionMapping.of(kept) if kept.is_file() else RedactionMapping()
    redactor = Redactor(kinds_of(kinds), known.marks, (), regional.ways())
    text = _read(place)
    raw.study(text, place.suffix.lower(), redactor)
    new = raw.redacted(text, place.suffix.lower(), redactor)
    line = notice(counted([new]))
    known.marks = redactor.marks
    known.save(kept)
    save(target, _bytes(raw.with_notice(new, place.suffix.lower(), line)))
    return RedactionDone(str(target), str(kept), line)


def restore(source: str | Path, output: str | Path, mapping: str | Path) -> None:
    """Put the values back into a redacted run or file.

    Args:
        source: the redacted folder or file.
        output: the folder or the file to write.
        mapping: the file that was kept beside the original.

    Raises: InputError, OutputError, UsageError.
    """
    place, target, known = existing(source), Path(output), RedactionMapping.of(Path(mapping))
    _check_apart(place, target, Path(mapping))
    if place.is_dir():
        _restored_run(place, target, known)
        return
    save(target, _bytes(raw.restored(_read(place), place.suffix.lower(), known.marks)))


def mapping_of(source: Path) -> Path:
    """Return where the mapping of a run or a file is kept unless another place is named."""
    return source / MAPPING if source.is_dir() else source.with_name(f"{source.name}.{MAPPING}")


def _check_apart(source: Path, target: Path, mapping: Path) -> None:
    """Refuse to write over the source, and a mapping in what is passed on.

    Raises: UsageError.
    """
    if target.resolve() == source.resolve():
        raise UsageError(f"{target} is an input of this command and would be overwritten", hint="name another output")
    if (
        target.resolve() in (mapping.resolve(), *mapping.resolve().parents)
        and target.resolve() not in source.resolve().parents
    ):
        raise UsageError("the mapping would be passed on with the output", hint="keep it elsewhere with --mapping")


def _read(file: Path) -> str:
    """Return the text of a file; bytes that are not UTF-8 are kept as they are.

    Raises: InputError for a file that is no text.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(unread(error), str(file)) from error
    if b"\0" in data:
        hint = "redact the folder of a run, or a file of text: JSON, CSV, HTML, Markdown"
        raise InputError("E173 is no file of text in UTF-8", str(file), hint)
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _redacted_run(run: Path, target: Path, kinds: str | Iterable[str], kept: Path) -> RedactionDone:
    journals = _journals(run)
    redacting = ReportRedactor(kinds, run if kept == run / MAPPING else None)
    redactor, mapping = redacting.redactor, redacting.mapping
    report = load(run)
    for place in journals:
        for text, is_json in texts_of(place / FILE):
            raw.study(text, ".json" if is_json else ".txt", redactor)
    shared = redacting.redacted(report)
    in_json = partial(_in_json, redactor=redactor)
    for place in journals:
        name = place.relative_to(run).as_posix()
        mapping.journals[name] = redacted_copy(place / FILE, target / name / FILE, redactor.text, in_json)
    for name in DERIVED:
        shared.save(target / name)
    mapping.marks = dict(redactor.marks)
    mapping.save(kept)
    return RedactionDone(str(target), str(kept), shared.ratings[0].redaction or "")


def _restored_run(run: Path, target: Path, known: RedactionMapping) -> None:
    plain = partial(with_values, marks=known.marks)
    for place in _journals(run):
        name = place.relative_to(run).as_posix()
        if name not in known.journals:
            raise InputError("E136 the mapping is of another run", str(run), "give the redaction.json of the original")
        in_json = partial(_values_in_json, known.marks)
        restored_copy(place / FILE, target / name / FILE, plain, in_json, known.journals[name])
    report = load(run)
    ratings = tuple(replace(changed(rating, plain), redaction=msgspec.UNSET) for rating in report.ratings)
    for name in DERIVED:
        RatingReport(ratings).save(target / name)


def _values_in_json(marks: dict[str, str], text: str) -> str:
    return raw.restored(text, ".json", marks)


def _in_json(text: str, redactor: Redactor) -> str:
    return raw.redacted(text, ".json", redactor)


def _journals(run: Path) -> tuple[Path, ...]:
    """Return the folders of a run and of its variants.

    Raises: InputError for a folder without a run.
    """
    if not (run / FILE).is_file():
        raise without_journal(run)
    return (run, *(place.parent for place in sorted((run / FOLDER).glob(f"*/{FILE}"))))
