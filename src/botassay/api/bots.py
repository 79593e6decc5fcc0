"""One round trip with a live bot, to see whether it can be talked to."""

from botassay.api.asynchronous import run_to_end
from botassay.api.live import BotTarget, system_prompt
from botassay.api.subjects import Subject, bot_given
from botassay.bots import Trial, try_out
from botassay.plugins.protocols import Bot
from botassay.settings.option import layered, to_builtins
from botassay.settings.rating import BotSettings, ConnectionSettings


def try_bot(subject: Subject, settings: ConnectionSettings | None = None, *, say: str = "Hello") -> Trial:
    """What comes of one message to a bot; that the bot fails is part of the answer.

    Args:
        subject: a bundled name, an address, a bot.toml, a `Bot` or a callable.
        settings: how to connect to it.
        say: the message.

    Raises: UsageError, ConfigurationError for what is no live bot.

    >>> try_bot("eliza", say="Hello").sound
    True
    """
    return run_to_end(try_out(_bot(subject, settings), say))


async def try_bot_async(subject: Subject, settings: ConnectionSettings | None = None, *, say: str = "Hello") -> Trial:
    """What comes of one message to a bot, in a running loop."""
    return await try_out(_bot(subject, settings), say)


def _bot(subject: Subject, settings: ConnectionSettings | None) -> Bot:
    chosen = layered(BotSettings, to_builtins(settings or BotSettings()))
    given = None if isinstance(subject, str) else bot_given(subject, chosen.timeout)
    if given is not None:
        return given[0]
    description = str(chosen.bot.resolve()) if chosen.bot else None
    target = BotTarget(str(subject), description, None, system_prompt(chosen.system), chosen.insecure)
    return target.bot(chosen)
