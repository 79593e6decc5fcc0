"""What takes the place of a clock in tests: work is counted, and what takes its time is waited for."""

import sys
from collections.abc import Callable
from threading import Event
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


def calls(function: Callable[[], object]) -> int:
    """Count the functions that a function calls, those in C, too: the same on every machine, however busy it is."""
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        function()
    finally:
        sys.setprofile(before)
    return count


def until(condition: Callable[[], T]) -> T:
    """Wait until something is true, and return it; what never is, ends with the time limit of the test."""
    while not (value := condition()):
        Event().wait(0.01)
    return value
