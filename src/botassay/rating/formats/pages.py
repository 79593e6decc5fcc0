"""The formats for people: HTML, Markdown and text, three renderings of one page."""

from dataclasses import dataclass

from botassay.core.results import Rating, Report
from botassay.rating.view import view
from botassay.view import html, markdown, text


class HtmlReport:
    """Draws the page: one self-contained file."""

    def draw(self, assessment: Rating) -> bytes:
        """Return the page of one rating, UTF-8."""
        return self.draw_all(Report((assessment,)))

    def draw_all(self, assessments: Report) -> bytes:
        """Return the page of several ratings; the worst is shown in full."""
        return html.render(view(assessments)).encode()


class MarkdownReport:
    """Writes GitHub-flavoured Markdown."""

    def draw(self, assessment: Rating) -> bytes:
        """Return one rating, UTF-8."""
        return self.draw_all(Report((assessment,)))

    def draw_all(self, assessments: Report) -> bytes:
        """Return several ratings; the worst is shown in full."""
        return markdown.render(view(assessments)).encode()


@dataclass(frozen=True, slots=True)
class CardReport:
    """Draws the card: the page as text, with colour for a terminal and without for a file."""

    width: int = 100
    colour: bool = False

    def draw(self, assessment: Rating) -> bytes:
        """Return one rating, UTF-8."""
        return self.draw_all(Report((assessment,)))

    def draw_all(self, assessments: Report) -> bytes:
        """Return several ratings; of several subjects the tables alone."""
        return text.render(view(assessments), self.width, colour=self.colour).encode()
