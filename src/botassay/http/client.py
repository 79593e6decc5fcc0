"""The HTTP client: every answer has limits of time and size, and every failure a cause."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError
from types import TracebackType
from typing import Any, Final, NoReturn, Self, TypeVar

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection
from yarl import URL

from botassay.core.errors import BotError, UsageError
from botassay.http.addresses import AddressPolicy, Resolver
from botassay.http.failures import of_exception, of_status
from botassay.http.limits import Answer, Limits, Request
from botassay.http.pace import Pace, host_time, retry_after
from botassay.http.redirects import HOPS, next_request
from botassay.http.retry import KEY_HEADER, RetryPolicy, RunContext
from botassay.http.secrets import EVIDENCE, Secrets
from botassay.http.sse import Events, is_stream
from botassay.http.user_agent import identification

Result = TypeVar("Result")

LEAVING: Final = 0.05
"""Seconds that a connection may take to end after the stream on it has."""
COOKIES: Final = 50
COOKIE_BYTES: Final = 8 * 1024


@dataclass(frozen=True, slots=True)
class Client:
    """Opens conversations over HTTP: each has its own connection, each user one cookie jar.

    Proxies from environment variables are ignored, redirects to another origin are not followed, and compressed
    replies are not unpacked.
    """

    limits: Limits = field(default_factory=Limits)
    pace: Pace = field(default_factory=Pace)
    secrets: Secrets = field(default_factory=Secrets)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    tls: ssl.SSLContext | None = field(default=None, repr=False)
    """The trusted certificates; None: those of this machine."""
    follow: bool = False
    """Follow redirects within the same origin."""
    streams: bool = False
    """Read answers that come as server-sent events."""
    gate: AddressPolicy = field(default_factory=AddressPolicy, repr=False)
    resolver: AbstractResolver | None = field(default=None, repr=False)
    """The resolver of names; None: this machine's."""
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    identified: Mapping[str, str] = field(default_factory=identification)
    """The headers that say who asks; see `identification`."""
    _jars: dict[str, "Jar"] = field(default_factory=dict, repr=False)

    def line(self, user: str, run: RunContext | None = None) -> "ConversationClient":
        """Return a line for one conversation of a user, perhaps within a run; `async with` opens it."""
        return ConversationClient(self, user, run)

    def jar(self, user: str) -> "Jar":
        """Return the cookies of a user."""
        jar = self._jars.get(user)
        if jar is None:
            jar = self._jars[user] = Jar(unsafe=True, quote_cookie=False)  # unsafe: also for addresses without a name
        return jar

    def sent_headers(self) -> dict[str, str]:
        """Return the headers of every request; `headers` in `bot.toml` cannot change User-Agent and Accept-Encoding."""
        return with_headers(self.identified, self.headers)


def with_headers(identified: Mapping[str, str], headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of a description with those that say who asks.

    >>> with_headers({"User-Agent": "a", "Accept": "*/*"}, {"user-agent": "b", "accept": "text/plain"})
    {'User-Agent': 'a', 'accept': 'text/plain', 'Accept-Encoding': 'identity'}
    """
    fixed = {"user-agent", "accept-encoding"}
    own = {name: value for name, value in headers.items() if name.lower() not in fixed}
    named = {name.lower() for name in own}
    usual = {name: value for name, value in identified.items() if name.lower() not in named}
    return {**usual, **own, "Accept-Encoding": "identity"}


class Jar(aiohttp.CookieJar):
    """Cookies of one user, few and small: what does not fit is not kept."""

    def update_cookies_from_headers(self, headers: list[str], response_url: URL) -> None:  # type: ignore[override]
        """Keep the cookies of an answer, as far as there is room."""
        for header in headers:
            if self._has_room(header):
                try:
                    super().update_cookies_from_headers([header], response_url)
                except (CookieError, ValueError):  # not a cookie
                    continue

    def _has_room(self, header: str) -> bool:
        pair = header.partition(";")[0]
        name = pair.partition("=")[0].strip()
        others = [len(cookie.key) + len(cookie.value) for cookie in self if cookie.key != name]
        return len(others) < COOKIES and sum(others) + len(pair) <= COOKIE_BYTES


class _Connector(aiohttp.TCPConnector):
    """Keeps one connection, and reuses it only if nothing arrived on it unasked."""

    reused = False
    handshake = 10.0
    """Seconds that a connection may take to become safe."""

    async def _get(self, key: object, traces: list[object]) -> Connection | None:  # type: ignore[override]
        connection = await super()._get(key, traces)  # type: ignore[arg-type]
        protocol = connection.protocol if connection else None
        if connection and isinstance(protocol, ResponseHandler) and protocol.should_close:
            connection.close()
            connection = None
        self.reused = connection is not None
        return connection

    async def _wrap_create_connection(self, *args: Any, **kwargs: Any) -> tuple[asyncio.Transport, ResponseHandler]:
        if kwargs.get("ssl"):
            kwargs["ssl_handshake_timeout"] = self.handshake
        return await super()._wrap_create_connection(*args, **kwargs)


class ConversationClient:
    """A connection, kept for one conversation."""

    middlewares: tuple[aiohttp.ClientMiddlewareType, ...] = ()

    def __init__(self, client: Client, user: str, run: RunContext | None = None) -> None:
        self.client = client
        self._user = user
        self._run = run
        self._session: aiohttp.ClientSession | None = None
        self._connector: _Connector | None = None

    async def __aenter__(self) -> Self:
        client, limits = self.client, self.client.limits
        connect = min(limits.connect, 0.9 * limits.turn)  # to tell a missing connection from a missing answer
        self._connector = _Connector(
            limit=0,
            resolver=Resolver(client.gate, client.resolver),
            ssl=client.tls or True,
            ttl_dns_cache=None,
            happy_eyeballs_delay=None,
            keepalive_timeout=300,
        )
        self._connector.handshake = 0.8 * connect  # to tell one from the other
        self._session = aiohttp.ClientSession(
            connector=self._connector,
            cookie_jar=client.jar(self._user),
            timeout=aiohttp.ClientTimeout(total=None, connect=connect),
            auto_decompress=False,
            max_line_size=limits.header,
            max_field_size=limits.header,
            max_headers=limits.headers,
            headers=client.sent_headers(),
            middlewares=self.middlewares,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        session, self._session = self._session, None
        if session:
            await session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        """The HTTP session.

        Raises: UsageError when the line is closed.
        """
        if self._session is None:
            raise UsageError("the conversation is over", hint="open a new conversation")
        return self._session

    async def ask(self, request: Request, read: Callable[[Answer], Result]) -> Result:
        """Send a request, and read the answer; what surely did not reach the bot is sent again.

        Args:
            request: what to send.
            read: makes something of an answer, or raises a BotError.

        Raises: BotError, without secrets.
        """
        host, pace = URL(request.url).host or "", self.client.pace
        attempt = 0
        while True:
            attempt += 1
            try:
                async with pace.turn(host):
                    return read(await self._once(request))
            except BotError as error:
                failure = self.client.secrets.clean(error)
            self.give_up_or_wait(failure, host, attempt)

    def give_up_or_wait(self, failure: BotError, host: str, attempt: int) -> None:
        """Leave the host alone for a while before the next attempt, or raise the failure."""
        pace, policy, wait = self.client.pace, self.client.retry, failure.wait
        if wait is not None:
            pace.hold(host, min(wait, policy.longest_retry_after))
        repeatable = failure.again and attempt < policy.attempts and (wait or 0) <= policy.longest_retry_after
        if not repeatable or (self._run is not None and not self._run.may_repeat()):
            raise failure from None
        if failure.kind == "reset":  # a connection that was closed while idle: a new one will do
            return
        if wait is None:
            pace.hold(host, policy.backoff(attempt, pace.random))

    async def _once(self, request: Request) -> Answer:
        received = bytearray()
        try:
            async with asyncio.timeout(self.client.limits.turn):
                answer = await self._followed(request, received)
        except BotError:  # is an OSError, too
            raise
        except aiohttp.ConnectionTimeoutError as error:
            raise of_exception(error, reused=False, begun=False) from None
        except TimeoutError:
            what = f"no complete reply within {self.client.limits.turn:g} s"
            raise BotError("timeout", what, evidence=shown(received)) from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            self._failed(error, received)
        self._refuse_status(answer)
        return answer

    def _refuse_status(self, answer: Answer) -> None:
        failure = of_status(answer.status, answer.headers, answer.body)
        if failure is None:
            return
        failure.wait = self._asked_to_wait(answer)
        if failure.kind == "unauthorised" and self.client.secrets.values:
            failure.hint = f"{failure.hint}; the secrets sent are {', '.join(sorted(self.client.secrets.values))}"
        raise failure

    def _failed(self, error: Exception, received: bytearray) -> NoReturn:
        reused = self._connector is not None and self._connector.reused
        failure = of_exception(error, reused=reused, begun=bool(received))
        failure.evidence = shown(received)
        raise failure from None

    async def _followed(self, request: Request, received: bytearray) -> Answer:
        """Return the answer to a request, after redirects if they are followed."""
        answer = await self._exchange(request, received)
        for _ in range(HOPS):
            further = next_request(request, answer) if self.client.follow else None
            if further is None:
                break
            request = further
            received.clear()
            answer = await self._exchange(request, received)
        return answer

    async def _exchange(self, request: Request, received: bytearray) -> Answer:
        """Return the whole answer to a request, whose bytes go into `received` as they come."""
        keyed = {KEY_HEADER: request.key} if request.key else None
        asked = self.session.request(
            request.method, request.url, data=request.body, headers=keyed, allow_redirects=False
        )
        response = await asked
        try:
            self._look_at_headers(response)
            limit = self.client.limits.body
            async for piece in self._pieces(response):
                received += piece
                if len(received) > limit or (response.content_length or 0) > limit:
                    if response.ok:
                        _too_large(limit, received)
                    response.close()  # the status says enough
                    break
        except BaseException:
            response.close()
            raise
        return Answer(response.status, response.headers, bytes(received))

    async def _pieces(self, response: aiohttp.ClientResponse) -> AsyncIterator[bytes]:
        """Return the bytes of an answer as they come; a stream may be over before its connection is."""
        if not (response.ok and is_stream(response.headers.get("Content-Type", ""))):
            while piece := await response.content.readany():
                yield piece
            return
        clock, idle = asyncio.get_running_loop().time, self.client.limits.idle
        events, until = Events(), None
        while until is None or until > clock():
            try:
                async with asyncio.timeout_at(until):
                    piece = await response.content.readany()
            except TimeoutError:
                break
            if not piece:
                return
            pieces = len(events.data)
            events.feed(piece)
            if len(events.data) > pieces or events.over:
                until = clock() + (LEAVING if events.over else idle)
            yield piece
        response.close()

    def _look_at_headers(self, response: aiohttp.ClientResponse) -> None:
        headers = response.headers
        packed = ", ".join(headers.getall("Content-Encoding", []))
        if any(part.strip().lower() not in ("", "identity") for part in packed.split(",")):
            raise BotError("encoded", f"the reply is compressed ({packed}), which was not requested")
        if response.ok and is_stream(headers.get("Content-Type", "")) and not self.client.streams:
            hint = "set piece under [reply] to the path of a piece of the reply, or turn streaming off"
            raise BotError(
                "not_chat", "the bot streams its reply, but bot.toml does not say how to read a stream", hint=hint
            )
        if "Content-Length" in headers and "Transfer-Encoding" in headers:
            raise BotError("protocol", "the reply states two different lengths")

    def _asked_to_wait(self, answer: Answer) -> float | None:
        now = host_time(answer.headers.get("Date"), self.client.pace.clock.wall())
        return retry_after(answer.headers.get("Retry-After"), now)


def _too_large(limit: int, received: bytearray) -> NoReturn:
    raise BotError("too_large", f"the reply is longer than {limit:,} bytes", evidence=shown(received))


def shown(received: bytearray) -> str:
    """Return the answer so far as evidence; a little more than is kept, for a secret at its end."""
    return bytes(received[: 2 * EVIDENCE]).decode("utf-8", "replace")
