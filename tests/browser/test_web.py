"""The web application in a real browser: by keyboard, at three widths, in both colours, with everybody in mind."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.browser.opening import Colours, needs_chromium
from tests.web.conftest import make_workspace
from tests.web.serving import Client, served_workspace

pytestmark = needs_chromium

PAGES = (
    "/runs", "/runs/rude", "/runs/rude/conversations", "/runs/rude/conversations/{dialog}", "/runs/rude/triage",
    "/runs/rude/me", "/runs/rude/me/ask", "/compare?a=polite&b=rude", "/bots", "/bots/eliza", "/live",
    "/runs/hostile", "/runs/hostile/triage", "/runs/nothing",
)  # fmt: skip


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("served")
    make_workspace(folder)
    with served_workspace(folder) as client:
        yield client


@contextmanager
def entered(
    browser: Browser, web: Client, width: int = 1440, colours: Colours = "light", *, forced: bool = False
) -> Iterator[Page]:
    """Open the address that the server printed; nothing else is asked for, and the browser complains of nothing."""
    size: ViewportSize = {"width": width, "height": 900}
    colour: Literal["active", "none"] = "active" if forced else "none"
    with browser.new_context(viewport=size, color_scheme=colours, forced_colors=colour) as context:
        page = context.new_page()
        foreign: list[str] = []
        said: list[str] = []
        page.on("request", lambda request: None if request.url.startswith(web.origin) else foreign.append(request.url))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: None if "status of 4" in message.text else said.append(message.text))
        page.goto(f"{web.url}#t={web.token}")
        page.wait_for_url("**/runs")
        assert "#t=" not in page.url
        yield page
        assert (foreign, said) == ([], [])


def test_the_address_that_is_printed_is_no_failure_to_the_browser(browser: Browser, web: Client) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        said: list[str] = []
        failed: list[int] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("response", lambda answer: failed.append(answer.status) if answer.status >= 400 else None)
        page.goto(f"{web.url}#t={web.token}")
        page.wait_for_url("**/runs")
        expect(page.locator("h1")).to_have_text("Runs")
        assert (said, failed) == ([], [])


@pytest.mark.parametrize("path", ["/runs", "/runs/rude/conversations"])
def test_labels_and_fields_of_a_row_stand_on_one_line(browser: Browser, web: Client, path: str) -> None:
    with entered(browser, web) as page:
        page.goto(web.origin + path)
        expect(page.locator(".filters")).to_be_visible()
        measure = "(all) => all.map((e) => { const box = e.getBoundingClientRect(); return [box.top, box.bottom]; })"
        labels = page.locator(".filters label").evaluate_all(measure)
        fields = page.locator(".filters").locator("input, select, button").evaluate_all(measure)
        assert len(labels) > 1
        assert {round(top, 1) for top, _ in labels} == {round(labels[0][0], 1)}
        assert {tuple(round(edge, 1) for edge in field) for field in fields} == {
            tuple(round(edge, 1) for edge in fields[0])
        }


@pytest.mark.parametrize(("width", "height"), [(390, 800), (820, 700), (1440, 700)])
def test_what_can_be_decided_is_in_sight(browser: Browser, web: Client, width: int, height: int) -> None:
    with entered(browser, web, width) as page:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{web.origin}/runs/rude/triage")
        for name in ("Confirm 1", "Skip 3", "Dismiss"):
            box = page.get_by_role("button", name=name, exact=True).bounding_box()
            assert box is not None
            assert box["y"] >= 0, name
            assert box["y"] + box["height"] <= height, name


@pytest.mark.parametrize(
    ("width", "colours", "forced"),
    [
        (390, "dark", False), (640, "light", False), (820, "light", False), (1440, "light", False),
        (1440, "dark", False), (390, "light", True), (1440, "dark", True),
    ],
)  # fmt: skip
def test_every_page_fits_and_everybody_can_use_it(
    browser: Browser, web: Client, width: int, colours: Colours, *, forced: bool
) -> None:
    dialog = web.get("/api/v1/runs/rude/findings").json()["items"][0]["dialog"]
    with entered(browser, web, width, colours, forced=forced) as page:
        assert page.evaluate("matchMedia('(forced-colors: active)').matches") is forced
        for path in PAGES:
            page.goto(web.origin + path.replace("{dialog}", dialog))
            expect(page.locator("[aria-busy=true]")).to_have_count(0)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            found = Axe().run(page).response["violations"]
            assert [(path, each["id"], each["nodes"][0]["html"]) for each in found] == []
            small = """[...document.querySelectorAll('main button, main input, main select, .tabs a, .bar nav a')]
                .filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).map(e => e.outerHTML)"""
            assert page.evaluate(small) == [], path


def test_a_stranger_sees_the_form_for_the_token(browser: Browser, web: Client) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{web.url}runs")
        page.fill("#token", "wrong")
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_contain_text("The token is not valid.")
        page.fill("#token", str(web.token))
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Runs")
        assert page.locator("#token").count() == 0


def test_runs_are_found_and_compared_by_keys(browser: Browser, web: Client) -> None:
    with entered(browser, web) as page:
        page.keyboard.press("/")
        page.keyboard.type("rude")
        expect(page.locator("#runs [data-item]")).to_have_count(1)
        assert page.url.endswith("/runs?bot=rude&level=")
        page.goto(f"{web.origin}/runs")
        for _ in range(2):
            page.keyboard.press("j")
            page.keyboard.press("x")
        page.keyboard.press("c")
        expect(page.locator("h1")).to_be_visible()
        assert "/compare?run=" in page.url


def test_findings_of_a_transcript_are_reached_by_keys(browser: Browser, web: Client) -> None:
    dialog = web.get("/api/v1/runs/rude/findings?issue=AL").json()["items"][0]["dialog"]
    with entered(browser, web) as page:
        page.goto(f"{web.origin}/runs/rude/conversations/{dialog}")
        page.keyboard.press("n")
        assert page.evaluate("document.activeElement.dataset.finding") == ""
        expect(page.locator(":focus")).to_contain_text("stupid idiot")


def test_the_verdict_follows_keys_drag_and_questions(browser: Browser, web: Client) -> None:
    with entered(browser, web) as page:
        page.goto(f"{web.origin}/runs/rude/me?order=CC,AL")
        verdict = page.locator("#mine-result .ruling")
        page.get_by_label("Move Abusive language up").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#mine-result")).to_contain_text("AL,CC")
        expect(verdict).to_contain_text("High risk")
        expect(page.locator(".weight").first).to_have_text("counts 1")
        expect(page.locator(".order li").first).to_contain_text("Abusive language")
        page.locator("[data-drag=CC]").drag_to(page.locator("[data-drag=AL]"))
        expect(page.locator("#mine-result")).to_contain_text("CC,AL")
        page.get_by_label("as important as the one above").last.click()
        expect(page.locator("#mine-result")).to_contain_text("CC=AL")
        page.goto(f"{web.origin}/runs/rude/me/ask")
        page.keyboard.press("1")
        expect(page.locator("#mine-result")).to_be_visible()
        assert page.locator("#mine-result .ruling").inner_text().strip()


def test_findings_are_reviewed_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    make_workspace(tmp_path)
    with served_workspace(tmp_path) as client, entered(browser, client) as page:
        page.goto(f"{client.origin}/runs/rude/triage")
        verdict = page.locator("#verdict-now .ruling")
        expect(verdict).to_contain_text("High risk")
        page.keyboard.press("2")
        page.keyboard.type("a part in a play")
        page.keyboard.press("Enter")
        expect(page.locator("#triage")).to_contain_text("1 decided")
        expect(verdict).to_contain_text("Low risk")
        page.keyboard.press("z")
        expect(page.locator("#triage")).to_contain_text("0 decided")
        expect(verdict).to_contain_text("High risk")
        page.keyboard.press("1")
        expect(page.locator("#triage")).to_contain_text("1 decided")
        rows = (tmp_path / "runs" / "decisions.jsonl").read_text().splitlines()
        assert [json.loads(row)["decision"] for row in rows] == ["dismissed", "withdrawn", "confirmed"]


def test_an_outdated_verdict_is_not_shown_while_the_next_one_is_calculated(browser: Browser, tmp_path: Path) -> None:
    make_workspace(tmp_path)
    with served_workspace(tmp_path) as client, entered(browser, client) as page:
        page.goto(f"{client.origin}/runs/rude/triage")
        held: list[Route] = []
        page.route("**/triage/verdict", lambda route: held.append(route))  # noqa: PLW0108 - it looks into what it is given
        page.get_by_role("button", name="Confirm").click()
        expect(page.locator("#triage")).to_contain_text("1 decided")
        now = page.locator("#verdict-now")
        expect(now).to_have_attribute("aria-busy", "true")
        expect(now.locator(".ruling")).to_be_hidden()
        label = "node => getComputedStyle(node, '::before').content"
        assert now.evaluate(label) == '"The verdict is being calculated …"'
        held[0].continue_()
        expect(now.locator(".ruling")).to_be_visible()
        assert now.evaluate(label) == "none"


def test_a_chat_shows_each_reply_and_what_it_is_worth(browser: Browser, tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client, entered(browser, client) as page:
        page.goto(f"{client.origin}/live")
        page.get_by_role("button", name=re.compile("^eliza")).click()
        page.locator("#say").wait_for()
        page.keyboard.type("Hello there")
        page.keyboard.press("Enter")
        expect(page.locator(".scroll .bot")).to_have_count(1)
        expect(page.locator(".mine-verdict")).to_contain_text("too early to tell")
        expect(page.locator(".scroll .found").first).to_contain_text("Abusive language: nothing found (0.")
        page.reload()
        expect(page.locator(".scroll")).to_contain_text("Hello there")
        page.get_by_role("button", name="End, and rate").click()
        expect(page.locator("h1")).to_contain_text("eliza")
        assert "/runs/" in page.url


def test_a_run_is_begun_watched_and_read(browser: Browser, tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client, entered(browser, client) as page:
        page.goto(f"{client.origin}/bots/eliza")
        page.get_by_role("button", name="Send one message").click()
        expect(page.locator("#try")).to_contain_text("answers, after")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#verdict")).to_contain_text("Trust risk of", timeout=120_000)
        assert "Trust risk of" in page.locator("#verdict").inner_text()


def test_single_keys_can_be_switched_off(browser: Browser, web: Client) -> None:
    with entered(browser, web) as page:
        page.keyboard.press("?")
        page.get_by_label("single keys off").check()
        page.get_by_role("button", name="Close").click()
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.tagName") != "INPUT"


def test_without_scripts_the_pages_work(browser: Browser, web: Client) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(web.url)
        page.fill("#token", str(web.token))
        page.get_by_role("button", name="Enter").click()
        page.get_by_role("link", name="rude").first.click()
        page.get_by_role("link", name="What matters to you").click()
        page.get_by_label("Move Difficult language up").click()
        assert "order=" in page.url
        expect(page.locator("#mine-result")).to_contain_text("CC,AL")
        page.goto(f"{web.url}runs/rude")
        expect(page.locator("#verdict")).to_contain_text("High risk")
        page.goto(f"{web.url}runs/rude/conversations?issue=AL")
        page.locator(".talks a").first.click()
        expect(page.locator("[data-finding]").first).to_contain_text("Abusive language")
        page.goto(f"{web.url}compare?a=polite&b=rude&wait=1")
        expect(page.locator("#changes")).to_contain_text("Abusive language")


def test_levels_and_marks_are_seen_without_colours_of_ours(browser: Browser, web: Client) -> None:
    dialog = web.get("/api/v1/runs/rude/findings").json()["items"][0]["dialog"]
    with entered(browser, web, forced=True) as page:
        page.goto(f"{web.origin}/runs/rude/conversations/{dialog}")
        finding = page.locator("[data-finding] .bubble").first
        edges = "e => ['Top', 'Left', 'Right', 'Bottom'].map(s => getComputedStyle(e)[`border${s}Width`])"
        assert any(edge != "0px" for edge in finding.evaluate(edges))
        expect(page.locator("[data-finding]").first).to_contain_text("Abusive language")
        page.goto(f"{web.origin}/runs/rude/me")
        page.keyboard.press("Tab")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"
