"""Bots behind real servers, for the adapters to talk to."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from aiohttp import WSMsgType, web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@contextmanager
def served(*routes: web.RouteDef) -> Iterator[str]:
    """Serve on a free port, from a thread of its own; give the address."""
    started = threading.Event()
    held: dict[str, Any] = {}

    async def serve() -> None:
        app = web.Application()
        app.add_routes(routes)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        held["port"] = runner.addresses[0][1]
        held["stop"], held["loop"] = asyncio.Event(), asyncio.get_running_loop()
        started.set()
        await held["stop"].wait()
        await runner.cleanup()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    started.wait(10)
    try:
        yield f"127.0.0.1:{held['port']}"
    finally:
        held["loop"].call_soon_threadsafe(held["stop"].set)
        thread.join(10)


async def echo(request: web.Request) -> web.Response:
    """Give back what was said, and what else came."""
    asked = await request.json()
    return web.json_response(
        {"reply": f"you said {asked['message']}", "session_id": asked.get("session"), "got": asked}
    )


async def naming(request: web.Request) -> web.Response:
    """Name the conversation at its first turn; forget it when asked to."""
    asked = await request.json()
    name = asked["session"] or f"s-{id(request)}"
    if asked["message"] == "forget me":
        name = "another"
    return web.json_response({"reply": f"you said {asked['message']}", "session_id": name})


async def counting(request: web.Request) -> web.Response:
    """Count the turns of a user, in a cookie."""
    turn = int(request.cookies.get("turn", "0")) + 1
    response = web.json_response({"reply": str(turn)})
    response.set_cookie("turn", str(turn))
    return response


async def plain(request: web.Request) -> web.Response:
    """Answer a question in the address with plain text."""
    return web.Response(text=f"you said {request.query['q']}\n")


async def rasa(request: web.Request) -> web.Response:
    """Answer as a Rasa assistant does."""
    asked = await request.json()
    if asked["message"] == "nothing":
        return web.json_response([])
    to = {"recipient_id": asked["sender"]}
    bubbles = [
        {**to, "text": f"you said {asked['message']}"},
        {
            **to,
            "text": "what next?",
            "buttons": [{"title": "Yes", "payload": "/yes"}, {"title": "No", "payload": "/no"}],
        },
        {**to, "image": "http://x.example/i.png"},
    ]
    return web.json_response(bubbles)


async def parse(request: web.Request) -> web.Response:
    """Say what a text is taken for, as Rasa's `/model/parse` does."""
    text = (await request.json())["text"]
    known = {"pay": 0.9, "block": 0.8, "parcel": 0.3}
    name = next((intent for intent in known if intent in text), "nlu_fallback")
    if "rain" in text:
        return web.json_response({"text": text, "intent": {"name": None, "confidence": 0.0}, "entities": []})
    found = {"name": name, "confidence": known.get(name, 0.6)}
    return web.json_response({"text": text, "intent": found, "intent_ranking": [found], "entities": []})


async def percent(request: web.Request) -> web.Response:
    """Say how sure it is in percent."""
    text = (await request.json())["q"]
    return web.json_response({"top": {"label": text.split()[0], "sure": 90}})


async def bare(request: web.Request) -> web.Response:
    """Say an intent alone, without a confidence, for a question in the address; 'boom' breaks it for good."""
    text = request.query["q"]
    if "boom" in text:
        return web.json_response({"error": "out of order"})
    return web.json_response({"label": "shrug" if "rain" in text else text.split()[0]})


async def model(request: web.Request) -> web.Response:
    """Answer as a model behind an OpenAI-compatible address does, with the number of messages it got."""
    asked = await request.json()
    assert "temperature" not in asked
    key = request.headers.get("Authorization")
    said = asked["messages"][-1]["content"]
    told = [message["content"] for message in asked["messages"] if message["role"] == "system"]
    content = f"{asked['model']} got {len(asked['messages'])}, told {told}, key {key}: {said}"
    return web.json_response({"choices": [{"index": 0, "message": {"role": "assistant", "content": content}}]})


async def socket(request: web.Request) -> web.WebSocketResponse:
    """Welcome, then answer texts with texts and JSON with JSON, in two bubbles where one asks for it."""
    ws = web.WebSocketResponse()
    await ws.prepare(request)
    await ws.send_str('{"welcome": true}')
    async for message in ws:
        if message.type is not WSMsgType.TEXT:
            break
        if message.data.startswith('{"message"'):
            await _answer_json(ws, json.loads(message.data)["message"])
        elif message.data == "go away":
            await ws.close()
        else:
            await ws.send_str(f"you said {message.data}")
    return ws


async def elsewhere(request: web.Request) -> web.Response:
    """Send whoever comes to another place."""
    raise web.HTTPFound(str(request.url.with_path("/socket")))


async def guarded(request: web.Request) -> web.Response:
    """Let nobody in, and repeat the key that was shown."""
    return web.Response(status=401, text=f"no such key: {request.headers.get('Authorization')}")


async def login(request: web.Request) -> web.Response:
    """Ask for a password, whatever was said."""
    del request
    return web.Response(text="<html><h1>Please sign in</h1></html>", content_type="text/html")


async def _answer_json(ws: web.WebSocketResponse, said: str) -> None:
    await ws.send_json({"typing": True})
    if said == "silence":
        return
    await ws.send_json({"reply": f"you said {said}"})
    if said == "more":
        await ws.send_json({"reply": "and more"})
    if said == "long":
        await ws.send_str(json.dumps({"reply": "a" * 2_000_000}))


def rest_routes() -> list[web.RouteDef]:
    """All of them."""
    return [
        web.post("/echo", echo),
        web.post("/naming", naming),
        web.post("/counting", counting),
        web.get("/plain", plain),
        web.post("/webhooks/rest/webhook", rasa),
        web.post("/v1/chat/completions", model),
        web.post("/model/parse", parse),
        web.post("/percent", percent),
        web.get("/bare", bare),
        web.get("/socket", socket),
        web.get("/elsewhere", elsewhere),
        web.post("/guarded", guarded),
        web.post("/login", login),
    ]
