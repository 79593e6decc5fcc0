"""Markdown: the rating as a comment on a pull request, or as a page in a wiki."""

from collections.abc import Iterator

from botassay.core.evidence import Finding
from botassay.core.results import IssueResult, Rating, Report
from botassay.report.inert import markdown
from botassay.report.markdown_clauses import asked_in_markdown, clauses_in_markdown
from botassay.report.markdown_tables import markdown_tables
from botassay.report.sentences import sway, swayed
from botassay.report.tables import tables
from botassay.report.trips import LEAD, trips
from botassay.report.wording import UNCHECKED, accepted, counted, measured, order, ruled, verdict, worst

QUOTES = 10


class MarkdownReport:
    """Writes GitHub-flavoured Markdown."""

    def draw(self, assessment: Rating) -> bytes:
        """Write one rating."""
        blocks = (
            block
            for part in (
                _verdict,
                _issues,
                _why,
                _sway,
                asked_in_markdown,
                clauses_in_markdown,
                _there_and_back,
                _quotes,
                _accepted,
                _noticed,
                _made,
            )
            for block in part(assessment)
        )
        return ("\n\n".join(blocks) + "\n").encode("utf-8", "backslashreplace")

    def draw_all(self, assessments: Report) -> bytes:
        """Write the tables of several subjects and then the worst rating; of one subject, the worst rating alone."""
        worst_one = self.draw(assessments.ratings[0])
        if len(assessments.by_subject) == 1:
            return worst_one
        blocks = "\n\n".join(markdown_tables(tables(assessments)))
        return (blocks + "\n\n").encode("utf-8", "backslashreplace") + worst_one


def _verdict(assessment: Rating) -> Iterator[str]:
    yield f"# {markdown(assessment.subject.name)}: risk {verdict(assessment)}"
    if assessment.subject.insecure:
        yield f"**{UNCHECKED}**"
    who = f"**{markdown(assessment.profile.name)}** ({markdown(order(assessment))})"
    yield f"For the profile {who}; {counted(assessment)}."
    others = [f"{name}: **{level}**" for name, level in assessment.other_profiles.items()]
    yield f"All published profiles: {', '.join(others)}."


def _issues(assessment: Rating) -> Iterator[str]:
    rows = ["| issue | level | value | 95 % interval | cuts | could be |", "|---|---|---:|---|---|---|"]
    rows += [_row(grade) for grade in assessment.scores]
    yield "\n".join(rows)


def _row(grade: IssueResult) -> str:
    name = f"**{markdown(grade.issue)}** {markdown(grade.title)}"
    cuts = ", ".join(f"{cut:.3g}" for cut in grade.cuts)
    could = ", ".join(grade.could_be)
    if grade.assumed:
        return f"| {name} | {grade.level} (assumed) | | {markdown(grade.reason or '')} | {cuts} | {could} |"
    if grade.value is None:
        return f"| {name} | not measured | | {markdown(grade.reason or '')} | {cuts} | {could} |"
    interval = f"{grade.interval[0]:.3f} to {grade.interval[1]:.3f}" if grade.interval else ""
    return f"| {name} | **{grade.level}** | {grade.value:.3f} | {interval} | {cuts} | {could} |"


def _why(assessment: Rating) -> Iterator[str]:
    yield "## Why"
    yield "\n".join(f"- {markdown(line)}" for line in assessment.explanation.splitlines())


def _sway(assessment: Rating) -> Iterator[str]:
    if assessment.sensitivity:
        yield "## What sways it"
        yield markdown(sway(assessment.sensitivity))
        yield "\n".join(f"- {markdown(line)}" for line in swayed(assessment.sensitivity))


def _there_and_back(assessment: Rating) -> Iterator[str]:
    found = [laid for grade in assessment.scores if (laid := trips(grade))]
    if found:
        yield "## There and back"
        yield LEAD
    for grid in (grid for laid in found for grid in laid.grids):
        rows = (grid.columns, ("---", *["---:"] * (len(grid.columns) - 1)), *(map(markdown, row) for row in grid.rows))
        yield "\n".join([f"**{markdown(grid.title)}**", "", *(f"| {' | '.join(row)} |" for row in rows)])


def _quotes(assessment: Rating) -> Iterator[str]:
    found = worst(assessment, QUOTES)
    if found:
        yield "## Worst places"
        yield from map(_quote, found)


def _quote(finding: Finding) -> str:
    where = f"{markdown(finding.dialog)}, utterance {finding.utterance}"
    lines = [f"> **{finding.issue} {finding.value:.2f}** {markdown(finding.note)} ({where})"]
    lines += [f"> {quote.role}: {markdown(quote.text) or '(nothing)'}" for quote in finding.context]
    lines += [f"> bot: **{markdown(finding.text)}**"]
    return "  \n".join(lines)  # two blanks: a line break


def _accepted(assessment: Rating) -> Iterator[str]:
    if assessment.accepted:
        yield "## Accepted"
        yield "\n".join(f"- {markdown(line)}" for line in accepted(assessment))


def _noticed(assessment: Rating) -> Iterator[str]:
    if assessment.observations:
        yield "## Noticed"
        yield "\n".join(f"- {markdown(seen.text)}" for seen in assessment.observations)


def _made(assessment: Rating) -> Iterator[str]:
    yield "## How it was made"
    lines = [f"- {markdown(measured(grade))}" for grade in assessment.scores if grade.n]
    digests = f"subject `{assessment.subject.digest}`, settings `{assessment.provenance.config}`"
    yield "\n".join(
        [*lines, f"- {markdown(ruled(assessment))}", f"- {digests}, botassay {assessment.provenance.version}"]
    )
