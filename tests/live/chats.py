"""Chats in this process: what is piped in, and what comes out."""

import io
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from tests.conftest import Ended
from tests.live.conftest import Cli

Pipe = Callable[..., Ended]


class Shown(NamedTuple):
    """What `--json` printed: the turns, and the rating to the byte."""

    turns: Sequence[Any]
    rating: str


def pipe_of(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Pipe:
    """Make what runs `botassay chat` with lines on standard input."""

    def chat(*arguments: object, said: str | bytes = "") -> Ended:
        typed = said if isinstance(said, bytes) else said.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        return cli("chat", *arguments)

    return chat


def shown(out: str) -> Shown:
    """Cut JSON output into turns and the rating."""
    lines = out.splitlines(keepends=True)
    first = next((number for number, line in enumerate(lines) if line == "{\n"), len(lines))
    return Shown([json.loads(line) for line in lines[:first]], "".join(lines[first:]))
