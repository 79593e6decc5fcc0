"""The one HTTP client: whatever answers, it ends in time, stays small, and says what went wrong.

It also owns what `bot.toml` says: the template of a request and the paths into an answer.
"""

from botassay.http.asking import ask_all
from botassay.http.client import USER_AGENT, Client, Line
from botassay.http.description import Description, ReplyPaths, SessionRule
from botassay.http.exchange import Exchange, Heard, history_of
from botassay.http.limits import Answer, Limits, Request
from botassay.http.pace import Clock, Pace, SystemClock
from botassay.http.paths import JsonPath
from botassay.http.retry import RetryPolicy, RunContext
from botassay.http.secrets import Secrets
from botassay.http.template import Template, Way

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
    "RetryPolicy",
    "RunContext",
    "Secrets",
    "SessionRule",
    "SystemClock",
    "Template",
    "Way",
    "ask_all",
    "history_of",
]
