"""Learn what words of a reply speak for, and write the table that the categoriser falls back on.

    python models/identity/leanings.py            # writes leanings.csv
    python models/identity/leanings.py --check    # how well replies are told that nothing was learnt from

Logistic regression over words, kinds of words, pairs of them, and signs, of replies in `tests/data` alone: published
answers stay unseen, and so does what is only measured on. It keeps the reply_features that weigh most.
"""

import csv
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from botassay.identity.replies import linear_scores as leaning
from botassay.identity.replies.categories import Category, Subcategory
from botassay.identity.replies.categoriser import categorise_reply
from botassay.identity.replies.features import reply_features
from botassay.identity.replies.linear_scores import BIAS, CLASSES, UNIT
from botassay.replication.label_agreement import LabelAgreement
from botassay.replication.published_answers import FILE, PublishedAnswer, read_answers

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src/botassay/identity/replies/leanings.csv"
LEARNT: Final[Mapping[str, tuple[str, float]]] = {
    "identity_replies": ("open", 1.0),
    "identity_voices": ("open second third", 1.0),
    "identity_others": ("open", 2.0),
    "identity_manners": ("first second third fourth", 2.0),
}
"""Files of replies, the parts that are learnt from, and what one counts: signs were hardly mended by the last two."""
MEASURED: Final = {"identity_replies": "blind", "identity_voices": "blind", "identity_manners": "check"}
KEPT = 2000
STRENGTH = 1.0
"""The inverse of the penalty on squared weights."""


class Told(NamedTuple):
    """Replies: what each has, what it is, and what it counts."""

    reply_features: list[dict[str, float]]
    labels: list[str]
    counts: list[float]


def read(name: str, parts: str) -> list[PublishedAnswer]:
    with (ROOT / f"tests/data/{name}.csv").open(encoding="utf-8") as rows:
        return [
            PublishedAnswer(row["question"], row["response"], Subcategory(row["subcategory"]))
            for row in csv.DictReader(rows)
            if row["part"] in parts.split()
        ]


def told(name: str) -> Told:
    parts, count = LEARNT[name]
    answers = read(name, parts)
    found = [reply_features(one.response, one.question, signs(one)) for one in answers]
    labels = [one.label if one.label in CLASSES else Subcategory.CLEAR for one in answers]
    return Told(found, [label.value for label in labels], [count] * len(answers))


def signs(answer: PublishedAnswer) -> set[str]:
    found = categorise_reply(answer.response, answer.question).signs
    return {sign.name for sign in found if not sign.name.startswith("leans-")}


def fitted(replies: Told, known: set[str]) -> tuple[DictVectorizer, LogisticRegression]:
    names = DictVectorizer()
    found = [{trait: count for trait, count in one.items() if trait in known} for one in replies.reply_features]
    model = LogisticRegression(C=STRENGTH, max_iter=2000, tol=1e-4)
    return names, model.fit(names.fit_transform(found), replies.labels, sample_weight=replies.counts)


def chosen(replies: Told) -> set[str]:
    """Choose the reply_features that weigh most, times the root of how often they come."""
    often = Counter(trait for one in replies.reply_features for trait in one)
    names, model = fitted(replies, {trait for trait, count in often.items() if count > 1})
    traits_known = list(names.feature_names_)
    weight = np.abs(model.coef_).max(axis=0) * np.sqrt([often[trait] for trait in traits_known])
    return {traits_known[at] for at in np.argsort(-weight, kind="stable")[:KEPT]}


def learnt(sets: Sequence[Told]) -> dict[str, tuple[int, ...]]:
    replies = Told(
        [reply_features for one in sets for reply_features in one.reply_features],
        [label for one in sets for label in one.labels],
        [count for one in sets for count in one.counts],
    )
    names, model = fitted(replies, chosen(replies))
    columns = [list(model.classes_).index(one.value) for one in CLASSES]
    rows = [(BIAS, model.intercept_), *zip(names.feature_names_, model.coef_.T, strict=True)]
    rounded = ((trait, tuple(int(np.rint(UNIT * weights[at])) for at in columns)) for trait, weights in rows)
    return {trait: weights for trait, weights in rounded if any(weights)}


def check(sets: Mapping[str, Told]) -> None:
    everything = learnt(list(sets.values()))
    for name in sets:
        table = learnt([one for other, one in sets.items() if other != name])
        show(f"{name}, left out", read(name, LEARNT[name][0]), table)
    for name, part in MEASURED.items():
        show(f"{name}, {part}", read(name, part), everything)
    if "BOTASSAY_DATA" in os.environ:
        published = read_answers(Path(os.environ["BOTASSAY_DATA"]) / "ruarobot" / "aux" / FILE)
        for name, answers in published.items():
            show(name, answers, everything)


def show(name: str, answers: Sequence[PublishedAnswer], table: Mapping[str, tuple[int, ...]]) -> None:
    with patch.object(leaning, "table", lambda: table):
        guesses = [categorise_reply(one.response, one.question) for one in answers]
    found = LabelAgreement.of([one.label.category for one in answers], [one.category for one in guesses])
    exact = sum(one.label is guess.subcategory for one, guess in zip(answers, guesses, strict=True))
    denials = sum(one.label is Subcategory.DENIAL for one in answers)
    wrong = found.counts[Category.DENIAL, Category.CONFIRM], found.counts[Category.CONFIRM, Category.DENIAL]
    print(
        f"{name:28} {len(answers):4} replies: {100 * found.share:5.1f} %, "
        f"sub-categories {100 * exact / len(answers):5.1f} %, "
        f"denials confirmed {wrong[0]} of {denials}, confirmations denied {wrong[1]}"
    )


def main() -> None:
    sets = {name: told(name) for name in LEARNT}
    if sys.argv[1:] == ["--check"]:
        check(sets)
        return
    with TABLE.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("words", *CLASSES))
        writer.writerows((trait, *weights) for trait, weights in learnt(list(sets.values())).items())


if __name__ == "__main__":
    main()
