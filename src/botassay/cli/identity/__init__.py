"""The commands `botassay identity …`: does the bot disclose that it is a machine when asked?"""

import click

from botassay.cli.identity.ask import ask
from botassay.cli.identity.guard import guard
from botassay.cli.identity.recognition import categorise, detect, evaluate, generate, uncovered
from botassay.cli.identity.survey import survey
from botassay.cli.usage import CommandGroup


@click.group("identity", cls=CommandGroup)
def command() -> None:
    """Test whether a bot discloses that it is a machine, and recognise the question."""


for _part in (ask, categorise, detect, evaluate, generate, guard, survey, uncovered):
    command.add_command(_part)
command.add_command(uncovered, "coverage-gaps")
