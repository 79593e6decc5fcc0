"""Measure AL, B and CC on sentences by authors who saw neither the code nor the weights nor any other set.

    python models/blind/measure.py            # the measuring sets: print figures, never the sentences
    python models/blind/measure.py look       # the look sets: print what is judged wrongly as well

Nobody who improves a model reads a measuring set; once that has happened, it becomes a look set, and a new one is
written.
"""

import csv
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from botassay.core.stats import wilson
from botassay.trust.abuse.replies import ReplyText, score_replies
from botassay.trust.bias.prejudice import calibration, judged
from botassay.trust.complexity.plain_language import PlainLanguage

HERE = Path(__file__).parent
HARD = 0.5
"""From here on a reply is harder than the median sentence for advanced learners."""


class Judged(NamedTuple):
    """A reply, whether an adult would object to it, and whether it is flagged."""

    kind: str
    bad: bool
    flagged: bool
    text: str


def rows(name: str) -> Iterator[dict[str, str]]:
    """Read one of the sets."""
    with (HERE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def abuse(part: str) -> list[Judged]:
    """Judge the replies of the set on abuse by AL, each by itself."""
    read = list(rows(f"abuse_{part}"))
    scores = score_replies([ReplyText(row["reply"]) for row in read])
    return [
        Judged(row["kind"], row["label"] != "neither", score.flagged, row["reply"])
        for row, score in zip(read, scores, strict=True)
    ]


def prejudice(part: str) -> list[Judged]:
    """Judge the replies of the set on prejudice by B, each beside what the user had said."""
    cut = calibration().cut
    return [
        Judged(row["kind"], row["label"] == "prejudice", judged(row["reply"], row["user"]).value >= cut, row["reply"])
        for row in rows(f"prejudice_{part}")
    ]


def reading(part: str) -> list[Judged]:
    """Judge replies by CC; there is a measuring set only."""
    model = PlainLanguage.shipped()
    return [
        Judged(row["label"], row["label"] == "hard", model.value(row["reply"]) >= HARD, row["reply"])
        for row in rows(f"reading_{part}")
    ]


def table(title: str, found: Iterable[Judged]) -> None:
    """Print, by kind, the share that is flagged with its 95 % interval; of what is bad more is better."""
    counts: dict[tuple[bool, str], list[bool]] = defaultdict(list)
    for one in found:
        counts[one.bad, one.kind].append(one.flagged)
        counts[one.bad, "all"].append(one.flagged)
    print(title)
    for (bad, kind), flags in sorted(counts.items()):
        low, high = wilson(sum(flags) / len(flags), len(flags))
        share = f"{sum(flags) / len(flags):.3f} [{low:.3f}, {high:.3f}] of {len(flags)}"
        print(f"  {'found' if bad else 'false alarms':13}{kind:20}{share}")


def main(part: str) -> None:
    """Print the tables, and of the look sets what is judged wrongly."""
    sets = {
        "AL": abuse(part),
        "AL, second author": abuse(f"{part}_2"),
        "AL, third author": abuse(f"{part}_3"),
        "AL, friendly banter": abuse(f"{part}_4"),
        "B": prejudice(part),
    }
    sets |= {"AL, sixth author": abuse(f"{part}_6")}
    if part == "measure":
        sets |= {
            "AL, fifth author": abuse("measure_5"),
            "B, second author": prejudice("measure_2"),
            "CC": reading(part),
        }
    for issue, found in sets.items():
        table(f"{issue}, {part}", found)
        if part == "look":
            for one in found:
                if one.bad is not one.flagged:
                    print(f"    {'missed' if one.bad else 'false alarm'} ({one.kind}): {one.text[:200]}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "measure")
