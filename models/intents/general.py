"""Write `src/botassay/intents/data/general/*.csv`, general phrases: `python models/intents/general.py CLINC`.

CLINC is `data_full.json`, also `.gz`. Each language has its own phrases in `{language}.txt` beside this script, where
`{a|b}` makes several. English also has those of `general.csv`, without the trade of the bundled bot, and the training
part of CLINC150 (CC BY 3.0) for the intents of SAME. Phrases of the test are left out. Columns: text, intent, origin
(hand, grammar, clinc150).
"""

import csv
import gzip
import json
import re
import sys
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from zlib import crc32

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "src" / "botassay" / "intents" / "data"
TRADE = {"general/job search", "general/job alert"}
SAME = {
    "greeting": "greet", "goodbye": "goodbye", "thank_you": "thanks", "are_you_a_bot": "are you a robot",
    "what_is_your_name": "your name", "what_can_i_ask_you": "help", "cancel": "stop", "tell_joke": "joke",
    "weather": "weather", "time": "time", "date": "time", "change_language": "language", "repeat": "repeat",
    "yes": "yes", "no": "no", "who_made_you": "who made you", "who_do_you_work_for": "who made you",
    "how_old_are_you": "how old are you", "where_are_you_from": "where are you from",
}  # fmt: skip
EACH = 60
"""Phrases of an intent of CLINC150, the first ones."""
MOST = {"en": 16, "fr": 16}
"""Phrases of a template at most, in the languages with many templates, so that long ones do not outweigh the others."""
TEST = HERE.parents[1] / "tests" / "data" / "general_intents.csv"
_CHOICE = re.compile(r"\{([^{}]*)\}")
Row = tuple[str, str, str]


def spelled(template: str) -> Iterator[str]:
    """Yield all phrases of a template."""
    parts = _CHOICE.split(template)
    choices = [part.split("|") if at % 2 else [part] for at, part in enumerate(parts)]
    for chosen in product(*choices):
        yield " ".join("".join(chosen).split())


def some(phrases: list[str], language: str) -> list[str]:
    """Return `MOST` phrases of a template, the same ones every time, in its order."""
    chosen = set(sorted(phrases, key=lambda text: crc32(text.encode()))[: MOST.get(language)])
    return [text for text in phrases if text in chosen]


def bare(text: str) -> str:
    """Return the words of a phrase."""
    return " ".join(re.findall(r"\w+", text.lower()))


def tested(language: str) -> set[str]:
    """Return the bare phrases that a language is tested with."""
    with TEST.open(newline="", encoding="utf-8") as lines:
        return {bare(row["text"]) for row in csv.DictReader(lines) if row["language"] == language}


def of_templates(file: Path) -> Iterator[Row]:
    """Yield the rows of a language."""
    intent = ""
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("["):
            intent = line.strip("[]")
        elif line and not line.startswith("#"):
            phrases = list(spelled(line))
            yield from (
                (text, f"general/{intent}", "hand" if len(phrases) == 1 else "grammar")
                for text in some(phrases, file.stem)
            )


def english(clinc: Path) -> Iterator[Row]:
    """Yield the rows of English."""
    with (DATA / "general.csv").open(newline="", encoding="utf-8") as lines:
        for text, intent in list(csv.reader(lines))[1:]:
            if intent not in TRADE:
                yield text, intent, "hand"
    opened = gzip.open if clinc.suffix == ".gz" else open
    with opened(clinc, "rt", encoding="utf-8") as stream:
        pairs = json.load(stream)["train"]
    for name, intent in SAME.items():
        texts = [text for text, label in pairs if label == name][:EACH]
        yield from ((text, f"general/{_finer(text, intent)}", "clinc150") for text in texts)


def _finer(text: str, intent: str) -> str:
    """Return an intent of ours that CLINC150 does not tell from another one."""
    return (
        "how are you" if intent == "greet" and re.search(r"\bhow\b|\bhows\b|how's|what's up|are you", text) else intent
    )


def write(language: str, rows: Iterator[Row]) -> None:
    """Write the file of a language, each text once."""
    left_out, chosen = tested(language), dict[str, Row]()
    for row in rows:
        if bare(row[0]) not in left_out:
            chosen.setdefault(row[0].lower(), row)
    with (DATA / "general" / f"{language}.csv").open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("text", "intent", "origin"))
        writer.writerows(chosen.values())
    print(language, len(chosen), "phrases,", len({intent for _, intent, _ in chosen.values()}), "intents")


def main() -> None:
    """Write all languages."""
    (DATA / "general").mkdir(exist_ok=True)
    for file in sorted(HERE.glob("*.txt")):
        more = english(Path(sys.argv[1])) if file.stem == "en" else iter(())
        write(file.stem, chain(more, of_templates(file)))


if __name__ == "__main__":
    main()
