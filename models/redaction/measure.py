"""Measure redaction on lines whose personal data are known: figures by kind, never a line.

    python models/redaction/measure.py FILE      # JSON lines: {"text": ..., "spans": [{"kind": ..., "text": ...}]}

A value is found when all of its letters and digits are gone, and touched when some are. What is taken out is right
when it touches a value. A line without values is kept when it stays as it is.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from botassay.redaction import spans


def measure(rows: list[dict[str, Any]]) -> tuple[dict[str, Counter[str]], int, int]:
    """Return counts by kind, and of the lines without personal data how many there are and how many are kept."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("values", "found", "touched", "taken", "right")}
    clean = kept = 0
    for row in rows:
        text, taken = row["text"], spans(row["text"])
        gone = {place for span in taken for place in range(span.start, span.end)}
        known = list(_places(row))
        for start, end, kind in known:
            letters = [place for place in range(start, end) if text[place].isalnum()]
            counts["values"][kind] += 1
            counts["found"][kind] += all(place in gone for place in letters)
            counts["touched"][kind] += any(place in gone for place in letters)
        for span in taken:
            counts["taken"][span.kind] += 1
            counts["right"][span.kind] += any(start < span.end and span.start < end for start, end, _ in known)
        clean += not known
        kept += not known and not taken
    return counts, clean, kept


def _places(row: dict[str, Any]) -> list[tuple[int, int, str]]:
    found, at = [], 0
    for value in row["spans"]:
        start = row["text"].find(value["text"], at)
        start = start if start >= 0 else row["text"].index(value["text"])
        at = start + len(value["text"])
        found.append((start, at, value["kind"]))
    return found


def main() -> None:
    """Print a table."""
    lines = Path(sys.argv[1]).read_text("utf-8").splitlines()
    counts, clean, kept = measure([json.loads(line) for line in lines if line.strip()])
    for kind in (*sorted(counts["values"] | counts["taken"]), None):
        values, found, touched, taken, right = (
            part.total() if kind is None else part[kind] for part in counts.values()
        )
        print(
            f"{kind or 'all':16} found {found:4} of {values:4}  touched {touched:4}  right {right:4} of {taken:4}"
            f"  recall {found / max(1, values):.3f}  precision {right / max(1, taken):.3f}"
        )
    print(f"clean lines kept {kept} of {clean} ({kept / max(1, clean):.3f})")


if __name__ == "__main__":
    main()
