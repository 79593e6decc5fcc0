"""Option lists beside ir_measures, ranx and pytrec_eval: the same lists, results checked equal before time counts.

The peers are no dependencies: `pip install ir_measures ranx pytrec_eval-terrier`. One that is not there is left out,
and that is said. They measure rankings of documents and know nothing of the length of a list, so it is reciprocal rank
and nDCG that are compared, ours being two of thirteen measures worked out.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from bench.peers import as_process, mean_reciprocal_rank
from bench.timing import ROUNDS, botassay, compare, processes, sized
from botassay.io.sources import lines_of
from botassay.options import ListCounts, default_measures, measure
from botassay.options.reading import collect

Means = Mapping[str, float]
Rows = list[tuple[list[str], str]]
Calls = tuple[Callable[[], Means], Callable[[], Means]]
"""What a peer measures from its own objects, and from a file."""

LISTS: Final = sized(20_000, 300)
"""As many as a peer can take in a few seconds."""
MILLION: Final = sized(1_000_000, 1000)
INTENTS: Final = tuple(f"intent_{number}" for number in range(100))


def options() -> None:
    """Measure option lists in memory and from a file, and show that memory stays flat."""
    in_memory()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lists.jsonl"
        write(file, LISTS)
        for name, peer in PEERS.items():
            if find_spec(name) is None:
                print(f"({name} is not there: pip install ir_measures ranx pytrec_eval-terrier)")
                continue
            beside(name, peer, file)
        from_file(Path(folder))


def drawn(n: int, seed: int = 1) -> Iterator[tuple[list[str], str]]:
    """Draw lists of 1 to 5 options, four of five with the correct one somewhere in them."""
    generator = np.random.default_rng(seed)
    for length, hit, place in zip(
        generator.integers(1, 6, n), generator.random(n), generator.integers(0, 10**6, n), strict=True
    ):
        picked = generator.choice(len(INTENTS), int(length) + 1, replace=False)
        names = [INTENTS[at] for at in picked]
        yield names[1:], names[1 + int(place) % int(length)] if hit < 0.8 else names[0]


def write(file: Path, n: int) -> None:
    """Write lists as JSON lines, all different as far as a hundred intents allow."""
    with file.open("wb") as out:
        for shown, correct in drawn(n):
            out.write(msgspec.json.encode({"options": shown, "correct": correct}) + b"\n")


def in_memory() -> None:
    """All thirteen measures of a million lists in two arrays."""
    generator = np.random.default_rng(1)
    lengths = generator.integers(1, 6, MILLION)
    ranks = np.minimum(generator.integers(0, 6, MILLION), lengths)
    measures = default_measures()
    by_hand = float(np.mean(np.where(ranks > 0, 1 / np.maximum(ranks, 1), 0)))
    assert abs(ListCounts.from_arrays(lengths, ranks).value(measure("RR")) - by_hand) < 1e-12
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        tally = ListCounts.from_arrays(lengths, ranks)
        for one in measures:
            tally.value(one)
        times.append(time.perf_counter() - begun)
    what = f"13 measures of {MILLION:,} lists in arrays"
    print(f"{what:50} {MILLION / sorted(times)[ROUNDS // 2]:14,.0f} {'':14} {'':7} lists/s")


def beside(name: str, peer: Callable[[Rows, Path], Calls], file: Path) -> None:
    """Time a peer on the same lists, from its own objects and from the file."""
    rows = read(file)
    lengths = np.array([len(shown) for shown, _ in rows])
    ranks = np.array([shown.index(correct) + 1 if correct in shown else 0 for shown, correct in rows])
    measures = default_measures()

    def ours() -> Means:
        tally = ListCounts.from_arrays(lengths, ranks)
        return {one.id: tally.value(one) for one in measures}

    def ours_from_file() -> Means:
        tally = collect(lines_of(file), 5).tally
        return {one.id: tally.value(one) for one in measures}

    native, from_lists = peer(rows, file)
    for found in (native(), from_lists()):
        for measured in (ours(), ours_from_file()):
            for one, value in found.items():
                assert abs(measured[one] - value) < 1e-9, f"{one}: {measured[one]} here, {value} by {name}"
    for what, mine, other in (("in memory", ours, native), ("from a file", ours_from_file, from_lists)):
        compare(f"{LISTS:,} lists {what}, against {name}", mine, other, "lists/s", LISTS, rate=True)


def dictionaries(rows: Rows) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Put lists the way that all of them want them: judgements, and scores that fall with the rank."""
    judged = {str(at): {correct: 1} for at, (_, correct) in enumerate(rows)}
    run = {
        str(at): {option: float(len(shown) - place) for place, option in enumerate(shown)}
        for at, (shown, _) in enumerate(rows)
    }
    return judged, run


def read(file: Path) -> Rows:
    """Read lists the fast way, for a peer that has no reader of its own for them."""
    return [(row["options"], row["correct"]) for row in map(msgspec.json.decode, file.read_bytes().splitlines())]


def by_pytrec_eval(rows: Rows, file: Path) -> Calls:
    """The wrapper of trec_eval."""
    pytrec_eval: Any = import_module("pytrec_eval")
    judged, run = dictionaries(rows)
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {"recip_rank", "ndcg"})

    def means(evaluated: Mapping[str, Mapping[str, float]]) -> Means:
        each = list(evaluated.values())
        return {
            ours: sum(one[theirs] for one in each) / len(each)
            for ours, theirs in (("RR", "recip_rank"), ("nDCG", "ndcg"))
        }

    def from_file() -> Means:
        judged, run = dictionaries(read(file))
        return means(pytrec_eval.RelevanceEvaluator(judged, {"recip_rank", "ndcg"}).evaluate(run))

    return lambda: means(evaluator.evaluate(run)), from_file


def by_ir_measures(rows: Rows, file: Path) -> Calls:
    """The common face of several evaluators."""
    ir: Any = import_module("ir_measures")
    named = {ir.RR: "RR", ir.nDCG: "nDCG"}
    judged, run = dictionaries(rows)

    def means(judged: Any, run: Any) -> Means:
        return {named[one]: value for one, value in ir.calc_aggregate(list(named), judged, run).items()}

    return lambda: means(judged, run), lambda: means(*dictionaries(read(file)))


def by_ranx(rows: Rows, file: Path) -> Calls:
    """Compiled by numba on its first call, which is not timed here."""
    ranx: Any = import_module("ranx")
    judged, run = dictionaries(rows)

    def means(judged: Any, run: Any) -> Means:
        found = ranx.evaluate(judged, run, ["mrr", "ndcg"], make_comparable=True)
        return {"RR": float(found["mrr"]), "nDCG": float(found["ndcg"])}

    native = (ranx.Qrels(judged), ranx.Run(run))
    return lambda: means(*native), lambda: means(
        *(kind(part) for kind, part in zip((ranx.Qrels, ranx.Run), dictionaries(read(file)), strict=True))
    )


PEERS: Final[dict[str, Callable[[Rows, Path], Calls]]] = {
    "pytrec_eval": by_pytrec_eval,
    "ir_measures": by_ir_measures,
    "ranx": by_ranx,
}


def from_file(folder: Path) -> None:
    """A file of a million lists, the whole process, and its greatest memory at 10^5, 10^6 and 10^7 lists."""
    part = folder / "part.jsonl"
    write(part, MILLION // 10)
    for times in (1, 10, 100):
        file = folder / f"{times}.jsonl"
        with file.open("wb") as out:
            for _ in range(times):
                out.write(part.read_bytes())
        report(file, times * MILLION // 10)
        if times == 10:
            score(file)
        file.unlink()


_PROGRAM: Final = """
import sys, time
from pathlib import Path
from botassay.io.sources import lines_of
from botassay.options.reading import collect
wall, busy = time.perf_counter(), time.process_time()
lists = collect(lines_of(Path(sys.argv[1])), 5)
wall, busy = time.perf_counter() - wall, time.process_time() - busy
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(lists.rows / wall, lists.rows / max(busy, 1e-4), int(peak.split()[1]) / 1024)
"""


def report(file: Path, n: int) -> None:
    """Read a file in a process of its own; print lists a second, by the clock and by processor time, and memory."""
    ended = subprocess.run([sys.executable, "-c", _PROGRAM, str(file)], capture_output=True, text=True, check=True)
    wall, busy, memory = map(float, ended.stdout.split())
    print(f"{f'read {n:,} lists':50} {wall:14,.0f} {busy:14,.0f} {'':7} lists/s, of processor time; {memory:.0f} MB")


def score(file: Path) -> None:
    """The whole command, beside a loop that works out one of its thirteen measures."""
    typed = botassay("options", "score", str(file), "--json")
    measured = json.loads(subprocess.run(typed, capture_output=True, check=True).stdout)["measures"]
    by_name = {row["measure"]: row["value"] for row in measured}
    assert abs(by_name["RR"] - mean_reciprocal_rank(file)) < 1e-9
    processes(f"score {MILLION:,} lists, against json", typed, as_process("mrr", str(file)))


if __name__ == "__main__":
    options()
