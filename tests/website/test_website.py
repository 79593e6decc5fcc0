"""The documentation as a site, opened from a disk: it loads nothing from elsewhere, fits, can be read and searched."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.opening import Colours, needs_chromium

PAGES = (
    "index.html", "how-to/install.html", "how-to/buyer.html", "how-to/ci.html", "how-to/reproduce.html",
    "how-to/identity.html", "method/trust.html", "models/encoder.html", "reference/commands.html",
    "reference/settings.html", "reference/python.html", "reference/documents.html", "threat-model.html",
)  # fmt: skip
LINK = re.compile(r'(?:href|src)="([^"]*)"')
ANCHOR = re.compile(r'(?:id|name)="([^"]*)"')


@contextmanager
def opened(browser: Browser, file: Path, width: int = 1440, colours: Colours = "light") -> Iterator[Page]:
    with browser.new_context(viewport={"width": width, "height": 900}, color_scheme=colours) as context:
        page = context.new_page()
        elsewhere: list[str] = []
        said: list[str] = []
        page.on("request", lambda sent: None if sent.url.startswith("file:") else elsewhere.append(sent.url))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(file.as_uri())
        yield page
        assert elsewhere == [], "something was loaded from elsewhere"
        assert said == []


def test_every_link_leads_to_a_file_and_a_place_in_it(site: Path) -> None:
    anchors = {file: set(ANCHOR.findall(file.read_text("utf-8"))) for file in site.rglob("*.html")}
    assert len(anchors) > 100
    wrong = []
    for file in anchors:
        for target in LINK.findall(file.read_text("utf-8")):
            if re.match(r"[a-z]+:", target) or file.name == "404.html":
                continue
            path, _, anchor = unquote(target.replace("&amp;", "&")).partition("#")
            place = (file.parent / path.partition("?")[0]).resolve() if path else file
            if not place.exists() or (anchor and place in anchors and anchor not in anchors[place]):
                wrong.append(f"{file.relative_to(site)}: {target}")
    assert wrong == []


def test_links_to_other_hosts_are_to_the_few_that_are_meant(site: Path) -> None:
    hosts = {
        host
        for file in site.rglob("*.html")
        for host in re.findall(r'(?:href|src)="https?://([^/"]+)', file.read_text("utf-8"))
    }
    assert hosts.isdisjoint({"fonts.googleapis.com", "fonts.gstatic.com", "unpkg.com", "cdn.jsdelivr.net"})


@needs_chromium
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "colours"), [(390, "light"), (820, "dark"), (1440, "light"), (1440, "dark")])
def test_a_page_loads_nothing_and_fits(browser: Browser, site: Path, name: str, width: int, colours: Colours) -> None:
    with opened(browser, site / name, width, colours) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("h1").count() == 1


@needs_chromium
@pytest.mark.parametrize("name", ["index.html", "how-to/buyer.html", "how-to/ci.html", "threat-model.html"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_everybody_can_read_a_page(browser: Browser, site: Path, name: str, colours: Colours) -> None:
    with opened(browser, site / name, 1440, colours) as page:
        found = Axe().run(page, context="main").response["violations"]
        serious = [each["id"] for each in found if each["impact"] in ("serious", "critical")]
        # The theme's own: blocks of code that scroll take no focus before its script has run.
        assert [each for each in serious if each != "scrollable-region-focusable"] == []


@needs_chromium
def test_the_search_works_from_a_disk(browser: Browser, site: Path) -> None:
    with opened(browser, site / "how-to/ci.html") as page:
        page.keyboard.press("/")
        page.keyboard.type("canary")
        page.locator(".md-search-result__item").first.wait_for()
        page.locator(".md-search-result__item a").first.click()
        page.wait_for_url("**/*.html*")
        assert "canar" in (page.locator("main").text_content() or "").lower()


@needs_chromium
def test_from_the_first_page_each_reader_is_two_clicks_away(browser: Browser, site: Path) -> None:
    for who in ("Is this bot fit for our users?", "A gate in CI", "Which topics do I fix?", "Reproduce the papers"):
        with opened(browser, site / "index.html") as page:
            page.locator("article").get_by_role("link", name=who).click()
            page.wait_for_url("**/how-to/*.html")
            assert page.locator("h1").is_visible()
            assert page.locator("pre").count()
