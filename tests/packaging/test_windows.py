"""On an interpreter without what Windows lacks: locks of files, sessions of processes, signals in the event loop."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SIMULATED = Path(__file__).with_name("windows.txt")
pytestmark = pytest.mark.process


@pytest.fixture
def windows(tmp_path: Path) -> dict[str, str]:
    """The environment of an interpreter that believes itself on Windows."""
    folder = tmp_path / "simulated"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(SIMULATED.read_text("utf-8"), "utf-8")
    return {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "100"}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "botassay", *words]


def test_the_simulation_lacks_what_windows_lacks(windows: dict[str, str]) -> None:
    code = "import os, signal, sys; print(hasattr(os, 'killpg'), hasattr(signal, 'pthread_kill'), sys.modules['fcntl'])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=windows, check=True)
    assert ended.stdout == "False False None\n"


def test_a_bot_is_rated_and_its_run_verified(windows: dict[str, str], tmp_path: Path) -> None:
    rated = command("rate", "eliza", "--limit", "12", "--seed", "1", "--out", "run", "-o", "report.html")
    for words in (rated, command("verify", "run"), command("rate", "run", "--profile", "abuse")):
        ended = subprocess.run(words, capture_output=True, text=True, env=windows, cwd=tmp_path, check=False)
        assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "report.html").stat().st_size


def test_ctrl_c_stops_a_run_which_is_then_resumed(windows: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("import time\ndef reply(text):\n    time.sleep(0.3)\n    return 'I see.'\n")
    words = command("rate", "python:slow:reply", "--limit", "30", "--issues", "AL", "--seed", "1", "--out", "run")
    with subprocess.Popen(words, cwd=tmp_path, env=windows, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        while not [*tmp_path.glob("run/*.sqlite")] and process.poll() is None:
            time.sleep(0.05)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130, complaint.decode()
    assert b"botassay resume" in complaint
    resumed = subprocess.run(
        command("resume", "run"), capture_output=True, text=True, env=windows, cwd=tmp_path, check=False
    )
    assert resumed.returncode == 0, resumed.stderr


def test_a_program_that_is_a_bot_is_ended(windows: dict[str, str], tmp_path: Path) -> None:
    bot = "import sys\nfor line in sys.stdin:\n    print('Hello there.', flush=True)\n"
    (tmp_path / "bot.py").write_text(bot)
    words = command("rate", f"command:{sys.executable} bot.py", "--limit", "6", "--issues", "AL", "--seed", "1")
    ended = subprocess.run(words, capture_output=True, text=True, env=windows, cwd=tmp_path, check=False)
    assert ended.returncode == 0, ended.stderr


def test_decisions_are_appended_without_locks(windows: dict[str, str], tmp_path: Path) -> None:
    code = "from pathlib import Path; from botassay.io.files import append; append(Path('d.jsonl'), b'{}\\n')"
    subprocess.run([sys.executable, "-c", code], env=windows, cwd=tmp_path, check=True)
    subprocess.run([sys.executable, "-c", code], env=windows, cwd=tmp_path, check=True)
    assert (tmp_path / "d.jsonl").read_bytes() == b"{}\n{}\n"
