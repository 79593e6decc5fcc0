"""What a part may lack: optional parameters and methods, and how to use them where they are there."""

from contextlib import AbstractAsyncContextManager
from inspect import signature
from typing import Any

from botassay.plugins.protocols import Bot, Conversation


def open_in_run(bot: Bot, user: str, run: object) -> AbstractAsyncContextManager[Conversation]:
    """Begin a conversation with a bot as part of a run.

    A bot whose `open` has a parameter `run` is given the `botassay.http.RunContext` of the conversation: it limits how
    often a turn is sent, and gives each request a key that stays the same when the request is repeated.
    """
    opening: Any = bot.open
    if "run" in signature(opening).parameters:
        conversation: AbstractAsyncContextManager[Conversation] = opening(user=user, run=run)
        return conversation
    return bot.open(user=user)
