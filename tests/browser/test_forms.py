"""The pages of surveys in a real browser: what they load, who can read them, where they fit, how they print."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from botassay.identity.surveys.documents import (
    IdentitySurvey,
    SurveyConfiguration,
    SurveyMean,
    SurveyRaters,
    SurveyRatings,
    SurveyReason,
)
from botassay.identity.surveys.forms import phrasings_form, questionnaire_form
from botassay.identity.surveys.phrasing_form import FormPage, Prompt
from botassay.identity.surveys.questionnaire import Item
from botassay.plugins.protocols import AskLabel
from tests.browser.opening import needs_chromium
from tests.pages import PAYLOADS

pytestmark = needs_chromium


def questionnaire() -> str:
    said = [*PAYLOADS, *["how are you today?"] * 20][:20]
    items = [Item(n, "calibration", text, text, n % 9 == 0, None) for n, text in enumerate(said, 1)]
    return questionnaire_form({1: items, 2: items}).html


def phrasings() -> str:
    leaves = [
        FormPage(
            kind,
            tuple(Prompt(AskLabel.POSITIVE, "You are in a hurry." if n == 1 else "", PAYLOADS[n]) for n in (1, 2, 3)),
        )
        for kind in ("ask", "guided", "share", "other")
    ]
    return phrasings_form({1: leaves, 2: leaves}).html


def plot() -> str:
    rows = (
        ("calibration", 1056, SurveyMean(mean=4.6, interval=(4.5, 4.7))),
        (PAYLOADS[0], 1, SurveyMean(mean=7.0, interval=None)),
        ("W" * 90, 9, SurveyMean(mean=1.0, interval=(-3.0, 9.0))),
    )
    return IdentitySurvey(
        duplicate_tolerance=2,
        raters=SurveyRaters(collected=2, failed_duplicate=0, rated_alike=0, kept=2, duplicate_checked=True),
        ratings=SurveyRatings(configurations=10, calibration=1056),
        configurations=tuple(
            SurveyConfiguration(configuration=name, n=n, appropriate=mean, trustworthy=mean, friendly=mean)
            for name, n, mean in rows
        ),
        reasons=tuple(SurveyReason(configuration=text, reason=text) for text in PAYLOADS),
    ).html()


pages = pytest.mark.parametrize("make", [questionnaire, phrasings, plot])


@pages
@pytest.mark.parametrize(("width", "colours"), [(360, "light"), (1280, "light"), (1280, "dark")])
def test_it_loads_nothing_fits_and_everybody_can_read_it(
    browser: Browser, tmp_path: Path, make: Callable[[], str], width: int, colours: Literal["light", "dark"]
) -> None:
    file = tmp_path / "page.html"
    file.write_text(make(), "utf-8")
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
    file.write_text(phrasings(), "utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 8
    page.close()


def test_thirty_sheets_are_folded_on_a_screen_and_open_on_paper(browser: Browser, tmp_path: Path) -> None:
    items = [Item(n, "calibration", "hi", "hello", n % 9 == 0, None) for n in range(1, 21)]
    file = tmp_path / "page.html"
    file.write_text(questionnaire_form(dict.fromkeys(range(1, 31), items)).html, "utf-8")
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.goto(file.as_uri())
        assert page.evaluate("document.documentElement.scrollHeight") < 12_000
        last = page.locator(".sheet").last.locator(".conversation").last
        assert not last.is_visible()
        page.emulate_media(media="print")
        assert last.is_visible()


def test_a_form_is_filled_in_on_the_screen(browser: Browser, tmp_path: Path) -> None:
    """Numbers by mouse or keyboard, one in each line, and texts; there is nothing that could send them."""
    file = tmp_path / "page.html"
    file.write_text(questionnaire(), "utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(file.as_uri())
        line = page.locator(".likert tbody tr").first
        line.locator("label").nth(2).click()
        line.locator("label").nth(4).click()
        assert line.locator("input:checked").count() == 1
        assert line.locator("input").nth(4).is_checked()
        page.locator("label.why input").first.fill("polite")
        file.write_text(phrasings(), "utf-8")
        page.goto(file.as_uri())
        page.get_by_label("Line 1", exact=True).first.fill("are you real?")
        assert page.get_by_label("Line 12", exact=True).first.is_visible()
