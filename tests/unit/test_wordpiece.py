"""Word pieces: as the tokenizer of the encoder that was fine-tuned gives them."""

import csv
import random
import unicodedata
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.encoder import pieces

tokenizers = pytest.importorskip("tokenizers")

EDGES = [
    "",
    " ",
    "don't",
    "Ünï çödé",
    "a\u0301b",
    "你好world",
    "\u0130stanbul ΣΊΣΥΦΟΣ",
    "x" * 101,
    "x" * 100,
    "\ufffd\x00\x1f\x7fa",
    "…—“”",
    "e\u200bf",
]


@pytest.fixture(scope="module")
def peer() -> Any:
    vocabulary = files("botassay.encoder").joinpath("data/vocab.txt")
    return tokenizers.BertWordPieceTokenizer(str(vocabulary), lowercase=True)


def known(mark: str) -> bool:
    """Whether a character is old enough for the tables of both to agree on it."""
    return unicodedata.ucd_3_2_0.category(mark) == unicodedata.category(mark) not in {"Cn", "Cs"}


def same(peer: Any, text: str) -> bool:
    return list(peer.encode(text, add_special_tokens=False).ids) == pieces(text)


@pytest.mark.parametrize("text", EDGES)
def test_edges(peer: Any, text: str) -> None:
    assert same(peer, text)


@given(text=st.text(st.characters(exclude_categories=["Cs", "Cn"]).filter(known), max_size=40))
def test_any_text(peer: Any, text: str) -> None:
    assert same(peer, text)


def test_every_plane(peer: Any) -> None:
    marks = [chr(number) for number in range(0x30000) if known(chr(number))]
    draw = random.Random(1)  # noqa: S311 - no secret
    texts = ["".join(draw.choices(marks, k=30)) for _ in range(3000)]
    assert [text for text in texts if not same(peer, text)] == []


@pytest.mark.slow
def test_tweets(peer: Any, data: Path) -> None:
    with (data / "davidson" / "labeled_data_90.csv").open(newline="", encoding="utf-8") as lines:
        assert [row["tweet"] for row in csv.DictReader(lines) if not same(peer, row["tweet"])] == []
