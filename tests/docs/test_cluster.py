"""The recipes for clusters run as they are printed, with processes of this machine as the cluster."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "cluster.md").read_text("utf-8")
SCRIPTS = re.findall(r"^```bash\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TASKS = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "dialogs").mkdir()
    lines = (ROOT / "demo" / "dialogs.jsonl").read_text().splitlines(keepends=True)
    for part in range(TASKS + 1):
        (tmp_path / "dialogs" / f"{part}.jsonl").write_text("".join(lines[part :: TASKS + 1]))
    assert _bash(tmp_path, "botassay rate dialogs -o whole.html -o whole.json")[0] == 0
    return tmp_path


def _bash(folder: Path, script: str, settings: Mapping[str, str] | None = None) -> tuple[int, str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(
            ["bash", "-c", script],
            cwd=folder,
            env={**os.environ, "PATH": path, **(settings or {})},
            stdout=subprocess.DEVNULL,
            stderr=log,
            start_new_session=True,
        )
    try:
        return running.wait(120), (folder / "log").read_text()
    finally:
        with suppress(ProcessLookupError):  # what the script left running
            os.killpg(running.pid, signal.SIGKILL)


def _array(folder: Path, script: str) -> None:
    assert "#SBATCH --array" in script
    for task in range(1, TASKS + 1):
        variables = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": str(TASKS)}
        code, log = _bash(folder, script, variables)
        assert code == 0, log


def _check_equal(folder: Path) -> None:
    assert (folder / "rating.json").read_bytes() == (folder / "whole.json").read_bytes()
    assert (folder / "report.html").read_bytes() == (folder / "whole.html").read_bytes()


@pytest.mark.slow
def test_the_array_job_gives_the_bytes_of_one_command(folder: Path) -> None:
    shards, merge, second, last, _ = SCRIPTS
    _array(folder, shards)
    code, log = _bash(folder, merge)
    assert (code, (folder / "all.study").is_file()) == (75, True), log
    _array(folder, second)
    code, log = _bash(folder, last)
    assert code == 0, log
    _check_equal(folder)


@pytest.mark.slow
def test_the_array_job_without_cc_needs_one_round(folder: Path) -> None:
    shards, merge, *_ = SCRIPTS
    _array(folder, shards.replace("rate dialogs", "rate dialogs --issues AL,B,ID"))
    code, log = _bash(folder, merge)
    assert code == 0, log
    ratings = json.loads((folder / "rating.json").read_text())["ratings"]
    assert {score["issue"] for score in ratings[0]["scores"]} == {"AL", "B", "ID"}


@pytest.mark.slow
def test_the_dask_cluster_gives_the_bytes_of_one_command(folder: Path) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    code, log = _bash(folder, SCRIPTS[-1].replace("--no-dashboard", "--no-dashboard --dashboard-address 127.0.0.1:0"))
    assert code == 0, log
    assert len(list((folder / "work").glob("*.evidence"))) >= TASKS
    _check_equal(folder)
