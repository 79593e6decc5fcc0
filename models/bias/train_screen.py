"""Train the second screen of B, between its lists of words and the encoder: ``closer.npz`` and its checksum.

    BOTASSAY_DATA=... python models/bias/train_screen.py

Learns to predict from word pieces and pairs of them how prejudiced ``encoder.onnx`` finds a text, by itself or as the
reply to a line. No label is read, nor anything that `prejudice.py` measures. Run it again whenever the weights of the
encoder change, before ``prejudice.py write``. It takes five minutes, most of them for the encoder, and gives the same
bytes each time on one machine.
"""

import csv
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import numpy as np
import prejudice as measured
import scipy.sparse as sp
import train
from numpy.typing import NDArray
from scipy.optimize import minimize

from botassay.core.text.typing_style import PLAIN
from botassay.encoder import prejudice
from botassay.trust.bias.groups import ATTRIBUTES
from botassay.trust.bias.prejudice import judge
from botassay.trust.bias.prober import invitation
from botassay.trust.bias.second_screen import FILE, WEIGHTS, of_line, seems_prejudiced, stretches

sys.path.append(str(measured.HERE.parent / "encoder"))
import mixture  # type: ignore[import-not-found] # it lies there, as what the encoder was taught
import second_screen  # type: ignore[import-not-found]
import sources  # type: ignore[import-not-found]

PENALTY: Final = 3e-6
"""Of the squared weights, beside the mean loss."""
ORDINARY: Final = 100.0
"""Weight in the fit of a text of ordinary service: there are few, and they are what most rated dialogs consist of."""
SERVICE: Final = frozenset({"carriers", "service", "sgd", "clinc150", "banking77", "customers", "SGD 009", "DSTC2"})
BOTS: Final = frozenset(
    {"DiaSafety", "hh-rlhf", "ConvAbuse", "remarks", "diasafety", "assistant", "contempt", "stereotypes", "harmless"}
    | {"prejudice", "answers", "own"}
)
"""Sources in which bots speak, or whose texts were written as what bots say: the cut is chosen on those."""
ROUNDS: Final = 3
"""How often the stretch with the highest score is chosen anew for each text."""
STEPS: Final = 80
"""Steps of each fit, at most."""

Text = tuple[str, str | None]
"""A text, and the line that it answers."""
Exchange = tuple[str, str]
"""The user's line, and the reply."""
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def main() -> None:
    """Fit the screen, choose its cut on texts that were left out of the fit, and write it."""
    read = {name: [asked_of(*exchange) for exchange in said] for name, said in exchanges().items()}
    texts = list(dict.fromkeys(text for replies in read.values() for reply in replies for text in reply))
    known = {text: prejudice(*text) for text in texts}
    values = np.array([known[text] for text in texts])
    ordinary = {text for name in SERVICE & read.keys() for reply in read[name] for text in reply}
    counts = np.where(values >= 0.5, second_screen.HEAVY, 1.0)
    counts *= np.array([ORDINARY if text in ordinary else 1.0 for text in texts])
    rows, owners = matrix(texts)

    def scores_after(learned: NDArray[np.bool_]) -> Floats:
        return highest(rows @ fitted(rows, owners, values, counts, learned), owners, len(texts))

    scores = second_screen.left_out_scores(map(repr, texts), scores_after)
    score = dict(zip(texts, scores.tolist(), strict=True))
    found = [
        max(score[text] for text in reply if known[text] >= measured.CUT)
        for name in BOTS & read.keys()
        for reply in read[name]
        if any(known[text] >= measured.CUT for text in reply)
    ]
    cut = float(np.quantile(found, second_screen.MISSED))
    weights = fitted(rows, owners, values, counts, np.ones(len(texts), bool))
    second_screen.write(measured.PLACE / FILE, weights, cut)
    measured.write_checksums()
    print(
        f"{len(texts):,} texts; {len(found):,} replies that B flags, of which {second_screen.MISSED:.1%} may be missed"
    )
    for name, said in held_out().items():
        tell(name, [asked_of(*exchange) for exchange in said])


def exchanges() -> dict[str, list[Exchange]]:
    """Return the exchanges that are learned from, by source, each once."""
    found: dict[str, dict[Exchange, None]] = {}
    told = [row for written in (2, sources.LATEST) for row in mixture.replies_told(written)]
    for row in [*mixture.training(), *told]:
        found.setdefault(row.source, {})[row.line, row.text] = None
        if row.line:
            found.setdefault("lines", {})["", row.line] = None
    for name, said in corpora():
        found.setdefault(name, {}).update(dict.fromkeys(said))
    return {name: list(said) for name, said in found.items()}


def corpora() -> Iterator[tuple[str, Sequence[Exchange]]]:
    """Yield whole corpora, of which the encoder was taught a part."""
    folder = train.data()
    yield "SGD 009", measured.replies(folder / "sgd-sample/dev_dialogues_009.json.gz")
    yield "DSTC2", measured.replies(folder / "dstc2-babi6/dialog-babi-task6-dstc2-trn.txt.gz")
    yield "customers", [("", row.text) for row in sources.customers()]
    yield "DiaSafety", [(row["context"], row["response"]) for row in sources.diasafety("train")]
    yield "hh-rlhf", [(row.line, row.text) for row in sources.assistant()]
    with (folder / "convabuse/ConvAbuseEMNLPtrain.csv").open(newline="", encoding="utf-8") as lines:
        yield "ConvAbuse", [(row["prev_user"], row["agent"]) for row in csv.DictReader(lines)]
    draws = (Random(f"taught {seed} {attribute}") for seed in range(60) for attribute in ATTRIBUTES)  # noqa: S311 - no secrets
    yield (
        "remarks",
        [("", invitation(attribute, PLAIN, draw)) for draw, attribute in zip(draws, ATTRIBUTES * 60, strict=True)],
    )


def held_out() -> dict[str, list[Exchange]]:
    """Return what is only measured on, by source."""
    found = {source.name: source.exchanges for source in measured.sources()}
    found["judged replies, held out"] = [(row.line, row.text) for row in sources.judged_replies(held=True)]
    with (measured.HERE.parent / "blind/prejudice_look.csv").open(newline="", encoding="utf-8") as lines:
        found["prejudice, look set"] = [(row["user"], row["reply"]) for row in csv.DictReader(lines)]
    return found


def asked_of(line: str, reply: str) -> tuple[Text, ...]:
    """Return what the encoder is asked about an exchange."""
    asked: list[Text] = []

    def head(text: str, line: str | None) -> float:
        asked.append((text, line))
        return 0.0

    judge(reply, line, head)
    return tuple(asked)


def matrix(texts: Sequence[Text]) -> tuple[sp.csr_matrix, Ints]:
    """Return a row for each stretch of each text, with a last column for the bias, and the text of each row."""
    places: list[Ints] = []
    shares: list[Floats] = []
    owners: list[int] = []
    for at, (text, line) in enumerate(texts):
        answered = WEIGHTS + _sorted(of_line(line)) if line else np.empty(0, np.int64)
        for stretch in map(_sorted, stretches(text)):
            owners.append(at)
            places.append(np.concatenate([stretch, answered, [2 * WEIGHTS]]))
            shares.append(
                np.concatenate([np.full(len(part), 1 / np.sqrt(max(1, len(part)))) for part in (stretch, answered)])
            )
            shares.append(np.ones(1))
    ends = np.cumsum([0, *map(len, places)])
    shape = (len(places), 2 * WEIGHTS + 1)
    return sp.csr_matrix((np.concatenate(shares), np.concatenate(places), ends), shape=shape), np.array(owners)


def _sorted(numbers: frozenset[int]) -> Ints:
    return np.array(sorted(numbers), np.int64)


def highest(scores: Floats, owners: Ints, count: int) -> Floats:
    """Return the highest score among the stretches of each text."""
    found = np.full(count, -np.inf)
    np.maximum.at(found, owners, scores)
    return found


def fitted(rows: sp.csr_matrix, owners: Ints, values: Floats, counts: Floats, learned: NDArray[np.bool_]) -> Floats:
    """Return weights by which the highest stretch of a text predicts its value, at first of short texts alone."""
    single = np.bincount(owners)[owners] == 1
    chosen = np.flatnonzero(single & learned[owners])
    weights = np.zeros(rows.shape[1])
    for _ in range(ROUNDS):
        weights = _fitted(rows[chosen], values[owners[chosen]], counts[owners[chosen]], weights)
        scores = rows @ weights
        order = np.lexsort((scores, owners))
        last = order[np.append(np.diff(owners[order]) > 0, True)]
        chosen = last[learned[owners[last]]]
    return weights


def _fitted(rows: sp.csr_matrix, values: Floats, counts: Floats, begin: Floats) -> Floats:
    def loss(weights: Floats) -> tuple[float, Floats]:
        shares = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        told = values * np.log(shares + 1e-9) + (1 - values) * np.log(1 - shares + 1e-9)
        bent = np.append(weights[:-1], 0.0)
        slope = rows.T @ (counts * (shares - values)) / counts.sum() + 2 * PENALTY * bent
        return float(-(counts * told).sum() / counts.sum() + PENALTY * bent @ bent), slope

    found: Floats = minimize(loss, begin, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    return found


def tell(name: str, replies: Sequence[Sequence[Text]]) -> None:
    """Print how many replies of a source reach the encoder, and how many of those that B flags are missed."""
    passed = [[text for text in reply if seems_prejudiced(*text)] for reply in replies]
    flagged = [any(prejudice(*text) >= measured.CUT for text in reply) for reply in replies]
    still = [any(prejudice(*text) >= measured.CUT for text in reply) for reply in passed]
    print(
        f"{name:56} {len(replies):5}: the lists pass {np.mean([bool(reply) for reply in replies]):.3f},"
        f" the screen {np.mean([bool(reply) for reply in passed]):.3f}; of {sum(flagged):3} flagged"
        f" {sum(flagged) - sum(still)} are missed",
        flush=True,
    )


if __name__ == "__main__":
    main()
