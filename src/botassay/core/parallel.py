"""Coroutines from code that is not asynchronous, also where an event loop is running already."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_sync(main: Coroutine[Any, Any, Result]) -> Result:
    """Return the result of a coroutine; in a notebook, where a loop runs already, it runs in a thread of its own.

    Raises: whatever the coroutine raises; KeyboardInterrupt after it was cancelled.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(main)
    with ThreadPoolExecutor(1) as worker:
        return worker.submit(asyncio.run, main).result()
