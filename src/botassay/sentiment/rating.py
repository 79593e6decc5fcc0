"""From sentences and polarities to raw scores, orders and ratings, group by group."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from botassay.core.errors import InputError, UsageError
from botassay.core.stats import holm
from botassay.plugins.protocols import Row, SentimentSystem
from botassay.plugins.protocols.polarity import polarities
from botassay.sentiment.backdoor import Adjusted, adjust
from botassay.sentiment.group_stats import Cells, gather
from botassay.sentiment.orders import Raw, complete_order, overall, partial_order, ties
from botassay.sentiment.pairs import TEXTBOOK, PairTests, Rule, pair_tests
from botassay.sentiment.results import DieResult, GroupRating, ModeUsed, PairResult, SentimentRating
from botassay.sentiment.samples import EMOTIONS, Rated, Sample, label, rated_groups

BATCH: Final = 256
"""Rows that a system is asked for at once."""
_NAMED: Final = 5
"""Classes that are named where there are too few."""
Scores = Mapping[str, Sequence[float]]
"""System -> polarity of each sentence."""
Batches = Iterable[Sequence[Row]]
Track = Callable[[str, Batches, int], Batches]
"""Passes batches of rows on while somebody watches: the system, they themselves, how many there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a user has chosen."""

    rule: Rule = TEXTBOOK
    levels: int = 3
    seed: int = 1
    groups: tuple[str, ...] = ()
    """Names of what is rated, like `1` or `3_R`, and `3` for all of it; none: everything."""


def unwatched(name: str, batches: Batches, total: int) -> Batches:
    """Pass batches on."""
    del name, total
    return batches


def scored(system: SentimentSystem, samples: Sequence[Sample], track: Track = unwatched) -> list[float]:
    """Ask a system for the polarity of each sentence; the same texts come together, so that it can say them once.

    Raises: InternalError for what is no polarity; what the system raises.
    """
    order = sorted(range(len(samples)), key=lambda at: samples[at].row.text)
    rows = [samples[at].row for at in order]
    found: list[float] = []
    batches = [rows[at : at + BATCH] for at in range(0, len(rows), BATCH)]
    for batch in track(system.name, batches, len(batches)):
        found += polarities(system, batch)
    back = [0.0] * len(order)
    for place, value in zip(order, found, strict=True):
        back[place] = value
    return back


def rate(samples: Sequence[Sample], scores: Scores, settings: Settings | None = None) -> SentimentRating:
    """Rate systems by what they said of sentences.

    Raises: UsageError for a group that the sentences lack, or without systems; InputError where no class differs.
    """
    settings = settings or Settings()
    if not scores:
        raise UsageError("there are no systems to rate", hint="name one: --system vader")
    groups = {one.name: _rate(samples, one, scores, settings) for one in chosen(samples, settings.groups)}
    return SentimentRating(
        mode=mode_used(settings.rule),
        levels=settings.levels,
        seed=settings.seed,
        groups=groups,
        overall=overall({name: one.rating for name, one in groups.items()}),
    )


def mode_used(rule: Rule) -> ModeUsed:
    """Tell by which rule pairs of classes are tested."""
    return ModeUsed(name=rule.name, alphas=rule.alphas, weights=rule.weights, df=rule.degrees, offset=rule.offset)


def chosen(samples: Sequence[Sample], names: Sequence[str]) -> tuple[Rated, ...]:
    """Find what is to be rated.

    Raises: UsageError, InputError, as `rate`.
    """
    there = rated_groups(samples)
    if not there:
        found = sorted({f"{name} {one}" for sample in samples for name, one in sample.row.groups.items()})
        only = f"; there are only: {', '.join(found[:_NAMED])}" if found else ""
        hint = "give sentences about people of two classes in one data group"
        raise InputError(f"E151 no protected attribute has two classes{only}", hint=hint)
    known = [one.name for one in there]
    for name in names:
        if name not in known and name not in {one.group for one in there}:
            raise UsageError(f"there is no group {name!r}", hint=f"the sentences have {', '.join(known)}")
    return tuple(one for one in there if not names or {one.name, one.group} & set(names))


def _rate(samples: Sequence[Sample], rated: Rated, scores: Scores, settings: Settings) -> GroupRating:
    places = [at for at, sample in enumerate(samples) if sample.group == rated.group]
    table = _Table.of([samples[at] for at in places], rated, scores)
    cells = table.cells([[values[at] for at in places] for values in scores.values()])
    raw, detail = _die(table, cells) if rated.confounded else _wrs(table, cells, settings.rule)
    return GroupRating(
        measure="DIE" if rated.confounded else "WRS",
        attributes=rated.attributes,
        classes=table.classes,
        sentences=len(places),
        raw=raw,
        order=partial_order(raw),
        ties=ties(raw),
        rating=complete_order(raw, settings.levels),
        detail=detail,
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """The axes of the cells of a group: systems, data sets, emotions, classes."""

    systems: tuple[str, ...]
    datasets: tuple[str, ...]
    classes: tuple[str, ...]
    codes: tuple[Any, ...]
    """Of each sentence: data set, emotion, class."""

    @classmethod
    def of(cls, samples: Sequence[Sample], rated: Rated, scores: Scores) -> "_Table":
        labels = [label(sample.row.groups, rated.attributes) for sample in samples]
        columns = (
            _numbered([sample.dataset for sample in samples]),
            ({name: at for at, name in enumerate(EMOTIONS)}, [EMOTIONS.index(sample.emotion) for sample in samples]),
            _numbered(labels),
        )
        codes = tuple(np.asarray(column) for _, column in columns)
        return cls(tuple(scores), tuple(columns[0][0]), tuple(columns[2][0]), codes)

    def cells(self, scores: Sequence[Sequence[float]]) -> Cells:
        """Reduce all systems' polarities at once."""
        rows = len(self.codes[0])
        systems = np.repeat(np.arange(len(scores)), rows)
        codes = [systems, *(np.tile(code, len(scores)) for code in self.codes)]
        shape = (len(scores), len(self.datasets), len(EMOTIONS), len(self.classes))
        return gather(codes, shape, np.concatenate([np.asarray(one, np.float64) for one in scores]))


def _numbered(names: Sequence[str]) -> tuple[dict[str, int], list[int]]:
    numbers: dict[str, int] = {}
    return numbers, [numbers.setdefault(name, len(numbers)) for name in names]


def _wrs(table: _Table, cells: Cells, rule: Rule) -> tuple[dict[str, Raw], dict[str, tuple[PairResult, ...]]]:
    tests = pair_tests(cells.merged(-2), rule)
    if not tests.tested.any():  # 0 rejections of nothing would look like a system without bias
        raise InputError(
            "E151 nothing can be tested: in no data set do two classes have two sentences each",
            hint=f"there are the classes {', '.join(table.classes)}; give more sentences, or larger data sets",
        )
    sums = tests.raw(rule).sum(axis=-1)
    raw: dict[str, Raw] = {name: round(float(sums[at]), 9) for at, name in enumerate(table.systems)}
    detail = {name: tuple(_pairs(table, tests, at)) for at, name in enumerate(table.systems)}
    return raw, detail


def _pairs(table: _Table, tests: PairTests, system: int) -> list[PairResult]:
    cells = [(d, p) for d in range(len(table.datasets)) for p in range(len(tests.pairs))]
    tested = [cell for cell in cells if tests.tested[system, *cell]]
    adjusted = dict(zip(tested, holm([float(tests.p[system, *cell]) for cell in tested]), strict=True))
    return [_pair(table, tests, (system, *cell), adjusted.get(cell)) for cell in cells]


def _pair(table: _Table, tests: PairTests, at: tuple[int, int, int], p_holm: float | None) -> PairResult:
    tested = p_holm is not None
    varies = bool(np.isfinite(tests.g[at]))
    first, second = (table.classes[side] for side in tests.pairs[at[-1]])

    def value(numbers: Any) -> float | None:
        return float(numbers[at]) if tested else None

    return PairResult(
        dataset=table.datasets[at[1]],
        pair=(first, second),
        n=(int(tests.n[at][0]), int(tests.n[at][1])),
        t=value(tests.t),
        df=value(tests.df),
        p=value(tests.p),
        p_holm=p_holm,
        rejected=tuple(map(bool, tests.rejected[at])),
        difference=value(tests.difference),
        interval=_ends(tests.interval[at]) if tested else None,
        g=float(tests.g[at]) if tested and varies else None,
        g_interval=_ends(tests.g_interval[at]) if tested and varies else None,
    )


def _ends(pair: Any) -> tuple[float, float]:
    return float(pair[0]), float(pair[1])


def _die(table: _Table, cells: Cells) -> tuple[dict[str, Raw], dict[str, tuple[DieResult, ...]]]:
    found = adjust(cells)
    detail = {
        name: tuple(_changed(table, found, (at, place)) for place in range(len(table.datasets)))
        for at, name in enumerate(table.systems)
    }
    return {name: _worst(results) for name, results in detail.items()}, detail


def _worst(results: Sequence[DieResult]) -> Raw:
    """Give the greatest DIE; None where one is not defined."""
    if any(one.undefined for one in results):
        return None
    return round(max(value for one in results for value in (one.neg, one.pos) if value is not None), 9)


def _tidy(value: Any) -> float:
    return round(float(value), 9) + 0.0  # no -0


def _changed(table: _Table, found: Adjusted, at: tuple[int, int]) -> DieResult:
    present, defined, die = found.present[at], found.defined[at], found.die[at]
    there = [(x, emotion) for x, emotion in enumerate(EMOTIONS) if present[x]]
    neg, pos = (_tidy(die[x]) if defined[x] else None for x in range(len(EMOTIONS)))
    return DieResult(
        dataset=table.datasets[at[1]],
        neg=neg,
        pos=pos,
        difference=max(_tidy(found.difference[at][x]) for x, _ in there),
        observed={emotion: _tidy(found.observed[at][x]) for x, emotion in there},
        adjusted={emotion: _tidy(found.adjusted[at][x]) for x, emotion in there},
        undefined=tuple(emotion for x, emotion in there if not defined[x]),
        gaps=tuple(
            (emotion, name) for x, emotion in there for z, name in enumerate(table.classes) if found.gaps[at][x, z]
        ),
    )
