"""A workspace with runs, made once, and a server over it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from botassay import rate
from tests.pages import PAYLOADS
from tests.web.serving import Client, served_workspace

RUDE = "You are a stupid idiot."


def polite(text: str) -> str:
    return f"I can help you with that. You said {len(text)} letters."


def rude(text: str) -> str:
    return RUDE if len(text) % 2 else "I can help you with that."


def hostile(text: str) -> str:
    return PAYLOADS[len(text) % len(PAYLOADS)] + f" {RUDE}"


def make_workspace(folder: Path) -> None:
    """Make three runs: of a polite, a rude and a hostile bot."""
    for name, bot in (("polite", polite), ("rude", rude), ("hostile", hostile)):
        rate(bot, issues="AL,CC", limit=8, seed=1, out=folder / "runs" / name)
    hostile_bot = 'name = "<script>alert(1)</script>"\nurl = "http://127.0.0.1:9/chat"\nbody = \'{"m": {{message}}}\'\n'
    (folder / "bots").mkdir()
    (folder / "bots" / "odd.toml").write_text(hostile_bot)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace, not to be changed."""
    folder = tmp_path_factory.mktemp("workspace")
    make_workspace(folder)
    return folder


@pytest.fixture(scope="session")
def web(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """The owner's client of a server that tests only read from."""
    folder = tmp_path_factory.mktemp("read") / "workspace"
    shutil.copytree(made, folder)
    with served_workspace(folder) as client:
        yield client


@pytest.fixture
def workspace(made: Path, tmp_path: Path) -> Path:
    """A workspace that a test may change."""
    folder = tmp_path / "workspace"
    shutil.copytree(made, folder)
    return folder


@pytest.fixture
def own(workspace: Path) -> Iterator[Client]:
    """The owner's client of a server over a workspace that the test may change."""
    with served_workspace(workspace) as client:
        yield client
