"""What draws the forms and the survey."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from botassay.view.escape import shortened

if TYPE_CHECKING:
    from jinja2 import Environment

LINE: Final = 1000
"""Characters that are shown of any text."""


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
    environment.filters |= {"shortened": shortened, "capital": lambda text: text[:1].upper() + text[1:]}
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
