"""A WebSocket for each conversation: a turn is a message and the frames that answer it."""

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Final, TypeVar

import aiohttp
from yarl import URL

from botassay.core.errors import BotError
from botassay.http.client import Client, ConversationClient
from botassay.http.decoding import decoded, writable
from botassay.http.failures import of_exception, of_status
from botassay.http.retry import RunContext

Result = TypeVar("Result")
Done = TypeVar("Done")

FRAMES: Final = 1_000
"""Frames that may wait to be read; then the bot has to."""


async def _refuse_other_statuses(
    request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """Keep a handshake from being redirected, and turn its failures into BotError."""
    response = await handler(request)
    if response.status == 101:  # noqa: PLR2004 - HTTP
        return response
    body = await response.content.read(1_000)
    response.close()
    failure = of_status(response.status, response.headers, body)
    raise failure or BotError("not_chat", f"the server does not speak WebSocket (HTTP {response.status})")


class SocketLine(ConversationClient):
    """A WebSocket, kept for one conversation; it is opened for the first message.

    Args:
        client: limits, pace, secrets and headers.
        user: whose cookies are sent.
        url: where the bot is.
        quiet: seconds of silence after which an answer is taken for complete.
    """

    middlewares = (_refuse_other_statuses,)

    def __init__(self, client: Client, user: str, url: str, quiet: float, run: RunContext | None = None) -> None:
        super().__init__(client, user, run)
        self._url = url
        self._quiet = quiet
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._frames: asyncio.Queue[str | BotError] = asyncio.Queue(FRAMES)
        self._held = 0
        self._read = asyncio.Event()
        self.unasked: list[str] = []
        """What came between an answer and the next question."""
        self.welcome: list[str] = []
        """What came before the first question."""
        self._pump: asyncio.Task[None] | None = None

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pump:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)
        if self._socket and not self._socket.closed:
            self._socket._response.close()  # noqa: SLF001 - a polite close would wait for an answer of the bot
        await super().__aexit__(kind, error, trace)

    async def listen(self, seconds: float) -> list[str]:
        """Open the socket; return the frames that come before anything was said.

        Args:
            seconds: how long the first one is waited for.

        Raises: BotError, without secrets.
        """

        async def opened(_: aiohttp.ClientWebSocketResponse) -> list[str]:
            return self.welcome

        return await self._attempted(opened, seconds)

    async def talk(
        self, frame: str, hear: Callable[[str], Result | None], over: Callable[[str], bool] | None = None
    ) -> list[Result]:
        """Send a message; return the frames of the reply, one or several.

        What came before any text (a welcome, or the end of an earlier answer) is no part of it.

        Args:
            frame: what is sent.
            hear: parses a frame; None where it is not part of an answer.
            over: whether a frame says that the reply is complete; None: silence does.

        Raises: BotError, without secrets.
        """

        async def turn(socket: aiohttp.ClientWebSocketResponse) -> list[Result]:
            self.client.budget.take()
            return await self._turn(socket, frame, hear, over)

        return await self._attempted(turn)

    async def _attempted(
        self, action: Callable[[aiohttp.ClientWebSocketResponse], Awaitable[Done]], listen: float = 0.0
    ) -> Done:
        """Return what an action with the open socket gives; one that surely did not reach the bot is repeated."""
        host = URL(self._url).host or ""
        attempt = 0
        while True:
            attempt += 1
            session = self.session  # raises when the line is closed
            try:
                async with self.client.pace.turn(host):
                    return await action(await self._open(session, listen))
            except BotError as error:
                failure = self.client.secrets.clean(error)
            self.give_up_or_wait(failure, host, attempt)

    async def _open(self, session: aiohttp.ClientSession, listen: float = 0.0) -> aiohttp.ClientWebSocketResponse:
        if self._socket:
            return self._socket
        limits = self.client.limits
        try:
            async with asyncio.timeout(min(limits.connect, limits.turn)):
                socket = await session.ws_connect(self._url, max_msg_size=limits.body, autoclose=False)
        except BotError:
            raise
        except TimeoutError:
            raise BotError("connect", "no connection within the time limit", again=True) from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            refused = error.__cause__  # aiohttp wraps what its handlers raise
            failure = refused if isinstance(refused, BotError) else of_exception(error)
            raise failure from None
        self._socket = socket
        self._pump = asyncio.create_task(self._listen(socket))
        await self._take_welcome(max(listen, self._quiet))
        return socket

    async def _take_welcome(self, seconds: float) -> None:
        """Keep what the bot says before the first question, up to a silence."""
        try:
            self.welcome = [await self._next(seconds)]
        except BotError as error:
            self._frames.put_nowait(error)  # reported with the first message
        except TimeoutError:
            return
        else:
            deadline = asyncio.get_running_loop().time() + self.client.limits.turn
            self.welcome += await self._until_quiet(deadline)

    async def _turn(
        self,
        socket: aiohttp.ClientWebSocketResponse,
        frame: str,
        hear: Callable[[str], Result | None],
        over: Callable[[str], bool] | None,
    ) -> list[Result]:
        if self._held > self.client.limits.body:
            raise BotError("too_large", "the bot keeps sending messages without being asked")
        while not self._frames.empty():
            self.unasked.append(await self._next(0.0))
        turn = self.client.limits.turn
        deadline = asyncio.get_running_loop().time() + turn
        try:
            async with asyncio.timeout(turn):
                await socket.send_str(frame)
                if over is not None:
                    return await self._until_over(hear, over)
                first = await self._answer(hear)
        except BotError:
            raise
        except TimeoutError:
            if over is not None:
                hint = "raise --timeout, or check until under [poll]"
                raise BotError("truncated", f"the reply was not complete within {turn:g} s", hint=hint) from None
            raise BotError("timeout", f"no reply within {turn:g} s") from None
        except (aiohttp.ClientError, OSError) as error:
            raise BotError("reset", f"the connection broke: {type(error).__name__}") from None
        more = [hear(frame) for frame in await self._until_quiet(deadline)]
        return [first, *(heard for heard in more if heard is not None)]

    async def _answer(self, hear: Callable[[str], Result | None]) -> Result:
        """Wait for the first frame that is part of an answer."""
        while True:
            heard = hear(await self._next(None))
            if heard is not None:
                return heard

    async def _until_over(self, hear: Callable[[str], Result | None], over: Callable[[str], bool]) -> list[Result]:
        """Collect what is part of an answer until a frame says that it is complete."""
        results: list[Result] = []
        while True:
            frame = await self._next(None)
            heard = hear(frame)
            results += [heard] if heard is not None else []
            if over(frame):
                return results

    async def _until_quiet(self, deadline: float) -> list[str]:
        """Collect frames until none has come for a while."""
        frames: list[str] = []
        messages = 0
        while (left := deadline - asyncio.get_running_loop().time()) > 0:
            try:
                frames.append(await self._next(min(self._quiet, left)))
            except BotError as error:
                self._frames.put_nowait(error)  # reported with the next message
                break
            except TimeoutError:
                break
            messages += len(frames[-1])
            if messages > self.client.limits.body:
                raise BotError("too_large", "the bot keeps sending messages", evidence=frames[0])
        return frames

    async def _next(self, seconds: float | None) -> str:
        """Return the next frame.

        Raises: BotError when there are no more, TimeoutError.
        """
        async with asyncio.timeout(seconds if self._frames.empty() else None):
            frame = await self._frames.get()
        if isinstance(frame, BotError):
            raise frame
        self._held -= len(frame)
        self._read.set()
        return frame

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Put every frame into the queue, and at last why there are no more."""
        while True:
            message = await socket.receive()
            if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                await self._frames.put(_ended(message.type, message.data))
                return
            text = message.type is aiohttp.WSMsgType.TEXT
            frame = writable(message.data if text else decoded(message.data))
            self._held += len(frame)
            await self._frames.put(frame)
            while self._held > self.client.limits.body:  # then the bot has to wait, too
                self._read.clear()
                await self._read.wait()


def _ended(kind: aiohttp.WSMsgType, data: Any) -> BotError:
    if isinstance(data, aiohttp.WebSocketError):
        if data.code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG:
            return BotError("too_large", "the reply is longer than the frame limit")
        return BotError("protocol", f"the reply is not valid WebSocket: {data}")
    if kind is aiohttp.WSMsgType.CLOSE:
        return BotError("reset", f"the bot closed the conversation (code {data})")
    return BotError("reset", "the connection was closed without a reply")
