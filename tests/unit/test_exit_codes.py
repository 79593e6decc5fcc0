"""One rule for what is not there: bad input, whichever command it is given to; and how a server is ended."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from botassay.cli.main import COMMANDS, EPILOG, botassay
from botassay.cli.settings import Existing
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

GONE = "nowhere/gone"
READ = 65
FREE: list[tuple[str, ...]] = [
    ("merge", GONE),
    ("rate", GONE),
    ("rate", f"{GONE}.jsonl"),
    ("rate", f"{GONE}.toml"),
    ("rate", "eliza", GONE),
    ("rate", "eliza", "--profile", f"{GONE}.toml"),
    ("rate", "here.txt", "--variant", f"data={GONE}"),
    ("bots", "check", f"{GONE}.toml"),
    ("chat", f"{GONE}.toml"),
    ("identity", "ask", GONE),
    ("identity", "categorise", GONE),
    ("identity", "detect", GONE),
    ("report", GONE),
    ("compare", GONE, GONE),
    ("score", "AL", GONE),
    ("profiles", "show", f"{GONE}.toml"),
    ("profiles", "list", f"{GONE}.toml"),
    ("profiles", "vote", GONE),
]
"""Commands that take a path as text."""
BESIDE: dict[str, tuple[str, ...]] = {
    "chat": ("eliza",),
    "rate": ("eliza",),
    "bots check": ("eliza",),
    "identity ask": ("eliza",),
    "identity evaluate --train": ("here.txt",),
    "identity generate": ("--out", "out"),
    "intents compare": ("here.txt",),
    "intents evaluate": ("here.txt",),
    "intents review": ("here.txt",),
    "intents review --apply": ("here.txt", "--data", "here.txt"),
    "intents review LOG": ("--data", "here.txt"),
    "intents split DATA": ("-o", "out"),
    "options score --compare": ("here.txt",),
    "sign --public": ("here.txt",),
    "verify --trust": ("here.txt",),
}
"""What else the commands need, up to the moment at which they look for the file."""


def commands(group: click.Group, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, *names, name)
        yield (*names, name), command


def taken() -> Iterator[tuple[str, ...]]:
    """Give a call for each parameter of each command that takes a file or folder which has to be there."""
    for names, command in commands(botassay):
        for param in command.params:
            if isinstance(param.type, Existing):
                option = isinstance(param, click.Option)
                spelled = (param.opts[0], GONE) if option else (GONE,)
                name = " ".join(names)
                label = f"{name} {param.opts[0] if option else param.make_metavar(click.Context(command))}"
                beside = BESIDE.get(label, BESIDE.get(name, ()) if option else ())
                yield (*names, *beside, *spelled)


CALLS = [*taken(), *FREE]


def test_there_are_many_such_calls() -> None:
    assert len(CALLS) > 50
    assert {call[0] for call in CALLS} >= set(COMMANDS) - {"aggregate", "doctor"}


def test_every_path_that_has_to_be_there_is_of_one_kind() -> None:
    """Nobody goes around the rule with a `click.Path(exists=True)`."""
    for names, command in commands(botassay):
        for param in command.params:
            if isinstance(param.type, click.Path):
                assert isinstance(param.type, Existing) or not param.type.exists, names


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_what_is_not_there_is_bad_input(cli: Cli, tmp_path: Path, call: tuple[str, ...]) -> None:
    (tmp_path / "here.txt").write_text("text,intent\nhello,greet\n")
    ended = cli(*call)
    assert ended.code == READ, ended
    assert GONE in ended.err
    assert "Traceback" not in ended.err
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (("rate", "eliza", "--ask", "."), ".: E173 is a folder, but a file is required (check --ask)"),
        (("resume", "here.txt"), "here.txt: E173 is a file, but a folder is required"),
        (("rate", "eliza", "--glossary", ""), "the path is empty (check --glossary)"),
    ],
)
def test_what_is_something_else_is_bad_input(cli: Cli, tmp_path: Path, call: tuple[str, ...], what: str) -> None:
    (tmp_path / "here.txt").write_text("hello\n")
    ended = cli(*call)
    assert (ended.code, what in ended.err) == (READ, True), ended


def test_a_path_in_the_settings_is_a_setting(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "botassay.toml").write_text(f'[rate]\nglossary = "{GONE}"\n')
    ended = cli("rate", "eliza")
    assert (ended.code, "botassay.toml [rate] glossary" in ended.err) == (78, True)


def test_the_table_has_the_codes_that_help_names() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "exit-codes.md").read_text("utf-8")
    codes = [int(row.split("|")[1]) for row in page.split("\n") if row.startswith("| ") and row[2].isdigit()]
    named = [int(word) for word in EPILOG.replace(",", " ").replace("(", " ").split() if word.isdigit()]
    assert codes == sorted(codes) == named


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_told_to_end_has_done_what_it_should(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "botassay", "bots", "serve", "eliza"]
    begun = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert begun.stdout is not None
    assert begun.stdout.readline().startswith("eliza listens at ")
    begun.send_signal(number)
    _, said = begun.communicate(timeout=30)
    assert (begun.returncode, said) == (0, "")
