"""What the commands share that read a log beside the phrases of a bot: options, reading, and who guesses."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from botassay.cli.flags import Existing
from botassay.cli.intents.materials import made, made_of
from botassay.cli.intents.trying import remark_unspaced

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.intents.grouping import Watch
    from botassay.intents.log import Question
    from botassay.intents.phrases import Phrase
    from botassay.plugins.protocols import Classifier

Command = TypeVar("Command", bound=Callable[..., Any])
FILE: Final = Existing(dir_okay=False, path_type=Path)


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
    """Add the options that say who guesses, and what it is made of."""
    return click.option(
        "--classifier", "name", metavar="NAME", default="tfidf-lr", show_default=True,
        help="Who learns from --data, and guesses: as in intents evaluate, but no engine.",
    )(made_of(command))  # fmt: skip


def taught(phrases: "Sequence[Phrase]", asked: "Sequence[Question]", typed: Mapping[str, Any]) -> "Classifier":
    """Make who learns from phrases and guesses at questions; say where it is unlikely to suit them.

    Raises: InputError for vectors that cannot be read; UsageError.
    """
    from botassay.intents.phrases import Phrase

    remark_unspaced((typed["name"],), phrases)
    return made(typed["name"], [*phrases, *(Phrase(one.text, None, "") for one in asked)], typed)


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
