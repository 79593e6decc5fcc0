"""The page docs/how-to/content-editor.md, command by command in one folder, with a real engine."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from threading import Thread
from typing import Any

import pytest

from botassay_samples.rest_engine import server
from tests.docs.test_documents import ROOT

openpyxl: Any = pytest.importorskip("openpyxl")
PAGE = ROOT / "docs" / "how-to" / "content-editor.md"
FILES = PAGE.parent / "editor"
_BLOCK = re.compile(r"```sh\n(.*?)\n```(?:\n\n```text\n(.*?)\n```)?", re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A copy of the folder of the page, with an engine at the address in its engine.toml."""
    place = copytree(FILES, tmp_path / "editor")
    engine = server()
    Thread(target=engine.serve_forever, daemon=True).start()
    described = place / "engine.toml"
    described.write_text(described.read_text().replace(":8085", f":{engine.server_address[1]}"))
    yield place
    engine.shutdown()
    engine.server_close()


def steps() -> Iterator[tuple[str, str]]:
    """Yield the commands of the page with what they print, apart from those that install and start something."""
    for command, printed in _BLOCK.findall(PAGE.read_text("utf-8")):
        if not command.startswith(("pip ", "python ")):
            yield command, printed


def matches(printed: str, shown: str) -> bool:
    """Whether a text is what the page shows; … stands for anything."""
    wanted = ".*".join(map(re.escape, f"{printed}\n".split("…")))
    return re.fullmatch(wanted.replace(re.escape("\n") + ".*" + re.escape("\n"), ".*"), shown, re.DOTALL) is not None


def test_the_day_is_as_the_page_tells_it(folder: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    commands = list(steps())
    assert len(commands) == 8
    assert all(command.startswith("botassay ") for command, _ in commands)
    for command, printed in commands:
        ended = subprocess.run(
            ["bash", "-c", f"{command} 2>&1"], cwd=folder, capture_output=True, text=True, check=False,
            env={**os.environ, "PATH": path, "COLUMNS": "100"},
        )  # fmt: skip
        assert ended.returncode == 0, f"{command}\n{ended.stdout}"
        assert matches(printed, ended.stdout), f"{command}\n{ended.stdout}"
    assert (folder / "monday.html").is_file()
    assert not list(folder.glob("*.trained"))


def rows(file: Path) -> list[tuple[object, ...]]:
    return list(openpyxl.load_workbook(file).active.iter_rows(values_only=True))


def test_the_shipped_sheets_are_what_the_page_makes_of_them(folder: Path) -> None:
    """Tuesday is Monday with one topic renamed, and the filled sheet is the written one with decisions."""
    monday, tuesday = rows(folder / "monday.xlsx"), rows(folder / "tuesday.xlsx")
    assert [(text, "price" if intent == "fares" else intent) for text, intent in monday] == tuesday
    command = "botassay intents review questions.jsonl --data tuesday.xlsx --sheet review.xlsx"
    subprocess.run([sys.executable, "-m", *command.split()], cwd=folder, check=True)
    written, filled = rows(folder / "review.xlsx"), rows(folder / "review-filled.xlsx")
    assert [row[:2] for row in written] == [row[:2] for row in filled]
