"""The section on CR in reports: the warning that heads it."""

from collections.abc import Sequence

from botassay.core.results import IssueResult
from botassay.view import Paragraph, Section


def view(result: IssueResult) -> Sequence[Section]:
    """Return the section with the warning; none where CR was not measured at all."""
    warning = result.details.get("warning")
    if not isinstance(warning, str):
        return ()
    return (Section("warning", "What this test cannot show", "", (Paragraph(warning, tone="middle"),)),)
