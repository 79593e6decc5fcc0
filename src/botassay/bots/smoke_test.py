"""One round trip with a bot: the request, the answer, and what to do about a failure."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal
from uuid import uuid4

from botassay.core.errors import BotError, ConfigurationError
from botassay.plugins.protocols import Bot, Reply

GREETING: Final = "Hello"
_LET_IN: Final = "unauthorised"
_HINTS: Final[Mapping[str, str]] = {
    "dns": "check the address and the network",
    "connect": "check that the bot is running, and its port",
    "tls": "its certificate is not trusted; check the address, or give its issuer with --ca",
    "timeout": "it may be overloaded, or still starting",
    "reset": "the connection broke; see the log of the bot",
    "truncated": "the connection broke; see the log of the bot",
    "protocol": "another service may be listening there: check the port",
    "too_large": "check that this is the address of the bot itself",
    "encoded": "turn off compression in the bot or its proxy",
    "redirect": "use the address it redirects to, if that is the bot",
    "rejected": "check url, method and body in bot.toml",
    "rate_limited": "wait, or lower --rate",
    "server": "see the log of the bot",
    "bot_error": "see the log of the bot",
    "bad_json": "check url and [reply] in bot.toml",
    "bad_shape": "check [reply] in bot.toml",
}
"""What to do about a failure that has no hint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmokeTest:
    """The result of one round trip; the document of `bots check --json`, `botassay/trial/1`."""

    schema: Literal["botassay/trial/1"] = "botassay/trial/1"
    bot: str
    said: str
    sent: str
    """The request as it went out, secrets taken out."""
    came: str
    """The answer as it came, secrets taken out."""
    reply: Reply | None
    kind: str | None
    """What went wrong: one of `BotError.KINDS`."""
    failure: str | None
    hint: str | None
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether a bot answered."""
        return self.kind is None

    @property
    def exit_code(self) -> int:
        """0; 78 where access is denied; 69 for every other failure."""
        if self.sound:
            return 0
        return ConfigurationError.exit_code if self.kind == _LET_IN else BotError.exit_code


async def try_out(bot: Bot, greeting: str = GREETING) -> SmokeTest:
    """Return the result of sending one message to a bot; failures of the bot are part of it.

    Args:
        bot: the one to try.
        greeting: the message to send.
    """
    begun = time.perf_counter()
    sent = greeting
    reply, failure = None, None
    try:
        async with bot.open(user=str(uuid4())) as conversation:
            try:
                reply = await conversation.say(greeting)
            finally:
                sent = getattr(conversation, "sent", "") or greeting
    except BotError as error:
        failure = error
    seconds = round(time.perf_counter() - begun, 3)
    common: dict[str, Any] = {"bot": bot.name, "said": greeting, "sent": sent, "seconds": seconds}
    if failure is not None:
        hint = failure.hint or _HINTS.get(failure.kind)
        wrong: dict[str, Any] = {"kind": failure.kind, "failure": failure.what, "hint": hint}
        return SmokeTest(**common, came=failure.evidence, reply=None, **wrong)
    assert reply is not None  # noqa: S101 - there is a reply or a failure
    remark = _remark(greeting, reply)
    return SmokeTest(**common, came=reply.raw or reply.text, reply=reply, kind=None, failure=None, hint=remark)


def _remark(greeting: str, reply: Reply) -> str | None:
    """Return a remark on a reply that looks wrong; None for any other."""
    if reply.secrets:
        return f"the bot repeats the credentials it was sent: {', '.join(reply.secrets)}"
    if not reply.text.strip():
        return "the reply is empty: check the path text under [reply] in bot.toml"
    if reply.text.strip() == greeting:
        return "the reply repeats the message: check the path text under [reply] in bot.toml"
    return None
