"""Bots that remember per conversation, each with requests of another shape, and the curl command that its users paste.

The shapes are those of public documentation: Rasa's REST channel (rasa.com/docs), OpenAI chat completions
(platform.openai.com/docs), Dify's chat-messages (docs.dify.ai), Watson Assistant v2
(cloud.ibm.com/apidocs/assistant-v2), n8n's chat trigger (docs.n8n.io), Twilio's form bodies
(twilio.com/docs/messaging/guides/webhook-request).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

from aiohttp import web

CHAT: Final = "9f1c2d3e-4b5a-4978-8796-a5b4c3d2e1f0"
OTHER: Final = "0b7e6c1a-7a51-4f0e-9d6e-0f8f4a1b2c3d"
JWT: Final = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.Kx3-vZ_q8Jt1Lw7RmN0pYg"


@dataclass(slots=True)
class Memory:
    """What was said in each conversation, and who knocked without a key."""

    heard: dict[str, list[str]] = field(default_factory=dict)
    tokens: list[str | None] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)
    """Ids of messages."""
    cookie: str = ""
    """That of the present request, or the one that it gets."""

    def answer(self, session: str, text: str) -> str:
        """Answer with all that was said before in this conversation."""
        before = self.heard.setdefault(session, [])
        before.append(text)
        return f"I can help you with that. You said before: {' | '.join(before[:-1]) or 'nothing'}."


@dataclass(frozen=True, slots=True)
class Shape:
    """A bot, and a curl command for it."""

    path: str
    answer: Callable[[Memory, web.Request, Any], tuple[Any, Mapping[str, str]] | Any]
    """From the memory, the request and its body: the document of the answer."""
    curl: str
    """With HOST for the address."""
    method: str = "POST"
    files: Mapping[str, str] = field(default_factory=dict)

    def route(self, memory: Memory) -> web.RouteDef:
        """Return the route of the bot."""

        async def handle(request: web.Request) -> web.Response:
            kind = request.content_type
            body = await request.json() if kind == "application/json" and request.can_read_body else None
            body = dict(await request.post()) if kind == "application/x-www-form-urlencoded" else body
            memory.tokens.append(request.headers.get("Authorization"))
            given = request.cookies.get("connect.sid") or uuid4().hex
            memory.cookie = given
            response = web.json_response(self.answer(memory, request, body))
            if self.path == "/cookie":
                response.set_cookie("connect.sid", given)
            return response

        return web.route(self.method, self.path, handle)


def _nested(memory: Memory, _: web.Request, body: Any) -> Any:
    memory.fresh.append(body["message"]["id"])
    return {"data": {"reply": memory.answer(body["context"]["session"]["id"], body["message"]["text"])}}


def _in_path(memory: Memory, request: web.Request, body: Any) -> Any:
    return {"output": memory.answer(request.match_info["session"], body["input"])}


def _in_header(memory: Memory, request: web.Request, body: Any) -> Any:
    return {"answer": memory.answer(request.headers["X-Conversation-Id"], body["question"])}


def _history(memory: Memory, _: web.Request, body: Any) -> Any:
    before = [message["content"] for message in body["messages"] if message["role"] == "user"]
    memory.heard.setdefault(before[0], []).append(before[-1])
    content = f"You said before: {' | '.join(before[:-1]) or 'nothing'}."
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}]}


def _form(memory: Memory, _: web.Request, body: Any) -> Any:
    return {"reply": memory.answer(body["ConversationSid"], body["Body"] if "Body" in body else body["text"])}


def _query(memory: Memory, request: web.Request, _: Any) -> Any:
    return {"reply": memory.answer(request.query["sid"], request.query["q"])}


def _cookie(memory: Memory, _: web.Request, body: Any) -> Any:
    return {"reply": memory.answer(memory.cookie, body["message"])}


def _bearer(memory: Memory, request: web.Request, body: Any) -> Any:
    if request.headers.get("Authorization") != f"Bearer {JWT}":
        raise web.HTTPUnauthorized
    return {"reply": memory.answer(body["sessionId"], body["chatInput"]["text"])}


def _rasa(memory: Memory, _: web.Request, body: Any) -> Any:
    return [{"recipient_id": body["sender"], "text": memory.answer(body["sender"], body["message"])}]


def _dify(memory: Memory, _: web.Request, body: Any) -> Any:
    session = body["conversation_id"] or str(uuid4())
    if body["conversation_id"] and session not in memory.heard:
        raise web.HTTPNotFound(text='{"code": "not_found", "message": "Conversation Not Exists."}')
    return {"event": "message", "conversation_id": session, "answer": memory.answer(session, body["query"])}


SHAPES: Final[Mapping[str, Shape]] = {
    "nested session": Shape(
        "/chat",
        _nested,
        "curl 'http://HOST/chat' -H 'content-type: application/json' --data-raw '"
        + json.dumps(
            {
                "message": {"id": OTHER, "text": "What's up?".replace("'", "’")},
                "context": {"session": {"id": CHAT}, "bot": {"id": OTHER}},
            }
        )
        + "'",
    ),
    "id in the path": Shape(
        "/v1/sessions/{session}/messages",
        _in_path,
        f'curl http://HOST/v1/sessions/{CHAT}/messages --json \'{{"input": "hello"}}\'',
    ),
    "id in a header": Shape(
        "/ask",
        _in_header,
        f"curl http://HOST/ask -H 'X-Conversation-Id: {CHAT}' -H 'X-Request-ID: {OTHER}'"
        ' --json \'{"question": "hi"}\'',
    ),
    "history": Shape(
        "/v1/chat/completions",
        _history,
        'curl http://HOST/v1/chat/completions -H "Content-Type: application/json"'
        ' -d \'{"model": "m", "messages": [{"role": "user", "content": "Hello!"}]}\'',
    ),
    "form": Shape(
        "/sms",
        _form,
        f"curl -X POST http://HOST/sms -d ConversationSid=CH{CHAT.replace('-', '')}"
        " --data-urlencode 'Body=hello there'",
    ),
    "query": Shape("/q", _query, f"curl -G http://HOST/q -d sid={CHAT} --data-urlencode 'q=how much?'", method="GET"),
    "cookie": Shape(
        "/cookie",
        _cookie,
        "curl http://HOST/cookie -b 'connect.sid=s%3AKx3vZq8Jt1Lw7RmN0pYg' --json '{\"message\": \"hi\"}'",
    ),
    "bearer": Shape(
        "/n8n",
        _bearer,
        f"curl http://HOST/n8n -H 'Authorization: Bearer {JWT}' -d @body.json -H 'Content-Type: application/json'",
        files={"body.json": json.dumps({"sessionId": CHAT, "chatInput": {"text": "hi"}})},
    ),
    "Rasa": Shape(
        "/webhooks/rest/webhook",
        _rasa,
        'curl --json \'{"sender": "test_user", "message": "Hi there!"}\' http://HOST/webhooks/rest/webhook',
    ),
    "id from the bot": Shape(
        "/v1/chat-messages",
        _dify,
        "curl -X POST http://HOST/v1/chat-messages --json '"
        '{"inputs": {}, "query": "Hello", "response_mode": "blocking", "conversation_id": "", "user": "abc-123"}\'',
    ),
}
