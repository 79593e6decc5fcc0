"""`botassay intents`: does the bot know what it does not know?"""

import click

from botassay.cli.intents.compare import compare
from botassay.cli.intents.evaluate import evaluate
from botassay.cli.intents.history import history


@click.group("intents")
def command() -> None:
    """Find out which topics of a bot are mixed up, and what to change in its training phrases."""


command.add_command(evaluate)
command.add_command(compare)
command.add_command(history)
