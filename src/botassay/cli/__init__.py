"""The command line: each command parses its arguments, calls a use case, and shows the document."""

from botassay.cli.main import main

__all__ = ["main"]
