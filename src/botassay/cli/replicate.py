"""`botassay replicate`: the published figures of a paper beside ours, row by row."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

import click


class Figure(Protocol):
    """A published figure beside ours, as a room gives it."""

    @property
    def name(self) -> str:
        """What it is the figure of."""
        ...

    @property
    def published(self) -> str:
        """As the paper prints it."""
        ...

    @property
    def ours(self) -> str:
        """As we find it, printed alike."""
        ...

    @property
    def note(self) -> str:
        """Why the two differ, where that is known; empty otherwise."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of `replicate --json`."""

    figure: str
    published: str
    ours: str
    agrees: bool
    expected: bool
    """Whether the two agree, or differ for the reason that `note` gives."""
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication:
    """What `replicate --json` prints, `botassay/replication/1`."""

    schema: Literal["botassay/replication/1"] = "botassay/replication/1"
    paper: str
    as_expected: bool
    rows: tuple[Row, ...]


def replication(paper: str, figures: Iterable[Figure]) -> Replication:
    """Put published figures beside ours."""
    rows = tuple(
        Row(
            figure=figure.name,
            published=figure.published,
            ours=figure.ours,
            agrees=figure.published == figure.ours,
            expected=figure.published == figure.ours or bool(figure.note),
            note=figure.note,
        )
        for figure in figures
    )
    return Replication(paper=paper, as_expected=all(row.expected for row in rows), rows=rows)


def show(paper: str, figures: Iterable[Figure], *, as_json: bool) -> int:
    """Print the figures of a paper; give the exit code: 0 if all are as expected, 1 otherwise."""
    import msgspec

    found = replication(paper, figures)
    click.echo(msgspec.json.encode(found) if as_json else _plain(found))
    return 0 if found.as_expected else 1


def _plain(found: Replication) -> str:
    wide = max(len(row.figure) for row in found.rows)
    lines = [f"  {'figure':{wide}}  {'published':>9}  {'ours':>9}"]
    for row in found.rows:
        mark = " " if row.agrees else "~" if row.expected else "!"
        lines.append(f"{mark} {row.figure:{wide}}  {row.published:>9}  {row.ours:>9}  {row.note}".rstrip())
    agreeing = sum(row.agrees for row in found.rows)
    odd = [row for row in found.rows if not row.agrees]
    lines += ["", f"{agreeing} of {len(found.rows)} figures are as published"]
    lines += [f"{row.figure}: {row.note or 'differs, and nobody knows why'}" for row in odd]
    return "\n".join(lines)


@click.group("replicate")
def command() -> None:
    """Hold the published figures of a paper against ours: exit code 0 if all are as expected, 1 otherwise."""


@command.command("options")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def options(*, as_json: bool) -> int:
    """Hold Table 1 of paper 003 against ours.

    240 cells with their error marks, 36 properties, 24 correlations. A figure that differs where it is known why is
    marked with ~, one that differs and should not with !.
    """
    from botassay.options.table import figures

    return show("003", figures(), as_json=as_json)
