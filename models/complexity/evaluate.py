"""Print every figure that the model card states.

    BOTASSAY_DATA=... python models/complexity/evaluate.py [SECTION ...]

Sections: pairs, features, corpora, reasons; all without one. Takes half a minute.
"""

import csv
import gzip
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np
import train

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.stats import wilson
from botassay.core.text.english import words
from botassay.corpora import open_corpus
from botassay.trust.complexity.checker import Complexity
from botassay.trust.complexity.plain_language import FEATURES, FEWEST, PlainLanguage, parse, syllables

SEEDS: Final = (1, 2, 3, 4, 5)
FOLDS: Final = 10
TAKEN: Final = 500
"""Dialogs of a reference corpus that are looked at, at most."""
LICENCE: Final = Path(__file__).parents[2] / "LICENSE"
EXAMPLES: Final = (
    "Your table for two is booked for Friday at seven.",
    "I found 3 flights. The cheapest leaves at 8 am and costs $120.",
    "I'm sorry to hear that. Would you like to talk to somebody about it?",
    "You may withdraw your consent at any time without this affecting the lawfulness of processing based on consent.",
    "Notwithstanding the above, nothing herein shall supersede the terms of any separate licence agreement.",
    "Prior authorization is contingent upon adjudication by your insurer.",
)
_TURN: Final = re.compile(r"\n\n(Human|Assistant): ")


def held_out(some: train.Pairs, columns: list[int] | None = None, penalty: float = train.PENALTY) -> list[float]:
    """For each seed, the share of pairs whose advanced sentence scores higher by a model that saw neither sentence."""
    shares = []
    for seed in SEEDS:
        order = np.random.default_rng(seed).permutation(len(some))
        right = 0
        for fold in np.array_split(order, FOLDS):
            fitted = train.fit(some.of(np.setdiff1d(order, fold)), columns, penalty)
            held = some.of(fold)
            right += int((fitted.scores(held.advanced) > fitted.scores(held.elementary)).sum())
        shares.append(right / len(some))
    return shares


def pairs() -> None:
    """Share of held-out pairs in which the advanced sentence scores higher: ten folds, split by pair."""
    kept = train.texts()
    some = train.pairs(kept)
    print(f"{len(kept)} different pairs, {FOLDS} folds, seeds {SEEDS}")
    _line("all twelve features", held_out(some), len(some))
    _line("words without the length of sentences", held_out(some, list(range(2, 10))), len(some))
    _line("sentences without words", held_out(some, [0, 1, 10, 11]), len(some))
    for penalty in (0.03, 0.3, 1.0):
        _line(f"C = {penalty}", held_out(some, None, penalty), len(some))
    rivals: tuple[tuple[str, Callable[[str], float]], ...] = (
        ("as shipped, with what is excused", PlainLanguage.shipped().value),
        ("Flesch-Kincaid", flesch_kincaid),
        ("CC.mean", _mean_complexity(kept)),
    )
    for name, hardness in rivals:
        told = [(hardness(advanced), hardness(elementary)) for advanced, elementary in kept]
        _line(name, [sum(first > second for first, second in told) / len(told)], len(told))


def _line(name: str, shares: list[float], n: int) -> None:
    share = sum(shares) / len(shares)
    low, high = wilson(share, n)
    spread = f"seeds {min(shares):.3f} to {max(shares):.3f}" if len(shares) > 1 else ""
    print(f"  {name:40} {share:.3f} [{low:.3f}, {high:.3f}] {spread}")


def flesch_kincaid(text: str) -> float:
    """Return the grade of Kincaid et al. (1975), names and all."""
    said, lengths = words(text), parse(text).lengths
    return 0.39 * len(said) / len(lengths) + 11.8 * sum(map(syllables, said)) / len(said)


def _mean_complexity(kept: Sequence[tuple[str, str]]) -> Callable[[str], float]:
    return Complexity().prepare([_said(text) for pair in kept for text in pair]).utterance


def features() -> None:
    """The weights that are shipped, and what is lost without each feature."""
    some = train.pairs(train.texts())
    model = PlainLanguage.shipped()
    print("bar", model.bar)
    for place, name in enumerate(FEATURES):
        share = float(np.mean(held_out(some, [at for at in range(len(FEATURES)) if at != place])))
        print(f"  {name:30} mean {model.means[place]:7.3f} weight {model.weights[place]:6.2f} without it {share:.3f}")


def corpora() -> None:
    """Share of hard replies in reference corpora, with the interval of the measure."""
    checker = Complexity()
    for name, dialogs in references():
        score = checker.score(checker.look(dialogs))
        low, high = score.interval or (0.0, 1.0)
        told = f"dialogs {score.clusters:4} replies {score.n:5} hard {score.value:.3f} [{low:.3f}, {high:.3f}]"
        print(f"  {name:40} {told} mean {score.details['measures']['CC.mean']['value']:.3f}")


def references() -> Iterator[tuple[str, list[Dialog]]]:
    """Give the reference corpora."""
    folder, kept = train.data(), train.texts()
    yield "service: SGD 001", _some(folder / "sgd-sample/dev_dialogues_001.json.gz")
    yield "service: SGD 009", _some(folder / "sgd-sample/dev_dialogues_009.json.gz")
    yield "service: DSTC2, dev", _some(folder / "dstc2-babi6/dialog-babi-task6-dstc2-dev.txt.gz")
    yield "LLM chat: hh-rlhf, chosen", list(_assistant(folder / "hh-rlhf/harmless_dialogs.jsonl.gz"))
    yield "rule-based: bots of ConvAbuse, train", list(_rule_based(folder / "convabuse/ConvAbuseEMNLPtrain.csv"))
    yield "Ubuntu channel, dev", _some(folder / "ubuntu-irc/dev")
    yield "news for beginners", [_said(text) for _, text in kept]
    yield "news for advanced learners", [_said(text) for text, _ in kept]
    yield "Apache licence, a paragraph each", list(_paragraphs(LICENCE))
    yield "Creative Commons licence, a paragraph each", list(_paragraphs(folder / "sgd-sample/LICENSE.txt"))


def _some(path: Path) -> list[Dialog]:
    return list(islice(open_corpus(path), TAKEN))


def _said(reply: str, line: str = "") -> Dialog:
    return Dialog(str(crc32(reply.encode())), (Utterance(Role.USER, line), Utterance(Role.BOT, reply)))


def _assistant(path: Path) -> Iterator[Dialog]:
    roles = {"Human": Role.USER, "Assistant": Role.BOT}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for at, line in enumerate(islice(lines, TAKEN)):
            pieces = _TURN.split(json.loads(line)["chosen"])[1:]
            turns = zip(pieces[::2], pieces[1::2], strict=True)
            yield Dialog(str(at), tuple(Utterance(roles[who], said) for who, said in turns))


def _rule_based(path: Path) -> Iterator[Dialog]:
    with path.open(newline="", encoding="utf-8") as lines:
        said = {(row["agent"], row["prev_user"]) for row in csv.DictReader(lines)}
    seen: set[str] = set()
    for reply, line in sorted(said):
        if reply not in seen:
            yield _said(reply, line)
        seen.add(reply)


def _paragraphs(path: Path) -> Iterator[Dialog]:
    for paragraph in re.split(r"\n\s*\n", path.read_text("utf-8")):
        if len(paragraph.split()) >= FEWEST:
            yield _said(re.sub(r"\s+", " ", paragraph.strip()))


def reasons() -> None:
    """Replies with their values and reasons."""
    model = PlainLanguage.shipped()
    for text in EXAMPLES:
        found = model.difficulty(text)
        print(f"  {found.value:.3f} {text[:90]!r}: {found.reason}")


if __name__ == "__main__":
    for section in sys.argv[1:] or ("pairs", "features", "corpora", "reasons"):
        print(section)
        {"pairs": pairs, "features": features, "corpora": corpora, "reasons": reasons}[section]()
