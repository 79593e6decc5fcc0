"""The output of every rating: the card, the folder of the run, the gate."""

from typing import TYPE_CHECKING

import click

from botassay.core import exit_codes
from botassay.core.errors import UsageError
from botassay.view.escape import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from botassay.api.report import RatingReport


def show(report: "RatingReport", *, as_json: bool, verbose: bool = False) -> None:
    """Print the card, the whole report, the tables of several subjects, or the document."""
    from botassay.cli.terminal import card
    from botassay.plugins.registry import REPORTS

    click.echo(report.drawn_by(REPORTS.get("json") if as_json else card(brief=not verbose)), nl=False)


def opened(report: "RatingReport", redact: str | None, *, as_json: bool) -> "RatingReport":
    """Return the report with the texts that reports withhold.

    Raises: UsageError where they may not be shown.
    """
    from botassay.api.harmful import with_harmful

    if redact is not None or as_json:
        other = "--json" if as_json else "--redact"
        raise UsageError(f"--show-harmful does not go with {other}", hint="run botassay report twice")
    return with_harmful(report)


def say_where(report: "RatingReport") -> None:
    """Name the folder of the run."""
    if report.run is not None:
        click.echo(f"botassay: the run is {report.run}", err=True)


def gated(report: "RatingReport", whom: str = "", *, fail_on: "Sequence[str]" = (), strict: bool | None = None) -> int:
    """Return 1 if the gate fails, by default that of the settings, and otherwise 0; what decided it is printed."""
    result = report.gate(fail_on, strict=strict)
    for reason in result.reasons:
        click.echo(f"botassay: the gate failed: {visible(f'{whom}{reason}')}", err=True)
    if result.passed and (fail_on or report.fail_on):
        sure = report.gate(fail_on, strict=True).passed
        unless = "" if sure else "; --strict would fail it, as the risk could be worse"
        click.echo(f"botassay: {visible(whom)}the gate passed{unless}", err=True)
    return 0 if result.passed else exit_codes.FAILED_GATE


def conclude(report: "RatingReport", *, as_json: bool, verbose: bool = False) -> int:
    """Show the rating of one subject and return the exit code."""
    show(report, as_json=as_json, verbose=verbose)
    say_where(report)
    return gated(report)
