"""Bots and runs in a browser, by keys alone: describe, try, plan, start, watch, pause, resume; and a slow bot."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from botassay.web.pages.bots import CONCURRENT
from tests.browser.opening import needs_chromium
from tests.browser.test_web import entered
from tests.web.serving import Client, served_workspace
from tests.web.test_work import Slow, bot, described

__all__ = ["bot"]
pytestmark = [needs_chromium, pytest.mark.slow]

FOCUSED = """() => {
    const e = document.activeElement, name = e.labels?.[0] ?? e;
    return (e.getAttribute('aria-label') ?? name.textContent ?? '').replace(/\\s+/g, ' ').trim();
}"""
RING = "() => document.activeElement.matches(':focus-visible') && getComputedStyle(document.activeElement).outlineStyle"
LATE_ANSWERS = """() => {
    const fetched = window.fetch, released = new Promise((done) => { window.release = done; });
    window.fetch = async (address, options) => {
        const answer = await fetched(address, options);
        if (options?.method === 'POST') await released;
        return answer;
    };
}"""
"""What a page sends is done at once, and its answers come once the test releases them."""

FARTHEST = 80
"""Times that Tab is pressed at most to reach a control."""


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Client]:
    with served_workspace(tmp_path) as client:
        yield client


def reach(page: Page, name: str) -> None:
    """Press Tab until the control with a name has the focus, which can be seen."""
    for _ in range(FARTHEST):
        if re.match(name, page.evaluate(FOCUSED)):
            assert page.evaluate(RING) not in ("none", False), name
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached")


def press(page: Page, name: str) -> None:
    """Reach a control, and press Enter."""
    reach(page, name)
    page.keyboard.press("Enter")


def test_a_bot_is_described_tried_tested_paused_and_resumed_by_keys_alone(
    browser: Browser, empty: Client, bot: tuple[Slow, str]
) -> None:
    slow, address = bot
    with entered(browser, empty) as page:
        press(page, "Test a bot")
        expect(page.locator("h1")).to_have_text("Bots")
        reach(page, "Address of the bot")
        page.keyboard.type(f"curl {address} -H 'Content-Type: application/json' -d '{{\"message\": \"Hi\"}}'")
        reach(page, "Its name in reports")
        page.keyboard.type("Shop")
        press(page, "Find the bot")
        expect(page.locator("#try")).to_contain_text("answers, after")
        reach(page, "Message")
        page.keyboard.press("Control+A")
        page.keyboard.type("How are you?")
        press(page, "Send one message")
        expect(page.locator("#wire")).to_contain_text("How are you?")
        expect(page.locator("#try .answer")).to_have_text("Fine.")
        assert slow.messages[-1] == "How are you?"
        expect(page.get_by_role("button", name="Send one message")).to_be_focused()
        press(page, "More")
        reach(page, "Issues")
        page.keyboard.type("AL")
        reach(page, "Limit")
        page.keyboard.type("6")
        press(page, "Show the plan first")
        expect(page.locator("#planned")).to_contain_text("6 conversations")
        expect(page.get_by_role("button", name="Show the plan first")).to_be_focused()
        slow.at_once = len(slow.messages) + 4
        page.keyboard.press("Shift+Tab")
        press(page, "Start")
        expect(page.locator("h1")).to_contain_text("Shop")
        expect(page.locator("#job")).to_contain_text("Talking to the bot")
        press(page, "Pause")
        expect(page.locator("#job .ruling")).to_have_text("Pausing; waiting for replies")
        slow.at_once = 10**9
        expect(page.locator("#job .ruling")).to_have_text("Paused")
        expect(page.locator("#told")).to_have_text("Paused")
        expect(page.locator("#job .ruling")).to_be_focused()
        press(page, "Resume")
        expect(page.locator("#verdict")).to_contain_text("Trust risk of")


def test_lists_of_bots_and_of_runs_are_walked_by_keys(browser: Browser, empty: Client, bot: tuple[Slow, str]) -> None:
    assert empty.post("/api/v1/bots", described("shop", bot[1])).status == 201
    with entered(browser, empty) as page:
        page.goto(f"{empty.origin}/bots")
        page.keyboard.press("j")
        expect(page.locator(":focus")).to_contain_text("shop")
        page.keyboard.press("j")
        expect(page.locator(":focus")).to_contain_text("eliza")
        page.keyboard.press("k")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_contain_text("shop")


def test_an_answer_that_comes_after_what_it_set_off_leaves_the_newest_page_and_the_focus(
    browser: Browser, empty: Client, bot: tuple[Slow, str]
) -> None:
    slow, address = bot
    slow.at_once = 4
    assert empty.post("/api/v1/bots", described("shop", address)).status == 201
    wanted = {"bot": "shop", "settings": {"issues": "AL", "limit": 20, "seed": 1}}
    run = empty.post("/api/v1/runs", wanted, Idempotency_Key="1").json()["id"]
    with entered(browser, empty) as page:
        page.goto(f"{empty.origin}/runs/{run}")
        ruling = page.locator("#job .ruling")
        expect(ruling).to_have_text("Talking to the bot")
        page.evaluate(LATE_ANSWERS)
        page.get_by_role("button", name="Pause").press("Enter")
        expect(ruling).to_have_text("Pausing; waiting for replies")
        slow.at_once = 10**9
        expect(ruling).to_have_text("Paused")
        page.evaluate("release()")
        expect(ruling).to_be_focused()
        expect(ruling).to_have_text("Paused")
        page.wait_for_timeout(500)
        expect(ruling).to_have_text("Paused")
        expect(ruling).to_be_focused()


def test_a_slow_bot_shows_how_far_a_run_is_and_pauses_after_the_reply_on_its_way(
    browser: Browser, empty: Client, bot: tuple[Slow, str]
) -> None:
    slow, address = bot
    slow.at_once = 0
    assert empty.post("/api/v1/bots", described("shop", address)).status == 201
    wanted = {"bot": "shop", "settings": {"issues": "AL", "limit": 20, "seed": 1}}
    run = empty.post("/api/v1/runs", wanted, Idempotency_Key="1").json()["id"]
    with entered(browser, empty) as page:
        page.goto(f"{empty.origin}/runs/{run}")
        expect(page.locator("#job")).to_contain_text("too early to tell")
        done = page.locator("#job progress")
        while not done.count() or done.get_attribute("value") == "0":
            slow.at_once += 1
            page.wait_for_timeout(200)
        tallies = page.locator("#job .tallies")
        expect(tallies).to_contain_text(re.compile(r"conversations\s*\d+ of 20"))
        expect(tallies).to_contain_text(re.compile(r"left\s*(less than|about)"))
        seen = tallies.inner_text()
        page.get_by_role("button", name="Stop").focus()
        slow.at_once += 4
        expect(tallies).not_to_have_text(seen, use_inner_text=True)
        expect(page.get_by_role("button", name="Stop")).to_be_focused()
        most = slow.at_once + CONCURRENT
        page.get_by_role("button", name="Pause").click()
        expect(page.locator("#job .ruling")).to_have_text("Pausing; waiting for replies")
        slow.at_once = 10**9
        expect(page.locator("#job .ruling")).to_have_text("Paused")
        expect(page.locator("#job")).to_contain_text("Every reply is saved")
        assert len(slow.messages) <= most, "no more is said once replies are only waited for"
