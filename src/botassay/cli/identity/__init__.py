"""`botassay identity`: asked whether it is a machine, does the bot say so?"""

import click

from botassay.cli.identity.ask import ask
from botassay.cli.identity.recognition import categorise, detect, evaluate, generate, uncovered
from botassay.cli.identity.survey import survey


@click.group("identity")
def command() -> None:
    """Recognise people who ask whether they are talking to a machine, and what a bot answers them."""


for _part in (ask, categorise, detect, evaluate, generate, survey, uncovered):
    command.add_command(_part)
command.add_command(uncovered, "coverage-gaps")
