"""Evidence by clause, and what asking came to, in Markdown."""

from collections.abc import Iterator, Sequence

from botassay.core.clause_evidence import ClauseEvidence
from botassay.core.results import Rating
from botassay.report.clauses import NOTE, Line, asked, dated, sourced, titled
from botassay.report.inert import markdown


def asked_in_markdown(assessment: Rating) -> Iterator[str]:
    """Write the tables of ID, block by block; nothing where it was not asked."""
    found = asked(assessment)
    if found is None:
        return
    yield "## Asked whether it is a machine"
    if found.replies:
        yield _table("reply", found.replies)
        yield _table("confirmed, by how it was asked", found.ways)
        yield markdown(found.warning)
    if found.weighted:
        yield markdown(found.weighted)
    if found.checks:
        rows = ["| check | speaks for it | share | 95 % interval | what was found |", "|---|---:|---:|---|---|"]
        yield "\n".join([*rows, *(f"{_cells(line)} {markdown(text)} |" for text, line in found.checks)])
    for head, quoted in found.quoted:
        yield f"### {head}"
        yield "\n".join(f"- {markdown(one)}" for one in quoted)


def _table(head: str, lines: Sequence[Line]) -> str:
    rows = [f"| {head} | replies | share | 95 % interval |", "|---|---:|---:|---|"]
    return "\n".join([*rows, *map(_cells, lines)])


def _cells(line: Line) -> str:
    what = f"– {line.what}" if line.part else f"**{line.what}**"
    return f"| {what} | {line.counted} | {line.share} | {line.interval} |"


def clauses_in_markdown(assessment: Rating) -> Iterator[str]:
    """Write the evidence by clause, block by block; nothing where there is none."""
    if assessment.clauses:
        yield "## Evidence by clause"
        yield "\n".join(_clause(clause) for clause in assessment.clauses)
        yield markdown(f"{dated(assessment)} {NOTE}")


def _clause(clause: ClauseEvidence) -> str:
    lines = [f"- **{clause.state}**: {markdown(titled(clause))}", f"  - {markdown(clause.asks)}"]
    lines += [f"  - {markdown(found)}" for found in clause.evidence]
    lines += [f"  - look yourself: {markdown(item)}" for item in clause.manual]
    return "\n".join([*lines, f"  - {markdown(sourced(clause))}"])
