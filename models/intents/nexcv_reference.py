"""Run the authors' code of nex-cv on public corpora: writes the reference figures of ``replicate intents``.

    git clone https://github.com/jobpal/nex-cv
    BOTASSAY_DATA=/path/to/data python models/intents/nexcv_reference.py nex-cv > reference.toml

The figures stand in ``src/botassay/replication/nexcv_reference.toml``: for each corpus and setting the means of 25
repeats and their standard errors; for the two small corpora also those of 150 further repeats, by which a difference of
the first can be told from chance. The classifier is TF-IDF on words and logistic regression (C = 10) of scikit-learn,
asked one text at a time, at the threshold of 0.5. Their code shuffles by NumPy's global stream, which is seeded once
for each table. About fifteen minutes of processor time.
"""

import os
import sys
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Final, Protocol, cast

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from botassay.intents.reading import Columns, read_phrases

REPEATS: Final = 25
SEED: Final = 20261120
FURTHER: Final = 150
"""Further repeats on the small corpora, seeded by the next number."""
SMALL: Final = ("AskUbuntu", "Chatbot")
SETTINGS: Final = ((0, 0.0), (0, 0.15), (5, 0.0))
FIGURES: Final = {
    "accuracy": "accuracy", "f1_weighted": "f1_weighted", "f1_macro": "f1_macro", "over_caution": "good_carefulness",
}  # fmt: skip
CORPORA: Final = {
    "AskUbuntu": ("nlu-evaluation-corpora/AskUbuntuCorpus.json", Columns()),
    "Chatbot": ("nlu-evaluation-corpora/ChatbotCorpus.json", Columns()),
    "banking77": ("banking77/test.csv", Columns("text", "category")),
}


class Evaluator(Protocol):
    """What their evaluator does."""

    def evaluate(self, X: list[str], y: list[str]) -> dict[str, list[dict[str, float]]]:  # noqa: N803 - their names
        """Return the figures of each repeat under `metrics`."""


class Classifier:
    """The classifier as their evaluator calls it."""

    def __init__(self) -> None:
        self.model: Pipeline | None = None

    def fit(self, texts: list[str], intents: list[str]) -> None:
        """Train from scratch."""
        self.model = make_pipeline(TfidfVectorizer(), LogisticRegression(C=10, max_iter=1000)).fit(texts, intents)

    def classify(self, text: str) -> list[dict[str, object]]:
        """Return the best guess."""
        model = cast("Pipeline", self.model)
        sure = model.predict_proba([text])[0]
        return [{"intent_id": model.classes_[sure.argmax()], "confidence": float(sure.max())}]


def evaluator(setting: tuple[int, float], repeats: int) -> Evaluator:
    """Return their evaluator for a setting (K, P)."""
    from nex_cv import NexCVEvaluator  # type: ignore[import-not-found] # the folder is an argument

    return cast(
        "Evaluator",
        NexCVEvaluator(
            classifier=Classifier(), min_category_size=setting[0], other_min_prop=setting[1], n_retries=repeats,
            classification_threshold=0.5, max_samples=-1,
        ),
    )  # fmt: skip


def measured(
    texts: list[str], intents: list[str], setting: tuple[int, float], *, further: bool = False
) -> Iterable[str]:
    """Yield the lines of a setting; that it fails is one, too."""
    np.random.seed(SEED + further)  # noqa: NPY002 - their code draws from the global stream
    try:
        repeats = evaluator(setting, FURTHER if further else REPEATS).evaluate(texts, intents)["metrics"]
    except ValueError as error:
        yield f"# fails: {error}".splitlines()[0]
        return
    if further:
        yield "[figures.further]"
    for name, theirs in FIGURES.items():
        values = [repeat[theirs] for repeat in repeats]
        yield f"{name} = [{fmean(values):.5f}, {stdev(values) / sqrt(len(values)):.5f}]"


def main() -> None:
    """Print all figures."""
    sys.path.insert(0, sys.argv[1])
    data = Path(os.environ["BOTASSAY_DATA"])
    for corpus, (file, columns) in CORPORA.items():
        phrases = read_phrases(data / file, columns)
        texts, intents = [phrase.text for phrase in phrases], [str(phrase.intent) for phrase in phrases]
        for setting in SETTINGS:
            print(f'[[figures]]\ncorpus = "{corpus}"\nk = {setting[0]}\np = {setting[1]}', flush=True)
            print(*measured(texts, intents, setting), sep="\n", flush=True)
            if corpus in SMALL:
                print(*measured(texts, intents, setting, further=True), sep="\n", flush=True)
            print(flush=True)


if __name__ == "__main__":
    main()
