"""From sentences and polarities to raw scores, orders and ratings, group by group."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress, tracked
from botassay.core.stats import holm
from botassay.plugins.protocols import SentimentSystem
from botassay.plugins.protocols.polarity import polarities
from botassay.sentiment.backdoor import Adjusted, adjust
from botassay.sentiment.chance import chance_score
from botassay.sentiment.documents import BUNDLED, SentimentRating
from botassay.sentiment.group_stats import GroupStats, stats_by_group
from botassay.sentiment.orders import Raw, complete_order, overall, partial_order, ties
from botassay.sentiment.results import ChanceScore, Change, DieResult, GroupRating, ModeUsed, PairResult
from botassay.sentiment.samples import EMOTIONS, RatedGroup, SentimentSample, is_further, label, rated_groups
from botassay.sentiment.significance import TEXTBOOK, PairTests, RejectionRule, pair_tests
from botassay.sentiment.translation.round_trip import RoundTrips, RoundTripSystem, percent_change

BATCH: Final = 256
"""Rows that a system is asked for at once."""
_NAMED: Final = 5
"""Classes that are named where there are too few."""
Scores = Mapping[str, Sequence[float]]
"""System -> polarity of each sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentRules:
    """How sentences are tested and rated.

    Args:
        rule: of the tests.
        levels: of the rating.
        seed: of the draws, for the record.
        groups: names of what is rated, like `1` or `3_R`, and `3` for all of it; none: everything.
    """

    rule: RejectionRule = TEXTBOOK
    levels: int = 3
    seed: int = 1
    groups: tuple[str, ...] = ()


def scored(
    system: SentimentSystem, samples: Sequence[SentimentSample], on_progress: OnProgress | None = None
) -> list[float]:
    """Return the polarity of each sentence; equal texts come together, so that a system can score them once.

    Raises: InternalError for a value that is not a polarity; any error of the system.
    """
    order = sorted(range(len(samples)), key=lambda at: samples[at].row.text)
    values = [0.0] * len(order)
    batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    for batch in tracked(batches, on_progress, f"asking {system.name}", len(batches), "batches"):
        polarity = polarities(system, [samples[at].row for at in batch])
        for at, value in zip(batch, polarity, strict=True):
            values[at] = value
    return values


def rate_scores(
    samples: Sequence[SentimentSample], scores: Scores, rules: SentimentRules | None = None, name: str = BUNDLED
) -> SentimentRating:
    """Return the rating of systems by their scores.

    Args:
        samples: the sentences.
        scores: system -> polarity of each sentence.
        rules: how they are tested and rated.
        name: of the sentences, for the page.

    Raises: UsageError for a group that the sentences lack, or without systems; InputError where no class differs.
    """
    rules = rules or SentimentRules()
    if not scores:
        raise UsageError("there are no systems to rate", hint="add one, such as --system vader")
    groups = {group.name: _rate(samples, group, scores, rules) for group in chosen(samples, rules.groups)}
    return SentimentRating(
        data=name,
        mode=mode_used(rules.rule),
        levels=rules.levels,
        seed=rules.seed,
        groups=groups,
        overall=overall(_counted(groups)),
    )


def _counted(groups: Mapping[str, GroupRating]) -> dict[str, Mapping[str, int]]:
    """Return the ratings that the overall one takes: those of further attributes only where there are no others."""
    ratings = {name: group.rating for name, group in groups.items()}
    return {name: rating for name, rating in ratings.items() if not is_further(name)} or ratings


def rate_again(
    document: SentimentRating,
    trips: RoundTrips,
    systems: Sequence[SentimentSystem],
    samples: Sequence[SentimentSample],
    rules: SentimentRules,
    on_progress: OnProgress | None = None,
) -> SentimentRating:
    """Return the rating with that of the composite systems beside it, and the change of each raw score."""
    scores = {system.name: scored(RoundTripSystem(system, trips), samples, on_progress) for system in systems}
    groups = rate_scores(samples, scores, rules).groups
    changes = tuple(
        Change(group=name, system=system, via=trips.via, before=before, after=after, percent=percent)
        for name, group in groups.items()
        for system, after in group.raw.items()
        for before in (document.groups[name].raw[system],)
        for percent in (percent_change(before, after),)
    )
    return replace(document, via={**document.via, trips.via: groups}, changes=(*document.changes, *changes))


def mode_used(rule: RejectionRule) -> ModeUsed:
    """Return the rule by which pairs of classes are tested, for a document."""
    return ModeUsed(name=rule.name, alphas=rule.alphas, weights=rule.weights, df=rule.degrees, offset=rule.offset)


def chosen(samples: Sequence[SentimentSample], names: Sequence[str]) -> tuple[RatedGroup, ...]:
    """Return the groups to be rated.

    Raises: UsageError, InputError, as `rate_scores`.
    """
    groups = rated_groups(samples)
    if not groups:
        classes = sorted({f"{attribute} {name}" for sample in samples for attribute, name in sample.row.groups.items()})
        only = f"; found only: {', '.join(classes[:_NAMED])}" if classes else ""
        hint = "add sentences about people of a second class to a data group"
        raise InputError(f"E151 no protected attribute has two classes{only}", hint=hint)
    known = [group.name for group in groups]
    for name in names:
        if name not in known and name not in {group.group for group in groups}:
            raise UsageError(f"there is no group {name!r}", hint=f"available: {', '.join(known)}")
    return tuple(group for group in groups if not names or {group.name, group.group} & set(names))


def _rate(samples: Sequence[SentimentSample], rated: RatedGroup, scores: Scores, rules: SentimentRules) -> GroupRating:
    places = [at for at, sample in enumerate(samples) if sample.group == rated.group]
    axes = _Axes.of([samples[at] for at in places], rated, scores)
    stats = axes.stats([[values[at] for at in places] for values in scores.values()])
    raw, detail = _die(axes, stats) if rated.confounded else _wrs(axes, stats, rules.rule)
    chance = (
        {}
        if rated.confounded
        else {
            name: expected
            for name, values in scores.items()
            if (expected := axes.chance([values[at] for at in places], rules))
        }
    )
    return GroupRating(
        measure="DIE" if rated.confounded else "WRS",
        attributes=rated.attributes,
        classes=axes.classes,
        sentences=len(places),
        raw=raw,
        order=partial_order(raw),
        ties=ties(raw),
        rating=complete_order(raw, rules.levels),
        chance=chance,
        detail=detail,
    )


@dataclass(frozen=True, slots=True)
class _Axes:
    """The axes of the statistics of a group: systems, data sets, emotions, classes."""

    systems: tuple[str, ...]
    datasets: tuple[str, ...]
    classes: tuple[str, ...]
    codes: tuple[Any, ...]
    """Of each sentence: data set, emotion, class."""

    @classmethod
    def of(cls, samples: Sequence[SentimentSample], rated: RatedGroup, scores: Scores) -> "_Axes":
        labels = [label(sample.row.groups, rated.attributes) for sample in samples]
        columns = (
            _numbered([sample.dataset for sample in samples]),
            ({name: at for at, name in enumerate(EMOTIONS)}, [EMOTIONS.index(sample.emotion) for sample in samples]),
            _numbered(labels),
        )
        codes = tuple(np.asarray(column) for _, column in columns)
        return cls(tuple(scores), tuple(columns[0][0]), tuple(columns[2][0]), codes)

    def stats(self, scores: Sequence[Sequence[float]]) -> GroupStats:
        """Return the statistics of all systems at once."""
        rows = len(self.codes[0])
        systems = np.repeat(np.arange(len(scores)), rows)
        codes = [systems, *(np.tile(code, len(scores)) for code in self.codes)]
        shape = (len(scores), len(self.datasets), len(EMOTIONS), len(self.classes))
        return stats_by_group(codes, shape, np.concatenate([np.asarray(values, np.float64) for values in scores]))

    def chance(self, values: Sequence[float], rules: SentimentRules) -> ChanceScore | None:
        """Return the raw score of a system by chance."""
        shape = len(self.datasets), len(self.classes)
        return chance_score(values, self.codes[0], self.codes[2], shape, rules.rule, rules.seed)


def _numbered(names: Sequence[str]) -> tuple[dict[str, int], list[int]]:
    numbers: dict[str, int] = {}
    return numbers, [numbers.setdefault(name, len(numbers)) for name in names]


def _wrs(
    axes: _Axes, stats: GroupStats, rule: RejectionRule
) -> tuple[dict[str, Raw], dict[str, tuple[PairResult, ...]]]:
    tests = pair_tests(stats.merged(-2), rule)
    if not tests.tested.any():  # 0 rejections of nothing would look like a system without bias
        raise InputError(
            "E151 nothing can be tested: no data set has two sentences of each of two classes",
            hint=f"classes: {', '.join(axes.classes)}; add sentences, or merge data sets",
        )
    sums = tests.raw(rule).sum(axis=-1)
    raw: dict[str, Raw] = {name: round(float(sums[at]), 9) for at, name in enumerate(axes.systems)}
    detail = {name: tuple(_pairs(axes, tests, at)) for at, name in enumerate(axes.systems)}
    return raw, detail


def _pairs(axes: _Axes, tests: PairTests, system: int) -> list[PairResult]:
    cells = [(d, p) for d in range(len(axes.datasets)) for p in range(len(tests.pairs))]
    tested = [cell for cell in cells if tests.tested[system, *cell]]
    adjusted = dict(zip(tested, holm([float(tests.p[system, *cell]) for cell in tested]), strict=True))
    return [_pair(axes, tests, (system, *cell), adjusted.get(cell)) for cell in cells]


def _pair(axes: _Axes, tests: PairTests, at: tuple[int, int, int], p_holm: float | None) -> PairResult:
    tested = p_holm is not None
    varies = bool(np.isfinite(tests.g[at]))
    first, second = (axes.classes[side] for side in tests.pairs[at[-1]])

    def value(numbers: Any) -> float | None:
        return float(numbers[at]) if tested else None

    return PairResult(
        dataset=axes.datasets[at[1]],
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


def _die(axes: _Axes, stats: GroupStats) -> tuple[dict[str, Raw], dict[str, tuple[DieResult, ...]]]:
    adjusted = adjust(stats)
    detail = {
        name: tuple(_changed(axes, adjusted, (at, place)) for place in range(len(axes.datasets)))
        for at, name in enumerate(axes.systems)
    }
    return {name: _worst(results) for name, results in detail.items()}, detail


def _worst(results: Sequence[DieResult]) -> Raw:
    """Return the largest DIE; None where one is not defined."""
    if any(result.undefined for result in results):
        return None
    return round(max(value for result in results for value in (result.neg, result.pos) if value is not None), 9)


def _tidy(value: Any) -> float:
    return round(float(value), 9) + 0.0  # no -0


def _changed(axes: _Axes, estimates: Adjusted, at: tuple[int, int]) -> DieResult:
    present, defined, die = estimates.present[at], estimates.defined[at], estimates.die[at]
    there = [(x, emotion) for x, emotion in enumerate(EMOTIONS) if present[x]]
    neg, pos = (_tidy(die[x]) if defined[x] else None for x in range(len(EMOTIONS)))
    return DieResult(
        dataset=axes.datasets[at[1]],
        neg=neg,
        pos=pos,
        difference=max(_tidy(estimates.difference[at][x]) for x, _ in there),
        observed={emotion: _tidy(estimates.observed[at][x]) for x, emotion in there},
        adjusted={emotion: _tidy(estimates.adjusted[at][x]) for x, emotion in there},
        undefined=tuple(emotion for x, emotion in there if not defined[x]),
        gaps=tuple(
            (emotion, name) for x, emotion in there for z, name in enumerate(axes.classes) if estimates.gaps[at][x, z]
        ),
    )
