"""Ballots in a file: CSV with the columns `voter` and `order`, and `group` and `count` where there are any."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from botassay.core.errors import InputError, UsageError
from botassay.core.results import Profile
from botassay.io.lines import undecodable
from botassay.io.sources import lines_of, standard_input
from botassay.io.table import TableRow, check_once, read_table
from botassay.plugins.protocols import Ballot
from botassay.profiles.voting.poll import Order

NEEDED: Final = ("voter", "order")
BallotRow: TypeAlias = str | Ballot | Mapping[str, object]
"""An order like `AL>B=CC`, a `Ballot`, or a row with `order`, and `voter`, `count` and a group where there are any."""
_DIGITS: Final = 9
"""Digits of a count: more voters than that have not been asked."""


@dataclass(frozen=True, slots=True)
class CastBallot:
    """One row: who voted how, in which group."""

    voter: str
    ballot: Ballot
    group: str | None
    line: int


def read_ballots(file: Path, by: str | None = None) -> tuple[CastBallot, ...]:
    """Read the ballots of a file, `-` being standard input.

    Args:
        file: CSV, with comma, semicolon or tab; an order is written `AL>B=CC>IL` and may be incomplete.
        by: the column that says to which group a voter belongs.

    Raises: InputError with the file and the line of the first row that is not a ballot, or of a voter who votes twice.
    """
    lines = standard_input() if str(file) == "-" else lines_of(file)
    name = "standard input" if str(file) == "-" else str(file)
    group = by.strip().lower() if by else None
    table = read_table(lines, (*NEEDED, *([group] if group else [])), folded=True)
    if not table.names:
        hint = f"begin with a header line: {','.join(NEEDED)}"
        raise InputError("E100 the file is empty", name, hint)
    check_once(table.header, ["count"], f"{name}:{table.above}")
    return _checked((_of_row(row, group, name) for row in table.rows), name, by)


def ballots_of(rows: Iterable[BallotRow], by: str | None = None) -> tuple[CastBallot, ...]:
    """Take ballots that come from Python: orders, `Ballot`s, or rows as in a file.

    Args:
        rows: of the voters.
        by: the key of a row that says to which group a voter belongs.

    Raises: InputError with the number of the first row that is not a ballot; TypeError for another type.
    """
    given: object = rows
    if not isinstance(given, Iterable):
        message = f"ballots must be a file or an iterable of orders, Ballots or rows, not {type(given).__name__}"
        raise TypeError(message)
    return _checked((_of_python(row, by, at) for at, row in enumerate(rows, 1)), "ballots", by)


def _checked(ballots: Iterable[CastBallot], name: str, by: str | None) -> tuple[CastBallot, ...]:
    cast = tuple(ballots)
    if not cast:
        raise InputError("E100 there are no ballots", name, "write a row for each voter: ann,AL>B=CC>IL")
    _check_voters(cast, name, by)
    return cast


def _of_python(row: BallotRow, by: str | None, at: int) -> CastBallot:
    if isinstance(row, Ballot):
        return CastBallot("", row, "" if by else None, at)
    given: object = row
    if not isinstance(given, str | Mapping):
        message = f"a ballot must be an order, a Ballot or a row, not {type(given).__name__}"
        raise TypeError(message)
    cells = {"order": row} if isinstance(row, str) else {str(key): str(value) for key, value in row.items()}
    return _cast({"voter": "", **({by: ""} if by else {}), **cells}, by, f"ballots:{at}", at)


def _of_row(row: TableRow, by: str | None, name: str) -> CastBallot:
    where = f"{name}:{row.line}"
    if row.flaw:
        raise row.flaw.at(where)
    if any(undecodable(cell) for cell in row.fields):
        raise InputError("E111 the row is not UTF-8", where, "save the file as UTF-8")
    return _cast({column: cell.strip() for column, cell in row.cells.items()}, by, where, row.line)


def _cast(cells: Mapping[str, str], by: str | None, where: str, line: int) -> CastBallot:
    if by and not cells[by]:
        raise InputError(f"E136 the column {by!r} is empty", where, "give the group of the voter")
    if not cells.get("order"):
        raise InputError("E136 the order is empty", where, "write an order such as AL>B=CC>IL, or remove the row")
    try:
        order = _order(cells["order"])
    except UsageError as error:
        raise InputError(error.what, where, error.hint or "write an order such as AL>B=CC>IL") from error
    return CastBallot(
        cells["voter"], Ballot(order, _count(cells.get("count", ""), where)), cells[by] if by else None, line
    )


@lru_cache(4096)
def _order(text: str) -> Order:
    """Read an order; many voters have the same one."""
    return Profile.parse(text).order


def _count(text: str, where: str) -> int:
    if not text:
        return 1
    if not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS or int(text) < 1:
        hint = "write the number of voters: a whole number, 1 or more"
        raise InputError(f"E136 the count {text!r} is invalid", where, hint)
    return int(text)


def _check_voters(cast: Iterable[CastBallot], name: str, by: str | None) -> None:
    """Refuse a second ballot of the same voter; those without a name are taken for different people."""
    seen: dict[tuple[str, str | None], int] = {}
    for ballot in cast:
        first = seen.setdefault((ballot.voter, ballot.group), ballot.line)
        if ballot.voter and first != ballot.line:
            hint = (
                "give each voter one row" if by else "give each voter one row, or vote for each group with --by COLUMN"
            )
            raise InputError(f"E164 {ballot.voter!r} already voted on line {first}", f"{name}:{ballot.line}", hint)
