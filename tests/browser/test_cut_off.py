"""A connection that drops, and a server that is killed: pages say so and go on, and nothing is lost."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web as server
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.opening import needs_chromium
from tests.servers import served
from tests.web.conftest import make_workspace

pytestmark = [needs_chromium, pytest.mark.slow]


@dataclass
class Server:
    """`botassay serve` in a process of its own, which can be killed and started again at the same address."""

    folder: Path
    port: int
    process: subprocess.Popen[str] | None = None
    address: str = ""

    def start(self) -> None:
        command = [sys.executable, "-m", "botassay", "serve", str(self.folder), "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def origin(self) -> str:
        return self.address.partition("/#")[0]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    running = Server(tmp_path, port)
    yield running
    if running.process is not None and running.process.poll() is None:
        running.kill()


def enter(context: BrowserContext, own: Server) -> Page:
    page = context.new_page()
    page.goto(own.address)
    page.wait_for_url("**/runs")
    expect(page.locator("h1")).to_have_text("Runs")
    return page


def test_a_decision_is_not_lost_when_the_server_is_gone(browser: Browser, own: Server) -> None:
    make_workspace(own.folder)
    own.start()
    with browser.new_context() as context:
        page = enter(context, own)
        page.goto(f"{own.origin}/runs/rude/triage")
        own.kill()
        page.keyboard.press("2")
        page.keyboard.type("a part in a play")
        page.keyboard.press("Enter")
        expect(page.locator("#offline")).to_be_visible()
        assert page.locator("#reason").input_value() == "a part in a play"
        expect(page.locator("#triage")).to_contain_text("0 decided")
        own.start()
        page.locator("#reason").press("Enter")
        expect(page.locator("#triage")).to_contain_text("1 decided")
        expect(page.locator("#offline")).to_be_hidden()
        other = context.new_page()
        other.goto(f"{own.origin}/runs/rude/triage")
        expect(other.locator("#triage")).to_contain_text("1 decided")
    rows = [json.loads(row) for row in (own.folder / "runs" / "decisions.jsonl").read_text().splitlines()]
    assert [(row["decision"], row["reason"]) for row in rows] == [("dismissed", "a part in a play")]


def test_a_page_goes_on_when_its_connection_is_back(browser: Browser, own: Server) -> None:
    make_workspace(own.folder)
    own.start()
    with browser.new_context() as context:
        page = enter(context, own)
        page.goto(f"{own.origin}/runs/rude/triage")
        context.set_offline(True)
        page.keyboard.press("1")
        expect(page.locator("#offline")).to_be_visible()
        context.set_offline(False)
        expect(page.locator("#offline")).to_be_hidden(timeout=20_000)
        page.keyboard.press("1")
        expect(page.locator("#triage")).to_contain_text("1 decided")
    assert len((own.folder / "runs" / "decisions.jsonl").read_text().splitlines()) == 1


def test_a_watched_run_outlives_its_server(browser: Browser, own: Server) -> None:
    asked: list[str] = []
    hold = asyncio.Event()

    async def chat(request: server.Request) -> server.Response:
        asked.append((await request.json())["message"])
        if len(asked) > 8 and not hold.is_set():
            await hold.wait()
        return server.json_response({"reply": "Fine, thank you."})

    with served(server.post("/chat", chat)) as address, browser.new_context() as context:
        (own.folder / "bots").mkdir()
        text = (
            f'url = "http://{address}/chat"\nbody = \'{{"message": "{{{{message}}}}"}}\'\n[reply]\ntext = "$.reply"\n'
        )
        (own.folder / "bots" / "shop.toml").write_text(text)
        own.start()
        page = enter(context, own)
        page.goto(f"{own.origin}/bots/shop")
        page.get_by_text("More", exact=True).click()
        page.get_by_label("Issues").fill("AL")
        page.get_by_label("Limit").fill("6")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#job")).to_contain_text("Talking to the bot", timeout=60_000)
        second = context.new_page()
        second.goto(page.url)
        expect(second.locator("#job")).to_contain_text("Talking to the bot")
        page.bring_to_front()
        while len(asked) <= 8:
            page.wait_for_timeout(50)
        own.kill()
        expect(page.locator("#offline")).to_be_visible(timeout=20_000)
        hold.set()
        own.start()
        expect(page.locator("#offline")).to_be_hidden(timeout=30_000)
        expect(page.locator("#job")).to_contain_text("Interrupted")
        page.get_by_role("button", name="Resume").click()
        expect(page.locator("#verdict")).to_contain_text("Trust risk of", timeout=120_000)
        second.bring_to_front()
        expect(second.locator("#verdict")).to_contain_text("Trust risk of")
    assert len([*(own.folder / "runs").glob("*/rating.json")]) == 1
