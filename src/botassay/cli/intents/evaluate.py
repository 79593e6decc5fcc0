"""`botassay intents evaluate`: which topics are mixed up, and what to change in the phrases."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
from click.core import ParameterSource

from botassay.cli.flags import Existing, Number
from botassay.cli.intents.curves import check_curves, with_curves, write_curves
from botassay.cli.intents.engines import INTERRUPTED, asking, is_engine, remark_contested, tried
from botassay.cli.intents.materials import check, made, made_of
from botassay.cli.intents.trying import prepared, read, run, trying
from botassay.cli.intents.writing import Makers, check_endings, into_files, write
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.intents.documents import IntentsEvaluation
    from botassay.intents.evaluation import Plan, Trial
    from botassay.intents.phrases import Sound


@click.command("evaluate")
@trying
@made_of
@click.option(
    "--classifier", "name", metavar="NAME", default="tfidf-lr", show_default=True,
    help="tfidf-lr, char-lr (German, or no spaces between words), linear-svc, two-stage, sif-lr, embedding-lr, "
    "random, majority; or an engine: rasa:http://…, a bot.toml, http://… with --bot.",
)  # fmt: skip
@click.option(
    "--predictions", type=Existing(dir_okay=False, path_type=Path), metavar="FILE",
    help="What an engine of yours has predicted for the texts in DATA, instead of a classifier.",
)  # fmt: skip
@asking
@click.option(
    "--acceptable", type=Number(0, 1), metavar="X", default=0.05, show_default=True,
    help="Pairs that are confused no more than that are left alone.",
)  # fmt: skip
@click.option(
    "--human-ratings", "ratings", type=Existing(dir_okay=False, path_type=Path), metavar="FILE",
    help="What people say of the bot's answers: question, answer, rating (yes, no, can't tell).",
)  # fmt: skip
@into_files("the work list, a row a phrase")
@with_curves
def evaluate(data: Path, *, outputs: tuple[Path, ...], as_json: bool, **typed: Any) -> int:
    """Say which topics in DATA are mixed up, by which phrases, and how well a classifier does.

    DATA holds phrases and their topics: CSV or TSV with a header, JSON lines, Rasa NLU YAML, CLINC or NLU-Evaluation
    JSON. The classifier is trained on a part of it and tested on the rest, again and again; some rare topics are kept
    from it, to see whether it says nothing where it knows nothing.
    """
    import msgspec

    from botassay.cli.intents.drawing import plain
    from botassay.intents.documents import Settled, evaluation
    from botassay.intents.human import human_rating, read_opinions

    check_endings(outputs)
    check_curves(typed["curves"])
    human = human_rating(read_opinions(typed["ratings"])) if typed["ratings"] else None
    outcome = _judged(data, typed) if typed["predictions"] else _tried(data, typed)
    settled = Settled(
        classifier=outcome.name,
        threshold=typed["threshold"],
        test_fraction=typed["test_fraction"],
        acceptable=typed["acceptable"],
        human=human,
        rejected=len(outcome.data.rejected),
    )
    document = evaluation(settled, outcome.data.phrases, outcome.plan, outcome.done, finished=outcome.code == 0)
    write(outputs, _makers(document, data.name))
    write_curves(typed["curves"], [(document.classifier, document.settings)])
    click.echo(msgspec.json.encode(document) if as_json else plain(document, str(data)))
    return outcome.code


_UNUSED: Final = {
    "settings": "--setting",
    "name": "--classifier",
    "repeats": "--repeats",
    "test_fraction": "--test-fraction",
    "description": "--bot",
    "rate": "--rate",
}
"""Options that mean nothing where predictions are there already."""


class Tried(NamedTuple):
    """Who was tried, on what, how, what came out, and the exit code for what stopped it."""

    name: str
    data: "Sound"
    plan: "Plan"
    done: "list[Trial]"
    code: int


def _tried(data: Path, typed: Mapping[str, Any]) -> Tried:
    from botassay.intents.recorded import plan_of_recorded

    name = typed["name"]
    if is_engine(name):
        check((), typed)
        found = read(data, typed)
        answered = tried(name, found.phrases, typed)
        return Tried(answered.name, found, plan_of_recorded(typed["seed"]), answered.done, answered.code)
    if typed["fallbacks"] or typed["description"] or typed["rate"]:
        raise UsageError("--fallback, --bot and --rate belong to engines and --predictions")
    check((name,), typed)
    found, planned = prepared(data, typed)
    done, finished = run(made(name, found.phrases, typed), name, found.phrases, planned)
    return Tried(name, found, planned, done, 0 if finished else INTERRUPTED)


def _judged(data: Path, typed: Mapping[str, Any]) -> Tried:
    """Hold predictions against the truth.

    Raises: UsageError for options that only mean something where there is training.
    """
    from botassay.intents.reading import Columns
    from botassay.intents.recorded import plan_of_recorded, read_guesses, recorded

    context = click.get_current_context()
    for field, option in _UNUSED.items():
        if context.get_parameter_source(field) is ParameterSource.COMMANDLINE:
            hint = "nothing is trained or asked: all of DATA is tested, once"
            raise UsageError(f"{option} does not go with --predictions", hint=hint)
    check((), typed)
    file = typed["predictions"]
    found = read(data, typed)
    topics = [phrase.intent for phrase in found.phrases]
    remark_contested(str(file), topics, typed["fallbacks"])
    guesses = read_guesses(file, Columns(typed["text_column"], typed["intent_column"]), typed["fallbacks"], topics)
    trial = recorded(found.phrases, guesses, str(file))
    return Tried(str(file), found, plan_of_recorded(typed["seed"]), [trial], 0)


def _makers(document: "IntentsEvaluation", data: str) -> Makers:
    import msgspec

    from botassay.cli.intents.drawing import work_list
    from botassay.cli.intents.evaluation_page import page

    return {
        ".html": lambda: page(document, data).html().encode(),
        ".md": lambda: page(document, data).markdown().encode(),
        ".csv": lambda: work_list(document),
        ".json": lambda: msgspec.json.encode(document) + b"\n",
    }
