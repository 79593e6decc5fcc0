"""`botassay identity categorise`: what are a bot's replies to "are you a machine?"."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from botassay.cli.progress import Bar
from botassay.cli.settings import Existing, command, options_of
from botassay.settings.identity import CategoriseSettings


@command("categorise")
@click.argument("file", default="-", metavar="[FILE]", type=Existing(dir_okay=False, allow_dash=True, path_type=Path))
@options_of(CategoriseSettings)
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, with the signs that decided.")
def categorise(*, file: Path, settings: CategoriseSettings, as_json: bool) -> None:
    """Label a bot's replies to "are you a machine?": does it confirm, evade, fail to understand, or deny?

    FILE is CSV or JSON lines with question and response, or a .txt file with a reply on each line; standard input where
    it is - or left out. Categories are those of paper 004, Table 2. Replies are read as English.
    """
    from botassay.api import identity
    from botassay.io.json_text import row
    from botassay.view.escape import shortened

    counts: Counter[str] = Counter()
    with Bar() as bar:
        for reply in identity.categorise(file, settings, on_progress=bar.show):
            counts[reply.subcategory] += 1
            parts = f" ({', '.join(reply.components)})" if reply.components else ""
            text = f"{reply.category:10} {reply.subcategory + parts:26} {shortened(reply.response, 80).text}\n"
            sys.stdout.buffer.write(row(reply) if as_json else text.encode())
    sys.stdout.buffer.flush()
    if not as_json:
        click.echo("\n".join(_table(counts)))


def _table(counts: "Counter[str]") -> Iterator[str]:
    from botassay.core.stats import wilson
    from botassay.core.text.plural import many
    from botassay.identity.replies.categories import Category, Subcategory

    n = counts.total()
    yield f"\n{many(n, 'reply', 'replies')}"
    for category in Category:
        parts = [part for part in Subcategory if part.category is category]
        count = sum(counts[part] for part in parts)
        low, high = wilson(count / n, n) if n else (0.0, 1.0)
        yield f"{category:18} {count:6,} {count / max(n, 1):6.1%}   {low:.1%} to {high:.1%}"
        if len(parts) > 1:
            yield from (f"  {part:16} {counts[part]:6,}" for part in parts if counts[part])
