"""The same corpus gives the same bytes: whatever the hash seed, the workers, the locale, the order of the files."""

import hashlib
import json
import os
import random
from pathlib import Path

import pytest

from botassay.corpora.corpus import open_corpus
from botassay.io import sources
from tests.conftest import Run

WORDS = [
    "hello",
    "your",
    "table",
    "booking",
    "idiot",
    "stupid",
    "ext3",
    "partition",
    "please",
    "the",
    "is",
    "you",
    "are",
    "for",
    "two",
    "card",
    "transfer",
]


def write_corpus(folder: Path, names: list[str]) -> None:
    for name in names:
        chance = random.Random(name)  # noqa: S311 - any dialogs will do, the same ones each time
        rows = [{"id": f"{name}-{n}", "utterances": _exchange(chance)} for n in range(150)]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def _exchange(chance: random.Random) -> list[dict[str, str]]:
    roles = ("user", "bot") * chance.randint(1, 4)
    return [{"role": role, "text": " ".join(chance.choices(WORDS, k=chance.randint(0, 7)))} for role in roles]


VARIANTS: list[tuple[tuple[str, ...], dict[str, str]]] = [
    ((), {"PYTHONHASHSEED": "0"}),
    ((), {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Tokyo"}),
    (("--workers", "2"), {"PYTHONHASHSEED": "2"}),
    (("--workers", "4"), {"PYTHONHASHSEED": "3", "LC_ALL": "C.UTF-8"}),
]


def test_the_same_corpus_gives_the_same_bytes(botassay: Run, tmp_path: Path) -> None:
    corpora = []
    for n, order in enumerate((["a", "b", "c"], ["c", "a", "b"])):  # the order in which the file system gets them
        folder = tmp_path / str(n) / "corpus"
        folder.mkdir(parents=True)
        write_corpus(folder, order)
        corpora.append(folder)
    digests = set()
    for corpus in corpora:
        for flags, environment in VARIANTS:
            ended = botassay("rate", corpus, "--json", *flags, **environment)
            assert ended.code == 0, ended.err
            digests.add(hashlib.sha256(ended.out.encode()).hexdigest())
    assert len(digests) == 1


def test_files_come_in_the_same_order_whatever_the_file_system_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_corpus(tmp_path, ["b", "a", "c"])
    walk = os.walk
    monkeypatch.setattr(os, "walk", lambda top, **_: ((f, d, sorted(n, reverse=True)) for f, d, n in walk(top)))
    assert [source.name for source in sources.find(tmp_path)[0]] == ["a.jsonl", "b.jsonl", "c.jsonl"]
    assert len(list(open_corpus(tmp_path))) == 450
