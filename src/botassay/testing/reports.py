"""What every report promises."""

import re

from botassay.plugins.protocols import ReportFormat
from botassay.testing.fakes import sample_assessment
from botassay.testing.hostile import TEXTS
from botassay.testing.promise import promise

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def check_report(report: ReportFormat) -> None:
    """Check that a report keeps the promises of its protocol.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    promise(isinstance(report, ReportFormat), "a report has draw")
    for level in ("low", "medium", "high"):
        drawn = report.draw(sample_assessment(level=level))
        promise(len(drawn) > 0 and type(drawn) is bytes, "a report draws bytes")
        promise(drawn == report.draw(sample_assessment(level=level)), "the same assessment gives the same bytes")
    for text in TEXTS:
        drawn = report.draw(sample_assessment(text))
        promise(not _CONTROLS.search(drawn.decode("utf-8")), "no control character of a stranger reaches the file")
