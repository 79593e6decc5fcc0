"""Robustness tests: a conversation with each misbehaviour of a hostile server on this machine, and its outcome."""

import asyncio
import time
import tracemalloc
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from botassay.bots.rest import RestBot
from botassay.core.dialog import Role, Script
from botassay.http import Client, Clock, Description, Exchange, Limits, Pace, ReplyPaths
from botassay.runs import Manner, Plan, RunOutcome, hold
from botassay.runs.journal import FILE, AttemptState, Journal, Record, RunFacts
from botassay.testing.hostile.behaviours import KEY, Behaviour
from botassay.testing.hostile.server import Server, serving

DEADLINE: Final = 0.4
"""Seconds for a turn."""
ATTEMPTS: Final = 3
"""How often a conversation is begun at most."""
SLACK: Final = 3.0
"""Seconds that a loaded machine may take longer, over all attempts."""
MEMORY: Final = 16 * 2**20
"""Bytes that a behaviour may take, the server's own among them."""
TALK: Final = "talk"


@dataclass(frozen=True, slots=True)
class LabTrial:
    """The outcome of one misbehaviour."""

    case: str
    """Its number in docs/reliability.md."""
    behaviour: str
    wanted: str
    came: str
    seconds: float
    """From the first request to the closed journal."""
    memory: int
    """Bytes at the most, beyond what was there before."""
    requests: int
    flaws: tuple[str, ...]
    """What is not as it has to be."""


class Impatient(Clock):
    """A clock by which pauses between requests take no time; deadlines do."""

    async def sleep(self, seconds: float) -> None:
        """Let the others go first."""
        del seconds
        await asyncio.sleep(0)


def endure(behaviour: Behaviour) -> LabTrial:
    """Hold one conversation with a bot that misbehaves, by way of the journal, and look at what is left of it."""
    with TemporaryDirectory() as folder:
        begun = time.perf_counter()
        tracemalloc.start()
        try:
            server, ending = asyncio.run(_held(behaviour, Path(folder)))
            memory = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        seconds = time.perf_counter() - begun
        came, flaws = _looked_at(behaviour, Path(folder), server, ending)
    if seconds > ATTEMPTS * DEADLINE + SLACK:
        flaws.append(f"it took {seconds:.1f} s")
    if memory > MEMORY:
        flaws.append(f"it took {memory >> 20} MiB")
    return LabTrial(
        behaviour.case,
        behaviour.what,
        " or ".join(_wanted(behaviour)),
        came,
        round(seconds, 3),
        memory,
        len(server.requests),
        tuple(flaws),
    )


async def _held(behaviour: Behaviour, folder: Path) -> tuple[Server, RunOutcome]:
    plan = Plan((Script(TALK, "user", TALK, ("hi",) * behaviour.turns),), {})
    journal = Journal.create(folder, RunFacts("lab", "", 1, ""), plan.scripts)
    try:
        async with serving(*behaviour.scripts) as server:
            ending = await hold(_bot(server.url), plan, journal, Manner(concurrency=1))
    finally:
        await asyncio.to_thread(journal.close)
    return server, ending


def _bot(url: str) -> RestBot:
    description = Description(
        url=url,
        body='{"message": {{message}}}',
        headers={"Authorization": "Bearer ${BOT_TOKEN}"},
        reply=ReplyPaths(text="$.reply", error="$.error"),
    )
    exchange = Exchange.of(description, environment={"BOT_TOKEN": KEY})
    limits = Limits(turn=DEADLINE, connect=DEADLINE)
    return RestBot("lab", exchange, Client(limits, Pace(clock=Impatient()), exchange.secrets, exchange.headers))


def _looked_at(behaviour: Behaviour, folder: Path, server: Server, ending: RunOutcome) -> tuple[str, list[str]]:
    """Say what the journal has of the conversation, and what of that is not as it has to be."""
    record = Record.of(folder)
    progress = record.progress()[TALK]
    answers = [
        u.text for dialog in record.dialogs() for u in dialog.utterances if u.role is Role.BOT
    ]  # empty ones, too
    kinds = sorted(record.failures())
    came = [f"the answer {text[:40]!r}" for text in dict.fromkeys(answers)] or kinds or ["nothing"]
    flaws = []
    if not set(came) <= set(_wanted(behaviour)):
        flaws.append(f"not {' or '.join(_wanted(behaviour))}")
    if (progress.state is AttemptState.HELD) != (len(answers) == behaviour.turns):
        flaws.append(f"{len(answers)} answers stand in a conversation that is {progress.state}")
    if (
        progress.state is not AttemptState.HELD
        and ending.how == "finished"
        and progress.state is not AttemptState.FAILED
    ):
        flaws.append(f"the run is over, and the conversation is {progress.state}")
    if len(server.requests) > ATTEMPTS * behaviour.requests or not 0 < progress.attempts <= ATTEMPTS:
        flaws.append(f"requests: {len(server.requests)}, attempts: {progress.attempts}")
    if any(KEY.encode() not in request for request in server.requests):
        flaws.append("a request did not carry the key")
    if KEY.encode() in (folder / FILE).read_bytes():
        flaws.append("the key stands in the journal")
    return ", ".join(came), flaws


def _wanted(behaviour: Behaviour) -> list[str]:
    answers = [] if behaviour.said is None else [f"the answer {behaviour.said[:40]!r}"]
    return answers + ([behaviour.kind] if behaviour.kind else [])
