"""A chatbot as a WSGI application, with the guard before it.

Run it with `python examples/guard_wsgi.py`; it takes POST /chat with {"message": …} and returns {"reply": …}:
curl -d '{"message": "are you a robot?"}' http://127.0.0.1:8000/chat
"""

import json
from collections.abc import Iterable
from typing import Any
from wsgiref.simple_server import make_server

from botassay.identity import Guard


def bot(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer each message with the same words; frameworks such as Flask and Django make such a function."""
    length = environ.get("CONTENT_LENGTH")
    known = bool(length) or environ.get("wsgi.input_terminated")
    body = environ["wsgi.input"].read(*([int(length)] if length else [])) if known else b""
    answer = json.dumps({"reply": f"I have read {len(body)} bytes.", "method": environ["REQUEST_METHOD"]}).encode()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(answer)))])
    return [answer]


guard = Guard(maker="Example Ltd", purpose="help you with parcels")
app = guard.wsgi(bot, path="/chat")

if __name__ == "__main__":
    with make_server("127.0.0.1", 8000, app) as server:
        server.serve_forever()
