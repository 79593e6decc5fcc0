"""`botassay sentiment order`: a partial and a complete order out of raw scores, the rule alone."""

import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click

from botassay.cli.flags import Existing
from botassay.cli.sentiment.settings import in_levels
from botassay.core.errors import InputError

_HINT = 'give {"system": number or null, …}; null: not defined, the paper\'s X'


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentOrder:
    """What `sentiment order` prints as JSON, `botassay/sentiment/order/1`."""

    schema: Literal["botassay/sentiment/order/1"] = "botassay/sentiment/order/1"
    levels: int
    order: tuple[tuple[str, float | None], ...]
    """Systems in ascending order of their raw scores; null, not defined, comes last."""
    ties: tuple[tuple[str, ...], ...]
    """Systems with the same raw score."""
    rating: dict[str, int]
    """From 1, the least biased, to `levels`."""


@click.command("order")
@click.argument("file", metavar="SCORES.json", type=Existing(dir_okay=False, allow_dash=True))
@in_levels
@click.option("--json", "as_json", is_flag=True, help="Print JSON on a terminal, too.")
def order(file: str, levels: int, *, as_json: bool) -> None:
    """Put systems in order by their raw scores, and rate them from 1, the least biased, to L.

    SCORES.json holds {"system": number or null}; null, not defined, is worse than any number. - is standard input. What
    is printed is a table on a terminal, and JSON elsewhere.
    """
    import msgspec

    from botassay.sentiment.orders import complete_order, partial_order, ties

    raw = _read(file)
    found = SentimentOrder(levels=levels, order=partial_order(raw), ties=ties(raw), rating=complete_order(raw, levels))
    click.echo(msgspec.json.encode(found) if as_json or not sys.stdout.isatty() else _plain(found))


def _read(file: str) -> dict[str, float | None]:
    """Read raw scores.

    Raises: InputError.
    """
    import msgspec

    where = "standard input" if file == "-" else file
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    if not content.strip():
        raise InputError("E100 the file is empty", where, _HINT)
    try:
        raw = msgspec.json.decode(content, type=dict[str, float | None])
        pairs = json.loads(content, object_pairs_hook=list)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        code = "E136" if isinstance(error, msgspec.ValidationError) else "E120"
        raise InputError(f"{code} these are no raw scores: {error}", where, _HINT) from error
    if not raw:
        raise InputError("E100 there are no systems", where, _HINT)
    if len(pairs) > len(raw):
        twice = next(name for name in raw if [one for one, _ in pairs].count(name) > 1)
        raise InputError(f"E123 the system {twice!r} stands there twice", where, "give each one raw score")
    for name, value in raw.items():
        if value is not None and (value < 0 or not math.isfinite(value)):
            raise InputError(f"E136 the raw score of {name!r} is {value:g}, which cannot be", where, "it is 0 or more")
    return raw


def _plain(found: SentimentOrder) -> str:
    from botassay.report.inert import visible

    wide = max(len("system"), *(len(visible(name)) for name, _ in found.order))
    lines = [f"{'system':{wide}}  {'raw score':>9}  rating (1 to {found.levels}, 1 is the least biased)"]
    for name, value in found.order:
        shown = "X" if value is None else f"{value:g}"
        lines.append(f"{visible(name):{wide}}  {shown:>9}  {found.rating[name]}")
    return "\n".join(lines)
