"""AL on tables of sentences that were written blind, apart from the model: what the model card says must hold."""

import csv
from pathlib import Path

from botassay.trust.abuse.checker import Abuse

TABLES = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def flags(texts: list[str]) -> list[bool]:
    return [bool(valued.flagged) for valued in Abuse().values(texts)]


def test_of_two_sentences_that_differ_in_who_or_what_is_meant_one_is_flagged() -> None:
    pairs = rows("abuse_contrast_pairs.csv")
    abusive, harmless = flags([row["abusive"] for row in pairs]), flags([row["harmless"] for row in pairs])
    assert len(pairs) == 120
    assert sum(abusive) / len(abusive) >= 0.75
    assert sum(harmless) <= 2


def test_functional_tests_come_out_right() -> None:
    cases = rows("abuse_functional.csv")
    right = [
        flag == (row["label"] == "abusive")
        for flag, row in zip(flags([row["text"] for row in cases]), cases, strict=True)
    ]
    assert sum(right) / len(right) > 0.85
