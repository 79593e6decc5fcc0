"""Runs that go on, wait, were cut off or never rated, issues without evidence, and very many findings, in a browser."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web as server
from playwright.sync_api import Browser, expect

from botassay import RateSettings, rate
from botassay.settings.live import RunSettings
from botassay.settings.serve import ServeSettings
from tests.browser.opening import Colours, needs_chromium
from tests.browser.test_states import SIZES, Served, check
from tests.browser.test_web import entered
from tests.effort import until
from tests.servers import served
from tests.web.conftest import RUDE, polite
from tests.web.serving import Client, served_workspace
from tests.web.test_work import Slow, described

pytestmark = [needs_chromium, pytest.mark.slow]

API = "/api/v1"
MANY = 200
"""Questions, each a conversation with three replies, of the run with very many findings."""


def always_rude(text: str) -> str:
    return f"{RUDE} You said {text[:60]}"


def begun(client: Client, name: str) -> str:
    wanted = {"bot": name, "settings": {"issues": "AL", "limit": 30, "seed": 1}}
    answer = client.post(f"{API}/runs", wanted, Idempotency_Key=name)
    assert answer.status == 202, answer.text
    return str(answer.json()["id"])


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a run that goes on, one that waits for it, one that was cut off, and two that say little."""
    folder, slow = tmp_path_factory.mktemp("waiting"), Slow()
    rate(polite, issues="AL,OP", limit=8, seed=1, out=folder / "runs" / "untested")
    rate(polite, issues="AL", limit=8, seed=1, out=folder / "runs" / "unrated")
    (folder / "runs" / "unrated" / "rating.json").unlink()
    slow.at_once = 40
    with served(server.post("/chat", slow.chat)) as address:
        with served_workspace(folder) as client:
            for name in ("cut", "first", "second"):
                assert client.post(f"{API}/bots", described(name, f"http://{address}/chat")).status == 201
            cut = begun(client, "cut")
            until(lambda: len(slow.messages) > slow.at_once)
            threading.Timer(1, lambda: setattr(slow, "at_once", 10**9)).start()
        slow.at_once = len(slow.messages) + 40
        with served_workspace(folder, ServeSettings(port=0, max_runs=1)) as client:
            first, second = begun(client, "first"), begun(client, "second")
            until(lambda: len(slow.messages) > slow.at_once)
            until(lambda: client.get(f"{API}/runs/{first}/state").json()["done"])
            yield Served(
                client,
                {
                    f"/runs/{first}": "Talking to the bot",
                    f"/runs/{second}": "Waiting for its turn",
                    f"/runs/{cut}": "Interrupted",
                    "/runs/untested": "Not tested",
                    "/runs/unrated": "Trust risk of",
                    "/runs": "waiting for its turn",
                    "/bots/first": "Talking to the bot",
                    "/bots/second": "Waiting for its turn",
                },
            )
            slow.at_once = 10**9


@pytest.mark.parametrize(("width", "colours"), SIZES)
def test_runs_that_are_not_over_fit_and_everybody_can_use_them(
    browser: Browser, waiting: Served, tmp_path: Path, width: int, colours: Colours
) -> None:
    with entered(browser, waiting.client, width, colours) as page:
        assert check(page, waiting, width, tmp_path) == len(waiting.pages)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a run in which nearly every reply is a finding."""
    folder = tmp_path_factory.mktemp("many")
    asked = folder / "asked.txt"
    asked.write_text("\n\n".join(f"Where is shop {n}?\nAnd on Sundays, {n}?\nThank you, {n}." for n in range(MANY)))
    settings = RateSettings(run=RunSettings(ask=asked, seed=1, limit=2 * MANY))
    rate(always_rude, settings, issues="AL", out=folder / "runs" / "many")
    with served_workspace(folder) as client:
        total = client.get(f"{API}/runs/many/findings?issue=AL").json()["total"]
        assert total > 3 * MANY
        yield Served(
            client,
            {
                "/runs/many": "High risk",
                "/runs/many/conversations": "1 to 50 of",
                "/runs/many/conversations?issue=AL&after=50": "51 to 100 of",
                "/runs/many/conversations?q=nowhere": "No conversation fits",
                "/runs/many/triage": " open, ",
                "/runs/many/me": "Abusive language",
            },
        )


@pytest.mark.parametrize(("width", "colours"), SIZES)
def test_very_many_findings_come_in_parts_that_fit(
    browser: Browser, many: Served, tmp_path: Path, width: int, colours: Colours
) -> None:
    with entered(browser, many.client, width, colours) as page:
        assert check(page, many, width, tmp_path) == len(many.pages)
        for path in many.pages:
            assert len(many.client.page(path)) < 500_000, path


def test_a_decision_among_very_many_findings_leads_to_the_next(browser: Browser, many: Served) -> None:
    with entered(browser, many.client) as page:
        page.goto(f"{many.client.origin}/runs/many/triage")
        text = page.locator("article mark").inner_text()
        page.keyboard.press("1")
        expect(page.locator("#triage")).to_contain_text("1 decided")
        assert page.locator("article mark").inner_text() != text
