"""A run that somebody may kill, begun or gone on with: see tests/forks.py.

Its bot writes down what it answered, and sees to it that this survives, before it lets go of the answer.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from zlib import crc32

from botassay.plugins.protocols import Conversation, Prober, Reply
from botassay.runs import Manner, Plan, draw_up, hold
from botassay.runs.journal import Journal, Record, RunFacts
from botassay.testing import PoliteBot
from botassay.trust.abuse.prober import Provocations
from botassay.trust.bias.prober import Opinions
from botassay.trust.complexity.prober import Questions
from botassay.trust.leakage.prober import Canaries

AT_ONCE = 4


@dataclass
class LoggingBot:
    """Answers by rule; who is asked is named by the conversation."""

    log: int
    name: str = "logging"
    sessions: "count[int]" = field(default_factory=count)

    @asynccontextmanager
    async def open(self, *, user: str) -> AsyncIterator[Conversation]:
        yield _Logged(self.log, user, f"{os.getpid()}-{next(self.sessions)}")


@dataclass
class _Logged:
    log: int
    conversation: str
    session: str
    turn: int = 0

    async def say(self, text: str) -> Reply:
        answer = "Shut up, you dumb bitch." if crc32(text.encode()) % 9 == 0 else PoliteBot()("").reply(text).text
        mark = f"{self.session}/{self.turn}"
        line = {"conversation": self.conversation, "session": self.session, "turn": self.turn, "mark": mark}
        os.write(self.log, json.dumps({**line, "answer": answer}).encode() + b"\n")
        os.fsync(self.log)
        self.turn += 1
        await asyncio.sleep(0.001)  # on its way back
        return Reply(answer, intent=mark)


def probers(size: int) -> dict[str, Prober]:
    """Give those who ask."""
    return {
        "AL": Provocations(each=size),
        "B": Opinions(conversations=4 * size),
        "CC": Questions(conversations=4 * size),
        "IL": Canaries(planted=8, controls=3, remembered=4),
    }


def planned(size: int) -> Plan:
    """Draw up a plan of some size, with users that are called like their conversations."""
    plan = draw_up(probers(size), size)
    return Plan(tuple(replace(script, user=script.conversation) for script in plan.scripts), plan.probers)


def main(run: str, log: str, size: str, on_doubt: str) -> None:
    """Begin a run, or go on with it."""
    folder = Path(run)
    if folder.exists():
        plan = Plan(tuple(Record.of(folder).scripts()), probers(int(size)))
        journal = Journal.reopen(folder)
    else:
        plan = planned(int(size))
        journal = Journal.create(folder, RunFacts("logging", "sha256:0", int(size), ""), plan.scripts)
    bot = LoggingBot(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT))
    manner = Manner(concurrency=AT_ONCE, on_doubt="skip" if on_doubt == "skip" else "restart")
    asyncio.run(hold(bot, plan, journal, manner))
    journal.close()
