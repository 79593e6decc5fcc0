"""AL by the encoder: the first value, single texts, and distinct texts a second."""

import csv
import gzip
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter

from bench.timing import seconds, sized
from botassay.core import shipped
from botassay.trust.abuse.checker import Abuse

WORDS = (
    "we can help you to change the booking of your room if you tell us when it was made and under which name".split()
)
FIRST = """
import resource
from time import perf_counter
from botassay.trust.abuse.checker import Abuse
before, begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, perf_counter()
Abuse().values(["What a dumb question, you idiot."])
print(perf_counter() - begin, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""
TIMES = sized(40, 2)
TEXTS = sized(30_000, 100)
FOLDERS = ("encoder/data", "trust/abuse/data")


def abuse(data: Path) -> None:
    """Print what AL takes: the goals stand beside."""
    first, megabytes = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, check=True).stdout.split()
    _show("AL, first value after import", f"{1000 * float(first):.0f} ms", "goal 600")
    _show("  more memory", f"{float(megabytes):.0f} MB", "goal 200")
    package = Path(shipped.__file__).parents[1]
    size = sum(file.stat().st_size for folder in FOLDERS for file in (package / folder).iterdir())
    _show("  weights", f"{size / 1e6:.1f} MB", "goal 30")
    for words, goal in ((10, 8), (80, 30)):
        _show(f"AL, {words} words that are encoded", f"{1000 * _latency(words):.1f} ms", f"goal {goal}")
    for name, texts, goal in (("service", _service(data), 5000), ("LLM chat", _assistant(data), 100)):
        checker = Abuse()
        taken = seconds(lambda texts=texts, checker=checker: checker.values(texts))  # type: ignore[misc]
        _show(f"AL of {len(texts):,} distinct texts, {name}", f"{len(texts) / taken:,.0f} /s", f"goal {goal:,}")


def _show(what: str, value: str, goal: str) -> None:
    print(f"{what:50} {value:>14} {goal:>14}")


def _latency(words: int, times: int = TIMES) -> float:
    """Measure a text that is encoded whole and by sentences, none met before."""
    draw, checker = Random(words), Abuse()  # noqa: S311 - no secret
    texts = []
    for _ in range(times):
        said = draw.choices(WORDS, k=words - 4)
        texts.append(" ".join([*said[: words // 2], "you stupid worthless idiot.", *said[words // 2 :]]) + ".")
    checker.values(["Good morning, you idiot."])
    begin = perf_counter()
    for text in texts:
        checker.values([text])
    return (perf_counter() - begin) / times


def _service(data: Path) -> Sequence[str]:
    with (data / "banking77/test.csv").open(newline="", encoding="utf-8") as lines:
        asked = [row["text"] for row in csv.DictReader(lines)]
    with gzip.open(data / "clinc150/data_full.json.gz", "rt", encoding="utf-8") as file:
        asked += [text for rows in json.load(file).values() for text, _ in rows]
    return list(dict.fromkeys(asked))[:TEXTS]


def _assistant(data: Path) -> Sequence[str]:
    with gzip.open(data / "hh-rlhf/harmless_dialogs.jsonl.gz", "rt", encoding="utf-8") as lines:
        dialogs = [json.loads(line)["chosen"] for line in lines]
    turns = [turn for dialog in dialogs for turn in dialog.split("\n\nAssistant: ")[1:]]
    return list(dict.fromkeys(turn.partition("\n\nHuman: ")[0].strip() for turn in turns))[:TEXTS]
