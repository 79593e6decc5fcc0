"""Personal data as people type them in chats: names written small, addresses without commas, and what only looks so."""

import json
from pathlib import Path
from typing import Any

import pytest

from botassay.redaction import spans

LINES = Path(__file__).parents[1] / "data" / "redaction_chats.jsonl"


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in LINES.read_text("utf-8").splitlines()]


def taken(text: str) -> list[str]:
    return [text[span.start : span.end] for span in spans(text)]


def is_gone(text: str, value: str) -> bool:
    """Whether all letters and digits of a value are taken out."""
    gone = {place for span in spans(text) for place in range(span.start, span.end)}
    start = text.index(value)
    return all(place in gone for place in range(start, start + len(value)) if text[place].isalnum())


def test_personal_data_in_lines_of_chats_are_found() -> None:
    values = [(row["text"], span["text"]) for row in rows() for span in row["spans"]]
    found = sum(is_gone(text, value) for text, value in values)
    assert len(values) >= 380
    assert found >= 0.91 * len(values), f"{found} of {len(values)}"


def test_ordinary_lines_of_chats_stay_as_they_are() -> None:
    ordinary = [row["text"] for row in rows() if not row["spans"]]
    changed = [text for text in ordinary if taken(text)]
    assert len(ordinary) >= 500
    assert len(changed) <= 0.045 * len(ordinary), changed


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("put it under kowalczyk pls", "kowalczyk"),
        ("first name is aoife last name brennan", "aoife"),
        ("order for ji-woo kim, please", "ji-woo kim"),
        ("a certain mr. van der linden never pays", "mr. van der linden"),
        ("pedro wants a refund", "pedro"),
        ("Okafor, Ngozi", "Okafor, Ngozi"),
        ("the lease is in rosalind's name", "rosalind"),
        ("moved to 65 willow way last week", "65 willow way"),
        ("mühlenweg 3, 21335 lüneburg", "mühlenweg 3, 21335 lüneburg"),
        ("calle de alcalá 45, madrid", "calle de alcalá 45, madrid"),
        ("flat 2, 88 hill rise", "flat 2, 88 hill rise"),
        ("username bluebird", "bluebird"),
        ("my plate is kt 998 wz", "kt 998 wz"),
        ("passport expires 2029, number N7719920", "N7719920"),
        ("Jakub Nowak, 14.03.1987", "14.03.1987"),
        ("it says 4410 2293 8117, that's all there is", "4410 2293 8117"),
        ("it goes four five one double two eight nine", "four five one double two eight nine"),
    ],
)
def test_a_value_typed_small_or_without_a_label_is_found(text: str, value: str) -> None:
    assert is_gone(text, value), taken(text)


@pytest.mark.parametrize(
    "text",
    [
        "my dog's name is rex",
        "billie eilish",
        "mrs brown's boys",
        "is there a bus for 4 to the station",
        "the username is already taken",
        "i'm rich",
        "a 20 minute drive",
        "via email 2 times",
        "no way jose",
        "where is order 4410229381",
        "about 12345678 people saw it",
        "one two three go",
        "Chez Pierre is fully booked",
    ],
)
def test_what_is_nobodys_stays(text: str) -> None:
    assert taken(text) == []
