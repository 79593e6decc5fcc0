"""Templates: the layout around every page, and the blocks that reports are made of."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from botassay import __version__
from botassay.view.blocks import Block
from botassay.view.escape import visible_lines
from botassay.view.html import STYLES, environment
from botassay.view.tone import tone_of
from botassay.web.messages import Visitor, WebAnswer, WebRole

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

SCREEN: Final = (*STYLES[:3], "dark.css")
"""Styles of reports that pages share; the rest is our own."""
_LONGEST: Final = 20_000
"""Characters of a reply that are shown."""


@cache
def templates() -> "Environment":
    """Return the environment of our templates, which makes texts inert as that of reports does."""
    from jinja2 import ChoiceLoader, PackageLoader

    base = environment()
    assert base.loader is not None  # noqa: S101 - it is made with one
    ours = base.overlay(loader=ChoiceLoader([PackageLoader("botassay.web"), base.loader]))
    ours.filters = {**base.filters, "whole": whole, "tone": tone_of}
    ours.globals = {**base.globals, "Role": WebRole, "VERSION": __version__}
    return ours


def whole(text: str) -> "Markup":
    """Return a text with its line breaks and nothing hidden, escaped; of a very long one the beginning."""
    from markupsafe import Markup, escape

    shown = visible_lines(text[:_LONGEST])
    cut = f"… ({len(text):,} characters in all)" if len(text) > _LONGEST else ""
    return Markup("{}{}").format(escape(shown), cut)


def draw(template: str, visitor: Visitor, **values: Any) -> WebAnswer:
    """Return a page.

    Args:
        template: its file.
        visitor: for whom it is drawn: controls that they may not use are left out.
        values: for the template.
    """
    text = templates().get_template(template).render(visitor=visitor, assets=asset_version(), **values)
    return WebAnswer(body=text.encode("utf-8", "backslashreplace"))


def drawn_blocks(blocks: tuple[Block, ...]) -> "Markup":
    """Return blocks of reports as HTML."""
    from markupsafe import Markup

    return Markup(templates().get_template("blocks_alone.html").render(blocks=blocks))  # noqa: S704 - escaped there


@cache
def asset(name: str) -> bytes | None:
    """Return a file of style or script; None for another name."""
    folder = files("botassay.web") / "static"
    if name == "app.css":
        loader = environment().loader
        parts = [loader.get_source(environment(), style)[0] for style in SCREEN] if loader else []
        return "".join([*parts, (folder / "app.css").read_text("utf-8")]).encode()
    known = {file.name for file in folder.iterdir() if file.name.endswith((".js", ".svg"))}
    return (folder / name).read_bytes() if name in known else None


@cache
def asset_version() -> str:
    """Return what changes when a style or a script does."""
    folder = files("botassay.web") / "static"
    whole_text = b"".join(sorted(file.read_bytes() for file in folder.iterdir() if file.is_file()))
    return sha256(whole_text + (asset("app.css") or b"")).hexdigest()[:12]
