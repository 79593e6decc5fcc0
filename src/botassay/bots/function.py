"""A bot that is a Python function: `python:package.module:callable`."""

import asyncio
import inspect
import threading
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from botassay.core.errors import BotassayError, BotError, UsageError
from botassay.plugins.protocols import BotOptions, Conversation, Reply
from botassay.plugins.registry import imported


@dataclass(frozen=True, slots=True)
class FunctionBot:
    """A bot that is a function of what is said, and of the conversation's name if it takes that, too.

    Args:
        name: what reports call it.
        function: sync or async; gives a text, a Reply, or a mapping with `text` and what else a Reply has.
        takes_session: whether it takes the name of the conversation as well.
        turn: seconds for a turn.
    """

    name: str
    function: Callable[..., Any]
    takes_session: bool
    turn: float = 60.0

    @asynccontextmanager
    async def open(self, *, user: str) -> AsyncIterator[Conversation]:
        """Begin a conversation."""
        del user
        conversation = _FunctionConversation(self, str(uuid.uuid4()))
        try:
            yield conversation
        finally:
            conversation.over = True


@dataclass(slots=True)
class _FunctionConversation:
    bot: FunctionBot
    session: str
    over: bool = False

    async def say(self, text: str) -> Reply:
        """Call the function.

        Raises: BotError when it fails, takes too long, or returns something that is not a reply.
        """
        if self.over:
            raise UsageError("the conversation is over", hint="open a new conversation")
        arguments = (text, self.session) if self.bot.takes_session else (text,)
        try:
            async with asyncio.timeout(self.bot.turn):
                given = await _called(self.bot.function, arguments)
        except BotassayError:
            raise
        except TimeoutError as error:
            raise BotError("timeout", f"{self.bot.name} gave no reply within {self.bot.turn:g} s") from error
        except Exception as error:
            raise BotError("program", f"{self.bot.name} failed: {type(error).__name__}: {error}") from error
        return _reply(given, self.bot.name)


async def _called(function: Callable[..., Any], arguments: tuple[str, ...]) -> Any:
    """Call a function, in a thread if it is a sync one, and wait for what it promises."""
    given = function(*arguments) if inspect.iscoroutinefunction(function) else await _in_thread(function, arguments)
    return await given if inspect.isawaitable(given) else given


async def _in_thread(function: Callable[..., Any], arguments: tuple[str, ...]) -> Any:
    """Call a function in a daemon thread: one that hangs does not keep the program alive."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if not future.done():
            future.set_exception(error) if error else future.set_result(result)

    def work() -> None:
        result, failed = None, None
        try:
            result = function(*arguments)
        except BaseException as error:  # noqa: BLE001 - whatever it throws is its own failure, not ours
            failed = error if isinstance(error, Exception) else RuntimeError(f"{type(error).__name__}: {error}")
        try:
            loop.call_soon_threadsafe(settle, result, failed)
        except RuntimeError:  # the loop is closed
            return

    threading.Thread(target=work, daemon=True).start()
    return await future


def _reply(given: Any, name: str) -> Reply:
    if isinstance(given, Reply):
        return given
    if isinstance(given, str):
        return Reply(given)
    try:
        return msgspec.convert(given, Reply) if isinstance(given, dict) else _refuse(given, name)
    except msgspec.ValidationError as error:
        raise BotError(
            "bad_shape", f"the value that {name} returned is not a reply: {error}", hint="a mapping needs text"
        ) from error


def _refuse(given: Any, name: str) -> Reply:
    what = f"{name} returned {type(given).__name__}, which is not a reply"
    raise BotError("bad_shape", what, hint="return a text, a Reply or a mapping with text")


def make(address: str, options: BotOptions) -> FunctionBot:
    """Return the bot of a function, found as `package.module:callable`; modules of the working folder are found, too.

    Raises: UsageError when it cannot be found or called.
    """
    function = imported(address, "python:package.module:function")
    return FunctionBot(f"python:{address}", function, _takes_session(function, address), options.turn)


def of_function(function: Callable[..., Any], turn: float = 60.0) -> FunctionBot:
    """The bot that a function at hand is, called `module.qualname`.

    Args:
        function: sync or async; takes a text, and perhaps the name of the conversation.
        turn: seconds for a reply.

    Raises: UsageError when it cannot be called with a text.
    """
    path = getattr(function, "__qualname__", None) or type(function).__qualname__
    name = f"{function.__module__}.{path.rpartition('.')[2]}"
    return FunctionBot(name, function, _takes_session(function, name), turn)


def _takes_session(function: Callable[..., Any], address: str) -> bool:
    """Whether a function takes a second argument.

    Raises: UsageError when it takes none, or needs more than two.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return False
    for arguments in (("text", "session"), ("text",)):
        try:
            signature.bind(*arguments)
        except TypeError:
            continue
        return len(arguments) > 1
    raise UsageError(f"{address} cannot be called with a text", hint="it must take (text) or (text, session)")
