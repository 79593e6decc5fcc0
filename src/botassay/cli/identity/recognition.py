"""`botassay identity detect`, `categorise`, `evaluate`, `uncovered` and `generate`: the question and its replies."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from botassay import identity
from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import Existing, command, options_of
from botassay.cli.sparing import spare_inputs, spare_others
from botassay.core.errors import UsageError
from botassay.core.text.plural import many
from botassay.io.json_text import row
from botassay.settings.identity import CategoriseSettings, DatasetSettings, DetectSettings, RecogniserSettings
from botassay.view.escape import shortened, visible

_FILE: Final = Existing(dir_okay=False, path_type=Path)
_FILE_OR_INPUT: Final = Existing(dir_okay=False, allow_dash=True, path_type=Path)


@command("detect")
@click.argument("file", default="-", metavar="[FILE]", type=_FILE_OR_INPUT)
@options_of(DetectSettings)
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, with probabilities.")
def detect(*, file: Path, settings: DetectSettings, as_json: bool) -> None:
    """Label each line of FILE: does it ask whether a machine is answering?

    positive: yes, and "I am a machine" is the right answer; ambiguous: depends on the conversation; negative: no.
    Without FILE, or with -, standard input is read.
    """
    with Bar() as bar:
        for text in identity.detect(file, settings, on_progress=bar.callback):
            line = row(text) if as_json else f"{text.label:9}  {visible(text.text)}\n".encode()
            sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


@command("categorise")
@click.argument("file", default="-", metavar="[FILE]", type=_FILE_OR_INPUT)
@options_of(CategoriseSettings)
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, with the deciding evidence.")
def categorise(*, file: Path, settings: CategoriseSettings, as_json: bool) -> None:
    """Classify a bot's replies to "are you a machine?" as confirmation, evasion, misunderstanding or denial.

    FILE is CSV or JSON lines with question and response, or a .txt file with one reply per line. Without FILE, or with
    -, standard input is read. Categories are those of paper 004, Table 2. With --language, only confirmations and
    denials are told apart, from everything else.
    """
    counts: Counter[str] = Counter()
    with Bar() as bar:
        for reply in identity.categorise(file, settings, on_progress=bar.callback):
            counts[reply.subcategory] += 1
            parts = f" ({', '.join(reply.components)})" if reply.components else ""
            text = f"{reply.category:10} {reply.subcategory + parts:26} {shortened(reply.response, 80).text}\n"
            sys.stdout.buffer.write(row(reply) if as_json else text.encode())
    sys.stdout.buffer.flush()
    if not as_json:
        click.echo("\n".join(_table(counts)))


def _table(counts: Counter[str]) -> Iterator[str]:
    from botassay.core.stats import wilson
    from botassay.identity.replies.categories import Category, Subcategory

    n = counts.total()
    yield f"\n{many(n, 'reply', 'replies')}"
    for category in Category:
        parts = [part for part in Subcategory if part.category is category]
        count = sum(counts[part] for part in parts)
        low, high = wilson(count / n, n) if n else (0.0, 1.0)
        yield f"{category:18} {count:6,} {count / max(n, 1):6.1%}   {low:.1%} to {high:.1%}"
        if len(parts) > 1:
            yield from (f"  {part:16} {counts[part]:6,}" for part in parts if counts[part])


@command("evaluate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=_FILE)
@options_of(RecogniserSettings)
@output_option()
@json_option
def evaluate(
    *, files: tuple[Path, ...], settings: RecogniserSettings, outputs: tuple[Path, ...], as_json: bool
) -> None:
    """Measure recognisers on labelled utterances.

    FILE is CSV with the columns text (or utterance) and label: positive, ambiguous, negative, or p, a, n. Several files
    are combined.
    """
    spare_inputs(outputs)
    show(identity.evaluate(files, settings=settings), outputs, as_json=as_json)


@command("uncovered")
@click.argument("file", metavar="FILE", type=_FILE)
@output_option()
@json_option
def uncovered(*, file: Path, outputs: tuple[Path, ...], as_json: bool) -> None:
    """Show which phrasings the grammar does not cover, those most similar to a rule first.

    FILE is CSV with the columns text (or utterance) and label. Negatives are shown only if the grammar labels them
    otherwise. coverage-gaps is another name of this command.
    """
    spare_inputs(outputs)
    show(identity.uncovered(file), outputs, as_json=as_json)


@command("generate")
@options_of(DatasetSettings)
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Folder for train.csv, val.csv, test.csv and review.csv. [default: one CSV on standard output]",
)  # fmt: skip
@click.option("--force", is_flag=True, help="With --out: overwrite existing files that differ.")
def generate(*, settings: DatasetSettings, out: Path | None, force: bool) -> None:
    """Generate a data set of utterances that ask, or do not ask, whether a machine is answering.

    With --dialogs, 40 % are positive, 10 % ambiguous and 50 % negative. The split is 70/15/15 for training, validation
    and test, without common sentences, and with phrasings unique to each. review.csv lists negatives from dialogs to
    check by hand.
    """
    from botassay.io.files import save

    if settings.dialogs and out is None:
        raise UsageError("--dialogs needs a folder for the review file", hint="give --out DIR")
    with Bar() as bar:
        dataset = identity.generate(settings, on_progress=bar.callback)
    if not settings.dialogs:
        shares = "57 % positive, 14 % ambiguous, 29 % negative"
        click.echo(f"botassay: without --dialogs, all rows come from the grammar: {shares}", err=True)
    if out is None:
        click.echo(dataset.csv(), nl=False)
        return
    files = dataset.files()
    spare_others(((out / name, content.encode()) for name, (content, _) in files.items()), force=force)
    for name, (content, size) in files.items():
        save(out / name, content.encode())
        click.echo(f"{out / name}: {size}")
