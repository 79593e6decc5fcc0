"""Blocks as text for a terminal or a plain file: what is read at once; what is folded away is named."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Final, Literal

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from botassay.core.facts import Fact
from botassay.core.text.plural import listed
from botassay.view.blocks import Action, Badge, Block, Cell, Details, Facts, Paragraph, Quote, Quotes, Table
from botassay.view.charts import Chart, LevelBar
from botassay.view.escape import shortened
from botassay.view.tone import Tone

if TYPE_CHECKING:
    from botassay.view.document import Page

STRIP: Final = 24
"""Characters of a drawn row of a chart."""
_MORE: Final = "The whole report: --verbose, or -o report.html"
_SCREEN: Final = 24
"""Lines of the card."""
_SHORT: Final = 10
"""Characters of a drawn row of the card at least."""
ROOMY: Final = 72
"""Columns from which on a chart has all columns of its table."""
_LINE: Final = 1000
"""Characters that are shown of any text."""
_NAMED: Final = 3
"""Folded blocks of a section that are named; of more only the number is given."""
_QUOTE: Final = 300
"""Characters that are shown of a quote or a cell."""
_GAP: Final = 2
"""Columns between those of a table."""
_INDENT: Final = 2
"""Columns before what a section holds."""
_BREAK: Final = re.compile(r"(?<=\s)(?=\S)|(?<=[-/_:=&?>])(?=\w)|(?<=\.)(?=[^\W\d])")
"""Where a line may be broken."""
_PLAIN: Final[Tone] = "none"
_STYLES: Final[dict[Tone, str]] = {"first": "green", "middle": "yellow", "last": "red", "none": ""}


def render(page: "Page", width: int = 100, *, colour: bool = False, brief: bool = False, whole: bool = False) -> str:
    """Return the page as text.

    Args:
        page: the page.
        width: columns.
        colour: whether to add escape sequences for colours.
        brief: show its card in place of its sections, if it has one.
        whole: break the lines of the card instead of cutting them, and leave nothing out of it.
    """
    if brief and page.card:
        lines = _whole_card(page, width) if whole else _card(page, width)
        return _written([*lines], width, colour=colour)
    parts: list[RenderableType] = [_panel(page)]
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
    """Yield the card: as much as fits on a screen, a line for each issue, quote and fact.

    Without room the key to the axes is left out first, then quotes, then where the rest is; with room, facts are not
    cut at the end of their line.
    """
    head = _panel(page)
    lines = [(block, _lines_of(block, width)) for block in page.card]
    needed = sum(len(parts) for block, parts in lines if not isinstance(block, Quotes))
    room = _SCREEN - _height(head, width) - 1 - needed
    crowded = room < 0
    for fill in (_with_key, _with_quotes, _with_whole_facts):
        for block, parts in lines:
            room -= fill(block, parts, room, width)
    yield head
    for _, parts in lines:
        yield from parts
    if not crowded:
        yield _text(_MORE, "dim")


def _with_key(block: Block, parts: list[RenderableType], room: int, width: int) -> int:
    """Add the key to axes where there is room, and return how many lines it takes."""
    del width
    if not isinstance(block, LevelBar) or room <= 0:
        return 0
    parts.append(_line(_key(block)))
    return 1


def _with_quotes(block: Block, parts: list[RenderableType], room: int, width: int) -> int:
    """Leave out the quotes for which there is no room, and return how many lines the others take."""
    del width
    if not isinstance(block, Quotes):
        return 0
    del parts[max(0, room) :]
    return len(parts)


def _with_whole_facts(block: Block, parts: list[RenderableType], room: int, width: int) -> int:
    """Break lines of facts instead of cutting them where there is room, and return how many more lines they take."""
    taken = 0
    for at, fact in enumerate(block.items if isinstance(block, Facts) else ()):
        whole = _fact(fact)
        more = _height(whole, width) - 1
        if more <= room - taken:
            parts[at] = whole
            taken += more
    return taken


def _whole_card(page: "Page", width: int) -> Iterator[RenderableType]:
    """Yield the card with all of its lines, none of them cut."""
    yield _panel(page)
    for block in page.card:
        match block:
            case LevelBar():
                yield _whole_levels(block, width)
                yield _key(block)
            case Quotes():
                for quote in block.first:
                    yield Text.assemble((f"{_cut(quote.note)}: ", "dim"), f"“{_cut(quote.text, _QUOTE)}”")
            case Facts():
                yield from map(_fact, block.items)
            case _:
                yield from _printed(block, width)
    yield _text(_MORE, "dim")


def _panel(page: "Page") -> Panel:
    return Panel(_head(page), title="botassay", title_align="left", padding=(0, 1))


def _lines_of(block: Block, width: int) -> list[RenderableType]:
    """Return a block of the card, a line for each of its parts."""
    match block:
        case LevelBar():
            return list(_brief_levels(block, width))
        case Quotes():
            quotes = ((f"{_cut(quote.note)}: ", f"“{_cut(quote.text, _QUOTE)}”") for quote in block.first)
            return [_line(Text.assemble((note, "dim"), words)) for note, words in quotes]
        case Facts():
            return [_line(_fact(fact)) for fact in block.items]
        case _:
            return list(_printed(block, width))


def _fact(fact: Fact) -> Text:
    return Text.assemble((f"{_cut(fact.label)}: ", "dim"), _cut(fact.value))


def _height(block: RenderableType, width: int) -> int:
    return _written([block], width, colour=False).count("\n")


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


def _whole_levels(chart: LevelBar, width: int) -> Grid:
    """Return a row for each value, as `_brief_levels` has them, in which the count takes as many lines as it needs."""
    grid = Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=False)
    grid.add_column(overflow="fold", max_width=max(16, width // 3 - 3))
    for _ in range(2):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for reading, strip in zip(chart.readings, chart.strips(max(_SHORT, width // 7)), strict=True):
        style = _STYLES[reading.tone]
        level = _cut(reading.level or reading.note or "–")
        grid.add_row(
            _text(reading.name), Text(strip, style), Text(level, f"bold {style}"), Text(_cut(reading.count), "dim")
        )
    return grid


def _key(chart: LevelBar) -> Text:
    """Return what the marks on the axes mean."""
    levels = chart.readings[0].levels[1:]
    begin = "begins" if len(levels) == 1 else "begin"
    return _text(f"● value, ━ its 95 % interval, ┊ where {listed(levels)} {begin}", "dim")


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
            yield _grid(block, width)
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
    place = ", ".join(filter(None, (quote.place, quote.times)))
    about = " ".join(filter(None, (_cut(quote.about), f"({_cut(place)})" if place else "")))
    words = _cut(quote.text, _QUOTE) or "(nothing)"
    if not quote.context:
        return Text.assemble(f"“{words}”", (f" {about}" if about else "", "dim"))
    before = "".join(f"{_cut(role, 24):>6}: {_cut(text, _QUOTE) or '(nothing)'}\n" for role, text in quote.context)
    return Text.assemble((f"{about}\n{before}", "dim"), f"{'bot':>6}: ", (words, "bold"))


def _chart(chart: Chart, width: int) -> Grid:
    head, *rows = chart.rows
    strips = chart.strips(STRIP)
    shown = len(head) if width >= ROOMY or not strips else chart.narrow
    tones = chart.tones or (_PLAIN,) * len(rows)
    cells = [_toned(row[:shown], tone) for row, tone in zip(rows, tones, strict=True)]
    grid = _table(head[:shown], cells, width - (STRIP + _GAP if strips else 0))
    if strips:
        grid.add_column(chart.strip_head(STRIP), no_wrap=True, min_width=STRIP)
    for row, tone, strip in zip(cells, tones, strips or ("",) * len(rows), strict=True):
        grid.add_row(_Name(row[0]), *row[1:], *([Text(strip, style=_STYLES[tone])] if strips else []))
    return grid


def _toned(row: Sequence[str], tone: Tone) -> list[Text]:
    """Return the cells of a row of a chart; its level, the second of them, stands out."""
    style = "" if tone == "none" else f"bold {_STYLES[tone]}"
    return [_text(cell, style if at == 1 else "") for at, cell in enumerate(row)]


def _grid(block: Table, width: int) -> Grid:
    rows = [list(map(_cell, row)) for row in block.first]
    grid = _table(block.columns, rows, width, block.numeric)
    for row in rows:
        grid.add_row(*map(_Name, row[:1]), *row[1:])
    return grid


def _table(columns: Sequence[str], rows: Sequence[Sequence[Text]], width: int, numeric: Sequence[bool] = ()) -> Grid:
    """Return a table with its header; the rows, which are added later, say how wide its first column is."""
    grid = Grid(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="dim")
    names = _width_of_names([[_text(name) for name in columns], *rows], width - _INDENT)
    for at, name in enumerate(columns):
        justify: Literal["left", "right"] = "right" if at < len(numeric) and numeric[at] else "left"
        grid.add_column(_text(name), overflow="fold", justify=justify, width=None if at else names)
    return grid


def _width_of_names(rows: Sequence[Sequence[Text]], room: int) -> int | None:
    """Return how wide the first column of a table must be to cut no word of it; None where it will be by itself."""
    columns = list(zip(*rows, strict=True))
    if not columns:
        return None
    longest = max(cell_len(piece) for cell in columns[0] for piece in _pieces(cell.plain))
    widths = [max(cell.cell_len for cell in cells) + _GAP for cells in columns]
    return min(longest, room // 2) if longest + _GAP >= _most(widths, room) else None


def _most(widths: Sequence[int], room: int) -> int:
    """Return how wide a column gets at most: a table that is too wide takes from its widest ones, until they are alike.

    >>> _most([30, 10, 12], 60), _most([30, 25, 12], 50)
    (30, 19)
    """
    left = room
    for at, width in enumerate(sorted(widths)):
        share = left // (len(widths) - at)
        if width > share:
            return share
        left -= width
    return max(widths)


def _pieces(text: str) -> list[str]:
    """Return the parts of a text between which a line may be broken, without the spaces behind them.

    >>> _pieces("the support-bot at http://127.0.0.1:8000/chat")
    ['the', 'support-', 'bot', 'at', 'http://', '127.0.0.1:', '8000/', 'chat']
    """
    return [piece.rstrip() for piece in _BREAK.split(text)]


@dataclass(frozen=True, slots=True)
class _Name:
    """A text that is broken between words, and within a long one behind a mark such as - or /."""

    text: Text

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines, line = [], ""
        for piece in _BREAK.split(self.text.plain):
            if line and cell_len(line + piece.rstrip()) > options.max_width:
                lines.append(line.rstrip())
                line = ""
            line += piece
        yield Text("\n".join([*lines, line]), style=self.text.style)


def _cell(cell: Cell) -> Text:
    if isinstance(cell, Badge):
        return Text.assemble(
            (_cut(cell.text), f"bold {_STYLES[cell.tone]}"), (f" {_cut(cell.note)}" if cell.note else "", "dim")
        )
    return Text(_cut(str(cell), _QUOTE))


def _indented(part: RenderableType) -> Padding:
    return Padding(part, (0, 0, 0, _INDENT))


def _cut(text: str, limit: int = _LINE) -> str:
    return shortened(text, limit).text


def _text(content: str, style: str = "") -> Text:
    line = "\n" if content.startswith("\n") else ""
    return Text(line + _cut(content), style=style)
