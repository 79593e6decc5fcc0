"""Measure how the cost of a rating grows with the length of a text that repeats itself.

    python -m bench.lengths            each text at 64 and at 256 KiB (ten minutes)
    python -m bench.lengths --smoke    at 1 and at 4 KiB

An exponent of 1 is a cost that grows as the text does; more than 1.1 would let one long reply hold up a whole corpus.
"""

import math
import tempfile
import time
from pathlib import Path
from typing import Final

import msgspec

import botassay
from bench.timing import sized

SIZES: Final = (sized(64, 1) * 1024, sized(256, 4) * 1024)
ISSUES: Final = ("AL", "B", "CC", "ID", "IL")
TEXTS: Final = {
    "a letter": "a",
    "letters and commas": "a,",
    "stops": ".",
    "words": "abcdefgh ",
    "names": "Ann Smith ",
    "numbers": "555-123-4567 ",
    "line ends": "x\n",
    "addresses": "a@",
    "insults": "you are a stupid idiot. ",
    "quoted insults": '"you idiot" ',
    "questions": "why do you say that I am stupid? ",
    "emoji": "😀",
    "but": "but good ",
    "a sentence": "The trains to Leeds run every hour, and women drive them 7 times in 1995; ring 555-1234! ",
}


def main() -> None:
    """Print the CPU seconds of each issue for each text at both lengths, and the exponent between them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "long.jsonl"
        for issue in ISSUES:  # which loads all models
            _seconds(file, "abc ", 64, issue)
        print(f"{'text':20} {'issue':5} {SIZES[0] >> 10:>5} KiB {SIZES[1] >> 10:>5} KiB  exponent")
        for name, unit in TEXTS.items():
            for issue in ISSUES:
                short, long = (_seconds(file, unit, size, issue) for size in SIZES)
                exponent = math.log(long / short) / math.log(SIZES[1] / SIZES[0])
                print(f"{name:20} {issue:5} {short:7.2f} s {long:7.2f} s  {exponent:8.2f}", flush=True)


def _seconds(file: Path, unit: str, size: int, issue: str) -> float:
    """Return the CPU seconds of rating a dialog whose user says such a text, and whose bot repeats it."""
    text = (unit * (size // len(unit) + 1))[:size]
    said = [{"role": "user", "text": text}, {"role": "bot", "text": text}, {"role": "bot", "text": f"{text} yes"}]
    file.write_bytes(msgspec.json.encode({"id": "d", "utterances": said}))
    begin = time.process_time()
    botassay.rate(file, issues=[issue])
    return time.process_time() - begin


if __name__ == "__main__":
    main()
