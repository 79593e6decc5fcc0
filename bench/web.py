"""The web application under load: 50 clients read a large run, beside a constant page from bare aiohttp.

python -m bench.web        prints p50 and p95 in ms, requests per second, processor time and memory of the server
"""

import asyncio
import itertools
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import quantiles
from typing import Final

from aiohttp import ClientSession, TCPConnector, web

from bench.timing import sized
from botassay import RateSettings, rate
from botassay.settings.live import RunSettings

CONVERSATIONS: Final = sized(10_000, 60)
CLIENTS: Final = sized(50, 5)
REQUESTS: Final = sized(2_000, 40)
LINES: Final = ("What is the opening time?", "And on Sundays?", "Thank you, that helps.")


def reply(text: str) -> str:
    """Answer as a shop does; now and then rudely."""
    return "You are a stupid idiot." if len(text) % 41 == 0 else f"We are open from nine to five. You asked: {text}"


def make_run(folder: Path) -> None:
    """Hold many short conversations with a bot in this process."""
    asked = folder / "asked.txt"
    talks = ("\n".join(f"{line} ({number})" for line in LINES) for number in range(CONVERSATIONS))
    asked.write_text("\n\n".join(talks))
    settings = RateSettings(run=RunSettings(ask=asked, seed=1, limit=CONVERSATIONS, concurrency=100))
    rate(reply, settings, issues="CC", out=folder / "runs" / "large")


async def load(address: str, token: str, paths: list[str]) -> list[float]:
    """Return the seconds of each answer, with all clients at work."""
    order = itertools.cycle(paths)
    taken: list[float] = []
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/html"}
    async with ClientSession(connector=TCPConnector(limit=CLIENTS), headers=headers) as session:

        async def client() -> None:
            for _ in range(REQUESTS // CLIENTS):
                path = next(order)
                begun = time.perf_counter()
                async with session.get(f"{address}{path}") as response:
                    body = await response.read()
                    assert response.status == 200, (path, body[:500])
                taken.append(time.perf_counter() - begun)

        await asyncio.gather(*(client() for _ in range(CLIENTS)))
    return taken


async def constant(size: int) -> None:
    """Serve a page of a size with bare aiohttp, until the process ends; print its address."""
    page = b"x" * size

    async def give(request: web.Request) -> web.Response:
        del request
        return web.Response(body=page, content_type="text/html")

    app = web.Application()
    app.router.add_get("/{anything:.*}", give)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}/#t=none", flush=True)
    await asyncio.Event().wait()


def measured(name: str, command: list[str], paths: list[str]) -> float:
    """Load a server in a process of its own, print the figures, and return its p95 in ms."""
    with subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            place, _, token = server.stdout.readline().strip().partition("#t=")
            address = "http://127.0.0.1:" + place.rstrip("/").rpartition(":")[2]
            asyncio.run(load(address, token, paths * CLIENTS))  # once, so that all is loaded
            before = processor(server.pid)
            taken = asyncio.run(load(address, token, paths))
            spent = processor(server.pid) - before
            parts = [part * 1e3 for part in quantiles(taken, n=20)]
            pace = CLIENTS * len(taken) / sum(taken)
            lines = Path(f"/proc/{server.pid}/status").read_text().splitlines()
            memory = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
            figures = f"p50 {parts[9]:6.1f} ms   p95 {parts[18]:6.1f} ms   {pace:6.0f} requests/s"
            print(f"{name:16} {figures}   {spent / len(taken) * 1e3:.2f} ms of processor each   {memory / 1024:.0f} MB")
            return parts[18]
        finally:
            server.terminate()


def processor(process: int) -> float:
    """Return the seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Serve a large run, load it, and compare."""
    if sys.argv[1:2] == ["constant"]:
        with suppress(KeyboardInterrupt):
            asyncio.run(constant(int(sys.argv[2])))
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        make_run(folder)
        measure(folder)


def measure(folder: Path) -> None:
    """Load a server over a run, and bare aiohttp."""
    run = "/runs/large"
    talks = [f"{run}/conversations/own-{number:02d}" for number in (1, 7, 42)]
    paths = [run, f"{run}/conversations", talks[0], run, f"{run}/conversations?after=500", talks[1], run]
    paths += [f"{run}/conversations?q=sundays", run, f"{run}/conversations?after=1000"]
    ours = measured("botassay serve", ["botassay", "serve", str(folder), "--port", "0"], paths)
    theirs = measured("a constant page", ["bench.web", "constant", "40000"], ["/"])
    print(f"ratio of p95: {ours / theirs:.1f}")


if __name__ == "__main__":
    main()
