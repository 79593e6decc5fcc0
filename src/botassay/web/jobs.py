"""Runs that this server holds: they begin, go on, pause and end, and can be resumed after a crash."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from logging import getLogger
from pathlib import Path
from typing import Final, Literal, Protocol

from botassay.api.live import new_run_folder
from botassay.api.rating import rate, rate_async, resume_async
from botassay.api.run_control import RunControl, RunStopped
from botassay.core.errors import BotassayError
from botassay.core.progress import Progress
from botassay.runs.journal import FILE
from botassay.settings.rating import RateSettings
from botassay.web.bot_shelf import ShelvedBot
from botassay.web.events import WebEvents
from botassay.web.forms import without_consent
from botassay.web.problems import WebProblem
from botassay.web.so_far import RatingSoFar, rated_so_far
from botassay.web.workspace import RunPlace, Workspace

LOG = getLogger("botassay")

QUEUED: Final = 20
"""Runs that wait at most."""
_EVERY: Final = 0.5
"""Seconds between two events about one run."""
RATED: Final = 3.0
"""Seconds between two ratings of a run that goes on, at least; one that takes long is made less often."""
_SHARE: Final = 5
"""A rating so far may take this part of the time."""
JobState = Literal["queued", "running", "rating", "pausing", "stopping", "paused", "done", "stopped", "failed"]
WORDS: Final[dict[str, str]] = {
    "queued": "Waiting for its turn",
    "running": "Talking to the bot",
    "rating": "Rating what was said",
    "pausing": "Pausing; waiting for replies",
    "stopping": "Stopping; waiting for replies",
    "paused": "Paused",
    "interrupted": "Interrupted",
    "stopped": "Stopped",
    "failed": "The run failed",
    "done": "Done",
}
"""What pages call the states of a run."""
ALIVE: Final = frozenset({"queued", "running", "rating", "pausing", "stopping"})


@dataclass(slots=True)
class Job:
    """A run of this server."""

    id: str
    bot: str
    folder: Path
    state: JobState = "queued"
    why: str = ""
    """Why it stopped, or failed."""
    hint: str = ""
    progress: Progress | None = None
    started: float = 0.0
    begun_with: int = 0
    """Conversations that were over when it started."""
    control: RunControl = field(default_factory=RunControl)
    task: "asyncio.Task[None] | None" = None
    told: float = 0.0
    so_far: RatingSoFar | None = None
    """The rating as it stood a little while ago; None before the first one."""

    @property
    def left(self) -> float | None:
        """Seconds that it still takes, at the pace so far; None where that is not known."""
        seen = self.progress
        if seen is None or not seen.total or seen.done <= self.begun_with or self.state != "running":
            return None
        pace = (time.monotonic() - self.started) / (seen.done - self.begun_with)
        return max(0.0, pace * (seen.total - seen.done))


class Tell(Protocol):
    """Publishes how far a run is."""

    def __call__(self, job: Job, *, state: bool = True) -> None:
        """Publish it; `state`: whether it is in another state than before."""
        ...


class Jobs:
    """Begins runs, and knows those that were begun here."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._events = workspace.part(WebEvents)
        self._room = asyncio.Semaphore(workspace.max_runs)
        self._loop = asyncio.get_running_loop()
        self.by_run: dict[str, Job] = {}

    def alive(self, bot: str = "") -> list[Job]:
        """Return the runs that go on, of all bots or of one."""
        return [job for job in self.by_run.values() if job.state in ALIVE and bot in ("", job.bot)]

    def begin(self, bot: ShelvedBot, settings: RateSettings, name: str) -> Job:
        """Begin a run.

        Args:
            bot: the bot.
            settings: of the run.
            name: of the bot, for the folder.

        Raises: WebProblem 409 where the bot has a run that goes on; 429 where too many wait.
        """
        self._check_room(bot.id)
        folder = new_run_folder(name, None, self._workspace.runs_folder)
        taken = {job.folder for job in self.by_run.values()}
        number = 2
        while folder in taken:
            folder, number = folder.with_name(f"{folder.name}-{number}"), number + 1
        job = Job(folder.name, bot.id, folder)
        self.by_run[job.id] = job
        chosen = without_consent(settings, at_risk=bot.at_risk)
        job.task = asyncio.ensure_future(self._held(job, bot.subject, chosen))
        self._tell(job)
        return job

    def resume(self, run: RunPlace, bot: str = "") -> Job:
        """Continue a run that was paused or interrupted.

        Raises: WebProblem 409 where it goes on, 429.
        """
        before = self.by_run.get(run.id)
        if before is not None and before.state in ALIVE:
            raise WebProblem(409, "This run goes on already.")
        self._check_room(before.bot if before else bot)
        job = Job(run.id, before.bot if before else bot, run.folder)
        self.by_run[run.id] = job
        job.task = asyncio.ensure_future(self._held(job, None, None))
        self._tell(job)
        return job

    def halt(self, name: str, state: Literal["pausing", "stopping"]) -> Job:
        """Pause or stop a run; replies on their way are waited for.

        Raises: WebProblem 404, 409.
        """
        job = self.by_run.get(name)
        if job is None:
            raise WebProblem(409, "This run does not go on here.")
        if job.state not in ("queued", "running"):
            raise WebProblem(409, f"This run is {job.state}.")
        if job.state == "queued" and job.task is not None:
            job.task.cancel()
            job.state = "stopped"
        else:
            job.state = state
            job.control.stop()
        self._tell(job)
        return job

    async def close(self) -> None:
        """Stop all runs, and wait for their journals."""
        for job in self.alive():
            job.control.stop()
            if job.state == "queued" and job.task is not None:
                job.task.cancel()
        tasks = [job.task for job in self.by_run.values() if job.task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=10)

    def _check_room(self, bot: str) -> None:
        if bot and self.alive(bot):
            raise WebProblem(409, f"A run with {bot} goes on already.", "Wait until it ends, or stop it.")
        if sum(job.state == "queued" for job in self.by_run.values()) >= QUEUED:
            raise WebProblem(429, "Too many runs are waiting.", headers={"Retry-After": "60"})

    async def _held(self, job: Job, subject: str | None, settings: RateSettings | None) -> None:
        """Hold a run to its end, whatever that is."""
        rated: asyncio.Future[None] | None = None
        try:
            async with self._room:
                job.state, job.started = "running", time.monotonic()
                self._tell(job)
                rated = asyncio.ensure_future(self._keep_rated(job))
                if subject is None:
                    await resume_async(job.folder, on_progress=self._watching(job), control=job.control)
                else:
                    await rate_async(
                        subject, settings, out=job.folder, on_progress=self._watching(job), control=job.control
                    )
                job.state = "done"
        except RunStopped as stopped:
            await self._after(job, stopped)
        except BotassayError as error:
            job.state, job.why, job.hint = "failed", error.said, error.hint or ""
        except asyncio.CancelledError:
            job.state = "stopped"
            raise
        finally:
            if rated is not None:
                rated.cancel()
            self._tell(job)

    async def _keep_rated(self, job: Job) -> None:
        """Rate a run again and again while it goes on."""
        before, pause = 0, RATED
        while True:
            await asyncio.sleep(pause)
            run, seen = job.control.run, job.progress
            over = seen.done if seen else 0
            if job.state != "running" or run is None or run.journal.path.parent != job.folder or over == before:
                continue
            before, begun = over, time.monotonic()
            try:
                job.so_far = await rated_so_far(self._workspace, job.folder, run.journal)
            except BotassayError as error:
                LOG.info("no rating so far: %s", error)
                continue
            pause = max(RATED, _SHARE * (time.monotonic() - begun))
            words = {verdict.profile: verdict.words for verdict in job.so_far.verdicts}
            self._events.publish(
                "rating", f"run:{job.id}", conversations=job.so_far.conversations, verdicts=words,
                failures=job.so_far.failures,
            )  # fmt: skip

    async def _after(self, job: Job, stopped: RunStopped) -> None:
        """Settle the state of a run that did not come to its end."""
        asked, job.why = job.state, stopped.said
        if asked == "stopping" and (job.folder / FILE).is_file():
            with suppress(BotassayError):
                await self._workspace.work(rate, job.folder)
            job.state = "stopped"
        elif (job.folder / FILE).is_file():
            job.state = "paused"
        else:
            job.state, job.hint = "failed", stopped.hint or ""

    def _watching(self, job: Job) -> "Watch":
        return Watch(job, self._loop, self._tell)

    def _tell(self, job: Job, *, state: bool = True) -> None:
        seen = job.progress
        done = {"done": seen.done, "total": seen.total, "failed": seen.failed} if seen else {}
        self._events.publish("state" if state else "progress", f"run:{job.id}", state=job.state, **done)


class Watch:
    """Is told how far a run is, in whatever thread, and passes it on now and then."""

    def __init__(self, job: Job, loop: asyncio.AbstractEventLoop, tell: Tell) -> None:
        self._job = job
        self._loop = loop
        self._tell = tell

    def __call__(self, progress: Progress) -> None:
        """Take progress in."""
        self._loop.call_soon_threadsafe(self._seen, progress)

    def _seen(self, progress: Progress) -> None:
        job = self._job
        if job.state not in ALIVE:
            return
        talking = progress.phase == "talking"
        if talking and job.progress is None:
            job.begun_with = progress.done
        changed = not talking and job.state == "running"
        if talking:
            job.progress = progress
        elif changed:
            job.state = "rating"
        now = time.monotonic()
        if changed or now - job.told > _EVERY:
            job.told = now
            self._tell(job, state=changed)
