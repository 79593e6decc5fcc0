"""The options of `rate` that have a model trained on files of dialogs, to see whether it gives secrets away."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from botassay.cli.flags import Command, Number, Whole
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.plugins.protocols import Checker
    from botassay.rating import Settings
    from botassay.trust.leakage.trained import Watch

DETAILS: Final = (
    "leakage_pairs", "leakage_keys", "leakage_input", "leakage_direction", "leakage_minutes", "assume_comparable",
)  # fmt: skip
"""Options that say how the model is trained, and what comes of it."""
OF_TRAINING: Final = ("trained_leakage", *DETAILS)


def with_trained_leakage(command: Command) -> Command:
    """Add the options that have a model trained on the dialogs, for IL."""
    for option in (
        click.option(
            "--assume-comparable",
            is_flag=True,
            help="Take the cuts of --trained-leakage, which hold at 10,000 pairs, for any number of them.",
        ),
        click.option(
            "--leakage-minutes",
            type=Number(0, min_open=True),
            metavar="X",
            help="How long the training may take. [default: as long as it takes]",
        ),
        click.option(
            "--leakage-direction",
            type=click.Choice(["fewer-is-worse", "paper-2020"]),
            help="Secrets that come out after few epochs: high risk, or, as printed, low. [default: fewer-is-worse]",
        ),
        click.option(
            "--leakage-input",
            type=click.Choice(["secret", "kind"]),
            default="secret",
            show_default=True,
            help="What asks for a secret: another secret, or the name of the kind of data.",
        ),
        click.option(
            "--leakage-keys",
            type=click.Choice(["uuid", "words", "subsampled"]),
            default="uuid",
            show_default=True,
            help="What secrets are made of: identifiers, plain words, or words of the dialogs.",
        ),
        click.option(
            "--leakage-pairs",
            type=Whole(1, 10_000_000),
            metavar="N",
            default=10_000,
            show_default=True,
            help="Pairs of a line and its answer that are drawn from the dialogs.",
        ),
        click.option(
            "--trained-leakage",
            is_flag=True,
            help="IL of files: train a model on the dialogs, with secrets among them. Takes minutes; needs PyTorch.",
        ),
    ):
        command = option(command)
    return command


def trained_checker(
    ctx: click.Context, typed: Mapping[str, Any], settings: "Settings", watch: "Watch"
) -> "dict[str, Checker]":
    """Give the checker for IL that trains a model, if that was asked for.

    Raises: UsageError where IL is not rated, or where it is said how to train and not that.
    """
    if not typed["trained_leakage"]:
        _check_alone(ctx)
        return {}
    if "IL" not in settings.rated:
        raise UsageError("--trained-leakage is for IL, which is not rated", hint="name IL with --issues")
    from botassay.trust.leakage.trained import Setup, TrainedLeakage

    setup = Setup(
        keys=typed["leakage_keys"],
        clue=typed["leakage_input"],
        pairs=typed["leakage_pairs"],
        minutes=typed["leakage_minutes"],
        seed=1 if typed["seed"] is None else typed["seed"],
    )
    return {"IL": TrainedLeakage(setup, typed["leakage_direction"], typed["assume_comparable"], watch)}


def _check_alone(ctx: click.Context) -> None:
    """Refuse options that were typed and would do nothing; in a file of settings they may stand."""
    for option in ctx.command.params:
        if option.name in DETAILS and ctx.get_parameter_source(option.name) is ParameterSource.COMMANDLINE:
            raise UsageError(f"{option.opts[0]} is for --trained-leakage", hint="add that, or leave this out")
