"""What to do about a path that leads to nothing, or to a folder that lacks what was looked for."""

import os
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

MISSING: Final = "E174 there is no such file"
_NAMED: Final = 3
"""Names of files at most in a message."""
_LOOKED_AT: Final = 1_000
"""Entries of a folder at most that are looked at for a message."""


def instead_of(path: Path, otherwise: str) -> str:
    """Return what to do about a path that is not there.

    Args:
        path: as it was given.
        otherwise: the advice where the file system has none.

    Returns: where a link leads to, the name beside it that is spelt most alike, the first folder on the way that is
        missing, or `otherwise`.

    >>> folder = getfixture("tmp_path")
    >>> _ = (folder / "dialogs.jsonl").write_text("")
    >>> instead_of(folder / "dialog.jsonl", "check the path") == f"did you mean {folder / 'dialogs.jsonl'}?"
    True
    """
    from difflib import get_close_matches  # only errors need it

    if path.is_symlink():
        return f"it is a link to {path.readlink()}, which does not exist"
    if near := get_close_matches(path.name, _names(path.parent), n=1, cutoff=0.75):
        return f"did you mean {path.with_name(near[0])}?"
    gone = [folder for folder in path.parents if not folder.exists()]
    return f"the folder {gone[-1]} does not exist; {otherwise}" if gone else otherwise


def unread(error: OSError) -> str:
    """Return why a file could not be read.

    >>> unread(FileNotFoundError(2, "No such file or directory"))
    'E174 there is no such file'
    >>> unread(PermissionError(13, "Permission denied"))
    'E174 cannot be read: Permission denied'
    """
    return MISSING if isinstance(error, FileNotFoundError) else f"E174 cannot be read: {error.strerror or error}"


def beside(folder: Path, wanted: Sequence[str]) -> str:
    """Return what a folder holds that lacks all of some files: folders in it that have one, or a few of its names.

    Args:
        folder: exists.
        wanted: names of the files, one of which would have done.

    >>> folder = getfixture("tmp_path")
    >>> beside(folder, ["rating.json"])
    'the folder is empty'
    >>> (folder / "monday").mkdir()
    >>> _ = (folder / "monday" / "rating.json").write_text("{}")
    >>> beside(folder, ["rating.json"]) == f"name a folder in it: {folder / 'monday'}"
    True
    """
    names = _names(folder)
    if not names:
        return "the folder is empty"
    having = [folder / name for name in names if any((folder / name / file).is_file() for file in wanted)]
    return f"name a folder in it: {_some(map(str, having))}" if having else f"the folder holds {_some(names)}"


def _some(names: Iterable[str]) -> str:
    """Return the first few names, and how many there are besides.

    >>> _some(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    every = list(names)
    rest = len(every) - _NAMED
    return ", ".join(every[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def _names(folder: Path) -> list[str]:
    """Return the names in a folder, sorted; none where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in islice(entries, _LOOKED_AT) if not entry.name.startswith("."))
    except OSError:
        return []
