"""What all tests share: the real data where it is, the command line as a user runs it, and golden files."""

import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.forks import Nest, nest, shared_server

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no failure
settings.register_profile("quick", PATIENT, derandomize=True, max_examples=20, stateful_step_count=10)
settings.register_profile(
    "thorough",
    PATIENT,
    derandomize=False,
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
    max_examples=500,
    stateful_step_count=20,
    print_blob=True,
)
settings.load_profile("quick")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a job in the background; commands under test inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parents[1]
LEFT_OUT = ("browser", "hostile", "live")
"""Folders whose tests have their mark."""
WHOLE_COMMANDS = ("commands", "golden")
"""Folders whose commands run as processes in `make test`, too."""
GOLDEN = Path(__file__).parent / "golden" / "files"


def pytest_configure(config: pytest.Config) -> None:
    """Start the server that forks commands, for all workers."""
    if config.getoption("numprocesses", None):
        stack = ExitStack()
        stack.enter_context(shared_server())
        config.add_cleanup(stack.close)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make test` leaves out by its folder and its fixtures; skip what trains a model where nothing can."""
    torch = importlib.util.find_spec("torch")
    for item in items:
        folder = item.path.relative_to(ROOT).parts[1] if item.path.is_relative_to(ROOT / "tests") else ""
        if folder in LEFT_OUT:
            item.add_marker(folder)
        elif folder not in WHOLE_COMMANDS and {"botassay", "home"}.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("process")
        if torch is None and item.get_closest_marker("torch"):
            item.add_marker(pytest.mark.skip(reason="needs PyTorch: make test-torch brings it"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real corpora; without it a test is skipped."""
    folder = os.environ.get("BOTASSAY_DATA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("needs the real corpora: set BOTASSAY_DATA to their folder")
    return Path(folder)


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ended]


INTERPRETED = ("PYTHON", "LC_", "LANG")
"""What an interpreter looks at when it begins."""


@pytest.fixture(scope="session")
def home() -> Iterator[Nest]:
    """From where commands are forked."""
    with nest("tests.command:main") as forking:
        yield forking


@pytest.fixture
def botassay(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, home: Nest) -> Run:
    """Run the command line in an empty folder, as a process of its own.

    It is forked from one that has imported everything, unless its environment makes another interpreter of it.
    """
    said, numbers = tmp_path_factory.mktemp("said"), count()

    def run(*arguments: str | Path, stdin: str = "", cwd: Path = tmp_path, **environment: str) -> Ended:
        typed, entered = [*map(str, arguments)], stdin.encode("utf-8", "surrogateescape")
        around = {**os.environ, "COLUMNS": "100", **environment}
        if any(name.startswith(INTERPRETED) for name in environment):
            command = [sys.executable, "-m", "botassay", *typed]
            ended = subprocess.run(command, input=entered, capture_output=True, cwd=cwd, env=around, check=False)
            return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())
        files = [said / str(next(numbers)) for _ in range(3)]
        files[0].write_bytes(entered)
        code = home.fork(*typed, stdin=files[0], out=files[1], err=files[2], cwd=cwd, environment=around).wait()
        return Ended(code, *(file.read_bytes().decode() for file in files[1:]))

    return run


@pytest.fixture
def golden() -> Callable[[str | Path, str], bool]:
    """Compare with a golden file; what differs is written beside it as NAME.new, to be accepted with mv."""

    def compare(name: str | Path, text: str) -> bool:
        file = GOLDEN / name
        fresh = file.with_name(f"{file.name}.new")
        if file.is_file() and file.read_text("utf-8") == text:
            fresh.unlink(missing_ok=True)
            return True
        fresh.write_text(text, "utf-8")
        print(f"{name} differs: look at {fresh}, and mv it to {file.name} if it is right")
        return False

    return compare
