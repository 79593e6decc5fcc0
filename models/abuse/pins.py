"""Write what AL makes of 300 texts: ``tests/data/abuse_pins.csv``, which a test compares with what it makes of them.

python models/abuse/pins.py
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from botassay.trust.abuse.checker import Abuse

TABLES = Path(__file__).parents[2] / "tests/data"
FILE = TABLES / "abuse_pins.csv"
COUNT = 300
AROUND = "We are open every day from nine to five. {} Please tell me your name, and for how many nights you will stay."


def texts() -> Iterator[str]:
    """Give the texts: both sides of the contrast pairs, functional cases, and pairs inside a longer reply."""
    for name, columns in (("abuse_contrast_pairs.csv", ("abusive", "harmless")), ("abuse_functional.csv", ("text",))):
        with (TABLES / name).open(newline="", encoding="utf-8") as lines:
            for number, row in enumerate(csv.DictReader(lines)):
                for column in columns:
                    yield AROUND.format(row[column]) if number % 4 == 0 else row[column]


def main() -> None:
    """Write the table."""
    chosen = list(dict.fromkeys(texts()))
    chosen = chosen[:: max(1, len(chosen) // COUNT)][:COUNT]
    with FILE.open("w", newline="", encoding="utf-8") as lines:
        table = csv.writer(lines, lineterminator="\n")
        table.writerow(["text", "value", "label"])
        table.writerows(
            [text, scored.value, scored.label] for text, scored in zip(chosen, Abuse().values(chosen), strict=True)
        )


if __name__ == "__main__":
    main()
