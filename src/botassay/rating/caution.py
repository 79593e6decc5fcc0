"""What a reader has to be told before the figures of an issue: what its test cannot show."""

from collections.abc import Iterable

from botassay.core.results import IssueResult

WARNING = "warning"
"""The entry of the details that says it."""


def caution(result: IssueResult) -> str:
    """Return what the test of an issue cannot show; empty for most issues."""
    text = result.details.get(WARNING)
    return text if isinstance(text, str) else ""


def with_caution(text: str, results: Iterable[IssueResult], issue: str) -> str:
    """Return a remark about an issue, with what its test cannot show."""
    warning = next((caution(result) for result in results if result.issue == issue), "")
    return ". ".join(part for part in (text, warning) if part)
