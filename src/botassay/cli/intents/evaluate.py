"""`botassay intents evaluate`: which topics are mixed up, and what to change in the phrases."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from botassay.cli.flags import Number
from botassay.cli.intents.trying import prepared, run, trying
from botassay.cli.intents.writing import Makers, check_endings, into_files, write
from botassay.errors import UsageError

if TYPE_CHECKING:
    from botassay.intents.documents import IntentsEvaluation
    from botassay.intents.evaluation import Plan, Trial
    from botassay.intents.phrases import Phrase

INTERRUPTED = 130


@click.command("evaluate")
@trying
@click.option(
    "--classifier", "name", metavar="NAME", default="tfidf-lr", show_default=True,
    help="tfidf-lr, char-lr (German, or no spaces between words), linear-svc, random, majority.",
)  # fmt: skip
@click.option(
    "--predictions", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="What an engine of yours has predicted for the texts in DATA, instead of a classifier.",
)  # fmt: skip
@click.option(
    "--fallback", "fallbacks", multiple=True, metavar="NAME",
    help="With --predictions: what the engine calls its having no answer. Repeatable.",
)  # fmt: skip
@click.option(
    "--acceptable", type=Number(0, 1), metavar="X", default=0.05, show_default=True,
    help="Pairs that are confused no more than that are left alone.",
)  # fmt: skip
@click.option(
    "--human-ratings", "ratings", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="What people say of the bot's answers: question, answer, rating (yes, no, can't tell).",
)  # fmt: skip
@into_files("the work list, a row a phrase")
def evaluate(data: Path, *, outputs: tuple[Path, ...], as_json: bool, **typed: Any) -> int:
    """Say which topics in DATA are mixed up, by which phrases, and how well a classifier does.

    DATA holds phrases and their intents: CSV or TSV with a header, JSON lines, Rasa NLU YAML, CLINC or NLU-Evaluation
    JSON. The classifier is trained on a part of it and tested on the rest, again and again; some rare intents are kept
    from it, to see whether it says nothing where it knows nothing.
    """
    import msgspec

    from botassay.cli.intents.drawing import plain
    from botassay.intents.documents import Settled, evaluation
    from botassay.intents.human import human_rating, read_opinions

    check_endings(outputs)
    human = human_rating(read_opinions(typed["ratings"])) if typed["ratings"] else None
    name, phrases, planned, done, finished = _judged(data, typed) if typed["predictions"] else _tried(data, typed)
    settled = Settled(
        classifier=name,
        threshold=typed["threshold"],
        test_fraction=typed["test_fraction"],
        acceptable=typed["acceptable"],
        human=human,
    )
    document = evaluation(settled, phrases, planned, done, finished=finished)
    write(outputs, _makers(document, data.name))
    click.echo(msgspec.json.encode(document) if as_json else plain(document, str(data)))
    return 0 if finished else INTERRUPTED


Outcome = tuple[str, "list[Phrase]", "Plan", "list[Trial]", bool]
"""Who was tried, on what, how, what came out, and whether all was finished."""


def _tried(data: Path, typed: Mapping[str, Any]) -> Outcome:
    from botassay.registry import CLASSIFIERS

    if typed["fallbacks"]:
        raise UsageError("--fallback belongs to --predictions")
    name = typed["name"]
    classifier = CLASSIFIERS.make(name)
    phrases, planned = prepared(data, typed)
    return name, phrases, planned, *run(classifier, name, phrases, planned)


def _judged(data: Path, typed: Mapping[str, Any]) -> Outcome:
    """Hold predictions against the truth.

    Raises: UsageError for options that only mean something where there is training.
    """
    from botassay.intents.reading import Columns, read_phrases
    from botassay.intents.recorded import plan_of_recorded, read_guesses, recorded

    if typed["settings"]:
        raise UsageError("--setting does not go with --predictions", hint="nothing is trained: all of DATA is tested")
    columns = Columns(typed["text_column"], typed["intent_column"])
    file = typed["predictions"]
    guesses = read_guesses(file, columns, typed["fallbacks"])
    phrases = read_phrases(data, columns, typed["none_label"])
    trial = recorded(phrases, guesses, str(file))
    return str(file), phrases, plan_of_recorded(typed["seed"]), [trial], True


def _makers(document: "IntentsEvaluation", data: str) -> Makers:
    import msgspec

    from botassay.cli.intents.drawing import work_list
    from botassay.cli.intents.evaluation_page import page

    return {
        ".html": lambda: page(document, data).html(),
        ".md": lambda: page(document, data).markdown(),
        ".csv": lambda: work_list(document),
        ".json": lambda: msgspec.json.encode(document) + b"\n",
    }
