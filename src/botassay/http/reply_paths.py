"""The table `[reply]` of a `bot.toml`."""

from typing import Literal

import msgspec

from botassay.http.stream_rules import Paths


class ReplyPaths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Paths into an answer; without `text` the whole answer is the reply, as plain text."""

    text: Paths | None = None
    options: str | None = None
    intent: str | None = None
    confidence: str | None = None
    error: Paths | None = None
    turn: str | None = None
    """Where the answer repeats `{{turn}}`, so that it is known to which question it belongs."""
    piece: Paths | None = None
    """Another name of `[stream] piece`."""
    polarity: str | None = None
    """Of a sentiment service: where its number, or its label, stands."""
    think: Literal["strip", "keep"] = "strip"
    """What becomes of reasoning that stands between tags in the text, such as <think>."""
    reasoning: Paths | None = None
    tools: Paths | None = None
    """Where reasoning and tool calls stand, which the user does not see."""
    via: Literal["webhook"] | None = None
    """How messages come: None: in the response or by [poll]; webhook: the bot posts them to {{callback}}."""
    finish: Paths | None = None
    """Why the bot stopped."""
