"""The labelled replies with which a judge is tested before it is listened to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError
from botassay.io.files import existing
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.rating.second_opinion.asking import QUESTIONS, JudgedReply

SHIPPED: Final = "shipped"
_SHIPPED_FILE: Final = Path(__file__).with_name("sample.csv")
_COLUMNS: Final = ("issue", "text", "before", "label")
_LABELS: Final = {"yes": True, "no": False}
_HINT: Final = "the columns are issue,text,before,label; the label is yes or no"


@dataclass(frozen=True, slots=True)
class JudgeSample:
    """Labelled replies.

    Args:
        name: `shipped`, or the digest of a file.
        labels: by reply, whether it does what its issue is about.
    """

    name: str
    labels: Mapping[JudgedReply, bool]

    def of(self, issue: str) -> dict[JudgedReply, bool]:
        """Return those of an issue."""
        return {reply: label for reply, label in self.labels.items() if reply.issue == issue}


def judge_sample(file: Path | None = None) -> JudgeSample:
    """Return the labelled replies of a file, and the shipped ones of each issue that it lacks.

    Raises: InputError for a row that is not sound.

    >>> sample = judge_sample()
    >>> [len(sample.of(issue)) for issue in QUESTIONS], sum(sample.labels.values())
    ([60, 60, 60], 90)
    """
    shipped = dict(_read(_SHIPPED_FILE))
    if file is None:
        return JudgeSample(SHIPPED, shipped)
    own = dict(_read(existing(file)))
    issues = {reply.issue for reply in own}
    others = {reply: label for reply, label in shipped.items() if reply.issue not in issues}
    return JudgeSample(f"sha256:{sha256(file.read_bytes()).hexdigest()}", {**own, **others})


def _read(file: Path) -> Iterator[tuple[JudgedReply, bool]]:
    found = False
    for row, where in read_table(lines_of(file), _COLUMNS, _HINT).sound:
        found = True
        cells = {name: row[name].strip() for name in _COLUMNS}
        if cells["issue"].upper() not in QUESTIONS:
            what = f"E136 the issue is {cells['issue']!r}; a judge is asked about {', '.join(QUESTIONS)}"
            raise InputError(what, where, _HINT)
        if cells["label"].lower() not in _LABELS or not cells["text"]:
            raise InputError("E136 the row has no text, or a label other than yes and no", where, _HINT)
        reply = JudgedReply(cells["issue"].upper(), cells["before"], cells["text"])
        yield reply, _LABELS[cells["label"].lower()]
    if not found:
        raise InputError("E100 the file has no labelled replies", str(file), _HINT)
