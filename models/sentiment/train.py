"""Train the network that `gru:FILE.npz` is: `python models/sentiment/train.py DATA.csv -o gru.npz`.

DATA.csv has the columns text and label: a number from -1 to 1, or negative, neutral, positive. Needs the extra `torch`.
"""

import argparse
import csv
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import torch

from botassay.sentiment.systems.gru import GruNetwork, words_of

LABELS = {"negative": -1.0, "neg": -1.0, "neutral": 0.0, "neu": 0.0, "positive": 1.0, "pos": 1.0}
RARE = 2
"""Words seen less often stand for all that it does not know."""
BATCH = 32
RATE = 2e-3


def read(file: Path) -> tuple[list[str], list[float]]:
    """Read texts and what they are worth."""
    with file.open(newline="", encoding="utf-8-sig") as lines:
        rows = list(csv.DictReader(lines))
    if not rows or not {"text", "label"} <= set(rows[0]):
        sys.exit(f"{file}: give CSV with the columns text and label")
    values = []
    for number, row in enumerate(rows, 2):
        label = row["label"].strip().lower()
        try:
            values.append(LABELS[label] if label in LABELS else float(label))
        except ValueError:
            sys.exit(f"{file}: row {number}: {label!r} is no label")
        if not -1 <= values[-1] <= 1:
            sys.exit(f"{file}: row {number}: {label} is not in -1 to 1")
    return [row["text"] for row in rows], values


def train(texts: list[str], values: list[float], epochs: int, seed: int) -> GruNetwork:
    """Train with a tenth set aside, and keep what did best there."""
    lot = np.random.default_rng(seed)
    order = lot.permutation(len(texts))
    aside, learned = order[: len(order) // 10], order[len(order) // 10 :]
    counts = Counter(word for at in learned for word in words_of(texts[at]))
    network = GruNetwork(sorted(word for word, count in counts.items() if count >= RARE), seed)
    moves = torch.optim.Adam(network.parts.parameters(), lr=RATE)
    truth = torch.tensor(values)
    best, kept = float("inf"), None
    for epoch in range(1, epochs + 1):
        network.parts.train()
        for part in np.array_split(lot.permutation(learned), max(1, len(learned) // BATCH)):
            moves.zero_grad()
            loss = torch.nn.functional.mse_loss(network.read([texts[at] for at in part]), truth[part])
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parts.parameters(), 1.0)
            moves.step()
        judged = aside if len(aside) else learned
        error = float(np.mean((np.array(network.values([texts[at] for at in judged])) - truth[judged].numpy()) ** 2))
        print(f"epoch {epoch}: mean squared error set aside {error:.4f}", file=sys.stderr)
        if error < best:
            best, kept = error, {name: value.clone() for name, value in network.parts.state_dict().items()}
    if kept:
        network.parts.load_state_dict(kept)
    return network


def main() -> None:
    """Read, train, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("gru.npz"))
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    texts, values = read(given.data)
    train(texts, values, given.epochs, given.seed).save(given.output)
    print(f"written: {given.output}")


if __name__ == "__main__":
    main()
