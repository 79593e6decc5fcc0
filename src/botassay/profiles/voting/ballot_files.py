"""Ballots in a file: CSV with the columns `voter` and `order`, and `group` and `count` where there are any."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.errors import InputError, UsageError
from botassay.core.results import Profile
from botassay.corpora.files import Lines, lines_of, standard_input, undecodable
from botassay.corpora.rows import DELIMITERS, Row, Rows, cut
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
    table = _opened(lines, name, by)
    cast = tuple(_cast(row, by.strip().lower() if by else None, name) for row in table)
    if not cast:
        raise InputError("E100 there are no ballots in it", name, "write a row for each voter: ann,AL>B=CC>IL")
    _check_voters(cast, name, by)
    return cast


class _Header(NamedTuple):
    columns: list[str]
    delimiter: str


def _opened(lines: Lines, name: str, by: str | None) -> Iterator[Row]:
    """Read past the header, and give the rows below it.

    Raises: InputError when there is no header that will do.
    """
    stream = iter(lines)
    above = []
    for line in stream:
        above.append("\n")  # so that lines keep their numbers
        if not line.isspace():
            header = _header(line, f"{name}:{len(above)}", by)
            return iter(Rows(chain(above, stream), *header))
    raise InputError(
        "E100 the file is empty", name, f"it begins with a line that names its columns: {','.join(NEEDED)}"
    )


def _header(line: str, where: str, by: str | None) -> _Header:
    cuts = [_Header([column.strip().lower() for column in cut(line, delimiter)], delimiter) for delimiter in DELIMITERS]
    header = max(cuts, key=lambda found: len(found.columns))
    wanted = [*NEEDED, *([by.strip().lower()] if by else [])]
    for column in wanted:
        if column not in header.columns:
            named = ", ".join(header.columns) or "nothing"
            hint = f"the first line names the columns; here it names {named}"
            raise InputError(f"E142 there is no column {column!r}", where, hint)
    twice = [column for column in (*wanted, "count") if header.columns.count(column) > 1]
    if twice:
        raise InputError(f"E143 the column {twice[0]!r} stands twice", where, "give each column a name of its own")
    return header


def _cast(row: Row, by: str | None, name: str) -> Cast:
    where = f"{name}:{row.line}"
    if row.flaw:
        raise InputError(f"{row.flaw.code} {row.flaw.text}", where, row.flaw.hint)
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
