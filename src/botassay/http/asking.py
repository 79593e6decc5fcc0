"""Many independent requests at once, from synchronous code: engines, sentiment services."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from botassay.http.client import Client
from botassay.http.limits import Answer, Request

Result = TypeVar("Result")

AT_ONCE: Final = 4
"""Connections that are open at the same time."""


def ask_all(client: Client, requests: Sequence[Request], read: Callable[[Answer], Result]) -> list[Result]:
    """Send requests, a few at once, and read the answers in the order of the requests.

    Args:
        client: sends the requests.
        requests: in order.
        read: returns the result of an answer, or raises a BotError.

    Raises: BotError at the first request that brings no answer.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(_asked(client, requests, read))
    with ThreadPoolExecutor(1) as beside:  # called from within a loop, as in a notebook
        return beside.submit(asyncio.run, _asked(client, requests, read)).result()


def _asked(
    client: Client, requests: Sequence[Request], read: Callable[[Answer], Result]
) -> Coroutine[Any, Any, list[Result]]:
    waiting = iter(enumerate(requests))
    results: dict[int, Result] = {}

    async def go_on(number: int) -> None:
        async with client.line(str(number)) as line:
            for at, request in waiting:
                results[at] = await line.ask(request, read)

    async def all_of_them() -> list[Result]:
        try:
            async with asyncio.TaskGroup() as group:
                for number in range(min(AT_ONCE, len(requests))):
                    group.create_task(go_on(number))
        except ExceptionGroup as failed:  # one of them says enough
            raise failed.exceptions[0] from None
        return [results[at] for at in range(len(requests))]

    return all_of_them()
