"""A run is rated out of its journal: no socket is opened, and the same journal gives the same bytes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run

WATCHED = """
import sys
seen = []
sys.addaudithook(lambda event, _: seen.append(event) if event.startswith("socket.") else None)
from botassay.cli import main
try:
    main()
except SystemExit as ended:
    code = ended.code
print("sockets:", len(seen), "code:", code, file=sys.stderr)
import socket
socket.socket().close()
assert seen, "nobody watched"
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hold a short live run."""
    folder = tmp_path_factory.mktemp("live") / "run"
    command = [sys.executable, "-m", "botassay", "rate", "eliza", "--seed", "5", "--limit", "12", "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def test_rating_a_run_again_opens_no_socket_and_gives_the_same_bytes(run: Path) -> None:
    stored = run / "rating.json"
    before = stored.read_bytes()
    stored.unlink()
    command = [sys.executable, "-c", WATCHED, "rate", str(run), "--json"]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "sockets: 0 code: 0" in ended.stderr
    assert stored.read_bytes() == before
    assert sorted(path.name for path in run.iterdir()) == ["rating.json", "report.html", "run.sqlite"]


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_same_journal_gives_the_same_bytes(botassay: Run, run: Path, tmp_path: Path, seed: str) -> None:
    copy = tmp_path / "elsewhere"
    copy.mkdir()
    shutil.copy(run / "run.sqlite", copy)
    surroundings = {"PYTHONHASHSEED": seed, "LC_ALL": "C" if seed == "1" else "C.UTF-8", "TZ": "Asia/Tokyo"}
    ended = botassay("rate", copy, "--workers", str(1 + int(seed)), **surroundings)
    assert ended.code == 0, ended.err
    assert (copy / "rating.json").read_bytes() == (run / "rating.json").read_bytes()


def test_a_finished_run_is_gone_on_with_without_a_request(botassay: Run, run: Path, tmp_path: Path) -> None:
    copy = tmp_path / "finished"
    shutil.copytree(run, copy)
    ended = botassay("resume", copy, "--json")
    assert ended.code == 0, ended.err
    assert (copy / "run.sqlite").read_bytes() == (run / "run.sqlite").read_bytes()
    assert (copy / "rating.json").read_bytes() == (run / "rating.json").read_bytes()
