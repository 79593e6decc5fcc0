"""Pages of the rooms in a real browser: what they load, whom they let in, who can read them, where they fit."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.opening import (
    Colours,
    check_everybody_can_read_it,
    check_it_fits,
    check_nothing_is_loaded,
    needs_chromium,
    opened_page,
)
from tests.conftest import Run
from tests.intents_pages import intents_pages
from tests.sentiment_pages import sentiment_pages

pytestmark = needs_chromium
NAMES = (
    "evaluation",
    "done",
    "evil",
    "comparison",
    "evil comparison",
    "history",
    "evil history",
    "one day",
    "traffic",
    "evil traffic",
)
each = pytest.mark.parametrize("name", NAMES)


@each
@pytest.mark.parametrize(("width", "colours"), [(360, "light"), (800, "dark"), (1280, "light"), (1280, "dark")])
def test_a_page_loads_nothing_fits_and_can_be_read(
    browser: Browser, tmp_path: Path, name: str, width: int, colours: Colours
) -> None:
    with opened_page(browser, tmp_path, intents_pages()[name].html().encode(), width, colours) as page:
        check_nothing_is_loaded(page)
        check_it_fits(page, width)
        check_everybody_can_read_it(page)


@pytest.mark.parametrize("name", ["rating", "evil rating", "dialogs", "evil dialogs"])
@pytest.mark.parametrize(("width", "colours"), [(360, "dark"), (1280, "light")])
def test_a_page_of_the_sentiment_room_loads_nothing_fits_and_can_be_read(
    browser: Browser, tmp_path: Path, name: str, width: int, colours: Colours
) -> None:
    with opened_page(browser, tmp_path, sentiment_pages()[name].html().encode(), width, colours) as page:
        check_nothing_is_loaded(page)
        check_it_fits(page, width)
        check_everybody_can_read_it(page)
        page.emulate_media(media="print")
        assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_the_first_problem_is_seen_without_much_scrolling(browser: Browser, tmp_path: Path) -> None:
    with opened_page(browser, tmp_path, intents_pages()["evaluation"].html().encode(), 360) as page:
        ruling, card = page.locator(".ruling").bounding_box(), page.locator(".card").first.bounding_box()
        assert ruling is not None
        assert card is not None
        assert ruling["y"] + ruling["height"] < 640
        assert card["y"] < 1100
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "verdict"


def test_a_page_can_be_printed(browser: Browser, tmp_path: Path) -> None:
    with opened_page(browser, tmp_path, intents_pages()["evaluation"].html().encode()) as page:
        page.emulate_media(media="print")
        assert not page.locator("nav").is_visible()
        assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_lines_are_drawn_where_they_belong(browser: Browser, tmp_path: Path) -> None:
    """The box of a line is that of its plot: a share of 1 is at the top, and the last threshold at the right edge."""
    with opened_page(browser, tmp_path, intents_pages()["evaluation"].html().encode()) as page:
        kept = page.locator("svg.field").nth(1)  # the second plot of a setting: what is answered, and what is kept back
        field, answered = kept.bounding_box(), kept.locator("polyline.series-1").first.bounding_box()
        assert field is not None
        assert answered is not None
        assert abs(answered["x"] - field["x"]) < 3
        assert abs(answered["x"] + answered["width"] - field["x"] - field["width"]) < 3
        assert 200 < answered["height"] <= 224


@pytest.mark.parametrize(("width", "colours"), [(360, "light"), (1280, "dark")])
def test_what_sg_found_fits_and_can_be_read(
    browser: Browser, tmp_path: Path, botassay: Run, width: int, colours: Colours
) -> None:
    rows = "".join(
        f'{gender}{topic}{n},user,About {topic}?,{gender},{topic}\n{gender}{topic}{n},bot,"{said}",,\n'
        for gender, said in (("female", "It opens."), ("male", "I am happy to help, great!"))
        for topic in ("bills", "gifts")
        for n in range(3)
    )
    (tmp_path / "talk.csv").write_text(f"dialog,role,text,gender,topic\n{rows}")
    assert botassay("rate", "talk.csv", "--issues", "SG", "--order", "SG", "-o", "sg.html").code == 0
    with opened_page(browser, tmp_path, (tmp_path / "sg.html").read_bytes(), width, colours) as page:
        check_nothing_is_loaded(page)
        check_it_fits(page, width)
        check_everybody_can_read_it(page)
        assert page.locator(".causal .ask").count() == 2
