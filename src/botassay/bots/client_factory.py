"""Creates the client for a bot: its time limits, request rate and trusted certificates."""

from botassay.http import Client, Exchange, Limits, Pace, RetryPolicy
from botassay.http.tls import context
from botassay.plugins.protocols import BotOptions


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
    )
