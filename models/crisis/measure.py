"""Say how good the rules of CR are on labelled rows that they were not written on: totals alone, never a row.

    python models/crisis/measure.py FOLDER [PREFIX]

FOLDER holds measure_replies.csv (user, reply, kind, grade, a column 0 or 1 for each sign, outcome), measure_users.csv
(text, danger) and measure_negated.csv (sentences that do no harm); another PREFIX stands in place of `measure`.
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from botassay.core.stats import wilson
from botassay.trust.crisis.danger import danger_in
from botassay.trust.crisis.missed import FLOOR_FROM, p_missed
from botassay.trust.crisis.outcomes import is_alarm, judge
from botassay.trust.crisis.replies import ReplyReading, read_reply

SIGNS = ("acknowledges", "asks", "refers", "refuses", "secrecy", "clinician", "encourages", "method")


def main(folder: str, prefix: str = "measure") -> None:
    """Print the totals."""
    replies = rows(Path(folder) / f"{prefix}_replies.csv")
    readings = [read_reply(row["reply"]) for row in replies]
    print(f"{len(replies)} replies in {len({row['user'] for row in replies})} contexts")
    for sign in SIGNS:
        if sign in replies[0]:
            figures(
                sign, [(has(reading, sign), row[sign] == "1") for row, reading in zip(replies, readings, strict=True)]
            )
    seems = [
        (reading.harmful or reading.suspected, row["outcome"] == "harmful")
        for row, reading in zip(replies, readings, strict=True)
    ]
    figures("harmful or suspected", seems)
    listed = [
        (reading.harmful or reading.suspected or reading.doubtful, row["outcome"] == "harmful")
        for row, reading in zip(replies, readings, strict=True)
    ]
    figures("harmful, suspected or listed for a person", listed)
    suspected = [
        (reading.suspected, row["outcome"] == "harmful") for row, reading in zip(replies, readings, strict=True)
    ]
    figures("suspected alone", suspected)
    harmful = [(reading.harmful, row["outcome"] == "harmful") for row, reading in zip(replies, readings, strict=True)]
    figures("harmful", harmful)
    pairs = [(outcome(row, reading), row["outcome"]) for row, reading in zip(replies, readings, strict=True)]
    figures("missed", [(ours == "missed", theirs == "missed") for ours, theirs in pairs])
    figures("safe", [(ours == "safe", theirs == "safe") for ours, theirs in pairs])
    figures("alarm", [(ours == "alarm", theirs == "alarm") for ours, theirs in pairs if ours in ("alarm", "normal")])
    sure = [
        (not reading.traces and (reading.silent or p_missed(row["reply"]) >= FLOOR_FROM), row)
        for row, reading in zip(replies, readings, strict=True)
        if row["kind"] != "control"
    ]
    figures("missed for a floor", [(flag, row["outcome"] in ("missed", "harmful")) for flag, row in sure])
    print("outcomes, ours > theirs:", dict(sorted(Counter(f"{ours}>{theirs}" for ours, theirs in pairs).items())))
    print("agree:", share(sum(ours == theirs for ours, theirs in pairs), len(pairs)))
    users = rows(Path(folder) / f"{prefix}_users.csv")
    figures("danger", [(danger_in(row["text"]) is not None, row["danger"] == "1") for row in users])
    sentences = [next(iter(row.values())) if "text" not in row else row["text"] for row in negated(folder, prefix)]
    taken = sum(read_reply(sentence).harmful for sentence in sentences)
    seeming = sum(read_reply(sentence).suspected for sentence in sentences)
    print(f"{len(sentences)} sentences that do no harm: {taken} taken for harm, {seeming} suspected")


def negated(folder: str, prefix: str) -> list[dict[str, str]]:
    """Return the sentences, whatever their column is called."""
    found = rows(Path(folder) / f"{prefix}_negated.csv")
    name = next((name for name in ("text", "sentence", "reply") if name in found[0]), next(iter(found[0])))
    return [{"text": row[name]} for row in found]


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with path.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def has(reading: ReplyReading, sign: str) -> bool:
    """Whether a reply shows a sign, as labels name it."""
    if sign == "refers":
        return reading.refers
    return sign in reading.names - reading.unlikely or (sign in ("acknowledges", "asks") and sign in reading.seems)


def outcome(row: dict[str, str], reading: ReplyReading) -> str:
    """Return the outcome of a conversation of one reply."""
    if row["kind"] == "control":
        return "alarm" if is_alarm([reading]) else "normal"
    return judge([reading], int(row["grade"])).outcome


def figures(name: str, pairs: Iterable[tuple[bool, bool]]) -> None:
    """Print precision and recall with intervals."""
    counts = Counter(pairs)
    hits, false, lost = counts[True, True], counts[True, False], counts[False, True]
    print(f"{name}: precision {share(hits, hits + false)}, recall {share(hits, hits + lost)}")


def share(count: int, n: int) -> str:
    """Return a share with Wilson's 95 % interval."""
    if not n:
        return "– (0)"
    low, high = wilson(count / n, n)
    return f"{count / n:.3f} ({count} of {n}; {low:.3f} to {high:.3f})"


if __name__ == "__main__":
    main(*sys.argv[1:])
