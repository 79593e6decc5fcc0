"""What a page is made of: plain values, unescaped; the renderers escape them and know no others.

A room lays out its document in these blocks (`view(document) -> Page`); `view.html`, `view.markdown` and `view.text`
draw them.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from botassay.core.facts import Fact
from botassay.view.charts import Chart
from botassay.view.tone import Tone

_PLACES: Final = 3
"""Places that are named of a quote that occurs at several."""
_NUMERIC: Final = frozenset("0123456789+-−.,:% –—±<>=[]()to/")
"""Characters of a cell that holds nothing but figures."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text, and a list of points below it where there are any.

    Args:
        text: the text.
        label: bold words in front of it (`What to do`).
        points: items of a list.
        tone: `last` for a warning, `middle` for advice, `none` for plain text.
    """

    text: str
    label: str = ""
    points: tuple[str, ...] = ()
    tone: Tone = "none"


@dataclass(frozen=True, slots=True)
class Facts:
    """Labels with their values."""

    items: tuple[Fact, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A level in a table: its name, and how it looks."""

    text: str
    tone: Tone = "none"
    note: str = ""

    def __str__(self) -> str:
        """Return it in words."""
        return f"{self.text} ({self.note})" if self.note else self.text


@dataclass(frozen=True, slots=True)
class Link:
    """Words in a table that lead to another page, or to a part of this one; Markdown and a terminal show the words.

    Args:
        text: the words.
        address: `https://…`, which never comes from what is rated, or `#` and the anchor of a section; words with any
            other lead nowhere.
    """

    text: str
    address: str

    @property
    def safe(self) -> bool:
        """Whether a page links the address."""
        return self.address.startswith(("https://", "#"))

    def __str__(self) -> str:
        """Return the words."""
        return self.text


Cell: TypeAlias = str | Badge | Link


@dataclass(frozen=True, slots=True)
class Table:
    """A table; on a narrow screen its rows stand below each other.

    Args:
        title: its heading; may be empty.
        columns: the headings of its columns.
        rows: its rows; the first cell of each is its heading.
        shown: rows that are read at once; HTML folds the others away, a terminal leaves them out.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    shown: int = 50

    @property
    def first(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows that are read at once."""
        return self.rows[: self.shown]

    @property
    def rest(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows that are folded away."""
        return self.rows[self.shown :]

    @property
    def numeric(self) -> tuple[bool, ...]:
        """Whether each column holds nothing but figures."""
        columns = ([row[at] for row in self.rows if at < len(row)] for at in range(len(self.columns)))
        return tuple(bool(at) and _figures(cells) for at, cells in enumerate(columns))


def _figures(cells: list[Cell]) -> bool:
    written = [cell for cell in cells if cell]
    return bool(written) and all(
        isinstance(cell, str) and any(map(str.isdecimal, cell)) and _NUMERIC.issuperset(cell) for cell in written
    )


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted text.

    Args:
        text: the words.
        note: what there is to say about it; part of what makes two quotes equal.
        score: its figure, which stands before the note; of equal quotes that of the first is shown.
        context: role and text of what was said before it.
        count: how often it occurs.
        or_more: whether it may occur more often than was counted.
        place: where it stands; of equal quotes the first ones are shown.
        tone: how it is marked.
        anchor: its name in links, unlike all others of the page; empty: nothing links to it.
    """

    text: str
    note: str = ""
    context: tuple[tuple[str, str], ...] = ()
    count: int = 1
    place: str = ""
    tone: Tone = "none"
    anchor: str = ""
    or_more: bool = False
    score: str = ""

    @property
    def about(self) -> str:
        """The figure and the note, in one line."""
        return " ".join(filter(None, (self.score, self.note)))

    @property
    def times(self) -> str:
        """How often it occurs, in words; empty where once."""
        more = " or more" if self.or_more else ""
        return f"{self.count:,} times{more}" if self.count > 1 else ""


@dataclass(frozen=True, slots=True)
class Quotes:
    """Quotes, of which the first ones are read at once; those that say the same are shown once, with their count."""

    title: str
    items: tuple[Quote, ...]
    shown: int = 5

    @property
    def merged(self) -> tuple[Quote, ...]:
        """Each quote once, in the order of its first occurrence.

        >>> Quotes("", (Quote("a"), Quote("b"), Quote(" a "))).merged[0].count
        2
        """
        merged: dict[tuple[str, str], Quote] = {}
        for quote in self.items:
            key = (_letters(quote.text), quote.note)
            known = merged.get(key)
            merged[key] = _together(known, quote) if known else quote
        return tuple(merged.values())

    @property
    def first(self) -> tuple[Quote, ...]:
        """Those that are read at once."""
        return self.merged[: self.shown]

    @property
    def rest(self) -> tuple[Quote, ...]:
        """Those that are folded away."""
        return self.merged[self.shown :]


def _letters(text: str) -> str:
    """Return the letters and digits of a text: quotes that differ in nothing else say the same."""
    return " ".join(re.findall(r"\w+", text.casefold())) or " ".join(text.split())


def _together(known: Quote, other: Quote) -> Quote:
    places = [known.place, other.place] if known.count < _PLACES and other.place else [known.place]
    or_more = known.or_more or other.or_more
    return replace(known, count=known.count + other.count, place="; ".join(filter(None, places)), or_more=or_more)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do.

    Args:
        number: its place in the list of things to do.
        about: the names of what it is about.
        problem: what is wrong, and how much.
        advice: what to do; its first words stand in `label`.
        label: what to do in a word or two (`Merge them`).
        evidence: what shows the problem.
    """

    number: int
    about: tuple[str, ...]
    problem: str
    advice: str
    evidence: tuple[Quotes, ...] = ()
    label: str = "What to do"


@dataclass(frozen=True, slots=True)
class Details:
    """Blocks that HTML folds away and a terminal only names.

    Args:
        title: what is inside.
        blocks: the blocks.
        unfolded: whether HTML shows them at once.
        in_text: whether a terminal prints them.
    """

    title: str
    blocks: "tuple[Block, ...]"
    unfolded: bool = False
    in_text: bool = False


Block: TypeAlias = Paragraph | Facts | Table | Quotes | Action | Chart | Details


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page with a heading.

    Args:
        anchor: the end of its address on the page; letters, digits and hyphens.
        title: its heading.
        lead: what it is about.
        blocks: what stands in it.
        detail: whether a terminal leaves it out, and only names it.
    """

    anchor: str
    title: str
    lead: str
    blocks: tuple[Block, ...]
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Headline:
    """The one sentence that somebody reads who reads one.

    Args:
        text: the sentence.
        tone: how it looks.
        level: the level that a stamp shows; without one there is no stamp.
        levels: the levels of the scale, the least risk first.
        could_be: what else the level could be, in a few words below it.
    """

    text: str
    tone: Tone = "none"
    level: str = ""
    levels: tuple[str, ...] = ()
    could_be: str = ""

    @property
    def rank(self) -> int | None:
        """The place of the level on the scale, from 0; None where it is not on it."""
        return self.levels.index(self.level) if self.level in self.levels else None
