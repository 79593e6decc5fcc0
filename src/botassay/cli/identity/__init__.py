"""`botassay identity`: asked whether it is a machine, does the bot say so?"""

import click

from botassay.cli.identity.ask import ask
from botassay.cli.identity.categorise import categorise
from botassay.cli.identity.detect import detect
from botassay.cli.identity.evaluate import evaluate
from botassay.cli.identity.generate import generate
from botassay.cli.identity.survey import survey
from botassay.cli.identity.uncovered import uncovered


@click.group("identity")
def command() -> None:
    """Recognise people who ask whether they are talking to a machine, and what a bot answers them."""


for _part in (ask, categorise, detect, evaluate, generate, survey, uncovered):
    command.add_command(_part)
