"""Train the encoder that rates replies, and write all that is shipped.

    BOTASSAY_DATA=... python models/encoder/train.py [FOLDER [STEP ...]]

Four generations of steps: `1`; then `2a` and `2b`, which begin with the state of `1`; then `3a` to `3f`, which begin
with the mean of those, and differ in the order of their rows and in the judged replies that they learn; then `4a` and
`4b`, which begin with the mean of the third generation, in which `3a` and `3b` count twice. The mean of that mean, `4a`
and `4b` ships.
FOLDER (``.cache/encoder`` unless it is given) keeps the state after each step. Without STEP
all are done, the graph is written to ``src/botassay/encoder/data``, and `evaluate` prints its figures and writes the
operating point beside it. Steps of a generation can be run side by side.
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import evaluate
import mixture
import numpy as np
import torch
from export import averaged, export
from network import Encoder, judge, learn

STEPS = ("1", "2a", "2b", "3a", "3b", "3c", "3d", "3e", "3f", "4a", "4b")
STARTS: dict[str, tuple[str, ...]] = {
    "1": (),
    "2": ("1",),
    "3": ("2a", "2b"),
    "4": ("3a", "3a", "3b", "3b", "3c", "3d", "3e", "3f"),
}
"""The steps whose mean state each generation begins with."""
SHIPPED = (*STARTS["4"], *("4a",) * len(STARTS["4"]), *("4b",) * len(STARTS["4"]))
"""The states whose mean is shipped."""
RATES = {"1": 8e-5, "2": 8e-5, "3": 6e-5, "4a": 8e-5, "4b": 4e-5}
"""The highest learning rate of each generation, or step."""
FROZEN = {"1": 0, "2": 2, "3": 2, "4": 3}
"""How many of the lowest layers each generation leaves as they are; CR reads the states after the third one."""
PLACE = Path(__file__).parents[2] / "src/botassay/encoder/data"


def abusive(model: Encoder, texts: Sequence[str]) -> list[float]:
    """Give how likely texts are to be abusive."""
    sums = judge(model, texts)[0]
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    return [float(chance) for chance in 1 - powers[:, 2] / powers.sum(axis=1)]


def fit(folder: Path, name: str) -> None:
    """Train a step, and keep its state."""
    generation, part, start = name[0], max(0, "abcdef".find(name[1:])), time.time()
    rows = mixture.generation(int(generation), part)
    for (source, label), count in sorted(Counter((row.source, str(row.label)) for row in rows).items()):
        print(f"  {source:20} {label:10} {count}")
    print(name, len(rows), "rows", f"{time.time() - start:.0f} s", flush=True)
    model = Encoder(STEPS.index(name) + 1)
    if STARTS[generation]:
        state = averaged([folder / f"{step}.pt" for step in STARTS[generation]])
        model.load_state_dict({key: torch.from_numpy(array) for key, array in state.items()})
        model.freeze(FROZEN[generation])
    for written, times in mixture.sentences_of(int(generation), part).items():
        rows += mixture.told_sentences(written, partial(abusive, model)) * times
    learn(model, rows, RATES.get(name) or RATES[generation])
    torch.save(model.state_dict(), folder / f"{name}.pt")


def main() -> None:
    """Train the steps; write what is shipped."""
    folder, *names = sys.argv[1:] or [".cache/encoder"]
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    for name in names or STEPS:
        fit(path, name)
    if not names:
        export(averaged([path / f"{name}.pt" for name in SHIPPED]), PLACE)
        evaluate.report(PLACE, write=True)


if __name__ == "__main__":
    main()
