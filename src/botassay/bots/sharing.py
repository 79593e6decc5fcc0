"""Requests in which nothing tells one conversation from another: their bot would be accused of mixing them up."""

import json
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import parse_qsl

from botassay.bots.ids import KeyPath, Meaning, ids_in_url, is_id, leaves, meaning_of, names_an_id
from botassay.core.errors import ConfigurationError
from botassay.http import Exchange
from botassay.plugins.protocols import Bot

_APART: Final = frozenset({"session", "user", "history", "callback"})
"""Placeholders that tell conversations apart."""
_MARK: Final = "{{}}"
"""Stands for what differs from request to request."""
_BY_ITSELF: Final = frozenset({"turn", "fresh", "message"})

NO_SESSION: Final = (
    "nothing in a request tells one conversation from another: put {{session}} where its id belongs, or write from = "
    '"none" under [session] if the bot keeps no conversations'
)


def tells_apart(exchange: Exchange) -> bool:
    """Return whether requests tell conversations apart, or are said to need nothing for it."""
    if exchange.session in ("cookie", "none") or exchange.scheme in ("ws", "wss"):
        return True
    return bool(exchange.slots & _APART) or any(slot.startswith("made.") for slot in exchange.slots)


def literal_ids(exchange: Exchange) -> list[str]:
    """Return the places of ids that are the same in all conversations, as their keys joined by dots."""
    values = {**dict.fromkeys((*_APART, *_BY_ITSELF, "token", "cursor"), _MARK), "history": []}
    pairs = [*ids_in_url(exchange.url.filled(values)), *_in_headers(exchange), *_in_body(exchange, values)]
    return [".".join(map(str, path)) for path, value in pairs if _is_shared(path, value)]


def _is_shared(path: KeyPath, value: Any) -> bool:
    if value is None or isinstance(value, bool | float) or _MARK in str(value) or value == "":
        return False
    meaning = meaning_of(path)
    if meaning in (Meaning.SESSION, Meaning.USER):
        return names_an_id(path) or is_id(str(value))
    return meaning is None and is_id(str(value))


def _in_headers(exchange: Exchange) -> Iterator[tuple[KeyPath, str]]:
    for name, value in exchange.headers.items():
        if name.lower() != "cookie":
            yield [name], value
            continue
        pairs = (pair.strip().partition("=") for pair in value.split(";"))
        yield from (([key], content) for key, _, content in pairs)


def _in_body(exchange: Exchange, values: dict[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    text = exchange.body.filled(values) if exchange.body else ""
    try:
        document = json.loads(text)
    except ValueError:
        yield from (([key], value) for key, value in parse_qsl(text))
        return
    yield from leaves(document, ())


def session_note(bot: Bot) -> str | None:
    """Return what is wrong with the sessions of a bot; None where nothing is, or it is not reached over HTTP."""
    exchange = exchange_of(bot)
    if exchange is None or tells_apart(exchange):
        return None
    literal = literal_ids(exchange)
    if literal:
        return f"all conversations share one session: the request always sends the same id at {literal[0]}"
    if exchange.session == "reply":
        return "the bot names the conversation, but no request sends that name: put {{session}} where it belongs"
    return NO_SESSION


def check_sessions(bot: Bot) -> str | None:
    """Refuse a bot whose conversations would all be one, and return a warning where that may be so.

    Raises: ConfigurationError where each request sends the same literal id.
    """
    note = session_note(bot)
    exchange = exchange_of(bot)
    if note and exchange is not None and literal_ids(exchange):
        hint = 'write {{session}} there, or from = "none" under [session] if the bot keeps no conversations'
        raise ConfigurationError(note, None, hint)
    return note


def exchange_of(bot: Bot) -> Exchange | None:
    """Return how requests to a bot are made; None for one that is not reached over HTTP."""
    exchange = getattr(getattr(bot, "bot", bot), "exchange", None)
    return exchange if isinstance(exchange, Exchange) else None
