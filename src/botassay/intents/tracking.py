"""Work that passes through somebody's hands while it is done, so that it can be shown how far it is."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

Track: TypeAlias = Callable[[Iterable[Any]], Iterable[Any]]
"""Passes items on, and may count them; `iter` does nothing else."""
