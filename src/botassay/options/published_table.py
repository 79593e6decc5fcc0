"""Table 1 of paper 003, computed and as published.

Marks are as in the paper: `*` before a value that violates Confidence, `^` (a triangle in print) before one that
violates Correctness.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from botassay.core.published_figure import Figure, Reason
from botassay.options.gold import above, agreement, gold_order, gold_ranking, half_up, per_list
from botassay.options.measures import PerList, measure
from botassay.options.properties import check_properties, violation
from botassay.options.shape import Shape

UNRANKED: Final = ("F1", "F1s", "LAR")
RANKED: Final = ("AP", "APL", "APs", "RR", "nDCG", "nDCGL", "RBP", "RBPL", "OLAR")
COLUMNS: Final = UNRANKED + RANKED
LONGEST: Final = 5
PROPERTIES: Final = ("Correctness", "Confidence", "Priority")

_PUBLISHED: Final = """
list      F1    F1s   LAR  |    AP   APL   APs    RR  nDCG nDCGL   RBP  RBPL  OLAR
c       1.00   1.00  1.00  |  1.00  1.00  1.00  1.00  1.00  1.00  0.50  1.00 1.000
cw      0.67   0.80  0.75  | *1.00  0.83  0.83 *1.00 *1.00  0.92 *0.50  0.75 0.756
wc      0.67   0.80  0.75  |  0.50  0.58  0.58  0.50  0.63  0.69  0.25  0.50 0.744
cww     0.50   0.67  0.67  | *1.00 *0.75 *0.75 *1.00 *1.00 *0.88 *0.50 *0.63 0.675
wcw     0.50   0.67  0.67  | *0.50  0.50  0.50 *0.50 *0.63  0.65 *0.25  0.38 0.663
wwc     0.50   0.67  0.67  |  0.33  0.42  0.42  0.33  0.50  0.57  0.13  0.25 0.659
cwww    0.40   0.57  0.63  | *1.00 *0.70 *0.70 *1.00 *1.00 *0.85 *0.50 *0.56 0.634
wcww    0.40   0.57  0.63  | *0.50 *0.45 *0.45 *0.50 *0.63 *0.62 *0.25 *0.31 0.622
wwcw    0.40   0.57  0.63  | *0.33  0.37  0.37 *0.33 *0.50  0.54 *0.13  0.19 0.618
wwwc    0.40   0.57  0.63  |  0.25  0.33  0.33  0.25  0.43  0.50  0.06  0.13 0.616
cwwww   0.33   0.50  0.60  | *1.00 *0.67 *0.67 *1.00 *1.00 *0.83 *0.50 *0.53 0.610
wcwww   0.33   0.50  0.60  | *0.50 *0.42 *0.42 *0.50 *0.63 *0.61 *0.25 *0.28 0.598
wwcww   0.33   0.50  0.60  | *0.33 *0.33 *0.33 *0.33 *0.50 *0.52 *0.13 *0.16 0.594
wwwcw   0.33   0.50  0.60  | *0.25  0.29  0.29 *0.25 *0.43  0.48 *0.06  0.09 0.591
wwwwc   0.33   0.50  0.60  |  0.20  0.27  0.27  0.20  0.39  0.46  0.03  0.06 0.590
w       0.00  ^0.50  0.50  |  0.00  0.00  0.25  0.00  0.00  0.00  0.00  0.00 0.488
ww     *0.00   0.40  0.25  | *0.00 *0.00  0.17 *0.00 *0.00 *0.00 *0.00 *0.00 0.244
www    *0.00   0.33  0.17  | *0.00 *0.00  0.13 *0.00 *0.00 *0.00 *0.00 *0.00 0.163
wwww   *0.00   0.29  0.13  | *0.00 *0.00  0.10 *0.00 *0.00 *0.00 *0.00 *0.00 0.122
wwwww  *0.00   0.25  0.10  | *0.00 *0.00  0.08 *0.00 *0.00 *0.00 *0.00 *0.00 0.098
Correctness Yes  No   Yes  |  Yes   Yes   Yes   Yes   Yes   Yes   Yes   Yes   Yes
Confidence  No   Yes  Yes  |  No    No    No    No    No    No    No    No    Yes
Priority    No   No   No   |  Yes   Yes   Yes   Yes   Yes   Yes   Yes   Yes   Yes
tau     0.970  0.985  1    | 0.746 0.827 0.857 0.746 0.746 0.811 0.746 0.811  1
rho     0.992  0.994  1    | 0.855 0.926 0.934 0.855 0.855 0.918 0.855 0.918  1
"""

TRUNCATED: Final = ("OLAR", "wwwcw")
"""The only truncated cell of the paper: .59163 is printed as .591, but rounds to .592."""
TRUNCATION: Final = Reason("truncated in print; all others are rounded", 0.001)
_MARKS: Final = {"": "", "Confidence": "*", "Correctness": "^"}
_SIGNS: Final = {"": "", "*": "(*)", "^": "(△)"}


@dataclass(frozen=True, slots=True)
class MeasureColumn:
    """The column of a measure."""

    measure: PerList
    ordered: bool
    """Whether it is compared with the ranking that includes Priority."""

    @property
    def digits(self) -> int:
        """Decimals in print."""
        return 3 if self.measure.id == "OLAR" else 2

    def marks(self) -> dict[Shape, str]:
        """Return the error mark of each list, the best list first.

        A list is marked if one with a better gold rank does not score more, by the exact values: `^` if the two violate
        Correctness, `*` if they violate Confidence.
        """
        shapes = gold_order(LONGEST)
        ranks = gold_ranking(shapes, ordered=self.ordered)
        return {
            shape: self._mark(shape, [better for better, lower in zip(shapes, ranks, strict=True) if lower < rank])
            for shape, rank in zip(shapes, ranks, strict=True)
        }

    def _mark(self, shape: Shape, better: list[Shape]) -> str:
        score = self.measure(shape)
        broken = {violation(other, shape) or "" for other in better if not above(self.measure(other), score)}
        return "^" if "Correctness" in broken else "*" if "Confidence" in broken else ""

    def figures(self) -> Iterator[Figure]:
        """Yield the figures of the measure: 20 values, three properties, two correlations."""
        name, published = self.measure.id, _published()
        for shape, mark in self.marks().items():
            cell = (name, shape.pattern)
            ours = f"{mark}{half_up(self.measure(shape), self.digits):.{self.digits}f}"
            reason = TRUNCATION if cell == TRUNCATED else None
            yield Figure(f"{name} of {shape.pattern}", published[cell], ours, reason=reason)
        for title, checked in check_properties(self.measure, LONGEST).items():
            if title in PROPERTIES:
                yield Figure(f"{title} of {name}", published[name, title], "Yes" if checked.holds else "No")
        figures = agreement(self.measure, LONGEST, ordered=self.ordered, digits=self.digits)
        for title, row, figure in zip(("Kendall's tau", "Spearman"), ("tau", "rho"), figures, strict=True):
            yield Figure(f"{title} of {name}", published[name, row], f"{half_up(figure, 3):.3f}".replace("1.000", "1"))


def columns() -> tuple[MeasureColumn, ...]:
    """Return the twelve columns of the table."""
    return tuple(MeasureColumn(per_list(measure(name, LONGEST)), name in RANKED) for name in COLUMNS)


def figures() -> Iterator[Figure]:
    """Yield the figures of Table 1: 240 cells with their marks, 36 properties, 24 correlations."""
    for column in columns():
        yield from column.figures()


def _published() -> dict[tuple[str, str], str]:
    header, *rows = [line.replace("|", " ").split() for line in _PUBLISHED.strip().splitlines()]
    return {(name, row[0]): cell for row in rows for name, cell in zip(header[1:], row[1:], strict=True)}


_BLOCKS: Final = (UNRANKED, RANKED[:5], RANKED[5:])


def drawn() -> str:
    """Return the table as text: computed values with error marks, published ones in brackets; `!` marks differences."""
    return "\n\n".join(_block(names) for names in _BLOCKS)


def _block(names: tuple[str, ...]) -> str:
    chosen = [column for column in columns() if column.measure.id in names]
    shapes = gold_order(LONGEST)
    gold = gold_ranking(shapes, ordered=chosen[0].ordered)
    labels = [f"{rank:2}  {shape.pattern}" for rank, shape in zip(gold, shapes, strict=True)]
    labels += [f"    {name}" for name in (*PROPERTIES, "Kendall", "Spearman")]
    cells = zip(*(column.figures() for column in chosen), strict=True)
    head = f"    {'list':11}" + "".join(f"{column.measure.id:>17}" for column in chosen)
    return "\n".join(
        [head, *(f"{label:15}" + "".join(map(_cell, row)) for label, row in zip(labels, cells, strict=True))]
    )


def _cell(figure: Figure) -> str:
    mark = next((sign for sign in "*^" if figure.ours.startswith(sign)), "")
    theirs = figure.reference.lstrip("*^")
    flag = "" if figure.agrees else "!"
    return f"{_SIGNS[mark]:>3}{figure.ours.lstrip('*^'):>6} {flag}[{theirs}]".rjust(17)
