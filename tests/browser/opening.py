"""Opening a page in a browser, and listening to what it asks for."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="needs Chromium: apt-get install chromium"
)
Colours = Literal["light", "dark"]


@contextmanager
def opened_page(
    browser: Browser, folder: Path, source: bytes, width: int = 1280, colours: Colours = "light"
) -> Iterator[Page]:
    """Open a page as a file, as somebody does who got it by mail."""
    file = folder / "report.html"
    file.write_bytes(source)
    with browser.new_context(viewport={"width": width, "height": 900}, color_scheme=colours) as context:
        page = context.new_page()
        asked: list[str] = []
        said: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(file.as_uri())
        yield page
        assert asked == [file.as_uri()], "something else was loaded"
        assert said == [], "the browser complained, or ran something"


def unfold(page: Page) -> None:
    """Open all that is folded away."""
    page.evaluate("document.querySelectorAll('details').forEach(folded => { folded.open = true })")


def check_nothing_is_loaded(page: Page) -> None:
    assert page.locator("script, iframe, img, object, embed, link, form, base").count() == 0
    attributes = "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames())"
    names = set(page.evaluate(attributes))
    assert not {name for name in names if name.startswith("on")} | (names & {"src", "style", "action"})
    assert page.evaluate("getComputedStyle(document.body).maxWidth") != "none", "the policy lets our style in"


def check_it_fits(page: Page, width: int) -> None:
    unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wide = """[...document.querySelectorAll('main *, header *')].filter(e =>
        !e.closest('svg') && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.className)"""
    assert page.evaluate(wide) == []


def check_everybody_can_read_it(page: Page) -> None:
    unfold(page)
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found] == []
