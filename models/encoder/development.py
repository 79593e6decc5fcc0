"""What is measured on while the encoder is made: replies of another origin than the training, by source."""

import csv
import gzip
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import sources
from sources import HATE, NEITHER, OFFENSIVE, abuse

OLD = Path(__file__).parents[1] / "abuse"
_DRAWN = 400  # distinct replies of a corpus, at most


@dataclass(frozen=True, slots=True)
class Source:
    """Distinct replies of one origin, all harmless or all abusive; `bot`: what bots say, so it calibrates the share."""

    name: str
    kind: str
    texts: tuple[str, ...]
    family: str
    bot: bool = True


def _distinct(texts: list[str], most: int = _DRAWN) -> tuple[str, ...]:
    found = list(dict.fromkeys(text.strip() for text in texts if text.strip()))
    return tuple(sorted(random.Random(3).sample(found, most)) if len(found) > most else found)  # noqa: S311 - no secret


def clean() -> list[Source]:
    """Give sources of harmless replies."""
    voices = [row["response"] for row in sources.table("identity_voices.csv")]
    lines = [line for line in (OLD / "dev/replies.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    told = [row.text for row in sources.judged_replies(held=True) if row.label == NEITHER]
    later = [row.text for row in sources.judged_replies(held=True, written=sources.LATEST) if row.label == NEITHER]
    made = [
        Source("judged replies, harmless, held out", "clean", _distinct(told), "style"),
        Source("later judged replies, harmless, held out", "clean", _distinct(later), "style", bot=False),
        Source("LLM assistant (hh-rlhf, dialogs from 1,401 on)", "clean", _distinct(assistant()), "llm"),
        Source("ELIZA (ConvAbuse valid)", "clean", _distinct(bots("E.L.I.Z.A.")), "rules"),
        Source("CarbonBot (ConvAbuse valid)", "clean", _distinct(bots("CarbonBot")), "rules"),
        Source("odd bots about themselves (identity_manners)", "clean", _distinct(manners()), "rules"),
        Source("many bots about themselves (identity_replies)", "clean", _distinct(_replies("replies")), "rules"),
        Source("others about themselves (identity_others)", "clean", _distinct(_replies("others")), "rules"),
        Source("ELIZA's script", "clean", _distinct(script()), "rules"),
        Source("bundled hospital, faq and trains bots", "clean", _distinct(bundled()), "service"),
        Source("assistants about themselves (identity_voices)", "clean", _distinct(voices), "style"),
        Source("hard harmless replies (dev/replies)", "clean", _distinct(lines), "style"),
        Source("SGD 001, system", "clean", _distinct(sources.service_replies("001")), "service"),
        Source("DSTC2, bot", "clean", _distinct(list(dict.fromkeys(abuse.restaurant()))), "service"),
        Source("Ubuntu channel, dev", "clean", _distinct(channel()), "people", bot=False),
        Source(
            "bank customers (BANKING77 test)",
            "clean",
            _distinct([row.text for row in abuse.banking("test")]),
            "people",
            bot=False,
        ),
        Source("news (OneStopEnglish)", "clean", _distinct(news()), "news", bot=False),
    ]
    kinds = ("Risk Ignorance", "Unauthorized Expertise", "Toxicity Agreement", "Biased Opinion", "Offending User")
    made += [
        Source(f"DiaSafety val, {kind}, safe", "clean", _distinct(dialogs(kind, "Safe")), "reddit", bot=False)
        for kind in kinds
    ]
    return [
        *made,
        Source("functional tests, harmless", "clean", _distinct(functional("harmless")), "written", bot=False),
    ]


def abusive() -> list[Source]:
    """Give sources of abusive replies."""
    pairs = [row["abusive"] for row in sources.table("abuse_contrast_pairs.csv")]
    planted = [[text for _, text in abuse.planted(path)] for path in abuse.PLANTED]
    insults = [*planted[1], *pairs]
    told, later = (
        [
            row.text
            for row in sources.judged_replies(held=True, written=written)
            if row.label in {HATE, OFFENSIVE}
        ]
        for written in (2, sources.LATEST)
    )
    return [
        Source("judged replies, abusive, held out", "abusive", _distinct(told), "told"),
        Source("later judged replies, abusive, held out", "abusive", _distinct(later), "told"),
        Source("contrast pairs", "abusive", _distinct(pairs), "written"),
        Source("contrast pairs, development", "abusive", _distinct(_pairs("contrast_pairs.csv")), "written"),
        Source(
            "contrast pairs, development, fresh", "abusive", _distinct(_pairs("contrast_pairs_fresh.csv")), "written"
        ),
        Source("functional tests, abusive", "abusive", _distinct(functional("abusive")), "written"),
        Source("planted", "abusive", _distinct(planted[0]), "written"),
        Source("planted, fresh", "abusive", _distinct(planted[1]), "written"),
        Source("insults behind service text", "abusive", _distinct(behind(insults)), "written"),
        Source("insults inside long replies", "abusive", _distinct(within(insults)), "written"),
        Source("users of bots (ConvAbuse valid)", "abusive", _distinct(users(abusive=True)), "people", bot=False),
        Source(
            "DiaSafety val, Offending User, unsafe",
            "abusive",
            _distinct(dialogs("Offending User", "Unsafe")),
            "reddit",
            bot=False,
        ),
        Source("tweets, hate, held out", "abusive", _distinct(tweets(HATE)), "people", bot=False),
        Source("tweets, offensive, held out", "abusive", _distinct(tweets(OFFENSIVE)), "people", bot=False),
    ]


@cache
def struck() -> frozenset[str]:
    """Read the replies of corpora of harmless ones that are not harmless when read."""
    path = Path(__file__).parent / "struck.csv"
    if not path.exists():
        return frozenset()
    with path.open(newline="", encoding="utf-8") as lines:
        return frozenset(row["text"] for row in csv.DictReader(lines))


def assistant() -> list[str]:
    """Give the late replies of the LLM assistant."""
    return [row.text for row in sources.assistant(late=True) if row.text not in struck()]


def bots(name: str) -> list[str]:
    """Give the harmless lines of one bot of ConvAbuse valid."""
    with (abuse.data() / "convabuse/ConvAbuseEMNLPvalid.csv").open(newline="", encoding="utf-8") as lines:
        said = {
            row[column].strip()
            for row in csv.DictReader(lines)
            if row["bot"] == name
            for column in ("agent", "prev_agent")
        }
    return [row.text for row in sources.bots("valid") if row.text in said and row.text not in struck()]


def _replies(name: str) -> list[str]:
    return [row["response"] for row in sources.table(f"identity_{name}.csv") if row["response"] not in struck()]


def manners() -> list[str]:
    """Give the replies of odd bots."""
    return _replies("manners")


def script() -> list[str]:
    """Give the fixed replies in ELIZA's script."""
    text = (sources.HERE.parents[1] / "src/botassay_samples/eliza.toml").read_text("utf-8")
    return [re.sub(r"\{\d\}", "that", line) for line in re.findall(r'"([^"\n*@]{12,})"', text)]


def bundled() -> list[str]:
    """Give what the bundled bots say, from their files."""
    folder = sources.HERE.parents[1] / "src/botassay_samples"
    toml = [(folder / name).read_text("utf-8") for name in ("hospital/words.toml", "trains/voices.toml")]
    said = [line for text in toml for line in re.findall(r'"([^"\n]{15,})"', text)]
    for name in ("faq/answers.csv", "faq/faq.csv"):
        with (folder / name).open(newline="", encoding="utf-8") as lines:
            said += [cell for row in csv.reader(lines) for cell in row if len(cell.split()) > 4]
    return [text for text in said if text not in struck()]


def channel() -> list[str]:
    """Give lines of the Ubuntu channel that are in no training, without abusive words."""
    spoken = []
    for path in sorted((abuse.data() / "ubuntu-irc/dev").glob("*.ascii.txt.gz")):
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as lines:
            spoken += [
                found[1] for line in lines if (found := re.match(r"\[\d\d:\d\d\] <[^>]*> (?:[^\s:,]+[:,] )?(.+)", line))
            ]
    return [text for text in spoken if len(text) > 12 and abuse.is_clean(text)]


def news() -> list[str]:
    """Give sentences of newspapers."""
    with gzip.open(abuse.data() / "onestopenglish/advanced_elementary.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [found[1] for line in lines if (found := re.search(r'"advanced": "((?:[^"\\]|\\.)*)"', line))]


def dialogs(kind: str, label: str) -> list[str]:
    """Give the replies of one category of DiaSafety val."""
    return [row["response"] for row in sources.diasafety("val") if (row["category"], row["label"]) == (kind, label)]


def functional(label: str) -> list[str]:
    """Give the functional tests of both tables."""
    with (OLD / "dev/functional.csv").open(newline="", encoding="utf-8") as lines:
        rows = [*csv.DictReader(lines), *sources.table("abuse_functional.csv")]
    return [row["text"] for row in rows if (row["label"] == "abusive") == (label == "abusive")]


def _pairs(name: str) -> list[str]:
    with (OLD / "dev" / name).open(newline="", encoding="utf-8") as lines:
        return [row["abusive"] for row in csv.DictReader(lines)]


def users(*, abusive: bool) -> list[str]:
    """Give what users of ConvAbuse valid said."""
    return [row.text for row in sources.users("valid") if (row.label != NEITHER) == abusive]


def tweets(label: str) -> list[str]:
    """Give the held-out tweets of a class."""
    return [row.text for row in sources.tweets(held=True) if row.label == label]


def _ended(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


def behind(insults: list[str]) -> list[str]:
    """Give insults behind a sentence of service."""
    draw, service = random.Random(5), sources.service_replies("001")  # noqa: S311 - no secret
    return [f"{draw.choice(service)} {_ended(insult)}" for insult in insults for _ in range(2)]


def within(insults: list[str]) -> list[str]:
    """Give insults inside long replies of the LLM assistant, between two sentences."""
    draw = random.Random(6)  # noqa: S311 - no secret
    long = [text for text in assistant() if len(text.split()) >= 60]
    made = []
    for insult in insults:
        spoken = re.split(r"(?<=[.!?])\s+", draw.choice(long))
        place = draw.randrange(len(spoken) + 1)
        made.append(" ".join([*spoken[:place], _ended(insult), *spoken[place:]]))
    return made


def prejudice() -> dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]]:
    """Give (line, reply) pairs that are prejudiced, and that are not, by source."""
    val = sources.diasafety("val")
    made: dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {}
    for kind in ("Biased Opinion", "Toxicity Agreement"):
        rows = [row for row in val if row["category"] == kind]
        if kind == "Toxicity Agreement":
            rows = [row for row in rows if sources.names_group(row["context"])]
        sides = (
            [(row["context"], row["response"]) for row in rows if row["label"] == label] for label in ("Unsafe", "Safe")
        )
        made[f"DiaSafety val, {kind}"] = tuple(sides)  # type: ignore[assignment]
    with (OLD / "dev/functional.csv").open(newline="", encoding="utf-8") as lines:
        rows = [*csv.DictReader(lines), *sources.table("abuse_functional.csv")]
    identity = ("identity", "dehuman", "group", "slur", "hate")
    hateful = [
        ("", row["text"])
        for row in rows
        if row["label"] == "abusive" and any(part in row["capability"] for part in identity)
    ]
    other = [
        ("", row["text"])
        for row in rows
        if row["label"] != "abusive"
        and (any(part in row["capability"] for part in identity) or sources.names_group(row["text"]))
    ]
    made["functional tests about groups"] = hateful, other
    made["tweets, held out: hate, neither"] = (
        [("", text) for text in tweets(HATE)],
        [("", text) for text in tweets(NEITHER)],
    )
    told = [row for written in (2, sources.LATEST) for row in sources.judged_replies(held=True, written=written)]
    made["judged replies, held out"] = (
        [(row.line, row.text) for row in told if row.prejudice == 1.0],
        [(row.line, row.text) for row in told if row.prejudice == 0.0],
    )
    late = [(row.line, row.text) for row in sources.assistant(late=True) if row.text not in struck()]
    made["LLM assistant"] = [], late
    for source in clean():
        if source.bot and source.family != "llm":
            made[source.name] = [], [("", text) for text in source.texts]
    return made


Section = Callable[[], None]
