"""A progress bar on standard error, for anything that takes longer than a second."""

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from botassay.core.dialog import Dialog
from botassay.core.progress import OnProgress, Progress

if TYPE_CHECKING:
    from botassay.grading.sources import Reading
    from botassay.runs import RunProgress
    from botassay.trust.leakage.trained import Step

Item = TypeVar("Item")

PATIENCE: Final = 1.0
"""Seconds before a bar appears."""
EVERY: Final = 0.1


@dataclass(frozen=True, slots=True)
class State:
    """How far something is."""

    done: float
    total: int | None
    """None when nobody knows."""
    count: int
    """Things done, for the rate."""
    note: str


class Bar:
    """Draws what is being done, how far it is, how fast, what failed, and the time left; silent off a terminal."""

    def __init__(self) -> None:
        self._progress: Any = None
        self._task: Any = None
        self._begun = monotonic()
        self._shown = self._begun
        self._phase = ""
        self._phase_begun = self._begun

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._end_stage()
            self._progress.stop()

    def dialogs(self, stage: str, reading: "Reading") -> Iterable[Dialog]:
        """Pass the dialogs of a reading on, and draw how far it is."""
        size = reading.size
        tally = reading.tally
        return self.follow(
            stage,
            reading,
            lambda: State(tally.bytes_read, size, tally.dialogs, f"dialogs/s, {tally.bad_rows} failures"),
        )

    def training(self, steps: "Iterable[Step]") -> "Iterable[Step]":
        """Pass the steps of a training on, and draw how far it is: it takes that long at most."""
        latest: list[Step] = []

        def kept() -> "Iterator[Step]":
            for step in steps:
                latest[:] = [step]
                yield step

        def state() -> State:
            step = latest[0]
            note = f"updates/s, epoch {step.epochs + 1}, {100 * step.accuracy:.0f} % of the secrets elicited"
            return State(step.updates, step.most, step.updates, note)

        return self.follow("IL trains a model", kept(), state)

    def show(self, progress: Progress) -> None:
        """Draw how far a use case is."""
        now = monotonic()
        if progress.phase != self._phase:
            self._end_stage()
            self._phase, self._phase_begun = progress.phase, now
        if now - self._shown < EVERY or now - self._begun < PATIENCE:
            return
        self._shown = now
        total, done = progress.total, float(progress.done)
        if progress.share is not None:
            total, done = 1, progress.share
        failed = [f"{progress.failed} failures"] if progress.failed or progress.unit == "dialogs" else []
        note = ", ".join([f"{progress.unit}/s", *([progress.note] if progress.note else []), *failed])
        self._draw(progress.phase, State(done, total, progress.done, note), now - self._phase_begun)

    @property
    def callback(self) -> OnProgress | None:
        """What draws the progress of a use case; None off a terminal."""
        return self.show if sys.stderr.isatty() else None

    def follow(self, stage: str, items: Iterable[Item], state: Callable[[], State]) -> Iterable[Item]:
        """Pass anything on, and draw how far it is."""
        return self._followed(stage, items, state) if sys.stderr.isatty() else items

    async def watch(self, stage: str, standing: "RunProgress") -> None:
        """Draw how far a live run is, until it is cancelled."""
        begun = monotonic()
        while sys.stderr.isatty():
            await asyncio.sleep(EVERY)
            if monotonic() - self._begun >= PATIENCE:
                done = standing.held + standing.failed
                note = f"replies/s, {standing.failed} failures"
                self._draw(stage, State(done, standing.conversations, standing.replies, note), monotonic() - begun)

    def _followed(self, stage: str, items: Iterable[Item], state: Callable[[], State]) -> Iterator[Item]:
        begun = monotonic()
        self._end_stage()
        for item in items:
            yield item
            now = monotonic()
            if now - self._shown >= EVERY and now - self._begun >= PATIENCE:
                self._shown = now
                self._draw(stage, state(), now - begun)
        self._end_stage()

    def _draw(self, stage: str, state: State, seconds: float) -> None:
        if self._progress is None:
            self._progress = _progress()
            self._progress.start()
        if self._task is None:
            self._task = self._progress.add_task(stage, total=state.total, note="")
        note = f"{state.count / max(seconds, 1e-9):,.0f} {state.note}"
        self._progress.update(self._task, completed=state.done, note=note)

    def _end_stage(self) -> None:
        if self._task is not None:
            self._progress.remove_task(self._task)
            self._task = None


def _progress() -> Any:
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
