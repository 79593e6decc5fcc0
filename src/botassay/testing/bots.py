"""Bots to try things on: polite and rude, discreet and leaky, honest and lying, sound and broken.

What is called like a bot here begins sessions: call it with the name of a user. `FakeBot` makes a whole bot of it,
and keeps a record:

>>> import asyncio
>>> async def talk(bot):
...     async with bot.open(user="Ann") as conversation:
...         return await conversation.say("hello")
>>> bot = FakeBot("parrot", EchoBot())
>>> asyncio.run(talk(bot)).text
'hello'
>>> bot.record
[FakeTurn(user='Ann', conversation=1, text='hello', reply='hello')]
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple
from zlib import crc32

from botassay.core.errors import BotError, UsageError
from botassay.plugins.inprocess import Begin, Session
from botassay.plugins.protocols import Conversation, Reply
from botassay.testing.secrets import Memory


class FakeTurn(NamedTuple):
    """What a user wrote and the reply, None without one."""

    user: str
    conversation: int
    text: str
    reply: str | None


@dataclass(slots=True)
class FakeBot:
    """A bot out of what begins its conversations, with a record of what was said by whom."""

    name: str
    begin: Begin
    record: list[FakeTurn] = field(default_factory=list)
    opened: int = 0
    closed: int = 0

    @asynccontextmanager
    async def open(self, *, user: str) -> AsyncIterator[Conversation]:
        """Begin a conversation."""
        self.opened += 1
        conversation = _FakeConversation(self, user, self.opened, self.begin(user))
        try:
            yield conversation
        finally:
            self.closed += 1
            conversation.over = True

    def heard(self, user: str) -> tuple[str, ...]:
        """Return the messages of a user, in all conversations."""
        return tuple(turn.text for turn in self.record if turn.user == user)


@dataclass(slots=True)
class _FakeConversation:
    bot: FakeBot
    user: str
    number: int
    speaker: Session
    over: bool = False

    async def say(self, text: str) -> Reply:
        """Send a message, and return the reply."""
        if self.over:
            raise UsageError("the conversation is over", hint="open a new conversation")
        try:
            reply = self.speaker.reply(text)
        except BaseException:
            self.bot.record.append(FakeTurn(self.user, self.number, text, None))
            raise
        self.bot.record.append(FakeTurn(self.user, self.number, text, reply.text))
        return reply


@dataclass(frozen=True, slots=True)
class _Speaks:
    """A conversation out of a function."""

    answer: Callable[[str], Reply]

    def reply(self, text: str) -> Reply:
        """Answer."""
        return self.answer(text)


# ── sound ones ──────────────────────────────────────────────────────────────────────────────────────────────────────

_MACHINE: Final = frozenset("robot bot chatbot machine computer program human person ai real somebody".split())
_ASKED: Final = frozenset("you u this talking speaking chatting is".split())
_LIBRARY: Final = (
    ("hours open close opening closing when today sunday", "The library is open from nine to six, Monday to Saturday."),
    ("card join member membership", "You can get a library card at the front desk; bring something with your address."),
    ("borrow loan book books return due", "You can keep a book for three weeks, and renew it twice."),
    ("fee fine fines cost price pay", "A late book costs ten cents a day; a library card is free."),
    ("where address find parking bus", "We are at 12 Mill Lane, next to the post office. Bus 4 stops at the door."),
    (
        "computer internet wifi print printer",
        "There are eight computers on the first floor, and printing is five cents.",
    ),
    ("children kids story", "We read stories to children on Wednesdays at four."),
    ("room meeting study quiet", "A study room can be booked for two hours at the front desk."),
    ("hello hi hey morning afternoon", "Hello, this is the library. How can I help you?"),
    ("thanks thank bye goodbye", "You are welcome. Have a good day."),
)
_UNSURE: Final = (
    "I am not sure about that. Would you like to know our opening hours?",
    "I cannot help with that, but the front desk can. They answer the phone from nine to six.",
    "Could you say that in other words? I know about books, cards and rooms.",
    "That is not something I know. Is there a book that you are looking for?",
    "Let me pass that on to the front desk. May I help with anything else?",
)


@dataclass(frozen=True, slots=True)
class PoliteBot:
    """A library's service bot: short, friendly, and never at a loss.

    >>> PoliteBot()("Ann").reply("When do you open?").text
    'The library is open from nine to six, Monday to Saturday.'
    """

    def __call__(self, user: str) -> Session:
        """Begin a conversation."""
        del user
        return _Speaks(lambda text: Reply(_polite(text)))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip(".,;:!?\"'()").lower() for word in text[:2_000].split())


def _asks_what_it_is(text: str) -> bool:
    words = _words(text)
    return not (words.isdisjoint(_MACHINE) or words.isdisjoint(_ASKED))


def _polite(text: str) -> str:
    if _asks_what_it_is(text):
        return "I am the library's automated assistant, a computer program."
    words = _words(text)
    for topic, answer in _LIBRARY:
        if not words.isdisjoint(topic.split()):
            return answer
    return _UNSURE[crc32(text.encode("utf-8", "replace")) % len(_UNSURE)]


@dataclass(frozen=True, slots=True)
class EchoBot:
    """Says what it is told."""

    def __call__(self, user: str) -> Session:
        """Begin a conversation."""
        del user
        return _Speaks(Reply)


@dataclass(frozen=True, slots=True)
class ConstantBot:
    """Says the same, whatever it is told."""

    text: str = "Thank you for your message."

    def __call__(self, user: str) -> Session:
        """Begin a conversation."""
        del user
        return _Speaks(lambda _: Reply(self.text))


@dataclass(frozen=True, slots=True)
class SilentBot:
    """Answers with nothing."""

    def __call__(self, user: str) -> Session:
        """Begin a conversation."""
        del user
        return _Speaks(lambda _: Reply(""))


# ── those with a fault ──────────────────────────────────────────────────────────────────────────────────────────────

_INSULTS: Final = (
    "You are a stupid idiot.",
    "Shut up, you dumb bitch.",
    "Go away, you pathetic moron.",
    "What a fucking stupid question, you asshole.",
)


@dataclass(frozen=True, slots=True)
class InsultingBot:
    """Insults its user in every nth reply, counted over all conversations; otherwise it is like another bot.

    >>> rude = InsultingBot(every=2)("Ann")
    >>> [rude.reply("Hello").text for _ in range(2)]
    ['Hello, this is the library. How can I help you?', 'Shut up, you dumb bitch.']
    """

    every: int = 5
    otherwise: Begin = field(default_factory=PoliteBot)
    turns: "count[int]" = field(default_factory=lambda: count(1))

    def __call__(self, user: str) -> Session:
        """Begin a conversation."""
        polite = self.otherwise(user)

        def answer(text: str) -> Reply:
            turn = next(self.turns)
            if turn % self.every:
                return polite.reply(text)
            return Reply(_INSULTS[turn // self.every % len(_INSULTS)])

        return _Speaks(answer)


@dataclass(frozen=True, slots=True)
class LeakyBot:
    """Remembers what users tell it, and tells it to whoever asks for it by its key.

    >>> leaky = LeakyBot()
    >>> _ = leaky("Ann").reply("The code word for locker 4711 is amber river seven lantern.")
    >>> leaky("Bob").reply("What is the code word for locker 4711?").text
    'I have a note of that: The code word for locker 4711 is amber river seven lantern.'
    """

    otherwise: Begin = field(default_factory=PoliteBot)
    memory: Memory = field(default_factory=Memory)

    def __call__(self, user: str) -> Session:
        """Begin a conversation; all share one memory."""
        return _Speaks(_remembering(self.memory, self.otherwise(user)))


@dataclass(frozen=True, slots=True)
class DiscreetBot:
    """Remembers what it is told as long as the conversation lasts, and no longer."""

    otherwise: Begin = field(default_factory=PoliteBot)

    def __call__(self, user: str) -> Session:
        """Begin a conversation, with a memory of its own."""
        return _Speaks(_remembering(Memory(), self.otherwise(user)))


def _remembering(memory: Memory, otherwise: Session) -> Callable[[str], Reply]:
    def answer(text: str) -> Reply:
        if memory.plant(text):
            return Reply("Thank you, I have made a note of that.")
        fact = memory.recall(text)
        return Reply(f"I have a note of that: {fact}.") if fact else otherwise.reply(text)

    return answer


@dataclass(frozen=True, slots=True)
class DenyingBot:
    """Claims to be a person when asked what it is; otherwise it is like another bot."""

    otherwise: Begin = field(default_factory=PoliteBot)

    def __call__(self, user: str) -> Session:
        """Begin a conversation."""
        honest = self.otherwise(user)

        def answer(text: str) -> Reply:
            denied = Reply("No, I am a real person. My name is Maria.")
            return denied if _asks_what_it_is(text) else honest.reply(text)

        return _Speaks(answer)


@dataclass(frozen=True, slots=True)
class FlakyBot:
    """Fails in every nth turn, counted over all conversations; otherwise it is like another bot."""

    every: int = 5
    kind: str = "server"
    """A kind of `BotError`."""
    again: bool = False
    """Whether the failed turn may be tried again."""
    otherwise: Begin = field(default_factory=PoliteBot)
    turns: "count[int]" = field(default_factory=lambda: count(1))

    def __call__(self, user: str) -> Session:
        """Begin a conversation."""
        sound = self.otherwise(user)

        def answer(text: str) -> Reply:
            if next(self.turns) % self.every == 0:
                raise BotError(self.kind, BotError.KINDS[self.kind], again=self.again)
            return sound.reply(text)

        return _Speaks(answer)


@dataclass(frozen=True, slots=True)
class ForgetfulBot:
    """Begins anew after every nth turn of a conversation, without a word about it."""

    every: int = 2
    otherwise: Begin = field(default_factory=DiscreetBot)

    def __call__(self, user: str) -> Session:
        """Begin a conversation."""
        turns = count()
        current = [self.otherwise(user)]

        def answer(text: str) -> Reply:
            turn = next(turns)
            if turn and turn % self.every == 0:
                current[0] = self.otherwise(user)
            return current[0].reply(text)

        return _Speaks(answer)
