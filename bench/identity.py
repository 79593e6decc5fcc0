"""Asking for a machine: sentences drawn, utterances recognised by the grammar and by `default`, and the guard's delay.

No peer is timed: the paper's recogniser is an Earley parser, which takes some 60 utterances a second by its authors'
account.
"""

import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench.peers import as_process
from bench.timing import ROUNDS, botassay, processes, seconds, sized
from botassay.identity import Guard
from botassay.identity.grammar.bundled import as_typed, bundled
from botassay.identity.grammar.sampling import Sampler
from botassay.identity.recognisers.grammar_recogniser import grammar_recogniser
from botassay.identity.recognisers.linear import LinearRecogniser, default_recogniser
from botassay.plugins.protocols import AskLabel

SENTENCES: Final = sized(100_000, 300)
ROWS: Final = sized(600_000, 1000)
UTTERANCES: Final = sized(20_000, 200)
_TICK: Final = 1e-4
"""Seconds: a call that takes less has no measurable processor time."""
OTHERS: Final = ("where is my parcel", "I want my money back", "can I talk to a real person?", "thank you, that is all")


def identity() -> None:
    """Measure what is done often: drawing, recognising, guarding."""
    for grammar, how in ((bundled(), "as written"), (as_typed(), "as typed")):
        sampler = Sampler(grammar, AskLabel.POSITIVE.value, 1)
        rate(f"draw {SENTENCES:,} positives, {how}", lambda draw=sampler: drawing(draw), SENTENCES, "sentences/s")  # type: ignore[misc]
    generating()
    said = phrasings()
    assert grammar_recogniser().label("are you a robot?") is AskLabel.POSITIVE
    rate(
        "recognise by the grammar",
        lambda: [grammar_recogniser().label(text) for text in said],
        UTTERANCES,
        "utterances/s",
    )
    rate("recognise by default", lambda: fresh().recognise(said), UTTERANCES, "utterances/s")
    guarding(said)


def drawing(sampler: Sampler) -> None:
    """Draw sentences."""
    for _ in range(SENTENCES):
        sampler()


def generating() -> None:
    """The whole command, from its start to its last row, beside a copy of its rows by the standard library."""
    typed = botassay("identity", "generate", "--size", str(ROWS))
    rows = subprocess.run(typed, capture_output=True, check=True).stdout
    assert rows.count(b"\n") == ROWS + 1
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.csv"
        file.write_bytes(rows)
        processes(f"identity generate, {ROWS:,} rows, against csv", typed, as_process("copy", str(file)))


def phrasings() -> list[str]:
    """Draw utterances of which three in four ask or look like it, all of them different."""
    drawn = [Sampler(as_typed(), label.value, 2) for label in AskLabel]
    return [drawn[at % 4]() if at % 4 < len(drawn) else f"{OTHERS[at // 4 % 4]} {at}" for at in range(UTTERANCES)]


def fresh() -> LinearRecogniser:
    """Give the recogniser without what it remembers of earlier texts."""
    known = default_recogniser()
    return LinearRecogniser(known.weights, known.bias, known.rules)


def rate(what: str, call: Callable[[], object], count: int, unit: str) -> None:
    """Time a call, and print the median of how much it does in a second, by the clock and by processor time."""
    walls, busies = [], []
    for _ in range(ROUNDS):
        begun = busy()
        walls.append(seconds(call))
        busies.append(busy() - begun)
    by_clock, by_processor = (count / max(statistics.median(one), _TICK) for one in (walls, busies))
    print(f"{what:50} {by_clock:14,.0f} {by_processor:14,.0f} {'':7} {unit}, of processor time")


def busy() -> float:
    """Give the processor time of this process and of those that it ran."""
    return sum(os.times()[:4])


def guarding(said: list[str]) -> None:
    """Time the guard, utterance by utterance, each seen for the first time."""
    guard = Guard(maker="Example Ltd", recogniser=fresh())
    assert guard("are you a robot?") is not None
    took = []
    for text in said:
        begun = time.perf_counter()
        guard(text)
        took.append(time.perf_counter() - begun)
    at = statistics.quantiles(took, n=100)
    print(f"{'guard one utterance, median':50} {1e6 * at[49]:14,.0f} {'':14} {'':7} microseconds")
    print(f"{'  the slowest in a hundred':50} {1e6 * at[98]:14,.0f} {'':14} {'':7} microseconds")


if __name__ == "__main__":
    identity()
