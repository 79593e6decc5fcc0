"""Which options have an effect on a bot: any other is refused."""

from collections.abc import Mapping
from typing import Final

from botassay.bots.function import FunctionBot
from botassay.bots.program import ProgramBot
from botassay.bots.resolve import bundled, find_bot
from botassay.bots.rest import RestBot
from botassay.bots.websocket import WebSocketBot
from botassay.http import Exchange
from botassay.plugins.protocols import BotOptions

REASONS: Final[Mapping[str, str]] = {
    "bot": "only a URL takes a description file",
    "system": "it is sent with {{history}}, which the requests of this bot lack",
    "timeout": "a bundled bot replies immediately",
    "rate": "nothing is sent over a network",
    "ca": "only https:// and wss:// have certificates",
    "insecure": "only https:// and wss:// have certificates",
    "follow": "only http:// and https:// redirect",
    "covert": "nothing is sent over HTTP",
}
"""Why an option makes no difference, by its name without the dashes."""
_CERTIFICATES: Final = frozenset({"ca", "insecure"})


def unused(subject: str, options: BotOptions) -> frozenset[str]:
    """Return those of the options in `REASONS` that make no difference to a subject; nothing is sent.

    Raises: what `find_bot` raises.

    >>> sorted(unused("eliza+guard", BotOptions()))
    ['bot', 'ca', 'covert', 'follow', 'insecure', 'rate', 'system', 'timeout']
    """
    if bundled(subject):
        return frozenset(REASONS)
    bot = find_bot(subject, options)
    described = (
        {"bot"} if "://" in subject.partition("@")[0] and not subject.startswith(("rasa:", "openai:")) else set()
    )
    match bot:
        case RestBot():
            used = {"timeout", "rate", "follow", "covert"} | described | _of(bot.exchange)
        case WebSocketBot():
            used = {"timeout", "rate", "covert"} | described | _of(bot.exchange)
        case FunctionBot() | ProgramBot():
            used = {"timeout"}
        case _:
            return frozenset()  # unknown for a plugin's kind of bot
    return frozenset(REASONS) - used


def _of(exchange: Exchange) -> frozenset[str]:
    options_used = frozenset({"system"}) if exchange.remembers else frozenset[str]()
    return options_used | (_CERTIFICATES if exchange.scheme in ("https", "wss") else frozenset())
