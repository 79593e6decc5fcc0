"""Recognisers by name, trained where they need it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay.cli.flags import Existing
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.plugins.protocols import Recogniser

NAMES = ("default", "grammar", "bow-lr", "ir", "random")
TRAIN = click.option(
    "--train", multiple=True, type=Existing(dir_okay=False, path_type=Path), metavar="FILE",
    help="Labelled utterances for a recogniser that has to learn. Repeatable.",
)  # fmt: skip


def named() -> str:
    """Say which recognisers there are."""
    return (
        f"{', '.join(NAMES)}; the last three learn, and need --train. With extras: fasttext, which learns too, and "
        "transformer:FOLDER, which may."
    )


def check_train(names: Sequence[str], train: Sequence[Path]) -> None:
    """Refuse examples that nobody would learn from.

    Raises: UsageError.
    """
    from botassay.identity.recognisers.named import kind

    if train and not any(found.learns or found.may_learn for found in map(kind, names)):
        hint = "leave out --train, or name one that learns: --recogniser bow-lr"
        raise UsageError(f"{' and '.join(names)} learn{'s' * (len(names) == 1)} nothing", hint=hint)


def recogniser(name: str, train: Sequence[Path]) -> "Recogniser":
    """Make a recogniser.

    Raises: UsageError if it would have to learn, and has nothing to learn from.
    """
    from botassay.identity.labels import read_labelled_texts
    from botassay.identity.recognisers.named import kind

    found = kind(name)
    if not found.learns and not (found.may_learn and train):
        return found.make()
    if not train:
        raise UsageError(f"{name} has to learn first", hint="give it labelled utterances: --train FILE")
    return found.make().fit(read_labelled_texts(*train))
