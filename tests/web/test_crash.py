"""A server that is killed in the middle of a run: nothing that was finished is lost, or held again."""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web as server

from botassay import load
from botassay.core import exit_codes
from botassay.runs.journal import store
from tests.effort import until
from tests.servers import served
from tests.web.serving import Client
from tests.web.test_work import API, Slow, begin, described, state

pytestmark = pytest.mark.process
SIZE = 12


@contextmanager
def process(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", Client]]:
    """Serve a workspace in a process of its own."""
    command = [sys.executable, "-m", "botassay", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            url, _, token = running.stdout.readline().strip().partition("#t=")
            yield running, Client(url, token)
        finally:
            running.kill()


def scores(run: Path) -> Any:
    """What a rating says, without what differs from run to run: digests and times."""
    rating = load(run).ratings[0]
    return rating.level, rating.bounds, rating.flags, rating.scores, rating.findings


@pytest.mark.parametrize("killed_after", [1, 9, 20])
def test_a_run_whose_server_was_killed_is_resumed_and_rated_as_if_undisturbed(
    tmp_path: Path, killed_after: int
) -> None:
    bot = Slow()
    with served(server.post("/chat", bot.chat)) as address:
        url = f"http://{address}/chat"
        bot.at_once = killed_after
        (tmp_path / "killed").mkdir()
        with process(tmp_path / "killed") as (
            running,
            client,
        ):
            client.post(f"{API}/bots", described("shop", url))
            run = begin(client, key="crash", limit=SIZE, issues="AL,CC")["id"]
            until(lambda: len(bot.messages) > killed_after)
            os.kill(running.pid, signal.SIGKILL)
            running.wait()
        bot.at_once = 10**9
        finished = held(tmp_path / "killed" / "runs" / run)
        with process(tmp_path / "killed") as (running, client):
            assert client.get(f"{API}/runs/{run}").json()["state"] == "interrupted"
            again = client.post(
                f"{API}/runs", {"bot": "shop", "settings": {"issues": "AL,CC", "limit": SIZE, "seed": 1}},
                **{"Idempotency-Key": "crash"},
            )  # fmt: skip
            assert again.json()["id"] == run
            assert client.post(f"{API}/runs/{run}/resume", {}).status == 202
            until(lambda: state(client, run) == "done")
            whole = client.get(f"{API}/runs/{run}").json()
            assert (whole["held"], whole["state"]) == (SIZE, "rated")
        (tmp_path / "calm").mkdir()
        with process(tmp_path / "calm") as (_, client):
            client.post(f"{API}/bots", described("shop", url))
            calm = begin(client, limit=SIZE, issues="AL,CC")["id"]
            until(lambda: state(client, calm) == "done")
    after = held(tmp_path / "killed" / "runs" / run)
    assert set(after.values()) == {1}
    assert finished.keys() <= after.keys()
    assert len(after) == SIZE
    assert scores(tmp_path / "killed" / "runs" / run) == scores(tmp_path / "calm" / "runs" / calm)


def held(run: Path) -> Counter[str]:
    """How often each conversation was held to its end."""
    with closing(store.look_into(run / store.FILE)) as connection:
        return Counter(name for (name,) in connection.execute("SELECT conversation FROM attempts WHERE state = 'held'"))


def test_a_second_server_on_a_workspace_ends_with_73(tmp_path: Path) -> None:
    with process(tmp_path) as (_, client):
        assert client.get("/api/v1/runs").status == 200
        second = subprocess.run(
            [sys.executable, "-m", "botassay", "serve", str(tmp_path), "--port", "0"],
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert (second.returncode, exit_codes.OUTPUT) == (73, 73)
    assert re.search("another botassay serve", second.stderr)


def test_a_second_tab_and_a_reload_see_the_run_that_goes_on(tmp_path: Path) -> None:
    bot = Slow()
    bot.at_once = 4
    with served(server.post("/chat", bot.chat)) as address, process(tmp_path) as (_, client):
        client.post(f"{API}/bots", described("shop", f"http://{address}/chat"))
        run = begin(client, limit=6)["id"]
        tabs = [client.entered(), client.entered()]
        for tab in (*tabs, tabs[0]):
            assert "Talking to the bot" in tab.page(f"/runs/{run}")
        assert client.post(f"{API}/runs/{run}/resume", {}).status == 409
        bot.at_once = 10**9
        until(lambda: state(client, run) == "done")
        assert {tab.page(f"/runs/{run}") for tab in tabs} == {tabs[0].page(f"/runs/{run}")}
        assert client.get(f"{API}/runs").json()["total"] == 1
