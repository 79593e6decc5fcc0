"""The pages of surveys in a real browser: what they load, who can read them, where they fit, how they print."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from botassay.identity.survey.forms import Blank, Booklet, Conversation, Leaf, Sheet, phrasings_page, questionnaire_page
from botassay.report.survey import Dot, Panel, SurveyReport
from tests.browser.opening import needs_chromium
from tests.pages import PAYLOADS

pytestmark = needs_chromium


def questionnaire() -> bytes:
    said = [*PAYLOADS, *["how are you today?"] * 20][:20]
    sheets = [
        Sheet(rater, tuple(Conversation(n, text, text, n % 9 == 0) for n, text in enumerate(said, 1)))
        for rater in (1, 2)
    ]
    return questionnaire_page(sheets, (1, 7), "1.0")


def phrasings() -> bytes:
    leaves = tuple(
        Leaf(kind, tuple(Blank(n, "You are in a hurry." if n == 1 else "", PAYLOADS[n]) for n in (1, 2, 3)))
        for kind in ("ask", "guided", "share", "other")
    )
    return phrasings_page([Booklet(1, leaves), Booklet(2, leaves)], "1.0")


def plot() -> bytes:
    dots = (
        Dot("calibration", 1056, 4.6, (4.5, 4.7)),
        Dot(PAYLOADS[0], 1, 7.0, None),
        Dot("W" * 90, 9, 1.0, (-3.0, 9.0)),
    )
    panels = (Panel("appropriate", dots), Panel("friendly", dots))
    return SurveyReport(("Two raters.",), panels, tuple((text, text) for text in PAYLOADS), (1, 7), "1.0").html()


pages = pytest.mark.parametrize("make", [questionnaire, phrasings, plot])


@pages
@pytest.mark.parametrize(("width", "colours"), [(360, "light"), (1280, "light"), (1280, "dark")])
def test_it_loads_nothing_fits_and_everybody_can_read_it(
    browser: Browser, tmp_path: Path, make: Callable[[], bytes], width: int, colours: Literal["light", "dark"]
) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(make())
    with browser.new_context(viewport={"width": width, "height": 900}, color_scheme=colours) as context:
        page = context.new_page()
        asked: list[str] = []
        said: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.goto(file.as_uri())
        assert page.locator("script, iframe, img, object, embed, link, form, base").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("getComputedStyle(document.body).maxWidth") != "none", "the policy lets our style in"
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
        assert (asked, said) == ([file.as_uri()], [])


def test_each_page_of_the_form_is_a_page_on_paper(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(phrasings())
    page = browser.new_page()
    page.goto(file.as_uri())
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 8
    page.close()
