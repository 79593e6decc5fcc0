"""Time calls, in turns with those of a peer, and print what comes of it."""

import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

ROUNDS: Final = 7


def quiet(command: Sequence[str], stdin: str = "") -> None:
    """Run a command and throw away what it prints."""
    subprocess.run(command, input=stdin, text=True, stdout=subprocess.DEVNULL, check=True)


def seconds(call: Callable[[], Any]) -> float:
    """Time one call."""
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def compare(
    what: str, ours: Callable[[], Any], peer: Callable[[], Any], unit: str, scale: float, *, rate: bool = False
) -> None:
    """Time two calls in turns, and print their medians and the ratio."""
    times = [(seconds(ours), seconds(peer)) for _ in range(ROUNDS)]
    mine, theirs = (statistics.median(column) for column in zip(*times, strict=True))
    shown = [scale / t if rate else scale * t for t in (mine, theirs)]
    print(f"{what:42} {shown[0]:14,.0f} {shown[1]:14,.0f} {theirs / mine:7.2f} {unit}")


def alone(what: str, call: Callable[[], Any]) -> None:
    """Time a call that has no peer, and print the median in seconds."""
    print(f"{what:42} {statistics.median(seconds(call) for _ in range(ROUNDS)):14.2f} {'':14} {'':7} s")
