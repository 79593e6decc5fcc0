"""An A2A agent of version 0.3 or 1.0 (github.com/a2aproject/A2A: docs/specification.md, docs/whats-new-v1.md).

It answers "task …" with a task that takes two looks, "fail …" with a failed one, "ask …" with one that needs input,
"auth …" with one that needs authorisation, and everything else with a message.
"""

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from aiohttp import web


@dataclass(slots=True)
class Agent:
    """The agent; `host` is set before its card is read."""

    new: bool
    host: str = ""
    elsewhere: bool = False
    contexts: dict[str, list[str]] = field(default_factory=dict)
    tasks: dict[str, dict[str, Any]] = field(default_factory=dict)
    looks: dict[str, int] = field(default_factory=dict)
    continued: list[str] = field(default_factory=list)
    """Tasks that were given input."""

    def routes(self) -> list[web.RouteDef]:
        """Return its routes."""
        return [web.get("/.well-known/agent-card.json", self.card), web.post("/rpc", self.rpc)]

    async def card(self, _: web.Request) -> web.Response:
        """Give its card."""
        url = "https://evil.example/rpc" if self.elsewhere else f"http://{self.host}/rpc"
        common = {"name": "Bank", "skills": [], "capabilities": {"streaming": False}}
        if self.new:
            offers = [
                {"url": "http://x.example:1", "protocolBinding": "GRPC", "protocolVersion": "1.0"},
                {"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
            ]
            return web.json_response({**common, "supportedInterfaces": offers})
        return web.json_response({**common, "protocolVersion": "0.3.0", "url": url, "preferredTransport": "JSONRPC"})

    async def rpc(self, request: web.Request) -> web.Response:
        """Answer a call."""
        call = await request.json()
        assert (request.headers.get("A2A-Version") == "1.0") is self.new
        send, look = ("SendMessage", "GetTask") if self.new else ("message/send", "tasks/get")
        if call["method"] == send:
            result = self._sent(call["params"]["message"])
        elif call["method"] == look and call["params"]["id"] in self.tasks:
            result = self._looked(call["params"]["id"])
        else:
            error = {"code": -32601, "message": "Method not found"}
            return web.json_response({"jsonrpc": "2.0", "id": call["id"], "error": error})
        return web.json_response({"jsonrpc": "2.0", "id": call["id"], "result": result})

    def _sent(self, message: dict[str, Any]) -> dict[str, Any]:
        assert message["role"] == ("ROLE_USER" if self.new else "user")
        assert (message["parts"][0].get("kind") == "text") is not self.new
        text, context = message["parts"][0]["text"], message.get("contextId") or uuid4().hex
        before = self.contexts.setdefault(context, [])
        before.append(text)
        if "taskId" in message:
            self.continued.append(message["taskId"])
        said = f"You said {' | '.join(before)}"
        states = {"task": "working", "fail": "failed", "ask": "input-required", "auth": "auth-required"}
        state = states.get(text.split()[0])
        if state is None:
            kind = {} if self.new else {"kind": "message"}
            answer = {"role": self._role(), "messageId": uuid4().hex, "contextId": context, "parts": self._parts(said)}
            return {"message": answer} if self.new else {**answer, **kind}
        task = self._task(context, state, said)
        self.tasks[task["id"]] = task
        return {"task": task} if self.new else task

    def _task(self, context: str, state: str, said: str) -> dict[str, Any]:
        note = {"role": self._role(), "messageId": uuid4().hex, "parts": self._parts(f"{state}: {said}")}
        kind = {} if self.new else {"kind": "task"}
        return {
            **kind,
            "id": uuid4().hex,
            "contextId": context,
            "status": {"state": self._state(state), "message": note},
        }

    def _looked(self, name: str) -> dict[str, Any]:
        self.looks[name] = self.looks.get(name, 0) + 1
        task = self.tasks[name]
        if self.looks[name] > 1:
            said = task["status"]["message"]["parts"][0]["text"].partition(": ")[2]
            task["status"] = {"state": self._state("completed")}
            task["artifacts"] = [{"artifactId": "a", "parts": [*self._parts(said), {"data": {"x": 1}}]}]
        return task

    def _state(self, state: str) -> str:
        return f"TASK_STATE_{state.upper().replace('-', '_')}" if self.new else state

    def _role(self) -> str:
        return "ROLE_AGENT" if self.new else "agent"

    def _parts(self, text: str) -> list[dict[str, Any]]:
        return [{"text": text} if self.new else {"kind": "text", "text": text}]
