"""The ids of a corpus, in ten bytes per dialog."""

import re
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from struct import unpack
from typing import Final
from unicodedata import normalize


class Ids:
    """A growing set of ids, kept as sorted 64-bit digests on many short shelves.

    Two different ids share a digest once in 10^7 corpora of a million dialogs.
    """

    def __init__(self) -> None:
        self._shelves = [array("Q") for _ in range(4096)]

    def add(self, name: str) -> bool:
        """Add an id; return whether it is new.

        >>> ids = Ids()
        >>> ids.add("d1"), ids.add("d2"), ids.add("d1")
        (True, True, False)
        """
        key = digest_of(name)
        shelf = self._shelves[key >> 52]
        place = bisect_left(shelf, key)
        if place < len(shelf) and shelf[place] == key:
            return False
        shelf.insert(place, key)
        return True

    def __contains__(self, name: str) -> bool:
        """Whether an id was added."""
        key = digest_of(name)
        shelf = self._shelves[key >> 52]
        place = bisect_left(shelf, key)
        return place < len(shelf) and shelf[place] == key

    def add_all(self, names: Sequence[str]) -> bool:
        """Add several ids if all are new; return whether they are.

        >>> ids = Ids()
        >>> ids.add_all(["d1", "d2"]), ids.add_all(["d3", "d1"]), ids.add_all(["d4", "d4"]), "d3" in ids
        (True, False, False, False)
        """
        digests = b"".join([_digest(name) for name in names])
        keys = unpack(f">{len(names)}Q", digests)
        for nth, key in enumerate(keys):
            shelf = self._shelves[key >> 52]
            place = bisect_left(shelf, key)
            if place < len(shelf) and shelf[place] == key:
                self._take_back(keys[:nth])
                return False
            shelf.insert(place, key)
        return True

    def _take_back(self, keys: Sequence[int]) -> None:
        for key in keys:
            shelf = self._shelves[key >> 52]
            del shelf[bisect_left(shelf, key)]


class Twins:
    """Notices ids that look the same: that differ in the encoding of letters, or in characters without width."""

    def __init__(self) -> None:
        self._folded: Ids | None = None

    def add(self, name: str, ids: Ids, later: AbstractSet[str] = frozenset()) -> bool:
        """Add a new id; return whether it has a twin among all ids; `later` ones come after it.

        >>> ids, twins = Ids(), Twins()
        >>> [ids.add(name) and twins.add(name, ids) for name in ("caf\u00e9", "cafe\u0301", "d1", "d1\u200b", "d2")]
        [False, True, False, True, False]
        """
        if name.isascii():
            return self._folded is not None and name in self._folded
        plain = alike(name)
        self._folded = self._folded or Ids()
        return not self._folded.add(plain) or (plain != name and plain not in later and plain in ids)

    def among(self, names: Sequence[str], ids: Ids) -> int:
        """Add several ids; return how many have a twin."""
        if self._folded is None and all(map(str.isascii, names)):
            return 0
        later, twins = set(names), 0
        for name in names:
            later.discard(name)
            twins += self.add(name, ids, later)
        return twins


def alike(text: str) -> str:
    """Return a text in the form that all texts share that look the same."""
    return normalize("NFC", _NO_WIDTH.sub("", text))


def digest_of(name: str) -> int:
    """Return the 64-bit digest of an id."""
    return int.from_bytes(_digest(name), "big")


def _digest(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()


_NO_WIDTH: Final = re.compile(r"[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
