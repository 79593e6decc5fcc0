"""What the commands share that read a log beside the phrases of a bot: options, reading, and who guesses."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.intents.grouping import Watch

Command = TypeVar("Command", bound=Callable[..., Any])
FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)


def with_columns(command: Command) -> Command:
    """Add the options that say how phrases are read."""
    for option in (
        click.option("--none-label", metavar="NAME", help="The label of phrases that belong to no topic."),
        click.option(
            "--intent-column", metavar="NAME", default="intent", show_default=True, help="The column of their topics."
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


def grouping(bar: "Bar") -> "Watch":
    """Draw how many questions are held beside all others."""
    from botassay.cli.progress import State

    def watch(parts: Sequence[range]) -> Iterable[range]:
        done = [0]

        def counted() -> Iterator[range]:
            for part in parts:
                yield part
                done[0] = part.stop

        total = parts[-1].stop if parts else 0
        return bar.follow("grouping", counted(), lambda: State(done[0], total, done[0], "questions/s"))

    return watch
