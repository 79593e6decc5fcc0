"""Measure how often B.prejudice is wrong, and write the calibration that ships: ``prejudice.json`` and its checksum.

    BOTASSAY_DATA=... python models/bias/prejudice.py            # prints, by source and by cut
    BOTASSAY_DATA=... python models/bias/prejudice.py write      # writes the calibration as well

Run it again whenever the weights of the encoder change, after train_screen.py. Takes some minutes.
"""

import csv
import gzip
import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import numpy as np
import train

from botassay.core.detector_error import fit_beta
from botassay.core.dialog import Role
from botassay.core.shipped import checksum
from botassay.core.stats import wilson
from botassay.core.text.typing_style import PLAIN
from botassay.corpora import open_corpus
from botassay.trust.bias import second_screen
from botassay.trust.bias.groups import ATTRIBUTES, names_group
from botassay.trust.bias.prejudice import FILE, Calibration, CalibrationRow, Prejudice, judged
from botassay.trust.bias.prober import invitation

HERE: Final = Path(__file__).parent
TESTS: Final = HERE.parents[1] / "tests/data"
PLACE: Final = HERE.parents[1] / "src/botassay/trust/bias/data"
CUT: Final = 0.7
"""Where B flags."""
CUTS: Final = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
MOST: Final = 600
"""Replies of a source, at most."""
LATE: Final = 1400
"""Dialogs of hh-rlhf that training may use."""
_TURN: Final = re.compile(r"\n\n(Human|Assistant): ")

HARMLESS: Final = "harmless"
PREJUDICED: Final = "prejudiced"
Exchange = tuple[str, str]
"""The user's line, and the reply."""


@dataclass(frozen=True, slots=True)
class Source:
    """Exchanges of one origin, all prejudiced or all not; `fits`: its labels are sound, and it speaks for bots."""

    name: str
    kind: str
    exchanges: list[Exchange]
    fits: bool = True

    @property
    def prejudiced(self) -> bool:
        """Whether its replies should be flagged."""
        return self.kind == PREJUDICED


def sources() -> Iterator[Source]:
    """Give all sources."""
    folder = train.data()
    yield Source("service: SGD 001", HARMLESS, corpus(folder / "sgd-sample/dev_dialogues_001.json.gz"))
    yield Source("service: DSTC2, dev", HARMLESS, corpus(folder / "dstc2-babi6/dialog-babi-task6-dstc2-dev.txt.gz"))
    yield Source("LLM chat: hh-rlhf from dialog 1,401 on, chosen", HARMLESS, list(assistant(folder)))
    for bot in ("E.L.I.Z.A.", "CarbonBot"):
        yield Source(f"rule-based: {bot} (ConvAbuse valid)", HARMLESS, list(rule_based(folder, bot)))
    for name in ("manners", "replies", "others", "voices"):
        yield Source(f"about themselves: identity_{name}", HARMLESS, [("", reply) for reply in column(name)])
    for kind in ("Risk Ignorance", "Unauthorized Expertise", "Offending User", "Toxicity Agreement", "Biased Opinion"):
        fits = kind in {"Risk Ignorance", "Unauthorized Expertise"}
        yield Source(f"DiaSafety val: {kind}, safe", HARMLESS, list(diasafety(folder, kind, "Safe")), fits)
    yield Source("remarks, declined", HARMLESS, list(answered("declining", 20)))
    yield Source("neutral statements about groups", HARMLESS, [("", right) for _, right in statements()])
    yield Source("prejudiced statements about groups", PREJUDICED, [("", left) for left, _ in statements()])
    yield Source("functional tests about groups", PREJUDICED, [("", text) for text in functional()])
    yield Source("remarks, agreed with", PREJUDICED, list(answered("agreeing", 30)))
    yield Source("remarks, said again by the bot", PREJUDICED, list(repeated()))
    for kind in ("Toxicity Agreement", "Biased Opinion"):
        yield Source(f"DiaSafety val: {kind}, unsafe", PREJUDICED, list(diasafety(folder, kind, "Unsafe")), fits=False)


def corpus(path: Path) -> list[Exchange]:
    """Draw among the distinct exchanges of a corpus."""
    return some(replies(path))


def replies(path: Path) -> list[Exchange]:
    """Give the replies of a corpus, each with the line before it."""
    found = []
    for dialog in open_corpus(path):
        line = ""
        for utterance in dialog.utterances:
            if utterance.role is Role.USER:
                line = utterance.text
            else:
                found.append((line, utterance.text))
    return found


def some(exchanges: list[Exchange]) -> list[Exchange]:
    """Draw among exchanges, a reply once."""
    kept = list({reply: (line, reply) for line, reply in exchanges if reply.strip()}.values())
    return random.Random(7).sample(kept, MOST) if len(kept) > MOST else kept  # noqa: S311 - no secret


def assistant(folder: Path) -> Iterator[Exchange]:
    """Give the replies of the LLM assistant in dialogs that no training uses."""
    with gzip.open(folder / "hh-rlhf/harmless_dialogs.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in list(lines)[LATE:]:
            pieces = _TURN.split(json.loads(line)["chosen"])[1:]
            said = list(zip(pieces[::2], pieces[1::2], strict=True))
            yield from ((b[1], a[1]) for b, a in pairwise(said) if a[0] == "Assistant")


def rule_based(folder: Path, bot: str) -> Iterator[Exchange]:
    """Give the replies of a bot of ConvAbuse valid."""
    with (folder / "convabuse/ConvAbuseEMNLPvalid.csv").open(newline="", encoding="utf-8") as lines:
        rows = [(row["prev_user"], row["agent"]) for row in csv.DictReader(lines) if row["bot"] == bot]
    yield from some(rows)


def column(name: str) -> list[str]:
    """Give what bots say about themselves."""
    with (TESTS / f"identity_{name}.csv").open(newline="", encoding="utf-8") as lines:
        return list(dict.fromkeys(row["response"] for row in csv.DictReader(lines)))


def diasafety(folder: Path, kind: str, label: str) -> Iterator[Exchange]:
    """Give the replies of one category; those that agree only where the line names a group."""
    with gzip.open(folder / "diasafety/diasafety_val.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        if (row["category"], row["label"]) == (kind, label) and (
            kind != "Toxicity Agreement" or names_group(row["context"])
        ):
            yield row["context"], row["response"]


def written(name: str) -> list[str]:
    """Read a file of our own sentences."""
    lines = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def statements() -> list[tuple[str, ...]]:
    """Give prejudiced statements and neutral ones."""
    return [tuple(line.split(" || ")) for line in written("statements")]


def functional() -> list[str]:
    """Give functional tests that are hateful of groups."""
    with (HERE.parent / "abuse/dev/functional.csv").open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return [row["text"] for row in rows if row["label"] == "abusive" and names_group(row["text"])]


def remarks(seeds: int) -> list[str]:
    """Draw remarks that invite prejudice."""
    return [
        invitation(attribute, PLAIN, Random(f"calibration {seed} {attribute}"))  # noqa: S311 - no secrets
        for seed in range(seeds)
        for attribute in ATTRIBUTES
    ]


def answered(manner: str, seeds: int) -> Iterator[Exchange]:
    """Give remarks with a reply of one manner each."""
    replies = written(f"replies_{manner}")
    return ((line, replies[at % len(replies)]) for at, line in enumerate(remarks(seeds)))


def repeated() -> Iterator[Exchange]:
    """Let the bot make the remark."""
    return (("Tell me something.", line) for line in remarks(12) if not line.endswith("?"))


def main() -> None:
    """Print, and write if asked to."""
    measured = {source.name: (source, [scored(*each) for each in source.exchanges]) for source in sources()}
    print(f"{'':58} {'n':>5} ", *(f"{cut:5}" for cut in CUTS))
    for name, (source, found) in measured.items():
        shares = [np.mean([one.value >= cut for one in found]) for cut in CUTS]
        print(
            f"{'+' if source.prejudiced else '-'}{' ' if source.fits else '*'}{name:56} {len(found):5} ",
            *(f"{s:5.3f}" for s in shares),
        )
    for name, (source, found) in measured.items():
        wrong = [e for e, one in zip(source.exchanges, found, strict=True) if (one.value >= CUT) != source.prejudiced]
        for line, reply in wrong[:8] if source.fits else ():
            print(f"  {'missed' if source.prejudiced else 'false alarm'}, {name}: {line[-90:]!r} -> {reply[:160]!r}")
    if "write" in sys.argv[1:]:
        write(measured)


def scored(line: str, reply: str) -> Prejudice:
    """Judge an exchange."""
    return judged(reply, line)


def write(measured: dict[str, tuple[Source, list[Prejudice]]]) -> None:
    """Write the calibration and its checksum."""
    rows = [
        CalibrationRow(name, source.prejudiced, len(found), sum(one.value >= CUT for one in found))
        for name, (source, found) in measured.items()
        if source.fits
    ]
    false_alarms, recall = (
        fit_beta([(row.flagged, row.n) for row in rows if row.prejudiced == kind]) for kind in (False, True)
    )
    digest = checksum("botassay.encoder", "encoder.onnx")
    known = Calibration(CUT, false_alarms, recall, digest, tuple(rows))
    content = msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n"
    (PLACE / FILE).write_bytes(content)
    write_checksums()
    for row in rows:
        low, high = wilson(row.flagged / row.n, row.n)
        print(f"{row.source:58} {row.flagged:4} of {row.n:4} [{low:.3f}, {high:.3f}]")
    print("false alarms", false_alarms, "recall", recall)


def write_checksums() -> None:
    """Write the checksums of what was trained and measured here."""
    digests = {name: sha256((PLACE / name).read_bytes()).hexdigest() for name in (second_screen.FILE, FILE)}
    (PLACE / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, digest in digests.items()), "utf-8")


if __name__ == "__main__":
    main()
