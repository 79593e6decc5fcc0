"""Protection of files: inputs of the same command, and results of another subject, are not overwritten."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from botassay.core.errors import OutputError, UsageError

_WRITTEN: Final = ("outputs", "output", "out", "curves", "conversations", "record", "save")
"""Parameters that say where something is written."""
_DRAWN: Final = (".html", ".md", ".svg", ".xml", ".sarif")
"""Endings of what is drawn, and never read."""
_OWN: Final = b'"schema":"botassay/'
_BEGINNING: Final = 200


def spare_inputs(outputs: Iterable[Path | None]) -> None:
    """Refuse to overwrite an input of the same command; checked before the work.

    Inputs are the files that a parameter names, also after a colon or an equals sign (`human:FILE`, `data=FILE`), and
    the files in a folder that a parameter names, except for drawings and documents of botassay.

    Args:
        outputs: the files to be written; None where there is none.

    Raises: UsageError.
    """
    written = {_place(output): output for output in outputs if output is not None and output.exists()}
    context = click.get_current_context(silent=True)
    if context is None or not written:
        return
    for text in _typed(context):
        _spare(written, [_place(path) for path in _named(text)])


def _typed(context: click.Context) -> Iterator[str]:
    """Yield the values of all parameters that may name an input."""
    for name, value in context.params.items():
        if name.rpartition("__")[2] not in _WRITTEN:
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, str | Path):
                    yield str(part)


def _place(path: Path) -> Path:
    return Path(os.path.realpath(path))  # other than resolve, it bears links that lead to each other


def _named(typed: str) -> Iterator[Path]:
    """Yield the paths that a value may name; a module is a file, too."""
    yield Path(typed)
    for mark in ":=":
        parts = typed.split(mark)
        yield from (Path(mark.join(parts[at:])) for at in range(1, len(parts)))
        yield from (Path(f"{part.replace('.', '/')}.py") for part in parts if part)


def _spare(written: dict[Path, Path], read: list[Path]) -> None:
    for place, output in written.items():
        if place in read:
            raise UsageError(
                f"{output} is an input of this command and would be overwritten", hint="write to another file"
            )
        folder = next((path for path in read if path in place.parents), None)
        if folder is not None and not _ours(place, folder):
            hint = "write to another file, or outside of the folder"
            raise UsageError(f"{output} is in an input folder and would be overwritten", hint=hint)


def _ours(file: Path, folder: Path) -> bool:
    """Return whether a file in a folder is not read there: a drawing, a document of botassay, or a file of a run."""
    from botassay.runs.journal import FILE

    if file.suffix.lower() in _DRAWN or (folder / FILE).is_file():
        return True
    with file.open("rb") as opened:
        return _OWN in opened.read(_BEGINNING).replace(b": ", b":")


def spare_others(files: Iterable[tuple[Path, bytes]], *, force: bool) -> None:
    """Refuse to write over files that hold something else than what would be written.

    Raises: OutputError.
    """
    for file, data in () if force else files:
        if file.exists() and not (file.is_file() and file.read_bytes() == data):
            hint = "name another folder with --out, or --force"
            raise OutputError("a different file of that name exists", str(file), hint)
