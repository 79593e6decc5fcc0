"""The command line in this process: as a user types it, without the seconds that it takes to start."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from botassay.cli.main import _run
from tests.conftest import Ended

Cli = Callable[..., Ended]


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def run(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["botassay", *map(str, arguments)])
        capsys.readouterr()
        code = _run()
        out, err = capsys.readouterr()
        return Ended(code, out, err)

    return run


def document(ended: Ended) -> Any:
    """Read the one document that a command printed."""
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def issue(rating: Any, code: str) -> Any:
    """Give the score of an issue."""
    return next(score for score in rating["scores"] if score["issue"] == code)


def observed(rating: Any, kind: str) -> list[str]:
    """Give what was noticed of a kind."""
    return [seen["text"] for seen in rating["observations"] if seen["kind"] == kind]
