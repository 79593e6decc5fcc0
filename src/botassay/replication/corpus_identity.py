"""Whether a corpus is the one that a paper rated: by the digests of its dialogs, or else by the names of its files."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import as_file, files
from typing import Final

import numpy as np

from botassay.core.dialog import Dialog
from botassay.core.errors import InputError
from botassay.core.text.plural import many
from botassay.corpora import Corpus

ENOUGH: Final = 0.99
"""Share of the known dialogs that have to be there."""
KNOWN: Final = {"Restaurant": "DSTC2"}
"""Corpora whose digests ship, by the name that the paper gives them."""
_INSURANCE: Final = re.compile(r"insuranceqa|^question\..*token_idx|^answers\.label", re.IGNORECASE)
BY_NAMES: Final = "InsuranceQA is known by names and counts only"


def digest(dialog: Dialog) -> int:
    """Return a number for what a dialog says: blake2b-64 over its `role<tab>text` lines, NFC, white space collapsed."""
    lines = (f"{turn.role}\t{' '.join(unicodedata.normalize('NFC', turn.text).split())}" for turn in dialog.utterances)
    whole = "\n".join(lines).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(whole, digest_size=8).digest(), "big")


def known_digests(name: str) -> Counter[int]:
    """Return the digests of a known corpus, and how many of its dialogs have each."""
    shipped = files("botassay.replication").joinpath("digests", f"{KNOWN[name].lower()}.npz")
    with as_file(shipped) as file, np.load(file, allow_pickle=False) as held:
        return Counter(held["digests"].tolist())


@dataclass(frozen=True, slots=True)
class CorpusIdentity:
    """How much of a known corpus some dialogs are."""

    corpus: str
    dialogs: int
    known: int
    present: int
    """Of the known ones."""

    @classmethod
    def of(cls, name: str, dialogs: Iterable[Dialog]) -> "CorpusIdentity":
        """Compare dialogs with the known ones of a corpus."""
        here, known = Counter(map(digest, dialogs)), known_digests(name)
        return cls(KNOWN[name], here.total(), known.total(), (here & known).total())

    @property
    def sure(self) -> bool:
        """Whether nearly all dialogs of the known corpus are there."""
        return self.present >= ENOUGH * self.known

    def __str__(self) -> str:
        dialogs = many(self.dialogs, "dialog", "dialogs")
        return f"{dialogs}, {self.present:,} of the {self.known:,} of {self.corpus}"

    def check(self, where: str) -> None:
        """Refuse another corpus. Raises InputError."""
        if not self.sure:
            hint = f"give a copy of {self.corpus}, or add --as-is to rate the dialogs as a control"
            raise InputError(f"E138 this is not the paper's corpus: {self}", where, hint)


def only_known(name: str, dialogs: Iterable[Dialog]) -> Iterator[Dialog]:
    """Yield the dialogs of a known corpus, without any surplus ones."""
    left = known_digests(name)
    for dialog in dialogs:
        number = digest(dialog)
        if left[number]:
            left[number] -= 1
            yield dialog


def check_names(corpus: Corpus, where: str) -> None:
    """Refuse files that do not have the names of InsuranceQA. Raises InputError."""
    names = [volume.main.name.rpartition("/")[2] for volume in corpus.volumes]
    if names and not any(map(_INSURANCE.search, names)):
        hint = "keep the published names of the files, or add --as-is to rate the dialogs as a control"
        raise InputError(f"E138 this is not the paper's corpus: {BY_NAMES}, and no file has one", where, hint)
