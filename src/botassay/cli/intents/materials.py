"""What some classifiers are made of beside their name: a file of word vectors, the folder of an encoder."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from botassay.cli.flags import Existing
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.intents.classifiers.encoders import EmbeddingLr
    from botassay.intents.classifiers.vectors import Vectors
    from botassay.intents.phrases import Phrase
    from botassay.plugins.protocols import Classifier

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS: Final = (
    click.option(
        "--vectors",
        type=Existing(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="For sif-lr: word vectors as text (word2vec, fastText; .gz too), or a model of fastText (.bin).",
    ),
    click.option(
        "--model",
        type=Existing(file_okay=False, path_type=Path),
        metavar="FOLDER",
        help="For embedding-lr: the folder of a sentence encoder. Nothing is ever downloaded.",
    ),
)
_MODELS: Final = (".bin", ".ftz")
_OWNERS: Final = {"vectors": "sif-lr", "model": "embedding-lr"}


def made_of(command: Command) -> Command:
    """Add the options."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def check(names: Sequence[str], typed: Mapping[str, Any]) -> None:
    """Refuse material that no classifier is made of, and names that nothing has.

    Raises: UsageError.
    """
    from botassay.plugins.registry import CLASSIFIERS

    for name in names:
        CLASSIFIERS.make(name)
    for option, owner in _OWNERS.items():
        if typed[option] and owner not in names:
            raise UsageError(f"--{option} belongs to {owner}", hint=f"add --classifier {owner}, or leave it out")


def made(name: str, phrases: "Sequence[Phrase]", typed: Mapping[str, Any]) -> "Classifier":
    """Make a classifier by its name, out of what was given for it.

    Raises: InputError for vectors that cannot be read; UsageError.
    """
    from botassay.intents.classifiers.encoders import EmbeddingLr
    from botassay.intents.classifiers.sif import SifLr
    from botassay.plugins.registry import CLASSIFIERS

    if name == _OWNERS["vectors"] and typed["vectors"]:
        return SifLr.of(_vectors(typed["vectors"], phrases))
    if name == _OWNERS["vectors"]:
        told = "sif-lr trains word vectors on the phrases before each of its trainings: --vectors FILE is quicker"
        click.echo(f"botassay: {told}", err=True)
    if name == _OWNERS["model"]:
        return _encoding(EmbeddingLr.of(typed["model"]), phrases)
    return CLASSIFIERS.make(name)


def _encoding(classifier: "EmbeddingLr", phrases: "Sequence[Phrase]") -> "EmbeddingLr":
    """Have all phrases encoded under a bar: each is needed in most trainings or tests, and encoded once."""
    from botassay.cli.progress import Bar, State

    texts = sorted({phrase.text for phrase in phrases})
    done = 0

    def counted(parts: "Iterable[Sequence[str]]") -> "Iterator[Sequence[str]]":
        nonlocal done
        for part in parts:
            yield part
            done += len(part)

    def state() -> State:
        return State(done, len(texts), done, "phrases/s")

    with Bar() as bar:
        classifier.prepare(texts, lambda parts: bar.follow("encoding phrases", counted(parts), state))
    return classifier


def _vectors(file: Path, phrases: "Sequence[Phrase]") -> "Vectors":
    from botassay.cli.progress import Bar, State
    from botassay.intents.classifiers.features import words
    from botassay.intents.classifiers.skipgrams import load
    from botassay.intents.classifiers.vectors import read_vectors

    if file.suffix in _MODELS:
        return load(file)
    wanted = {word for phrase in phrases for word in words(phrase.text)}
    with Bar() as bar:
        found = read_vectors(
            file,
            wanted,
            lambda lines: bar.follow(
                f"reading {file.name}", lines, lambda: State(lines.position, lines.size, lines.number, "words/s")
            ),
        )
    said = f"{len(found.by_word):,} of {len(wanted):,} different words have a vector"
    click.echo(f"botassay: {said}", err=True)
    return found
