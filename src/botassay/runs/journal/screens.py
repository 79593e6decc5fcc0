"""Pictures of replies: files beside the journal, whose digests stand in it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from logging import getLogger
from pathlib import Path
from re import sub
from typing import Any, Final, NamedTuple

from botassay.core.errors import OutputError

LOG = getLogger("botassay")

FOLDER: Final = "screens"
"""In the folder of a run."""
LIMIT: Final = 200 * 2**20
"""Bytes of all pictures of a run; further ones are not kept."""
KEY: Final = "screen"
"""In a stored reply."""


class Screenshot(NamedTuple):
    """A picture, as the journal names it."""

    file: str
    sha256: str


@dataclass(slots=True)
class Screens:
    """Writes the pictures of a run.

    Args:
        run: its folder.
        limit: bytes of all of them.
    """

    run: Path
    limit: int = LIMIT
    _size: int | None = None
    _full: bool = field(default=False)

    def keep(self, conversation: str, attempt: int, turn: int, picture: bytes) -> Mapping[str, Any]:
        """Write a picture; return what the stored reply says of it, nothing where there is no room.

        Raises: OutputError when the disk does not take it.
        """
        folder = self.run / FOLDER
        if self._size is None:
            self._size = sum(file.stat().st_size for file in folder.glob("*.jpg"))
        if self._size + len(picture) > self.limit:
            if not self._full:
                LOG.warning("%s holds %d MB: no further pictures are kept", folder, self.limit // 2**20)
            self._full = True
            return {}
        again = f"-{attempt}" if attempt > 1 else ""
        name = f"{sub(r'[^A-Za-z0-9._-]+', '_', conversation)[:100]}-{turn + 1}{again}.jpg"
        try:
            folder.mkdir(exist_ok=True)
            (folder / name).write_bytes(picture)
        except OSError as error:
            raise OutputError(f"cannot be written: {error.strerror or error}", str(folder / name)) from error
        self._size += len(picture)
        return {KEY: Screenshot(name, sha256(picture).hexdigest())._asdict()}


class ScreensSeen(NamedTuple):
    """How the pictures of a run are: unchanged ones, and the names of those that are missing or were changed."""

    sound: int
    missing: tuple[str, ...]
    changed: tuple[str, ...]


def compared(run: Path, screens: Iterable[Screenshot]) -> ScreensSeen:
    """Compare the pictures of a run with their digests in its journal."""
    seen: dict[str, list[str]] = {"sound": [], "missing": [], "changed": []}
    for screen, state in _states(run, screens):
        seen[state].append(screen.file)
    return ScreensSeen(len(seen["sound"]), tuple(seen["missing"]), tuple(seen["changed"]))


def _states(run: Path, screens: Iterable[Screenshot]) -> Iterator[tuple[Screenshot, str]]:
    for screen in screens:
        place = run / FOLDER / Path(screen.file).name
        if not place.is_file():
            yield screen, "missing"
        else:
            same = sha256(place.read_bytes()).hexdigest() == screen.sha256
            yield screen, "sound" if same else "changed"
