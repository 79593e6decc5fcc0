"""What every bot promises."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from botassay.core.errors import BotassayError, BotError
from botassay.plugins.protocols import Bot, Conversation, Reply
from botassay.testing.hostile import TEXTS
from botassay.testing.promise import promise

AT_ONCE: Final = 8
"""Conversations that are held at the same time."""


def check_bot(make: Callable[[], Bot], *, echoes: bool = False) -> None:
    """Check that a bot keeps the promises of its protocol.

    Args:
        make: makes the bot, without sending anything.
        echoes: whether its answers hold what was said to it, word by word; then it is also checked that no answer
            goes to another conversation than its question.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    bot = make()
    promise(isinstance(bot, Bot), "a bot has name and open")
    promise(str(bot.name).strip(), "a bot has a name")
    promise(bot.name == make().name, "the same bot has the same name")
    asyncio.run(_checked(bot, echoes=echoes))
    asyncio.run(_checked_again(bot))


async def _checked(bot: Bot, *, echoes: bool) -> None:
    async with bot.open(user="ann") as conversation:
        promise(isinstance(conversation, Conversation), "a conversation has say")
        for text in ("hello", "hello"):
            _sound(await conversation.say(text))
    await _together(bot, echoes=echoes)
    for text in TEXTS:
        await _survives(bot, text)
    await _ends(bot)


async def _checked_again(bot: Bot) -> None:
    """A bot is not bound to the event loop that it was first used in."""
    async with bot.open(user="ann") as conversation:
        _sound(await conversation.say("hello"))


def _sound(reply: object) -> None:
    promise(isinstance(reply, Reply), "what say gives is a Reply")
    assert isinstance(reply, Reply)  # noqa: S101 - said just before; for the type checker
    promise(isinstance(reply.text, str), "the text of a reply is a str")
    promise(isinstance(reply.options, tuple), "the options of a reply are a tuple")
    promise(all(isinstance(option, str) for option in reply.options), "each option is a str")
    promise(reply.confidence is None or isinstance(reply.confidence, float), "a confidence is a float")


async def _together(bot: Bot, *, echoes: bool) -> None:
    """Hold conversations at once, two of them with the same user."""

    async def hold(number: int) -> None:
        async with bot.open(user=f"user {number // 2}") as conversation:
            for turn in range(3):
                message = f"conversation {number} turn {turn}"
                reply = await conversation.say(message)
                _sound(reply)
                promise(not echoes or message in reply.text, "an answer goes to the conversation that asked for it")

    await asyncio.gather(*(hold(number) for number in range(AT_ONCE)))


async def _survives(bot: Bot, text: str) -> None:
    """An odd text is answered, or refused with a BotError; the next conversation is not troubled."""
    async with bot.open(user="bob") as conversation:
        await _answered_or_refused(conversation.say(text), "an odd text is answered, or refused with a BotError")
    async with bot.open(user="bob") as conversation:
        _sound(await conversation.say("hello"))


async def _answered_or_refused(saying: Awaitable[Reply], text: str) -> None:
    try:
        _sound(await saying)
    except BotError as error:
        promise(error.kind in BotError.KINDS, "a failure is of a known kind")
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        promise(kept=False, text=f"{text}: {type(error).__name__}: {error}")


async def _ends(bot: Bot) -> None:
    """Nothing can be said once a conversation is over, and who says it is told so."""
    for silent in (False, True):
        async with bot.open(user="eve") as conversation:
            if not silent:
                await conversation.say("hello")
        try:
            await conversation.say("are you there?")
        except BotassayError:
            continue
        except Exception as error:  # noqa: BLE001 - this is what is looked for
            promise(kept=False, text=f"after its end a conversation fails plainly, not with {type(error).__name__}")
        promise(kept=False, text="nothing can be said after the end of a conversation")
