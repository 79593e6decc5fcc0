"""A bundled bot, or any other that keeps sessions, as a server: REST, Rasa, OpenAI-compatible and WebSocket at once.

    GET  /                         what this is, in a line
    POST /chat                     {"message", "session", "user"} -> {"reply", "buttons", "intent", "session_id"}
    POST /webhooks/rest/webhook    Rasa: {"sender", "message"} -> [{"recipient_id", "text", "buttons"}]
    POST /v1/chat/completions      OpenAI: {"model", "messages"} -> {"choices": [{"message"}]}; nothing is streamed
    GET  /v1/models                OpenAI: the one model that there is
    GET  /ws                       WebSocket: a text frame in, a text frame out
    GET  /ws/json                  WebSocket: frames as /chat has them

A request that makes no sense is answered with `{"error": …}` and 400, 404, 405 or 413; a bot that fails with 500.
"""

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

from aiohttp import WSMsgType, web

from botassay.bots.resolve import sessions_of
from botassay.bots.sessions import CAP, Histories, HistoryMessage, Sessions
from botassay.core.errors import BotError, ConfigurationError
from botassay.plugins.inprocess import Begin
from botassay.plugins.protocols import Reply

HOST: Final = "127.0.0.1"
LONGEST: Final = 2**20
"""How many bytes a request may have."""
_PORTS: Final = 65_536
PORTS: Final = "choose another one with --port; 0 takes a free one"
_NO_ROLES: Final = frozenset({"system", "developer", "tool", "function"})
"""Roles whose messages are not passed on to the bot."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serving(begin: Begin, *, name: str, port: int = 0, cap: int = CAP) -> AsyncIterator[str]:
    """Serve a bot on a loopback port while the context lasts, and give the address.

    Args:
        begin: begins a session for a user.
        name: what the bot is called, as a model too.
        port: 0 takes a free one.
        cap: how many sessions are kept, in each of two stores: those by key and those by history.

    Raises: ConfigurationError when the port cannot be had.
    """
    if not 0 <= port < _PORTS:
        raise ConfigurationError(f"{port} is not a port", hint="use a number below 65536, or 0 for any free port")
    runner = web.AppRunner(_application(_Counter(name, begin, cap)), access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            raise ConfigurationError(f"port {port} is not available: {error.strerror or error}", hint=PORTS) from error
        yield f"http://{HOST}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def serve(
    name: str,
    port: int,
    announce: Callable[[str], None],
    before: Callable[[Begin], Begin] | None = None,
    called: str | None = None,
) -> None:
    """Serve a bundled bot until Ctrl-C or a TERM signal.

    Args:
        name: of the bot, or of a variant of it.
        port: 0 takes a free one.
        announce: is given, line by line, where the bot is and how to describe it in a `bot.toml`.
        before: puts something before the bot's sessions.
        called: what the whole is called then.

    Raises:
        UnknownNameError: there is no such bot.
        ConfigurationError: the port cannot be had.
    """
    begin = sessions_of(name)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(before(begin) if before else begin, called or name, port, announce))


async def _serve(begin: Begin, name: str, port: int, announce: Callable[[str], None]) -> None:
    ended = asyncio.Event()
    with suppress(NotImplementedError, RuntimeError):  # no such thing on Windows, or outside of the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    async with serving(begin, name=name, port=port) as address:
        for line in announcement(name, address):
            announce(line)
        await ended.wait()


def announcement(name: str, address: str) -> tuple[str, ...]:
    """Return the address of a bot, the names by which it can be rated, and a `bot.toml` for it.

    >>> announcement("eliza", "http://127.0.0.1:8080")[0]
    'eliza listens at http://127.0.0.1:8080 (Ctrl-C ends it)'
    """
    return (
        f"{name} listens at {address} (Ctrl-C ends it)",
        f"It is also rasa:{address}, openai:{name}@{address} and ws{address.removeprefix('http')}/ws",
        "As bot.toml:",
        *description(address).splitlines(),
    )


def description(address: str) -> str:
    """Write the `bot.toml` of a bot that is served here."""
    return f"""\
url = "{address}/chat"
body = '{{"message": {{{{message}}}}, "session": {{{{session}}}}, "user": {{{{user}}}}}}'
[reply]
text = "$.reply"
options = "$.buttons[*].title"
intent = "$.intent.name"
confidence = "$.intent.confidence"
error = "$.error"
"""


def _application(counter: "_Counter") -> web.Application:
    application = web.Application(middlewares=[_in_json], client_max_size=LONGEST)
    application.add_routes(
        [
            web.get("/", counter.greet),
            web.post("/chat", counter.chat),
            web.post("/webhooks/rest/webhook", counter.rasa),
            web.post("/v1/chat/completions", counter.complete),
            web.get("/v1/models", counter.models),
            web.get("/ws", counter.talk),
            web.get("/ws/json", counter.talk_json),
        ]
    )
    return application


class _BadRequestError(Exception):
    """A request that makes no sense: what is wrong with it, and the status that says so."""

    def __init__(self, what: str, status: int = 400) -> None:
        super().__init__(what)
        self.status = status


@web.middleware
async def _in_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer what goes wrong in JSON."""
    try:
        return await handler(request)
    except web.HTTPRequestEntityTooLarge:
        return _error(f"the request has more than {LONGEST} bytes", 413)
    except web.HTTPException as error:
        return _error(f"{request.method} {request.path}: {error.reason}", error.status)
    except _BadRequestError as error:
        return _error(str(error), error.status)
    except Exception as error:  # noqa: BLE001 - whatever a bot throws, its user gets an answer
        return _error(_failure(error), 500)


def _failure(error: Exception) -> str:
    return f"the bot failed: {error if isinstance(error, BotError) else type(error).__name__}"


def _error(what: str, status: int) -> web.Response:
    return web.json_response({"error": what}, status=status)


@dataclass(slots=True)
class _Counter:
    """Where all forms of requests are taken in; a turn holds up no other, and is not interrupted by one."""

    name: str
    begin: Begin
    cap: int
    sessions: Sessions = field(init=False)
    histories: Histories = field(init=False)

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.begin, self.cap)
        self.histories = Histories(Sessions(self.begin, self.cap))

    async def greet(self, request: web.Request) -> web.Response:
        """Return a page that says what this server is."""
        del request
        return web.Response(text=f"This is {self.name}, a chatbot: a computer program, served by botassay for tests.\n")

    async def chat(self, request: web.Request) -> web.Response:
        """Answer in the REST form."""
        return web.json_response(self._chat(await _object(request), "rest", uuid4().hex))

    def _chat(self, body: Mapping[str, Any], form: str, fallback: str) -> dict[str, Any]:
        message = _text(body, "message")
        session = _text(body, "session", fallback) or fallback
        user = _text(body, "user", "")
        reply = self.sessions.of((form, session), user).reply(message)
        return {"reply": reply.text, **_extras(reply), "session_id": session}

    async def rasa(self, request: web.Request) -> web.Response:
        """Answer in Rasa's form."""
        body = await _object(request)
        sender, message = _text(body, "sender", "default"), _text(body, "message")
        reply = self.sessions.of("rasa", sender).reply(message)
        bubble: dict[str, Any] = {"recipient_id": sender, "text": reply.text}
        if reply.options:
            bubble["buttons"] = [{"title": option, "payload": option} for option in reply.options]
        return web.json_response([bubble] if reply.text or reply.options else [])

    async def models(self, request: web.Request) -> web.Response:
        """Return the one model."""
        del request
        model = {"id": self.name, "object": "model", "created": 0, "owned_by": "botassay"}
        return web.json_response({"object": "list", "data": [model]})

    async def complete(self, request: web.Request) -> web.Response:
        """Answer in OpenAI's format, errors included."""
        try:
            return web.json_response(self._completion(await _object(request)))
        except _BadRequestError as error:
            return _openai_error(str(error), "invalid_request_error", error.status)
        except web.HTTPRequestEntityTooLarge:
            return _openai_error(f"the request has more than {LONGEST} bytes", "invalid_request_error", 413)
        except Exception as error:  # noqa: BLE001 - whatever a bot throws, its user gets an answer
            return _openai_error(_failure(error), "server_error", 500)

    def _completion(self, body: Mapping[str, Any]) -> dict[str, Any]:
        if (model := _text(body, "model")) != self.name:
            raise _BadRequestError(f"there is no model {model[:80]!r}; there is {self.name!r}", 404)
        if body.get("stream"):
            raise _BadRequestError("streaming is not supported: omit 'stream'")
        history = _history(body.get("messages"))
        reply = self.histories.reply(history, _text(body, "user", ""))
        asked, answered = sum(len(message.text.split()) for message in history), len(reply.text.split())
        message = {"role": "assistant", "content": reply.text}
        return {
            "id": f"chatcmpl-{uuid4().hex}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": self.name,
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered},
        }

    async def talk(self, request: web.Request) -> web.WebSocketResponse:
        """Talk in text frames; a connection is a session."""
        session = self.begin(request.query.get("user", ""))
        return await _frames(request, lambda text: session.reply(text).text)

    async def talk_json(self, request: web.Request) -> web.WebSocketResponse:
        """Talk in frames of JSON; a connection is a session, unless a frame names another."""
        own = uuid4().hex
        return await _frames(request, lambda text: json.dumps(self._chat(_parsed(text), "ws", own)))


async def _frames(request: web.Request, answer: Callable[[str], str]) -> web.WebSocketResponse:
    """Answer frame by frame, until the client closes or sends a frame that is not text."""
    socket = web.WebSocketResponse(max_msg_size=LONGEST)
    await socket.prepare(request)
    async for frame in socket:
        if frame.type is not WSMsgType.TEXT:
            await socket.close(code=1003, message=b"text frames only")
            break
        try:
            reply_text = answer(frame.data)
        except _BadRequestError as error:
            reply_text = json.dumps({"error": str(error)})
        except Exception as error:  # noqa: BLE001 - whatever a bot throws, its user gets an answer
            reply_text = json.dumps({"error": _failure(error)})
        await socket.send_str(reply_text.encode("utf-8", "replace").decode("utf-8"))
    return socket


def _extras(reply: Reply) -> dict[str, Any]:
    """Return the parts of a reply other than its text."""
    extras: dict[str, Any] = {"buttons": [{"title": option} for option in reply.options]}
    if reply.intent is not None:
        extras["intent"] = {"name": reply.intent, "confidence": reply.confidence}
    return extras


def _openai_error(what: str, kind: str, status: int) -> web.Response:
    return web.json_response({"error": {"message": what, "type": kind, "code": status}}, status=status)


def _history(messages: Any) -> list[HistoryMessage]:
    """Read the messages of a history, the last of which has to be the user's."""
    if not isinstance(messages, list) or not all(isinstance(message, dict) for message in messages):
        raise _BadRequestError("'messages' must be a list of objects")
    history = [HistoryMessage(_text(message, "role"), _content(message)) for message in messages]
    history = [message for message in history if message.role not in _NO_ROLES]
    strange = next((message.role for message in history if message.role not in ("user", "assistant")), None)
    if strange is not None:
        raise _BadRequestError(f"unknown role {strange[:40]!r}")
    if not history or history[-1].role != "user":
        raise _BadRequestError("the last message must be the user's")
    return history


def _content(message: Mapping[str, Any]) -> str:
    """Return the text of a message, which may come in parts."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict) and part.get("type") == "text"]
    if not parts or len(texts) < len(parts) or not all(isinstance(text, str) for text in texts):
        raise _BadRequestError("'content' must be text or parts of type 'text'")
    return "\n".join(str(text) for text in texts)


async def _object(request: web.Request) -> dict[str, Any]:
    try:
        return _parsed(await request.text())
    except UnicodeDecodeError as error:
        raise _BadRequestError("the request is not UTF-8") from error
    except LookupError as error:
        raise _BadRequestError("the request has an unknown character set") from error


def _parsed(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _BadRequestError("the request is not valid JSON") from error
    if not isinstance(value, dict):
        raise _BadRequestError("the request must be a JSON object")
    return value


def _text(body: Mapping[str, Any], key: str, fallback: str | None = None) -> str:
    """Return a text of a request, or the fallback where there is none."""
    value = body.get(key)
    if value is None and fallback is not None:
        return fallback
    if not isinstance(value, str):
        raise _BadRequestError(f"{key!r} must be text")
    return value
