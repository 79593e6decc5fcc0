"""The schema files say what is written."""

import json
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import Run
from tests.docs.schema import DOCUMENTS, FOLDER, schema

SAMPLE = Path(__file__).parents[2] / "demo" / "dialogs.jsonl"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_schema_file_is_what_the_types_say(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text("utf-8") == schema(name), "run `make schema`"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("ratings-2", ("rate", SAMPLE, "--json")),
        ("rating-2", ("rate", SAMPLE, "--profile", "privacy", "--json")),
        ("rating-2", ("rate", SAMPLE, "--method", "paper", "--weights", "AL=1,CC=0.5", "--json")),
        ("aggregate-1", ("aggregate", "AL=low", "IL=?", "--order", "IL,AL", "--json")),
        ("options-score-1", ("options", "score", "a.jsonl", "--compare", "a.jsonl", "--json")),
        ("options-tune-1", ("options", "tune", "s.jsonl", "--folds", "2", "--json")),
        ("intents-evaluate-1", ("intents", "evaluate", "i.csv", "--repeats", "2", "--json")),
        (
            "intents-compare-1",
            ("intents", "compare", "i.csv", "--classifier", "majority", "--classifier", "random", "--json"),
        ),
        ("intents-traffic-1", ("intents", "traffic", "l.csv", "--data", "i.csv", "--json")),
        ("intents-review-1", ("intents", "review", "l.csv", "--data", "i.csv", "--json")),
        ("intents-merge-1", ("intents", "merge", "i.csv", "j.csv", "--json")),
        ("sentiment-rate-1", ("sentiment", "rate", "--json")),
        ("sentiment-order-1", ("sentiment", "order", "raw.json", "--json")),
        ("replication-2", ("replicate", "options", "--json")),
    ],
)
def test_what_is_printed_is_valid(botassay: Run, tmp_path: Path, name: str, arguments: tuple[str | Path, ...]) -> None:
    (tmp_path / "a.jsonl").write_text('{"options": ["a", "b"], "correct": "b"}\n')
    (tmp_path / "s.jsonl").write_text('{"candidates": {"a": 0.7, "b": 0.2}, "correct": "a"}\n' * 4)
    (tmp_path / "i.csv").write_text("text,intent\n" + "pay it,pay\nblock it,block\nlose it,loss\n" * 3)
    (tmp_path / "j.csv").write_text("text,intent\npay now,paying\nsing,song\n")
    (tmp_path / "l.csv").write_text("text\npay it\nmy dog\n")
    (tmp_path / "raw.json").write_text('{"a": 0.5, "b": null}')
    document = json.loads(botassay(*arguments).out)
    rules = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(rules).validate(document)
    assert document["schema"] == f"botassay/{name.replace('-', '/')}"
