"""`botassay bots`: which bots can be talked to, whether one answers, and how to describe one."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay.cli.settings import SettingsCommand, options_of, typed
from botassay.settings.rating import ConnectionSettings

if TYPE_CHECKING:
    from botassay.bots import Trial


@click.group("bots")
def command() -> None:
    """Find out how to talk to a bot, and whether it answers."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_all(*, as_json: bool) -> None:
    """List the kinds of bots that can be talked to, and the bundled ones."""
    import msgspec

    from botassay.bots.kinds import kinds

    found = kinds()
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    for kind in found:
        click.echo(f"{kind.written:26} {kind.what} ({kind.origin})")


@command.command("check", cls=SettingsCommand)
@click.argument("subject")
@options_of(ConnectionSettings)
@click.option("--say", default="Hello", show_default=True, help="Message to send.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check(subject: str, settings: ConnectionSettings, *, say: str, as_json: bool) -> int:
    """Send one message to SUBJECT, and show what went out, what came back and what was understood.

    SUBJECT is an address (http://…, ws://…, openai:MODEL@BASE, rasa:BASE), a bot.toml, python:module:function,
    command:./program, or the name of a bundled bot. Exit codes: 0 it answers, 69 it does not, 78 access denied.
    """
    import msgspec

    from botassay.api.bots import try_bot
    from botassay.api.live import useless_settings
    from botassay.cli.rate import refuse_useless

    refuse_useless(typed(), useless_settings([subject], settings), [subject])
    trial = try_bot(subject, settings, say=say)
    if as_json:
        click.echo(msgspec.json.encode(trial))
    else:
        _show(trial)
    return trial.exit_code


def _show(trial: "Trial") -> None:
    """Show a trial to a person; what the bot sent is made harmless first."""
    _part("sent", trial.sent)
    _part("came back", trial.came or "(nothing)")
    if trial.reply is not None:
        _part("understood", trial.reply.text or "(an empty reply)")
        for name, value in (("options", ", ".join(trial.reply.options)), ("intent", trial.reply.intent)):
            if value:
                _part(name, str(value))
        note = f"note: {trial.hint}" if trial.hint else None
        verdict = f"{trial.bot} answers, after {trial.seconds:.2f} s"
    else:
        note = f"try this: {trial.hint}" if trial.hint else None
        verdict = f"{trial.bot} gives no answer: {trial.failure}"
    for line in (verdict, note):
        if line:
            _line(line)


def _part(title: str, text: str) -> None:
    """Show a part with its title, 20 lines of it at most."""
    from botassay.report.inert import visible

    click.echo(f"{title}:")
    lines = [visible(line)[:500] for line in text[:20_000].splitlines()]
    for line in lines[:20]:
        click.echo(f"  {line}")
    if len(lines) > len(lines[:20]):
        click.echo(f"  … {len(lines) - 20} lines more")


def _line(text: str) -> None:
    from botassay.report.inert import visible

    click.echo(visible(text))


@command.command("init")
@click.option("--curl", "pasted", metavar="TEXT", help="A curl command that speaks to the bot; - reads it from stdin.")
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path),
    default=Path("bot.toml"),
    show_default=True,
    help="Where it is written; - is standard output.",
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def init(pasted: str | None, output: Path, *, force: bool) -> None:
    """Write a first bot.toml, which says how a bot is spoken to.

    Keys and cookies in a pasted command are not written: names stand in their places, to be exported.
    """
    from botassay.bots.setup import draft
    from botassay.core.errors import OutputError

    to_stdout = str(output) == "-"
    if output.exists() and not force and not to_stdout:
        raise OutputError(f"{output} is there already", hint="take another name with -o, or --force")
    drafted = draft(sys.stdin.read() if pasted == "-" else pasted)
    if to_stdout:
        click.echo(drafted.text, nl=False)
    else:
        _write(output, drafted.text)
    for name in drafted.exports:
        click.echo(f"export {name}=…", err=True)
    for note in drafted.notes:
        click.echo(f"note: {note}", err=True)
    click.echo(f"then: botassay bots check {'bot.toml' if to_stdout else output}", err=True)


def _write(file: Path, text: str) -> None:
    from botassay.core.errors import OutputError

    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise OutputError(f"cannot write {file}: {error.strerror or error}") from error
    click.echo(f"wrote {file}", err=True)


@command.command("serve")
@click.argument("name")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where it listens; 0 takes a free port.")
@click.option("--guard", "guarded", is_flag=True, help="Put the identity guard before it.")
def serve(name: str, port: int, *, guarded: bool) -> None:
    """Serve the bundled bot NAME on this machine alone: over REST, Rasa, OpenAI and WebSocket at once.

    It says where it listens and how to describe it in a bot.toml. Ctrl-C ends it, with exit code 0. NAME may be a
    variant of a bot, such as trains:regression@winter. With --guard whoever asks whether a machine is speaking gets a
    clear answer.
    """
    from botassay.api.guarded import SUFFIX, before
    from botassay.bots import serve as serving

    if name.endswith(SUFFIX):
        name, guarded = name.removesuffix(SUFFIX), True
    if guarded:
        serving.serve(name, port, _announce, before(name), f"{name}{SUFFIX}")
    else:
        serving.serve(name, port, _announce)


def _announce(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()
