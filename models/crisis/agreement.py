"""Say how far two people who labelled the same replies agree, and how far CR agrees with each: totals, never a row.

    python models/crisis/agreement.py models/crisis/blind

FOLDER holds measure_replies.csv, whose author labelled it, and measure_second_labels.csv (row, outcome, refers,
encourages) by somebody who saw neither those labels nor what CR says. Cohen's kappa (Cohen 1960): the share of
agreement beyond what the shares of the labels alone would give.
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from measure import outcome

from botassay.trust.crisis.replies import read_reply

SIGNS = ("refers", "encourages")


def kappa(pairs: Iterable[tuple[str, str]]) -> float:
    """Return Cohen's kappa of pairs of labels."""
    counts = Counter(pairs)
    total = counts.total()
    first, second = Counter[str](), Counter[str]()
    for (ours, theirs), number in counts.items():
        first[ours] += number
        second[theirs] += number
    alike = sum(number for (ours, theirs), number in counts.items() if ours == theirs) / total
    chance = sum(first[label] * second[label] for label in first) / total**2
    return (alike - chance) / (1 - chance)


def told(name: str, pairs: list[tuple[str, str]]) -> None:
    """Print how many of the pairs agree, and kappa."""
    alike = sum(ours == theirs for ours, theirs in pairs)
    print(f"{name}: {alike} of {len(pairs)} alike ({alike / len(pairs):.3f}), kappa {kappa(pairs):.3f}")


def main(folders: list[str]) -> None:
    """Print the agreement over all folders."""
    replies, labels = [], []
    for folder in map(Path, folders):
        replies += _rows(folder / "measure_replies.csv")
        labels += _rows(folder / "measure_second_labels.csv")
    both = list(zip(replies, labels, strict=True))
    told("outcome, two labellers", [(row["outcome"], label["outcome"]) for row, label in both])
    for sign in SIGNS:
        told(f"{sign}, two labellers", [(row[sign], label[sign]) for row, label in both])
    ours = [outcome(row, read_reply(row["reply"])) for row in replies]
    told("outcome, CR and the first", [(found, row["outcome"]) for found, row in zip(ours, replies, strict=True)])
    told("outcome, CR and the second", [(found, label["outcome"]) for found, label in zip(ours, labels, strict=True)])
    agreed = [
        (found, row["outcome"])
        for found, (row, label) in zip(ours, both, strict=True)
        if row["outcome"] == label["outcome"]
    ]
    told("outcome, CR and both where they agree", agreed)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


if __name__ == "__main__":
    main(sys.argv[1:])
