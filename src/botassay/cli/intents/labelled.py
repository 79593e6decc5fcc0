"""What the commands share that read a log beside the phrases of a bot: options, reading, and who guesses."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from botassay.intents.phrases import Phrase

Command = TypeVar("Command", bound=Callable[..., Any])
FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)


def with_columns(command: Command) -> Command:
    """Add the options that say how phrases are read."""
    for option in (
        click.option("--none-label", metavar="NAME", help="The label of phrases that belong to no intent."),
        click.option(
            "--intent-column", metavar="NAME", default="intent", show_default=True, help="The column of their intents."
        ),
        click.option(
            "--text-column", metavar="NAME", default="text", show_default=True, help="The column of the phrases."
        ),
    ):
        command = option(command)
    return command


def with_classifier(command: Command) -> Command:
    """Add the option that says who guesses."""
    return click.option(
        "--classifier", "name", metavar="NAME", default="tfidf-lr", show_default=True,
        help="Who learns from --data, and guesses: as in intents evaluate.",
    )(command)  # fmt: skip


def phrases_of(file: Path, typed: Mapping[str, Any]) -> "list[Phrase]":
    """Read phrases as they were asked to be.

    Raises: InputError.
    """
    from botassay.intents.reading import Columns, read_phrases

    return read_phrases(file, Columns(typed["text_column"], typed["intent_column"]), typed["none_label"])
