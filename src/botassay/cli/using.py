"""Options that say how a bot is spoken to are refused where they would do nothing."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from botassay.core.errors import BotassayError, UsageError

if TYPE_CHECKING:
    from botassay.plugins.protocols import BotOptions


def check_used(ctx: click.Context, subjects: Sequence[str], options_of: "Callable[[str], BotOptions]") -> None:
    """Refuse options that were typed and make no difference to any of the bots; in a file of settings they may stand.

    Args:
        ctx: of the command.
        subjects: live bots.
        options_of: how each of them would be talked to; what is wrong with that is said later, by whoever does it.

    Raises: UsageError.
    """
    typed = {
        option.opts[0].removeprefix("--"): option.opts[0]
        for option in ctx.command.params
        if ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
    }
    if not typed:
        return
    from botassay.bots.uses import REASONS, unused

    useless = frozenset(REASONS)
    for subject in subjects:
        found: frozenset[str] = frozenset()
        with suppress(BotassayError):
            found = unused(subject, options_of(subject))
        useless &= found
    for name in (name for name in typed if name in useless):
        whom = subjects[0] if len(subjects) == 1 else "any of the subjects"
        raise UsageError(f"{typed[name]} makes no difference to {whom}: {REASONS[name]}", hint="leave it out")
