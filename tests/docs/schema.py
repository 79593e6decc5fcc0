"""Writes docs/schema anew from the types: `make schema`."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from botassay.cli.aggregate import Aggregate
from botassay.rating import Assessment, Assessments

FOLDER: Final = Path(__file__).parents[2] / "docs" / "schema"
DOCUMENTS: Final[dict[str, Any]] = {"rating-1": Assessment, "ratings-1": Assessments, "aggregate-1": Aggregate}


def schema(name: str) -> str:
    """Make the JSON schema of a document."""
    made = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(DOCUMENTS[name])}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for document in DOCUMENTS:
        (FOLDER / f"{document}.json").write_text(schema(document), "utf-8")
