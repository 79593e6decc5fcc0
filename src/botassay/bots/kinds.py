"""Kinds of bots, with a description of each."""

from dataclasses import dataclass
from typing import Final

from botassay.bots.resolve import SCHEMES
from botassay.plugins.registry import BOTS

_KNOWN: Final = {
    "toml": ("bot.toml", "a REST or WebSocket bot described by a file"),
    "http": ("http://…", "a REST bot, with --bot bot.toml"),
    "https": ("https://…", "a REST bot, with --bot bot.toml"),
    "ws": ("ws://…", "a WebSocket: texts, or JSON with --bot bot.toml"),
    "wss": ("wss://…", "a WebSocket: texts, or JSON with --bot bot.toml"),
    "openai": ("openai:MODEL@BASE", "a model behind an OpenAI-compatible address"),
    "responses": ("responses:MODEL@BASE", "a model behind OpenAI's Responses"),
    "anthropic": ("anthropic:MODEL@BASE", "a model behind Anthropic's Messages"),
    "ollama": ("ollama:MODEL@BASE", "a model behind Ollama's own interface"),
    "a2a": ("a2a:URL", "an agent that speaks A2A, by its agent card"),
    "directline": ("directline:BASE", "a bot behind Direct Line, such as one of Copilot Studio"),
    "rasa": ("rasa:BASE", "a Rasa assistant with its REST channel"),
    "browser": ("browser:URL", "a chat window on a web page, with --bot bot.toml"),
    "python": ("python:module:function", "a Python function"),
    "command": ("command:./program", "a program that reads and writes lines"),
}


@dataclass(frozen=True, slots=True)
class BotKind:
    """One kind of bot."""

    name: str
    written: str
    """How a subject of this kind is written."""
    what: str
    origin: str
    """The distribution that brings it."""


def kinds() -> list[BotKind]:
    """Return all kinds of bots that are installed: those that need an address, and then the bundled ones."""
    names = sorted(BOTS.names(), key=lambda name: ([*_KNOWN].index(name) if name in _KNOWN else len(_KNOWN), name))
    return [BotKind(name, *_described(name), BOTS.origin(name)) for name in names]


def _described(name: str) -> tuple[str, str]:
    if name in _KNOWN:
        return _KNOWN[name]
    maker = BOTS.get(name)
    lines = str(getattr(maker, "what", None) or maker.__doc__ or "a bot").strip().splitlines()
    return name, lines[0].rstrip(".")


assert set(SCHEMES) < set(_KNOWN)  # noqa: S101 - whoever adds a kind describes it
