"""The HTTP server, and the only module that knows it: lets requests in, finds their route, sends the answer."""

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from logging import getLogger
from typing import Any, Final
from urllib.parse import unquote

from aiohttp import web

from botassay.core.errors import BotassayError, ConfigurationError, OutputError
from botassay.web.drawing import draw
from botassay.web.guard import HEADERS, NOBODY, WebGuard
from botassay.web.messages import HTML, Visitor, WebAnswer, WebRequest, WebRole
from botassay.web.problems import PROBLEM, WebProblem
from botassay.web.routing import API, Route, Router
from botassay.web.workspace import Workspace

LOG = getLogger("botassay")

UNKNOWN_VISITOR: Final = "A token is needed."
LONGEST: Final = 2**20
"""Bytes of a body."""
MOST: Final = 200
"""Connections at a time."""
PATIENCE: Final = 10.0
"""Seconds for the headers of a request, and for those who still wait when the server ends."""


WebHandler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class WebServer:
    """Answers requests.

    Args:
        guard: lets them in.
        router: finds their routes.
        workspace: what handlers are given.
    """

    guard: WebGuard
    router: Router
    workspace: Workspace

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a request; whatever goes wrong is a document or a page."""
        headers = {name.lower(): value for name, value in request.headers.items()}
        visitor = NOBODY
        try:
            self.guard.check_host(headers)
            visitor = self.guard.visitor(request.method, headers)
            answered = await self._handled(request, headers, visitor)
        except WebProblem as problem:
            answered = failed(problem, request.path, headers, visitor)
        except web.HTTPRequestEntityTooLarge:
            answered = failed(
                WebProblem(413, f"The body has more than {LONGEST} bytes."), request.path, headers, visitor
            )
        except BotassayError as error:
            answered = failed(WebProblem.of(error), request.path, headers, visitor)
        except ConnectionError:
            raise
        except Exception:
            LOG.exception("%s %s failed", request.method, request.path)
            answered = failed(
                WebProblem(500, "An internal error; the log of the server has more."), request.path, headers, visitor
            )
        return await _sent(request, answered)

    async def _handled(self, request: web.BaseRequest, headers: Mapping[str, str], visitor: Visitor) -> WebAnswer:
        path = request.rel_url.raw_path
        segments = tuple(unquote(part) for part in path.strip("/").split("/")) if path.strip("/") else ()
        route, params = self.router.route(request.method, segments)
        check_role(route, visitor)
        asked = WebRequest(
            method=request.method,
            segments=segments,
            query=dict(request.rel_url.query),
            headers=headers,
            body=await request.read(),
            visitor=visitor,
            params=params,
            raw_query=request.rel_url.raw_query_string,
        )
        given = await route.handler(asked, self.workspace)
        return given if isinstance(given, WebAnswer) else WebAnswer.document(given, route.status)


def check_role(route: Route, visitor: Visitor) -> None:
    """Refuse a visitor who may not use a route.

    Raises: WebProblem 401, 403.
    """
    if visitor.role >= route.role:
        return
    if visitor.role is WebRole.NOBODY:
        hint = "Open the address that botassay serve printed, or send the token: Authorization: Bearer TOKEN."
        raise WebProblem(401, UNKNOWN_VISITOR, hint, headers={"WWW-Authenticate": "Bearer"})
    raise WebProblem(
        403, f"This takes the role {route.role.name.lower()}.", f"{visitor.name} is {visitor.role.name.lower()}."
    )


def failed(problem: WebProblem, path: str, headers: Mapping[str, str], visitor: Visitor) -> WebAnswer:
    """Return the answer to a request that failed: a page for browsers, a document for all others."""
    wants_page = HTML.partition(";")[0] in headers.get("accept", "") and not path.startswith(API)
    if wants_page and problem.status != 421:  # noqa: PLR2004 - another host's page is none of ours
        if problem.status == 401:  # noqa: PLR2004 - no token, or a wrong one
            refused = "" if problem.detail == UNKNOWN_VISITOR else problem.detail
            page = draw("login.html", visitor, title=problem.title, here="", refused=refused)
        else:
            page = draw("problem.html", visitor, problem=problem, title=problem.title, here="")
        return replace(page, status=problem.status, headers=problem.headers)
    answered = WebAnswer.document(problem.document, problem.status, problem.headers)
    return replace(answered, kind=PROBLEM)


async def _sent(request: web.BaseRequest, answered: WebAnswer) -> web.StreamResponse:
    headers = {**HEADERS, **answered.headers, "Content-Type": answered.kind}
    if isinstance(answered.body, bytes):
        return web.Response(body=answered.body, status=answered.status, headers=headers)
    stream = web.StreamResponse(status=answered.status, headers=headers)
    await stream.prepare(request)
    with suppress(ConnectionError, asyncio.CancelledError):
        async for part in answered.body:
            await stream.write(part)
        await stream.write_eof()
    return stream


class Connection(web.RequestHandler):
    """A connection that is closed where the headers of a request do not come in time."""

    __slots__ = ("_answering", "_awaited", "_open", "_patience")

    def __init__(self, server: web.Server, opened: set[asyncio.Protocol], patience: float, **options: Any) -> None:
        super().__init__(server, **options)
        self._open = opened
        self._patience = patience
        self._awaited: asyncio.TimerHandle | None = None
        self._answering = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._await()

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request; one that begins has to be complete in time."""
        if self._awaited is None and not self._answering:
            self._await()
        super().data_received(data)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Wait no longer."""
        self._open.discard(self)
        self.complete(answering=False)
        super().connection_lost(exc)

    def complete(self, *, answering: bool) -> None:
        """Note that the headers of a request are there, and whether it is being answered."""
        self._answering = answering
        if self._awaited is not None:
            self._awaited.cancel()
            self._awaited = None

    def _await(self) -> None:
        self._awaited = asyncio.get_running_loop().call_later(self._patience, self.force_close)


class Refusal(asyncio.Protocol):
    """A connection beyond those that are served: it is told so, and closed."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Answer with 503 whatever is asked."""
        if isinstance(transport, asyncio.WriteTransport):
            transport.write(
                b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            transport.close()


class LimitedServer(web.Server):
    """Serves so many connections at a time, and no slow ones.

    Args:
        handler: answers requests.
        most: connections at a time.
        patience: seconds for the headers of a request.
    """

    def __init__(self, handler: WebHandler, most: int = MOST, patience: float = PATIENCE) -> None:
        super().__init__(self._answer)
        self._handler = handler
        self._most = most
        self._patience = patience
        self._open: set[asyncio.Protocol] = set()
        """Connections that were let in; some of them are still being set up."""

    def __call__(self) -> Any:
        """Return what serves a new connection."""
        if len(self._open) >= self._most:
            return Refusal()
        loop = asyncio.get_running_loop()
        opened = Connection(self, self._open, self._patience, loop=loop, access_log=None, keepalive_timeout=75)
        self._open.add(opened)
        return opened

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a request whose headers are there."""
        connection = request.protocol
        assert isinstance(connection, Connection)  # noqa: S101 - it came over one
        connection.complete(answering=True)
        try:
            answered: web.StreamResponse = await self._handler(request)
            return answered
        finally:
            connection.complete(answering=False)


@asynccontextmanager
async def listening(server: WebServer, hosts: tuple[str, ...], port: int) -> AsyncIterator[int]:
    """Listen on a port of some addresses, and give the port.

    Raises: ConfigurationError for what is no address of this machine; OutputError for a port that is not free.
    """
    runner = web.ServerRunner(LimitedServer(server.answer), handle_signals=False, shutdown_timeout=PATIENCE / 2)
    await runner.setup()
    try:
        for number, host in enumerate(hosts):
            try:
                await web.TCPSite(runner, host, port, backlog=MOST).start()
            except OSError as error:
                if number:  # a machine without IPv6
                    continue
                if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                    here = "this machine has no such address; name one of its own, such as 127.0.0.1"
                    raise ConfigurationError(f"--host {host} cannot be listened on", hint=here) from error
                hint = "choose another one with --port; 0 takes a free one"
                raise OutputError(f"port {port} is not available: {error.strerror or error}", None, hint) from error
            port = port or runner.addresses[0][1]
        yield port
    finally:
        await runner.cleanup()
