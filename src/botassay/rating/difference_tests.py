"""Whether an issue differs between two ratings by more than chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal, TypeAlias

from botassay.core.evidence import GRAINS
from botassay.core.permutation import Cluster, Pair, PermutationTest, paired_test, two_sample_test
from botassay.core.results import IssueResult
from botassay.core.stats import ALPHA, CONFIDENCE, clopper_pearson, difference_interval, holm, wilson
from botassay.rating.conversation_counts import ConversationCount, RunCounts

Design: TypeAlias = Literal["paired", "independent", "intervals"]
Counts: TypeAlias = Mapping[str, ConversationCount]


@dataclass(frozen=True, slots=True)
class IssueCount:
    """What was counted for an issue."""

    n: int
    """How many things count, such as replies."""
    events: int | None
    """How many of them speak against the bot; None where each is worth something between 0 and 1."""
    share: float
    """What they are worth on average."""
    conversations: int
    affected: int | None
    """Conversations with anything that speaks against the bot; None where that is not stored."""


@dataclass(frozen=True, slots=True)
class DifferenceTest:
    """The difference of an issue, with its test."""

    difference: float
    interval: tuple[float, float]
    p: float
    design: Design
    before: IssueCount | None = None
    after: IssueCount | None = None
    testable: bool = True
    """Whether any outcome of these conversations could have been significant."""
    adjusted: float = 1.0
    """The p value after Holm's correction for the number of issues."""

    @property
    def too_few(self) -> bool:
        """Whether the sides differ, but in too few conversations for any p below 5 %."""
        return not self.testable and self.difference != 0


def difference_of(
    code: str, was: IssueResult, now: IssueResult, counts: tuple[RunCounts, RunCounts] | None
) -> DifferenceTest | None:
    """Return the test of an issue that was measured on both sides; None where there is nothing to test by."""
    before, after = ({}, {}) if counts is None else (side.issues.get(code, {}) for side in counts)
    if counts is not None and before and after:
        if counts[0].pairs_with(counts[1]):
            return _paired(before, after)
        return _independent(before, after)
    single = [_single(result) for result in (was, now)]
    if single[0] and single[1]:
        return _independent(single[0], single[1])
    return _by_intervals(was, now)


def difference_between(before: Counts, after: Counts, *, paired: bool = False) -> DifferenceTest | None:
    """Return the test of two sets of conversations; None where one of them is empty.

    Args:
        before: by name of the conversation.
        after: the same, later.
        paired: whether conversations of one name had the same script.
    """
    if paired:
        return _paired(before, after) if before.keys() & after.keys() else None
    return _independent(before, after) if before and after else None


def corrected_for_number(tests: Mapping[str, DifferenceTest]) -> dict[str, DifferenceTest]:
    """Return the tests with p values that allow for their number (Holm 1979).

    Tests that could not have been significant, whatever belonged to which side, do not count (Tarone 1990, Biometrics
    46): an issue in which nothing happened on either side makes no other one less significant.
    """
    family = [code for code, test in tests.items() if test.testable]
    adjusted = dict(zip(family, holm([tests[code].p for code in family]), strict=True))
    return {code: replace(test, adjusted=round(adjusted.get(code, 1.0), 9)) for code, test in tests.items()}


def _paired(before: Counts, after: Counts) -> DifferenceTest:
    both = [name for name in before if name in after]
    strata: dict[str, list[Pair]] = {}
    for name in both:
        strata.setdefault(before[name].stratum, []).append((_cluster(before[name]), _cluster(after[name])))
    sides = [[side[name] for name in both] for side in (before, after)]
    return _tested(paired_test(strata), "paired", sides[0], sides[1])


def _independent(before: Counts, after: Counts) -> DifferenceTest:
    sides: list[dict[str, list[Cluster]]] = [{}, {}]
    for side, counts in zip(sides, (before, after), strict=True):
        for count in counts.values():
            side.setdefault(count.stratum, []).append(_cluster(count))
    return _tested(two_sample_test(sides[0], sides[1]), "independent", [*before.values()], [*after.values()])


def _cluster(count: ConversationCount) -> Cluster:
    return count.n, count.s / GRAINS


def _tested(
    test: PermutationTest, design: Design, before: Sequence[ConversationCount], after: Sequence[ConversationCount]
) -> DifferenceTest:
    return DifferenceTest(
        difference=test.difference,
        interval=(test.low, test.high),
        p=round(test.p, 9),
        design=design,
        before=_tally(before),
        after=_tally(after),
        testable=test.smallest_p < ALPHA,
    )


def _tally(counts: Sequence[ConversationCount]) -> IssueCount:
    n, s = sum(count.n for count in counts), sum(count.s for count in counts)
    whole = all(count.s % GRAINS == 0 for count in counts)
    share = round(s / n / GRAINS, 9) if n else 0.0
    return IssueCount(n, s // GRAINS if whole else None, share, len(counts), sum(count.s > 0 for count in counts))


def _single(result: IssueResult) -> dict[str, ConversationCount]:
    """Return the things behind a stored share of single things, such as planted secrets; of another value nothing.

    Its interval tells: that of single things is the exact one.
    """
    events = round((result.value or 0.0) * result.n)
    if not result.n or result.n != result.clusters or result.interval != clopper_pearson(events, result.n):
        return {}
    return {str(at): ConversationCount("", 1, GRAINS * (at < events)) for at in range(result.n)}


# ── of stored ratings ───────────────────────────────────────────────────────────────────────────────────────────────


def _by_intervals(was: IssueResult, now: IssueResult) -> DifferenceTest | None:
    """Return the difference by the intervals of both; by those of the uncorrected shares where these are stored."""
    effect = max(float(result.details.get("design_effect", 1.0)) for result in (was, now))
    shares = [_share(result, effect) for result in (was, now)]
    if shares[0] is None or shares[1] is None:
        return None
    (a, of_a), (b, of_b) = shares[0], shares[1]
    interval = difference_interval(a, of_a, b, of_b)
    difference = round(b - a, 9)
    p, happened = _p_of(difference, interval), bool(a or b)
    return DifferenceTest(difference, interval, p, "intervals", _stored_tally(was), _stored_tally(now), happened)


def _share(result: IssueResult, effect: float) -> tuple[float, tuple[float, float]] | None:
    raw = result.details.get("raw")
    if raw and raw.get("n"):
        share = raw["flagged"] / raw["n"]
        return share, wilson(share, max(1, round(raw["n"] / max(1.0, effect))))
    return (result.value or 0.0, result.interval) if result.interval else None


def _stored_tally(result: IssueResult) -> IssueCount | None:
    raw = result.details.get("raw")
    if not raw or not raw.get("n"):
        return None
    flagged = int(raw["flagged"])
    return IssueCount(int(raw["n"]), flagged, round(flagged / raw["n"], 9), result.clusters, None)


def _p_of(difference: float, interval: tuple[float, float]) -> float:
    """Return the p value at which a 95 % interval of a difference would reach 0, as if it were normal."""
    reach = difference - interval[0] if difference > 0 else interval[1] - difference
    if not difference or reach <= 0:
        return 1.0 if not difference else 0.0
    normal = NormalDist()
    z = abs(difference) / reach * normal.inv_cdf((1 + CONFIDENCE) / 2)
    return round(2 * (1 - normal.cdf(z)), 9)
