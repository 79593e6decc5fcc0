"""Time calls, in turns with those of a peer, and print the result.

With `--smoke` every benchmark runs once, on little: what counts then is that it runs and that the results are equal.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

SMOKE: Final = "--smoke" in sys.argv


def sized(full: int, smoke: int) -> int:
    """Return how much a benchmark takes: all of it, or next to nothing with `--smoke`."""
    return smoke if SMOKE else full


ROUNDS: Final = sized(7, 1)


def quiet(command: Sequence[str], stdin: str = "") -> None:
    """Run a command and throw away what it prints."""
    subprocess.run(command, input=stdin, text=True, stdout=subprocess.DEVNULL, check=True)


def botassay(*typed: str) -> list[str]:
    """Return a whole command, as a process."""
    return [sys.executable, "-m", "botassay", *typed]


def seconds(call: Callable[[], Any]) -> float:
    """Time one call."""
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def compare(
    what: str, ours: Callable[[], Any], peer: Callable[[], Any], unit: str, scale: float, *, rate: bool = False
) -> None:
    """Time two calls in turns, and print their medians and the ratio."""
    times = [(seconds(ours), seconds(peer)) for _ in range(ROUNDS)]
    mine, theirs = (statistics.median(column) for column in zip(*times, strict=True))
    shown = [scale / t if rate else scale * t for t in (mine, theirs)]
    print(f"{what:50} {shown[0]:14,.0f} {shown[1]:14,.0f} {theirs / mine:7.2f} {unit}")


def processes(what: str, ours: Sequence[str], peer: Sequence[str], stdin: str = "") -> None:
    """Time a whole command beside a whole process of a peer."""
    compare(what, lambda: quiet(ours, stdin), lambda: quiet(peer, stdin), "ms, whole processes", 1000)
