"""A Rasa assistant over its REST channel, or what understands texts in it: `rasa:BASE`."""

from typing import Final

from botassay.bots.openai import completed
from botassay.bots.rest import RestBot, described
from botassay.core.errors import UsageError
from botassay.http import Description, ReplyPaths
from botassay.plugins.protocols import BotOptions

WEBHOOK: Final = "/webhooks/rest/webhook"
PARSE: Final = "/model/parse"


def make(address: str, options: BotOptions) -> RestBot:
    """Make a bot of a Rasa server; a conversation is a sender, several bubbles are joined by line breaks.

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
    """Make what says which intent a Rasa server takes a text for, and how confidently; it answers nothing.

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
    """Refuse what is no address.

    Raises: UsageError.
    """
    if not address.startswith(("http://", "https://")):
        raise UsageError(f"{address!r} is not a URL", hint="write rasa:http://HOST, like rasa:http://localhost:5005")
    if options.description:
        raise UsageError("rasa: needs no bot.toml", hint="omit --bot")
