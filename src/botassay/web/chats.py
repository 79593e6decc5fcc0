"""Chats of this server: every reply is on disk before it is rated, and a chat ends as a run."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from botassay.api.chat import ChatRun, chat, script_of_person
from botassay.api.live import check_answers, new_run_folder
from botassay.core.errors import BotError
from botassay.core.seeded_rng import Lot
from botassay.plugins.protocols import Reply
from botassay.rating import Interim
from botassay.runs import Chat, Move
from botassay.runs.journal import Journal
from botassay.web.bot_shelf import ShelvedBot
from botassay.web.events import WebEvents
from botassay.web.problems import WebProblem, missing
from botassay.web.workspace import Workspace

MOST: Final = 10
"""Chats at a time."""
LONGEST: Final = 4000
"""Characters of a message."""


@dataclass(slots=True)
class LiveChat:
    """A chat that goes on."""

    id: str
    bot: ShelvedBot
    run: ChatRun
    turns: list[Interim] = field(default_factory=list)
    pending: str = ""
    """What was said and not answered yet."""
    number: int = 1
    """Of the conversation."""
    chat: Chat | None = None
    journal: Journal | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def latest(self) -> Interim | None:
        """What came of the last turn, with the rating after it."""
        return self.turns[-1] if self.turns else None


class Chats:
    """Begins chats, and knows those that go on."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._events = workspace.part(WebEvents)
        self.open: dict[str, LiveChat] = {}

    def of(self, name: str) -> LiveChat:
        """Return a chat that goes on.

        Raises: WebProblem 404.
        """
        if name not in self.open:
            raise missing("chat; it may have ended")
        return self.open[name]

    async def begin(self, bot: ShelvedBot) -> LiveChat:
        """Begin a chat, once the bot has answered a first message.

        Raises: WebProblem 429 where too many go on; RunStopped for a bot that does not answer.
        """
        if len(self.open) >= MOST:
            raise WebProblem(429, f"{MOST} chats go on.", "End one of them.", headers={"Retry-After": "60"})
        folder = new_run_folder(f"chat-{bot.id}", None, self._workspace.runs_folder)
        while folder.name in self.open:
            folder = folder.with_name(f"{folder.name}-2")
        run = await self._workspace.work(chat, bot.subject, out=folder)
        await check_answers(run.bot, again=run.again)
        begun = LiveChat(folder.name, bot, run)
        self.open[begun.id] = begun
        return begun

    async def say(self, live: LiveChat, line: str) -> Interim:
        """Send a message; return what came of it, when it is on disk and rated.

        Raises: WebProblem 409 while another message waits for its reply; 422 for an empty or a long one.
        """
        if not line.strip() or len(line) > LONGEST:
            raise WebProblem(422, f"A message has 1 to {LONGEST:,} characters.")
        if live.lock.locked():
            raise WebProblem(409, "The bot has not answered the message before.")
        async with live.lock:
            live.pending = line
            self._events.publish("turn", f"chat:{live.id}", state="sent")
            try:
                interim = await self._answered(live, line)
            finally:
                live.pending = ""
            live.turns.append(interim)
        self._events.publish("turn", f"chat:{live.id}", state="answered", turn=interim.turn)
        return interim

    async def _answered(self, live: LiveChat, line: str) -> Interim:
        if live.chat is None:
            live.journal = await asyncio.to_thread(live.run.journal)
            live.chat = Chat(live.run.bot, live.journal, person=True)
        move = Move(script_of_person(Lot(live.run.seed), live.number), line)
        outcome: Reply | BotError
        try:
            outcome = await live.chat.say(move)
        except BotError as failure:
            outcome = failure
        return await self._workspace.work(live.run.seen, move, outcome, live.chat)

    def renew(self, live: LiveChat) -> None:
        """Begin a new conversation as a new user; what was said stays part of the chat."""
        if live.turns and live.turns[-1].dialog == f"chat-{live.number:02}":
            live.number += 1
        self._events.publish("turn", f"chat:{live.id}", state="new")

    async def end(self, live: LiveChat) -> bool:
        """End a chat and rate it; return whether there is a run of it: anything was said."""
        async with live.lock:
            self.open.pop(live.id, None)
            await self._put_away(live)
            if not live.turns:
                return False
            await self._workspace.work(live.run.report)
        self._events.publish("state", f"chat:{live.id}", state="ended")
        return True

    async def _put_away(self, live: LiveChat) -> None:
        if live.chat is not None:
            await live.chat.close()
        if live.journal is not None:
            live.journal.close()

    async def close(self) -> None:
        """Put all chats away; what was said in them is on disk, and can be rated."""
        for live in [*self.open.values()]:
            self.open.pop(live.id, None)
            await self._put_away(live)
