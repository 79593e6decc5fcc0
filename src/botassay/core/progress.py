"""How far a use case is, and what to know beside its result: passed on to whoever asked for it."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar
from warnings import warn

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something is.

    Args:
        phase: what is being done.
        done: how much of it is done.
        total: how much there is; None where nobody knows.
        unit: what is counted.
    """

    phase: str
    done: int
    total: int | None
    unit: str


OnProgress = Callable[[Progress], None]
OnNotice = Callable[[str], None]
Track = Callable[[Iterable[Any]], Iterable[Any]]
"""Passes items on while somebody watches; `iter` where nobody does."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Whoever watches a use case.

    Args:
        on_progress: called after each step.
        on_notice: called with a sentence that a user should know beside the result; None: a Python warning.
    """

    on_progress: OnProgress | None = None
    on_notice: OnNotice | None = None

    def notice(self, text: str) -> None:
        """Pass a sentence on."""
        if self.on_notice is None:
            warn(text, stacklevel=2)
        else:
            self.on_notice(text)

    def at(self, phase: str, done: int, total: int | None, unit: str) -> None:
        """Say how far a phase is."""
        if self.on_progress is not None:
            self.on_progress(Progress(phase, done, total, unit))

    def follow(self, phase: str, items: Iterable[Item], unit: str, total: int | None = None) -> Iterator[Item]:
        """Pass items on, and say after each how many there were.

        Args:
            phase: what is being done.
            items: what it is done to.
            unit: what they are.
            total: how many there are; None: as many as a collection holds.
        """
        whole = len(items) if total is None and isinstance(items, Collection) else total
        for done, item in enumerate(items, 1):
            yield item
            self.at(phase, done, whole, unit)
