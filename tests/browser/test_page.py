"""The page in a real browser: what it loads, whom it lets in, who can read it, where it fits."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from botassay.rating import Assessments
from botassay.report.html import HtmlReport
from tests import pages

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")

RATINGS = {"sampled": pages.sampled, "hostile": pages.hostile, "crowded": pages.crowded, "beside": pages.beside}
Maker = Callable[[], Assessments]
Colours = Literal["light", "dark"]
drawn = pytest.mark.parametrize("make", RATINGS.values(), ids=RATINGS.keys())


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM)
        yield opened
        opened.close()


@contextmanager
def opened(
    browser: Browser, folder: Path, ratings: Assessments, width: int = 1280, colours: Colours = "light"
) -> Iterator[Page]:
    """Open a page as a file, as somebody does who got it by mail."""
    file = folder / "report.html"
    file.write_bytes(HtmlReport().draw_all(ratings))
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


@drawn
def test_nothing_is_loaded_and_nothing_runs(browser: Browser, tmp_path: Path, make: Maker) -> None:
    with opened(browser, tmp_path, make()) as page:
        assert page.locator("script, iframe, img, object, embed, link, form, base").count() == 0
        attributes = "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames())"
        names = set(page.evaluate(attributes))
        assert not {name for name in names if name.startswith("on")} | (names & {"src", "style", "action"})
        assert page.evaluate("getComputedStyle(document.body).maxWidth") != "none", "the policy lets our style in"


def test_the_policy_stops_what_would_be_smuggled_in(browser: Browser, tmp_path: Path) -> None:
    """The second lock: were a text not escaped, the browser would still refuse."""
    file = tmp_path / "report.html"
    page_bytes = HtmlReport().draw_all(pages.sampled())
    smuggled = b"<script>document.title='in'</script><style>body{display:none}</style><img src=http://x.example/i>"
    file.write_bytes(page_bytes.replace(b"</main>", smuggled + b"</main>"))
    with browser.new_context() as context:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(file.as_uri())
        assert page.title() != "in"
        assert page.evaluate("getComputedStyle(document.body).display") != "none"
        assert len([text for text in said if "Content Security Policy" in text]) == 3


def test_hostile_text_stays_text(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pages.hostile()) as page:
        shown = page.locator("body").inner_text()
        written_out = ("\\u{202e}", "\\u{1b}[31m")
        for text in ("<script>alert(1)</script>", "</style>", "onerror=alert(1)", "{{7*7}}", *written_out):
            assert text in shown
        assert "<svg onload" in page.title() or "<script>" in page.title()


@drawn
@pytest.mark.parametrize("width", [360, 800, 1280])
def test_it_fits_on_the_screen(browser: Browser, tmp_path: Path, make: Maker, width: int) -> None:
    with opened(browser, tmp_path, make(), width) as page:
        page.evaluate("document.querySelectorAll('details').forEach(folded => { folded.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        wide = """[...document.querySelectorAll('main *, header *')].filter(e =>
            !e.closest('svg') && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.className)"""
        assert page.evaluate(wide) == []


@drawn
@pytest.mark.parametrize(("width", "colours"), [(360, "light"), (1280, "light"), (1280, "dark")])
def test_everybody_can_read_it(browser: Browser, tmp_path: Path, make: Maker, width: int, colours: Colours) -> None:
    with opened(browser, tmp_path, make(), width, colours) as page:
        page.evaluate("document.querySelectorAll('details').forEach(folded => { folded.open = true })")
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found] == []


def test_the_verdict_comes_first_and_is_one_key_away(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pages.sampled(), 360) as page:
        box = page.locator(".ruling").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 640, "on a phone the verdict is seen without scrolling"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "verdict"


def test_paper_shows_what_a_screen_folds_away(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pages.crowded()) as page:
        assert not page.locator("details.against .bubble").last.is_visible()
        page.emulate_media(media="print")
        assert page.locator("details.against .bubble").last.is_visible()
        assert not page.locator("nav").is_visible()
        assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_a_phone_stacks_the_ratings_of_several_subjects(browser: Browser, tmp_path: Path) -> None:
    """Side by side where there is room; below each other, each with its kind of user, where there is none."""
    for width, stacked in ((1280, False), (360, True)):
        with opened(browser, tmp_path, pages.beside(), width) as page:
            cells = page.locator(".grid tbody tr").first.locator("td")
            tops = {(cells.nth(at).bounding_box() or {"y": 0})["y"] for at in range(cells.count())}
            assert len(tops) == (cells.count() if stacked else 1)
            assert cells.first.locator(".for").is_visible() == stacked
            assert page.locator(".grid [role=rowheader]").count() == 5
            page.emulate_media(media="print")
            assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
