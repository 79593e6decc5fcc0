"""What others would do, in the way that they would do it."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any


def json_loop(file: Path) -> Iterator[list[str]]:
    """Read JSON lines with the standard library; nothing is checked."""
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield [said["text"] for said in json.loads(line)["utterances"]]


def scikit_learn_pipeline(texts: Sequence[str], classes: Sequence[str]) -> Callable[[Sequence[str]], Any]:
    """Train TF-IDF over word 1-2-grams with a logistic regression, as Davidson et al. did; give its predict_proba."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    vectorizer = TfidfVectorizer(ngram_range=(1, 2), max_features=10_000, min_df=5, max_df=0.75)
    pipeline = make_pipeline(vectorizer, LogisticRegression(solver="newton-cg", max_iter=200))
    pipeline.fit(texts, classes)
    predict: Callable[[Sequence[str]], Any] = pipeline.predict_proba
    return predict
