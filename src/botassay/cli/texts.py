"""Texts from a file, one a line: what commands that value or label single lines read."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from botassay.core.errors import InputError

if TYPE_CHECKING:
    from botassay.cli.progress import Bar


def texts_of(file: Path, stage: str, bar: "Bar") -> Iterator[str]:
    """Read the texts of a file, one a line, or of standard input (`-`), and draw how far it is.

    Raises: InputError for a line that is not UTF-8, with its place, and where there is no line.
    """
    from botassay.cli.progress import State
    from botassay.io.lines import undecodable
    from botassay.io.sources import lines_of, standard_input

    lines = standard_input() if str(file) == "-" else lines_of(file)
    progress = bar.follow(stage, lines, lambda: State(lines.position, lines.size, lines.number, "lines/s"))
    for number, line in enumerate(progress, 1):
        if undecodable(line):
            raise InputError("E111 the line is not UTF-8", f"{lines.name}:{number}", "save the file as UTF-8")
        yield line.rstrip("\r\n")
    if not lines.number:
        raise InputError("E100 there are no texts", lines.name, "write a text on each line")
