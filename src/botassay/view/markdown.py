"""Blocks as GitHub-flavoured Markdown: a comment on a pull request, or a page of a wiki. Of charts their tables."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay.core.facts import Fact
from botassay.view.blocks import Action, Block, Details, Facts, Paragraph, Quote, Quotes, Table
from botassay.view.charts import Chart
from botassay.view.escape import markdown, shortened

if TYPE_CHECKING:
    from botassay.view.document import Page

_QUOTE: Final = 600
"""Characters that are shown of a quote or a cell."""


def render(page: "Page") -> str:
    """Return the page as Markdown."""
    blocks = [
        f"# {markdown(page.kicker)} {markdown(page.title)}".replace("#  ", "# "),
        f"**{markdown(page.headline.text)}**",
        *(text for alert in page.alerts for text in _paragraph(alert)),
        markdown(page.lead),
        *(text for note in page.notes for text in _paragraph(note)),
        _facts(page.facts),
    ]
    for section in page.sections:
        blocks += [f"## {markdown(section.title)}", markdown(section.lead)]
        blocks += [text for block in section.blocks for text in _written(block)]
    blocks.append(f"botassay {markdown(page.version)}")
    return "\n\n".join(filter(None, blocks)) + "\n"


def _written(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield from _paragraph(block)
        case Facts():
            yield _heading(block.title)
            yield _facts(block.items)
        case Table():
            yield _heading(block.title)
            if block.rows:
                yield _table(block.columns, [tuple(map(str, row)) for row in block.rows], block.numeric)
        case Quotes():
            yield from _quotes(block)
        case Action():
            yield f"### {block.number}. {' / '.join(map(markdown, block.about))}"
            yield f"{markdown(block.problem)}. **{markdown(block.label)}.** {markdown(block.advice)}"
            for quotes in block.evidence:
                yield from _quotes(quotes)
        case Chart():
            yield _heading(block.title)
            head, *body = block.rows
            yield _table(head, body)
            yield markdown(block.caption)
        case Details():
            yield f"### {markdown(block.title)}"
            for within in block.blocks:
                yield from _written(within)


def _heading(title: str) -> str:
    return f"**{markdown(title)}**" if title else ""


def _paragraph(block: Paragraph) -> Iterator[str]:
    label = f"**{markdown(block.label)}{'.' if block.text else ':'}** " if block.label else ""
    text = markdown(block.text)
    yield (label + (f"**{text}**" if block.tone == "last" and text else text)).strip()
    yield "\n".join(f"- {markdown(point)}" for point in block.points)


def _facts(facts: Sequence[Fact]) -> str:
    return "\n".join(
        f"- {markdown(fact.label)}: {_cut(fact.value)}{f' ({markdown(fact.note)})' if fact.note else ''}"
        for fact in facts
    )


def _cut(text: str) -> str:
    return markdown(shortened(text, _QUOTE).text)


def _quotes(block: Quotes) -> Iterator[str]:
    if not block.first:  # a heading with nothing below it says nothing
        return
    if block.title:
        yield f"{markdown(block.title)}:"
    talks = any(quote.context for quote in block.first)
    if talks:
        yield from map(_talk, block.first)
        if block.rest:
            yield f"and {len(block.rest):,} more"
    else:
        lines = [f"- “{_cut(quote.text)}” {_about(quote)}".rstrip() for quote in block.first]
        yield "\n".join([*lines, f"- and {len(block.rest):,} more"] if block.rest else lines)


def _about(quote: Quote) -> str:
    place = ", ".join(filter(None, (quote.place, quote.times)))
    place = f"({markdown(place)})" if place else ""
    return f"{markdown(quote.about)} {place}".strip()


def _talk(quote: Quote) -> str:
    lines = [
        f"> {_about(quote)}",
        *(f"> {markdown(role)}: {_cut(text) or '(nothing)'}" for role, text in quote.context),
    ]
    return "  \n".join([*lines, f"> bot: **{_cut(quote.text) or '(nothing)'}**"])  # two blanks: a line break


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool] = ()) -> str:
    rules = ("---:" if at < len(numeric) and numeric[at] else "---" for at in range(len(head)))
    lines = (head, *rows)
    top, *body = (f"| {' | '.join(map(_cut, row))} |" for row in lines)
    return "\n".join([top, f"|{'|'.join(rules)}|", *body])
