"""No part of an oracle file stands there unread."""

import json
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def read_of(oracle: str) -> set[str]:
    """Give all keys that those tests look up that open an oracle file."""
    texts = [file.read_text("utf-8") for file in HERE.glob("test_000_*.py")]
    return {key for text in texts if f'"{oracle}"' in text for key in re.findall(r'\[\s*"([^"]+)"\s*\]', text)}


@pytest.mark.parametrize("oracle", ["rating_tables.json", "leakage.json"])
def test_every_part_of_the_file_is_read_by_a_test(oracle: str) -> None:
    parts = set(json.loads((HERE / "oracles" / oracle).read_text("utf-8")))
    assert parts
    assert parts - read_of(oracle) == set()
