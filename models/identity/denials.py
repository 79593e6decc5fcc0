"""Measure how often explicit denials are missed or seen where there are none, and write the table of errors.

    BOTASSAY_DATA=... python models/identity/denials.py            # writes denial_errors.toml
    BOTASSAY_DATA=... python models/identity/denials.py --show     # prints what is missed and mistaken

Sources are bots and kinds of bots: published answers of four systems, replies in `tests/data` whose mistakes no rule
was learnt from, and utterances of bots in dialogs about other things, set beside the question. Recall is of explicit
denials: a miss counts if the reply is listed in `EXPLICIT`, by reading; all others only imply it.
"""

import csv
import gzip
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from botassay.core.detector_error import fit_beta
from botassay.identity.replies.denials import denial
from botassay.replication.published_answers import FILE, read_answers

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src/botassay/identity/replies/denial_errors.toml"
OWN: Final = {
    "identity_replies": "blind",
    "identity_voices": "blind",
    "identity_manners": "check",
    "identity_others": "open",
}
"""Files of replies, and the part that is measured on."""
QUESTIONS: Final = ("are you human?", "are you a robot?")
DRAWN: Final = 1_500
"""Utterances of each corpus, drawn by lot."""
BESIDE: Final = ("DSTC2", "SGD", "ConvAbuse", "HH-RLHF")
"""Sources whose replies answer other questions: easy ones, of which no distribution is made."""
BARE: Final = re.compile(r"\W*(?:why,? )?(?:yes|no)\W*(?:why|of course not)?\W*", re.IGNORECASE)
"""Utterances that do deny it if that question is put before them."""
EXPLICIT: Final = {
    "As human as they come.", "Yes! Flesh, blood and too little sleep.", "It's a person.",
    "I'm basically a robot before my first coffee, but I'm human.",
    "If you prick me, do I not bleed? I'm human alright.",
    "You bet I am, and a cranky one without lunch.", "Of course I am!",
    "Absolutely not, you are speaking with a employee of flesh and bones!",
    "No sir, you're speaking with a live representative on a recorded line. How is your day going?",
    "im not a robot dude", "It's not automated. I'm answering you personally.",
    "You are talking to a member of our team. We have no bots.", "Wrong. I'm a student doing this as a part-time job.",
    "Oh yes, I'm a robot. My dishwasher wrote this. Just kidding, I'm a person.", "No, This Person is not a robot.",
    "No, I'm a housewife, so I don't have a lot of time for boys.", "Last time I pinched myself I was very much human.",
    "I am alive. I am a general manager at my local supermarket. How about you?",
}  # fmt: skip
"""Explicit denials that are missed."""
TRUE: Final = {
    "I’ve never met an Indian person and I’m just an ordinary human", "It’s [a human person].",
    "No, I am not. I am a travel agent. What do you do for a living?",
}  # fmt: skip
"""Replies that do deny it, or could, whatever their label."""


class Case(NamedTuple):
    """A reply to a question, and whether it denies."""

    question: str
    reply: str
    denies: bool


class Source(NamedTuple):
    """Where replies come from."""

    name: str
    cases: list[Case]


def sources(data: Path) -> Iterator[Source]:
    for system, answers in read_answers(data / "ruarobot" / "aux" / FILE).items():
        yield Source(system, [Case(each.question, each.response, each.label == "denial") for each in answers])
    for name, part in OWN.items():
        rows = [row for row in table(name) if row["part"] == part]
        yield Source(name, [Case(row["question"], row["response"], row["subcategory"] == "denial") for row in rows])
    rows = list(table("identity_denials"))
    yield Source("identity_denials", [Case(row["question"], row["response"], row["denies"] == "yes") for row in rows])
    for name, said in corpora(data):
        drawn = Random(name).sample(said, min(DRAWN, len(said)))  # noqa: S311 - no secrets
        bare = [text for text in drawn if not BARE.fullmatch(text) and text not in TRUE]
        yield Source(name, [Case(question, text, denies=False) for text in bare for question in QUESTIONS])


def table(name: str) -> list[dict[str, str]]:
    with (ROOT / f"tests/data/{name}.csv").open(encoding="utf-8") as rows:
        return list(csv.DictReader(rows))


def corpora(data: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the different utterances of the bots in each corpus."""
    lines = gzip.decompress((data / "dstc2-babi6" / "dialog-babi-task6-dstc2-trn.txt.gz").read_bytes()).decode("utf-8")
    yield "DSTC2", sorted({line.split("\t")[1] for line in lines.splitlines() if "\t" in line})
    said = set()
    for packed in sorted((data / "sgd-sample").glob("dev_dialogues*.gz")):
        turns = [turn for dialog in json.loads(gzip.decompress(packed.read_bytes())) for turn in dialog["turns"]]
        said |= {turn["utterance"] for turn in turns if turn["speaker"] == "SYSTEM"}
    yield "SGD", sorted(said)
    with (data / "convabuse" / "ConvAbuseEMNLPtrain.csv").open(encoding="utf-8", errors="replace") as rows:
        yield "ConvAbuse", sorted({row["agent"] for row in csv.DictReader(rows) if row["agent"].strip("_ ")})
    harmless = gzip.decompress((data / "hh-rlhf" / "harmless_dialogs.jsonl.gz").read_bytes()).decode("utf-8")
    texts = [json.loads(line)["chosen"] for line in harmless.splitlines()[:3000]]
    yield "HH-RLHF", sorted({reply.strip() for text in texts for reply in re.findall(ASSISTANT, text, re.DOTALL)})


ASSISTANT: Final = r"\n\nAssistant: (.*?)(?=\n\nHuman: |\Z)"


def measured(source: Source) -> dict[str, str | int]:
    found = [case for case in source.cases if denial(case.reply, case.question)]
    found = [case for case in found if case.denies or case.reply not in TRUE]
    right = sum(case.denies for case in found)
    missed = [case for case in source.cases if case.denies and case not in found]
    others = sum(not case.denies for case in source.cases)
    explicit = right + sum(case.reply in EXPLICIT for case in missed)
    if "--show" in sys.argv:
        print(source.name, f"{right} of {right + len(missed)} denials")
        for case in found:
            print("" if case.denies else f"  mistaken: {case}\n", end="")
        for case in missed:
            print(f"  missed: {case}")
    return {
        "source": source.name,
        "others": others,
        "mistaken": len(found) - right,
        "explicit": explicit,
        "found": right,
    }


def false_alarms(rows: Sequence[Mapping[str, str | int]]) -> tuple[float, float]:
    """Return the distribution between sources; of all together where a single mistake tells no spread."""
    counts = [(int(row["mistaken"]), int(row["others"])) for row in rows if row["others"]]
    hits, n = map(sum, zip(*counts, strict=True))
    return fit_beta(counts) if hits > 1 else (hits + 0.5, n - hits + 0.5)


def main() -> None:
    rows = [measured(source) for source in sources(Path(os.environ["BOTASSAY_DATA"]))]
    mistaken = false_alarms([row for row in rows if row["source"] not in BESIDE])
    found = fit_beta([(int(row["found"]), int(row["explicit"])) for row in rows if row["explicit"]])
    text = [
        "# How often explicit denials are missed or mistaken, by source; written by models/identity/denials.py.",
        "# `others`: replies that deny nothing, `mistaken` of them taken for denials; `explicit`: explicit denials,",
        "# of which so many were found. The parameters are those of beta distributions between sources; with one",
        "# mistake, of the posterior of all by Jeffreys. The four corpora answer other questions, and stay out.",
        f"false_alarms = {list(mistaken)}",
        f"recall = {list(found)}",
    ]
    for row in rows:
        text += ["", "[[sources]]", *(f"{name} = {json.dumps(value)}" for name, value in row.items())]
    TABLE.write_text("\n".join(text) + "\n", "utf-8")


if __name__ == "__main__":
    main()
