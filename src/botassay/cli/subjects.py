"""The subjects of `rate`: what each of them is, and what is done with the ratings of one or of several."""

import os
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay.cli.verdict import barrier, gate, show, stored_parts, write
from botassay.core.errors import BotassayError, InputError, InternalError, UsageError

if TYPE_CHECKING:
    from botassay.core.evidence import Finding
    from botassay.core.results import Rating, Report
    from botassay.plugins.protocols import ReportFormat

RUN_FILES: Final = ("run.sqlite", "rating.json")
"""Files that stand for the folder that they are in."""
STOPPED: Final = (130, 143)
"""How it ends when somebody stops it: the subjects that are left are not begun."""


class Kind(Enum):
    """What a subject is, by what it takes to rate it."""

    BOT = "a live bot"
    RUN = "the folder of a run"
    STORED = "a stored rating"
    FILES = "dialogs in files"


@dataclass(frozen=True, slots=True)
class Rated:
    """A subject that was rated, and by what it passes."""

    assessments: "Report"
    found: "Callable[[], Iterable[Finding]]"
    """Gives every finding."""
    fail_on: str | None
    min_coverage: float
    run: Path | None = None
    """The folder of the run, if it is one."""

    def say_where(self) -> None:
        """Name the folder of the run."""
        if self.run is not None:
            click.echo(f"botassay: the run is {self.run}", err=True)

    def gated(self, *, named: bool = False) -> int:
        """Give 1 when the gate fails for a subject; what fails is said, and of whom where there are several."""
        from botassay.core.results import Report
        from botassay.report.inert import visible

        groups = self.assessments.by_subject
        named = named or len(groups) > 1
        codes = [
            gate(
                Report(group),
                self.fail_on,
                self.min_coverage,
                f"{visible(group[0].subject.name)}: " if named else "",
            )
            for group in groups
        ]
        return max(codes)


def kind_of(subject: str) -> Kind:
    """Say what a subject is, as it is typed.

    Raises: UnknownNameError, UsageError, InputError for what looks like a bot and is none.
    """
    from botassay.bots import check_spelling, is_bot
    from botassay.report import is_stored
    from botassay.runs.journal import FILE

    check_spelling(subject)
    if not Path(subject).is_dir() and is_bot(subject):
        return Kind.BOT
    if (place_of(subject) / FILE).is_file():
        return Kind.RUN
    return Kind.STORED if is_stored(place_of(subject)) else Kind.FILES


def place_of(subject: str) -> Path:
    """Give where a subject lies that is no bot: the folder, where a file of a run stands for it."""
    path = Path(subject)
    return path.parent if path.name in RUN_FILES else path


def told_apart(subjects: Iterable[str]) -> dict[str, Kind]:
    """Say what each subject is.

    Raises: UsageError for a subject that stands twice, and what `kind_of` raises.
    """
    from botassay.bots.resolve import is_described

    kinds: dict[str, Kind] = {}
    places: dict[str, str] = {}
    for subject in subjects:
        kind = kind_of(subject)
        on_disk = kind is not Kind.BOT or is_described(subject)
        place = os.path.realpath(place_of(subject)) if on_disk else subject
        if place in places:
            also = "" if places[place] == subject else f", also as {places[place]!r}"
            raise UsageError(f"the subject {subject!r} stands twice{also}", hint="name each once")
        kinds[subject] = kind
        places[place] = subject
    return kinds


def conclude(outcome: Rated | int, *, as_json: bool) -> int:
    """Show the rating of one subject and give the exit code."""
    if isinstance(outcome, int):
        return outcome
    show(outcome.assessments, as_json=as_json)
    outcome.say_where()
    return outcome.gated()


def conclude_all(
    kinds: Mapping[str, Kind],
    typed: Mapping[str, Any],
    papers: "Mapping[Path, ReportFormat]",
    rate_one: Callable[[str, Mapping[str, Any]], Rated | int],
) -> int:
    """Rate several subjects, one after the other; show and write what was rated, together, and give the exit code.

    A subject that fails is named and does not stop the others; its exit code beats that of a gate.
    """
    done: dict[str, Rated] = {}
    failed: list[int] = []
    try:
        for subject, outcome in _outcomes(kinds, typed, rate_one):
            if isinstance(outcome, Rated):
                done[subject] = outcome
            elif outcome:
                failed.append(outcome)
    except KeyboardInterrupt:
        failed.append(STOPPED[0])
    if not done:
        return failed[-1] if set(failed) & {*STOPPED} else next(iter(failed), 0)
    assessments = _together(done)
    show(assessments, as_json=typed["as_json"], together=True)
    gates = (barrier(rated.fail_on, rated.min_coverage) for rated in done.values())
    limit = next(filter(None, gates), None)
    write(assessments, papers, next(iter(done.values())).found, limit, lambda: _parts(done))
    _say_what_is_lacking(kinds, done)
    gated = max(rated.gated(named=True) for rated in _named(done).values())
    stopped = [code for code in failed if code in STOPPED]
    return next(iter([*stopped, *failed]), gated)


def check_together(kinds: Mapping[str, Kind], typed: Mapping[str, Any]) -> None:
    """Refuse, before any work, what cannot be done with several subjects.

    Raises: UsageError, InputError.
    """
    if typed["accept"]:
        hint = "rate the subject with its accepted findings alone, with --out, and then name that folder"
        raise UsageError("--accept is for one subject: others may have dialogs of the same name", hint=hint)
    if typed["record"]:
        raise UsageError("--record is for one subject: each would write over the others", hint="rate them one by one")
    for subject, kind in kinds.items():
        if kind is Kind.FILES and not Path(subject).exists():
            raise InputError(f"E174 {subject} does not exist", hint="nothing was rated")


def _outcomes(
    kinds: Mapping[str, Kind], typed: Mapping[str, Any], rate_one: Callable[[str, Mapping[str, Any]], Rated | int]
) -> Iterator[tuple[str, Rated | int]]:
    """Rate one subject after the other; give what came of each, until somebody stops it."""
    from botassay.report.inert import visible

    levels: tuple[str, ...] = ()
    folders = dict(zip(kinds, _folders(kinds), strict=True))
    for number, (subject, kind) in enumerate(kinds.items(), 1):
        if typed["dry_run"] and kind is not Kind.BOT:
            click.echo(f"botassay: {visible(subject)} is {kind.value}: nothing is sent for it", err=True)
            continue
        click.echo(f"botassay: {number} of {len(kinds)}: {visible(subject)}", err=True)
        own = {**typed, "out": typed["out"] / folders[subject] if typed["out"] else None}
        outcome = _attempt(subject, partial(rate_one, subject, own), levels)
        if isinstance(outcome, Rated):
            levels = outcome.assessments.ratings[0].levels
            outcome.say_where()
        elif outcome:
            click.echo(f"botassay: not rated: {visible(subject)}", err=True)
        yield subject, outcome
        if outcome in STOPPED:
            return


def _attempt(subject: str, work: Callable[[], Rated | int], levels: tuple[str, ...]) -> Rated | int:
    """Rate a subject; say what fails, and give the exit code for it."""
    from botassay.report.inert import visible

    try:
        return _alike(work(), levels)
    except BotassayError as error:
        if isinstance(error, InternalError):
            traceback.print_exception(error)
        click.echo(f"botassay: {visible(f'{subject}: {error}')}", err=True)
        return error.exit_code


def _alike(outcome: Rated | int, levels: tuple[str, ...]) -> Rated | int:
    """Refuse a rating on another scale than those before it.

    Raises: UsageError.
    """
    if isinstance(outcome, Rated) and levels:
        own = outcome.assessments.ratings[0].levels
        if own != levels:
            hint = f"give --levels {','.join(own)}, or rate it again"
            raise UsageError(f"its levels are {', '.join(own)}, those of the others {', '.join(levels)}", hint=hint)
    return outcome


def _folders(subjects: Iterable[str]) -> list[str]:
    """Name a folder for each subject; the second of a name gets `-2`.

    >>> _folders(["a/talk.jsonl", "b/talk.jsonl", "http://127.0.0.1:80/chat", "eliza"])
    ['talk-jsonl', 'talk-jsonl-2', 'http-127-0-0-1-80-chat', 'eliza']
    """
    taken: list[str] = []
    for subject in subjects:
        name = subject if "://" in subject else place_of(subject).name or "subject"
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-") or "subject"
        number = 1
        while (slug if number == 1 else f"{slug}-{number}") in taken:
            number += 1
        taken.append(slug if number == 1 else f"{slug}-{number}")
    return taken


def _named(done: Mapping[str, Rated]) -> dict[str, Rated]:
    """Let no two subjects have one name: those that do are called as they were typed."""
    from botassay.core.results import Report

    names = Counter(name for rated in done.values() for name in {one.subject.name for one in rated.assessments.ratings})

    def called(subject: str, one: "Rating") -> "Rating":
        name = one.subject.name
        own = f"{subject}: {name}" if len(done[subject].assessments.by_subject) > 1 else subject
        return one if names[name] == 1 else replace(one, subject=replace(one.subject, name=own))

    return {
        subject: replace(rated, assessments=Report(tuple(called(subject, one) for one in rated.assessments.ratings)))
        for subject, rated in done.items()
    }


def _together(done: Mapping[str, Rated]) -> "Report":
    """Put the ratings of all subjects into one document, the worst first."""
    from botassay.core.results import Report

    ratings = [one for rated in _named(done).values() for one in rated.assessments.ratings]
    return Report(tuple(sorted(ratings, key=lambda assessment: assessment.badness, reverse=True)))


def _parts(done: Mapping[str, Rated]) -> "Iterator[tuple[Rating, Iterable[Finding]]]":
    """Give every finding of every subject."""
    for rated in _named(done).values():
        if len(rated.assessments.by_subject) > 1:  # only what is stored holds several
            yield from stored_parts(rated.assessments)
        else:
            yield rated.assessments.ratings[0], rated.found()


def _say_what_is_lacking(kinds: Mapping[str, Kind], done: Mapping[str, Rated]) -> None:
    from botassay.report.inert import visible

    lacking = [subject for subject in kinds if subject not in done]
    if lacking:
        named = visible(", ".join(lacking))
        click.echo(f"botassay: {len(done)} of {len(kinds)} subjects were rated; missing: {named}", err=True)
