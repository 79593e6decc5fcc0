"""Creates the client for a bot: its time limits, request rate and trusted certificates."""

from typing import Final

from botassay.core.errors import ConfigurationError
from botassay.http import Client, Exchange, Limits, Pace, RetryPolicy
from botassay.http.proxies import check_proxy
from botassay.http.tls import context
from botassay.http.user_agent import identification
from botassay.plugins.protocols import Bot, BotOptions

PERMISSION: Final = 'write authorised_by = "NAME, DATE" into bot.toml, or give --authorised-by "NAME, DATE"'
"""What to do where nobody is known to have allowed a test."""


def client_for(exchange: Exchange, options: BotOptions) -> Client:
    """Return the client that talks to a bot as the options say; its certificates beat those of the description.

    Raises: ConfigurationError for a file that holds no certificates, and for a covert test that nobody allowed.
    """
    if options.covert and not (options.authorised_by or exchange.authorised_by).strip():
        raise ConfigurationError("a covert test needs permission: say who allowed the test", hint=PERMISSION)
    ca = options.ca or exchange.ca
    return Client(
        Limits(turn=options.turn),
        Pace(options.rate),
        exchange.secrets,
        exchange.headers,
        tls=context(ca, insecure=options.insecure) if ca or options.insecure else None,
        follow=options.follow,
        stream=exchange.stream,
        keep_alive=exchange.keep_alive,
        retry=RetryPolicy(attempts=options.retries + 1),
        proxy=_proxy(exchange, options),
        identified=identification(exchange.user_agent, covert=options.covert),
    )


def _proxy(exchange: Exchange, options: BotOptions) -> str | None:
    """Return the proxy of the options, else that of the description.

    Raises: ConfigurationError for what is no HTTP proxy.
    """
    check_proxy(options.proxy, "--proxy")
    check_proxy(exchange.proxy, "proxy in bot.toml")
    return options.proxy or exchange.proxy


def sent_user_agent(bot: Bot) -> str | None:
    """Return the User-Agent of the requests to a bot; None for one that is not reached over HTTP."""
    inner = getattr(bot, "bot", bot)
    client = getattr(inner, "client", None)
    own: str | None = getattr(inner, "user_agent", None)
    return client.identified.get("User-Agent") if isinstance(client, Client) else own


def pairing_of(bot: Bot) -> str | None:
    """Return by what a reply is known to belong to its message; None for a bot that is not reached over HTTP."""
    exchange = getattr(getattr(bot, "bot", bot), "exchange", None)
    return exchange.pairing if isinstance(exchange, Exchange) else None
