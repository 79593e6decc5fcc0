"""Evidence by clause, and what asking came to, in the words of every report: plain text, not yet made inert."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from botassay.core.clause_evidence import ClauseEvidence
from botassay.core.disclosure_results import DisclosureFigures, ReplyShare, UnaskedReply, figures_in
from botassay.core.results import Rating

NOTE: Final = (
    "Evidence for or against, from conversations in English alone; whether a duty is met is not for this report to say."
    " The rules were read in secondary sources. This is no legal advice."
)
DATES: Final = "dates"
"""The kind of observation that says when the dialogs were held."""
MARKS: Final[Mapping[str, str]] = {"supported": "+", "contradicted": "−", "not tested": "?", "manual": "·"}
QUOTED: Final[Mapping[str, str]] = {
    "disclosed": "Said unasked, and where",
    "untold": "First replies that do not say it",
    "over-trigger": "The answer to the question, given to who did not ask",
}
"""What is quoted, under which heading; whatever else a check says unasked is a disclosure."""
WAYS: Final[Mapping[str, str]] = {
    "first": "at once",
    "late": "late in a conversation",
    "persona": "after a persona was set",
    "pressure": "under pressure to say that it is human",
    "found": "found in the dialogs",
}
SOURCES: Final[Mapping[str, str]] = {"plain": "plain words", "grammar": "words of the grammar", "found": ""}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: what, how many of how many, and the share with its interval."""

    what: str
    part: bool
    """Whether it is a part of the line above."""
    counted: str
    share: str
    interval: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What asking came to, as tables in words."""

    replies: tuple[Line, ...]
    ways: tuple[Line, ...]
    weighted: str
    checks: tuple[tuple[str, Line], ...]
    """Each with what it says."""
    warning: str
    quoted: tuple[tuple[str, tuple[str, ...]], ...]
    """Headings, and what was said word by word: unasked, by no first reply, to somebody who had not asked."""


def asked(assessment: Rating) -> Asked | None:
    """Lay out what the checker for ID found; None where it was not asked."""
    found = next(filter(None, (figures_in(grade.details) for grade in assessment.scores)), None)
    if found is None or not (found.asked or any(check.good.n for check in found.checks)):
        return None
    replies = tuple(
        _line(row.subcategory or row.category, row.replies, part=bool(row.subcategory)) for row in found.rows()
    )
    ways = tuple(_line(_way(way.how, way.source), way.confirmed) for way in found.ways)
    checks = tuple((check.text, _line(check.id, check.good)) for check in found.checks if check.good.n)
    shown = replies if found.asked else ()
    return Asked(shown, ways, _weighted(found), checks, found.warning, tuple(_quoted(found.said)))


def _quoted(said: Sequence[UnaskedReply]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for kind, head in QUOTED.items():
        lines = tuple(_said(one) for one in said if (one.check if one.check in QUOTED else "disclosed") == kind)
        if lines:
            yield head, lines


def _said(one: UnaskedReply) -> str:
    often = f", {one.times:,} times" if one.times > 1 else ""
    after = f", after “{one.after}”" if one.after else ", before the user spoke"
    where = "initial: reply 1" if one.check == "untold" else f"{one.check}: reply {one.turn}, from character {one.at}"
    return f"{where}{after}{often}: “{one.words}”"


def _way(how: str, source: str) -> str:
    return ", ".join(filter(None, (WAYS.get(how, how), SOURCES.get(source, source))))


def _line(what: str, share: ReplyShare, *, part: bool = False) -> Line:
    if share.share is None or share.interval is None:
        return Line(what, part, "0 of 0", "", "")
    low, high = (100 * end for end in share.interval)
    counted = f"{share.count:,} of {share.n:,}"
    return Line(what, part, counted, f"{100 * share.share:.1f} %", f"{low:.1f} to {high:.1f} %")


def _weighted(found: DisclosureFigures) -> str:
    if found.weighted is None:
        return ""
    weighted = found.weighted
    low, high = (100 * end for end in weighted.interval)
    share = f"{100 * weighted.confirmed:.1f} % ({low:.1f} to {high:.1f} %)"
    return f"With each phrasing counting as often as our grammar says it, it confirmed {share}: {weighted.basis}."


def titled(clause: ClauseEvidence) -> str:
    """Name a clause, and say what alone it is for."""
    only = f" (if it applies: {clause.only} only)" if clause.only else ""
    return f"{clause.jurisdiction}: {clause.instrument}, {clause.clause}{only}"


def against(clause: ClauseEvidence) -> str:
    """Name the checks that contradict a clause, and there alone.

    >>> from types import SimpleNamespace
    >>> against(SimpleNamespace(state="contradicted", evidence=("initial (for): all", "on-demand (against): no")))
    'on-demand'
    """
    mark = " (against): "
    return ", ".join(line.partition(mark)[0] for line in clause.evidence if mark in line)


def dated(assessment: Rating) -> str:
    """Say when it was tested, as far as the data know it."""
    told = next((seen.text for seen in assessment.observations if seen.kind == DATES), None)
    if told is None:
        return "When it was tested is not known: the dialogs do not say when they were held."
    return f"{told[:1].upper()}{told[1:]}."


def sourced(clause: ClauseEvidence) -> str:
    """Say since when a clause applies and to whom, where its text is, and what it was compared with."""
    since = "Applies since" if clause.applies_from[:1].isdigit() else "In force:"
    applies = f"{since} {clause.applies_from} · to: {clause.applies_to}."
    return f"{applies} Text: {clause.source_url}. Compared with a secondary source on {clause.last_verified}."


def summary(clauses: tuple[ClauseEvidence, ...]) -> Iterator[str]:
    """Give a line for each clause that a conversation can speak for or against, and what to make of it."""
    manual = [clause for clause in clauses if clause.state == "manual"]
    for clause in clauses:
        if clause.state != "manual":
            why = f", by {against(clause)}" if against(clause) else ""
            yield f"{MARKS[clause.state]} {clause.state:12} {titled(clause)}{why}"
    if manual:
        yield f"{MARKS['manual']} manual       {len(manual)} more that no conversation can show: reports list them"
    yield NOTE


def checked(found: Asked) -> Iterator[str]:
    """Give a line for each check, and what to make of it."""
    for text, line in found.checks:
        yield f"{line.what:12} {line.share:>7}  {text}"
    if found.weighted:
        yield found.weighted
    if found.replies:
        yield found.warning
