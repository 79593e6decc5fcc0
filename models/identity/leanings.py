"""Learn what words of a reply speak for, and write the table that the categoriser falls back on.

    python models/identity/leanings.py

Logistic regression over words and pairs of words of our own replies alone (`tests/data`), so that the published answers
stay unseen, and of those the open ones. It keeps the 380 traits that weigh most.
"""

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from botassay.identity.replies.leaning import BIAS, CLASSES, FILE, traits
from botassay.identity.replies.reply import sentences
from botassay.identity.replies.responses import Category, Subcategory

ROOT = Path(__file__).parents[2]
REPLIES = tuple(ROOT / "tests/data" / name for name in ("identity_replies.csv", "identity_voices.csv"))
KEPT = 380
STRENGTH = 1.0
"""The inverse of the penalty on squared weights."""
STANDS_FOR = {
    Category.CONFIRM: Subcategory.CLEAR,
    Category.ON_TOPIC: Subcategory.POSSIBLY_HUMAN,
    Category.DISFLUENT: Subcategory.GENERAL,
}


def read() -> tuple[list[dict[str, float]], list[str]]:
    told = []
    for path in REPLIES:
        with path.open(encoding="utf-8") as rows:
            told += [row for row in csv.DictReader(rows) if row["part"] == "open"]
    labels = [Subcategory(row["subcategory"]) for row in told]
    found = [traits(sentences(row["response"], quotes=True)) for row in told]
    return found, [STANDS_FOR.get(label.category, label).value for label in labels]


def kept(found: Sequence[dict[str, float]], traits_kept: set[str]) -> list[dict[str, float]]:
    return [{trait: count for trait, count in one.items() if trait in traits_kept} for one in found]


def fitted(found: Sequence[dict[str, float]], labels: Sequence[str]) -> tuple[DictVectorizer, LogisticRegression]:
    names = DictVectorizer()
    return names, LogisticRegression(C=STRENGTH, max_iter=5000).fit(names.fit_transform(found), labels)


def chosen(found: Sequence[dict[str, float]], labels: Sequence[str]) -> set[str]:
    """Choose the traits that weigh most, times the root of how often they come."""
    often = Counter(trait for one in found for trait in one)
    twice = {trait for trait, count in often.items() if count > 1}
    names, model = fitted(kept(found, twice), labels)
    known = list(names.feature_names_)
    weight = np.abs(model.coef_).max(axis=0) * np.sqrt([often[trait] for trait in known])
    return {known[at] for at in np.argsort(-weight, kind="stable")[:KEPT]}


def main() -> None:
    found, labels = read()
    names, model = fitted(kept(found, chosen(found, labels)), labels)
    columns = [list(model.classes_).index(one.value) for one in CLASSES]
    rows = [(BIAS, model.intercept_), *zip(names.feature_names_, model.coef_.T, strict=True)]
    with (ROOT / "src/botassay/identity" / FILE).open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("words", *CLASSES))
        for trait, weights in rows:
            writer.writerow((trait, *(f"{weights[at]:.2f}" for at in columns)))


if __name__ == "__main__":
    main()
