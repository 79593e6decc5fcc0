"""`botassay identity generate`: a data set of the question, and of what is not."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay.cli.flags import Existing, Whole
from botassay.core.errors import UsageError
from botassay.io.csv_safe import csv_table, csv_texts, guarded_row

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.identity.dataset import DatasetBlock


@click.command("generate")
@click.option(
    "--dialogs", multiple=True, type=Existing(path_type=Path), metavar="PATH",
    help="Dialogs to take negatives from, as any command reads them. Repeatable.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="A folder for train.csv, val.csv, test.csv and review.csv. [default: one CSV on standard output]",
)  # fmt: skip
@click.option("--force", is_flag=True, help="With --out: overwrite files that are there and differ.")
@click.option("--size", type=Whole(40, 10_000_000), default=6800, show_default=True, metavar="N", help="Rows.")
@click.option("--seed", type=Whole(0, 2**53 - 1), default=0, show_default=True, metavar="N", help="Makes all draws.")
def generate(dialogs: tuple[Path, ...], out: Path | None, size: int, seed: int, *, force: bool) -> None:
    """Write a data set of people asking whether they talk to a machine, and of people who do not.

    With --dialogs 40 % are positive, 10 % ambiguous, 50 % negative. 70/15/15 are for training, validation and test,
    without a sentence in common, and with wordings that only one of them has. review.csv lists negatives out of
    dialogs that somebody should look at.
    """
    from botassay.cli.progress import Bar
    from botassay.identity.dataset import data_set, pooled

    if dialogs and out is None:
        raise UsageError("--dialogs also writes a review file", hint="say where: --out DIR")
    with Bar() as bar:
        said = pooled(_said(dialogs, bar), seed)
    with _uncollected():
        blocks = data_set(size, seed, said)
        if not dialogs:
            shares = "57 % positive, 14 % ambiguous, 29 % negative"
            click.echo(f"botassay: without --dialogs all rows are of the grammar: {shares}", err=True)
        if out is None:
            click.echo(_together(blocks), nl=False)
        else:
            _write(out, blocks, review=bool(dialogs), force=force)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the garbage collector from walking the rows again and again: no row leads back to another."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _said(paths: Sequence[Path], bar: "Bar") -> Iterator[str]:
    from botassay.corpora import open_corpus

    for path in paths:
        for dialog in bar.dialogs("reading", open_corpus(path).read()):
            yield from (utterance.text for utterance in dialog.utterances if utterance.text.strip())


def _together(blocks: "Iterable[DatasetBlock]") -> str:
    rows = (csv_texts(block.texts, block.label, block.split, block.source) for block in blocks)
    return "".join(["text,label,split,source\n", *rows])


def _write(out: Path, blocks: "Sequence[DatasetBlock]", *, review: bool, force: bool) -> None:
    """Write the files; somebody may have worked on those that are there.

    Raises: OutputError.
    """
    from botassay.cli.sparing import spare_others
    from botassay.core.text.plural import many
    from botassay.identity.dataset import suspects
    from botassay.identity.grammar.partition import DatasetSplit
    from botassay.identity.recognisers.linear import default_recogniser
    from botassay.report.files import save

    made: list[tuple[Path, bytes, str]] = []
    for split in DatasetSplit:
        of_split = [block for block in blocks if block.split is split]
        rows = (csv_texts(block.texts, block.label, block.source) for block in of_split)
        data = "".join(["text,label,source\n", *rows]).encode()
        made.append((out / f"{split}.csv", data, many(sum(len(block.texts) for block in of_split), "row", "rows")))
    if review:
        found = suspects(blocks, default_recogniser())
        table = csv_table(map(guarded_row, (("text", "split", "taken_for"), *found)))
        made.append((out / "review.csv", table.encode(), f"{many(len(found), 'negative', 'negatives')} to look at"))
    spare_others(((file, data) for file, data, _ in made), force=force)
    for file, data, said in made:
        save(file, data)
        click.echo(f"{file}: {said}")
