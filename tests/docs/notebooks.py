"""Runs the notebooks in docs/notebooks and keeps what they print: `make notebooks`."""

import os
from pathlib import Path
from shutil import copy, copytree
from typing import Any, Final

import nbformat
from nbclient import NotebookClient

ROOT: Final = Path(__file__).parents[2]
PLACE: Final = Path("docs", "notebooks")
"""Where they lie, from the root."""
FOLDER: Final = ROOT / PLACE
NOTEBOOKS: Final = tuple(sorted(FOLDER.glob("*.ipynb")))


def read(notebook: Path) -> Any:
    """Read a notebook; it has to be sound."""
    document = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(document)
    return document


def executed(notebook: Path, folder: Path) -> Any:
    """Run a notebook in a copy of its folder, with the dialogs of the demo; return it with what it printed."""
    document = read(notebook)
    place = copytree(FOLDER, folder / PLACE)
    (folder / "demo").mkdir()
    copy(ROOT / "demo" / "dialogs.jsonl", folder / "demo")
    client = NotebookClient(
        document,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(place)}},
        record_timing=False,
    )
    client.execute(env={**os.environ, "COLUMNS": "100", "IPYTHONDIR": str(folder / "ipython")})
    document.metadata.language_info = {"name": "python"}  # the version of whoever ran it is no news
    return document


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    for notebook in NOTEBOOKS:
        with TemporaryDirectory() as empty:
            nbformat.write(executed(notebook, Path(empty)), notebook)  # type: ignore[no-untyped-call]
