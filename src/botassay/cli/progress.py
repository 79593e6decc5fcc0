"""A progress bar on standard error, for anything that takes longer than a second."""

import sys
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

from botassay.core.progress import OnProgress, Progress

PATIENCE: Final = 1.0
"""Seconds before a bar appears."""
EVERY: Final = 0.1
"""Seconds between two drawings."""


class Bar:
    """Draws what is being done, how far it is, how fast, what failed, and the time left; silent off a terminal."""

    def __init__(self) -> None:
        self._progress: Any = None
        self._task: Any = None
        self._begun = self._shown = self._phase_begun = monotonic()
        self._phase = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._end_phase()
            self._progress.stop()

    @property
    def callback(self) -> OnProgress | None:
        """What draws the progress of a use case; None off a terminal."""
        return self.show if sys.stderr.isatty() else None

    def show(self, progress: Progress) -> None:
        """Draw how far a use case is."""
        now = monotonic()
        if progress.phase != self._phase:
            self._end_phase()
            self._phase, self._phase_begun = progress.phase, now
        if now - self._shown < EVERY or now - self._begun < PATIENCE:
            return
        self._shown = now
        total, done = progress.total, float(progress.done)
        if progress.share is not None:
            total, done = 1, progress.share
        failed = [f"{progress.failed} failures"] if progress.failed or progress.unit == "dialogs" else []
        rate = f"{progress.done / max(now - self._phase_begun, 1e-9):,.0f} {progress.unit}/s"
        note = ", ".join([rate, *([progress.note] if progress.note else []), *failed])
        self._draw(progress.phase, done, total, note)

    def _draw(self, phase: str, done: float, total: int | None, note: str) -> None:
        if self._progress is None:
            self._progress = _drawing()
            self._progress.start()
        if self._task is None:
            self._task = self._progress.add_task(phase, total=total, note="")
        self._progress.update(self._task, completed=done, note=note)

    def _end_phase(self) -> None:
        if self._task is not None:
            self._progress.remove_task(self._task)
            self._task = None


def _drawing() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[note]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
