"""Evaluations of sets: they run as jobs, one at a time, and each is kept to be compared with the next."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

import msgspec

from botassay.api.intents.daily import SetFiles, classifier_for
from botassay.api.intents.evaluation import evaluate
from botassay.api.intents.inputs import read_data
from botassay.core.errors import BotassayError, InputError
from botassay.core.progress import Progress
from botassay.intents.changes import changes
from botassay.intents.documents import Changes, ConfusedPair, IntentsEvaluation
from botassay.intents.splits import SplitSetting
from botassay.intents.view.wording import principal
from botassay.io.files import save
from botassay.settings.intents import IntentsSettings, PhraseSettings, SplitSettings
from botassay.web.events import WebEvents
from botassay.web.intent_sets import SETS, IntentSetPlace
from botassay.web.problems import WebProblem, missing
from botassay.web.workspace import Workspace

QUEUED: Final = 5
"""Evaluations that wait at most."""
KEPT: Final = 50
"""Evaluations of a set that are kept."""
_EVERY: Final = 0.5
"""Seconds between two events about one evaluation."""
RoundState = Literal["queued", "running", "done", "stopped", "failed"]
_ALIVE: Final = frozenset({"queued", "running"})


class RoundStoppedError(Exception):
    """An evaluation was stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRound:
    """An evaluation, with what it was made of.

    Args:
        at: when it ended, ISO 8601 in UTC.
        file: the name of the evaluated file of phrases.
        splits: the settings that were tested; none: those of the paper.
        document: the result.
    """

    at: str
    file: str
    splits: tuple[str, ...]
    document: IntentsEvaluation

    @property
    def comparable(self) -> tuple[object, ...]:
        """What two evaluations must have in common to be compared."""
        each = self.document
        return (self.splits, each.repeats, each.seed, each.threshold, each.test_fraction, each.classifier)

    @property
    def accuracy(self) -> float | None:
        """The accuracy in the main setting."""
        estimate = principal(self.document.settings).accuracy
        return estimate.value if estimate else None


# ── what is kept ────────────────────────────────────────────────────────────────────────────────────────────────────


def rounds_folder(workspace: Workspace, place: IntentSetPlace) -> Path:
    """Return where the evaluations of a set are kept; the set may have any name."""
    return workspace.state / SETS / place.digest


def rounds_of(workspace: Workspace, place: IntentSetPlace) -> list[StoredRound]:
    """Return the evaluations of a set, the latest last; a file that cannot be read is passed over."""
    rounds = []
    for file in sorted(rounds_folder(workspace, place).glob("*.json"))[-KEPT:]:
        try:
            rounds.append(msgspec.json.decode(file.read_bytes(), type=StoredRound))
        except (OSError, msgspec.MsgspecError):
            continue
    return rounds


@dataclass(frozen=True, slots=True)
class RoundChange:
    """What became better or worse since the last comparable evaluation of another file.

    Args:
        before: that evaluation.
        gone: pairs that were confused too often, and are no longer.
        come: pairs that are confused too often, and were not.
        phrases: how the phrases changed; None where the earlier file is gone.
    """

    before: StoredRound
    gone: tuple[ConfusedPair, ...]
    come: tuple[ConfusedPair, ...]
    phrases: Changes | None

    def score(self, pair: ConfusedPair) -> float | None:
        """Return the earlier share of a pair."""
        return next((each.score for each in self.before.document.pairs if (each.a, each.b) == (pair.a, pair.b)), None)


def change_since(rounds: list[StoredRound], files: SetFiles) -> RoundChange | None:
    """Return the change of the last evaluation since the one before of another file; None where there is none."""
    if not rounds:
        return None
    last = rounds[-1]
    earlier = [each for each in rounds[:-1] if each.comparable == last.comparable and each.file != last.file]
    if not earlier:
        return None
    before = earlier[-1]
    was = {(pair.a, pair.b): pair for pair in before.document.problems}
    now = {(pair.a, pair.b): pair for pair in last.document.problems}
    gone = tuple(pair for key, pair in was.items() if key not in now)
    come = tuple(pair for key, pair in now.items() if key not in was)
    return RoundChange(before, gone, come, _phrase_changes(files, before.file, last.file))


def _phrase_changes(files: SetFiles, before: str, after: str) -> Changes | None:
    named = {file.name: file for file in files.phrases}
    if before not in named or after not in named:
        return None
    try:
        old, new = (read_data(named[name], PhraseSettings()).phrases for name in (before, after))
    except InputError:
        return None
    return changes(old, new)


# ── jobs ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class RoundJob:
    """An evaluation that was asked for."""

    id: str
    set: str
    digest: str
    """Of the set, for events."""
    file: str
    settings: IntentsSettings
    state: RoundState = "queued"
    why: str = ""
    hint: str = ""
    done: int = 0
    total: int = 0
    phase: str = ""
    stopping: bool = False
    published: float = 0.0
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)

    @property
    def alive(self) -> bool:
        """Whether it waits or goes on."""
        return self.state in _ALIVE


class IntentRounds:
    """Evaluates sets, one at a time, in a thread that nothing else waits for."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._events = workspace.part(WebEvents)
        self._thread = ThreadPoolExecutor(1, "botassay-intents")
        self._loop = asyncio.get_running_loop()
        self._number = 0
        self.jobs: dict[str, RoundJob] = {}

    def job(self, name: str) -> RoundJob:
        """Return a job by its id. Raises WebProblem 404."""
        if name not in self.jobs:
            raise missing("job")
        return self.jobs[name]

    def last(self, place: IntentSetPlace) -> RoundJob | None:
        """Return the last job of a set."""
        return next((job for job in reversed(self.jobs.values()) if job.set == place.id), None)

    def begin(self, place: IntentSetPlace, settings: IntentsSettings) -> RoundJob:
        """Begin an evaluation of the latest phrases of a set.

        Raises: WebProblem 409 while one of this set goes on, 429 while too many wait; InputError without phrases.
        """
        if any(job.alive and job.set == place.id for job in self.jobs.values()):
            raise WebProblem(409, "This set is being evaluated already.")
        if sum(job.alive for job in self.jobs.values()) > QUEUED:
            raise WebProblem(429, "Too many evaluations are waiting.", headers={"Retry-After": "60"})
        files = place.files
        self._number += 1
        name = f"evaluation-{int(time.time())}-{self._number}"
        job = self.jobs[name] = RoundJob(name, place.id, place.digest, files.latest.name, settings)
        job.task = asyncio.ensure_future(self._held(job, place, files.latest))
        self._publish(job)
        return job

    def stop(self, name: str) -> RoundJob:
        """Stop an evaluation; nothing of it is kept. Raises WebProblem 404, 409."""
        job = self.job(name)
        if not job.alive:
            raise WebProblem(409, f"This evaluation is {job.state}.")
        job.stopping = True
        return job

    async def close(self) -> None:
        """Stop all evaluations."""
        for job in self.jobs.values():
            job.stopping = True
        tasks = [job.task for job in self.jobs.values() if job.task is not None and job.alive]
        if tasks:
            await asyncio.wait(tasks, timeout=5)
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _held(self, job: RoundJob, place: IntentSetPlace, data: Path) -> None:
        try:
            document = await self._loop.run_in_executor(self._thread, self._evaluated, job, data)
            now = datetime.now(UTC)
            stored = StoredRound(
                at=now.isoformat(timespec="seconds"), file=data.name, splits=job.settings.tests.splits,
                document=document,
            )  # fmt: skip
            file = rounds_folder(self._workspace, place) / f"{now.strftime('%Y%m%dT%H%M%S%f')}.json"
            await asyncio.to_thread(save, file, msgspec.json.encode(stored))
            job.state = "done"
        except RoundStoppedError:
            job.state = "stopped"
        except BotassayError as error:
            job.state, job.why, job.hint = "failed", WebProblem.of(error).detail, error.hint or ""
            job.why = job.why.replace(f"{place.folder}/", "")
        except BaseException:
            job.state, job.why = "failed", "An internal error; the log of the server has more."
            raise
        finally:
            self._publish(job)

    def _evaluated(self, job: RoundJob, data: Path) -> IntentsEvaluation:
        """Evaluate, in the thread; reports come back to the event loop."""

        def watch(progress: Progress) -> None:
            if job.stopping:
                raise RoundStoppedError
            self._loop.call_soon_threadsafe(self._seen, job, progress)

        if job.stopping:
            raise RoundStoppedError
        job.state = "running"
        classifier = classifier_for(read_data(data, PhraseSettings()).phrases)
        return evaluate(data, classifier, job.settings, on_progress=watch)

    def _seen(self, job: RoundJob, progress: Progress) -> None:
        job.done, job.total, job.phase = progress.done, progress.total or 0, progress.phase
        now = time.monotonic()
        if job.alive and now - job.published > _EVERY:
            job.published = now
            self._publish(job, "progress")

    def _publish(self, job: RoundJob, kind: Literal["progress", "state"] = "state") -> None:
        self._events.publish(kind, f"intents:{job.digest}", state=job.state, done=job.done, total=job.total)


def round_settings(setting: str = "", acceptable: float | None = None) -> IntentsSettings:
    """Return the settings of an evaluation: ten repeats with the same seed each time.

    Args:
        setting: K,P such as 0,0.15; empty: those of the paper.
        acceptable: the share of confused tests that is acceptable, in [0, 1].

    Raises: UsageError for a bad value.
    """
    if setting:
        SplitSetting.parse(setting)
    tests = SplitSettings(splits=(setting,) if setting else ())
    return IntentsSettings(tests=tests) if acceptable is None else IntentsSettings(tests=tests, acceptable=acceptable)
