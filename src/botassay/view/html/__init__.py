"""Blocks as one HTML file for a person to read and to pass on: no scripts, no external resources; it prints well."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from botassay.view.blocks import Badge, Block, Link
from botassay.view.charts import Chart
from botassay.view.escape import abridged, shortened

if TYPE_CHECKING:
    from jinja2 import Environment

    from botassay.view.document import Page

LINE: Final = 1000
"""Characters that are shown of any text."""
QUOTE: Final = 600
"""Characters that are shown of a quote or a cell."""
NAME: Final = 120
"""Characters that are shown of a name: of a subject, a profile, a dialog."""
BRIEF: Final = 12
"""Characters from which on what stands in a cell may be broken."""
STYLES: Final = ("page.css", "blocks.css", "charts.css", "dark.css", "print.css")
ON_ONE_SHEET: Final = ("page.css", "blocks.css", "dark.css", "print.css", "certificate.css")


def render(page: "Page") -> str:
    """Return the page as HTML; the same page gives the same text."""
    return environment().get_template("page.html").render(page=page, **styled(STYLES))


def render_sheet(page: "Page", code: str, envelope: str) -> str:
    """Return the page of a certificate, which prints on one sheet and holds what verifies it.

    Args:
        page: what stands on it.
        code: printed at the top.
        envelope: the certificate in base64.
    """
    from markupsafe import Markup

    inert = Markup(envelope)  # noqa: S704 - base64 holds nothing that HTML knows; escaping would cut it short
    template = environment().get_template("certificate.html")
    return template.render(page=page, code=code, envelope=inert, **styled(ON_ONE_SHEET))


def macro_of(block: Block) -> str:
    """Return the name of the macro that draws a block."""
    return block.kind if isinstance(block, Chart) else type(block).__name__.lower()


@cache
def styled(names: tuple[str, ...]) -> dict[str, Any]:
    """Return the style of a page, and the hash by which its policy lets it in."""
    from markupsafe import Markup

    style = "".join(_source(environment(), name) for name in names)
    return {
        "style": Markup(style),  # noqa: S704 - a file of this package; `<style>` knows no escapes
        "style_hash": f"sha256-{b64encode(sha256(style.encode()).digest()).decode()}",
    }


@cache
def environment() -> "Environment":
    """Return the environment that draws the templates.

    Whatever is put into a template is made inert on the way, and then escaped; only what macros made is not.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("botassay.view.html"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_inert,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"shortened": shortened, "abridged": abridged, "macro": macro_of}
    environment.tests["badge"] = lambda value: isinstance(value, Badge)
    environment.tests["link"] = lambda value: isinstance(value, Link)
    environment.globals |= {"QUOTE": QUOTE, "NAME": NAME, "BRIEF": BRIEF}
    return environment


def _source(environment: "Environment", name: str) -> str:
    loader = environment.loader
    return loader.get_source(environment, name)[0] if loader else ""


def _inert(value: Any) -> Any:
    """Make a text inert, wherever it stands; macros give markup, which is done with."""
    if type(value) is not str:
        return value
    shown = shortened(value, LINE)
    return shown.text if shown.whole is None else f"{shown.text} ({shown.whole:,} characters in all)"
