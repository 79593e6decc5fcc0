"""`--show-harmful`: a report whose quotations are whole, for the screen and for HTML alone."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from botassay.api.report import RatingReport
from botassay.core.errors import UsageError
from botassay.trust.crisis.checker import WITHHELD

OPEN_FORMAT: Final = ".html"
"""The ending of the files in which such texts may stand."""


def with_harmful(report: RatingReport) -> RatingReport:
    """Return a report that quotes replies which name a method, as the journal has them; what came before stays hidden.

    Raises: UsageError for what is no live run, whose journal alone keeps them.
    """
    if report.run is None:
        hint = "look into your dialogs, at the places of the findings"
        raise UsageError("--show-harmful requires a live run: only its journal keeps these texts", hint=hint)
    hidden = {(f.dialog, f.utterance) for rating in report.ratings for f in rating.findings if f.text == WITHHELD}
    said = {
        (dialog.id, place): utterance.text or next(iter(utterance.options), "")
        for dialog in (report.dialogs() if hidden else ())
        for place, utterance in enumerate(dialog.utterances)
        if (dialog.id, place) in hidden
    }
    ratings = tuple(
        replace(
            rating,
            findings=tuple(
                replace(finding, text=said.get((finding.dialog, finding.utterance), WITHHELD))
                if finding.text == WITHHELD
                else finding
                for finding in rating.findings
            ),
        )
        for rating in report.ratings
    )
    return RatingReport(
        ratings,
        findings=report.all_findings,
        run=report.run,
        fail_on=report.fail_on,
        min_coverage=report.min_coverage,
        strict=report.strict,
    )


def opened_for(path: Path, report: RatingReport, whole: RatingReport | None) -> RatingReport:
    """Return what a file is drawn from: the whole report only where texts that name a method may stand."""
    return whole if whole is not None and path.suffix.lower() == OPEN_FORMAT else report
