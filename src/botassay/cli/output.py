"""How a command shows its document: as text or JSON on standard output, and in files."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.view.document import Viewable

Command = TypeVar("Command", bound=Callable[..., Any])
EVIDENCE = ".evidence"
"""The ending of the evidence of a shard."""
WIDEST = 100
"""Columns of text at most: longer lines are hard to read."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def _check_formats(_ctx: click.Context, _option: click.Parameter, outputs: tuple[Path, ...]) -> tuple[Path, ...]:
    """Refuse an unknown ending before the work; raises UsageError."""
    if outputs:
        from botassay.rating.formats import format_for

        for output in outputs:
            if output.suffix != EVIDENCE:
                format_for(output)
    return outputs


report_option = click.option(
    "-o",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_check_formats,
    help="Write a report: FILE.html, .json, .md, .txt, .xml (JUnit), .sarif, .otlp.json, issues.csv, or .csv for"
    " all findings. Repeatable.",
)
"""Files that a rating is written to."""


def _check_kinds(_ctx: click.Context, _option: click.Parameter, kinds: str | None) -> str | None:
    """Refuse an unknown kind of personal data before the work; raises UsageError."""
    if kinds is not None:
        from botassay.redaction import kinds_of

        kinds_of(kinds)
    return kinds


redact_option = click.option(
    "--redact",
    metavar="[KINDS]",
    callback=_check_kinds,
    help="Take personal data out of what is printed and written with -o: all kinds, or some, such as email,phone.",
)
"""Personal data are taken out of what a command shows."""


harmful_option = click.option(
    "--show-harmful",
    is_flag=True,
    help="Quote replies that name a method of self-harm, on the screen and in HTML alone.",
)
"""Texts that reports withhold are shown."""


def output_option(csv: str = "", svg: str = "") -> Callable[[Command], Command]:
    """Add `-o`, repeatable: files that the document is written to.

    Args:
        csv: what a row of the CSV holds; empty: there is no CSV.
        svg: what the drawing shows; empty: there is none.
    """
    endings = (".html", ".md", *((".csv",) if csv else ()), *((".svg",) if svg else ()), ".json", ".txt")
    table = (f"FILE.csv ({csv}), " if csv else "") + (f"FILE.svg ({svg}), " if svg else "")

    def check(_ctx: click.Context, _option: click.Parameter, outputs: tuple[Path, ...]) -> tuple[Path, ...]:
        for output in outputs:
            if output.suffix.lower() not in endings:
                raise UsageError(f"cannot write {output.name!r}", hint=f"endings are {', '.join(endings)}")
        return outputs

    return click.option(
        "-o", "--output", "outputs", multiple=True, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
        callback=check, help=f"Write FILE.html, FILE.md, {table}FILE.json or FILE.txt. Repeatable.",
    )  # fmt: skip


def show(document: "Viewable", outputs: Sequence[Path] = (), *, as_json: bool = False) -> None:
    """Print a document, and write it to files.

    Raises: OutputError for a file that cannot be written.
    """
    from botassay.cli.terminal import colourful

    columns = max(60, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))
    click.echo(document.json() if as_json else document.text(columns, colour=colourful()), nl=False)
    write(document, outputs)


def print_json(document: object) -> None:
    """Print a document that has no view as JSON."""
    import msgspec

    click.echo(msgspec.json.encode(document))


def write(document: "Viewable", outputs: Sequence[Path]) -> None:
    """Write a document to files, and name them.

    Raises: OutputError.
    """
    for output in outputs:
        document.save(output)
        click.echo(f"botassay: wrote {output}", err=True)
