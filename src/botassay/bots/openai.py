"""A model behind an OpenAI-compatible address: `openai:MODEL@BASE`."""

import os
from typing import Final

import msgspec
from yarl import URL

from botassay.bots.rest import RestBot, described
from botassay.core.errors import UsageError
from botassay.http import Description, ReplyPaths
from botassay.plugins.protocols import BotOptions

KEY: Final = "OPENAI_API_KEY"
"""Sent if the environment has it; otherwise nothing is."""


def make(address: str, options: BotOptions) -> RestBot:
    """Return a bot of a model; the history is kept here, and sent with every turn.

    Args:
        address: `MODEL@BASE`; a BASE without a path gets `/v1`.
        options: how it is to be talked to; the system prompt among it.

    Raises: UsageError.
    """
    model, at, base = address.rpartition("@")
    if not at or not model or not base.startswith(("http://", "https://")):
        hint = "write openai:MODEL@http://HOST, like openai:llama3@http://localhost:11434"
        raise UsageError(f"{address!r} must name a model and an address", hint=hint)
    if options.description:
        raise UsageError("openai: needs no bot.toml", hint="omit --bot")
    url = f"{completed(base, '/v1')}/chat/completions"
    named = msgspec.json.encode(model).decode()
    description = Description(
        body=f'{{"model": {named}, "messages": {{{{history}}}}, "temperature": 0, "stream": false}}',
        headers={"Authorization": f"Bearer ${{{KEY}}}"} if os.environ.get(KEY) else {},
        reply=ReplyPaths(
            text="$.choices[0].message.content", error="$.error", piece="$.choices[0].delta.content"
        ),  # some stream unasked
    )
    return described(description, options, url=url, where="openai", name=f"openai:{model}@{_host(base)}")


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
