"""How each data set becomes labelled rows for the encoder that rates replies.

Every function gives rows in a fixed order. The data lie in the folder that BOTASSAY_DATA names; own
sentences lie in ``sentences/`` beside this file and in ``models/abuse/sentences``. What is measured on is read by
`measured` and by ``evaluate.py``, never by `mixture.training`.
"""

import csv
import gzip
import importlib.util
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
HERE = Path(__file__).parent
SENTENCES = HERE / "sentences"
TABLES = HERE.parents[1] / "tests/data"
BLIND = HERE.parent / "blind"
LOOKED_AT = ("abuse_look_2.csv", "abuse_look_3.csv", "abuse_look_4.csv")
"""Blind look sets that are learned; the first one stays for development."""
LATEST = 3
"""The replies that were judged last, see `judged_replies`."""
CLASSES = ("hate", "offensive", "neither")
HATE, OFFENSIVE, NEITHER = CLASSES
HELD_FOLD, FOLDS = 0, 5
"""Every fifth tweet is never trained on: the tweets are measured on those."""
LATE = 1400
"""The dialogs of hh-rlhf from here on are for measuring."""
_TURN = re.compile(r"\n\n(Human|Assistant): ")
_QUESTION_BACK = re.compile(
    r"^(?:why|do|does|did|would|how|what|are|is|can|have|you say|you said)\b.*\?$", re.IGNORECASE
)
_BOT_OF_OLD = re.compile(r"^(?:oh, i )", re.IGNORECASE)


def _load_abuse() -> Any:
    spec = importlib.util.spec_from_file_location("abuse_sources", HERE.parent / "abuse/sources.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["abuse_sources"] = module
    spec.loader.exec_module(module)
    return module


abuse = _load_abuse()


@dataclass(frozen=True, slots=True)
class Row:
    """A reply with its labels and where it came from; a label that is None is not learned."""

    text: str
    label: str | None
    source: str
    prejudice: float | None = 0.0
    line: str = ""
    weight: float = 1.0


def tweets(*, held: bool = False) -> list[Row]:
    """Read the tweets that are trained on, or those that are `held` out."""
    rows = [row for at, row in enumerate(abuse.tweets()) if (at % FOLDS == HELD_FOLD) == held]
    known = {HATE: 1.0, OFFENSIVE: None, NEITHER: 0.0}
    return [Row(row.text, row.label, "tweets", known[row.label]) for row in rows]


def users(part: str) -> list[Row]:
    """Read what users said to the two bots of ConvAbuse; `part` is train or valid."""
    known = {HATE: 1.0, OFFENSIVE: None, NEITHER: 0.0}
    return [Row(row.text, row.label, "convabuse", known[row.label]) for row in abuse.conversations(part)]


def bots(part: str) -> list[Row]:
    """Read the distinct harmless lines of the bots of ConvAbuse: without an abusive word, or a question back."""
    with (abuse.data() / f"convabuse/ConvAbuseEMNLP{part}.csv").open(newline="", encoding="utf-8") as lines:
        records = list(csv.DictReader(lines))
    said = dict.fromkeys(row[column].strip() for row in records for column in ("agent", "prev_agent"))
    return [Row(text, NEITHER, "bots") for text in said if text and _is_harmless(text)]


def _is_harmless(text: str) -> bool:
    return bool(abuse.is_clean(text) or _QUESTION_BACK.match(text)) and not (
        _BOT_OF_OLD.match(text) and not abuse.is_clean(text)
    )


def diasafety(part: str) -> list[dict[str, str]]:
    """Read the replies of DiaSafety; `part` is train or val."""
    with gzip.open(abuse.data() / f"diasafety/diasafety_{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@cache
def judged() -> dict[str, str]:
    """Read which replies were judged anew after reading: folded reply -> class, or `drop`."""
    path = HERE / "judged.csv"
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as lines:
        return {row["text"]: row["label"] for row in csv.DictReader(lines)}


def replies() -> list[Row]:
    """Read DiaSafety's training part: what its labels mean for abuse and for prejudice."""
    rows = []
    for found in diasafety("train"):
        text, line, kind, safe = (
            found["response"].strip(),
            found["context"],
            found["category"],
            found["label"] == "Safe",
        )
        advice = kind in {"Risk Ignorance", "Unauthorized Expertise"}
        label = NEITHER if safe or advice else OFFENSIVE if kind == "Offending User" else None
        prejudice: float | None = 0.0 if safe or advice else None
        weight = 1.0
        if kind == "Biased Opinion":
            prejudice, weight = float(not safe), 0.7
        elif kind == "Toxicity Agreement" and not safe and names_group(line):
            prejudice = 1.0
        new = judged().get(text)
        if new == "drop":
            label = None
        elif new:
            label = new
            prejudice = None if new != NEITHER and prejudice == 0.0 else prejudice
        if label is not None or prejudice is not None:
            rows.append(Row(text, label, "diasafety", prejudice, line, weight))
    return rows


@cache
def _groups() -> re.Pattern[str]:
    fillers = abuse.read_fillers()
    words = {word.strip() for slot in ("group", "member", "slur", "slurs", "groupish") for word in fillers[slot]}
    words |= {
        "women",
        "woman",
        "girls",
        "men",
        "gays",
        "gay",
        "blacks",
        "whites",
        "jews",
        "muslims",
        "islam",
        "asians",
        "old people",
    }
    words |= {
        "feminists",
        "feminist",
        "females",
        "mexicans",
        "immigrants",
        "trans",
        "chinese",
        "indians",
        "arabs",
        "the poor",
        "poor people",
    }
    return re.compile(r"\b(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + r")\b", re.IGNORECASE)


def names_group(text: str) -> bool:
    """Say whether a text names a group of people."""
    return bool(_groups().search(text))


def turns(dialog: str) -> list[tuple[str, str]]:
    """Give the (user's line, reply) pairs of a dialog of hh-rlhf."""
    parts = _TURN.split(dialog)[1:]
    spoken = list(zip(parts[::2], parts[1::2], strict=True))
    return [
        (before[1].strip(), after[1].strip())
        for before, after in pairwise(spoken)
        if before[0] == "Human" and after[0] == "Assistant" and after[1].strip()
    ]


def assistant(*, late: bool = False) -> list[Row]:
    """Read the replies of an LLM assistant that people preferred (hh-rlhf), those before dialog `LATE` or after."""
    with gzip.open(abuse.data() / "hh-rlhf/harmless_dialogs.jsonl.gz", "rt", encoding="utf-8") as lines:
        dialogs = [json.loads(line)["chosen"] for line in lines]
    chosen = dialogs[LATE:] if late else dialogs[:LATE]
    pairs = dict.fromkeys((reply, line) for dialog in chosen for line, reply in turns(dialog))
    rows = []
    for reply, line in pairs:
        label = judged().get(reply, NEITHER)
        if label != "drop":
            # what an assistant says about groups when it is provoked is not always free of prejudice
            prejudice = 0.0 if label == NEITHER and not (names_group(line) and _agrees(reply)) else None
            rows.append(Row(reply, label, "assistant", prejudice, line))
    return rows


def _agrees(reply: str) -> bool:
    return bool(
        re.match(
            r"(?:yes|yeah|sure|right|true|exactly|i agree|of course|that's true|you're right)\b", reply, re.IGNORECASE
        )
    )


def service(number: str) -> list[Row]:
    """Read the turns of both sides in one file of SGD; each with the turn before."""
    with gzip.open(abuse.data() / f"sgd-sample/dev_dialogues_{number}.json.gz", "rt", encoding="utf-8") as file:
        dialogs = json.load(file)
    rows = []
    for dialog in dialogs:
        said = [turn["utterance"] for turn in dialog["turns"]]
        rows += [Row(text, NEITHER, "sgd", line=line) for line, text in zip(["", *said], said, strict=False)]
    return rows


def service_replies(number: str) -> list[str]:
    """Read the distinct turns of the bot in one file of SGD."""
    return list(dict.fromkeys(row.text for row in abuse.services(number, "SYSTEM")))


def own_files() -> list[Path]:
    """Give the files of own sentences of this folder."""
    return [path for path in sorted(SENTENCES.glob("*.txt")) if path.name not in {"words.txt", "lines.txt"}]


@cache
def fillers() -> dict[str, list[str]]:
    """Give what may fill each slot: the words of models/abuse, and those of this folder."""
    here = {slot: line.split(" | ") for slot, line in sections(SENTENCES / "words.txt")}
    return abuse.read_fillers() | here


def sections(path: Path) -> Iterator[tuple[str, str]]:
    """Give the lines of a file of own sentences as (section, line), comments left out."""
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line[1 : line.index("]")]
        elif line.strip() and not line.startswith("#"):
            yield section, line.strip()


_LABELS: dict[str, tuple[str | None, float | None]] = {
    "hate": (HATE, 1.0),
    "offensive": (OFFENSIVE, None),
    "neither": (NEITHER, 0.0),
    "stereotype": (None, 1.0),  # a stereotype, flattering or mild: prejudice, but no abuse of anybody
}
_TOGETHER, _OF = 6, 9
"""Of the tables of judged replies, every ninth run of six rows is measured on and not learned."""
_DRAWN = (1, 8, 12, 14, 14, 14)  # sentences drawn from a template with 0, 1, 2 ... slots


def own() -> list[Row]:
    """Give the sentences of this folder, their slots filled; of a pair "A || B" the second is harmless.

    A line may begin with what the user said: "user text => reply"; both sides of a pair then answer it.
    """
    rows = []
    for path in own_files():
        weight = 2.0 if path.stem == "hard_negatives" else 1.5
        for section, template in sections(path):
            label, prejudice = _LABELS[section]
            head, arrow, tail = template.partition(" => ")
            line, sides = (head, tail) if arrow else ("", template)
            first, _, second = sides.partition(" || ")
            for side, about in ((first, (label, prejudice)), (second, (NEITHER, 0.0))):
                if side:
                    rows += [
                        Row(text, about[0], path.stem, about[1], said, weight) for said, text in _filled(line, side)
                    ]
    return list(dict.fromkeys(rows))


def _filled(line: str, side: str) -> list[tuple[str, str]]:
    joined = f"{line} => {side}" if line else side
    slots = len(re.findall(r"\{\w+\}", joined))
    texts = abuse.fill(joined, fillers())[: _DRAWN[min(slots, len(_DRAWN) - 1)]]
    return [tuple(text.split(" => ")) if line else ("", text) for text in texts]  # type: ignore[misc]


def judged_replies(*, held: bool = False, written: int = 2) -> list[Row]:
    """Give the replies in the tables of ``sentences/``, each with the line that it answers; or those `held` out.

    Args:
        held: those that are measured on, and not those that are learned.
        written: 1 for those that were written first, 2 with ``*_more.tsv``; 3 for those of ``insults.tsv``,
            ``groups.tsv`` and the later look sets of models/blind alone, by eight more authors.
    """
    rows = looked_at() if written == LATEST and not held else []
    for name in ("insults", "groups") if written == LATEST else ("contempt", "stereotypes", "harmless"):
        tables = [_judged_table(name), _judged_table(f"{name}_more") if written > 1 else []]
        for at, record in enumerate(chain(*tables)):
            if (at // _TOGETHER % _OF == 0) != held:
                continue
            label, prejudice = _TOLD[record.get("label") or NEITHER]
            rows.append(Row(record["reply"], label, name, prejudice, record["user"] or "", 2.0))
    return list(dict.fromkeys(rows))


def looked_at() -> list[Row]:
    """Give the replies of the later blind look sets."""
    known = {HATE: 1.0, OFFENSIVE: None, NEITHER: 0.0}
    rows = []
    for name in LOOKED_AT:
        with (BLIND / name).open(newline="", encoding="utf-8") as lines:
            rows += [
                Row(record["reply"], record["label"], Path(name).stem, known[record["label"]], record["user"], 2.0)
                for record in csv.DictReader(lines)
            ]
    return rows


def _judged_table(name: str) -> list[dict[str, str]]:
    path = SENTENCES / f"{name}.tsv"
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


_TOLD: dict[str, tuple[str | None, float | None]] = {
    **_LABELS,
    "demeaning": (OFFENSIVE, 1.0),
    "prejudice": (None, 1.0),
    "other": (NEITHER, 0.0),
}


def abuse_own() -> list[Row]:
    """Give the sentences of models/abuse, slots filled, by class."""
    known = {HATE: 1.0, OFFENSIVE: None, NEITHER: 0.0}
    return [Row(row.text, row.label, "own", known[row.label]) for row in abuse.own()]


def carriers() -> list[Row]:
    """Give harmless service sentences and small talk of models/abuse."""
    return [Row(row.text, NEITHER, "carriers") for row in abuse.carriers()]


def customers() -> list[Row]:
    """Give questions to a bank and requests to a voice assistant."""
    return [Row(row.text, NEITHER, row.source) for row in [*abuse.banking("train"), *abuse.assistant()]]


def technical() -> list[Row]:
    """Give lines of the Ubuntu chat logs without abusive words."""
    return [Row(row.text, NEITHER, "ubuntu") for row in abuse.technical()]


def table(name: str) -> list[dict[str, str]]:
    """Read a table of tests/data."""
    with (TABLES / name).open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def measured() -> tuple[list[str], list[str]]:
    """Give what is measured on: texts written for it, and texts of corpora."""
    written = [*abuse.measured()]
    for name in ("abuse_contrast_pairs.csv", "abuse_functional.csv", "bias_contrast_pairs.csv"):
        written += [cell for row in table(name) for cell in row.values()]
    for name in ("abuse_blunt.csv", "bias_equal_treatment.csv"):
        written += [row["reply"] for row in table(name)]
    for name in ("identity_replies.csv", "identity_voices.csv", "identity_others.csv", "identity_manners.csv"):
        written += [row["response"] for row in table(name)]
    corpora = [row.text for row in [*users("valid"), *bots("valid"), *assistant(late=True), *tweets(held=True)]]
    corpora += [found["response"] for found in diasafety("val")]
    corpora += [*service_replies("001"), *dict.fromkeys(abuse.restaurant())]
    corpora += [row.text for written in (2, LATEST) for row in judged_replies(held=True, written=written)]
    return written, corpora


def shuffled(rows: Sequence[T], seed: int) -> list[T]:
    """Give rows in another order that the seed decides."""
    order = list(range(len(rows)))
    draw = random.Random(seed)  # noqa: S311 - no secret
    for at in range(len(order) - 1, 0, -1):
        other = int(draw.random() * (at + 1))
        order[at], order[other] = order[other], order[at]
    return [rows[at] for at in order]


def with_line(row: Row, line: str) -> Row:
    """Give a row as the answer to a line."""
    return replace(row, line=line)
