"""A small engine that is trained over HTTP, to try `[train]` with: `python -m botassay_samples.rest_engine 8085`.

    POST   /models              {"name", "examples": [{"text", "intent"}]} -> {"id"}; trained in the background
    GET    /models/ID           -> {"status": "training" or "ready" or "failed"}
    POST   /models/ID/detect    {"q"} -> {"intent": {"name", "confidence"}}
    DELETE /models/ID           204

It answers on this machine only, and forgets everything at its end.
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, Final
from uuid import uuid4

from botassay.plugins.protocols import Classifier
from botassay.plugins.protocols.guessing import guesses
from botassay.plugins.registry import CLASSIFIERS

PORT: Final = 8085
CLASSIFIER: Final = "char-lr"
_LONGEST: Final = 2**24
"""Bytes of a request."""
_PLACE: Final = re.compile(r"/models(?:/([0-9a-f]+)(/detect)?)?")


class Models:
    """The trained classifiers, by id."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._status: dict[str, str] = {}
        self._trained: dict[str, Classifier] = {}

    def make(self, examples: list[dict[str, str]]) -> str:
        """Begin a training, and return the id of the model."""
        number = uuid4().hex[:12]
        self._status[number] = "training"
        Thread(target=self._train, args=(number, examples), daemon=True).start()
        return number

    def _train(self, number: str, examples: list[dict[str, str]]) -> None:
        classifier = CLASSIFIERS.make(CLASSIFIER)
        try:
            with self._lock:  # one at a time
                classifier.fit([each["text"] for each in examples], [each["intent"] for each in examples])
        except Exception:  # noqa: BLE001 - whatever it is, the client hears that it failed
            self._status[number] = "failed"
            return
        self._trained[number] = classifier
        self._status[number] = "ready"

    def status(self, number: str) -> str | None:
        """Return the status of a model; None if there is none."""
        return self._status.get(number)

    def detect(self, number: str, text: str) -> dict[str, Any] | None:
        """Return the intent of a text; None without such a model."""
        classifier = self._trained.get(number)
        if classifier is None:
            return None
        (guess,) = guesses(classifier, [text])
        return {"intent": {"name": guess.intent, "confidence": guess.confidence}}

    def delete(self, number: str) -> bool:
        """Forget a model; return whether there was one."""
        self._trained.pop(number, None)
        return self._status.pop(number, None) is not None


class _Handler(BaseHTTPRequestHandler):
    models: Models

    def do_POST(self) -> None:
        """Make a model, or ask one."""
        match = _PLACE.fullmatch(self.path)
        try:
            length = int(self.headers.get("Content-Length") or 0)
            asked = json.loads(self.rfile.read(length)) if 0 <= length <= _LONGEST else None
            if match and not match[1] and asked:
                self._answer(200, {"id": self.models.make(asked["examples"])})
            elif match and match[2] and asked:
                found = self.models.detect(match[1], asked["q"])
                self._answer(200 if found else 404, found or {"error": "no such model"})
            else:
                self._answer(404, {"error": "no such path"})
        except (ValueError, KeyError, TypeError) as error:
            self._answer(400, {"error": f"{type(error).__name__}: {error}"})

    def do_GET(self) -> None:
        """Name the status of a model."""
        match = _PLACE.fullmatch(self.path)
        status = self.models.status(match[1]) if match and match[1] and not match[2] else None
        self._answer(200 if status else 404, {"status": status} if status else {"error": "no such model"})

    def do_DELETE(self) -> None:
        """Forget a model."""
        match = _PLACE.fullmatch(self.path)
        gone = bool(match and match[1] and self.models.delete(match[1]))
        self._answer(204 if gone else 404, None)

    def _answer(self, status: int, document: dict[str, Any] | None) -> None:
        body = b"" if document is None else json.dumps(document).encode()
        self.send_response(status)
        if body:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the overridden method
        """Print nothing."""


def server(port: int = 0) -> ThreadingHTTPServer:
    """Return a server on this machine, not yet started; port 0 is any free one."""
    handler = type("RestEngineHandler", (_Handler,), {"models": Models()})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


if __name__ == "__main__":
    serving = server(int(sys.argv[1]) if len(sys.argv) > 1 else PORT)
    print(f"an engine to try [train] with: http://127.0.0.1:{serving.server_address[1]}", flush=True)  # noqa: T201 - it is a program
    try:
        serving.serve_forever()
    except KeyboardInterrupt:
        serving.server_close()
