"""The section on the evidence for and against clauses of laws and standards."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from botassay.core.clause_evidence import ClauseEvidence, Status
from botassay.core.results import Rating
from botassay.core.text.plural import many
from botassay.rating.laws.clauses import rules
from botassay.rating.wording import capital
from botassay.view import Badge, Block, Details, Link, Paragraph, Section, Table, Tone

NOTE: Final = (
    "Evidence for or against. Only what came through the chat was read. The chat window was not seen: a label on the "
    "page counts, so keep a screenshot. Whether a legal duty is met is not stated here; this is no legal advice."
)
DATES: Final = "dates"
"""The kind of observation that gives the dates of the dialogs."""
_FRESH: Final = timedelta(days=180)
"""How long what was read of a clause is taken to be up to date."""
_WORDS: Final = {"supported": "for", "contradicted": "against"}
"""The evidence, where reports have another word for a state."""
_TONES: Final[dict[str, Tone]] = {"supported": "first", "contradicted": "last"}


def clauses(rating: Rating) -> Section:
    """Return the section: a table of the clauses that were tested, folded, and the others in a line."""
    bills = [clause for clause in rating.clauses if clause.status == "bill"]
    law = [clause for clause in rating.clauses if clause.status != "bill"]
    tested = [clause for clause in law if clause.state != "manual"]
    manual = [clause for clause in law if clause.state == "manual"]
    counts = Counter(clause.state for clause in tested)
    summary = ", ".join(f"{count} {_WORDS.get(state, state)}" for state, count in counts.items())
    blocks: list[Block] = [Paragraph(_dated(rating))]
    if tested:
        rows = tuple((_linked(clause), _state(clause), "; ".join(clause.evidence)) for clause in tested)
        table = Table("", ("clause", "evidence", "what was tested"), rows, len(rows))
        blocks.append(
            Details(f"Evidence on {many(len(tested), 'clause', 'clauses')}: {summary}", (table,), in_text=True)
        )
    if manual:
        names = "; ".join(map(_with_reason, manual))
        blocks.append(
            Details(f"{many(len(manual), 'clause', 'clauses')} to check manually", (Paragraph(names),), in_text=True)
        )
    if bills:
        names = "; ".join(f"{name_of(clause)}: {_WORDS.get(clause.state, clause.state)}" for clause in bills)
        blocks.append(Details(f"{many(len(bills), 'bill', 'bills')}, no law yet", (Paragraph(names),), in_text=True))
    blocks.append(Details("What each clause asks for, and its source", tuple(_sources(rating))))
    return Section("clauses", "Evidence by clause", NOTE, tuple(blocks))


def _with_reason(clause: ClauseEvidence) -> str:
    """Return the name of a clause that a person has to look at, with why, where its checks were left out."""
    return ": ".join((name_of(clause), *clause.evidence))


def _sources(rating: Rating) -> Iterator[Block]:
    tested = _tested(rating)
    rows = tuple(
        (
            _linked(clause), clause.asks, "; ".join(clause.manual), clause.applies_to, _since(clause),
            _known(clause, tested), clause.source_url,
        )
        for clause in rating.clauses
    )  # fmt: skip
    head = ("clause", "what it asks for", "check yourself", "applies to", "since", "how it is known", "text")
    yield Table("", head, rows, len(rows))
    dates = sorted({clause.last_verified for clause in rating.clauses})
    yield Paragraph(f"Compared with the pages named: {', '.join(dates)}.")


def _tested(rating: Rating) -> date | None:
    """Return the last day of the test; None where it is unknown."""
    text = next((seen.text for seen in rating.observations if seen.kind == DATES), "")
    days = re.findall(r"\d{4}-\d\d-\d\d", text)
    try:
        return max(map(date.fromisoformat, days), default=None)
    except ValueError:
        return None


def _known(clause: ClauseEvidence, tested: date | None) -> str:
    """Say how well the text of a clause is known, by which pages, where they disagree, and if that was long ago."""
    pages = ", ".join(page.removeprefix("https://").rstrip("/") for page in clause.sources)
    looked = date.fromisoformat(f"{clause.last_verified}-01"[:10])
    old = tested is not None and tested - looked > _FRESH
    again = f"Look again: this was last looked at {clause.last_verified}." if old else ""
    return " ".join(filter(None, (f"{_KNOWN[clause.status]} ({pages}).", clause.conflict, again)))


_KNOWN: Final[dict[Status, str]] = {
    "confirmed": "its own words were read",
    "secondary": "read about in other pages",
    "conflict": "pages disagree",
    "not confirmed": "not confirmed by any page",
    "bill": "a bill",
}


def _since(clause: ClauseEvidence) -> str:
    return clause.applies_from if clause.applies_from[:1].isdigit() else f"in force: {clause.applies_from}"


def name_of(clause: ClauseEvidence) -> str:
    """Return the name of a clause, with what it is limited to."""
    only = f" (if it applies: {clause.only} only)" if clause.only else ""
    doubt = f" (sources: {clause.status})" if clause.status in ("conflict", "not confirmed") else ""
    return f"{clause.jurisdiction}: {clause.instrument}, {clause.clause}{only}{doubt}"


def _linked(clause: ClauseEvidence) -> str | Link:
    """Return the name of a clause, as a link to its text if we know that address: a stored rating may name any."""
    known = clause.source_url in {rule.source_url for rule in rules()}
    return Link(name_of(clause), clause.source_url) if known else name_of(clause)


def _state(clause: ClauseEvidence) -> Badge:
    return Badge(_WORDS.get(clause.state, clause.state), _TONES.get(clause.state, "none"))


def _dated(rating: Rating) -> str:
    dates = next((seen.text for seen in rating.observations if seen.kind == DATES), None)
    if dates is None:
        return "The date of the test is unknown: the dialogs do not say when they took place."
    return f"{capital(dates)}."
