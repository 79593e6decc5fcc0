"""A conversation without a plan: messages of a person, or a generator, are recorded as they are sent."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from time import monotonic

from botassay.core.dialog import Dialog, Role, Script, Utterance
from botassay.core.errors import BotError
from botassay.http.retry import RunContext
from botassay.plugins.optional import open_in_run, shown_beside
from botassay.plugins.protocols import Bot, Conversation, Reply
from botassay.runs.journal import Attempt, AttemptState, Journal


@dataclass(frozen=True, slots=True)
class Move:
    """The next message, and its script; a new conversation begins with a new script."""

    script: Script
    line: str


class Chat:
    """Sends messages to a bot one by one; a reply is on disk before it is rated.

    An attempt at a conversation ends with a failure, and the next line begins another one, in the same session: all
    that was answered in a conversation is one dialog.

    Args:
        bot: who is talked to.
        journal: where it is noted.
        person: whether a person types the messages.
    """

    def __init__(self, bot: Bot, journal: Journal, *, person: bool = False) -> None:
        self._bot = bot
        self._journal = journal
        self._one_at_a_time = asyncio.Lock()
        self._script: Script | None = None
        self._said: list[Utterance] = []
        self._session = AsyncExitStack()
        self._conversation: Conversation | None = None
        self._attempt: Attempt | None = None
        self._attempts = 0
        self._turns = 0
        self._secret = journal.secret()
        self._person = person
        self._run = RunContext(self._secret, "", 0, person=person)
        self._answers = 0
        """In this attempt."""
        self.held = False
        """Whether anything was answered in this conversation."""

    @property
    def dialog(self) -> Dialog:
        """The dialog of the last move's script, as far as it was answered."""
        assert self._script is not None  # noqa: S101 - called after a message
        return Dialog(self._script.id, tuple(self._said), self._script.tags)

    async def say(self, move: Move) -> Reply:
        """Send a message; return the reply when it is on disk.

        Raises: BotError when none came, which is noted, too; OutputError when the journal cannot be written.
        """
        async with self._one_at_a_time:
            return await self._say(move)

    async def close(self) -> None:
        """End the conversation; what was broken off before its first answer is in doubt."""
        async with self._one_at_a_time:
            await self._close()

    async def _say(self, move: Move) -> Reply:
        await self._turn_to(move.script)
        attempt = self._attempt or self._begin(move.script)
        turn, self._turns = self._turns, self._turns + 1
        try:
            conversation = await self._opened(move.script.user, attempt)
            await self._journal.intend(attempt, turn, move.script.id, move.line)
            begun = monotonic()
            reply = await conversation.say(move.line)
        except BotError as failure:
            self._journal.end(attempt, AttemptState.HELD if self._answers else AttemptState.FAILED, failure)
            self._attempt = None
            await self._journal.settled()
            raise
        self._journal.answer(attempt, turn, reply, monotonic() - begun, shown_beside(conversation))
        self._keep(attempt, move.line, reply)
        await self._journal.settled()
        return reply

    async def _close(self) -> None:
        session, self._session, self._conversation = self._session, AsyncExitStack(), None
        attempt, self._attempt = self._attempt, None
        if attempt is not None and not self._answers:
            self._journal.end(attempt, AttemptState.IN_DOUBT)
        await self._journal.settled()
        await session.aclose()

    async def _turn_to(self, script: Script) -> None:
        """Continue a script; a new one is planned before its first message."""
        before = self._script
        if before is not None and before.id == script.id:
            return
        if before is None or before.conversation != script.conversation:
            await self._close()
            self._attempts, self._turns, self.held = 0, 0, False
        self._journal.plan(script)
        self._script, self._said = script, []

    def _begin(self, script: Script) -> Attempt:
        self._attempts += 1
        self._answers = 0
        self._attempt = self._journal.begin(script.conversation, self._attempts)
        return self._attempt

    async def _opened(self, user: str, attempt: Attempt) -> Conversation:
        """Return the open session; a later attempt goes on in it."""
        if self._conversation is None:
            self._run = RunContext(self._secret, attempt.conversation, attempt.number, person=self._person)
            opening = open_in_run(self._bot, user, self._run)
            self._conversation = await self._session.enter_async_context(opening)
        self._run.attempt = attempt.number
        return self._conversation

    def _keep(self, attempt: Attempt, line: str, reply: Reply) -> None:
        """Take a turn into the dialog; from the first answer on the attempt counts, whatever happens to it."""
        if not self._answers:
            self._journal.end(attempt, AttemptState.HELD)
        self._answers += 1
        self.held = True
        answer = Utterance(
            Role.BOT, reply.text, options=reply.options, intent=reply.intent, confidence=reply.confidence
        )
        self._said += [Utterance(Role.USER, line), answer]
