"""Pages in the states that the others seldom show: empty, paused, failed, without a verdict, two who disagree."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web as server
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from botassay import rate
from tests.browser.opening import Colours, needs_chromium
from tests.browser.test_web import entered
from tests.effort import until
from tests.servers import served
from tests.web.conftest import RUDE, make_workspace, polite
from tests.web.serving import Client, served_workspace

pytestmark = [needs_chromium, pytest.mark.slow]

API = "/api/v1"
SIZES: tuple[tuple[int, Colours], ...] = (
    (390, "dark"),
    (390, "light"),
    (820, "light"),
    (1440, "light"),
    (1440, "dark"),
)
CUT = """[...document.querySelectorAll('.bar *, .tabs *, .contents *, main table *')].filter(e =>
    !e.closest('svg') && e.offsetParent && !e.closest('.unseen, caption') &&
    (e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)).map(e => e.outerHTML)"""


@dataclass(frozen=True)
class Served:
    """A server, and the pages of it that are looked at, with what each has to say."""

    client: Client
    pages: dict[str, str]


async def stays_silent(request: server.Request) -> server.Response:
    del request
    return server.json_response({"error": "out of order"}, status=500)


async def answers(request: server.Request) -> server.Response:
    await request.read()
    return server.json_response({"reply": "Fine, thank you."})


def held(client: Client, bot: str, key: str, action: str = "") -> str:
    """Begin a run, do something to it, and return its id when it no longer goes on."""
    wanted = {"bot": bot, "settings": {"issues": "AL", "limit": 40, "seed": 1}}
    begun = client.post(f"{API}/runs", wanted, Idempotency_Key=key)
    assert begun.status == 202, begun.text
    run = str(begun.json()["id"])

    def state() -> str:
        return str(client.get(f"{API}/runs/{run}/state").json()["state"])

    if action:
        until(lambda: state() == "running" and client.post(f"{API}/runs/{run}/{action}", {}).status == 202)
    until(lambda: state() in ("paused", "failed", "stopped", "done"))
    return run


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("states")
    make_workspace(folder)
    rate(polite, issues="AL,CC,SG", limit=3, seed=1, out=folder / "runs" / "little")
    (folder / "botassay.toml").write_text("[review]\nreviewers = 2\n")
    rows = [
        {"issue": "AL", "text": RUDE, "decision": decision, "reason": "as read", "by": by, "at": "2026-11-01T10:00:00Z"}
        for decision, by in (("confirmed", "ann"), ("dismissed", "bob"))
    ]
    (folder / "runs" / "decisions.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    with served(server.post("/dead", stays_silent), server.post("/chat", answers)) as address:
        for name in ("dead", "chat"):
            url = f'url = "http://{address}/{name}"\n'
            more = 'body = \'{"m": "{{message}}"}\'\n[reply]\ntext = "$.reply"\n'
            (folder / "bots" / f"{name}.toml").write_text(url + more)
        with served_workspace(folder) as client:
            paused, failed = held(client, "chat", "1", "pause"), held(client, "dead", "2")
            yield Served(
                client,
                {
                    f"/runs/{paused}": "Every reply is saved",
                    f"/runs/{failed}": "Back to the bot",
                    "/runs/little": "undetermined",
                    "/runs/rude/triage": "Disagreements: 1",
                    "/runs": "paused",
                    "/bots/dead": "1. Try it",
                    "/bots/odd": "alert(1)",
                    "/runs?bot=nobody": "No run fits",
                    "/runs/polite/triage": "Nothing was found",
                },
            )


@pytest.fixture(scope="module")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served_workspace(tmp_path_factory.mktemp("nothing")) as client:
        yield Served(
            client,
            {
                "/runs": "No bot has been tested here yet",
                "/bots": "Test your bot",
                "/live": "eliza",
                "/compare": "",
                "/intents": "",
                "/trend": "",
            },
        )


def check(page: Page, given: Served, width: int, folder: Path) -> int:
    for number, (path, text) in enumerate(given.pages.items()):
        page.goto(given.client.origin + path)
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        page.screenshot(path=folder / f"{number}.png", full_page=True)
        assert text in page.locator("main").inner_text(), path
        assert page.locator("h1").count() == 1, path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate(CUT) == [], path
        found = Axe().run(page).response["violations"]
        assert [(path, each["id"], each["nodes"][0]["html"]) for each in found] == []
    return len(given.pages)


@pytest.mark.parametrize(("width", "colours"), SIZES)
def test_rare_states_fit_and_everybody_can_use_them(
    browser: Browser, states: Served, tmp_path: Path, width: int, colours: Colours
) -> None:
    with entered(browser, states.client, width, colours) as page:
        assert check(page, states, width, tmp_path) == 9


@pytest.mark.parametrize(("width", "colours"), SIZES)
def test_empty_pages_say_what_to_do(
    browser: Browser, nothing: Served, tmp_path: Path, width: int, colours: Colours
) -> None:
    with entered(browser, nothing.client, width, colours) as page:
        assert check(page, nothing, width, tmp_path) == 6
