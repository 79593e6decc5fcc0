"""`botassay identity categorise`: what are a bot's replies to "are you a machine?"."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from botassay.identity.replies.exchanges import Exchange
    from botassay.identity.replies.responses import Categorised, Subcategory

    Row = tuple[Exchange, Categorised]


@click.command("categorise")
@click.argument("file", default="-", metavar="[FILE]", type=click.Path(allow_dash=True, path_type=Path))
@click.option("--response-column", "column", metavar="NAME", help="The CSV column of the replies. [default: response]")
@click.option("--question", metavar="TEXT", help="What was asked, where FILE does not say it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, with the signs that decided.")
def categorise(file: Path, column: str | None, question: str | None, *, as_json: bool) -> None:
    """Say what a bot's replies to "are you a machine?" are: does it confirm, evade, fail to understand, or deny?

    FILE is CSV or JSON lines with question and response, or a .txt file with a reply a line; standard input where it
    is - or left out. Categories are those of paper 004, Table 2. Replies are read as English.
    """
    tally: Counter[Subcategory] = Counter()
    for exchange, found in _categorised(file, column, question):
        tally[found.subcategory] += 1
        sys.stdout.buffer.write(_json(exchange, found) if as_json else _plain(exchange, found))
    sys.stdout.buffer.flush()
    if not as_json:
        click.echo(_table(tally))


def _categorised(file: Path, column: str | None, question: str | None) -> "Iterator[Row]":
    from botassay.cli.progress import Bar, State
    from botassay.identity import categorise as categorised
    from botassay.identity.replies.exchanges import read_exchanges
    from botassay.io.sources import lines_of, standard_input

    source = standard_input() if str(file) == "-" else lines_of(file)
    with Bar() as bar:
        lines = bar.follow(
            "categorising", source, lambda: State(source.position, source.size, source.number, "lines/s")
        )
        for exchange in read_exchanges(lines, source, column):
            asked = exchange._replace(question=exchange.question or question)
            yield asked, categorised(asked.response, asked.question)


def _json(exchange: "Exchange", found: "Categorised") -> bytes:
    import msgspec

    line = {
        "question": exchange.question,
        "response": exchange.response,
        "category": found.category,
        "subcategory": found.subcategory,
        "components": found.components,
        "signs": [{"sign": sign.name, "words": sign.words} for sign in found.signs],
    }
    return msgspec.json.encode(line) + b"\n"


def _plain(exchange: "Exchange", found: "Categorised") -> bytes:
    from botassay.report.inert import shortened

    parts = f" ({', '.join(found.components)})" if found.components else ""
    return f"{found.category:10} {found.subcategory + parts:26} {shortened(exchange.response, 80).text}\n".encode()


def _table(tally: "Counter[Subcategory]") -> str:
    from botassay.core.stats import wilson
    from botassay.identity.replies.responses import Category, Subcategory

    n = tally.total()
    lines = ["", "1 reply" if n == 1 else f"{n:,} replies"]
    for category in Category:
        parts = [one for one in Subcategory if one.category is category]
        count = sum(tally[one] for one in parts)
        low, high = wilson(count / n, n) if n else (0.0, 1.0)
        lines.append(f"{category:18} {count:6,} {count / max(n, 1):6.1%}   {low:.1%} to {high:.1%}")
        if len(parts) > 1:
            lines += [f"  {one:16} {tally[one]:6,}" for one in parts if tally[one]]
    return "\n".join(lines)
