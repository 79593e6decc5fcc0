"""`botassay intents`: does the bot know what it does not know?"""

import click

from botassay.cli.intents.compare import compare
from botassay.cli.intents.evaluate import evaluate
from botassay.cli.intents.history import history
from botassay.cli.intents.merge import merge
from botassay.cli.intents.review import review
from botassay.cli.intents.traffic import traffic


@click.group("intents")
def command() -> None:
    """Find out which topics of a bot are mixed up, and what to change in its training phrases."""


command.add_command(evaluate)
command.add_command(compare)
command.add_command(history)
command.add_command(review)
command.add_command(traffic)
command.add_command(merge)
