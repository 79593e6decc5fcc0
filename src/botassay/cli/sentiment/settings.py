"""Options that several sentiment commands share: how pairs are tested, in how many levels, and with which draws."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from botassay.cli.flags import Whole

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_LEVELS: Final = 100


def in_levels(command: Command) -> Command:
    """Add the option that says how many levels a rating has."""
    return click.option(
        "--levels",
        type=Whole(2, MOST_LEVELS),
        default=3,
        show_default=True,
        metavar="L",
        help="Of the rating.",
    )(command)


def with_seed(command: Command) -> Command:
    """Add the option that all draws are made from."""
    return click.option(
        "--seed",
        type=Whole(0, 2**53 - 1),
        default=1,
        show_default=True,
        metavar="N",
        help="Makes all draws.",
    )(command)


def testing(command: Command) -> Command:
    """Add the options that say how systems are tested and rated: the mode, degrees of freedom, levels, the seed."""
    mode = click.option(
        "--mode",
        type=click.Choice(["textbook", "reference"]),
        default="textbook",
        show_default=True,
        help="The paper's text, or what produced its printed tables.",
    )
    degrees = click.option(
        "--df",
        "degrees",
        type=click.Choice(["welch", "n-1"]),
        help="Degrees of freedom. [default: welch; reference has its own]",
    )
    return mode(degrees(in_levels(with_seed(command))))
