"""Measure what an utterance costs in each stage of a rating, how that grows, and what a second process gains.

    python -m bench.scale FOLDER            FOLDER holds sgd-sample; about ten minutes on an idle machine
    python -m bench.scale FOLDER --smoke    each once, on little

All in CPU seconds, and at the end the load of the machine: other work makes figures worse, ratios less so.
"""

import math
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

import duckdb

import botassay
from bench.service import write
from bench.timing import ROUNDS, quiet, sized
from bench.timing import botassay as command
from botassay.core.dialog import Dialog, Role
from botassay.core.text.folding import fold
from botassay.core.text.language import language_of
from botassay.corpora import open_corpus
from botassay.encoder import model, units
from botassay.grading.evidence_file import packed_result
from botassay.grading.unit_result import UnitResult
from botassay.plugins.registry import CHECKERS
from botassay.trust.abuse.replies import screen
from botassay.trust.crisis.second_reader import likely_signs

UTTERANCES: Final = sized(20_000, 400)
SIZES: Final = tuple(sized(size, size // 100) for size in (10_000, 30_000, 100_000))
ISSUES: Final = ("AL", "B", "CC", "SG", "ID", "CR")
KIBIBYTES: Final = 1024 if sys.platform != "darwin" else 1 << 20
"""What of `ru_maxrss` makes a MiB: macOS counts bytes."""
HEADS: Final[dict[str, Any]] = {"AL": model.abuse, "B": model.prejudice, "CR": likely_signs}
"""What remembers the values of the encoder, by issue."""
READ: Final = (
    "select sum(length(u.text)) from (select unnest(utterances) as u from read_json(?, format='newline_delimited',"
    " columns={id: 'varchar', utterances: 'struct(role varchar, text varchar)[]'}))"
)


def main() -> None:
    """Print all figures."""
    data = Path(next(typed for typed in sys.argv[1:] if not typed.startswith("-")))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "talks.jsonl"
        write(file, data, UTTERANCES)
        stages(file)
        growth(file, data)
        two_processes(file, data)
    load = ", ".join(f"{share:.1f}" for share in os.getloadavg())
    print(f"load of the machine, {os.cpu_count()} cores: {load} (1, 5, 15 minutes)")


def stages(file: Path) -> None:
    """Print the cost of each stage for an utterance, beside duckdb reading the same file on one thread."""
    dialogs = list(open_corpus(file))
    said = [utterance for dialog in dialogs for utterance in dialog.utterances]
    replies = [utterance.text for utterance in said if utterance.role is Role.BOT]
    assert _letters_by_duckdb(file) == sum(len(utterance.text) for utterance in said), "both read the same"
    looks = {code: CHECKERS.get(code) for code in ISSUES}
    for code, checker in looks.items():
        if hasattr(checker, "prepare"):
            looks[code] = checker.prepare(dialogs)
    for checker in looks.values():  # the encoder remembers its values
        checker.look(dialogs)
    parts = list(chain.from_iterable(units(reply) for reply in replies))
    texts = list(dict.fromkeys(unit.text for unit in parts))
    timed: dict[str, Callable[[], Any]] = {
        "read with duckdb": lambda: _letters_by_duckdb(file),
        "read": lambda: list(open_corpus(file)),
        "language": lambda: [language_of(u.text for u in dialog.utterances) for dialog in dialogs],
        "normalise": lambda: [fold(reply) for reply in replies],
        "cut into units": lambda: [units(reply) for reply in replies],
        "screen of AL": lambda: screen().scores(texts),
        **{f"{code}, all of it": partial(checker.look, dialogs) for code, checker in looks.items()},
    }
    print(f"{len(said):,} utterances, {len(set(texts)):,} different units of {len(replies):,} replies")
    print(f"{'stage':30} {'µs of CPU per utterance':>24}")
    for name, call in timed.items():
        seconds = statistics.median(_fresh(call) for _ in range(ROUNDS))
        print(f"{name:30} {seconds / len(said) * 1e6:24.1f}", flush=True)
    _encoder(looks, dialogs, len(said))
    _evidence(looks["AL"].look(dialogs), len(said))


def _letters_by_duckdb(file: Path) -> int:
    with duckdb.connect(config={"threads": 1}) as database:
        (letters,) = database.execute(READ, [str(file)]).fetchone() or (0,)
    return int(letters)


def _fresh(call: Callable[[], Any]) -> float:
    """Return the CPU seconds of a call that remembers nothing of calls before it but the encoder's values."""
    _forget()
    begin = time.process_time()
    call()
    return time.process_time() - begin


def _forget() -> None:
    """Forget what was remembered of texts, but not what the encoder said of them."""
    kept = set(map(id, HEADS.values()))
    for name, module in list(sys.modules.items()):
        for found in vars(module).values() if name.startswith("botassay.") else ():
            parameters = None if isinstance(found, type) else getattr(found, "cache_parameters", None)
            if parameters and parameters()["maxsize"] and id(found) not in kept:
                found.cache_clear()


def _encoder(looks: dict[str, Any], dialogs: list[Dialog], utterances: int) -> None:
    """Print how often the encoder is asked about texts that it has not met, and what that costs."""
    for name, head in HEADS.items():
        _forget()
        begin = time.process_time()
        looks[name].look(dialogs)
        known = time.process_time() - begin
        _forget()
        head.cache_clear()
        begin = time.process_time()
        looks[name].look(dialogs)
        cost = time.process_time() - begin - known
        asked = head.cache_info().misses
        each = cost / max(1, asked) * 1e3
        print(
            f"encoder for {name:18} {cost / utterances * 1e6:24.1f}   {asked:,} texts, {each:.1f} ms each", flush=True
        )


def _evidence(seen: Any, utterances: int) -> None:
    begin = time.process_time()
    size = len(packed_result(UnitResult({"AL": seen})))
    cost = time.process_time() - begin
    print(f"{'evidence of AL as bytes':30} {cost / utterances * 1e6:24.2f}   {size:,} bytes")


def growth(file: Path, data: Path) -> None:
    """Print how the CPU seconds of a whole rating grow with the corpus, start of the process left out."""
    write(file, data, 100)
    start = _cpu(file)
    costs = []
    for size in SIZES:
        write(file, data, size)
        costs.append(_cpu(file) - start)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / KIBIBYTES
        print(
            f"rate {size:9,} utterances: {costs[-1] / size * 1e6:6.0f} µs of CPU each, beside {start:.1f} s;"
            f" {memory:.0f} MiB (goal: 500 at most)",
            flush=True,
        )
    exponent = math.log(costs[-1] / costs[0]) / math.log(SIZES[-1] / SIZES[0])
    print(f"exponent of the cost over size: {exponent:.2f} (goal: 1.05 at most)")


def _cpu(file: Path, *typed: str) -> float:
    """Return the CPU seconds of rating a file in a process of its own, and of those that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    quiet(command("rate", str(file), "--json", *typed))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def two_processes(file: Path, data: Path) -> None:
    """Print how much faster two processes are than one, in turns."""
    write(file, data, SIZES[-1])
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(sized(3, 1)):
        for workers, taken in times.items():
            begin = time.perf_counter()
            quiet(command("rate", str(file), "--json", "--workers", str(workers)))
            taken.append(time.perf_counter() - begin)
    one, two = (statistics.median(taken) for taken in times.values())
    print(f"one process {one:.1f} s, two {two:.1f} s: {one / two:.2f} times (goal on an idle machine: 1.8)")


if __name__ == "__main__":
    botassay.rate("demo/dialogs.jsonl")  # which loads all models
    main()
