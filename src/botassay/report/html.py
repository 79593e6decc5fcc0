"""HTML: one file for a person to read and to pass on; it loads nothing, runs nothing, and prints well."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from botassay.core.results import Rating, Report
from botassay.report.clauses import NOTE
from botassay.report.inert import shortened
from botassay.report.page import page, together
from botassay.report.sentences import capital
from botassay.report.wording import UNCHECKED

if TYPE_CHECKING:
    from jinja2 import Environment

LINE: Final = 1000
"""Characters that are shown of any text."""
QUOTE: Final = 600
"""Characters that are shown of what somebody said."""
NAME: Final = 120
"""Characters that are shown of a name: of a subject, a profile, a dialog."""
BRIEF: Final = 12
"""Characters from which on what stands in a cell may be broken."""
STYLES: Final = ("page.css", "marks.css", "charts.css", "talk.css")
TABLES: Final = ("tables.css",)
"""The style of what only a page of several subjects, or of round trips, has."""
ASKED: Final = ("asked.css",)
"""The style of what only a page about ID has."""
GAPS: Final = ("leaflet.css", "causal.css")
"""The style of what only a page about SG has."""
LAST: Final = ("dark.css", "print.css")
"""Styles that overrule those before them."""


class HtmlReport:
    """Draws the page."""

    def draw(self, assessment: Rating) -> bytes:
        """Draw one rating, UTF-8."""
        return self.draw_all(Report((assessment,)))

    def draw_all(self, assessments: Report) -> bytes:
        """Draw the worst rating, and the verdicts of the others beside it; before it, several subjects in tables."""
        worst, *others = assessments.ratings
        several = len(assessments.by_subject) > 1
        laid = page(worst, others)
        beside = together(assessments) if several else None
        ordered = beside is not None and any(issue.standing for issue, _ in beside.issues)
        drawn = ordered or any(issue.gaps for issue in laid.issues)
        travelled = any(issue.trips for issue in laid.issues)
        extra = (
            *(TABLES if several or travelled else ()),
            *(ASKED if laid.asked or laid.clauses else ()),
            *(GAPS if drawn else ()),
        )
        filled = {
            "page": laid,
            "together": beside,
            **styled((*STYLES, *extra, *LAST)),
        }
        return environment().get_template("report.html").render(filled).encode()


@cache
def styled(names: tuple[str, ...]) -> dict[str, Any]:
    """Give the style of a page, and the hash by which its policy lets it in."""
    from markupsafe import Markup

    style = "".join(_source(environment(), name) for name in names)
    return {
        "style": Markup(style),  # noqa: S704 - our own file; `<style>` knows no escapes
        "style_hash": f"sha256-{b64encode(sha256(style.encode()).digest()).decode()}",
    }


@cache
def environment() -> "Environment":
    """Make what draws the templates.

    Whatever is put into a template is made inert on the way, and then escaped; only what our own macros made is not.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("botassay.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_inert,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"shortened": shortened, "capital": capital}
    environment.globals |= {"QUOTE": QUOTE, "NAME": NAME, "BRIEF": BRIEF, "UNCHECKED": UNCHECKED, "clause_note": NOTE}
    return environment


def _source(environment: "Environment", name: str) -> str:
    loader = environment.loader
    return loader.get_source(environment, name)[0] if loader else ""


def _inert(value: Any) -> Any:
    """Make a stranger's text inert, wherever it stands; macros give markup, which is done with."""
    if type(value) is not str:
        return value
    shown = shortened(value, LINE)
    return shown.text if shown.whole is None else f"{shown.text} ({shown.whole:,} characters in all)"
