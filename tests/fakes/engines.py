"""Engines that are trained over HTTP: one with a REST API for models, and a Rasa server.

The Rasa server answers as Rasa's OpenAPI description says (docs/static/spec/rasa.yml of RasaHQ/rasa): `/model/train`
returns the zipped model with its name in the header `filename` and does not load it, `PUT /model` answers 204, or 400
for a file that is not there, `/status` names the loaded model, `/model/parse` the intent.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from ruamel.yaml import YAML


def best(known: dict[str, list[str]], text: str) -> tuple[str | None, float]:
    """Return the intent whose phrases share most words with a text, with a confidence."""
    words = set(text.split())
    shared = {name: sum(len(words & set(phrase.split())) for phrase in phrases) for name, phrases in known.items()}
    name = max(shared, key=lambda each: (shared[each], each), default=None)
    if name is None or not shared[name]:
        return None, 0.0
    return name, 0.9


@dataclass
class RestEngine:
    """Models that are made, trained in the background, asked and deleted; everything that happens is noted."""

    slow: float = 0.0
    """Seconds of a training."""
    failing: int = 0
    """How many trainings fail at first."""
    models: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    polls: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    """The names of all models that were made."""
    deleted: list[str] = field(default_factory=list)
    asked: int = 0

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.post("/models", self.make),
            web.post("/models/{id}/examples", self.add),
            web.get("/models/{id}", self.status),
            web.post("/models/{id}/detect", self.detect),
            web.delete("/models/{id}", self.delete),
        ]

    async def make(self, request: web.Request) -> web.Response:
        """Make a model, with phrases or without."""
        asked = await request.json()
        self.names.append(asked["name"])
        if self.failing:
            self.failing -= 1
            return web.json_response({"error": "no room"}, status=500)
        number = f"m{len(self.names)}"
        known: dict[str, list[str]] = {}
        for phrase in asked.get("examples", ()):
            known.setdefault(phrase["intent"], []).append(phrase["text"])
        self.models[number] = known
        return web.json_response({"id": number})

    async def add(self, request: web.Request) -> web.Response:
        """Add the phrases of one intent."""
        asked = await request.json()
        self.models[request.match_info["id"]][asked["label"]] = asked["texts"]
        return web.json_response({})

    async def status(self, request: web.Request) -> web.Response:
        """Say at the first request that the training goes on, then that it is over."""
        number = request.match_info["id"]
        self.polls[number] = self.polls.get(number, 0) + 1
        await asyncio.sleep(self.slow)
        return web.json_response({"status": "training" if self.polls[number] == 1 else "ready"})

    async def detect(self, request: web.Request) -> web.Response:
        """Name the intent of a text."""
        self.asked += 1
        name, sure = best(self.models[request.match_info["id"]], (await request.json())["q"])
        return web.json_response({"intent": {"name": name, "confidence": sure}})

    async def delete(self, request: web.Request) -> web.Response:
        """Delete a model; 404 for one that is not there."""
        number = request.match_info["id"]
        self.deleted.append(number)
        return web.Response(status=204 if self.models.pop(number, None) is not None else 404)


@dataclass
class RasaServer:
    """A Rasa server, which keeps its models in a folder `models`."""

    loaded: str | None = "models/live.tar.gz"
    trained: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    seen: list[dict[str, Any]] = field(default_factory=list)
    """What each training got."""
    size: int = 3_000_000
    """Bytes of a zipped model."""

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.post("/model/train", self.train),
            web.put("/model", self.load),
            web.get("/status", self.status),
            web.post("/model/parse", self.parse),
        ]

    async def train(self, request: web.Request) -> web.Response:
        """Train a model, and return it with its name."""
        data = YAML(typ="safe", pure=True).load(await request.text())
        self.seen.append({**data, "query": dict(request.query), "type": request.content_type})
        known = {
            item["intent"]: [line.removeprefix("- ") for line in item["examples"].splitlines()] for item in data["nlu"]
        }
        name = f"2026-{len(self.seen)}.tar.gz"
        self.trained[name] = known
        return web.Response(body=b"x" * self.size, headers={"filename": name}, content_type="application/octet-stream")

    async def load(self, request: web.Request) -> web.Response:
        """Load a model by its path."""
        file = (await request.json())["model_file"]
        name = file.removeprefix("models/")
        if name == file or name not in {*self.trained, "live.tar.gz"}:
            problem = {"status": "failure", "reason": "BadRequest", "code": 400, "message": "could not be loaded"}
            return web.json_response(problem, status=400)
        self.loaded = file
        return web.Response(status=204)

    async def status(self, request: web.Request) -> web.Response:
        """Name the loaded model."""
        del request
        file = (self.loaded or "").removeprefix("models/")
        return web.json_response({"fingerprint": {}, "model_file": file, "num_active_training_jobs": 0})

    async def parse(self, request: web.Request) -> web.Response:
        """Name the intent of a text."""
        text = (await request.json())["text"]
        name, sure = best(self.trained[(self.loaded or "").removeprefix("models/")], text)
        return web.json_response({"text": text, "intent": {"name": name, "confidence": sure}, "entities": []})
