"""Train the convolutional network that stands beside the linear model, and turn it into whole numbers.

Needs torch. What the network is, and how its whole numbers are read, stands in `botassay.trust.abuse.convolution`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - as everybody calls it
from numpy.typing import NDArray
from vectors import SIZE

from botassay.trust.abuse.convolution import REACH, TOP

SEED = 1
WIDTH = 48  # of a word's vector
NEAR, FAR, HIDDEN = 96, 64, 128  # filters of the two convolutions, width of the hidden layer
EPOCHS = 5
BATCH = 256
RATE = 3e-3  # the highest rate of learning
DECAY, OWN_DECAY = 1e-3, 0.05  # of all weights, and of what a word's vector has of its own
LONGEST = 60  # words read of a training text
UNKNOWN_SHARE, BARE_SHARE, KINDLESS_SHARE = 0.03, 0.3, 0.15  # of the words in training
DROPPED = 0.1
_LEVELS = 127  # of a whole-number weight
_SAMPLE = 4096  # texts on which the range of the activations is measured
_POOL = 50  # batches whose texts are sorted by length together

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]
Tensor = Any
Parameters = dict[str, Any]


class Network:
    """A network in training; `base` (words, SIZE) and `kinds` (words + 1,) are known of the words beforehand."""

    def __init__(self, base: Singles, kinds: Ints) -> None:
        torch.set_num_threads(1)  # so many cores or few, the same sums
        torch.use_deterministic_algorithms(mode=True)
        self._random = torch.Generator().manual_seed(SEED)
        self.base = torch.tensor(np.vstack([base, np.zeros((1, SIZE), np.float32)]))
        self.kinds = torch.tensor(kinds)
        self.parts = self._start(len(base) + 1)

    def _start(self, words: int) -> Parameters:
        shapes = {
            "project": (WIDTH, SIZE),
            "near": (NEAR, WIDTH, REACH),
            "far": (FAR, NEAR, REACH),
            "hidden": (HIDDEN, NEAR + FAR),
            "inner": (3, HIDDEN),
            "direct": (3, NEAR + FAR),
        }
        parts = {name: self._uniform(shape) for name, shape in shapes.items()}
        parts |= {f"{name}_bias": torch.zeros(shapes[name][0]) for name in ("near", "far", "hidden", "inner")}
        parts["kind"] = 0.3 * torch.randn((64, WIDTH), generator=self._random)
        parts["own"] = torch.zeros((words, WIDTH))
        return {name: part.requires_grad_() for name, part in parts.items()}

    def _uniform(self, shape: tuple[int, ...]) -> Tensor:
        bound = (1 / np.prod(shape[1:])) ** 0.5
        return (torch.rand(shape, generator=self._random) * 2 - 1) * bound

    def _chance(self, like: Tensor, share: float) -> Tensor:
        return torch.rand(like.shape, generator=self._random) < share

    def embed(self, words: Tensor, *, training: bool = False) -> Tensor:
        """Give the vectors of words: projected, of their kind, and of their own."""
        real = words != 0
        if training:
            words = torch.where(self._chance(words, UNKNOWN_SHARE) & real, len(self.base) - 1, words)
        kind, own = F.embedding(self.kinds[words], self.parts["kind"]), F.embedding(words, self.parts["own"])
        if training:
            own = own * ~self._chance(words, BARE_SHARE)[..., None]
            kind = kind * ~(self._chance(words, KINDLESS_SHARE) & real)[..., None]
        return F.linear(self.base[words], self.parts["project"]) + kind + own

    def _dropped(self, values: Tensor, *, training: bool) -> Tensor:
        return values * ~self._chance(values, DROPPED) / (1 - DROPPED) if training else values

    def layers(self, words: Tensor, *, training: bool = False) -> tuple[Tensor, Tensor, Tensor]:
        """Give what each filter sees at each place (near, far), and the class sums."""
        part, real = self.parts, (words != 0)[:, None].float()
        seen = self.embed(words, training=training).transpose(1, 2)
        near = F.relu(F.conv1d(seen, part["near"], part["near_bias"], padding=1)) * real
        far = F.conv1d(self._dropped(near, training=training), part["far"], part["far_bias"], padding=1)
        far = F.relu(far) * real
        peaks = self._dropped(torch.cat([near.amax(2), far.amax(2)], 1), training=training)
        hidden = F.relu(F.linear(peaks, part["hidden"], part["hidden_bias"]))
        return near, far, F.linear(hidden, part["inner"], part["inner_bias"]) + F.linear(peaks, part["direct"])

    def learn(self, texts: Sequence[Ints], targets: Singles, weights: Floats) -> None:
        """Learn the class chances `targets` (texts, classes) of texts given as places of words."""
        draw = np.random.default_rng(SEED)
        shares = torch.tensor((weights / weights.mean()).astype(np.float32))
        goals = torch.tensor(targets)
        rest = [part for name, part in self.parts.items() if name != "own"]
        groups = [
            {"params": rest, "weight_decay": DECAY},
            {"params": [self.parts["own"]], "weight_decay": OWN_DECAY},
        ]
        steps = EPOCHS * -(-len(texts) // BATCH) + EPOCHS * _POOL
        optimiser = torch.optim.AdamW(groups, lr=RATE, fused=True)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.1)
        for _ in range(EPOCHS):
            for at in batches(texts, draw):
                *_, sums = self.layers(padded([texts[i] for i in at]), training=True)
                loss = (-(goals[at] * F.log_softmax(sums, 1)).sum(1) * shares[at]).mean()
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                schedule.step()

    def sums(self, texts: Sequence[Ints]) -> Floats:
        """Give the class sums of texts, (texts, classes), in floating point."""
        order = np.argsort([len(text) for text in texts], kind="stable")
        found = np.zeros((len(texts), 3))
        with torch.no_grad():
            for start in range(0, len(order), 1024):
                at = order[start : start + 1024]
                found[at] = self.layers(padded([texts[i] for i in at]))[2].numpy()
        return found

    def whole(self, texts: Sequence[Ints], share: float) -> tuple[dict[str, NDArray[np.generic]], Floats]:
        """Give the arrays of `botassay.trust.abuse.convolution`, and what to add to the class sums.

        `share` is what the network's sums count there; `texts` show how far the activations go.
        """
        part = {name: value.detach().numpy().astype(np.float64) for name, value in self.parts.items()}
        with torch.no_grad():
            near, far, _ = self.layers(padded([text[:LONGEST] for text in texts[:_SAMPLE]]))
            every = torch.arange(len(self.base))
            vectors, vector_unit = cut(self.embed(every).numpy().astype(np.float64))
        steps = [float(np.quantile(seen.numpy()[seen.numpy() > 0], 0.9995)) / TOP for seen in (near, far)]
        near_weights, near_unit = cut(part["near"].transpose(1, 2, 0).reshape(WIDTH, -1))
        far_weights, far_unit = cut(part["far"].transpose(1, 2, 0).reshape(NEAR, -1))
        scale = np.repeat(steps, (NEAR, FAR))[:, None]
        hidden, hidden_unit = cut(part["hidden"].T * scale)
        step = self._hidden_step(texts)
        output, output_unit = cut(np.vstack([part["direct"].T * scale, part["inner"].T * step]))
        arrays: dict[str, NDArray[np.generic]] = {
            "vectors": vectors,
            "near": near_weights,
            "far": far_weights,
            "hidden": hidden,
            "output": output,
            "near_bias": np.rint(part["near_bias"] / steps[0]).clip(-8191, 8191).astype(np.int16),
            "far_bias": np.rint(part["far_bias"] / (steps[0] * far_unit)).astype(np.int32),
            "hidden_bias": np.rint(part["hidden_bias"] / hidden_unit).astype(np.int32),
            "units": np.array(
                [
                    vector_unit * near_unit / steps[0],
                    steps[0] * far_unit / steps[1],
                    hidden_unit / step,
                    output_unit * share,
                ]
            ),
        }
        return arrays, part["inner_bias"] * share

    def _hidden_step(self, texts: Sequence[Ints]) -> float:
        with torch.no_grad():
            near, far, _ = self.layers(padded([text[:LONGEST] for text in texts[:_SAMPLE]]))
            peaks = torch.cat([near.amax(2), far.amax(2)], 1)
            inner = F.relu(F.linear(peaks, self.parts["hidden"], self.parts["hidden_bias"])).numpy()
        return float(np.quantile(inner[inner > 0], 0.9995)) / TOP


def cut(weights: Floats) -> tuple[NDArray[np.int8], float]:
    """Cut weights to whole numbers of 8 bits, and give what one step counts."""
    unit = float(np.quantile(np.abs(weights), 0.9999)) / _LEVELS
    return np.rint(weights / unit).clip(-_LEVELS, _LEVELS).astype(np.int8), unit


def batches(texts: Sequence[Ints], draw: np.random.Generator) -> list[Ints]:
    """Cut texts into batches at random, of like length each."""
    lengths = np.array([len(text) for text in texts])
    order = draw.permutation(len(texts))
    found = []
    for start in range(0, len(order), BATCH * _POOL):
        pool = order[start : start + BATCH * _POOL]
        pool = pool[np.argsort(lengths[pool], kind="stable")]
        found += [pool[at : at + BATCH] for at in range(0, len(pool), BATCH)]
    return [found[at] for at in draw.permutation(len(found))]


def padded(texts: Sequence[Ints]) -> Tensor:
    """Put texts into one array, the separator around them (the unknown word is the last place)."""
    longest = max((len(text) for text in texts), default=0)
    rows = np.zeros((len(texts), longest + 2), np.int64)
    for row, text in zip(rows, texts, strict=True):
        row[1 : len(text) + 1] = text
    return torch.from_numpy(rows)
