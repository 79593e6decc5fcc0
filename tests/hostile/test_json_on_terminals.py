"""JSON on a terminal: the same document as in a file, and nothing in it steers the terminal."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

HOSTILE = "caf\u00e9 \x7f \x9b31m \u202e dlrow \u2066 \ufeff \U000e0041 \u4f60 \U0001f600 end"


def on_a_terminal(folder: Path, *arguments: str) -> bytes:
    """Run a command whose standard output is a terminal; give what came there."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "botassay", *arguments]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, cwd=folder) as process:
        os.close(theirs)
        came = bytearray()
        try:
            while piece := os.read(ours, 2**16):
                came += piece
        except OSError:  # a terminal whose other side was closed
            pass
        os.close(ours)
    assert process.returncode in (0, 65)
    return bytes(came).replace(b"\r\n", b"\n")


@pytest.mark.case("P25", "H53", "H56")
@pytest.mark.parametrize("arguments", [("score", "AL", "said.txt"), ("check", "said.jsonl", "--json")])
def test_json_on_a_terminal_is_inert(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "said.txt").write_text(f"{HOSTILE}\n" * 2_000, "utf-8")
    line = json.dumps({"id": HOSTILE, "utterances": []}, ensure_ascii=False)
    (tmp_path / "said.jsonl").write_text(f"{line}\n" * 300, "utf-8")
    shown = on_a_terminal(tmp_path, *arguments)
    command = [sys.executable, "-m", "botassay", *arguments]
    piped = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).stdout
    assert [json.loads(row) for row in shown.splitlines()] == [json.loads(row) for row in piped.splitlines()]
    text = shown.decode()
    assert "caf\u00e9" in text
    assert "\u4f60 \U0001f600 end" in text
    assert not any(hidden in text for hidden in "\x1b\x7f\x9b\u202e\u2066\ufeff\U000e0041")
