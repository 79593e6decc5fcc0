"""The HTTP client: every answer has limits of time and size, and every failure a cause.

It also owns what `bot.toml` says: the template of a request and the paths into an answer.
"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.http.asking import ask_all
    from botassay.http.client import Client, ConversationClient
    from botassay.http.description import Description, SessionRule
    from botassay.http.exchange import Exchange, ParsedAnswer, history_of
    from botassay.http.limits import Answer, Limits, Request
    from botassay.http.pace import Clock, Pace
    from botassay.http.paths import JsonPath
    from botassay.http.reply_paths import ReplyPaths
    from botassay.http.retry import RetryPolicy, RunContext
    from botassay.http.secrets import Secrets
    from botassay.http.template import Template, Way

__all__ = [
    "USER_AGENT",
    "Answer",
    "Client",
    "Clock",
    "ConversationClient",
    "Description",
    "Exchange",
    "JsonPath",
    "Limits",
    "Pace",
    "ParsedAnswer",
    "ReplyPaths",
    "Request",
    "RetryPolicy",
    "RunContext",
    "Secrets",
    "SessionRule",
    "Template",
    "Way",
    "ask_all",
    "history_of",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.http.asking": ("ask_all",),
        "botassay.http.client": ("Client", "ConversationClient"),
        "botassay.http.user_agent": ("USER_AGENT",),
        "botassay.http.description": ("Description", "SessionRule"),
        "botassay.http.reply_paths": ("ReplyPaths",),
        "botassay.http.exchange": ("Exchange", "ParsedAnswer", "history_of"),
        "botassay.http.limits": ("Answer", "Limits", "Request"),
        "botassay.http.pace": ("Clock", "Pace"),
        "botassay.http.paths": ("JsonPath",),
        "botassay.http.retry": ("RetryPolicy", "RunContext"),
        "botassay.http.secrets": ("Secrets",),
        "botassay.http.template": ("Template", "Way"),
    },
)
