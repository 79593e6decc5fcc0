"""The tests and the DIE of a system as tables: for pages, and for CSV."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from botassay.io.csv_safe import csv_table
from botassay.report.inert import cell
from botassay.view import Table

if TYPE_CHECKING:
    from botassay.sentiment.results import DieResult, GroupRating, Interval, PairResult

COLUMNS = (
    "via", "group", "measure", "system", "dataset", "first", "second", "n_first", "n_second", "t", "df", "p", "p_holm",
    "rejected", "difference", "difference_low", "difference_high", "g", "g_low", "g_high", "die_neg", "die_pos", "gaps",
    "raw", "rating",
)  # fmt: skip


def pair_grid(rows: "Sequence[PairResult]", alphas: Sequence[float]) -> Iterator[Table]:
    """Lay tests out as tables: the statistics, as the supplement's tables have them, and how large the effects are."""
    levels = " ".join(f"{100 * (1 - alpha):g} %" for alpha in alphas)
    yield Table(
        "t tests", ("data set, pair", "t", "df", "p", "p, Holm", f"rejected at {levels}"), tuple(map(_tested, rows))
    )
    yield Table(
        "Effect sizes, with 95 % intervals",
        ("data set, pair", "sentences", "difference", "Hedges' g"),
        tuple((_pair(row), f"{row.n[0]} / {row.n[1]}", _sized(row.difference, row.interval), _g(row)) for row in rows),
    )


def _pair(row: "PairResult") -> str:
    return f"{row.dataset}, {' / '.join(row.pair)}"


def _tested(row: "PairResult") -> tuple[str, ...]:
    if row.p is None:
        return (_pair(row), "too few sentences", "", "", "", "")
    t = f"{row.t:.3f}" if row.t is not None and abs(row.t) != float("inf") else f"{_sign(row)}∞"
    rejected = " ".join("yes" if one else "no" for one in row.rejected)
    return (_pair(row), t, f"{row.df:.1f}", _p(row.p), _p(row.p_holm), rejected)


def _sign(row: "PairResult") -> str:
    return "-" if (row.difference or 0) < 0 else ""


def _p(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.4f}"


def _sized(value: float | None, ends: "Interval | None") -> str:
    if value is None:
        return "n/a"
    return f"{value:+.3f} ({ends[0]:+.3f} to {ends[1]:+.3f})" if ends else f"{value:+.3f}"


def _g(row: "PairResult") -> str:
    return "n/a, nothing varies" if row.p is not None and row.g is None else _sized(row.g, row.g_interval)


def die_grid(rows: "Sequence[DieResult]") -> Table:
    """Lay the DIE of each data set out."""
    columns = ("data set", "DIE, negative", "DIE, positive", "E[Y | x] → E[Y | do(x)]", "difference", "never met")
    return Table("Deconfounding impact estimate", columns, tuple(map(_die, rows)))


def _die(row: "DieResult") -> tuple[str, ...]:
    moved = "; ".join(f"{x} {row.observed[x]:+.3f} → {row.adjusted[x]:+.3f}" for x in row.observed)
    shares = (_percent(row, emotion, value) for emotion, value in (("neg", row.neg), ("pos", row.pos)))
    return (row.dataset, *shares, moved, f"{row.difference:.3f}", _gaps(row) or "none")


def _percent(row: "DieResult", emotion: str, value: float | None) -> str:
    return "X" if emotion in row.undefined else "n/a" if value is None else f"{value:.2f} %"


def _gaps(row: "DieResult") -> str:
    return ", ".join(f"{emotion} {name}" for emotion, name in row.gaps)


def gaps_said(group: "GroupRating") -> str:
    """Name what never meets in a data group; it is the same for all systems."""
    from botassay.sentiment.results import DieResult

    rows = next(iter(group.detail.values()), ())
    found = [(row.dataset, _gaps(row)) for row in rows if isinstance(row, DieResult) and row.gaps]
    return "; ".join(f"{dataset}: {gaps}" for dataset, gaps in found)


def table(rated: "Mapping[str, Mapping[str, GroupRating]]") -> bytes:
    """Write every test and every DIE as CSV, a row each.

    Args:
        rated: language in between, empty for none -> group -> its rating.
    """
    table: list[Sequence[object]] = [COLUMNS]
    for via, groups in rated.items():
        for name, group in groups.items():
            for system, rows in group.detail.items():
                table.extend(_lines((via, name, group.measure, system), group, rows))
    return csv_table(table).encode()


def _lines(
    key: tuple[str, ...], group: "GroupRating", rows: "Iterable[PairResult | DieResult]"
) -> Iterator[list[object]]:
    from botassay.sentiment.results import PairResult

    raw = group.raw[key[-1]]
    end = ["X" if raw is None else raw, group.rating[key[-1]]]
    for row in rows:
        cells = _wrs_cells(row) if isinstance(row, PairResult) else _die_cells(row)
        yield [*map(cell, key), *cells, *end]


def _wrs_cells(row: "PairResult") -> list[object]:
    numbers = [row.difference, *(row.interval or (None, None)), row.g, *(row.g_interval or (None, None))]
    return [
        cell(row.dataset),
        *map(cell, row.pair),
        *row.n,
        *(_number(value) for value in (row.t, row.df, row.p, row.p_holm)),
        "".join("x" if one else "." for one in row.rejected),
        *map(_number, numbers),
        "",
        "",
        "",
    ]


def _die_cells(row: "DieResult") -> list[object]:
    shares = ["X" if x in row.undefined else _number(value) for x, value in (("neg", row.neg), ("pos", row.pos))]
    return [cell(row.dataset), *[""] * 9, _number(row.difference), *[""] * 5, *shares, cell(_gaps(row))]


def _number(value: float | None) -> object:
    return "" if value is None else value
