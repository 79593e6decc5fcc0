"""What the documents show is executed: every `console` block, in a folder that holds the demo's dialogs.

A line that begins with `$ ` is run; what follows is what it prints, where `…` alone on a line stands for any lines and
within a line for any text. A block without output only has to succeed.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "models").rglob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands() -> Iterator[tuple[str, str, str]]:
    """Give (place, command, printed) for each command in the documents."""
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start()) + 1
            for part in re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                yield f"{document.relative_to(ROOT)}:{line}", command, printed


@pytest.mark.parametrize(("place", "command", "printed"), list(commands()))
def test_a_document_shows_what_happens(place: str, command: str, printed: str, tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    shutil.copy(ROOT / "demo" / "dialogs.jsonl", tmp_path / "demo")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ended = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "COLUMNS": "100"},
        check=False,
    )
    assert ended.returncode in (0, 1), f"{place}: {ended.stderr}"
    if printed.strip():
        assert re.fullmatch(_pattern(printed), ended.stdout), f"{place}: it prints\n{ended.stdout}"


def _pattern(printed: str) -> str:
    lines = printed.strip("\n").split("\n")
    return "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n" for line in lines)


LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in LINK.findall(document.read_text("utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_the_tour_is_short_and_names_every_step() -> None:
    text = (ROOT / "docs" / "tour.md").read_text("utf-8")
    assert len(text.splitlines()) < 80
    named = re.findall(r"`(src/botassay/[\w/]+\.py)`", text)
    assert len(set(named)) >= 10
    for file in named:
        assert (ROOT / file).is_file(), f"the tour names {file}, which is not there"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def test_python_in_a_document_runs(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "demo").mkdir()
    shutil.copy(ROOT / "demo" / "dialogs.jsonl", tmp_path / "demo")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", document.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    module = ModuleType("my_package")
    monkeypatch.setitem(sys.modules, "my_package", module)  # what the blocks define can be imported, as it could there
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), module.__dict__, document.name, str(document), 0)
    example.globs = module.__dict__
    assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0
