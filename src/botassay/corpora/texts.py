"""Texts in a file, one per line."""

from collections.abc import Iterator
from pathlib import Path

from botassay.core.errors import InputError
from botassay.io.sources import lines_of, standard_input


def read_texts(file: Path) -> Iterator[str]:
    """Return the texts of a file, one on each line, as they are asked for; `-` is standard input.

    Raises: InputError for a file that is missing (E174), a line that is not UTF-8 (E111), with its place, and where
        there is no line (E100).
    """
    lines = standard_input() if str(file) == "-" else lines_of(file)
    yield from lines.texts()
    if not lines.number:
        raise InputError("E100 there are no texts", lines.name, "write a text on each line")
