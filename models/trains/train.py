"""Make two tables of journeys that never took place, and learn two delay models from each: always the same bytes.

python models/trains/train.py [FOLDER]     # where the bot has them, unless FOLDER is given; a second
python models/trains/train.py --errors     # the figures of README.md
python models/trains/train.py --journeys   # the tables themselves, tabs between columns
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from botassay_samples.trains.delays import HILLS, TABLES, features
from botassay_samples.trains.network import Call, railway

FOLDER = Path(__file__).parents[2] / "src/botassay_samples/trains"
DAYS = 84
LEARNED_FROM = 56  # for --errors: the first weeks teach, the others test
COAST = frozenset({"GLM", "FSH"})
PENALTY = 1.0


class Journey(NamedTuple):
    day: int
    call: Call
    delay: float

    @property
    def weekend(self) -> bool:
        return self.day % 7 >= 5


def journeys(table: str) -> list[Journey]:
    """Let every train run on every day."""
    draw = random.Random(f"{table} on an invented railway")  # noqa: S311 - the same bits on every machine
    return [
        journey
        for day in range(DAYS)
        for number in sorted(railway().trains)
        for journey in _run(draw, table, day, number)
    ]


def _run(draw: random.Random, table: str, day: int, number: str) -> Iterator[Journey]:
    """Let a train run: it starts somewhat late, collects delay on the way and makes up for a part of it."""
    late = _wait(draw, 1.5 if table == "summer" else 3.0)
    before = 0
    for call in railway().trains[number].calls:
        late = 0.9 * late + _wait(draw, _mean_wait(table, call, call.km - before, weekend=day % 7 >= 5))
        before = call.km
        yield Journey(day, call, round(late, 1))


def _mean_wait(table: str, call: Call, km: int, *, weekend: bool) -> float:
    """Give the minutes that a train loses on average on its way to a station and there."""
    hour = call.at // 60
    lost = 0.2 + km * (0.02 if table == "summer" else 0.035)
    if not weekend and hour in (7, 8, 16, 17):
        lost += 2.0
    if table == "summer" and weekend and call.station in COAST:
        lost += 4.0
    if table == "winter" and call.station in HILLS:
        lost += 3.0
    return lost


def _wait(draw: random.Random, mean: float) -> float:
    return -mean * log(1 - draw.random())


def means(table: Sequence[Journey]) -> dict[tuple[str, int], tuple[float, int]]:
    """Average by station and hour."""
    cells: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for journey in table:
        cells[journey.call.station, journey.call.at // 60].append(journey.delay)
    return {key: (round(sum(found) / len(found), 1), len(found)) for key, found in sorted(cells.items())}


def regression(table: Sequence[Journey]) -> dict[str, float]:
    """Fit a ridge regression; the intercept is not shrunk."""
    named = [features(journey.call, weekend=journey.weekend) for journey in table]
    columns = np.array([[*values.values()] for values in named])
    late = np.array([journey.delay for journey in table])
    shrink = PENALTY * np.eye(columns.shape[1])
    shrink[0, 0] = 0.0
    slopes: NDArray[np.float64] = np.linalg.solve(columns.T @ columns + shrink, columns.T @ late)
    deviation = float(np.sqrt(np.mean((columns @ slopes - late) ** 2)))
    return {
        **{name: round(float(slope), 3) for name, slope in zip(named[0], slopes, strict=True)},
        "deviation": round(deviation, 3),
    }


def write(folder: Path) -> None:
    for table in TABLES:
        run = journeys(table)
        cells = [f"{code}\t{hour}\t{mean}\t{days}" for (code, hour), (mean, days) in means(run).items()]
        terms = [f"{name}\t{value}" for name, value in regression(run).items()]
        _save(folder / f"mean-{table}.tsv", ["station\thour\tdelay\tjourneys", *cells])
        _save(folder / f"regression-{table}.tsv", ["term\tminutes", *terms])


def _save(file: Path, lines: Sequence[str]) -> None:
    file.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")


def errors() -> None:
    """Print the mean absolute error of each model, on days that it did not learn from, of each table."""
    for taught in TABLES:
        run = [journey for journey in journeys(taught) if journey.day < LEARNED_FROM]
        cells, terms = means(run), regression(run)
        for asked in TABLES:
            test = [journey for journey in journeys(asked) if journey.day >= LEARNED_FROM]
            flat = sum(journey.delay for journey in run) / len(run)
            print(f"{taught} on {asked}: one figure for all {_mae(test, [flat] * len(test)):.2f}", end=" ")
            print(f"mean {_mae(test, [cells[j.call.station, j.call.at // 60][0] for j in test]):.2f}", end=" ")
            print(f"regression {_mae(test, [_linear(terms, j) for j in test]):.2f} ({len(test)} arrivals)")


def _linear(terms: dict[str, float], journey: Journey) -> float:
    return sum(terms[name] * value for name, value in features(journey.call, weekend=journey.weekend).items())


def _mae(test: Sequence[Journey], predicted: Sequence[float]) -> float:
    return sum(abs(journey.delay - guess) for journey, guess in zip(test, predicted, strict=True)) / len(test)


def main(arguments: Sequence[str]) -> None:
    if "--errors" in arguments:
        errors()
    elif "--journeys" in arguments:
        print("table\tday\ttrain\tstation\tdelay")
        for table in TABLES:
            for day, call, delay in journeys(table):
                print(table, day, call.train, call.station, delay, sep="\t")
    else:
        write(Path(arguments[0]) if arguments else FOLDER)


if __name__ == "__main__":
    main(sys.argv[1:])
