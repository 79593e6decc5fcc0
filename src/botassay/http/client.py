"""The HTTP client: every answer has limits of time and size, and every failure a cause."""

import asyncio
import ssl
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http.cookies import CookieError
from time import monotonic
from types import TracebackType
from typing import Final, NoReturn, Self, TypeVar

import aiohttp
from aiohttp.abc import AbstractResolver
from yarl import URL

from botassay.core.errors import BotError, UsageError
from botassay.http.addresses import AddressPolicy, Resolver
from botassay.http.budget import RequestBudget
from botassay.http.failures import of_exception, of_status
from botassay.http.limits import Answer, Limits, Request
from botassay.http.pace import Pace, host_time, retry_after
from botassay.http.pairing import PairedConnector
from botassay.http.proxies import proxy_for
from botassay.http.redirects import HOPS, next_request
from botassay.http.retry import KEY_HEADER, RetryPolicy, RunContext
from botassay.http.secrets import EVIDENCE, Secrets
from botassay.http.sse import format_of
from botassay.http.stream import StreamDecoder, StreamReader
from botassay.http.user_agent import identification

Result = TypeVar("Result")

LEAVING: Final = 0.05
"""Seconds that a connection may take to end after the stream on it has."""
SENT: Final = 10
"""Requests that a conversation remembers."""
COOKIES: Final = 50
COOKIE_BYTES: Final = 8 * 1024


@dataclass(frozen=True, slots=True)
class Client:
    """Opens conversations over HTTP: each request has its own connection, each user one cookie jar.

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
    stream: StreamReader | None = field(default=None, repr=False)
    """How answers that come in pieces are read; None: they are refused."""
    keep_alive: bool = False
    """Whether one connection serves all requests of a conversation."""
    gate: AddressPolicy = field(default_factory=AddressPolicy, repr=False)
    resolver: AbstractResolver | None = field(default=None, repr=False)
    """The resolver of names; None: this machine's."""
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    identified: Mapping[str, str] = field(default_factory=identification)
    """The headers that say who asks; see `identification`."""
    proxy: str | None = field(default=None, repr=False)
    """The address of a proxy, or `env`."""
    budget: RequestBudget = field(default_factory=RequestBudget, repr=False)
    """Counts what is sent."""
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


class ConversationClient:
    """Sends the requests of one conversation, and reads their answers."""

    middlewares: tuple[aiohttp.ClientMiddlewareType, ...] = ()

    def __init__(self, client: Client, user: str, run: RunContext | None = None) -> None:
        self.client = client
        self._user = user
        self._run = run
        self._session: aiohttp.ClientSession | None = None
        self.sent: deque[Request] = deque(maxlen=SENT)
        """The last requests that were answered, with all headers that went out."""
        self.first: float | None = None
        """Seconds until the first piece of the last stream."""
        self._begun = 0.0
        self._decoder: StreamDecoder | None = None
        """Reads the present answer, if it comes in pieces."""
        self._connector: PairedConnector | None = None

    async def __aenter__(self) -> Self:
        client, limits = self.client, self.client.limits
        connect = min(limits.connect, 0.9 * limits.turn)  # to tell a missing connection from a missing answer
        self._connector = PairedConnector(
            keep_alive=client.keep_alive,
            limit=0,
            resolver=Resolver(client.gate, client.resolver),
            ssl=client.tls or True,
            ttl_dns_cache=None,
            happy_eyeballs_delay=None,
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
        self._session._retry_connection = False  # noqa: SLF001 - a closed connection may have brought the message
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        session, self._session = self._session, None
        if session:
            await session.close()

    @property
    def streamed(self) -> bool:
        """Whether the last answer came in pieces."""
        return self._decoder is not None

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
            self._decoder = None
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
        if wait is None:
            pace.hold(host, policy.backoff(attempt, pace.random))

    async def _once(self, request: Request) -> Answer:
        received = bytearray()
        try:
            async with asyncio.timeout(self.client.limits.turn):
                answer = await self._followed(request, received)
        except BotError as error:  # is an OSError, too
            error.evidence = error.evidence if len(error.evidence) > len(received) else shown(received)
            raise
        except aiohttp.ConnectionTimeoutError as error:
            raise of_exception(error) from None
        except TimeoutError:
            raise self._out_of_time(received) from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            failure = of_exception(error)
            if self._decoder is not None and failure.kind != "protocol":
                failure = self._decoder.broken(f"the stream broke off: {failure.what}")
            failure.evidence = shown(received)
            raise failure from None
        self._refuse_status(answer)
        return answer

    def _out_of_time(self, received: bytearray) -> BotError:
        limit = f"{self.client.limits.turn:g} s"
        if self._decoder is not None and self._decoder.begun:
            failure = self._decoder.broken(f"the stream did not end within {limit}")
            failure.hint = "raise --timeout, or name the sign of its end, done under [stream]"
        else:
            failure = BotError("timeout", f"no complete reply within {limit}")
        failure.evidence = shown(received)
        return failure

    def _refuse_status(self, answer: Answer) -> None:
        failure = of_status(answer.status, answer.headers, answer.body)
        if failure is None:
            return
        failure.wait = self._asked_to_wait(answer)
        if failure.kind == "unauthorised" and self.client.secrets.values:
            failure.hint = f"{failure.hint}; the secrets sent are {', '.join(sorted(self.client.secrets.values))}"
        raise failure

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
        own = {**request.headers, **({KEY_HEADER: request.key} if request.key else {})}
        self.client.budget.take()
        asked = self.session.request(
            request.method,
            request.url,
            data=request.body,
            headers=own,
            allow_redirects=False,
            proxy=proxy_for(self.client.proxy, request.url),
        )
        self._begun, self.first = monotonic(), None
        response = await asked
        self.sent.append(replace(request, key=None, headers=dict(response.request_info.headers)))
        try:
            self._look_at_headers(response)
            reader, kind = self.client.stream, response.headers.get("Content-Type", "")
            self._decoder = reader.decoder(kind) if reader and response.ok else None
            if self._decoder is not None:
                await self._follow(response, self._decoder, received)
            else:
                await self._read_whole(response, received, discard=request.discard and response.ok)
        except BaseException:
            response.close()
            raise
        late = self._connector.late() if self._connector else ()
        return Answer(response.status, response.headers, bytes(received), self._decoder, late)

    async def _read_whole(
        self, response: aiohttp.ClientResponse, received: bytearray, *, discard: bool = False
    ) -> None:
        limit = self.client.limits.body
        while piece := await response.content.readany():
            if discard:
                continue
            received += piece
            if len(received) > limit or (response.content_length or 0) > limit:
                if response.ok:
                    _too_large(limit, received)
                response.close()  # the status says enough
                return

    async def _follow(self, response: aiohttp.ClientResponse, decoder: StreamDecoder, received: bytearray) -> None:
        """Read a stream up to the sign that it is complete.

        Raises: BotError, `truncated`, for one that ends without it, or pauses for too long.
        """
        limit = self.client.limits.body
        while not decoder.over:
            try:
                async with asyncio.timeout(decoder.pause):
                    piece = await response.content.readany()
            except TimeoutError:
                failure = decoder.broken(f"nothing came for {decoder.pause:g} s")
                failure.hint = failure.hint or "raise pause under [stream], if the bot may be silent for longer"
                raise failure from None
            if not piece:
                framed = "Content-Length" in response.headers or "Transfer-Encoding" in response.headers
                decoder.end(framed=framed)
                return
            received += piece
            if len(received) > limit:
                _too_large(limit, received)
            decoder.feed(piece)
            if self.first is None and decoder.begun:
                self.first = monotonic() - self._begun
        await self._leave(response)

    async def _leave(self, response: aiohttp.ClientResponse) -> None:
        """Let a stream that is complete end, where its connection is used again; or close that."""
        if self.client.keep_alive:
            with suppress(TimeoutError, aiohttp.ClientError, OSError):
                async with asyncio.timeout(LEAVING):
                    if not await response.content.readany():
                        return
        response.close()

    def _look_at_headers(self, response: aiohttp.ClientResponse) -> None:
        headers = response.headers
        packed = ", ".join(headers.getall("Content-Encoding", []))
        if any(part.strip().lower() not in ("", "identity") for part in packed.split(",")):
            raise BotError("encoded", f"the reply is compressed ({packed}), which was not requested")
        if response.ok and format_of(headers.get("Content-Type", "")) == "sse" and self.client.stream is None:
            hint = "set preset, or piece under [stream], in bot.toml; or turn streaming off"
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
