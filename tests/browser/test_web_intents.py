"""The questions of users in a real browser: by keys alone, at three widths, in both colours, with everybody in mind."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.opening import Colours, needs_chromium
from tests.browser.test_web import entered
from tests.web.conftest import make_workspace
from tests.web.intent_set import make_sets
from tests.web.serving import Client, served_workspace
from tests.web.test_intents import evaluated

pytestmark = needs_chromium

HOSTILE = f"/intents/{quote('x&y, <b>')}"
PAGES = (
    "/intents", "/intents/shop", "/intents/shop?kind=answered", "/intents/shop/topics", HOSTILE,
    f"{HOSTILE}?kind=answered", f"{HOSTILE}/topics", "/intents/broken",
)  # fmt: skip


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("served")
    shop = make_sets(folder)
    (folder / "intents" / "broken").mkdir()
    with served_workspace(folder) as client:
        evaluated(client)
        text = (shop / "2026-03-02.csv").read_text()
        (shop / "2026-03-09.csv").write_text(text.replace("which cards do you take,pay\n", ""))
        evaluated(client)
        for path in PAGES:
            client.page(path)
        yield client


@pytest.mark.parametrize(
    ("width", "colours"), [(390, "light"), (390, "dark"), (820, "light"), (1440, "light"), (1440, "dark")]
)
def test_every_page_fits_and_everybody_can_use_it(browser: Browser, web: Client, width: int, colours: Colours) -> None:
    with entered(browser, web, width, colours) as page:
        for path in PAGES:
            page.goto(web.origin + path)
            expect(page.locator("[aria-busy=true]")).to_have_count(0)
            check_usable(page, path, width)


def check_usable(page: Page, path: str, width: int) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(folded => { folded.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    found = Axe().run(page).response["violations"]
    assert [(path, each["id"], each["nodes"][0]["html"]) for each in found] == []
    small = """[...document.querySelectorAll('main button:not(.unseen), main input, .tabs a, .kinds a')]
        .filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).map(e => e.outerHTML)"""
    assert page.evaluate(small) == [], path


def press(page: Page, key: str) -> None:
    """Press a key, and wait until the next question is there."""
    page.evaluate("document.querySelector('#review').dataset.old = ''")
    page.keyboard.press(key)
    expect(page.locator("#review[data-old]")).to_have_count(0)


def test_questions_are_sorted_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    shop = make_sets(tmp_path)
    with served_workspace(tmp_path) as client, entered(browser, client) as page:
        page.goto(f"{client.origin}/intents")
        page.keyboard.press("j")
        page.keyboard.press("Enter")
        heading = page.locator("#question-title")
        expect(heading).to_have_text("3 similar questions without a good answer")
        page.keyboard.press("j")  # the first of the group, which is left out
        page.keyboard.press("x")
        page.keyboard.press("3")
        page.keyboard.type("pets")
        press(page, "Enter")
        expect(page.locator("#side")).to_contain_text("4 without a good answer")
        for key in ("s", "4", "z"):
            press(page, key)
        page.keyboard.press("2")
        page.keyboard.type("no such topic")
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text("There is no topic")
        expect(page.locator("#other")).to_have_value("no such topic")
        page.locator("#other").fill("pay")
        press(page, "Enter")
        expect(page.locator("#notice")).to_be_hidden()
        for _ in range(20):
            if page.locator("#question-title").count() == 0:
                break
            press(page, "1")
        expect(page.locator("#review")).to_contain_text("Everything is reviewed for today.")
        rows = [json.loads(line) for line in (shop / "answers.jsonl").read_text().splitlines()]
        assert {row["decision"] for row in rows} >= {"withdraw", "correct", "confirm"}
        assert "pets" in {row["topic"] for row in rows}
        page.get_by_role("button", name="Write a new file of phrases").press("Enter")
        expect(page.locator("#review")).to_contain_text("holds all phrases with what was accepted")
        assert len(list(shop.glob("20*.csv"))) == 2
        page.get_by_role("link", name="evaluate it").press("Enter")
        page.get_by_role("button", name="Evaluate").press("Enter")
        expect(page.locator("#round .ruling")).to_contain_text(re.compile("topics (are|is) confused"), timeout=60_000)
        expect(page.get_by_role("button", name="Evaluate again")).to_be_visible()


def test_an_event_takes_nobody_s_place_on_the_keyboard(browser: Browser, tmp_path: Path) -> None:
    make_sets(tmp_path)
    with served_workspace(tmp_path) as client, entered(browser, client) as page:
        page.goto(f"{client.origin}/intents/shop/topics")
        evaluate = page.get_by_role("button", name="Evaluate")
        evaluate.focus()
        page.evaluate("document.querySelector('#round').mine = true")
        for _ in range(2):  # what the first brought is in place once the second is there
            with page.expect_response(lambda answer: "x-swap" in answer.request.headers):
                page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert page.evaluate("document.querySelector('#round').mine"), "the same is not put in place of the same"
        page.evaluate("document.querySelector('#round').dataset.old = ''")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("#round[data-old]")).to_have_count(0)
        expect(evaluate).to_be_focused()


def test_a_second_tab_sees_how_far_an_evaluation_is(browser: Browser, tmp_path: Path) -> None:
    make_sets(tmp_path)
    with served_workspace(tmp_path) as client, entered(browser, client) as page:
        page.goto(f"{client.origin}/intents/shop/topics")
        expect(page.locator("#round")).to_contain_text("were not evaluated yet")
        evaluated(client)
        expect(page.locator("#round .ruling")).to_contain_text("topics are confused")
        assert page.locator("#round .ruling").count() == 1


def test_without_scripts_questions_are_sorted(browser: Browser, tmp_path: Path) -> None:
    shop = make_sets(tmp_path)
    with served_workspace(tmp_path) as client, browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{client.url}intents/shop?wait=1")
        page.fill("#token", str(client.token))
        page.get_by_role("button", name="Enter").click()
        page.goto(f"{client.url}intents/shop?wait=1")
        page.get_by_label("is my dog allowed").uncheck()
        page.get_by_label("A new topic").fill("dogs")
        page.get_by_label("A new topic").press("Enter")
        rows = [json.loads(line) for line in (shop / "answers.jsonl").read_text().splitlines()]
        assert {(row["question"], row["topic"]) for row in rows} == {
            ("may I bring my dog", "dogs"), ("can I bring my dog along", "dogs"),
        }  # fmt: skip


def test_an_editor_begins_with_two_files(browser: Browser, tmp_path: Path) -> None:
    shop = make_sets(tmp_path / "elsewhere")
    served = tmp_path / "served"
    served.mkdir()
    with served_workspace(served) as client, entered(browser, client) as page:
        page.goto(f"{client.origin}/intents")
        page.get_by_label("Name").fill("Our bot")
        page.get_by_label("A file").set_input_files(shop / "2026-03-02.csv")
        expect(page.locator("textarea")).to_have_value(re.compile("how do I pay"))
        page.get_by_role("button", name="Make it").click()
        expect(page.locator("h1")).to_contain_text("Our bot")
        page.get_by_text("Add changed phrases").click()
        page.get_by_label("Questions from the bot's log").check()
        page.get_by_label("Or paste it here").fill('text,intent\nno end,"')
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#notice")).to_contain_text("log.csv", ignore_case=True)
        expect(page.get_by_label("Or paste it here")).to_have_value(re.compile("no end"))
        page.get_by_label("A file").set_input_files(shop / "log.jsonl")
        expect(page.locator("textarea")).to_have_value(re.compile("bring my dog"))
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#notice")).to_be_hidden()
        page.get_by_role("link", name="Questions", exact=True).last.click()
        expect(page.locator("#question-title")).to_have_text("3 similar questions without a good answer")
        for width in (390, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            for path in ("/intents", "/intents/Our%20bot/topics"):
                page.goto(client.origin + path)
                check_usable(page, path, width)


def test_two_reviewers_read_how_far_they_agree(browser: Browser, tmp_path: Path) -> None:
    make_workspace(tmp_path)
    (tmp_path / "botassay.toml").write_text("[review]\nreviewers = 2\n")
    rows = [
        {"issue": "AL", "text": "You are a stupid idiot.", "decision": decision, "reason": "<b>a play</b>", "by": name}
        for name, decision in (("ann", "confirmed"), ("bob", "dismissed"))
    ]
    (tmp_path / "runs" / "decisions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with served_workspace(tmp_path) as client:
        for width in (390, 1440):
            with entered(browser, client, width, "dark") as page:
                page.goto(f"{client.origin}/runs/rude/triage")
                expect(page.locator(".agreement")).to_contain_text("Disagreements: 1")
                expect(page.locator(".agreement")).to_contain_text("<b>a play</b>")
                check_usable(page, "/runs/rude/triage", width)
