"""Starting and ending the server: its address, its token, its lock."""

import asyncio
import getpass
import hmac
import signal
import webbrowser
from base64 import b32encode, urlsafe_b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from logging import getLogger
from pathlib import Path

import msgspec

from botassay.core import exit_codes
from botassay.core.errors import InputError
from botassay.core.evidence import Finding
from botassay.core.results import Rating, Report
from botassay.http.addresses import NETS
from botassay.http.description import Description
from botassay.settings.serve import ServeSettings
from botassay.web.bot_shelf import BotShelf
from botassay.web.guard import WebGuard
from botassay.web.http import WebServer, listening
from botassay.web.intent_rounds import StoredRound
from botassay.web.messages import WebRole
from botassay.web.routes import ROUTES
from botassay.web.routing import Router
from botassay.web.tokens import TokenRow, WebSessions, digest, read_tokens
from botassay.web.workspace import Workspace

LOG = getLogger("botassay")


@dataclass(frozen=True, slots=True)
class Address:
    """Where the application is.

    Args:
        url: without the token.
        token: that of the owner on this machine; None where a file of tokens says who may enter.
    """

    url: str
    token: str | None

    @property
    def entrance(self) -> str:
        """The address to open: a browser does not send what stands behind the `#`."""
        return self.url if self.token is None else f"{self.url}#t={self.token}"


def login_name() -> str:
    """Return the name of whoever started the server."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without an entry
        return "owner"


@asynccontextmanager
async def serving(folder: Path, settings: ServeSettings | None = None) -> AsyncIterator[Address]:
    """Serve a workspace, and give its address.

    Args:
        folder: the workspace.
        settings: how.

    Raises: InputError for a missing folder; OutputError for a port that is taken, and while another server has the
        folder; what `read_tokens` raises.
    """
    chosen = settings or ServeSettings()
    if not folder.is_dir():  # noqa: ASYNC240 - before anything is served
        raise InputError("E174 there is no such folder", str(folder), "name the folder with your runs")
    workspace = Workspace(folder, login_name(), max_runs=chosen.max_runs, env=chosen.env, allow_code=chosen.allow_code)
    workspace.part(BotShelf)
    workspace.lock()
    nets_before, NETS.allowed = NETS.allowed, chosen.nets
    try:
        prepare_types()
        secret = workspace.secret()
        token = None if chosen.token_file else urlsafe_b64encode(_derived(secret, "token")).decode().rstrip("=")
        owner = TokenRow(workspace.owner, WebRole.OWNER.name.lower(), digest(token or ""))
        rows = read_tokens(chosen.token_file) if chosen.token_file else (owner,)
        sessions = WebSessions(rows, _derived(secret, "cookie"), chosen.read_only)
        workspace.parts[WebSessions] = sessions
        label = b32encode(_derived(secret, "label"))[:16].decode().lower()
        guard = WebGuard(set(), sessions)
        server = WebServer(guard, Router(ROUTES), workspace)
        async with listening(server, (chosen.host,) if chosen.host else ("127.0.0.1", "::1"), chosen.port) as port:
            guard.origins.update(origins_of(label, port, chosen))
            url = chosen.public_origin or f"http://{label}.localhost:{port}"
            yield Address(f"{url}/", token)
    finally:
        NETS.allowed = nets_before
        for part in workspace.parts.values():
            if hasattr(part, "close"):
                await part.close()
        workspace.close()


def prepare_types() -> None:
    """Let msgspec look into all types that are read, before threads do.

    Two threads that do so for the same dataclass at the same time, for the first time, can crash the interpreter.
    """
    bodies = [route.takes for route in ROUTES if route.takes is not None]
    for kind in (Rating, Report, tuple[str, tuple[Finding, ...]], Description, StoredRound, *bodies):
        msgspec.json.Decoder(kind)


def origins_of(label: str, port: int, settings: ServeSettings) -> set[str]:
    """Return the origins of our pages: the public one, or those of this machine."""
    if settings.public_origin:
        return {settings.public_origin}
    return {f"http://{host}:{port}" for host in (f"{label}.localhost", "localhost", "127.0.0.1", "[::1]")}


def _derived(secret: bytes, purpose: str) -> bytes:
    return hmac.new(secret, purpose.encode(), sha256).digest()


def serve(folder: Path, settings: ServeSettings | None = None, announce: Callable[[str], None] = print) -> int:
    """Serve a workspace until Ctrl-C or SIGTERM, and return the exit code.

    Args:
        folder: the workspace.
        settings: how.
        announce: is given the address.

    Raises: as `serving`.
    """
    chosen = settings or ServeSettings()
    return asyncio.run(_serve(folder, chosen, announce))


async def _serve(folder: Path, settings: ServeSettings, announce: Callable[[str], None]) -> int:
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    codes = {signal.SIGINT: exit_codes.INTERRUPTED, signal.SIGTERM: exit_codes.TERMINATED}
    for number, code in codes.items():
        with suppress(NotImplementedError, RuntimeError):  # no such thing on Windows
            asyncio.get_running_loop().add_signal_handler(number, _end, ended, code)
    async with serving(folder, settings) as address:
        announce(address.entrance)
        if settings.open:
            webbrowser.open(address.entrance)
        return await ended


def _end(ended: "asyncio.Future[int]", code: int) -> None:
    if not ended.done():
        ended.set_result(code)
