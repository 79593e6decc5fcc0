"""The options of `rate` for UN: labelled questions for a live bot, or an evaluation that was made already."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay.cli.flags import Command, Existing, Number
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.plugins.protocols import Checker, Prober
    from botassay.rating import Settings

CODE: Final = "UN"
_FILE: Final = Existing(dir_okay=False, path_type=Path)


def with_labelled(command: Command) -> Command:
    """Add the options that say how UN is measured."""
    for option in (
        click.option(
            "--fallback",
            "fallbacks",
            multiple=True,
            metavar="NAME",
            help="UN: what your bot calls the intent of having no answer, beside nlu_fallback …  Repeatable.",
        ),
        click.option(
            "--answer-from",
            type=Number(0, 1),
            metavar="X",
            help="UN: the confidence from which on the intent of a reply is an answer. [default: the bot decides]",
        ),
        click.option("--no-answer", type=_FILE, help="UN: what your bot says when it has no answer, one a line."),
        click.option("--none-label", metavar="NAME", help="With --labelled: questions to which no answer is right."),
        click.option(
            "--labelled",
            type=_FILE,
            help="UN: questions with their intents, put to a live bot; or the JSON of an `intents evaluate`.",
        ),
    ):
        command = option(command)
    return command


def of_live_bots(typed: Mapping[str, Any]) -> tuple[str, ...]:
    """Name those of the options that are for a live bot alone."""
    return ("none_label",) if evaluation_in(typed) else ("none_label", "labelled")


def understanding(typed: Mapping[str, Any], settings: "Settings") -> "dict[str, Checker]":
    """Give the checker for UN as it was asked for.

    Raises: UsageError where UN is not rated.
    """
    from botassay.intents.abstention import own_phrases
    from botassay.intents.evaluated import StoredEvaluation
    from botassay.intents.understanding import Understanding

    evaluation, phrases, answer_from = evaluation_in(typed), typed.get("no_answer"), typed.get("answer_from")
    fallbacks = tuple(typed.get("fallbacks") or ()) or None
    given = {
        "--labelled": typed.get("labelled"),
        "--no-answer": phrases,
        "--answer-from": answer_from,
        "--fallback": fallbacks,
    }
    named = [name for name, value in given.items() if value is not None]
    if named and CODE not in settings.rated:
        raise UsageError(f"{named[0]} is for {CODE}, which is not rated", hint=f"name {CODE} with --issues")
    if evaluation and named[1:]:
        raise UsageError(f"{named[1]} is for questions, and --labelled {evaluation.name} is an evaluation")
    if evaluation:
        return {CODE: StoredEvaluation.read(evaluation)}
    if phrases is None and answer_from is None and fallbacks is None:
        return {}
    return {CODE: Understanding(own_phrases(Path(phrases)) if phrases else (), answer_from or 0.0, fallbacks or ())}


def labelled_prober(typed: Mapping[str, Any], settings: "Settings") -> "dict[str, Prober]":
    """Give the prober that asks the questions of `--labelled`; say so where UN is rated and nothing will be asked.

    Raises: InputError, UsageError.
    """
    from botassay.intents.predictions import contested
    from botassay.intents.questions import LabelledQuestions
    from botassay.report.inert import visible

    file, none_label = typed.get("labelled"), typed.get("none_label")
    if none_label and (file is None or evaluation_in(typed)):
        raise UsageError("--none-label belongs to the questions of --labelled")
    if file is None and CODE in settings.rated:
        click.echo(f"botassay: {CODE} stays unmeasured: it takes labelled questions, --labelled FILE", err=True)
    if evaluation_in(typed) and set(settings.rated) == {CODE} and not typed.get("ask"):
        hint = "rate more issues beside it, like --issues UN,CC"
        raise UsageError(f"an evaluation is all that {CODE} takes: a live bot has nothing to be asked", hint=hint)
    if file is None or evaluation_in(typed):
        return {}
    asked = LabelledQuestions.read(Path(file), none_label=none_label)
    for name in contested((phrase.intent for phrase in asked.phrases), typed.get("fallbacks") or ()):
        said = f"{name!r} is a topic of {file}, and what bots call having no answer"
        more = f"if its questions belong to no topic, give --none-label {name!r}"
        click.echo(f"botassay: {visible(f'{said}; {more}')}", err=True)
    return {CODE: asked}


def evaluation_in(typed: Mapping[str, Any]) -> Path | None:
    """Give the file of `--labelled` if it is an evaluation."""
    from botassay.intents.evaluated import is_evaluation

    file = typed.get("labelled")
    return Path(file) if file and is_evaluation(Path(file)) else None
