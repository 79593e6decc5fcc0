"""Rasa servers that are trained for each split over their HTTP API: `rasa:BASE` with `--rasa-config`.

The requests are those of Rasa's OpenAPI description (docs/static/spec/rasa.yml of RasaHQ/rasa, and
https://rasa.com/docs/rasa/pages/http-api): `/model/train` gives the name of the model in the header `filename` and does
not load it, `PUT /model` loads it, `/status` names the loaded one, and `/model/parse` names the intent of a text.
"""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final, Self

from botassay.api.asynchronous import run_to_end
from botassay.api.intents.remote_training import answering_client, guess_in, training_client
from botassay.api.intents.stopped import LOG
from botassay.bots.rasa import PARSE
from botassay.core.errors import BotError, ConfigurationError, InputError, UsageError
from botassay.http import Answer, Client, ConversationClient, Description, Exchange, ReplyPaths, Request, ask_all
from botassay.http.decoding import decoded, parsed
from botassay.intents.split_files import rasa_nlu
from botassay.intents.trainers import TRAINING
from botassay.plugins.protocols import Guess

_FOLDER: Final = "models"
"""Where Rasa keeps the models whose names it gives without a folder."""
_LOADING: Final = 120.0
"""Seconds until a model is loaded."""
_JSON: Final = {"Content-Type": "application/json"}
_YAML: Final = {"Content-Type": "application/x-yaml"}
_REQUESTS: Final = 3
"""Requests of a training: train, load, and the status, polled."""


@dataclass
class RasaTrainer:
    """A Rasa server that is trained with a configuration; make it with `RasaTrainer.of`."""

    name: str
    exchange: Exchange
    config: dict[str, Any]
    """The pipeline, language and policies."""
    base: str
    query: str
    asking: Client
    training: Client
    _before: str | None = None
    """The model that was loaded before the first training."""
    _replaced: bool = False

    @classmethod
    def of(cls, name: str, config: Path, *, rate: float | None, timeout: float = TRAINING) -> Self:
        """Return the server of `rasa:BASE`. Raises UsageError, InputError, ConfigurationError."""
        address, mark, query = name.partition(":")[2].partition("?")
        if not address.startswith(("http://", "https://")):
            raise UsageError(
                f"{address!r} is not a URL", hint="write rasa:http://HOST, like rasa:http://localhost:5005"
            )
        base = address.rstrip("/").removesuffix(PARSE)
        description = Description(
            url=f"{base}{PARSE}{mark}{query}",
            body='{"text": {{message}}}',
            reply=ReplyPaths(text="$.text", intent="$.intent.name", confidence="$.intent.confidence"),
        )
        exchange = Exchange.of(description, where="rasa")
        put = exchange.secrets.put_into
        return cls(
            f"rasa:{exchange.shown_url.removesuffix(PARSE)}",
            exchange,
            read_config(config),
            put(base),
            put(query),
            answering_client(exchange, rate),
            training_client(exchange, rate, timeout),
        )

    @property
    def polled(self) -> bool:
        """Whether the status of a training is polled."""
        return True

    def requests(self, intents: int) -> int:
        """Return how many requests a training takes, polling counted once."""
        del intents
        return _REQUESTS

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Train a model and load it. Raises BotError."""
        run_to_end(self._train(list(zip(texts, intents, strict=True))))
        return self

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Return the guesses of the loaded model. Raises BotError."""
        requests = [self.exchange.request({"message": text, "history": []}) for text in texts]
        return ask_all(self.asking, requests, lambda answer: guess_in(self.exchange, answer))

    def close(self) -> None:
        """Load the model again that was loaded before the first training; where that fails, say so."""
        before, replaced, self._replaced = self._before, self._replaced, False
        if not replaced or before is None:
            return
        try:
            run_to_end(self._loaded_again(before))
        except (BotError, TimeoutError) as error:
            LOG.warning(f"{self.name}: the model {before}, loaded before the trainings, could not be loaded: {error}")

    # ── requests ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _url(self, path: str, query: str = "") -> str:
        both = "&".join(filter(None, (query, self.query)))
        return f"{self.base}{path}" + (f"?{both}" if both else "")

    async def _train(self, pairs: Sequence[tuple[str, str]]) -> None:
        async with self.training.line("training") as line:
            if not self._replaced:
                self._before = await self._status(line)
            body = {**self.config, "intents": sorted({intent for _, intent in pairs}), "nlu": rasa_nlu(pairs)}
            written = json.dumps(body, ensure_ascii=False, default=str).encode()
            url = self._url("/model/train", "force_training=true")
            name = await line.ask(Request("POST", url, written, headers=_YAML, discard=True), self._filename)
            await self._load(line, name)

    def _filename(self, answer: Answer) -> str:
        name = answer.headers.get("filename", "")
        if not name:
            hint = "check that the server is Rasa, started with --enable-api"
            raise BotError("bad_shape", "the answer to POST /model/train has no header filename", hint=hint)
        return name

    async def _load(self, line: ConversationClient, name: str) -> None:
        """Load a model, and wait until the status names it. Raises BotError."""
        self._replaced = True
        places = [name] if "/" in name else [name, f"{_FOLDER}/{name}"]
        for place in places:
            body = json.dumps({"model_file": place}).encode()
            try:
                await line.ask(Request("PUT", self._url("/model"), body, headers=_JSON), lambda answer: answer)
                break
            except BotError as error:
                if error.kind not in ("rejected", "server") or place is places[-1]:
                    raise
        wait = 0.1
        try:
            async with asyncio.timeout(_LOADING):
                while _file(await self._status(line)) != _file(name):
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, 1.0)
        except TimeoutError as error:
            if isinstance(error, BotError):
                raise
            raise BotError("timeout", f"{self.name} has not loaded {name} within {_LOADING:g} s") from None

    async def _status(self, line: ConversationClient) -> str | None:
        """Return the path of the loaded model; None where none is loaded."""
        try:
            answer = await line.ask(Request("GET", self._url("/status")), lambda answer: answer)
        except BotError as error:
            if "(HTTP 409" in error.what:
                return None
            raise
        kind = answer.headers.get("Content-Type", "")
        status = parsed(decoded(answer.body, kind), kind)
        file = status.get("model_file") if isinstance(status, dict) else None
        return file if isinstance(file, str) and file else None

    async def _loaded_again(self, file: str) -> None:
        async with self.asking.line("loading") as line:
            with suppress(TimeoutError):
                await self._load(line, file)


def _file(path: str | None) -> str | None:
    return PurePosixPath(path).name if path else None


def read_config(file: Path) -> dict[str, Any]:
    """Return Rasa's configuration: language, pipeline and policies.

    Raises: InputError for a file that cannot be read; ConfigurationError for one that is no configuration.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    hint = "give the config.yml of Rasa, with language and pipeline"
    try:
        config = YAML(typ="safe", pure=True).load(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"E174 cannot read the file: {error}", str(file), hint) from error
    except (YAMLError, ValueError, RecursionError) as error:
        raise ConfigurationError("E120 invalid YAML", str(file), hint) from error
    if not isinstance(config, dict) or "pipeline" not in config:
        raise ConfigurationError("the file has no pipeline", str(file), hint)
    for key in ("nlu", "intents"):
        if key in config:
            raise ConfigurationError(
                f"{key} cannot be in the configuration", str(file), "the phrases are those of DATA"
            )
    return {str(key): value for key, value in config.items()}
