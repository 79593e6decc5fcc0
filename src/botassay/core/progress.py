"""How far a use case is, as its callers are told."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one phase of a use case is.

    Args:
        phase: what is being done (`asking vader`).
        done: units finished.
        total: units in all; None where that is not known.
        unit: what is counted (`sentences`).
        failed: units among `done` that failed.
        share: how much of the phase is over, in [0, 1], where units do not tell; None elsewhere.
        note: what else a person would want to know.
    """

    phase: str
    done: int
    total: int | None
    unit: str
    failed: int = 0
    share: float | None = None
    note: str = ""


OnProgress: TypeAlias = Callable[[Progress], None]


def tracked(
    items: Iterable[Item], on_progress: OnProgress | None, phase: str, total: int | None, unit: str
) -> Iterator[Item]:
    """Pass items on, and report after each how many are done.

    >>> seen = []
    >>> list(tracked("ab", seen.append, "reading", 2, "letters")), seen[-1].done
    (['a', 'b'], 2)
    """
    for done, item in enumerate(items, 1):
        yield item
        if on_progress:
            on_progress(Progress(phase, done, total, unit))
