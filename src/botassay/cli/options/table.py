"""`botassay options table`: Table 1 of paper 003 from our code."""

import click


@click.command("table")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def table(*, as_json: bool) -> None:
    """Print Table 1 of paper 003 from our code, the published values in brackets.

    (*) and (△) mark a list that scores no less than one that should beat it, by Confidence or by Correctness; an
    exclamation mark stands where print and code differ.
    """
    import msgspec

    from botassay.cli.replicate import replication
    from botassay.options.table import drawn, figures

    click.echo(msgspec.json.encode(replication("003", figures())) if as_json else drawn())
