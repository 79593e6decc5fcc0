"""Which options have an effect on a bot: any other is refused."""

from collections.abc import Mapping
from typing import Final

from botassay.bots.browser.bot import BrowserBot
from botassay.bots.conversations import RestBot
from botassay.bots.function import FunctionBot
from botassay.bots.models import APIS
from botassay.bots.program import ProgramBot
from botassay.bots.resolve import bundled, find_bot
from botassay.bots.stepped import SteppedBot
from botassay.bots.websocket import WebSocketBot
from botassay.http import Exchange
from botassay.plugins.protocols import BotOptions

REASONS: Final[Mapping[str, str]] = {
    "bot": "only a URL takes a description file",
    "system": "it is sent with {{history}} or {{system}}, which the requests of this bot lack",
    "params": "only openai:, responses:, anthropic: and ollama: send it",
    "timeout": "a bundled bot replies immediately",
    "rate": "nothing is sent over a network",
    "ca": "only https:// and wss:// have certificates",
    "insecure": "only https:// and wss:// have certificates",
    "follow": "only http:// and https:// redirect",
    "covert": "nothing is sent over HTTP",
    "proxy": "only http:// and https:// go through a proxy",
    "allow_command": "no bot.toml names a command",
    "listen": "the bot posts nothing",
}
"""Why an option makes no difference, by its name without the dashes."""
_CERTIFICATES: Final = frozenset({"ca", "insecure"})


def unused(subject: str, options: BotOptions) -> frozenset[str]:
    """Return those of the options in `REASONS` that make no difference to a subject; nothing is sent.

    Raises: what `find_bot` raises.

    >>> unused("eliza+guard", BotOptions()) == set(REASONS)
    True
    """
    if bundled(subject):
        return frozenset(REASONS)
    bot = find_bot(subject, options)
    scheme = subject.partition(":")[0]
    described = {"bot"} if "://" in subject.partition("@")[0] and scheme not in (*APIS, "rasa") else set[str]()
    model = {"params", "system"} if scheme in APIS else set[str]()
    match bot:
        case RestBot():
            used = (
                {"timeout", "rate", "follow", "covert", "proxy"} | described | model | _of(bot.exchange) | _steps(bot)
            )
        case WebSocketBot():
            used = {"timeout", "rate", "covert"} | described | _of(bot.exchange)
        case BrowserBot():
            secure = frozenset({"insecure"} if bot.url.startswith("https:") else ())
            used = {"timeout", "rate", "covert", "proxy"} | described | secure
        case FunctionBot() | ProgramBot():
            used = {"timeout"}
        case _:
            return frozenset()  # unknown for a plugin's kind of bot
    return frozenset(REASONS) - used


def _steps(bot: RestBot) -> set[str]:
    if not isinstance(bot, SteppedBot):
        return set()
    command = bot.steps.tokens is not None and isinstance(bot.steps.tokens.rule, tuple)
    return ({"allow_command"} if command else set()) | ({"listen"} if bot.steps.callbacks else set())


def _of(exchange: Exchange) -> frozenset[str]:
    options_used = frozenset({"system"}) if exchange.remembers or exchange.takes_system else frozenset[str]()
    return options_used | (_CERTIFICATES if exchange.scheme in ("https", "wss") else frozenset())
