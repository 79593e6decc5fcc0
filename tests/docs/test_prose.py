"""A spelling and a prose linter read the documents."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    {*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/*.md"), *ROOT.glob("models/*/README.md")}
)
LEFT_OUT = {
    "lexical_illusions": "words of code that are repeated",
    "dates_times": "columns such as 200-300 are no dates, am and pm no times",
    "misc.capitalization.days": "names of files",
    "misc.phrasal_adjectives": "possibly-human is the name of a label",
    "psychology": "p-values are printed as the papers print them",
    "typography": "quotes and marks are set by the renderer",
    "uncomparables": "more correct answers are more answers",
    "weasel_words": "very low is the name of a level",
}
"""Checks of the prose linter that do not suit these documents, each with the reason."""


def test_the_documents_are_spelled_right() -> None:
    command: list[str | Path] = [sys.executable, "-m", "codespell_lib", "--toml", ROOT / "pyproject.toml", *DOCUMENTS]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_spelling_check_notices_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("Teh bot.\n")
    ended = subprocess.run(
        [sys.executable, "-m", "codespell_lib", tmp_path / "x.md"], capture_output=True, text=True, check=False
    )
    assert "Teh ==> The" in ended.stdout


def test_the_documents_read_well(tmp_path: Path) -> None:
    texts = {str(document.relative_to(ROOT)): prose(document.read_text("utf-8")) for document in DOCUMENTS}
    assert remarks(texts, tmp_path) == []


def test_the_prose_check_notices_a_cliche(tmp_path: Path) -> None:
    assert remarks({"x.md": "At the end of the day, it is what it is.\n"}, tmp_path)


def prose(markdown: str) -> str:
    """Return a document without its code, tables and quotations."""
    text = re.sub(r"^```.*?^```$", "", markdown, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)
    return re.sub(r"`[^`]*`|\"[^\"\n]*\"|“[^”]*”", "X", text)


def remarks(texts: dict[str, str], folder: Path) -> list[str]:
    """Return what the prose linter remarks, but for the checks left out."""
    for name, text in texts.items():
        (folder / name.replace("/", "~")).write_text(text, "utf-8")
    command: list[str | Path] = [
        Path(sys.executable).with_name("proselint"),
        "check",
        "--output-format",
        "json",
        *folder.iterdir(),
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return [
        f"{Path(url).name}:{each['pos'][0]}: {each['message']}"
        for url, result in json.loads(ended.stdout)["result"].items()
        for each in result["diagnostics"]
        if not each["check_path"].startswith(tuple(LEFT_OUT))
    ]
