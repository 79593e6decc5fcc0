"""The formats for people: HTML, Markdown and text, three renderings of one page."""

from collections.abc import Iterator
from dataclasses import dataclass

from botassay.core.results import Report
from botassay.plugins.protocols import Gate, ListedFindings
from botassay.rating.view import view
from botassay.view import html, markdown, text


class HtmlReport:
    """Draws the page: one self-contained file."""

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return the page of several ratings; the worst is shown in full."""
        del gate, findings
        yield html.render(view(report)).encode()


class MarkdownReport:
    """Writes GitHub-flavoured Markdown."""

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return several ratings; the worst is shown in full."""
        del gate, findings
        yield markdown.render(view(report)).encode()


@dataclass(frozen=True, slots=True)
class CardReport:
    """Draws the page as text, with colour for a terminal and without for a file; or, brief, its card alone."""

    width: int = 100
    colour: bool = False
    brief: bool = False
    whole: bool = False
    """Whether the card is not cut to a screen."""

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return several ratings; of several subjects the tables alone."""
        del gate, findings
        page = view(report)
        yield text.render(page, self.width, colour=self.colour, brief=self.brief, whole=self.whole).encode()
