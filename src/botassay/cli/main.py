"""The command `botassay`: its subcommands are imported when they are called, and its failures become exit codes."""

import errno
import os
import sys
from importlib import import_module
from typing import Final

import click

from botassay import __version__
from botassay.cli.usage import CommandGroup, in_our_words, with_help
from botassay.core import exit_codes
from botassay.core.errors import BotassayError, InputError, InternalError, OutputError, UsageError

COMMANDS: Final = {
    "rate": "Rate a live bot, or a bot from recorded dialogs.",
    "chat": "Chat with a bot, and see its rating after every reply.",
    "resume": "Continue a run that was stopped or interrupted.",
    "verify": "Check that a run, its rating or a certificate was not changed.",
    "sign": "Sign a run: write a certificate to pass on.",
    "key": "Make, trust and revoke keys that sign certificates.",
    "runs": "List runs, and remove them.",
    "merge": "Rate what evidence files of a large corpus hold together.",
    "report": "Write reports from a stored rating.",
    "redact": "Take personal data out of a run or a file, and back.",
    "compare": "Compare two ratings: what changed, and by how much.",
    "aggregate": "Compute a rating from given levels, without measuring.",
    "score": "Score each line of a text.",
    "options": "Score the option lists of a bot.",
    "intents": "Find intents that a bot confuses, and what to change.",
    "identity": "Test whether a bot says that it is a machine.",
    "sentiment": "Rate sentiment systems for bias by gender, race or any protected attribute.",
    "replicate": "Compare the published figures of a paper with recomputed ones.",
    "profiles": "List user profiles, create your own, or vote on one.",
    "bots": "List, test, describe and serve bots.",
    "serve": "Serve runs, evidence and chats as a local web application.",
    "check": "Check an input file line by line.",
    "doctor": "Check the installation; --lab runs the robustness tests.",
}
"""What `--help` says of each subcommand, so that it need not be imported for that."""

MODULES: Final = {"options": "option_lists"}
"""Modules that are called otherwise than their subcommand."""

EPILOG: Final = """Exit codes: 0 done, 1 the gate failed, 2 usage, 65 bad input, or a file that is not there, 69 no bot
answers, 70 internal error, 73 cannot write, 75 paused (resume later), 78 invalid configuration or access denied,
130 interrupted, 141 output closed by its reader, 143 stopped by SIGTERM."""


class _LazyGroup(CommandGroup):
    """Imports the module of a subcommand when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name all subcommands."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"botassay.cli.{MODULES.get(cmd_name, cmd_name)}").command
        assert isinstance(command, click.Command)  # noqa: S101 - our own modules
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, "-V", "--version", message="botassay %(version)s")
def botassay() -> None:
    """Find out whether YOU can trust a chatbot, without having built it or looking inside it."""
    if not {"-h", "--help"} & {*sys.argv}:
        from botassay.cli.notices import show_notices

        show_notices()


def main() -> None:
    """Run the command line and exit."""
    if ("--json" in sys.argv or sys.argv[1:2] == ["score"]) and sys.stdout.isatty():  # score knows nothing but JSON
        from botassay.cli.escaping import escaped

        sys.stdout = escaped(sys.stdout)
    sys.exit(_run())


def _run() -> int:  # noqa: PLR0911 - one exit code for each way to end
    try:
        outcome = botassay.main(prog_name="botassay", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as help_alone:
        help_alone.show()
        return help_alone.exit_code
    except click.UsageError as error:
        return _failed(in_our_words(error))
    except (KeyboardInterrupt, click.Abort):
        _drop_output()  # whoever reads us may have stopped, and would keep us waiting
        click.echo("botassay: interrupted", err=True)
        return exit_codes.INTERRUPTED
    except (BrokenPipeError, SystemExit):  # click exits by itself where a pipe is broken, and nowhere else
        _drop_output()  # whoever read us has gone: nothing to say
        return exit_codes.BROKEN_PIPE
    except BotassayError as error:
        return _failed(error)
    except OSError as error:
        _drop_output()
        if error.errno == errno.ENAMETOOLONG:
            return _failed(InputError("E174 the name is too long for a file", hint="check the path"))
        return _failed(OutputError(f"cannot write: {error.strerror or error}", hint="check where the output goes"))
    except Exception as error:  # noqa: BLE001 - the last net: whatever falls here is our fault
        _trace(error)
        click.echo("botassay: internal error in botassay or a plugin; please report it", err=True)
        return exit_codes.INTERNAL
    return outcome if isinstance(outcome, int) else 0


def _trace(error: Exception) -> None:
    """Print a traceback, without the secrets of this process and with nothing that steers a terminal."""
    import traceback

    from botassay.view.escape import visible_lines

    shown = "".join(traceback.format_exception(error))
    if "botassay.http.secrets" in sys.modules:
        shown = import_module("botassay.http.secrets").redacted(shown)
    click.echo(visible_lines(shown), err=True, nl=False)


def _drop_output() -> None:
    """Keep the interpreter from writing what is left when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(error: BotassayError) -> int:
    from botassay.view.escape import visible

    if isinstance(error, InternalError):
        _trace(error)
    if isinstance(error, UsageError):
        error = with_help(error, sys.argv[1:], botassay)
    click.echo(f"botassay: {visible(str(error))}", err=True)
    return error.exit_code
