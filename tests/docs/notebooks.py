"""Runs the notebooks in docs/notebooks and keeps what they print: `make notebooks`."""

import os
from pathlib import Path
from shutil import copytree
from typing import Any, Final

import nbformat
from nbclient import NotebookClient

FOLDER: Final = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS: Final = tuple(sorted(FOLDER.glob("*.ipynb")))


def read(notebook: Path) -> Any:
    """Read a notebook; it has to be sound."""
    document = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(document)
    return document


def executed(notebook: Path, folder: Path) -> Any:
    """Run a notebook in an empty folder, beside copies of what lies beside it; give it with what it printed."""
    document = read(notebook)
    place = copytree(FOLDER, folder / "notebooks")
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

    for one in NOTEBOOKS:
        with TemporaryDirectory() as empty:
            nbformat.write(executed(one, Path(empty)), one)  # type: ignore[no-untyped-call]
