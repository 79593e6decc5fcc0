"""What reports call a bot, and the host it is on."""

from typing import Any, Final
from urllib.parse import urlsplit

from botassay.core.errors import ConfigurationError
from botassay.http.pace import is_loopback
from botassay.plugins.protocols import Bot

LONGEST: Final = 100
"""Characters of a name."""


def name_of(bot: Bot, named: str | None = None) -> str:
    """Return what reports call a bot: its name, else its host and path, else how it is typed.

    Args:
        bot: the bot.
        named: the name that was asked for; stronger than that of its description.

    Raises: ConfigurationError for a name that is empty or too long.
    """
    given: str | None = named if named is not None else getattr(bot, "called", None)
    if given is not None:
        name = " ".join(given.split())
        if not 0 < len(name) <= LONGEST:
            what = "is empty" if not name else f"has more than {LONGEST} characters"
            raise ConfigurationError(f"the name of the bot {what}", hint="check name in bot.toml, or --name")
        return name
    if shown_address(bot) is None or "://" not in bot.name:
        return bot.name
    return bot.name.partition("://")[2].rstrip("/")


def host_of(bot: Bot) -> str | None:
    """Return the host to which requests go; None for a bot that is not reached over a network."""
    address = shown_address(bot)
    return urlsplit(address).hostname if address is not None else None


def remote_host(bot: Bot) -> str | None:
    """Return the host to which requests go; None for this machine, and for a bot that is not reached over a network."""
    host = host_of(bot)
    return host if host and not is_loopback(host) else None


def shown_address(bot: Bot) -> str | None:
    """Return the address to which requests go, without secrets; None for a bot that is not reached over a network."""
    inner = _inner(bot)
    address: str | None = getattr(getattr(inner, "exchange", inner), "shown_url", None)
    return address


def _inner(bot: Bot) -> Any:
    """Return the bot behind a guard."""
    return getattr(bot, "bot", bot)
