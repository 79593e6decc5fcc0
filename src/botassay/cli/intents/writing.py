"""Files that the commands write: which endings there are, and writing them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import click

from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError

Command = TypeVar("Command", bound=Callable[..., object])
Makers = Mapping[str, Callable[[], bytes]]
"""What makes a file, by its ending."""
ENDINGS = (".html", ".md", ".csv", ".json")


def into_files(csv: str) -> Callable[[Command], Command]:
    """Add the option that names the files.

    Args:
        csv: what the table holds.
    """
    return click.option(
        "-o", "--output", "outputs", multiple=True, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
        help=f"Write FILE.html (a page to read and pass on), FILE.md, FILE.csv ({csv}) or FILE.json. Repeatable.",
    )  # fmt: skip


def check_endings(outputs: Sequence[Path]) -> None:
    """Say what nothing makes, and what would be lost, before the work, not after.

    Raises: UsageError.
    """
    for output in outputs:
        if output.suffix.lower() not in ENDINGS:
            raise UsageError(f"nothing makes {output.name!r}", hint=f"endings are {', '.join(ENDINGS)}")
    spare_inputs(outputs)


def write(outputs: Iterable[Path], makers: Makers) -> None:
    """Write the files, and say so.

    Raises: OutputError.
    """
    from botassay.io.files import save

    for output in outputs:
        save(output, makers[output.suffix.lower()]())
        click.echo(f"botassay: wrote {output}", err=True)
