"""Bots: REST, WebSocket, OpenAI-compatible, Rasa, a function, a program, or one in this process.

>>> from botassay.bots import is_bot
>>> is_bot("https://bot.example/chat"), is_bot("demo/dialogs.jsonl")
(True, False)
"""

from botassay.bots.resolve import check_spelling, find_bot, is_bot
from botassay.bots.smoke_test import SmokeTest, try_out
from botassay.plugins.inprocess import Bundled, InProcessBot, Session

__all__ = ["Bundled", "InProcessBot", "Session", "SmokeTest", "check_spelling", "find_bot", "is_bot", "try_out"]
