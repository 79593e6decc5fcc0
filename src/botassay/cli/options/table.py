"""`botassay options table`: Table 1 of paper 003 from our code, or the same for any measure."""

import click

from botassay.cli.flags import Whole
from botassay.core.errors import UsageError


@click.command("table")
@click.option("--measure", "named", metavar="MEASURE", help="A measure of your own choice instead: 'RBP(p=0.8)'.")
@click.option("--longest", type=Whole(1, 8), metavar="N", help="Of it: over lists of up to N options. [default: 5]")
@click.option("--relevant", type=Whole(1, 3), metavar="R", help="Of it: with R correct answers. [default: 1]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def table(*, named: str | None, longest: int | None, relevant: int | None, as_json: bool) -> None:
    """Print Table 1 of paper 003 from our code, the published values in brackets.

    (*) and (△) mark a list that scores no less than one that should beat it, by Confidence or by Correctness; an
    exclamation mark stands where print and code differ.

    With --measure, draw the gold ranking with the scores of that measure, and say which properties it has.
    """
    import msgspec

    from botassay.options.table import drawn, figures
    from botassay.replication.documents import Replication

    if named is not None:
        if as_json:
            raise UsageError("--json is for Table 1", hint="leave out --measure")
        click.echo(_of_one(named, longest or 5, relevant or 1))
        return
    if longest or relevant:
        raise UsageError("Table 1 is for one correct answer and up to 5 options", hint="name a --measure")
    click.echo(msgspec.json.encode(Replication.of("003", figures())) if as_json else drawn())


def _of_one(named: str, longest: int, relevant: int) -> str:
    from botassay.options.gold import agreement, drawn, minds_places
    from botassay.options.measures import PerList, check_longest, measure
    from botassay.options.properties import check_properties

    chosen = measure(named, longest)
    if not isinstance(chosen, PerList):
        raise UsageError(f"{chosen!r} has no value for a single list")
    check_longest([chosen], longest)
    checked = check_properties(chosen, longest, relevant)
    ordered = minds_places(chosen, longest, relevant)
    tau, rho = agreement(chosen, longest, relevant=relevant, ordered=ordered)
    which = "" if ordered else ", places left out as by the measure"
    found = f"with the gold ranking{which}: Kendall's tau-b {tau:.3f}, Spearman {rho:.3f}"
    picture = drawn(chosen, longest, relevant=relevant, ordered=ordered)
    return "\n".join([picture, "", *map(str, checked.values()), "", found])
