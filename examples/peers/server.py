"""Serve the public bots over HTTP on this machine, in the two ways that test tools know, and count what they ask.

    python server.py 8008

POST /rude {"message": …} answers {"reply": …}; POST /rude/v1/chat/completions answers as OpenAI's API does;
GET /rude/requests says how many requests the bot has had. Any public bot stands in place of ``rude``.
"""

import json
import sys
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
import public_bots

BOTS = ("rude", "zen", "eliza", "iesha", "suntsu")
_lock = threading.Lock()
_requests: Counter[str] = Counter()


class Handler(BaseHTTPRequestHandler):
    """One request to one bot."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Say how many requests a bot has had."""
        bot = self.path.split("/")[1]
        self._send(200, {"requests": _requests[bot]})

    def do_POST(self) -> None:
        """Answer a message."""
        bot, _, way = self.path.strip("/").partition("/")
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if bot not in BOTS or way not in ("", "v1/chat/completions"):
            self._send(404, {"error": f"nothing at {self.path}"})
            return
        with _lock:
            _requests[bot] += 1
        if way:
            self._send(200, _completion(bot, _answer(bot, _text(asked["messages"][-1]["content"]))))
        else:
            self._send(200, {"reply": _answer(bot, str(asked["message"]))})

    def log_message(self, *_: object) -> None:
        """Say nothing on the terminal."""

    def _send(self, status: int, document: dict[str, Any]) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _answer(bot: str, text: str) -> str:
    with _lock:
        return str(getattr(public_bots, bot)(text))


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    return " ".join(str(part.get("text", "")) for part in content) if isinstance(content, list) else ""


def _completion(bot: str, reply: str) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": reply}}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "1", "object": "chat.completion", "created": 0, "model": bot, "choices": [choice], "usage": usage}


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
