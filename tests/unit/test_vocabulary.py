"""Words are found in any spelling, remembered or not, and weights by their number."""

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.text.folding import swaps
from botassay.trust.abuse import vocabulary
from botassay.trust.abuse.hash_table import HashTable
from botassay.trust.abuse.replies import screen
from botassay.trust.abuse.tokens import SEPARATOR, chunks, pieces, pieces_of, stream, tokens
from botassay.trust.abuse.vocabulary import NgramReader, NgramVocabulary

WORDS = {word: place for place, word in enumerate([SEPARATOR, "you", "idiot", "idoits", "hat"])}
SMALL = NgramVocabulary(WORDS, np.array([1, 2, 41, 0, 0, 0]))
TEXTS = st.lists(st.text("aeit @h*$'.,:/\n\t&;#10é\u2028", max_size=30), max_size=5)


@given(TEXTS)
def test_the_tokens_of_the_chunks_are_those_of_the_stream(texts: list[str]) -> None:
    assert [token for chunk in chunks(texts) for token in tokens(chunk)] == stream(texts)


@given(st.lists(st.text(max_size=90), max_size=4))
def test_pieces_are_hashed_runs_of_bytes(words: list[str]) -> None:
    homes, found = pieces_of(words, 1 << 15)
    for at, word in enumerate(words):
        marked = b"<%b>" % word[:64].encode("utf-8", "replace")
        runs = [marked[start : start + size] for size in (3, 4, 5) for start in range(len(marked) - size + 1)]
        assert found[homes == at].tolist() == [zlib.crc32(run) & 0x7FFF for run in runs] == pieces(word, 1 << 15)


@pytest.mark.parametrize(
    ("token", "place"),
    [
        ("idoit", 2),
        ("1d10t", 2),
        ("id*ot", 2),
        ("idiiiot", 2),
        ("hta", -1),
        ("@you", -2),
        ("you's", 1),
        ("http://x", -2),
    ],
)
def test_disguises_lead_to_abusive_words_alone(token: str, place: int) -> None:
    assert SMALL.recognise(token) == place


def test_every_exchange_of_letters_is_seen_through() -> None:
    words = screen().model.vocabulary
    abusive = [word for word, place in words.numbers.items() if words.kinds[place] >= vocabulary.FIRST_ABUSIVE_KIND]
    for word in abusive:
        assert all(words.swapped[other] in abusive for other in swaps(word))


def test_what_is_remembered_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = np.arange(96.0).reshape(32, 3)
    texts = ["you idiot @you", "strange hats, strange idoit", "x" * 200, "you"]
    whole = NgramReader(SMALL, weights).read(texts)
    monkeypatch.setattr(vocabulary, "_REMEMBERED", 0)
    forgetful = NgramReader(SMALL, weights)
    for _ in range(3):
        again = forgetful.read(texts)
        assert [part.tolist() for part in again] == [part.tolist() for part in whole]
    assert whole[0].tolist() == [0, 1, 2, 0, -1, -1, -1, -1, 2, 0, -1, 0, 1, 0]


@pytest.mark.parametrize("count", [1, 2, 1000])
def test_a_table_finds_what_it_holds_and_nothing_else(count: int) -> None:
    draw = np.random.default_rng(count)
    keys = np.unique(draw.integers(0, 1 << 40, size=count))
    weights = draw.random((len(keys), 3))
    asked = np.concatenate([keys, keys + 1, [-1, 0], keys[::-1]])
    hits, found = HashTable.of(keys, weights).find(asked)
    places = {key: at for at, key in enumerate(keys.tolist())}
    assert hits.tolist() == [at for at, key in enumerate(asked.tolist()) if key in places]
    assert (found == weights[[places[key] for key in asked[hits].tolist()]]).all()
