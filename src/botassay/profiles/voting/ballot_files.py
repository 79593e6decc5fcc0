"""Ballots in a file: CSV with the columns `voter` and `order`, and `group` and `count` where there are any."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError, UsageError
from botassay.core.results import Profile
from botassay.io.lines import undecodable
from botassay.io.sources import lines_of, standard_input
from botassay.io.table import TableRow, check_once, read_table
from botassay.plugins.protocols import Ballot
from botassay.profiles.voting.poll import Order

NEEDED: Final = ("voter", "order")
_DIGITS: Final = 9
"""Digits of a count: more voters than that have not been asked."""


@dataclass(frozen=True, slots=True)
class Cast:
    """One row: who voted how, in which group."""

    voter: str
    ballot: Ballot
    group: str | None
    line: int


def read_ballots(file: Path, by: str | None = None) -> tuple[Cast, ...]:
    """Read the ballots of a file, `-` being standard input.

    Args:
        file: CSV, with comma, semicolon or tab; an order is written `AL>B=CC>IL` and may be incomplete.
        by: the column that says to which group a voter belongs.

    Raises: InputError with the file and the line of the first row that is no ballot, or of a voter who votes twice.
    """
    lines = standard_input() if str(file) == "-" else lines_of(file)
    name = "standard input" if str(file) == "-" else str(file)
    group = by.strip().lower() if by else None
    table = read_table(lines, (*NEEDED, *([group] if group else [])), folded=True)
    if not table.names:
        hint = f"it begins with a line that names its columns: {','.join(NEEDED)}"
        raise InputError("E100 the file is empty", name, hint)
    check_once(table.header, ["count"], f"{name}:{table.above}")
    cast = tuple(_cast(row, group, name) for row in table.rows)
    if not cast:
        raise InputError("E100 there are no ballots in it", name, "write a row for each voter: ann,AL>B=CC>IL")
    _check_voters(cast, name, by)
    return cast


def _cast(row: TableRow, by: str | None, name: str) -> Cast:
    where = f"{name}:{row.line}"
    if row.flaw:
        raise row.flaw.at(where)
    if any(undecodable(cell) for cell in row.fields):
        raise InputError("E111 the row is not UTF-8", where, "save the file as UTF-8")
    cells = {column: cell.strip() for column, cell in row.cells.items()}
    if by and not cells[by]:
        raise InputError(f"E136 the column {by!r} is empty", where, "say to which group the voter belongs")
    if not cells["order"]:
        raise InputError("E136 the order is empty", where, "write it like AL>B=CC>IL, or leave the row out")
    try:
        order = _order(cells["order"])
    except UsageError as error:
        raise InputError(error.what, where, error.hint or "write it like AL>B=CC>IL") from error
    return Cast(
        cells["voter"], Ballot(order, _count(cells.get("count", ""), where)), cells[by] if by else None, row.line
    )


@lru_cache(4096)
def _order(text: str) -> Order:
    """Read an order; many voters have the same one."""
    return Profile.parse(text).order


def _count(text: str, where: str) -> int:
    if not text:
        return 1
    if not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS or int(text) < 1:
        hint = "how many voters gave this order: a whole number, 1 or more"
        raise InputError(f"E136 the count {text!r} will not do", where, hint)
    return int(text)


def _check_voters(cast: Iterable[Cast], name: str, by: str | None) -> None:
    """Refuse a second ballot of the same voter; those without a name are taken for different people."""
    seen: dict[tuple[str, str | None], int] = {}
    for one in cast:
        first = seen.setdefault((one.voter, one.group), one.line)
        if one.voter and first != one.line:
            hint = (
                "give each voter one row" if by else "give each voter one row, or vote for each group with --by COLUMN"
            )
            raise InputError(f"E164 {one.voter!r} has voted on line {first} already", f"{name}:{one.line}", hint)
