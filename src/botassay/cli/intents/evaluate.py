"""`botassay intents evaluate`: which topics are mixed up, and what to change in the phrases."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from botassay.cli.flags import Number
from botassay.cli.intents.trying import prepared, run, trying
from botassay.errors import UsageError

if TYPE_CHECKING:
    from botassay.intents.documents import IntentsEvaluation

INTERRUPTED = 130


@click.command("evaluate")
@trying
@click.option(
    "--classifier", "name", metavar="NAME", default="tfidf-lr", show_default=True,
    help="tfidf-lr, char-lr (German, or no spaces between words), linear-svc, random, majority.",
)  # fmt: skip
@click.option(
    "--acceptable", type=Number(0, 1), metavar="X", default=0.05, show_default=True,
    help="Pairs that are confused no more than that are left alone.",
)  # fmt: skip
@click.option(
    "-o", "--output", "outputs", multiple=True, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write FILE.csv (the work list, a row a phrase) or FILE.json. Repeatable.",
)  # fmt: skip
def evaluate(data: Path, *, name: str, outputs: tuple[Path, ...], as_json: bool, **typed: Any) -> int:
    """Say which topics in DATA are mixed up, by which phrases, and how well a classifier does.

    DATA holds phrases and their intents: CSV or TSV with a header, JSON lines, Rasa NLU YAML, CLINC or NLU-Evaluation
    JSON. The classifier is trained on a part of it and tested on the rest, again and again; some rare intents are kept
    from it, to see whether it says nothing where it knows nothing.
    """
    import msgspec

    from botassay.cli.intents.drawing import plain
    from botassay.intents.documents import Settled, evaluation
    from botassay.registry import CLASSIFIERS
    from botassay.report import save

    for output in outputs:
        _check_ending(output)
    classifier = CLASSIFIERS.make(name)
    phrases, planned = prepared(data, typed)
    done, finished = run(classifier, name, phrases, planned)
    settled = Settled(
        classifier=name,
        threshold=typed["threshold"],
        test_fraction=typed["test_fraction"],
        acceptable=typed["acceptable"],
    )
    document = evaluation(settled, phrases, planned, done, finished=finished)
    for output in outputs:
        save(output, _drawn(output, document))
        click.echo(f"botassay: wrote {output}", err=True)
    click.echo(msgspec.json.encode(document) if as_json else plain(document, str(data)))
    return 0 if finished else INTERRUPTED


def _check_ending(output: Path) -> None:
    if output.suffix not in (".csv", ".json"):
        raise UsageError(f"nothing makes {output.name!r}", hint="endings are .csv, .json")


def _drawn(output: Path, document: "IntentsEvaluation") -> bytes:
    import msgspec

    from botassay.cli.intents.drawing import work_list

    return work_list(document) if output.suffix == ".csv" else msgspec.json.encode(document) + b"\n"
