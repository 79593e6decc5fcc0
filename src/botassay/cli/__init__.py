"""The door for a terminal: each command parses, loads names, calls the hall, and hands the result to a report."""

from botassay.cli.main import main

__all__ = ["main"]
