"""Robustness tests: a conversation with each misbehaviour of a hostile server on this machine, and its outcome."""

import asyncio
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from botassay.bots.conversations import RestBot
from botassay.core.dialog import Role, Script
from botassay.http import Client, Clock, Description, Exchange, Limits, Pace, ReplyPaths
from botassay.runs import Manner, Plan, RunOutcome, hold
from botassay.runs.journal import FILE, AttemptState, ConversationProgress, Journal, Record, RunFacts
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
    """Return the outcome of one conversation with a bot that misbehaves, as its journal has it."""
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        tracemalloc.start()
        try:
            server, ending = asyncio.run(_held(behaviour, Path(folder)))
            memory = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        seconds = time.perf_counter() - start
        record = Record.of(Path(folder))
        replies = [u.text for dialog in record.dialogs() for u in dialog.utterances if u.role is Role.BOT]
        outcomes = [f"the answer {reply[:40]!r}" for reply in dict.fromkeys(replies)] or sorted(record.failures())
        flaws = [
            *_flaws_of_outcome(behaviour, outcomes or ["nothing"]),
            *_flaws_of_state(behaviour, record.progress()[TALK], ending, len(replies)),
            *_flaws_of_requests(behaviour, server.requests, record.progress()[TALK].attempts),
        ]
        if KEY.encode() in (Path(folder) / FILE).read_bytes():
            flaws.append("the journal contains the key")
    if seconds > ATTEMPTS * DEADLINE + SLACK:
        flaws.append(f"it took {seconds:.1f} s")
    if memory > MEMORY:
        flaws.append(f"it took {memory >> 20} MiB")
    return LabTrial(
        behaviour.case,
        behaviour.what,
        " or ".join(_wanted(behaviour)),
        ", ".join(outcomes or ["nothing"]),
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


def _flaws_of_outcome(behaviour: Behaviour, outcomes: Sequence[str]) -> Iterator[str]:
    wanted = _wanted(behaviour)
    if not {*outcomes} <= {*wanted}:
        yield f"not {' or '.join(wanted)}"


def _wanted(behaviour: Behaviour) -> list[str]:
    answers = [] if behaviour.said is None else [f"the answer {behaviour.said[:40]!r}"]
    return answers + ([behaviour.kind] if behaviour.kind else [])


def _flaws_of_state(
    behaviour: Behaviour, progress: ConversationProgress, ending: RunOutcome, replies: int
) -> Iterator[str]:
    complete = progress.state is AttemptState.HELD
    if complete != (replies == behaviour.turns):
        yield f"{replies} answers in a conversation that is {progress.state}"
    if not complete and progress.state is not AttemptState.FAILED and ending.how == "finished":
        yield f"the run is over, and the conversation is {progress.state}"


def _flaws_of_requests(behaviour: Behaviour, requests: Sequence[bytes], attempts: int) -> Iterator[str]:
    if len(requests) > ATTEMPTS * behaviour.requests or not 0 < attempts <= ATTEMPTS:
        yield f"requests: {len(requests)}, attempts: {attempts}"
    if any(KEY.encode() not in request for request in requests):
        yield "a request did not carry the key"
