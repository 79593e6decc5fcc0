"""A real server for tests, in a thread of its own, and a client that says exactly what it sends."""

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from botassay.settings.serve import ServeSettings
from botassay.web.serving import Address, serving


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Client:
    """Sends requests to a server, with a token unless another header says who asks."""

    url: str
    token: str | None
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return self.url.rstrip("/")

    def ask(self, method: str, path: str, body: bytes | str = b"", **headers: str) -> Answer:
        place = urlsplit(self.url)
        connection = http.client.HTTPConnection("127.0.0.1", place.port or 80, timeout=60)
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Host": place.netloc, **bearer, **self.headers, **given}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        data = body.encode() if isinstance(body, str) else body
        for name, value in sent.items():
            if value:
                connection.putheader(name, value)
        if data or method in ("POST", "PUT"):
            connection.putheader("Content-Length", str(len(data)))
        connection.endheaders(data)
        response = connection.getresponse()
        answer = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        connection.close()
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def page(self, path: str) -> str:
        answer = self.get(path, Accept="text/html")
        assert answer.status == 200, (path, answer.status, answer.text[:2000])
        return answer.text

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        return self.ask("POST", path, json.dumps(body), **{"Content-Type": "application/json", **headers})

    def form(self, path: str, **fields: str) -> Answer:
        """Send a form as a browser does: with the cookie of a session, from a page of the server."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.entered().ask("POST", path, urlencode(fields), Origin=self.origin, **kind)

    def entered(self) -> "Client":
        """Return the client of a browser that entered the token."""
        if self.token is None:
            return self
        own = Client(self.url, None)
        answer = own.ask(
            "POST", "/session", json.dumps({"token": self.token}), Origin=self.origin,
            **{"Content-Type": "application/json"},
        )  # fmt: skip
        assert answer.status == 204, answer.text
        return Client(self.url, None, {"Cookie": answer.headers["set-cookie"].partition(";")[0]})


@contextmanager
def served_workspace(folder: Path, settings: ServeSettings | None = None, token: str | None = None) -> Iterator[Client]:
    """Serve a workspace on a free port; give a client of its owner."""
    started, held = threading.Event(), dict[str, Any]()
    chosen = settings or ServeSettings(port=0)

    async def serve() -> None:
        held["stop"], held["loop"] = asyncio.Event(), asyncio.get_running_loop()
        async with serving(folder, chosen) as address:
            held["address"] = address
            started.set()
            await held["stop"].wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        except Exception as error:  # noqa: BLE001 - the test sees it
            held["error"] = error
            started.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert started.wait(60)
    if "error" in held:
        raise held["error"]
    address: Address = held["address"]
    try:
        yield Client(address.url, token or address.token)
    finally:
        held["loop"].call_soon_threadsafe(held["stop"].set)
        thread.join(60)


class Elements(HTMLParser):
    """Lists the elements of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
