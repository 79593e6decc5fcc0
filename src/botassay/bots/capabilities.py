"""What a bot was seen to do, and how it is talked to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from botassay.bots.sharing import exchange_of, tells_apart
from botassay.core.text.plural import listed
from botassay.http import ConversationClient, Exchange
from botassay.plugins.protocols import Bot, Reply

SessionKind = Literal["client", "reply", "cookie", "created", "none"]


_SPELLED: Final[Mapping[str, str]] = {
    "http": "HTTP",
    "websocket": "a WebSocket for each conversation",
    "polling": "polling",
    "webhook": "messages that the bot posts",
    "browser": "a browser",
    "function": "calls of a function",
    "program": "lines of a program",
    "process": "calls in this process",
    "a2a": "A2A",
}
_REMEMBERED: Final[Mapping[str | None, str]] = {"sent": "each request holds the whole conversation"}
_SESSIONS: Final[Mapping[str | None, str]] = {
    "client": "botassay names the conversation",
    "reply": "the bot names the conversation",
    "cookie": "a cookie names the conversation",
    "created": "a request creates the conversation",
    "none": "nothing names the conversation",
}
_PAIRINGS: Final[Mapping[str | None, str]] = {
    "turn": "each reply repeats the number of its message",
    "answers": "each reply names its message",
    "connection": "each reply has its own connection",
    "order": "replies are paired with messages by their order",
}
_ABILITIES: Final[Mapping[str, str]] = {
    "greeting": "speaks first",
    "streams": "streams",
    "options": "offers options",
    "intents": "names intents",
    "confidence": "states its confidence",
    "reasoning": "shows its reasoning",
    "tools": "calls tools",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seconds:
    """How fast a bot answered; null was not seen."""

    first: float | None = None
    """Until the first piece of a stream."""
    whole: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What a bot was seen to do; null was not seen."""

    transport: str | None = None
    """`http`, `websocket`, `polling`, `webhook`, `browser`, `function`, `program` or `process`."""
    session: SessionKind | None = None
    """Who names the conversation."""
    history: Literal["sent", "kept", "none"] | None = None
    """Whether each request holds earlier messages, or the bot keeps them."""
    pairing: Literal["turn", "answers", "connection", "order"] | None = None
    """By what a reply is known to belong to its message."""
    greeting: bool | None = None
    """Whether it spoke first."""
    seconds: Seconds = field(default_factory=Seconds)
    streams: bool | None = None
    options: bool | None = None
    intents: bool | None = None
    confidence: bool | None = None
    reasoning: bool | None = None
    tools: bool | None = None

    def sentence(self) -> str:
        """Return what was seen, in words."""
        parts = [
            f"reached by {_SPELLED.get(self.transport, self.transport)}" if self.transport else "",
            *(words[value] for words, value in self._kinds() if value in words),
        ]
        seen = [words for name, words in _ABILITIES.items() if getattr(self, name)]
        parts.append(f"the bot {listed(seen)}" if seen else "")
        return "; ".join(part for part in parts if part)

    def _kinds(self) -> tuple[tuple[Mapping[str | None, str], str | None], ...]:
        """Return how conversations and replies are told apart, each with the words for it."""
        conversations = _REMEMBERED if self.history in _REMEMBERED else _SESSIONS
        value = self.history if self.history in _REMEMBERED else self.session
        if self.transport == "websocket":
            value = None
        return (conversations, value), (_PAIRINGS, self.pairing)


_TRANSPORTS = {"FunctionBot": "function", "ProgramBot": "program", "WebSocketBot": "websocket", "A2ABot": "a2a"}


def capabilities_of(
    bot: Bot, reply: Reply | None, seconds: float | None, *, conversation: Any = None, memory: str | None = None
) -> Capabilities:
    """Return what is known about a bot after one reply of it.

    Args:
        bot: who was asked.
        reply: what came; None where nothing did.
        seconds: that the reply took.
        conversation: in which it was asked.
        memory: what a look at its sessions showed, see `try_sessions`.
    """
    exchange = exchange_of(bot)
    seen: dict[str, Any] = {"transport": _transport(bot, exchange)}
    if exchange is not None:
        seen |= {
            "session": _session(exchange),
            "history": _history(exchange, memory),
            "pairing": _pairing(exchange),
        }
    if reply is not None:
        seen |= _beside_the_text(reply, exchange)
    declared = getattr(getattr(bot, "bot", bot), "capabilities", None)
    if isinstance(declared, dict):
        seen |= declared
    if reply is not None:
        seen |= _observed(reply)
        seen |= _timing(getattr(conversation, "line", None), seconds)
    if getattr(conversation, "listened", False):
        seen["greeting"] = conversation.greeting is not None
    elif getattr(conversation, "unheard", False):
        seen["greeting"] = True
    return Capabilities(**seen)


def _beside_the_text(reply: Reply, exchange: Exchange | None) -> dict[str, bool | None]:
    """Return what a reply holds beside its text; None for what the description does not say how to read."""
    held = {
        "options": ("options", bool(reply.options)),
        "intents": ("intent", bool(reply.intent)),
        "confidence": ("confidence", reply.confidence is not None),
    }
    return {
        ability: present if exchange is None or place in exchange.ear.paths else None
        for ability, (place, present) in held.items()
    }


def _timing(line: Any, seconds: float | None) -> dict[str, Any]:
    """Return how fast a reply came, and whether it was streamed where a client shows it."""
    if not isinstance(line, ConversationClient):
        return {"seconds": Seconds(whole=seconds)}
    first = None if line.first is None else round(line.first, 3)
    return {"streams": line.streamed, "seconds": Seconds(first=first, whole=seconds)}


def _observed(reply: Reply) -> dict[str, bool | None]:
    kinds = {aside.kind for aside in reply.asides}
    return {"reasoning": "reasoning" in kinds, "tools": "tool" in kinds}


def _transport(bot: Bot, exchange: Exchange | None) -> str | None:
    kind = type(getattr(bot, "bot", bot)).__name__
    if kind in _TRANSPORTS:
        return _TRANSPORTS[kind]
    return "http" if exchange is not None else "process"


def _session(exchange: Exchange) -> SessionKind:
    if exchange.session in ("reply", "cookie", "none"):
        return exchange.session
    if any(slot.startswith("made.") for slot in exchange.slots):
        return "created"
    return "client" if tells_apart(exchange) else "none"


def _history(exchange: Exchange, memory: str | None) -> Literal["sent", "kept", "none"] | None:
    if exchange.remembers:
        return "sent"
    return {"apart": "kept", "shared": "kept", "none": "none"}.get(memory or "")  # type: ignore[return-value]


def _pairing(exchange: Exchange) -> Literal["turn", "answers", "connection", "order"]:
    socket = exchange.scheme in ("ws", "wss") and exchange.pairing == "connection"
    return "order" if socket else exchange.pairing
