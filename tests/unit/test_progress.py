"""The progress bar, on a real terminal."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

LINE = '{"id": "%d", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "Table %d is yours."}]}\n'


CLOCK = """
from itertools import count
from botassay.cli import main, progress
progress.monotonic = count(step={step}).__next__
main()
"""


def on_a_terminal(*arguments: str | Path, step: float) -> tuple[int, str]:
    """Run the command line with a terminal for standard error; give its exit code and what the terminal got.

    To the bar it looks as if so many seconds went by each time it looks at the clock.
    """
    near, far = pty.openpty()
    command = [sys.executable, "-c", CLOCK.format(step=step), *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=far) as process:
        os.close(far)
        shown = b""
        while True:
            try:
                piece = os.read(near, 65536)
            except OSError:  # the other end is closed
                break
            shown += piece
        code = process.wait()
    os.close(near)
    return code, shown.decode()


def corpus(folder: Path, dialogs: int) -> Path:
    file = folder / "talk.jsonl"
    file.write_text("".join(LINE % (n, n) for n in range(dialogs)))
    return file


@pytest.mark.process
def test_what_is_quick_shows_no_bar(tmp_path: Path) -> None:
    assert on_a_terminal("rate", corpus(tmp_path, 50), "--order", "AL,CC", step=0.0) == (0, "")


@pytest.mark.process
def test_what_takes_longer_than_a_second_shows_rate_failures_and_time_left(tmp_path: Path) -> None:
    code, shown = on_a_terminal("rate", corpus(tmp_path, 2_000), "--order", "AL,CC", step=0.5)
    assert code == 0
    assert "dialogs/s, 0 failures" in shown
    assert "%" in shown
    assert "0:0" in shown
    assert shown.rstrip().endswith("\x1b[?25h"), "it cleans up behind itself"
