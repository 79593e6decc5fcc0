"""Write `src/botassay/intents/data/general/*.csv`, general phrases: `python models/intents/general.py CLINC`.

CLINC is `data_full.json`, also `.gz`. Each language has its own phrases in `{language}.txt` beside this script, where
`{a|b}` makes several. English also has those of `general.csv`, without the trade of the bundled bot, and the training
part of CLINC150 (CC BY 3.0) for the intents of SAME. Columns: text, intent, origin (hand, grammar, clinc150).
"""

import csv
import gzip
import json
import re
import sys
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path

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
_CHOICE = re.compile(r"\{([^{}]*)\}")
Row = tuple[str, str, str]


def spelled(template: str) -> Iterator[str]:
    """Yield all phrases of a template."""
    parts = _CHOICE.split(template)
    choices = [part.split("|") if at % 2 else [part] for at, part in enumerate(parts)]
    for chosen in product(*choices):
        yield " ".join("".join(chosen).split())


def of_templates(file: Path) -> Iterator[Row]:
    """Yield the rows of a language."""
    intent = ""
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("["):
            intent = line.strip("[]")
        elif line and not line.startswith("#"):
            phrases = list(spelled(line))
            yield from ((text, f"general/{intent}", "hand" if len(phrases) == 1 else "grammar") for text in phrases)


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
        yield from ((text, f"general/{intent}", "clinc150") for text in texts)


def write(language: str, rows: Iterator[Row]) -> None:
    """Write the file of a language, each text once."""
    chosen: dict[str, Row] = {}
    for row in rows:
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
