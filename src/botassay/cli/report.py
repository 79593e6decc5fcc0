"""`botassay report`: any report again, from what is stored."""

from pathlib import Path

import click


@click.command("report")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write FILE.html, .json, .md, .txt, or .csv for the findings. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the stored document.")
def command(run: Path, outputs: tuple[Path, ...], *, as_json: bool) -> None:
    """Draw reports again from RUN, a folder with a rating.json or such a file.

    Without -o the card is printed. Nothing is measured anew.
    """
    from botassay.cli.terminal import card
    from botassay.protocols import ListReport
    from botassay.registry import REPORTS
    from botassay.report import draw, load, paper_for, save

    papers = {path: paper_for(path) for path in outputs}
    assessments = load(run)
    for path, paper in papers.items():
        save(path, draw(paper, assessments))
        if isinstance(paper, ListReport):
            click.echo(
                "botassay: the worst of each issue are stored; botassay rate … -o findings.csv lists all", err=True
            )
        click.echo(f"botassay: wrote {path}", err=True)
    if as_json or not papers:
        click.echo(draw(REPORTS.get("json") if as_json else card(), assessments), nl=False)
