"""The tests and the DIE of a system as tables, for pages and for CSV."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from botassay.io.csv_safe import csv_table
from botassay.sentiment.results import DieResult, GroupRating, IntervalEnds, PairResult
from botassay.view import Table
from botassay.view.escape import cell

SIGNIFICANT: Final = 0.05
"""Holm-adjusted p below which a difference counts as significant."""
COLUMNS: Final = (
    "via", "group", "measure", "system", "dataset", "first", "second", "n_first", "n_second", "t", "df", "p", "p_holm",
    "rejected", "difference", "difference_low", "difference_high", "g", "g_low", "g_high", "die_neg", "die_pos", "gaps",
    "raw", "rating",
)  # fmt: skip


def significant(rows: Iterable[PairResult]) -> list[PairResult]:
    """Return the tests that are significant after Holm's correction."""
    return [row for row in rows if row.p_holm is not None and row.p_holm < SIGNIFICANT]


def pair_tables(rows: Sequence[PairResult], alphas: Sequence[float]) -> Iterator[Table]:
    """Lay tests out as two tables: the statistics, as in the paper's supplement, and the effect sizes."""
    levels = " ".join(f"{100 * (1 - alpha):g} %" for alpha in alphas)
    columns = ("data set, pair", "t", "df", "p", "p, Holm", f"rejected at {levels}")
    yield Table("t tests", columns, tuple(map(_statistics, rows)))
    yield Table(
        "Effect sizes, with 95 % intervals",
        ("data set, pair", "sentences", "difference", "Hedges' g"),
        tuple((_pair(row), f"{row.n[0]} / {row.n[1]}", _sized(row.difference, row.interval), _g(row)) for row in rows),
    )


def _pair(row: PairResult) -> str:
    return f"{row.dataset}, {' / '.join(row.pair)}"


def _statistics(row: PairResult) -> tuple[str, ...]:
    if row.p is None:
        return (_pair(row), "too few sentences", "", "", "", "")
    infinite = f"{'-' if (row.difference or 0) < 0 else ''}∞"
    t = f"{row.t:.3f}" if row.t is not None and abs(row.t) != float("inf") else infinite
    rejected = " ".join("yes" if level else "no" for level in row.rejected)
    p_holm = "n/a" if row.p_holm is None else f"{row.p_holm:.4f}"
    return (_pair(row), t, f"{row.df:.1f}", f"{row.p:.4f}", p_holm, rejected)


def _sized(value: float | None, ends: IntervalEnds | None) -> str:
    if value is None:
        return "n/a"
    return f"{value:+.3f} ({ends[0]:+.3f} to {ends[1]:+.3f})" if ends else f"{value:+.3f}"


def _g(row: PairResult) -> str:
    return "n/a, no variance" if row.p is not None and row.g is None else _sized(row.g, row.g_interval)


def die_table(rows: Sequence[DieResult]) -> Table:
    """Lay the DIE of each data set out."""
    columns = ("data set", "DIE, negative", "DIE, positive", "E[Y | x] → E[Y | do(x)]", "difference", "missing")
    return Table("Deconfounding impact estimate", columns, tuple(map(_die, rows)))


def _die(row: DieResult) -> tuple[str, ...]:
    moved = "; ".join(f"{x} {row.observed[x]:+.3f} → {row.adjusted[x]:+.3f}" for x in row.observed)
    shares = (_percent(row, emotion, value) for emotion, value in (("neg", row.neg), ("pos", row.pos)))
    return (row.dataset, *shares, moved, f"{row.difference:.3f}", _gaps(row) or "none")


def _percent(row: DieResult, emotion: str, value: float | None) -> str:
    return "X" if emotion in row.undefined else "n/a" if value is None else f"{value:.2f} %"


def _gaps(row: DieResult) -> str:
    return ", ".join(f"{emotion} {name}" for emotion, name in row.gaps)


def positivity_gaps(group: GroupRating) -> str:
    """Name the combinations of emotion and class that a data group lacks; they are the same for all systems."""
    rows = next(iter(group.detail.values()), ())
    return "; ".join(f"{row.dataset}: {_gaps(row)}" for row in rows if isinstance(row, DieResult) and row.gaps)


def results_csv(rated: Mapping[str, Mapping[str, GroupRating]]) -> str:
    """Write every test and every DIE as CSV, a row each.

    Args:
        rated: pivot language, empty for none -> group -> its rating.
    """
    table: list[Sequence[object]] = [COLUMNS]
    for via, groups in rated.items():
        for name, group in groups.items():
            for system, rows in group.detail.items():
                key = [*map(cell, (via, name, group.measure, system))]
                raw = group.raw[system]
                end = ["X" if raw is None else raw, group.rating[system]]
                table.extend(
                    [*key, *(_wrs_cells(row) if isinstance(row, PairResult) else _die_cells(row)), *end] for row in rows
                )
    return csv_table(table)


def _wrs_cells(row: PairResult) -> list[object]:
    sizes = [row.difference, *(row.interval or (None, None)), row.g, *(row.g_interval or (None, None))]
    return [
        cell(row.dataset),
        *map(cell, row.pair),
        *row.n,
        *map(_number, (row.t, row.df, row.p, row.p_holm)),
        "".join("x" if level else "." for level in row.rejected),
        *map(_number, sizes),
        *[""] * 3,
    ]


def _die_cells(row: DieResult) -> list[object]:
    shares = ["X" if x in row.undefined else _number(value) for x, value in (("neg", row.neg), ("pos", row.pos))]
    return [cell(row.dataset), *[""] * 9, _number(row.difference), *[""] * 5, *shares, cell(_gaps(row))]


def _number(value: float | None) -> object:
    return "" if value is None else value
