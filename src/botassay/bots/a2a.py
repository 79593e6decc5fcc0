"""Agents that speak A2A, versions 0.3 and 1.0, over JSON-RPC: `a2a:URL`.

The protocol is that of github.com/a2aproject/A2A: `docs/specification.md`, `specification/a2a.proto` and, for what
changed between the versions, `docs/whats-new-v1.md`.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Final
from uuid import uuid4

import msgspec

from botassay.bots.client_factory import client_for
from botassay.bots.sanitise import sayable, shown
from botassay.bots.steps import origin_of
from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.http import Answer, Client, ConversationClient, Description, Exchange, ReplyPaths, Request, RunContext
from botassay.http.decoding import decoded, parsed
from botassay.plugins.protocols import BotOptions, Conversation, Reply

KEY: Final = "A2A_TOKEN"
"""Sent as a bearer token if the environment has it."""
CARD: Final = "/.well-known/agent-card.json"
EVERY: Final = 1.0
"""Seconds between two looks at a task."""
_RUNNING: Final = frozenset({"submitted", "working"})
_FAILED: Final = frozenset({"failed", "rejected", "canceled"})
_RPC: Final = "JSONRPC"


@dataclass(frozen=True, slots=True)
class AgentInterface:
    """Where an agent is reached, and how it is spoken to."""

    url: str
    new: bool
    """Whether it speaks version 1.0, not 0.3."""
    tenant: str | None = None

    def send(self, text: str, context: str | None, task: str | None) -> tuple[str, dict[str, Any]]:
        """Return the method and the parameters that say something."""
        message: dict[str, Any] = {"role": "ROLE_USER" if self.new else "user", "messageId": str(uuid4())}
        message["parts"] = [{"text": text} if self.new else {"kind": "text", "text": text}]
        message |= {} if self.new else {"kind": "message"}
        message |= {"contextId": context} if context else {}
        message |= {"taskId": task} if task else {}
        if self.new:
            return "SendMessage", {"message": message, **self._where()}
        return "message/send", {"message": message, "configuration": {"blocking": True}}

    def look(self, task: str) -> tuple[str, dict[str, Any]]:
        """Return the method and the parameters that ask how far a task is."""
        return ("GetTask", {"id": task, **self._where()}) if self.new else ("tasks/get", {"id": task})

    def _where(self) -> dict[str, str]:
        return {"tenant": self.tenant} if self.tenant else {}


@dataclass(slots=True)
class A2ABot:
    """An agent, found by its card.

    Args:
        name: its address.
        exchange: its secrets, and how texts are read.
        client: who sends.
        card: the address of its card.
        called: its name, in place of its address.
    """

    name: str
    exchange: Exchange
    client: Client
    card: str
    called: str | None = None
    _interface: AgentInterface | None = None

    @property
    def capabilities(self) -> dict[str, str]:
        """What is known of every such agent."""
        return {"transport": "a2a", "session": "reply", "pairing": "connection"}

    @asynccontextmanager
    async def open(self, *, user: str, run: RunContext | None = None) -> AsyncIterator[Conversation]:
        """Begin a conversation; the first one reads the card.

        Raises: BotError; ConfigurationError for a card that leads to another origin.
        """
        async with self.client.line(user, run) as line:
            if self._interface is None:
                self._interface = interface_of(await line.ask(Request("GET", self.card), _document), self.card)
            yield A2AConversation(self, user, line, self._interface)


@dataclass(slots=True)
class A2AConversation:
    """One conversation with an agent: a context, and the task that waits for input."""

    bot: A2ABot
    user: str
    line: ConversationClient
    interface: AgentInterface
    context: str | None = None
    task: str | None = None
    asked: Request | None = None
    answered: str = field(default="", repr=False)

    @property
    def sent(self) -> str:
        """The last requests, secrets taken out; one without an answer as it was to go out."""
        return shown(self.line, self.bot.exchange, self.asked)

    async def say(self, text: str) -> Reply:
        """Send a message; return the reply when the task is done, or waits for input.

        Raises: BotError when none came.
        """
        until = monotonic() + self.bot.client.limits.turn
        result = await self._called(*self.interface.send(sayable(text), self.context, self.task))
        result = _inner(result)
        self.task = None
        if "status" not in result:
            self._named(result)
            return self._reply(_texts([result]))
        while (state := state_of(result)) in _RUNNING:
            if monotonic() >= until:
                raise BotError("timeout", f"the task is still {state}", hint="raise --timeout", evidence=self.answered)
            await asyncio.sleep(EVERY)
            result = _inner(await self._called(*self.interface.look(str(result.get("id", "")))))
        self._named(result)
        return self._done(result, state)

    def _done(self, task: Mapping[str, Any], state: str) -> Reply:
        message = _table(_table(task.get("status")).get("message"))
        if state in _FAILED:
            why = " ".join(_texts([message]).split())[:200]
            raise BotError("bot_error", f"the task is {state}{f': {why}' if why else ''}", evidence=self.answered)
        if state == "auth-required":
            raise BotError("unauthorised", "the agent asks for authorisation", hint=f"export {KEY}=…")
        if state == "input-required":
            self.task = str(task.get("id", "")) or None
        artifacts = task.get("artifacts")
        return self._reply(_texts(artifacts if isinstance(artifacts, list) else []) or _texts([message]))

    def _named(self, result: Mapping[str, Any]) -> None:
        context = result.get("contextId")
        if self.context and isinstance(context, str) and context != self.context:
            raise BotError("session_lost", "the agent lost the conversation: it continued in another context")
        self.context = context if isinstance(context, str) and context else self.context

    def _reply(self, text: str) -> Reply:
        exchange = self.bot.exchange
        reply = exchange.without_reasoning(exchange.heard(self.answered, {"text": text}).reply)
        return replace(reply, raw=exchange.secrets.redact(self.answered).text)

    async def _called(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        body = {"jsonrpc": "2.0", "id": str(uuid4()), "method": method, "params": params}
        headers = {"Content-Type": "application/json", **({"A2A-Version": "1.0"} if self.interface.new else {})}
        self.asked = Request("POST", self.interface.url, msgspec.json.encode(body), headers=headers)
        return await self.line.ask(self.asked, self._result)

    def _result(self, answer: Answer) -> dict[str, Any]:
        self.answered = decoded(answer.body, answer.headers.get("Content-Type", ""))
        document = _document(answer)
        error = document.get("error")
        if error:
            what = str(_table(error).get("message") or error)[:200]
            raise BotError("bot_error", f"the agent reports an error: {what}", evidence=self.answered)
        result = document.get("result")
        if not isinstance(result, dict):
            raise BotError("bad_shape", "the answer has no result", hint="it is no A2A agent", evidence=self.answered)
        return result


def interface_of(card: Mapping[str, Any], where: str) -> AgentInterface:
    """Return the JSON-RPC interface of a card.

    Args:
        card: the document.
        where: its address.

    Raises: ConfigurationError where there is none, or it is at another origin.

    >>> interface_of({"url": "http://a.example/rpc", "protocolVersion": "0.3.0"}, "http://a.example/card").new
    False
    """
    listed = card.get("supportedInterfaces")
    if isinstance(listed, list):
        offers = [_table(item) for item in listed]
        found = next((item for item in offers if item.get("protocolBinding") == _RPC), None)
        version = str(_table(found).get("protocolVersion", "1.0"))
    else:
        more = card.get("additionalInterfaces")
        first = {"url": card.get("url"), "transport": card.get("preferredTransport", _RPC)}
        offers = [first, *(map(_table, more) if isinstance(more, list) else ())]
        found = next((item for item in offers if item.get("transport") == _RPC), None)
        version = str(card.get("protocolVersion", "0.3"))
    if found is None or not isinstance(found.get("url"), str):
        raise ConfigurationError(
            "the agent offers no JSON-RPC interface", where, "A2A over gRPC or REST is not supported"
        )
    url = found["url"]
    if origin_of(url) != origin_of(where):
        hint = f"if that is the agent, write a2a:{origin_of(url)}"
        raise ConfigurationError(f"the card leads to another origin, {origin_of(url) or url[:80]}", where, hint)
    return AgentInterface(url, not version.startswith("0."), found.get("tenant") or None)


def state_of(task: Mapping[str, Any]) -> str:
    """Return the state of a task, as version 0.3 writes it.

    >>> state_of({"status": {"state": "TASK_STATE_INPUT_REQUIRED"}})
    'input-required'
    """
    state = str(_table(task.get("status")).get("state", ""))
    return state.removeprefix("TASK_STATE_").lower().replace("_", "-").replace("cancelled", "canceled")


def _inner(result: dict[str, Any]) -> dict[str, Any]:
    """Return the task or the message of a result; version 1.0 puts it under its kind."""
    for kind in ("task", "message"):
        if isinstance(result.get(kind), dict):
            return dict(result[kind])
    return result


def _texts(holders: Sequence[Any]) -> str:
    """Return the texts in the parts of messages or artifacts, in lines."""
    parts = [part for holder in holders for part in _table(holder).get("parts") or () if isinstance(part, dict)]
    return "\n".join(part["text"] for part in parts if isinstance(part.get("text"), str))


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _document(answer: Answer) -> dict[str, Any]:
    kind = answer.headers.get("Content-Type", "")
    text = decoded(answer.body, kind)
    document = parsed(text, kind)
    if not isinstance(document, dict):
        raise BotError("bad_shape", "the answer is no object", hint="it is no A2A agent", evidence=text)
    return document


def make(address: str, options: BotOptions) -> A2ABot:
    """Return an agent; nothing is sent yet.

    Args:
        address: its origin, or the address of its card.
        options: how it is to be talked to.

    Raises: UsageError.
    """
    if not address.startswith(("http://", "https://")):
        raise UsageError(f"{address!r} is not a URL", hint="write a2a:https://HOST")
    if options.description:
        raise UsageError("a2a: needs no bot.toml", hint="omit --bot")
    card = address if address.endswith(".json") else f"{address.rstrip('/')}{CARD}"
    description = Description(
        url=card,
        body='{"message": {{message}}, "contextId": {{session}}}',
        headers={"Authorization": f"Bearer ${{{KEY}}}"} if os.environ.get(KEY) else {},
        reply=ReplyPaths(text="$.text"),
    )
    exchange = Exchange.of(description, where="a2a")
    shown = exchange.shown_url.removesuffix(CARD).partition("://")[2]
    return A2ABot(f"a2a:{shown}", exchange, client_for(exchange, options), card)
