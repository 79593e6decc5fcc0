"""`botassay options`: are the lists of options short and right?"""

import click

from botassay.cli.options.score import score
from botassay.cli.options.table import table
from botassay.cli.options.tune import tune


@click.group("options")
def command() -> None:
    """Measure the lists of options that a bot offers: are they short, and right?"""


for _part in (score, tune, table):
    command.add_command(_part)
