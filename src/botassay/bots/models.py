"""Models behind the interfaces of today: `openai:`, `responses:`, `anthropic:` and `ollama:`, each `MODEL@BASE`."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from yarl import URL

from botassay.bots.conversations import RestBot
from botassay.bots.rest import described
from botassay.core.errors import UsageError
from botassay.http import Description
from botassay.plugins.protocols import BotOptions

BEDROCK: Final = "AWS_BEARER_TOKEN_BEDROCK"
"""The key that goes to amazonaws.com in place of that of OpenAI."""
_RESERVED: Final = ("messages", "input", "model")


@dataclass(frozen=True, slots=True)
class ModelApi:
    """An interface of models.

    Args:
        scheme: the name before the colon.
        preset: how it answers.
        base: the path of a BASE that has none.
        path: what follows the base.
        history: the key of the messages.
        system: the key of the system prompt; None: it is the first message.
        more: further keys of the body.
        key: the environment variable with the key; sent if it is set.
        header: the header of the key, with its value for a key in place of `{}`.
        headers: further headers.
    """

    scheme: str
    preset: str
    base: str
    path: str
    history: str = "messages"
    system: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    key: str | None = None
    header: tuple[str, str] = ("Authorization", "Bearer {}")
    headers: Mapping[str, str] = field(default_factory=dict)

    def make(self, address: str, options: BotOptions) -> RestBot:
        """Return a bot of a model; the history is kept here, and sent with every turn.

        Args:
            address: `MODEL@BASE`.
            options: how it is to be talked to; the system prompt and further keys of the body among it.

        Raises: UsageError.
        """
        model, at, base = address.rpartition("@")
        if not at or not model or not base.startswith(("http://", "https://")):
            hint = f"write {self.scheme}:MODEL@http://HOST, like {self.scheme}:llama3@http://localhost:11434"
            raise UsageError(f"{address!r} must name a model and an address", hint=hint)
        if options.description:
            raise UsageError(f"{self.scheme}: needs no bot.toml", hint="omit --bot")
        host = _host(base)
        body = {"model": model, self.history: "{{history}}", "stream": False, **self.more}
        if self.system and options.system:
            body[self.system] = "{{system}}"
        description = Description(
            body=json.dumps(with_params(body, options.params), ensure_ascii=False),
            headers={**self.headers, **self._key_header(host)},
            preset=self.preset,
        )
        url = f"{completed(base, self.base)}{self.path}"
        return described(description, options, url=url, where=self.scheme, name=f"{self.scheme}:{model}@{host}")

    def _key_header(self, host: str) -> dict[str, str]:
        name = BEDROCK if self.key == "OPENAI_API_KEY" and _is_amazon(host) else self.key
        return {self.header[0]: self.header[1].format(f"${{{name}}}")} if name and os.environ.get(name) else {}


OPENAI: Final = ModelApi("openai", "openai-chat", "/v1", "/chat/completions", key="OPENAI_API_KEY")
RESPONSES: Final = ModelApi(
    "responses",
    "openai-responses",
    "/v1",
    "/responses",
    history="input",
    system="instructions",
    more={"store": False},
    key="OPENAI_API_KEY",
)
ANTHROPIC: Final = ModelApi(
    "anthropic",
    "anthropic",
    "/v1",
    "/messages",
    system="system",
    more={"max_tokens": 1024},
    key="ANTHROPIC_API_KEY",
    header=("x-api-key", "{}"),
    headers={"anthropic-version": "2023-06-01"},
)
OLLAMA: Final = ModelApi("ollama", "ollama", "/api", "/chat")
APIS: Final = {api.scheme: api for api in (OPENAI, RESPONSES, ANTHROPIC, OLLAMA)}
"""By scheme."""

make_openai = OPENAI.make
make_responses = RESPONSES.make
make_anthropic = ANTHROPIC.make
make_ollama = OLLAMA.make


def with_params(body: Mapping[str, Any], params: tuple[str, ...]) -> dict[str, Any]:
    """Return a body with further keys; dots nest.

    Args:
        body: with placeholders.
        params: `key=value` each, the value in JSON, else text.

    Raises: UsageError for what is not of this form, and for keys that botassay fills.

    >>> with_params({"stream": False}, ("options.seed=1", "effort=low"))
    {'stream': False, 'options': {'seed': 1}, 'effort': 'low'}
    """
    filled: dict[str, Any] = json.loads(json.dumps(body))
    for param in params:
        name, equals, value = param.partition("=")
        *outer, last = name.split(".")
        if not equals or not all((*outer, last)):
            raise UsageError(f"--param {param!r} is not key=value", hint="write --param temperature=0.5")
        if (*outer, last)[0] in _RESERVED:
            raise UsageError(f"--param cannot set {name}: botassay fills it", hint="the model stands in the subject")
        table = filled
        for key in outer:
            table = table.setdefault(key, {})
            if not isinstance(table, dict):
                raise UsageError(f"--param {param!r}: {key} is not a table", hint="give it once, as JSON")
        table[last] = _value(value)
    return filled


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def completed(base: str, path: str) -> str:
    """Return an address with a path, `/` if it has none.

    >>> completed("http://localhost:11434/", "/v1"), completed("http://localhost/api/v3", "/v1")
    ('http://localhost:11434/v1', 'http://localhost/api/v3')
    """
    bare = base.rstrip("/")
    return bare if "/" in bare.partition("://")[2] else bare + path


def _host(base: str) -> str:
    try:
        url = URL(base)
    except ValueError:
        raise UsageError(f"{base!r} is not a URL") from None
    return f"{url.host}:{url.explicit_port}" if url.explicit_port else url.host or ""


def _is_amazon(host: str) -> bool:
    return host.partition(":")[0].endswith(".amazonaws.com")
