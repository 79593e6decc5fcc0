"""Train the scorer of ``--method paper`` from tweets: writes ``abuse-tweets.npz``, the same bytes every time.

    BOTASSAY_DATA=... python models/abuse/train.py [FOLDER]

FOLDER is ``src/botassay/trust/abuse/data`` unless it is given. The features are those of `botassay.trust.abuse.linear`,
read through the same functions; the weights are those of a multinomial logistic regression with an L2 penalty.
`screen` learns by the same functions what the encoder says; beside its regression stands the network of `network`, and
the class sums of both are added up.
"""

import io
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import sources
from network import Network
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sources import CLASSES, Row
from threadpoolctl import threadpool_limits
from variations import alike
from wordfreq import top_n_list

from botassay.trust.abuse import linear
from botassay.trust.abuse.tokens import SEPARATOR, is_ignored, pieces, stream
from botassay.trust.abuse.vocabulary import NgramVocabulary

WEIGHTS = Path(__file__).parents[2] / "src/botassay/trust/abuse/data"
SEVERITY = (1.0, 0.5, 0.0)
EDGE_KIND = 1
BUCKETS = 1 << 15
PENALTY = 0.3  # C of scikit-learn: the inverse of the strength of the L2 penalty
PIECE_VALUE = 0.25  # what one character n-gram counts, where a word counts 1; a power of two loses no precision
ROUNDS = 1000
TOLERANCE = 1e-5
SHAPE_VALUE = 0.5
PAIR_VALUE = 1.0
PAPER_PENALTY = 0.01  # that of Davidson et al.
FEWEST = 2  # rows that a word must stand in to be known
COMMON_WORDS = 45000  # so many of the commonest words of English are known besides
LINEAR_SHARE, NETWORK_SHARE = 0.5, 0.6  # what the class sums of the two halves count
FEWEST_PAIRS = 3  # rows that a pair or a shape must stand in

STORED = {
    "word_weights": np.float16,
    "pair_weights": np.float16,
    "shape_weights": np.float16,
    "piece_weights": np.float16,
}
SHOWN = 4096  # texts that show how far the network's activations go

Array = NDArray[Any]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Features:
    """Which words, pairs and shapes a model knows."""

    vocabulary: NgramVocabulary
    pairs: Ints
    shapes: Ints

    @property
    def words(self) -> int:
        return len(self.vocabulary.numbers)


@dataclass(frozen=True, slots=True)
class Seen:
    """What stands in a list of texts: for every token its row and place, for unknown words their spelling."""

    rows: Ints
    places: Ints
    unknown: list[str]


def normal(text: str) -> str:
    """Give a text without case and punctuation, to find the same sentence twice."""
    return re.sub(r"\W+", " ", text.lower()).strip()


def mixture(kept: Callable[[str], bool] = bool) -> list[Row]:
    """Give the rows of the default model, of the templates that are `kept`, without what it is measured by."""
    own, carriers = sources.own(kept), sources.carriers()
    chat = [*sources.banking("train"), *sources.assistant(), *sources.services("009", "SYSTEM", "USER")]
    forbidden = {normal(text) for text in sources.measured()}
    own = [row for row in own if normal(row.text) not in forbidden]
    inside = sources.embedded(own, [*carriers, *carriers, *chat[::20]])
    said = [*sources.replies(), *sources.technical()]
    changed = [row for row in alike() if normal(row.text) not in forbidden]
    return [*sources.tweets(), *sources.conversations("train"), *chat, *said, *own, *carriers, *inside, *changed]


def read(texts: Sequence[str], vocabulary: NgramVocabulary) -> Seen:
    """Read texts as `linear` does, a row being a whole text."""
    tokens = stream(texts)
    places = vocabulary.places(tokens)
    for at in np.flatnonzero(places < 0).tolist():
        places[at] = vocabulary.recognise(tokens[at])
    unknown = [tokens[at] for at in np.flatnonzero(places == -1).tolist()]
    places = places[places != -2]
    edges = places == 0
    rows = np.maximum(np.cumsum(edges) - 1 - edges, 0)
    return Seen(rows, places, unknown)


def learn_vocabulary(texts: Sequence[str], kinds: Mapping[str, int], others: Sequence[str]) -> NgramVocabulary:
    """Know every word of the lexicon, every one of `others`, and every word that stands in `FEWEST` texts."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(set(stream([text])) - {SEPARATOR})
    common = {word for word, count in counts.items() if count >= FEWEST and not is_ignored(word)}
    known = common | set(kinds) | set(others)
    words = [SEPARATOR, *sorted({word for word in known if not word.isdecimal()} | {"0"})]
    numbers = {word: place for place, word in enumerate(words)}
    return NgramVocabulary(numbers, np.array([EDGE_KIND, *(kinds.get(word, 0) for word in words[1:]), 0]))


def common_words() -> list[str]:
    """Give the commonest words of English, as far as `stream` takes each for one word."""
    return [word for word in top_n_list("en", COMMON_WORDS) if stream([word]) == [SEPARATOR, word, SEPARATOR]]


def frequent(rows: Ints, keys: Ints) -> Ints:
    """Give the keys that stand in at least `FEWEST_PAIRS` rows, sorted."""
    both = np.unique(np.stack([keys, rows]), axis=1)
    found, counts = np.unique(both[0], return_counts=True)
    return found[counts >= FEWEST_PAIRS]


def learn(texts: Sequence[str], kinds: Mapping[str, int], others: Sequence[str] = ()) -> Features:
    """Choose the features that the texts support; `others` are words to know besides theirs."""
    vocabulary = learn_vocabulary(texts, kinds, others)
    seen = read(texts, vocabulary)
    pairs = linear.pair_keys(seen.places, len(vocabulary.numbers))
    shapes = [frequent(rows, keys) for rows, keys in shapes_of(seen, vocabulary)]
    chosen = frequent(seen.rows[1:], pairs)
    return Features(vocabulary, chosen[chosen >= 0], np.unique(np.concatenate(shapes)))


def shapes_of(seen: Seen, vocabulary: NgramVocabulary) -> list[tuple[Ints, Ints]]:
    """Give (rows, keys) of the shapes of each length, those left out that reach past the edge of a text."""
    kinds = vocabulary.kinds[seen.places]
    kept = np.flatnonzero(kinds)
    rows, edge = seen.rows[kept], kinds[kept] == EDGE_KIND
    shapes = zip(linear.shape_homes(rows), linear.shape_keys(kinds[kept]), strict=True)
    found = []
    for length, (homes, keys) in enumerate(shapes, start=1):
        inner = keys == EDGE_KIND  # the edge alone tells nothing, and a stream has one more than texts
        for step in range(1, length - 1):
            inner |= edge[step : step + len(keys)]
        found.append((homes[~inner], keys[~inner]))
    return found


def matrix(texts: Sequence[str], features: Features) -> sparse.csr_matrix:
    """Count the features of the texts, (texts, words + pieces + pairs + shapes)."""
    seen = read(texts, features.vocabulary)
    spelled = piece_matrix(features.vocabulary)
    real = np.flatnonzero(seen.places > 0)
    words = count(seen.rows[real], seen.places[real], (len(texts), features.words))
    strange = {word: at for at, word in enumerate(dict.fromkeys(seen.unknown))}
    unknown = np.flatnonzero(seen.places == -1)
    columns = np.array([strange[word] for word in seen.unknown], np.int64)
    odd = count(seen.rows[unknown], columns, (len(texts), len(strange)))
    parts = words @ spelled
    if strange:
        parts = parts + odd @ count_pieces(list(strange))
    pairs = look_up(seen.rows[1:], linear.pair_keys(seen.places, features.words), features.pairs, len(texts))
    shaped = [look_up(rows, keys, features.shapes, len(texts)) for rows, keys in shapes_of(seen, features.vocabulary)]
    shapes = sum(shaped[1:], shaped[0])
    return sparse.hstack([words, parts * PIECE_VALUE, pairs * PAIR_VALUE, shapes * SHAPE_VALUE]).tocsr()


def count(rows: Ints, columns: Ints, shape: tuple[int, int]) -> sparse.csr_matrix:
    """Count pairs of a row and a column."""
    return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)


def look_up(rows: Ints, keys: Ints, known: Ints, height: int) -> sparse.csr_matrix:
    """Count the known keys by row."""
    at = np.minimum(known.searchsorted(keys), len(known) - 1)
    hits = np.flatnonzero(known[at] == keys)
    return count(rows[hits], at[hits], (height, len(known)))


def piece_matrix(vocabulary: NgramVocabulary) -> sparse.csr_matrix:
    """Count the pieces of every known word, (words, BUCKETS); the separator and marks have none."""
    return count_pieces([word if word[:1].isalnum() else "" for word in vocabulary.numbers])


def count_pieces(words: Sequence[str]) -> sparse.csr_matrix:
    """Count the pieces of words, (words, BUCKETS)."""
    found = [pieces(word, BUCKETS) if word else [] for word in words]
    rows = np.repeat(np.arange(len(words)), [len(part) for part in found])
    return count(rows, np.array([bucket for part in found for bucket in part], np.int64), (len(words), BUCKETS))


def fit(rows: Sequence[Row], features: Features) -> LogisticRegression:
    """Fit the regression, with balanced classes and the penalty of Davidson et al."""
    labels = np.array([CLASSES.index(row.label) for row in rows])
    model = LogisticRegression(C=PAPER_PENALTY, max_iter=ROUNDS, tol=TOLERANCE, class_weight="balanced")
    with threadpool_limits(1):  # the order in which threads add up would show in the last bits
        model.fit(matrix([row.text for row in rows], features), labels)
    model.coef_ = model.coef_.astype(np.float32).astype(np.float64)
    return model


def sequences(texts: Sequence[str], vocabulary: NgramVocabulary) -> list[Ints]:
    """Give the places of the words of each text; the unknown word has the last place."""
    places = read(texts, vocabulary).places
    edges = np.flatnonzero(places == 0)
    places[places < 0] = len(vocabulary.numbers)
    return [places[start + 1 : end] for start, end in pairwise(edges.tolist())]


def beside(arrays: Mapping[str, Array], network: Network, texts: Sequence[Ints]) -> dict[str, Array]:
    """Put a network beside a linear model, in the arrays of the model file."""
    found, bias = network.whole(texts[:: max(1, len(texts) // SHOWN)], NETWORK_SHARE)
    joined = dict(arrays)
    for name in ("word_weights", "pair_weights", "shape_weights", "piece_weights", "bias"):
        joined[name] = (arrays[name] * np.float32(LINEAR_SHARE)).astype(STORED.get(name, np.float64))
    joined["bias"] = joined["bias"] + bias
    return joined | {f"net_{name}": array for name, array in found.items()}


def pack(model: LogisticRegression, features: Features) -> dict[str, Array]:
    """Give the arrays of the model file."""
    single = model.coef_.T.astype(np.float32)
    at = np.cumsum([features.words, BUCKETS, len(features.pairs)])
    words, parts, pairs, shapes = np.split(single, at)
    spelled = piece_matrix(features.vocabulary).astype(np.float64)
    part_weights = parts.astype(np.float64) * PIECE_VALUE
    return {
        "classes": np.array(CLASSES),
        "words": np.frombuffer(" ".join(list(features.vocabulary.numbers)[1:]).encode(), np.uint8),
        "kinds": features.vocabulary.kinds[:-1].astype(np.uint8),
        "word_weights": words.astype(np.float64) + spelled @ part_weights,
        "pair_keys": features.pairs,
        "pair_weights": pairs * np.float32(PAIR_VALUE),
        "shape_keys": features.shapes,
        "shape_weights": shapes * np.float32(SHAPE_VALUE),
        "piece_weights": parts * np.float32(PIECE_VALUE),
        "bias": model.intercept_,
        "severity": np.array(SEVERITY),
    }


def write(arrays: Mapping[str, Array], path: Path) -> None:
    """Write an ``.npz`` whose bytes depend on the arrays alone (numpy's own carries the time)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.lib.format.write_array(buffer, np.ascontiguousarray(array), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, buffer.getvalue(), zipfile.ZIP_DEFLATED, 9)


def main() -> None:
    """Train the scorer."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else WEIGHTS
    rows = sources.tweets()
    features = learn([row.text for row in rows], sources.lexicon())
    write(pack(fit(rows, features), features), folder / "abuse-tweets.npz")


if __name__ == "__main__":
    main()
