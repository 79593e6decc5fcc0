"""Volumes: a file, or several that are read together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from botassay.core.errors import InputError, blame
from botassay.corpora.json_documents import begins_document
from botassay.io.json_array import open_items
from botassay.io.lines import FileLines
from botassay.io.sources import SourceFile, shown
from botassay.plugins.protocols import FolderReader

_BEGINNING: Final = 2**16
"""Characters of a document by which its format is recognised."""
ALONE = ""
"""The part of a file that makes a volume by itself."""


@dataclass(frozen=True, slots=True)
class Volume:
    """A file, or all files of a bundle."""

    sources: Mapping[str, SourceFile]
    """Part -> its file; the first names the volume."""
    reader: FolderReader | None = None
    """The reader of a bundle."""

    @property
    def main(self) -> SourceFile:
        """The file that names the volume."""
        return next(iter(self.sources.values()))

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(source.size for source in self.sources.values())

    def first_line(self) -> str | None:
        """Read the first line, or item, of the main file that is not blank.

        Raises: InputError.
        """
        return next((line for line in open_items(self.main) if not line.isspace()), None)

    def beginning(self, first: str) -> str:
        """Return the beginning of the document that the main file is; the first line where an object ends on it.

        Raises: InputError.
        """
        if not begins_document(first):
            return first
        parts, length = list[str](), 0
        for line in open_items(self.main):
            parts.append(line)
            length += len(line)
            if length > _BEGINNING:
                break
        return "".join(parts)

    def from_anywhere(self) -> "Volume":
        """Return the volume as it can be opened on another machine."""
        return replace(self, sources={part: source.from_anywhere() for part, source in self.sources.items()})

    def open(self) -> dict[str, FileLines]:
        """Open all files; in a bundle the object that a `.json` is, is read by its members."""
        return {
            part: open_items(source, members=self.reader is not None and source.bare.endswith(".json"))
            for part, source in self.sources.items()
        }


def bind(
    files: Sequence[SourceFile], readers: Iterable[FolderReader], *, alone: bool
) -> tuple[list[Volume], list[str]]:
    """Return the volumes of a corpus, in the order of the files that name them.

    Args:
        files: the files of a corpus, in order.
        readers: formats of several files.
        alone: one file was named, not its folder: the rest of its bundle lies beside it.

    Returns: the volumes, and the names of their files that are never opened.
    """
    bound: dict[str, Volume] = {}
    named, unread = set[str](), set[str]()
    for volume, left_out in _bundled(files, readers, alone=alone):
        names = {source.name for source in volume.sources.values()}
        taken = names & (bound.keys() | unread)
        if not taken and _recognised(volume):
            bound[volume.main.name] = volume
            named |= names
            unread |= left_out
    volumes = [bound.get(source.name) or Volume({ALONE: source}) for source in files]
    loose = [volume for volume in volumes if volume.reader or volume.main.name not in named | unread]
    return loose, [] if alone else sorted(unread - named)


def _bundled(
    files: Sequence[SourceFile], readers: Iterable[FolderReader], *, alone: bool
) -> Iterator[tuple[Volume, set[str]]]:
    """Return the bundles that each reader proposes, each with the files of it that are never opened."""
    folders = _folders(files, alone=alone)
    for reader in readers:
        for folder, beside in folders.items():
            with blame(f"the format {type(reader).__name__}"):
                bundles = reader.bundles(sorted(beside))
            for bundle in bundles:
                volume = Volume({part: beside[name] for part, name in bundle.parts.items()}, reader)
                if not alone or volume.main.name == files[0].name:
                    yield volume, {folder + name for name in bundle.unread}


def _folders(files: Sequence[SourceFile], *, alone: bool) -> dict[str, dict[str, SourceFile]]:
    """Return the files by folder and by their name in it."""
    if alone:
        beside = sorted(path for path in files[0].path.parent.iterdir() if path.is_file())
        return {"": {shown(path.name): SourceFile(path, shown(path.name)) for path in beside}}
    folders: dict[str, dict[str, SourceFile]] = {}
    for source in files:
        folder, slash, name = source.name.rpartition("/")
        folders.setdefault(folder + slash, {})[name] = source
    return folders


def _recognised(volume: Volume) -> bool:
    """Whether the main file of a bundle has the format that its name suggests; an unreadable one is left for later."""
    try:
        first = volume.first_line()
    except InputError:
        return False
    return first is not None and volume.reader is not None and volume.reader.sniff(first)
