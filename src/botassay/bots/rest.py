"""A bot with one HTTP request per turn: REST as `bot.toml` says, OpenAI-compatible, Rasa."""

from pathlib import Path
from typing import Final

from botassay.bots.client_factory import client_for
from botassay.bots.conversations import RestBot
from botassay.bots.stepped import check_given, needs_steps, stepped
from botassay.core.errors import ConfigurationError, UsageError
from botassay.http import Description, Exchange
from botassay.http.exchange import check_address
from botassay.plugins.protocols import Bot, BotOptions

NO_DESCRIPTION: Final = (
    "describe it: botassay bots init --curl 'curl …' writes bot.toml, then botassay rate bot.toml; "
    "botassay serve finds it out by itself"
)


def make(address: str, options: BotOptions) -> RestBot:
    """Return a REST bot: the address as typed, everything else from `bot.toml`.

    Raises: UsageError without a description; ConfigurationError.
    """
    if options.description is None:
        check_address(address)
        raise UsageError("how to talk to the bot at this address is not known", hint=NO_DESCRIPTION)
    where = str(options.description)
    return described(Description.read(options.description), options, url=address, where=where)


def described(
    description: Description, options: BotOptions, *, url: str | None = None, where: str, name: str | None = None
) -> RestBot:
    """Return the bot of a description.

    Raises: ConfigurationError.
    """
    exchange = Exchange.of(description, url, where=where)
    if exchange.scheme not in ("http", "https"):
        raise ConfigurationError(
            f"{exchange.shown_url} is not an http:// or https:// URL", None if url else f"{where}:url"
        )
    client = client_for(exchange, options)
    bot = RestBot(name or exchange.shown_url, exchange, client, options.system, description.name, description.language)
    check_given(exchange, description, where)
    return stepped(bot, description, options, where) if needs_steps(description) else bot


def make_described(path: str, options: BotOptions) -> Bot:
    """Return the bot that a file describes.

    Raises: UsageError when another file is given, too; ConfigurationError.
    """
    from botassay.bots.websocket import spoken_to

    file = Path(path)
    if options.description not in (None, file):
        raise UsageError(f"both {path} and {options.description} describe the bot", hint="give only one")
    description = Description.read(file)
    if description.browser is not None:
        from botassay.bots.browser import bot as browser

        return browser.described(description, options, where=path)
    if (Exchange.of(description, where=path)).scheme in ("ws", "wss"):
        return spoken_to(description, options, where=path)
    return described(description, options, where=path)
