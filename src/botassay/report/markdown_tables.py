"""The three tables in Markdown: the ratings first, then the scores, then what was said."""

from collections.abc import Iterator, Sequence

from botassay.report.inert import markdown, shortened
from botassay.report.tables import Measured, Tables

_QUOTE = 300
"""Characters of an utterance that are shown."""


def markdown_tables(laid: Tables) -> Iterator[str]:
    """Write them, block by block."""
    yield f"# {markdown(laid.headline)}"
    yield "## Table 3. The rating: trust risk for each kind of user"
    yield _ratings(laid)
    if laid.open:
        yield "Two levels in a cell: undetermined, it lies between them."
    yield "## Table 2. Raw scores: a risk from 0 to 1, and its spread"
    yield _scores(laid)
    yield "## Table 1. Examples: the worst place of each issue, with its score"
    yield _examples(laid)
    for heading, lines in (("What sways them", laid.sways), ("Not to be compared", laid.unlike)):
        if lines:
            yield f"## {heading}"
            yield "\n".join(f"- {markdown(line)}" for line in lines)


def _ratings(laid: Tables) -> str:
    heads = [f"{markdown(name)} ({markdown(order)})" for name, order in laid.profiles]
    rows = [
        [markdown(subject.name), *(f"**{markdown(verdict.said)}**" if verdict else "–" for verdict in subject.verdicts)]
        for subject in laid.subjects
    ]
    return _table(["subject", *heads], rows)


def _scores(laid: Tables) -> str:
    heads = ["issue", "subject", "level", "value", "95 % interval", "greatest", "P95", "shares"]
    rows = [[markdown(issue.code), *_score(one)] for issue in laid.issues for one in issue.measured]
    orders = [f"Order by {markdown(issue.code)}: {markdown(issue.order)}" for issue in laid.issues if issue.order]
    return "\n\n".join([_table(heads, rows), *orders])


def _score(one: Measured) -> list[str]:
    level = markdown((one.grade.level if one.grade else None) or "–")
    value = "" if one.value is None else f"{one.value:.3f}"
    spread = [markdown(one.spread.get(what, "")) for what in ("greatest", "P95", "shares")]
    return [markdown(one.subject), level, value, one.remark, *spread]


def _examples(laid: Tables) -> str:
    rows = [[markdown(issue.code), *_example(one)] for issue in laid.issues for one in issue.measured]
    return _table(["issue", "subject", "score", "utterance", "place"], rows)


def _example(one: Measured) -> list[str]:
    name = markdown(one.subject)
    if one.example is None:
        return [name, "", "not rated" if one.grade is None else "none", ""]
    place = f"{markdown(one.example.dialog)}, utterance {one.example.utterance}"
    return [name, f"{one.example.value:.2f}", markdown(shortened(one.example.text, _QUOTE).text), place]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
