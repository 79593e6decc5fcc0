"""What every report format promises."""

import re

from botassay.core.results import Rating, Report
from botassay.plugins.protocols import ReportFormat
from botassay.testing.fakes import sample_assessment
from botassay.testing.hostile import TEXTS
from botassay.testing.promise import promise

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def check_report(report: ReportFormat) -> None:
    """Check that a report keeps the promises of its protocol.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    promise(isinstance(report, ReportFormat), "a report format has render")
    for level in ("low", "medium", "high"):
        drawn = _rendered(report, sample_assessment(level=level))
        promise(len(drawn) > 0, "a report is not empty")
        promise(drawn == _rendered(report, sample_assessment(level=level)), "the same rating gives the same bytes")
    _rendered(report, sample_assessment(), sample_assessment(level="low"))
    for text in TEXTS:
        drawn = _rendered(report, sample_assessment(text))
        promise(not _CONTROLS.search(drawn.decode("utf-8")), "no control character of a stranger reaches the file")


def _rendered(report: ReportFormat, *ratings: Rating) -> bytes:
    pieces = list(report.render(Report(ratings), gate=None, findings=None))
    promise(all(type(piece) is bytes for piece in pieces), "a report is made of bytes")
    return b"".join(pieces)
