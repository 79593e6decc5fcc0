"""`botassay score`: a value for each line of text."""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from botassay.cli.flags import METHODS, complexity, with_glossary
from botassay.cli.texts import texts_of
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.plugins.optional import LineValues
    from botassay.plugins.protocols import Checker

CHUNK: Final = 4096
"""Lines scored at a time."""


@click.command("score")
@click.argument("issue")
@click.argument("file", default="-", type=click.Path(allow_dash=True, path_type=Path))
@click.option(
    "--method", type=METHODS, default="botassay", show_default=True, help="`paper` takes the published checker."
)
@with_glossary
def command(issue: str, file: Path, method: str, glossary: Path | None) -> None:
    """Give a value for each line of FILE: {"text", "value", "label"}, a risk in [0, 1].

    ISSUE is AL, B, or CC, which studies the whole input first. FILE is standard input where it is - or left out.
    """
    import msgspec

    from botassay.cli.progress import Bar

    encoder = msgspec.json.Encoder()
    with Bar() as bar:
        values_of, lines = _ready(_checker(issue.upper(), method, glossary), texts_of(file, "scoring", bar))
        while chunk := list(islice(lines, CHUNK)):
            values = zip(chunk, values_of(chunk), strict=True)
            rows = [{"text": text, "value": valued.value, "label": valued.label} for text, valued in values]
            sys.stdout.buffer.write(encoder.encode_lines(rows))
            sys.stdout.buffer.flush()


def _checker(issue: str, method: str, glossary: Path | None) -> "Checker":
    from botassay.plugins.optional import as_published
    from botassay.plugins.registry import CHECKERS

    if glossary and issue != "CC":
        raise UsageError(f"--glossary is for CC, not for {issue}")
    checker = complexity(glossary) if glossary else CHECKERS.get(issue)
    return as_published(checker) if method == "paper" else checker


def _ready(checker: "Checker", lines: Iterator[str]) -> "tuple[LineValues, Iterator[str]]":
    from botassay.core.dialog import Dialog, Role, Utterance
    from botassay.plugins.optional import line_values, prepared, studies

    if studies(checker):
        kept = list(lines)
        checker = prepared(checker, (Dialog(str(i), (Utterance(Role.BOT, text),)) for i, text in enumerate(kept)))
        lines = iter(kept)
    values = line_values(checker)
    if values is None:
        raise UsageError(
            f"{checker.issue.code} cannot value single lines of text", hint="rate a corpus of dialogs instead"
        )
    return values, lines
