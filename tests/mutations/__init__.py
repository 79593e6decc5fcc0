"""Faults put into the package on purpose: the tests are worth what they catch."""

import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent


class Fault(NamedTuple):
    """A fault, and the test files of which one should fail for it."""

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]


def faults() -> list[Fault]:
    """Return all faults of faults.toml."""
    listed = tomllib.loads((ROOT / "tests/mutations/faults.toml").read_text())["fault"]
    return [Fault(**{**fault, "tests": tuple(fault["tests"])}) for fault in listed]
