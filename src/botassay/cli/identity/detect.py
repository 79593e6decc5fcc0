"""`botassay identity detect`: who asks whether they are talking to a machine?"""

import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import click

from botassay.cli.identity.training import TRAIN, check_train, named, recogniser
from botassay.cli.texts import texts_of

Row = tuple[str, str, tuple[float, ...]]

CHUNK: Final = 1024
"""Lines recognised at a time."""


@click.command("detect")
@click.argument("file", default="-", metavar="[FILE]", type=click.Path(allow_dash=True, path_type=Path))
@click.option("--recogniser", "name", default="default", show_default=True, metavar="NAME", help=named())
@TRAIN
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, with probabilities.")
def detect(file: Path, name: str, train: tuple[Path, ...], *, as_json: bool) -> None:
    """Say of each line of FILE whether its writer asks to know if a machine is answering.

    positive: yes, and "I am a machine" is the right answer; ambiguous: it would be in some conversations; negative: no.
    FILE is standard input where it is - or left out.
    """
    from botassay.cli.progress import Bar

    check_train([name], train)
    judge = recogniser(name, train)
    with Bar() as bar:
        lines = texts_of(file, "recognising", bar)
        while chunk := list(islice(lines, CHUNK)):
            found = judge.recognise(chunk)
            rows = [(text, one.label, one.p) for text, one in zip(chunk, found, strict=True)]
            sys.stdout.buffer.write(_json(rows) if as_json else _plain(rows))
            sys.stdout.buffer.flush()


def _json(rows: Sequence[Row]) -> bytes:
    import msgspec

    from botassay.plugins.protocols import AskLabel

    objects = [
        {"text": text, "label": str(label), "p": dict(zip(map(str, AskLabel), p, strict=True))} for text, label, p in rows
    ]
    return msgspec.json.Encoder().encode_lines(objects)


def _plain(rows: Sequence[Row]) -> bytes:
    from botassay.report.inert import visible

    return "".join(f"{label:9}  {visible(text)}\n" for text, label, _ in rows).encode()
