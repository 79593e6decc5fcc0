"""Whoever watches a use case of the intents room, and what stops one early."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar
from warnings import warn

from botassay.core.errors import BotassayError
from botassay.core.progress import OnProgress, Progress, tracked
from botassay.intents.documents import IntentsComparison, IntentsEvaluation, IntentsHistory

Item = TypeVar("Item")
OnNotice = Callable[[str], None]
INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


class StoppedEarlyError(BotassayError):
    """Ctrl-C, or an engine that failed, stopped a use case after a part of its work.

    Args:
        why: what stopped it.
        exit_code: of the command: 130 after Ctrl-C, otherwise that of the engine's failure.
        document: what came out until then; its `finished` is False.
    """

    def __init__(
        self, why: str, exit_code: int, document: IntentsEvaluation | IntentsComparison | IntentsHistory
    ) -> None:
        super().__init__(why)
        self.exit_code = exit_code  # type: ignore[misc] # a command that was stopped ends as what stopped it
        self.document = document


@dataclass(frozen=True, slots=True)
class Watch:
    """Whoever watches.

    Args:
        on_progress: called after each step.
        on_notice: called with what a user should know beside the document; None: a Python warning.
    """

    on_progress: OnProgress | None = None
    on_notice: OnNotice | None = None

    def notice(self, text: str) -> None:
        """Pass a sentence on."""
        if self.on_notice is None:
            warn(text, stacklevel=2)
        else:
            self.on_notice(text)

    def at(self, phase: str, done: int, total: int, unit: str) -> None:
        """Say how far a phase is."""
        if self.on_progress is not None:
            self.on_progress(Progress(phase, done, total, unit))

    def follow(self, phase: str, items: Iterable[Item], unit: str, total: int | None = None) -> Iterator[Item]:
        """Pass items on, and say after each how many there were; of a collection the total is known."""
        whole = len(items) if total is None and isinstance(items, Collection) else total
        return tracked(items, self.on_progress, phase, whole, unit)
