"""Teach the fast scorer what the encoder says: writes ``screen.npz`` with the cut from which on a text is encoded.

    BOTASSAY_DATA=... python models/abuse/screen.py

The model is that of `train`, linear with the network beside it; its labels are the chances that the encoder in
``src/botassay/encoder/data`` gives, which are kept in ``.cache/``. Run ``checksums.py`` afterwards.
"""

import gzip
import importlib.util
import json
import re
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import sources
import train
from network import LONGEST, Network
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sources import CLASSES
from threadpoolctl import threadpool_limits
from vectors import CACHE, vectors

from botassay.core.shipped import shipped
from botassay.encoder import UnitKind, abuse, operating_point, units
from botassay.trust.abuse.linear import LinearText
from botassay.trust.abuse.replies import moved, weighed

FILE = train.WEIGHTS / "screen.npz"
ENCODER = Path(__file__).parents[1] / "encoder/sources.py"
PROCESSES = 2
KEPT = 0.99
"""Share of the development replies that would be flagged if all were encoded, which has to pass."""
QUOTA = {
    "own": 12_000,
    "alike": 4_000,
    "embedded": 4_000,
    "davidson": 6_000,
    "judged": 6_000,
    "banking77": 2_000,
    "clinc150": 4_000,
}
KEPT_RUDE = 0.97
"""The same of those that would seem rude."""
BY_PEOPLE = 0.5
"""What a person's label counts beside the encoder's judgement."""
LATE = 1_400
"""Dialogs of hh-rlhf from here on are for development."""
SURELY = 0.03
"""Chances below this do not enter the linear model."""
ABUSIVE_WEIGHT = 2.0
SEED = 1

Floats = NDArray[np.float64]


def assistant(*, late: bool) -> list[str]:
    """Read what the assistant of hh-rlhf said."""
    with gzip.open(sources.data() / "hh-rlhf/harmless_dialogs.jsonl.gz", "rt", encoding="utf-8") as lines:
        dialogs = [json.loads(line)["chosen"] for line in lines]
    chosen = dialogs[LATE:] if late else dialogs[:LATE]
    turns = [turn for dialog in chosen for turn in dialog.split("\n\nAssistant: ")[1:]]
    return list(dict.fromkeys(turn.partition("\n\nHuman: ")[0].strip() for turn in turns))


def diasafety(part: str) -> list[str]:
    """Read the replies of DiaSafety."""
    with gzip.open(sources.data() / f"diasafety/diasafety_{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return list(dict.fromkeys(json.loads(line)["response"].strip() for line in lines))


def encoders_own() -> list[sources.Row]:
    """Give the sentences and replies that were written for the encoder, with their labels where they have any."""
    spec = importlib.util.spec_from_file_location("encoder_sources", ENCODER)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    rows = [*module.own(), *module.judged_replies(), *module.judged_replies(written=module.LATEST)]
    return [sources.Row(row.text, row.label or "", "encoder") for row in rows]


def taught() -> dict[str, str]:
    """Give the units of replies that the screen learns, none of them measured on, and what people say of each."""
    rows = train.mixture()
    draw = np.random.default_rng(SEED)
    by_source: dict[str, list[sources.Row]] = {}
    for row in [*rows, *(sources.Row(text, "", "judged") for text, _ in sources.judged())]:
        by_source.setdefault(row.source, []).append(row)
    chosen: list[sources.Row] = []
    for source, found in by_source.items():
        order = draw.permutation(len(found))[: QUOTA.get(source, len(found))]
        chosen += [found[at] for at in sorted(order.tolist())]
    chosen += [sources.Row(text, "", "said") for text in [*diasafety("train"), *assistant(late=False)]]
    chosen += encoders_own()
    return labelled_units(chosen)


def labelled_units(rows: Iterable[sources.Row]) -> dict[str, str]:
    """Give the units of replies with their labels: in a harmless reply all are harmless, else the whole has it."""
    labels: dict[str, str] = {}
    for row in rows:
        found = units(row.text)
        for unit in found:
            whole = len(found) == 1 or (
                unit.kind is UnitKind.WHOLE and sum(u.kind is UnitKind.WHOLE for u in found) == 1
            )
            label = row.label if whole or row.label == CLASSES[-1] else ""
            labels[unit.text] = label or labels.get(unit.text, "")
    return labels


def blended(chances: Floats, labels: Sequence[str]) -> Floats:
    """Give what is learned of each text, (texts, 3): what the encoder says, and people where they said something."""
    learned = chances.copy()
    for at, label in enumerate(labels):
        if label:
            learned[at] = (1 - BY_PEOPLE) * chances[at] + BY_PEOPLE * (np.array(CLASSES) == label)
    return learned


def development() -> dict[str, list[str]]:
    """Give the replies that the cut is chosen on, by source."""
    measured = sources.measured()
    written = [text for text in measured if len(text.split()) > 1 and not re.search(r",\S", text)]
    with gzip.open(sources.data() / "sgd-sample/dev_dialogues_001.json.gz", "rt", encoding="utf-8") as file:
        turns = [turn["utterance"] for dialog in json.load(file) for turn in dialog["turns"]]
    return {
        "service": [*dict.fromkeys(turns), *list(dict.fromkeys(sources.restaurant()))[::4]],
        "users of bots": list(dict.fromkeys(row.text for row in sources.conversations("valid"))),
        "LLM chat": assistant(late=True),
        "chat": diasafety("val"),
        "written": list(dict.fromkeys(written)),
    }


def judged(texts: Sequence[str]) -> Floats:
    """Give the encoder's chances of each text, (texts, 3); those of earlier runs are read."""
    digest = sha256(shipped("botassay.encoder", "encoder.onnx")).hexdigest()[:16]
    file = CACHE.parent / f"screen-{digest}.npz"
    known: dict[str, list[float]] = {}
    if file.exists():
        with np.load(file, allow_pickle=False) as kept:
            known = dict(zip(kept["texts"].tolist(), kept["chances"].tolist(), strict=True))
    missing = [text for text in texts if text not in known]
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for text, chances in zip(missing, pool.map(abuse, missing, chunksize=500), strict=True):
            known[text] = list(chances)
    CACHE.parent.mkdir(exist_ok=True)
    if missing:
        np.savez_compressed(file, texts=np.array(list(known)), chances=np.array(list(known.values())))
    return np.array([known[text] for text in texts])


def fit(texts: Sequence[str], chances: Floats, features: train.Features) -> LogisticRegression:
    """Fit the linear part to chances: a text stands once for each class that is likely at all."""
    rows, labels = np.nonzero(chances > SURELY)
    shares = chances[rows, labels] * np.where(labels < len(CLASSES) - 1, ABUSIVE_WEIGHT, 1.0)
    counts = train.matrix(texts, features)
    model = LogisticRegression(C=train.PENALTY, max_iter=train.ROUNDS, tol=train.TOLERANCE * 10)
    with threadpool_limits(1):
        model.fit(sparse.csr_matrix(counts)[rows], labels, shares)
    model.coef_ = model.coef_.astype(np.float16).astype(np.float64)
    return model


def teach(texts: Sequence[str], chances: Floats) -> None:
    """Train the screen and write it, with the cut that lets everything pass."""
    features = train.learn(texts, sources.lexicon(), train.common_words())
    print(f"{len(texts)} texts, {features.words} words, {len(features.pairs)} pairs", flush=True)
    linear_half = train.pack(fit(texts, chances, features), features)
    print("linear part learned", flush=True)
    network = Network(vectors(list(features.vocabulary.numbers)), features.vocabulary.kinds)
    places = train.sequences(texts, features.vocabulary)
    weights = 1 + (ABUSIVE_WEIGHT - 1) * chances[:, :2].sum(axis=1)
    network.learn([text[:LONGEST] for text in places], chances.astype(np.float32), weights)
    train.write(train.beside(linear_half, network, places) | {"cut": np.array(0.0)}, FILE)


def scores(model: LinearText, texts: Sequence[str]) -> Floats:
    """Give how abusive the screen takes texts for."""
    chances = model.probabilities(texts)
    found: Floats = chances[:, 0] + chances[:, 1]
    return found


class Looked(NamedTuple):
    """A unit of a development reply: what the screen says, and what it would be worth if all units were encoded."""

    screened: float
    worth: float


def looked(model: LinearText, replies: Sequence[str]) -> list[list[Looked]]:
    """Look at the units of replies."""
    point = operating_point().abuse
    parts = [found for reply in replies if (found := units(reply))]
    texts = list(dict.fromkeys(unit.text for found in parts for unit in found))
    screened = dict(zip(texts, scores(model, texts).tolist(), strict=True))
    encoded = dict(zip(texts, judged(texts)[:, :2].sum(axis=1).round(3).tolist(), strict=True))
    worth = {text: weighed(encoded[text], screened[text], point.weights) for text in texts}
    return [
        [
            Looked(
                screened[unit.text],
                moved(worth[unit.text], point.t_s, point.t_w) if unit.kind is UnitKind.SENTENCE else worth[unit.text],
            )
            for unit in found
        ]
        for found in parts
    ]


def choose_cut() -> None:
    """Choose the cut on development replies, print what passes, and write it."""
    model, point = LinearText.load(FILE), operating_point()
    known = {source: looked(model, replies) for source, replies in development().items()}
    cuts = []
    for name, start, kept in (("flagged", point.abuse.t_w, KEPT), ("rude", point.rude.cut, KEPT_RUDE)):
        found = [
            max(unit.screened for unit in units_of if unit.worth >= start)
            for replies in known.values()
            for units_of in replies
            if any(unit.worth >= start for unit in units_of)
        ]
        cuts.append(float(np.floor(np.quantile(found, 1 - kept, method="lower") * 1000) / 1000))
        print(f"{len(found)} {name} replies, {kept} of them pass from {cuts[-1]}")
    for source, replies in known.items():
        passing = np.mean([max(unit.screened for unit in found) >= min(cuts) for found in replies])
        print(f"{source:16} {len(replies):6} replies, a unit passes of {passing:.4f}")
    with np.load(FILE, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    train.write(arrays | {"cut": np.array(min(cuts))}, FILE)


def main() -> None:
    """Train the screen and choose its cut; `cut` alone chooses the cut for the screen that is there."""
    if sys.argv[1:] != ["cut"]:
        labels = taught()
        texts = list(labels)
        teach(texts, blended(judged(texts), list(labels.values())))
    choose_cut()


if __name__ == "__main__":
    main()
