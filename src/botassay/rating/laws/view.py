"""The section on the evidence for and against clauses of laws and standards."""

from collections.abc import Iterator
from typing import Final

from botassay.core.clause_evidence import ClauseEvidence
from botassay.core.results import Rating
from botassay.core.text.plural import many
from botassay.rating.wording import capital
from botassay.view import Badge, Block, Details, Paragraph, Section, Table, Tone

NOTE: Final = (
    "Evidence for or against, from conversations in English only. Whether a legal duty is met is not stated here. The "
    "rules were read in secondary sources. This is no legal advice."
)
DATES: Final = "dates"
"""The kind of observation that gives the dates of the dialogs."""
_MANUAL: Final = "Not testable by conversation; check manually:"
_TONES: Final[dict[str, Tone]] = {"supported": "first", "contradicted": "last"}


def clauses(rating: Rating) -> Section:
    """Return the section: a table of the clauses, then each with its evidence and its source."""
    tested = [clause for clause in rating.clauses if clause.state != "manual"]
    manual = [clause for clause in rating.clauses if clause.state == "manual"]
    rows = tuple((name_of(clause), _state(clause), _against(clause)) for clause in tested)
    blocks: list[Block] = [Paragraph(_dated(rating))]
    if rows:
        blocks.append(Table("", ("clause", "evidence", "contradicted by"), rows))
    if manual:
        names = tuple(map(name_of, manual))
        blocks.append(
            Details(f"{many(len(manual), 'clause', 'clauses')} to check manually", (Paragraph(_MANUAL, points=names),))
        )
    blocks += [Details(f"{clause.state}: {name_of(clause)}", tuple(_details(clause))) for clause in rating.clauses]
    return Section("clauses", "Evidence by clause", NOTE, tuple(blocks))


def _details(clause: ClauseEvidence) -> Iterator[Block]:
    yield Paragraph(clause.asks, points=clause.evidence)
    if clause.manual:
        yield Paragraph("Check yourself:", points=clause.manual)
    since = "Applies since" if clause.applies_from[:1].isdigit() else "In force:"
    yield Paragraph(
        f"{since} {clause.applies_from} · to: {clause.applies_to}. Text: {clause.source_url}. Compared with a "
        f"secondary source on {clause.last_verified}."
    )


def name_of(clause: ClauseEvidence) -> str:
    """Return the name of a clause, with what it is limited to."""
    only = f" (if it applies: {clause.only} only)" if clause.only else ""
    return f"{clause.jurisdiction}: {clause.instrument}, {clause.clause}{only}"


def _state(clause: ClauseEvidence) -> Badge:
    return Badge(clause.state, _TONES.get(clause.state, "none"))


def _against(clause: ClauseEvidence) -> str:
    """Return the checks that contradict a clause; empty where it is not contradicted."""
    if clause.state != "contradicted":
        return ""
    mark = " (against): "
    return ", ".join(line.partition(mark)[0] for line in clause.evidence if mark in line)


def _dated(rating: Rating) -> str:
    dates = next((seen.text for seen in rating.observations if seen.kind == DATES), None)
    if dates is None:
        return "The date of the test is not known: the dialogs do not say when they were held."
    return f"{capital(dates)}."
