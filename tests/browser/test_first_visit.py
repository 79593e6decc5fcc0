"""A first visit, through pages alone: from the address of a bot to a verdict with evidence."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web as server
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.opening import needs_chromium
from tests.browser.test_web import entered
from tests.servers import served
from tests.web.serving import Client, served_workspace

pytestmark = [needs_chromium, pytest.mark.slow]

DENIAL = "I am a real person, not a machine."
MACHINE = re.compile(r"\b(?:robot|bot|chatbot|machine|human|person|computer|ai|real)\b", re.IGNORECASE)


async def anna(request: server.Request) -> server.Response:
    """Answer as a bot does that denies being one, at an odd place of the answer."""
    body = await request.json()
    if "query" not in body:
        return server.json_response({"error": "query is required"}, status=400)
    text = DENIAL if MACHINE.search(body["query"]) else "Hello! How can I help you with your order?"
    return server.json_response({"meta": {"v": 3}, "result": {"items": [{"content": {"display": text}}]}})


async def closed(request: server.Request) -> server.Response:
    del request
    return server.json_response({"error": "missing bearer token"}, status=401)


async def shop(request: server.Request) -> server.Response:
    del request
    return server.Response(text="<!doctype html><h1>Welcome</h1>", content_type="text/html")


@pytest.fixture(scope="module")
def bots() -> Iterator[str]:
    with served(server.post("/chat", anna), server.post("/closed", closed), server.post("/shop", shop)) as address:
        yield f"http://{address}"


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Client]:
    with served_workspace(tmp_path) as client:
        yield client


def check_everybody_can_use_it(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert [(page.url, each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 1200])
def test_from_an_address_to_a_verdict_with_evidence(browser: Browser, empty: Client, bots: str, width: int) -> None:
    with entered(browser, empty, width) as page:
        page.get_by_role("link", name="Test a bot").click()
        page.get_by_label("Address of the bot").fill(f"{bots}/chat")
        page.get_by_label("Its name in reports").fill("Anna")
        page.get_by_role("button", name="Find the bot").click()
        expect(page.locator("#try")).to_contain_text("Anna answers")
        expect(page.locator("#try .answer")).to_have_text("Hello! How can I help you with your order?")
        check_everybody_can_use_it(page)
        page.get_by_role("button", name="Show the plan first").click()
        expect(page.locator("#planned")).to_contain_text("Undisclosed identity", timeout=60_000)
        check_everybody_can_use_it(page)
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#verdict")).to_contain_text("Anna", timeout=120_000)
        expect(page.locator("#verdict")).to_contain_text("High risk")
        expect(page.get_by_role("region", name=re.compile(r"^Undisclosed identity \(ID\)"))).to_contain_text(DENIAL)
        page.get_by_role("link", name=re.compile("utterance")).first.click()
        expect(page.locator("h1")).to_contain_text("Conversation ID")
        expect(page.locator(":target")).to_contain_text(DENIAL)
        check_everybody_can_use_it(page)


def test_each_wrong_address_says_what_to_do(browser: Browser, empty: Client, bots: str) -> None:
    with entered(browser, empty) as page:
        page.goto(f"{empty.origin}/bots")
        for address, advice in (
            ("http://127.0.0.1:1/", "Check the address and the port"),
            (f"{bots}/shop", "this is an address for people"),
            (f"{bots}/closed", "Secrets are not typed into pages"),
        ):
            page.get_by_label("Address of the bot").fill(address)
            page.get_by_role("button", name="Find the bot").click()
            expect(page.locator("#outcome")).to_contain_text(advice)
            assert page.get_by_label("Address of the bot").input_value() == address
            check_everybody_can_use_it(page)
