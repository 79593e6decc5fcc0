"""Log messages of use cases: a line each on standard error."""

import logging

import click

from botassay.view.escape import visible


class _Notices(logging.Handler):
    """Writes messages of the logger `botassay`, with nothing in them that steers a terminal."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a message."""
        click.echo(f"botassay: {visible(record.getMessage())}", err=True)


def show_notices() -> None:
    """Write the log messages of use cases to standard error."""
    log = logging.getLogger("botassay")
    if not any(isinstance(handler, _Notices) for handler in log.handlers):
        log.addHandler(_Notices())
        log.setLevel(logging.INFO)
        log.propagate = False
