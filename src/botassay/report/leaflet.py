"""A leaflet: a page put together out of parts by whoever has something to say, as HTML and as Markdown.

The page of a rating is drawn from one type. What the rooms find out has other shapes: the command that knows a room's
document lays it out in these parts, and everything about showing them is here: inert texts, the policy of the page,
narrow screens, the dark, paper.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from botassay.report.causal import Causal
from botassay.report.charts import Tone
from botassay.report.html import environment, styled
from botassay.report.inert import markdown
from botassay.report.plots import Heat, Lines, Ranges
from botassay.report.standing import Standing

STYLES: Final = (
    "page.css", "marks.css", "charts.css", "talk.css", "tables.css", "leaflet.css", "causal.css", "dark.css",
    "print.css",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    kind: ClassVar[str] = "words"
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """What somebody wrote, and what there is to say of it."""

    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Passages:
    """A list of passages, of which the first are read at once and the others unfolded."""

    kind: ClassVar[str] = "passages"
    title: str
    items: tuple[Passage, ...]
    open: int = 5

    @property
    def first(self) -> tuple[Passage, ...]:
        """Those that are read at once."""
        return self.items[: self.open]

    @property
    def rest(self) -> tuple[Passage, ...]:
        """Those that are unfolded."""
        return self.items[self.open :]


@dataclass(frozen=True, slots=True)
class Card:
    """One thing to be done: what it is about, how bad it is, what to do, and the evidence."""

    kind: ClassVar[str] = "card"
    number: int
    names: tuple[str, ...]
    """What it is about."""
    said: str
    do: str
    """What to do, in a word or two."""
    advice: str
    evidence: tuple[Passages, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; on a narrow screen its rows stand below each other."""

    kind: ClassVar[str] = "grid"
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """The first cell of each is its heading."""
    open: int = 50
    """Rows that are read at once; the others are unfolded."""

    @property
    def parts(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The rows that are read at once, and those that are unfolded."""
        return tuple(part for part in (self.rows[: self.open], self.rows[self.open :]) if part)


@dataclass(frozen=True, slots=True)
class Fold:
    """Parts that are unfolded by whoever wants to know."""

    kind: ClassVar[str] = "fold"
    title: str
    blocks: tuple["Block", ...]


Block: TypeAlias = "Words | Passages | Card | Grid | Fold | Lines | Heat | Ranges | Causal | Standing"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page, with a heading."""

    name: str
    """What its address on the page ends with."""
    title: str
    lead: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The whole page."""

    over: str
    """What stands small above the name."""
    name: str
    """What it is about."""
    verdict: str
    """The one sentence that somebody reads who reads one."""
    tone: Tone
    plain: str
    facts: tuple[tuple[str, str], ...]
    """What and how many."""
    sections: tuple[Section, ...]
    version: str

    def html(self) -> bytes:
        """Draw it as one file that loads nothing and runs nothing."""
        return environment().get_template("leaflet.html").render(page=self, **styled(STYLES)).encode()

    def markdown(self) -> bytes:
        """Write it as GitHub-flavoured Markdown; of plots the numbers."""
        blocks = [
            f"# {markdown(self.over)} {markdown(self.name)}",
            f"**{markdown(self.verdict)}**",
            markdown(self.plain),
        ]
        blocks.append("\n".join(f"- {markdown(what)}: {markdown(said)}" for what, said in self.facts))
        for section in self.sections:
            blocks += [f"## {markdown(section.title)}", markdown(section.lead)]
            for block in section.blocks:
                blocks += _written(block)
        return ("\n\n".join(filter(None, blocks)) + "\n").encode("utf-8", "backslashreplace")


def _written(block: Block) -> Iterator[str]:
    if isinstance(block, Words):
        yield markdown(block.text)
    elif isinstance(block, Passages):
        yield from _passages(block)
    elif isinstance(block, Card):
        yield f"### {block.number}. {' / '.join(map(markdown, block.names))}"
        yield f"{markdown(block.said)}. **{markdown(block.do)}:** {markdown(block.advice)}"
        for evidence in block.evidence:
            yield from _passages(evidence)
    elif isinstance(block, Fold):
        yield f"### {markdown(block.title)}"
        for one in block.blocks:
            yield from _written(one)
    else:
        yield from _tabled(block)


def _passages(block: Passages) -> Iterator[str]:
    yield f"{markdown(block.title)}:"
    lines = [f"- “{markdown(one.text)}” {markdown(one.note)}".rstrip() for one in block.first]
    yield "\n".join([*lines, f"- and {len(block.rest)} more"] if block.rest else lines)


def _tabled(block: Grid | Lines | Heat | Ranges | Causal | Standing) -> Iterator[str]:
    yield f"**{markdown(block.title)}**"
    if isinstance(block, Grid):
        yield _table((block.columns, *block.rows))
    elif isinstance(block, Causal):
        yield _table((("link", "is", "found"), *block.rows))
    elif isinstance(block, Standing):
        yield _table((("system", "raw score", "rating"), *block.rows))
    elif isinstance(block, Lines):
        yield _table(block.rows)
        yield "; ".join(f"marked: {markdown(mark.text)}" for mark in block.marks)
    elif isinstance(block, Heat):
        numbers = (str(number) for number in range(1, len(block.names) + 1))
        rows = ((f"{n}. {name}", *(said for said, _ in row)) for n, (name, row) in enumerate(block.cells, 1))
        yield _table((("", *numbers), *rows))
    else:
        for panel in block.panels:
            yield _table(((panel.title, ""), *((one.name, one.said) for one in panel.ranges)))
    if not isinstance(block, Grid):
        yield markdown(block.caption)


def _table(rows: tuple[tuple[str, ...], ...]) -> str:
    head, *body = (f"| {' | '.join(map(markdown, row))} |" for row in rows)
    return "\n".join([head, "|" + "---|" * len(rows[0]), *body])
