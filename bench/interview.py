"""Interviews, journal and all, beside bare aiohttp, a connection for each request."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from bench.peers import bare_aiohttp
from bench.server import serving
from bench.timing import compare, sized
from botassay.bots import find_bot
from botassay.core.dialog import Role, Script
from botassay.plugins.protocols import Bot, BotOptions
from botassay.runs import Manner, Plan, hold
from botassay.runs.journal import Journal, Record, RunFacts

DESCRIPTION = 'body = \'{"message": {{message}}, "session": {{session}}}\'\n[reply]\ntext = "$.reply"\n'
AT_ONCE = 50


def interview() -> None:
    """Hold conversations at concurrency 50: each turn is on disk before it is sent, each answer before the next."""
    with tempfile.TemporaryDirectory() as folder, serving() as url:
        file = Path(folder) / "bot.toml"
        file.write_text(DESCRIPTION)
        bot = find_bot(url, BotOptions(description=file))
        for conversations, turns in ((50, 20), (sized(1000, 20), 1)):
            runs = (Path(folder) / f"{conversations}-{number}" for number in range(1000))
            first = next(runs)
            held(bot, first, conversations, turns)
            assert said_in(first) == asyncio.run(bare_aiohttp(url, conversations, turns, AT_ONCE))
            compare(
                f"{conversations:,} conversations of {turns}, with journal, against aiohttp",
                lambda n=conversations, t=turns, runs=runs: held(bot, next(runs), n, t),  # type: ignore[misc]
                lambda n=conversations, t=turns: asyncio.run(bare_aiohttp(url, n, t, AT_ONCE)),  # type: ignore[misc]
                "ms",
                1000,
            )


def held(bot: Bot, folder: Path, conversations: int, turns: int) -> None:
    """Hold conversations of so many turns each, from the plan to the closed journal."""
    names = [f"talk {number}" for number in range(conversations)]
    plan = Plan(tuple(Script(name, name, name, ("hi",) * turns) for name in names), {})
    journal = Journal.create(folder, RunFacts("bot", "", 1, ""), plan.scripts)
    ending: Any = asyncio.run(hold(bot, plan, journal, Manner(concurrency=AT_ONCE)))
    journal.close()
    assert ending.how == "finished", ending


def said_in(folder: Path) -> list[str]:
    """Give all that the bot said."""
    return [said.text for dialog in Record.of(folder).dialogs() for said in dialog.utterances if said.role is Role.BOT]
