"""A chatbot as an ASGI application, with the guard before it.

Run it with `uvicorn examples.guard_asgi:app`; it takes POST /chat with {"message": …} and returns {"reply": …}:
curl -d '{"message": "are you a robot?"}' http://127.0.0.1:8000/chat
"""

import json
from typing import Any

from botassay.identity import Guard


async def bot(scope: Any, receive: Any, send: Any) -> None:
    """Answer each message with the same words; frameworks such as Starlette and FastAPI make such a function."""
    if scope["type"] != "http":
        return
    body, more = b"", True
    while more:
        part = await receive()
        body += part.get("body", b"")
        more = part.get("more_body", False)
    answer = json.dumps({"reply": f"I have read {len(body)} bytes.", "method": scope["method"]}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": answer})


guard = Guard(maker="Example Ltd", purpose="help you with parcels")
app = guard.middleware(bot, path="/chat")
