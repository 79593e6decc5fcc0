"""`botassay sentiment generate`: sentences about people of different classes, alike but for that."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay.cli.flags import Existing
from botassay.cli.sentiment.settings import with_seed
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.sentiment.recipe import Material

_FILE = Existing(dir_okay=False, path_type=Path)


@click.command("generate")
@click.option("--recipe", type=_FILE, metavar="FILE.toml", help="Templates, people and words of your own.")
@click.option("--eec", type=_FILE, metavar="FILE.csv", help="Your copy of the Equity Evaluation Corpus instead.")
@click.option(
    "--group", "groups", multiple=True, type=click.Choice(["1", "2", "3", "4"]), help="A data group. Repeatable."
)
@with_seed
@click.option("-o", "output", type=click.Path(dir_okay=False, path_type=Path), help="Write the CSV to this file.")
def generate(recipe: Path | None, eec: Path | None, groups: tuple[str, ...], seed: int, output: Path | None) -> None:
    """Write the sentences of data groups 1 to 4 as CSV.

    Groups 1 and 3 hold every combination of person, template and emotion word; in 2 and 4 words are drawn so that they
    go with the class of the person. Without --recipe the bundled English set is used.
    """
    from botassay.report.files import save
    from botassay.sentiment.generate import attributes
    from botassay.sentiment.generate import generate as made
    from botassay.sentiment.reading import written

    spare_inputs([output])
    material = material_of(recipe, eec)
    lines = written(made(material, seed, groups), attributes(material))
    if output is None:
        for line in lines:
            click.echo(line, nl=False)
    else:
        save(output, (line.encode() for line in lines))
        click.echo(f"botassay: wrote {output}", err=True)


def material_of(recipe: Path | None, eec: Path | None) -> "Material":
    """Read what sentences are made of.

    Raises: UsageError when both are given; InputError.
    """
    from botassay.sentiment.eec import read_eec
    from botassay.sentiment.recipe import bundled, read_recipe

    if recipe and eec:
        raise UsageError("--recipe and --eec exclude each other")
    if eec:
        return read_eec(eec)
    return read_recipe(recipe).material() if recipe else bundled()
