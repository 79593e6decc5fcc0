"""One round trip with a bot: the request, the answer, and what to do about a failure."""

import json
import os
import time
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from random import SystemRandom
from textwrap import shorten
from typing import Any, Final, Literal
from uuid import uuid4

from botassay.bots.capabilities import Capabilities, capabilities_of
from botassay.bots.reply_places import proposals
from botassay.bots.sharing import exchange_of, session_note
from botassay.core.errors import BotError, ConfigurationError
from botassay.http.retry import RunContext
from botassay.plugins.optional import open_in_run
from botassay.plugins.protocols import Bot, Conversation, Reply

GREETING: Final = "Hello"
SHARED: Final = (
    "the bot ignores sessions: in one conversation it repeats what another user said; check {{session}}, {{user}} and"
    " [session] in bot.toml, and if they are right, the bot"
)
KEYS: Final[Mapping[str, str]] = {
    "openai": "OPENAI_API_KEY",
    "responses": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "a2a": "A2A_TOKEN",
    "directline": "DIRECTLINE_SECRET",
}
"""The environment variable with the key of a kind of bot."""
_LET_IN: Final = "unauthorised"
_HINTS: Final[Mapping[str, str]] = {
    "dns": "check the address and the network",
    "connect": "check that the bot is running, and its port",
    "tls": "its certificate is not trusted; check the address, or give its issuer with --ca",
    "timeout": "it may be overloaded, or still starting; --timeout gives it more time",
    "reset": "the connection broke; see the log of the bot",
    "truncated": "the reply broke off; see the log of the bot",
    "protocol": "another service may be listening there: check the port",
    "too_large": "check that this is the address of the bot itself",
    "encoded": "turn off compression in the bot or its proxy",
    "redirect": "use the address it redirects to, if that is the bot",
    "rejected": "check url, method and body in bot.toml",
    "rate_limited": "wait, or lower --rate",
    "server": "see the log of the bot",
    "bot_error": "see the log of the bot",
    "session_lost": "the bot forgot the conversation at once: check [session] in bot.toml",
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
    sessions: Literal["apart", "shared", "none"] | None = None
    """Whether the bot remembers within a conversation alone, or across conversations, or not; null: not looked at."""
    capabilities: Capabilities = field(default_factory=Capabilities)

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


def _opened(bot: Bot) -> AbstractAsyncContextManager[Conversation]:
    """Begin a conversation of a test, which a bot may tell from one of a user."""
    return open_in_run(bot, str(uuid4()), RunContext(uuid4().hex, "check", 1))


async def try_out(bot: Bot, greeting: str = GREETING) -> SmokeTest:
    """Return the result of sending one message to a bot; failures of the bot are part of it.

    Args:
        bot: the one to try.
        greeting: the message to send.
    """
    begun = time.perf_counter()
    sent = greeting
    reply, failure, conversation = None, None, None
    try:
        async with _opened(bot) as conversation:
            try:
                reply = await conversation.say(greeting)
            finally:
                sent = getattr(conversation, "sent", "") or greeting
    except BotError as error:
        failure = error
    seconds = round(time.perf_counter() - begun, 3)
    common: dict[str, Any] = {"bot": bot.name, "said": greeting, "sent": sent, "seconds": seconds}
    if failure is not None:
        hint = (
            _without_key(bot, failure)
            or _endless(failure)
            or _elsewhere(failure, greeting)
            or failure.hint
            or _HINTS.get(failure.kind)
        )
        wrong: dict[str, Any] = {"kind": failure.kind, "failure": failure.what, "hint": hint}
        seen = capabilities_of(bot, None, None, conversation=conversation)
        return SmokeTest(**common, came=failure.evidence, reply=None, capabilities=seen, **wrong)
    assert reply is not None  # noqa: S101 - there is a reply or a failure
    remarks = (_remark(greeting, reply), _unnamed(bot, conversation), session_note(bot))
    return SmokeTest(
        **common,
        came=reply.raw or reply.text,
        reply=reply,
        kind=None,
        failure=None,
        hint="; ".join(remark for remark in remarks if remark) or None,
        capabilities=capabilities_of(bot, reply, seconds, conversation=conversation),
    )


async def try_sessions(bot: Bot, trial: SmokeTest) -> SmokeTest:
    """Return a trial with what a bot remembers: in a conversation it is given a word, and is asked for it in another.

    Args:
        bot: who answered.
        trial: its first answer.
    """
    word = "".join(SystemRandom().choice(letters) for letters in ("bdfglmnprstvz", "aeiou") * 4)
    recalled: list[bool] = []
    try:
        async with _opened(bot) as one, _opened(bot) as other:
            await one.say(f"Please remember this word: {word}.")
            for conversation in (other, one):
                reply = await conversation.say("Which word did I ask you to remember?")
                recalled.append(word in reply.text.lower())
    except BotError as failure:
        return replace(trial, hint=f"the look at its sessions failed: {failure}")
    across, within = recalled
    memory: Literal["apart", "shared", "none"] = "shared" if across else "apart" if within else "none"
    return replace(
        trial,
        sessions=memory,
        hint=SHARED if across else trial.hint,
        capabilities=capabilities_of(bot, trial.reply, trial.seconds, memory=memory),
    )


def _without_key(bot: Bot, failure: BotError) -> str | None:
    """Return which key to export, where access is denied and none was sent; None for any other failure."""
    name = KEYS.get(bot.name.partition(":")[0])
    return (
        f"no key was sent: export {name}=…" if failure.kind == _LET_IN and name and not os.environ.get(name) else None
    )


def _endless(failure: BotError) -> str | None:
    """Return what to do about an answer that began and did not end in time; None for any other failure."""
    if failure.kind != "timeout" or not failure.evidence.strip():
        return None
    return "an answer began but did not end: name the sign of its end, done under [stream], or raise --timeout"


def _elsewhere(failure: BotError, greeting: str) -> str | None:
    """Return where in an answer the reply, or an error, seems to stand; None for any other failure."""
    if failure.kind != "bad_shape" or "[reply]" not in (failure.hint or ""):
        return None
    try:
        document = json.loads(failure.evidence)
    except (ValueError, RecursionError):
        return None
    if isinstance(document, dict) and document.get("error"):
        return 'the answer reports an error: see the log of the bot; with error = "$.error" under [reply] it is shown'
    place = next(iter(proposals(document, greeting)), None)
    if place is None:
        return None
    return f"it may be at {place.path} (“{shorten(place.text, 60, placeholder=' …')}”): check text under [reply]"


def _is_document(text: str) -> bool:
    """Whether a reply is an object in JSON, which no bot says to a person."""
    try:
        return text.lstrip()[:1] == "{" and isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _unnamed(bot: Bot, conversation: Any) -> str | None:
    """Return a remark on a bot that does not name the conversation although it should; None for any other."""
    exchange = exchange_of(bot)
    if exchange is None:
        return None
    if getattr(conversation, "unheard", False):
        return "the bot speaks first: with greeting = 3.0 under [session] that is rated, too"
    if exchange.session == "reply" and not getattr(conversation, "session", ""):
        return f"the reply has no session id at {exchange.ear.paths['session'][0].text}: check path under [session]"
    client, user = getattr(getattr(bot, "bot", bot), "client", None), getattr(conversation, "user", None)
    if exchange.session == "cookie" and client is not None and user is not None and not len(client.jar(user)):
        return "the bot set no cookie: from under [session] must be client or reply"
    return None


def _remark(greeting: str, reply: Reply) -> str | None:
    """Return a remark on a reply that looks wrong; None for any other."""
    if reply.secrets:
        return f"the bot repeats the credentials it was sent: {', '.join(reply.secrets)}"
    if _is_document(reply.text):
        return "the reply is JSON: name the path of its text under [reply] in a bot.toml"
    if not reply.text.strip():
        return "the reply is empty: check the path text under [reply] in bot.toml"
    if reply.text.strip() == greeting:
        return "the reply repeats the message: check the path text under [reply] in bot.toml"
    return None
