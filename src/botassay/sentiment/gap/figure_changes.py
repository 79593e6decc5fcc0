"""Changes of SG's figures when replies are scored after a round trip through another language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from botassay.sentiment.gap.figures import FULL, GapFigures, GroupGap
from botassay.sentiment.significance import TEXTBOOK
from botassay.sentiment.translation.round_trip import percent_change

MEASURE: Final = "SG.gap"


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure before and after."""

    figure: str
    of: str
    """Of which classes or which attribute; empty: of all."""
    before: float | None
    """None: not defined, as the paper's X, or infinite."""
    after: float | None
    percent: float | None
    """(after - before) / before; None where one is not defined, or before is 0."""


def worth(gap: GroupGap) -> float:
    """Return a gap as a share of the largest that counts; 0 where it may be chance."""
    return min(1.0, abs(gap.gap) / FULL) if gap.significant else 0.0


def greatest(figures: GapFigures) -> float:
    """Return the value of SG.gap."""
    return round(max(map(worth, figures.gaps)), 9)


def wrs(gaps: Sequence[GroupGap]) -> float:
    """Return the weighted rejections of the paper: each test counts at 95, 70 and 60 % of confidence."""
    levels = list(zip(TEXTBOOK.alphas, TEXTBOOK.weights, strict=True))
    return round(sum(weight for gap in gaps for alpha, weight in levels if gap.p < alpha), 9)


def moves(before: GapFigures, after: GapFigures) -> Iterator[FigureChange]:
    """Put each figure beside what became of it; both are of the same conversations."""
    yield _move(MEASURE, "", greatest(before), greatest(after))
    again = {(gap.attribute, gap.classes): gap for gap in after.gaps}
    for gap in before.gaps:
        moved = again.get((gap.attribute, gap.classes))
        if moved:
            pair = " - ".join(gap.classes)
            yield _move("gap", pair, gap.gap, moved.gap)
            yield _move("t", pair, gap.t, moved.t)
            yield FigureChange("p, adjusted", pair, gap.p_holm, moved.p_holm, None)
    for attribute in dict.fromkeys(gap.attribute for gap in before.gaps):
        sums = (wrs([gap for gap in figures.gaps if gap.attribute == attribute]) for figures in (before, after))
        yield _move("WRS", attribute, *sums)
    worst = {die.attribute: die.worst for die in after.dies}
    for die in before.dies:
        if die.attribute in worst:
            yield _move("DIE of the topic, %", die.attribute, die.worst, worst[die.attribute])


def _move(figure: str, of: str, before: float | None, after: float | None) -> FigureChange:
    return FigureChange(figure, of, before, after, percent_change(before, after))
