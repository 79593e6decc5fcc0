"""The type of functions that report the progress of an iteration."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

Track: TypeAlias = Callable[[Iterable[Any]], Iterable[Any]]
"""Passes items on and may count them; `iter` only passes them on."""
