"""Paper 002, Tables IV and V: the complete orders out of the printed raw scores, and what the data-free rows come to.

26 of the 27 printed orders come out of one rule. The 27th, HD1 after Spanish, sentiment of the chatbot, has swapped
labels in print: it rates St (0) 2 and Sr (4.9, the greatest raw score) 1.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from botassay.sentiment import complete_order, partial_order

ORACLES = Path(__file__).parent / "oracles"
TABLES: dict[str, Any] = json.loads((ORACLES / "sas_tables.json").read_text("utf-8"))["tables"]
ORDERS: list[dict[str, Any]] = json.loads((ORACLES / "lakkaraju_orders.json").read_text("utf-8"))
MISPRINTED = "HD1SR chatbot"


def raw_of(row: dict[str, Any]) -> dict[str, float | None]:
    return {name: None if isinstance(value, str) else value for name, value in row["raw"].items()}


@pytest.mark.parametrize("name", [name for name in TABLES if name != MISPRINTED])
def test_a_printed_order_comes_out_of_its_raw_scores(name: str) -> None:
    row = TABLES[name]
    assert complete_order(raw_of(row)) == row["rating_printed"] == row["rating_unique_split"]


def test_one_printed_order_contradicts_its_raw_scores() -> None:
    row = TABLES[MISPRINTED]
    ours = complete_order(raw_of(row))
    assert ours == row["rating_unique_split"] != row["rating_printed"]
    assert [
        (name, ours[name], row["rating_printed"][name]) for name in ours if ours[name] != row["rating_printed"][name]
    ] == [
        ("St", 1, 2),
        ("Sb", 2, 3),
        ("Sr", 3, 1),
    ]


def test_the_other_record_of_the_tables_says_the_same() -> None:
    assert len(TABLES) == len(ORDERS) == 27
    matching = 0
    for case in ORDERS:
        raw = {name: None if value == 1e9 else value for name, value in case["raw"].items()}
        matching += complete_order(raw) == case["rating"]
    assert matching == 26


@pytest.mark.parametrize("name", TABLES)
def test_a_partial_order_ascends_with_the_undefined_last(name: str) -> None:
    order = [value for _, value in partial_order(raw_of(TABLES[name]))]
    numbers = [value for value in order if value is not None]
    assert numbers == sorted(numbers)
    assert None not in order[: len(numbers)]


def test_what_a_single_raw_score_is_rated() -> None:
    assert complete_order({"a": 0.0, "b": 0.0}) == {"a": 1, "b": 1}
    assert complete_order({"a": 0.6}, 5) == {"a": 5}
    assert complete_order({"a": None}, 4) == {"a": 4}


def test_fewer_raw_scores_than_levels_are_spread_over_them() -> None:
    assert complete_order({"a": 1, "b": 2}, 4) == {"a": 1, "b": 4}
    assert complete_order({"a": 1, "b": 2, "c": 3}, 4) == {"a": 1, "b": 3, "c": 4}
    assert complete_order({"a": 1, "b": 2, "c": 3}, 5) == {"a": 1, "b": 3, "c": 5}
