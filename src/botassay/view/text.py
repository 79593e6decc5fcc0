"""Blocks as text for a terminal or a plain file: what is read at once; what is folded away is named."""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from botassay.core.facts import Fact
from botassay.view.blocks import Action, Badge, Block, Cell, Details, Facts, Paragraph, Quote, Quotes, Table
from botassay.view.charts import Chart, LevelBar
from botassay.view.escape import shortened
from botassay.view.tone import Tone

if TYPE_CHECKING:
    from botassay.view.document import Page

STRIP: Final = 24
"""Characters of a drawn row of a chart."""
_SCREEN: Final = 24
"""Lines of the card."""
_SHORT: Final = 10
"""Characters of a drawn row of the card at least."""
ROOMY: Final = 72
"""Columns from which on a chart has all columns of its table."""
_NARROW: Final = 3
"""Columns of the table of a chart that a narrow terminal shows beside the drawing."""
_LINE: Final = 1000
"""Characters that are shown of any text."""
_NAMED: Final = 3
"""Folded blocks of a section that are named; of more only the number is given."""
_QUOTE: Final = 300
"""Characters that are shown of a quote or a cell."""
_PLAIN: Final[Tone] = "none"
_STYLES: Final[dict[Tone, str]] = {"first": "green", "middle": "yellow", "last": "red", "none": ""}


def render(page: "Page", width: int = 100, *, colour: bool = False, brief: bool = False) -> str:
    """Return the page as text.

    Args:
        page: the page.
        width: columns.
        colour: whether to add escape sequences for colours.
        brief: show its card in place of its sections, if it has one.
    """
    if brief and page.card:
        return _written([*_card(page, width)], width, colour=colour)
    parts: list[RenderableType] = [Panel(_head(page), title="botassay", title_align="left", padding=(0, 1))]
    for section in page.sections:
        if section.detail:
            continue
        parts.append(_text(f"\n{section.title}", "bold"))
        if section.lead:
            parts.append(_indented(_text(section.lead, "dim")))
        parts += map(_indented, _blocks(section.blocks, width))
    if left_out := [section.title for section in page.sections if section.detail]:
        parts.append(_text(f"\nOnly in other formats (-o report.html): {'; '.join(left_out)}", "dim"))
    return _written([*parts, _text(f"\nbotassay {page.version}", "dim")], width, colour=colour)


def _written(parts: Sequence[RenderableType], width: int, *, colour: bool) -> str:
    paper = StringIO()
    console = Console(
        file=paper,
        width=width,
        force_terminal=colour,
        no_color=not colour,
        color_system="standard" if colour else None,
        highlight=False,
        emoji=False,
        markup=False,
        legacy_windows=False,
    )
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines()) + "\n"


def _head(page: "Page") -> Group:
    parts: list[RenderableType] = [
        Text.assemble((f"{_cut(page.kicker)} " if page.kicker else "", "dim"), (_cut(page.title), "bold")),
        _text(page.headline.text, f"bold {_STYLES[page.headline.tone]}"),
    ]
    parts += [part for alert in page.alerts for part in _paragraph(alert)]
    parts += [_text(page.lead)] if page.lead else []
    parts += [part for note in page.notes for part in _paragraph(note)]
    return Group(*parts, *_facts(page.facts, "dim"))


def _card(page: "Page", width: int) -> Iterator[RenderableType]:
    """Yield the card: as much as fits on a screen, a line for each issue, quote and fact; quotes are left out first."""
    head = Panel(_head(page), title="botassay", title_align="left", padding=(0, 1))
    taken = _written([head], width, colour=False).count("\n") + 1
    lines = {id(block): _lines_of(block, width) for block in page.card}
    taken += sum(len(lines[id(block)]) for block in page.card if not isinstance(block, Quotes))
    yield head
    for block in page.card:
        room = _SCREEN - taken if isinstance(block, Quotes) else len(lines[id(block)])
        yield from lines[id(block)][: max(0, room)]
    yield _text("The whole report: --verbose, or -o report.html", "dim")


def _lines_of(block: Block, width: int) -> list[RenderableType]:
    """Return a block of the card, a line for each of its parts."""
    match block:
        case LevelBar():
            return list(_brief_levels(block, width))
        case Quotes():
            quotes = ((f"{_cut(quote.note)}: ", f"“{_cut(quote.text, _QUOTE)}”") for quote in block.first)
            return [_line(Text.assemble((note, "dim"), words)) for note, words in quotes]
        case Facts():
            return [_line(Text.assemble((f"{_cut(fact.label)}: ", "dim"), _cut(fact.value))) for fact in block.items]
        case _:
            return list(_printed(block, width))


def _line(text: Text) -> Padding:
    """Return a text that is cut at the end of its line."""
    text.no_wrap, text.overflow = True, "ellipsis"
    return Padding(text, 0)


def _brief_levels(chart: LevelBar, width: int) -> Iterator[RenderableType]:
    """Yield a line for each value: its name, its strip, its level and what was counted, as far as there is room."""
    names = min(max(len(reading.name) for reading in chart.readings), max(16, width // 3 - 3))
    levels = max(len(reading.level or reading.note or "–") for reading in chart.readings)
    for reading, strip in zip(chart.readings, chart.strips(max(_SHORT, width // 7)), strict=True):
        style = _STYLES[reading.tone]
        name = _cut(reading.name, names - 1) if len(reading.name) > names else _cut(reading.name)
        level = _cut(reading.level or reading.note or "–")
        before = f"{name:<{names}} "
        room = width - len(before) - len(strip) - levels - 2
        yield _line(
            Text.assemble(
                before,
                (strip, style),
                (f" {level:<{levels}} ", f"bold {style}"),
                (_fitting(_cut(reading.count), room), "dim"),
            )
        )


def _fitting(text: str, room: int) -> str:
    """Return a text without its last remark if it is too long for its room."""
    return re.split(r" \(|, ", text)[0] if len(text) > room else text


def _blocks(blocks: Sequence[Block], width: int) -> Iterator[RenderableType]:
    folded = [block.title for block in blocks if isinstance(block, Details) and not (block.unfolded or block.in_text)]
    for block in blocks:
        yield from _printed(block, width)
    if folded:
        names = "; ".join(folded) if len(folded) <= _NAMED else f"the details of {len(folded)} items"
        yield _text(f"not shown here: {names}", "dim")


def _printed(block: Block, width: int) -> Iterator[RenderableType]:
    match block:
        case Paragraph():
            yield from _paragraph(block)
        case Facts():
            yield from _title(block.title)
            yield from _facts(block.items)
        case Table():
            yield from _title(block.title)
            yield _grid(block.columns, block.first, block.numeric)
            if block.rest:
                yield _text(f"and {len(block.rest):,} more", "dim")
        case Quotes():
            yield from _quotes(block)
        case Action():
            yield _text(f"{block.number}. {' / '.join(block.about)}", "bold")
            yield _text(f"{block.problem}.")
            yield _text(f"{block.label}. {block.advice}")
            for quotes in block.evidence:
                yield from _quotes(quotes)
        case Chart():
            yield from _title(block.title)
            yield _chart(block, width)
            if block.caption:
                yield _text(block.caption, "dim")
        case Details():
            yield from _details(block, width)


def _details(block: Details, width: int) -> Iterator[RenderableType]:
    """Yield what is inside, where a terminal prints it; else it is named at the end of its section."""
    if block.in_text:
        yield from _title(block.title)
        for within in block.blocks:
            yield from _printed(within, width)


def _title(title: str) -> Iterator[Text]:
    if title:
        yield _text(title, "underline")


def _paragraph(block: Paragraph) -> Iterator[RenderableType]:
    if block.text or block.label:
        label = f"{_cut(block.label)}{'. ' if block.text else ':'}" if block.label else ""
        style = f"bold {_STYLES['last']}" if block.tone == "last" else ""
        yield Text.assemble((label, "bold"), (_cut(block.text), style))
    for point in block.points:
        yield _text(f"- {point}")


def _facts(facts: Sequence[Fact], style: str = "") -> Iterator[Text]:
    if facts:
        parts = (f"{fact.label}: {fact.value}{f' ({fact.note})' if fact.note else ''}" for fact in facts)
        yield Text("; ".join(map(_cut, parts)), style=style)


def _quotes(block: Quotes) -> Iterator[RenderableType]:
    if not block.first:  # a heading with nothing below it says nothing
        return
    yield from _title(block.title)
    for quote in block.first:
        yield _quote(quote)
    if block.rest:
        yield _text(f"and {len(block.rest):,} more", "dim")


def _quote(quote: Quote) -> RenderableType:
    times = f"{quote.count:,} times" if quote.count > 1 else ""
    place = ", ".join(filter(None, (quote.place, times)))
    about = " ".join(filter(None, (_cut(quote.note), f"({_cut(place)})" if place else "")))
    words = _cut(quote.text, _QUOTE) or "(nothing)"
    if not quote.context:
        return Text.assemble(f"“{words}”", (f" {about}" if about else "", "dim"))
    before = "".join(f"{_cut(role, 24):>6}: {_cut(text, _QUOTE) or '(nothing)'}\n" for role, text in quote.context)
    return Text.assemble((f"{about}\n{before}", "dim"), f"{'bot':>6}: ", (words, "bold"))


def _chart(chart: Chart, width: int) -> Grid:
    head, *rows = chart.rows
    strips = chart.strips(STRIP)
    shown = len(head) if width >= ROOMY or not strips else _NARROW
    tones = chart.tones or (_PLAIN,) * len(rows)
    grid = _table(head[:shown])
    if strips:
        grid.add_column(chart.strip_head(STRIP), no_wrap=True, min_width=STRIP)
    for row, tone, strip in zip(rows, tones, strips or ("",) * len(rows), strict=True):
        style = f"bold {_STYLES[tone]}" if tone != "none" else ""
        cells = (_text(cell, style if at == 1 else "") for at, cell in enumerate(row[:shown]))
        grid.add_row(*cells, *([Text(strip, style=_STYLES[tone])] if strips else []))
    return grid


def _grid(columns: Sequence[str], rows: Iterable[Sequence[Cell]], numeric: Sequence[bool]) -> Grid:
    grid = _table(columns, numeric)
    for row in rows:
        grid.add_row(*map(_cell, row))
    return grid


def _table(columns: Sequence[str], numeric: Sequence[bool] = ()) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for at, name in enumerate(columns):
        grid.add_column(_text(name), overflow="fold", justify="right" if at < len(numeric) and numeric[at] else "left")
    return grid


def _cell(cell: Cell) -> Text:
    if isinstance(cell, Badge):
        return Text.assemble(
            (_cut(cell.text), f"bold {_STYLES[cell.tone]}"), (f" {_cut(cell.note)}" if cell.note else "", "dim")
        )
    return Text(_cut(cell, _QUOTE))


def _indented(part: RenderableType) -> Padding:
    return Padding(part, (0, 0, 0, 2))


def _cut(text: str, limit: int = _LINE) -> str:
    return shortened(text, limit).text


def _text(content: str, style: str = "") -> Text:
    line = "\n" if content.startswith("\n") else ""
    return Text(line + _cut(content), style=style)
