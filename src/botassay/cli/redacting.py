"""`--redact`: the report that is shown, and the file of what its marks stand for."""

from pathlib import Path

import click

from botassay.api.redaction import RedactedReport, ReportRedactor
from botassay.api.report import RatingReport


def redacted_report(report: RatingReport, kinds: str, folder: Path | None) -> RedactedReport:
    """Return a report without personal data; marks that a folder keeps are used again."""
    return ReportRedactor(kinds, folder).redacted(report)


def keep_mapping(shown: RatingReport, folder: Path | None) -> None:
    """Write what the marks of a redacted report stand for into a folder, and say where."""
    if not isinstance(shown, RedactedReport):
        return
    if folder is None:
        click.echo("botassay: what the marks stand for is not kept; --out DIR keeps it", err=True)
        return
    click.echo(f"botassay: what the marks stand for is in {shown.keep(folder)}; do not share it", err=True)
