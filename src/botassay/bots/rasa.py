"""A Rasa assistant over its REST channel, or what understands texts in it: `rasa:BASE`."""

from typing import Final

from botassay.bots.conversations import RestBot
from botassay.bots.models import completed
from botassay.bots.rest import described
from botassay.core.errors import UsageError
from botassay.http import Description, ReplyPaths
from botassay.plugins.protocols import BotOptions

WEBHOOK: Final = "/webhooks/rest/webhook"
PARSE: Final = "/model/parse"


def make(address: str, options: BotOptions) -> RestBot:
    """Return the bot of a Rasa server; a conversation is a sender, several messages are joined by line breaks.

    Args:
        address: `BASE`; without a path it gets `/webhooks/rest/webhook`.
        options: how it is to be talked to.

    Raises: UsageError.
    """
    _check(address, options)
    description = Description(
        body='{"sender": {{session}}, "message": {{message}}}',
        reply=ReplyPaths(text="$[*].text", options="$[*].buttons[*].title"),
    )
    bot = described(description, options, url=completed(address, WEBHOOK), where="rasa")
    return RestBot(f"rasa:{bot.name.removesuffix(WEBHOOK)}", bot.exchange, bot.client)


def understanding(address: str, options: BotOptions) -> RestBot:
    """Return a bot that gives a Rasa server's intent for a text, with its confidence, and no reply.

    Args:
        address: `BASE`; without a path it gets `/model/parse`, which Rasa has with `--enable-api`.
        options: how it is to be talked to.

    Raises: UsageError.
    """
    _check(address, options)
    description = Description(
        body='{"text": {{message}}}',
        reply=ReplyPaths(text="$.text", intent="$.intent.name", confidence="$.intent.confidence"),
    )
    bot = described(description, options, url=completed(address, PARSE), where="rasa")
    return RestBot(f"rasa:{bot.name.removesuffix(PARSE)}", bot.exchange, bot.client)


def _check(address: str, options: BotOptions) -> None:
    """Refuse a text that is not an address.

    Raises: UsageError.
    """
    if not address.startswith(("http://", "https://")):
        raise UsageError(f"{address!r} is not a URL", hint="write rasa:http://HOST, like rasa:http://localhost:5005")
    if options.description:
        raise UsageError("rasa: needs no bot.toml", hint="omit --bot")
