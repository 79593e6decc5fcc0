"""How each data set becomes labelled rows for the abusive-language classifier.

Every function gives rows in a fixed order. The data lie in the folder that the environment variable BOTASSAY_DATA
names; our own sentences lie in ``sentences/`` beside this file. DSTC2, the valid part of ConvAbuse, the test part of
banking77 and dialogs 001 of SGD are here for `evaluate` only: `training` never touches them.
"""

import csv
import gzip
import json
import os
import random
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from botassay.trust.abuse.vocabulary import FIRST_ABUSIVE_KIND

Item = TypeVar("Item")
CLASSES = ("hate", "offensive", "neither")
HATE, OFFENSIVE, NEITHER = CLASSES
SENTENCES = Path(__file__).parent / "sentences"
DEVELOPMENT = Path(__file__).parent / "dev"
JUDGED = Path(__file__).parent / "judged.csv.gz"
PLANTED = (Path(__file__).parent / "planted.txt", Path(__file__).parent / "planted_fresh.txt")

EARLIER = ("templates.txt", "voices.txt", "voices2.txt", "voices3.txt", "harmless.txt", "replies.txt")
LATER = tuple(f"voices{number}.txt" for number in range(4, 11))
OWN = (*EARLIER, *LATER)
SERVICE = ("service.txt", "service_more.txt", "chat.txt", "names.txt")
_IDENTITY_TYPES = ("ableist", "homophobic", "racist", "sexist", "transphobic")
_SLOT = re.compile(r"\{(\w+)\}")
_DRAWS = (1, 14, 24, 36, 36, 36)  # sentences drawn from a template with 0, 1, 2 ... slots
_CALLED = 0.25  # how many of those are mere names
_NAMES = ("{name}", "you {name}", "you {nasty} {name}", "{nasty} {name}")
_SPOKEN = re.compile(r"\[\d\d:\d\d\] <[^>]*> (?:[^\s:,]+[:,] )?(.+)")
_EVERY_LINE = 4  # of the chat logs, one line in so many is read
_SHORTEST = 12  # characters of a line that is worth reading
_DRESSED = 5  # sentences that a template without slots gives, at most
_MARKS = ".,;:!?\"'"
_ENDS = ("", "", "", ".", ".", "!")
_COINED = 4000  # made-up names
_EMBEDDED = 14000  # sentences of our own put beside or into a service sentence


@dataclass(frozen=True, slots=True)
class Row:
    """A text with its class and where it came from."""

    text: str
    label: str
    source: str


def data() -> Path:
    """Give the folder of the data sets, as BOTASSAY_DATA names it."""
    return Path(os.environ["BOTASSAY_DATA"])


def tweets() -> list[Row]:
    """Read the tweets of Davidson et al. (2017): three classes, as most of the annotators saw them."""
    with (data() / "davidson/labeled_data_90.csv").open(newline="", encoding="utf-8") as lines:
        return [Row(row["tweet"], CLASSES[int(row["class"])], "davidson") for row in csv.DictReader(lines)]


def conversations(part: str) -> list[Row]:
    """Read what users said to two chatbots (ConvAbuse, Cercas Curry et al. 2021), `part` being train or valid.

    A mean judgement below 0 is offensive; one of -2 or worse with an identity-based type is hate; all else neither.
    """
    with (data() / f"convabuse/ConvAbuseEMNLP{part}.csv").open(newline="", encoding="utf-8") as lines:
        head, *records = csv.reader(lines)
    judged = [(at, int(name.split("is_abuse.")[1])) for at, name in enumerate(head) if "is_abuse." in name]
    identity = [at for at, name in enumerate(head) if name.split("_")[-1].split(".")[0] in _IDENTITY_TYPES]
    user = head.index("user")
    rows = []
    for record in records:
        votes = [vote for at, vote in judged if _is_one(record[at])]
        typed = any(_is_one(record[at]) for at in identity)
        rows.append(Row(record[user], _judgement(votes, typed=typed), "convabuse"))
    return rows


def _is_one(cell: str) -> bool:
    return cell.strip() in {"1", "1.0"}


def _judgement(votes: Sequence[int], *, typed: bool) -> str:
    mean = sum(votes) / len(votes)
    if mean <= -2 and typed:
        return HATE
    return OFFENSIVE if mean < 0 else NEITHER


def banking(part: str) -> list[Row]:
    """Read the questions of bank customers (BANKING77), `part` being train or test."""
    with (data() / f"banking77/{part}.csv").open(newline="", encoding="utf-8") as lines:
        return [Row(row["text"], NEITHER, "banking77") for row in csv.DictReader(lines)]


def assistant() -> list[Row]:
    """Read requests to a voice assistant (CLINC150, all splits of the full set)."""
    with gzip.open(data() / "clinc150/data_full.json.gz", "rt", encoding="utf-8") as file:
        splits = json.load(file)
    return [Row(text, NEITHER, "clinc150") for name in sorted(splits) for text, _ in splits[name]]


def services(number: str, *speakers: str) -> list[Row]:
    """Read the turns of the given speakers (USER, SYSTEM) in one file of SGD, `number` being 001 or 009."""
    with gzip.open(data() / f"sgd-sample/dev_dialogues_{number}.json.gz", "rt", encoding="utf-8") as file:
        dialogs = json.load(file)
    turns = [turn for dialog in dialogs for turn in dialog["turns"] if turn["speaker"] in speakers]
    return [Row(turn["utterance"], NEITHER, "sgd") for turn in turns]


def replies() -> list[Row]:
    """Read what the two bots of ConvAbuse train said, but for lines with a word of an abusive kind: they echo a lot."""
    with (data() / "convabuse/ConvAbuseEMNLPtrain.csv").open(newline="", encoding="utf-8") as lines:
        said = [row[part] for row in csv.DictReader(lines) for part in ("agent", "prev_agent")]
    return [Row(text, NEITHER, "replies") for text in dict.fromkeys(said) if is_clean(text)]


def technical() -> list[Row]:
    """Read some of the Ubuntu chat logs, without the names of those who speak, and without abusive words."""
    said = []
    for path in sorted((data() / "ubuntu-irc/train").glob("*.ascii.txt.gz")):
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as lines:
            spoken = [found[1] for line in lines if (found := _SPOKEN.match(line))]
        said += spoken[::_EVERY_LINE]
    return [Row(text, NEITHER, "technical") for text in dict.fromkeys(said) if len(text) > _SHORTEST and is_clean(text)]


def is_clean(text: str) -> bool:
    """Say whether no word of a text is of an abusive kind."""
    kinds = lexicon()
    return all(kinds.get(word, 0) < FIRST_ABUSIVE_KIND for word in re.findall(r"[\w*']+", text.lower()))


def restaurant() -> list[str]:
    """Read what the bot says in the DSTC2 restaurant dialogs (bAbI task 6): for measuring, never for training."""
    said = []
    for part in ("trn", "dev"):
        name = data() / f"dstc2-babi6/dialog-babi-task6-dstc2-{part}.txt.gz"
        with gzip.open(name, "rt", encoding="utf-8") as lines:
            said += [line.rstrip("\n").split("\t")[1] for line in lines if "\t" in line]
    return [text for text in said if not text.startswith("api_call")]


def measured() -> list[str]:
    """Give the planted insults and the cells of the development tables: what stands there is never trained on."""
    tables = [path.read_text(encoding="utf-8").splitlines() for path in sorted(DEVELOPMENT.iterdir())]
    cells = [cell for lines in tables for row in csv.reader(lines) for cell in [*row, ",".join(row)]]
    return [*cells, *(text for path in PLANTED for _, text in planted(path))]


def planted(path: Path) -> list[tuple[str, str]]:
    """Read the insults that are kept out of the training, as (grade, text); `path` is one of `PLANTED`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [(grade, text) for grade, text in (line.split("\t") for line in lines if line[:1] not in {"", "#"})]


def sections(name: str) -> Iterator[tuple[str, str]]:
    """Give the lines of a file of our own sentences as (section, line), comments left out."""
    section = ""
    for line in (SENTENCES / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line[1 : line.index("]")]
        elif line.strip() and not line.startswith("#"):
            yield section, line.strip()


@cache
def lexicon() -> dict[str, int]:
    """Read the kinds of words, word -> number of the kind."""
    return {word: int(section.split()[0]) for section, line in sections("lexicon.txt") for word in line.split()}


def templates(names: Sequence[str] = OWN) -> Iterator[tuple[str, str]]:
    """Give (class, template) of our own sentences in the files named; of a pair "A || B" the second is harmless."""
    for name in names:
        for label, line in sections(name):
            first, _, second = line.partition(" || ")
            yield label, first
            if second:
                yield NEITHER, second


def own(kept: Callable[[str], bool] = bool, names: Sequence[str] = OWN) -> list[Row]:
    """Give the sentences of our own, their slots filled at random (seeded by the template), without repeats."""
    fillers = read_fillers()
    chosen = [(label, template) for label, template in templates(names) if kept(template)]
    rows = [Row(text, label, "own") for label, template in chosen for text in varied(template, fillers)]
    return list(dict.fromkeys(rows))


def judged() -> list[tuple[str, list[float]]]:
    """Read the changed sentences, each with the chances of the three classes that an earlier model gave it."""
    with gzip.open(JUDGED, "rt", newline="", encoding="utf-8") as lines:
        return [(text, [int(part) / 255 for part in chances]) for text, *chances in csv.reader(lines)]


def carriers() -> list[Row]:
    """Give harmless service sentences of our own, in many domains."""
    fillers = read_fillers()
    lines = [line for name in SERVICE for _, line in sections(name)]
    rows = [Row(text, NEITHER, "service") for line in lines for text in fill(line, fillers)]
    return list(dict.fromkeys(rows))


def read_fillers() -> dict[str, list[str]]:
    """Give what may fill each slot."""
    return {slot: line.split(" | ") for slot, line in sections("words.txt")} | {"coined": coined()}


@cache
def coined() -> list[str]:
    """Make up names that nobody has seen before, of two to four syllables, two words at times."""
    draw = random.Random(_COINED)  # noqa: S311 - no secret
    syllables = {slot: line.split(" | ") for slot, line in sections("words.txt")}
    begins, middles, ends = (syllables[part] for part in ("begin", "middle", "end"))
    names = []
    for _ in range(_COINED):
        inner = "".join(pick(draw, middles) for _ in range(int(draw.random() * 3)))
        name = f"{pick(draw, begins)}{inner}{pick(draw, ends)}"
        names.append(name.capitalize() if draw.random() < 0.9 else name)
    return names


def varied(template: str, fillers: dict[str, list[str]]) -> list[str]:
    """Fill a template, and dress some of the sentences: a word before, a mark after."""
    draw = random.Random(zlib.crc32(b"varied " + template.encode()))  # noqa: S311 - no secret
    texts = fill(template, fillers)
    texts += texts * (_DRESSED // len(texts))
    return list(dict.fromkeys(_dress(text, fillers, draw) if at else text for at, text in enumerate(texts)))


def _dress(text: str, fillers: dict[str, list[str]], draw: random.Random) -> str:
    chance = draw.random()
    if chance < 0.15:
        text = f"{pick(draw, fillers['lead'])} {text}"
    elif chance < 0.25:
        text = f"{pick(draw, fillers['name'])}, {text}"
    elif chance < 0.3:
        text = f"{text}, {pick(draw, fillers['name'])}"
    return text if text[-1:] in _MARKS else text + pick(draw, _ENDS)


def fill(template: str, fillers: dict[str, list[str]]) -> list[str]:
    """Fill the slots of a template at random; the same template always gives the same sentences."""
    draw = random.Random(zlib.crc32(template.encode()))  # noqa: S311 - no secret
    drawn = []
    for _ in range(_DRAWS[min(len(_SLOT.findall(template)), len(_DRAWS) - 1)]):
        text = template
        while _SLOT.search(text):  # a filler may have slots of its own
            text = _SLOT.sub(lambda slot: pick(draw, fillers[slot[1]]), text)
        drawn.append(re.sub(r"\b([Aa]) (?=[aeioAEIO]|u(?!s[ei]|ni))", r"\1n ", text))
    return list(dict.fromkeys(drawn))


def pick(draw: random.Random, items: Sequence[Item]) -> Item:
    """Pick an item in a way that no later Python will change."""
    return items[int(draw.random() * len(items))]


def embedded(inner: Sequence[Row], outer: Sequence[Row]) -> list[Row]:
    """Put sentences of our own before, after or into harmless ones: the class stays that of the inner sentence.

    A part of the inner sentences are mere names to call somebody, so that those weigh in any company.
    """
    draw = random.Random(_EMBEDDED)  # noqa: S311 - no secret
    fillers = read_fillers()
    names = [
        Row(text, OFFENSIVE, "own")
        for shape in _NAMES
        for name in fillers["person"]
        for text in fill(shape, {**fillers, "name": [name]})
    ]
    return [
        _embed(pick(draw, names if draw.random() < _CALLED else inner), pick(draw, outer).text, draw)
        for _ in range(_EMBEDDED)
    ]


def _embed(row: Row, around: str, draw: random.Random) -> Row:
    plain = draw.random() < 0.5  # half of them as bots of old wrote: no capitals, no stops
    inner = re.sub(r"[.,;:!?]", "", row.text).lower() if plain else row.text
    around = re.sub(r"[.,;:!?]", "", around).lower() if plain else around
    link = " " if plain else pick(draw, (" ", ". ", ", ", "! ", " - "))
    place = draw.random()
    if place < 0.4:
        text = around.rstrip(".") + link + inner
    elif place < 0.65:
        text = inner + link + around
    else:
        words = around.split()
        cut = int(draw.random() * len(words))
        text = " ".join(words[:cut]) + link + inner + link + " ".join(words[cut:])
    return Row(text, row.label, "embedded")
