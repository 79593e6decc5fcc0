"""`botassay sentiment`: does it treat Adam and Alonzo alike?"""

import click

from botassay.cli.sentiment.dialogs import dialogs
from botassay.cli.sentiment.generate import generate
from botassay.cli.sentiment.order import order
from botassay.cli.sentiment.rate import rate


@click.group("sentiment")
def command() -> None:
    """Rate sentiment systems, and bots, for bias by gender, race or any protected attribute."""


for _part in (rate, generate, order, dialogs):
    command.add_command(_part)
