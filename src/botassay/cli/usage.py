"""What a command line got wrong, in the words and the form of every other error."""

from collections.abc import Iterable
from typing import Final

import click

from botassay.core.errors import UnknownNameError, UsageError

EXTRA: Final = "Got unexpected extra argument"
"""How click begins the message about arguments that no parameter takes."""


class CommandGroup(click.Group):
    """A command with subcommands, which names the nearest one where there is none of that name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a subcommand by its name.

        Raises: UnknownNameError.
        """
        known = self.list_commands(ctx)
        if args[0] not in known:
            raise UnknownNameError.among("command", args[0], known)
        return super().resolve_command(ctx, args)


def in_our_words(error: click.UsageError) -> UsageError:
    """Return what click says of a command line as one of our errors: what is wrong, and what to write instead."""
    return UsageError(_what(error), hint=" ".join([*_nearest(error), "; ".join(_usage(error))]).strip() or None)


def _what(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption):
        return f"there is no option {error.option_name!r}"
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{_name(error.param)} is missing"
    if isinstance(error, click.BadParameter) and error.param is not None:
        gap = ": " if error.message[:1].isalpha() else " "  # most messages begin with the value
        return f"{_name(error.param)}{gap}{_plain(error.message)}"
    if error.message.startswith(EXTRA):
        return f"too many arguments: {error.message.partition('(')[2].removesuffix(')')}"
    return _plain(error.message)


def _name(param: click.Parameter) -> str:
    """Return what users call an option or an argument: the longest flag, or the word in the usage."""
    return param.human_readable_name.rstrip(".…") if isinstance(param, click.Argument) else max(param.opts, key=len)


def _plain(message: str) -> str:
    """Return a sentence of click as the beginning of a line after a colon."""
    return f"{message[:1].lower()}{message[1:].rstrip('.')}"


def _nearest(error: click.UsageError) -> Iterable[str]:
    """Return the advice to write the option that is spelt most alike, if there is one."""
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return
    from difflib import get_close_matches  # only errors need it

    flags = [flag for param in error.ctx.command.get_params(error.ctx) for flag in param.opts]
    for near in get_close_matches(error.option_name, flags, n=1, cutoff=0.6):
        yield f"did you mean {near!r}?"


def _usage(error: click.UsageError) -> Iterable[str]:
    """Return how the command is written, and where its options are explained."""
    if error.ctx is None:
        return
    path = error.ctx.command_path
    pieces = error.ctx.command.collect_usage_pieces(error.ctx)
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Option):
        pieces.append(f"{_name(error.param)} {error.param.make_metavar(error.ctx)}")
    if isinstance(error, click.MissingParameter) or error.message.startswith(EXTRA):
        yield f"usage: {' '.join([path, *pieces])}"
    yield f"{path} --help explains the options"


def with_help(error: UsageError, words: Iterable[str], commands: click.Group) -> UsageError:
    """Return an error about a call with a next step: where it has no advice of its own, the help of its command.

    Args:
        error: what is wrong.
        words: what was typed after the name of the program.
        commands: the subcommands that it may name.
    """
    if error.hint:
        return error
    return UsageError(error.what, error.where, f"{' '.join(_path(words, commands))} --help explains the options")


def _path(words: Iterable[str], commands: click.Group) -> Iterable[str]:
    """Return the words of a command line that name its command."""
    yield "botassay"
    here: click.Command | None = commands
    for word in words:
        here = here.get_command(click.Context(here), word) if isinstance(here, click.Group) else None
        if here is None:
            return
        yield word
