"""Creates the client for a bot: its time limits, request rate and trusted certificates."""

from botassay.http import Client, Exchange, Limits, Pace, RetryPolicy
from botassay.http.tls import context
from botassay.http.user_agent import identification
from botassay.plugins.protocols import Bot, BotOptions


def client_for(exchange: Exchange, options: BotOptions) -> Client:
    """Return the client that talks to a bot as the options say; its certificates beat those of the description.

    Raises: ConfigurationError for a file that holds no certificates.
    """
    ca = options.ca or exchange.ca
    return Client(
        Limits(turn=options.turn),
        Pace(options.rate),
        exchange.secrets,
        exchange.headers,
        tls=context(ca, insecure=options.insecure) if ca or options.insecure else None,
        follow=options.follow,
        streams=exchange.streams,
        retry=RetryPolicy(attempts=options.retries + 1),
        identified=identification(exchange.user_agent, covert=options.covert),
    )


def sent_user_agent(bot: Bot) -> str | None:
    """Return the User-Agent of the requests to a bot; None for one that is not reached over HTTP."""
    client = getattr(getattr(bot, "bot", bot), "client", None)
    return client.identified.get("User-Agent") if isinstance(client, Client) else None
