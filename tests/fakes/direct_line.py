"""A Direct Line 3.0 service (learn.microsoft.com: rest-api/bot-framework-rest-direct-line-3-0-api-reference).

It speaks first, answers in three bubbles, sends a late one after a question with "late", answers a question with "502"
with an error once, and forgets a conversation after one with "expire".
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from aiohttp import web

SECRET = "direct-line-secret-of-the-bot"  # noqa: S105 - of a fake


@dataclass(slots=True)
class Talk:
    """One conversation."""

    token: str
    activities: list[dict[str, Any]] = field(default_factory=list)
    ended: bool = False


@dataclass(slots=True)
class DirectLine:
    """The service and the bot behind it."""

    talks: dict[str, Talk] = field(default_factory=dict)
    expires: int = 1800
    refreshed: int = 0
    refused: int = 0
    requests: list[str] = field(default_factory=list)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def routes(self) -> list[web.RouteDef]:
        """Return its routes."""
        base = "/v3/directline"
        return [
            web.get("/powervirtualagents/bot/directline/token", self.token),
            web.post(f"{base}/conversations", self.start),
            web.post(f"{base}/tokens/refresh", self.refresh),
            web.post(f"{base}/conversations/{{id}}/activities", self.send),
            web.get(f"{base}/conversations/{{id}}/activities", self.receive),
        ]

    async def token(self, _: web.Request) -> web.Response:
        """Give the token of a Copilot Studio bot."""
        return web.json_response({"token": SECRET, "expires_in": 3600, "conversationId": "unused"})

    async def start(self, request: web.Request) -> web.Response:
        """Start a conversation, and greet."""
        if request.headers.get("Authorization") != f"Bearer {SECRET}":
            raise web.HTTPForbidden
        name, talk = uuid4().hex, Talk(f"token-{uuid4().hex}")
        self.talks[name] = talk
        self._say(talk, name, "Welcome to the bank!", None)
        document = {"conversationId": name, "token": talk.token, "expires_in": self.expires, "streamUrl": "wss://x"}
        return web.json_response(document, status=201)

    async def refresh(self, request: web.Request) -> web.Response:
        """Give a new token."""
        name, talk = next(
            item for item in self.talks.items() if request.headers["Authorization"].endswith(item[1].token)
        )
        talk.token = f"token-{uuid4().hex}"
        self.refreshed += 1
        return web.json_response({"conversationId": name, "token": talk.token, "expires_in": self.expires})

    def _talk(self, request: web.Request) -> tuple[str, Talk]:
        name = request.match_info["id"]
        self.requests.append(f"{request.method} {name}")
        if name not in self.talks:
            raise web.HTTPNotFound
        if request.headers.get("Authorization") != f"Bearer {self.talks[name].token}":
            raise web.HTTPForbidden
        return name, self.talks[name]

    async def send(self, request: web.Request) -> web.Response:
        """Take an activity of the user."""
        name, talk = self._talk(request)
        asked = await request.json()
        if asked["type"] == "endOfConversation":
            talk.ended = True
            return web.json_response({"id": f"{name}|end"})
        text = asked["text"]
        if "502" in text and not self.refused:
            self.refused += 1
            raise web.HTTPBadGateway
        number = f"{name}|{len(talk.activities):07}"
        talk.activities.append({**asked, "id": number})
        if "expire" in text:
            del self.talks[name]
        task = asyncio.get_running_loop().create_task(self._answer(talk, name, text, number))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return web.json_response({"id": number})

    async def _answer(self, talk: Talk, name: str, text: str, number: str) -> None:
        talk.activities.append({"type": "typing", "from": {"id": "bank"}, "id": f"{name}|t{len(talk.activities)}"})
        for bubble in ("You said:", text, "Anything else?"):
            await asyncio.sleep(0.05)
            self._say(talk, name, bubble, number)
        if "late" in text:
            await asyncio.sleep(1.0)
            self._say(talk, name, "One more thing.", number)

    def _say(self, talk: Talk, name: str, text: str, answered: str | None) -> None:
        activity = {"type": "message", "id": f"{name}|b{len(talk.activities):06}", "from": {"id": "bank"}, "text": text}
        talk.activities.append({**activity, **({"replyToId": answered} if answered else {})})

    async def receive(self, request: web.Request) -> web.Response:
        """Give the activities behind a watermark."""
        _, talk = self._talk(request)
        begin = int(request.query.get("watermark") or 0)
        return web.json_response({"activities": talk.activities[begin:], "watermark": str(len(talk.activities))})
