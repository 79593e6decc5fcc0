"""The page in a real browser: what it loads, whom it lets in, who can read it, where it fits."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from botassay.core.results import Report
from botassay.rating.formats import draw
from botassay.rating.formats.pages import HtmlReport
from botassay.view.html import STYLES, styled
from tests import pages
from tests.browser.opening import (
    Colours,
    check_everybody_can_read_it,
    check_it_fits,
    check_nothing_is_loaded,
    needs_chromium,
    opened_page,
)
from tests.verdicts import KINDS, verdict

pytestmark = needs_chromium

RATINGS = {"sampled": pages.sampled, "hostile": pages.hostile, "crowded": pages.crowded, "beside": pages.beside}
Maker = Callable[[], Report]
drawn = pytest.mark.parametrize("make", RATINGS.values(), ids=RATINGS.keys())


def opened(
    browser: Browser, folder: Path, ratings: Report, width: int = 1280, colours: Colours = "light"
) -> AbstractContextManager[Page]:
    return opened_page(browser, folder, draw(HtmlReport(), ratings), width, colours)


@drawn
def test_nothing_is_loaded_and_nothing_runs(browser: Browser, tmp_path: Path, make: Maker) -> None:
    with opened(browser, tmp_path, make()) as page:
        check_nothing_is_loaded(page)


def test_the_policy_stops_what_would_be_smuggled_in(browser: Browser, tmp_path: Path) -> None:
    """The second lock: were a text not escaped, the browser would still refuse."""
    file = tmp_path / "report.html"
    page_bytes = draw(HtmlReport(), pages.sampled())
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
    with opened(browser, tmp_path, Report(pages.hostile().ratings[:1])) as page:  # one subject names the page
        assert "<svg onload" in page.title()
        assert "<script>" in page.title()


@drawn
@pytest.mark.parametrize("width", [360, 800, 1280])
def test_it_fits_on_the_screen(browser: Browser, tmp_path: Path, make: Maker, width: int) -> None:
    with opened(browser, tmp_path, make(), width) as page:
        check_it_fits(page, width)


@drawn
@pytest.mark.parametrize(("width", "colours"), [(360, "light"), (1280, "light"), (1280, "dark")])
def test_everybody_can_read_it(browser: Browser, tmp_path: Path, make: Maker, width: int, colours: Colours) -> None:
    with opened(browser, tmp_path, make(), width, colours) as page:
        check_everybody_can_read_it(page)


def test_the_verdict_comes_first_and_is_one_key_away(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pages.sampled(), 360) as page:
        box = page.locator(".ruling").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 640, "on a phone the verdict is seen without scrolling"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "verdict"


@drawn
def test_on_a_phone_every_link_to_a_section_is_seen_whole(browser: Browser, tmp_path: Path, make: Maker) -> None:
    with opened(browser, tmp_path, make(), 390) as page:
        assert page.locator("nav.contents").evaluate("nav => nav.scrollWidth - nav.clientWidth") == 0
        for link in page.locator("nav.contents a").all():
            box = link.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390, link.inner_text()


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_dots_stand_on_their_axis_and_its_numbers_apart(browser: Browser, tmp_path: Path, width: int) -> None:
    """Also where a value is 0, and where an interval makes the axis so long that the cuts stand close together."""
    given = verdict("eight issues")
    first, *others = (score for score in given.scores if score.value is not None)
    scores = (replace(first, value=0.0, cuts=(0.02, 0.1), interval=(0.0, 0.9)), *others)
    with opened(browser, tmp_path, Report((replace(given, scores=scores),)), width) as page:
        strips = page.locator(".strips").first.locator(".strip:not(.empty)").all()
        assert len(strips) == len(scores)
        assert strips[0].locator(".cut-name").count() == 3
        for strip in strips:
            dot, zones = (
                strip.locator(".value").bounding_box(),
                [z.bounding_box() for z in strip.locator(".zone").all()],
            )
            assert dot is not None
            assert min(zone["x"] for zone in zones if zone) <= dot["x"] + 1.5  # the light ring may stand out
            assert dot["x"] + dot["width"] - 1.5 <= max(zone["x"] + zone["width"] for zone in zones if zone)
            boxes = [box for name in strip.locator(".cut-name").all() if (box := name.bounding_box())]
            for one, other in combinations(boxes, 2):
                beside = one["x"] + one["width"] + 4 <= other["x"] or other["x"] + other["width"] + 4 <= one["x"]
                assert beside or abs(one["y"] - other["y"]) >= 8


def test_paper_shows_what_a_screen_folds_away(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, pages.crowded()) as page:
        assert not page.locator("details.printed .bubble").last.is_visible()
        page.emulate_media(media="print")
        assert page.locator("details.printed .bubble").last.is_visible()
        assert not page.locator("nav").is_visible()
        assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_eight_issues_print_on_four_sheets_with_numbers(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, Report((verdict("eight issues"),)), 1440) as page:
        printed = page.pdf(prefer_css_page_size=True)
    assert 1 < len(re.findall(rb"/Type\s*/Page\b", printed)) <= 4
    margins = re.search(r"@page \{.*?\n\}", styled(STYLES)["style"], re.DOTALL)
    assert margins is not None
    assert "counter(page)" in margins[0]


def test_a_level_stands_beside_its_shape(browser: Browser, tmp_path: Path) -> None:
    """In a table the word is not pushed below the shape by what else the level could be."""
    for width in (820, 1440):
        with opened(browser, tmp_path, Report((verdict("could be medium"),)), width) as page:
            for rank in page.locator("#users .level .rank").all():
                shape, word = rank.locator("svg").bounding_box(), rank.locator("b").bounding_box()
                assert shape is not None
                assert word is not None
                assert shape["x"] + shape["width"] <= word["x"]
                assert shape["y"] < word["y"] + word["height"]


def test_a_phone_stacks_the_ratings_of_several_subjects(browser: Browser, tmp_path: Path) -> None:
    """Side by side where there is room; below each other, each with its kind of user, where there is none."""
    for width, stacked in ((1280, False), (360, True)):
        with opened(browser, tmp_path, pages.beside(), width) as page:
            cells = page.locator(".grid tbody tr").first.locator("td")
            tops = {(cells.nth(at).bounding_box() or {"y": 0})["y"] for at in range(cells.count())}
            assert len(tops) == (cells.count() if stacked else 1)
            assert cells.first.locator(".for").is_visible() == stacked
            assert page.locator(".grid").first.locator("[role=rowheader]").count() == 5
            page.emulate_media(media="print")
            assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


@pytest.mark.parametrize("kind", KINDS)
def test_the_verdict_its_flags_and_the_issues_stand_on_the_first_screen(
    browser: Browser, tmp_path: Path, kind: str
) -> None:
    with opened(browser, tmp_path, Report((verdict(kind),)), 1440) as page:
        for part in (".ruling", ".stamp", ".alerts .warning", "#issues .one"):
            for element in page.locator(part).all()[:4]:
                box = element.bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= 900, part
        assert page.evaluate("document.documentElement.scrollHeight") < 9000
        check_everybody_can_read_it(page)


@pytest.mark.parametrize("width", [320, 390, 820])
def test_a_verdict_fits_on_a_telephone(browser: Browser, tmp_path: Path, width: int) -> None:
    with opened(browser, tmp_path, Report((verdict("eight issues"),)), width, "dark") as page:
        check_it_fits(page, width)
