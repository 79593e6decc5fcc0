"""The one HTTP client: whatever answers, it ends in time, stays small, and says what went wrong.

It also owns what `bot.toml` says: the template of a request and the paths into an answer.
"""

from botassay.wire.asking import ask_all
from botassay.wire.client import USER_AGENT, Client, Line
from botassay.wire.description import Description, ReplyPaths, SessionRule
from botassay.wire.exchange import Exchange, Heard, history_of
from botassay.wire.messages import Answer, Limits, Request
from botassay.wire.pace import Clock, Pace, SystemClock
from botassay.wire.paths import JsonPath
from botassay.wire.secrets import Secrets
from botassay.wire.template import Template, Way

__all__ = [
    "USER_AGENT",
    "Answer",
    "Client",
    "Clock",
    "Description",
    "Exchange",
    "Heard",
    "JsonPath",
    "Limits",
    "Line",
    "Pace",
    "ReplyPaths",
    "Request",
    "Secrets",
    "SessionRule",
    "SystemClock",
    "Template",
    "Way",
    "ask_all",
    "history_of",
]
