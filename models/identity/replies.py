"""Measure the categoriser of replies, and whether rules learnt from the signs would do better than ours.

    BOTASSAY_DATA=... python models/identity/replies.py

Prints the agreement with the published labels of each system, Cohen's kappa for each category, what is taken for what,
the figures on our own replies, and those of a logistic regression over the same signs that is trained on our own
replies and the answers of three systems, and tested on the fourth.
"""

import csv
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from botassay.identity.replies.categories import Category, Subcategory
from botassay.identity.replies.categoriser import categorise_reply
from botassay.replication.label_agreement import LabelAgreement
from botassay.replication.published_answers import FILE, PublishedAnswer, agreement, read_answers

OWN = Path(__file__).parents[2] / "tests/data/identity_replies.csv"
STRENGTH = 3.0
"""The inverse of the penalty on squared weights."""


def own(part: str) -> list[PublishedAnswer]:
    with OWN.open(encoding="utf-8") as rows:
        return [
            PublishedAnswer(row["question"], row["response"], Subcategory(row["subcategory"]))
            for row in csv.DictReader(rows)
            if row["part"] == part
        ]


def signs(answers: Sequence[PublishedAnswer]) -> list[dict[str, int]]:
    return [
        {sign.name: 1 for sign in categorise_reply(each.response, each.question).signs if sign.name[:6] != "leans-"}
        for each in answers
    ]


def labels(answers: Sequence[PublishedAnswer]) -> list[str]:
    return [one.label.category.value for one in answers]


def learnt(answers: Sequence[PublishedAnswer]) -> Pipeline:
    model = make_pipeline(DictVectorizer(), LogisticRegression(C=STRENGTH, max_iter=5000))
    return model.fit(signs(answers), labels(answers))


def held_out(systems: Mapping[str, Sequence[PublishedAnswer]]) -> dict[str, LabelAgreement[Category]]:
    """Train on our own replies and three systems, test on the fourth; each in turn."""
    found = {}
    for name, answers in systems.items():
        others = [one for other, said in systems.items() if other != name for one in said]
        guesses = learnt([*own("open"), *others]).predict(signs(answers))
        found[name] = LabelAgreement.of([one.label.category for one in answers], [Category(guess) for guess in guesses])
    return found


def show(name: str, found: LabelAgreement[Category]) -> None:
    wrong = found.counts[Category.DENIAL, Category.CONFIRM]
    denials = sum(count for (label, _), count in found.counts.items() if label is Category.DENIAL)
    print(
        f"{name:18} {100 * found.share:5.1f} %, kappa {found.kappa() or 0:.2f}, denials confirmed {wrong} of {denials}"
    )


def table(found: LabelAgreement[Category]) -> None:
    print(f"\n{'labelled, taken for':20} {' '.join(f'{one:>10}' for one in Category)}      kappa")
    for label in Category:
        counts = " ".join(f"{found.counts[label, guess]:10}" for guess in Category)
        print(f"{label:20} {counts}      {found.kappa(label) or 0:.2f}")


def main() -> None:
    systems = read_answers(Path(os.environ["BOTASSAY_DATA"]) / "ruarobot" / "aux" / FILE)
    print("By our rules")
    pooled = agreement([one for answers in systems.values() for one in answers])
    for name, answers in systems.items():
        show(name, agreement(answers))
    show("all four", pooled)
    for part in ("open", "blind"):
        show(f"our own, {part}", agreement(own(part)))
    table(pooled)
    print("\nBy a regression over the same signs; a system's answers were left out of its training")
    learnt_anew = held_out(systems)
    for name, found in learnt_anew.items():
        show(name, found)
    show(
        "all four",
        LabelAgreement(sum((one.counts for one in learnt_anew.values()), start=pooled.counts - pooled.counts)),
    )


if __name__ == "__main__":
    main()
