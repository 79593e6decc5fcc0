"""Finds out how a bot at an address wants to be spoken to: a few greetings, and where the reply stands."""

import asyncio
import json
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from botassay.api.bots import BotTrial, try_bot_async
from botassay.bots.reply_places import proposals
from botassay.bots.setup import MESSAGE_KEYS, draft
from botassay.bots.smoke_test import GREETING
from botassay.core.errors import BotassayError, UsageError
from botassay.web.bot_shelf import BotShelf, origin_of
from botassay.web.problems import WebProblem
from botassay.web.toml_text import toml_text

_KEYS: Final = (*(key for key in MESSAGE_KEYS if key not in ("content", "utterance")), "content", "utterance")
_REFUSED: Final = frozenset({"rejected", "server", "bot_error", "bad_shape"})
"""Failures after which another request may be understood."""
_LONGEST: Final = 100_000
"""Characters of what is pasted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotWanted:
    """What somebody knows about a bot.

    Args:
        where: its address, or a curl command that sends it a message.
        name: for people.
        authorised_by: who allowed to test it.
        variable: of the environment, with the token that it wants.
    """

    where: str
    name: str = ""
    authorised_by: str = ""
    variable: str = ""


@dataclass(slots=True)
class BotSearch:
    """What came of it.

    Args:
        text: the description: the one that works, or the last that was tried.
        trial: the last round trip.
        sent: what each request held, and what became of it.
        notes: things to check by hand.
    """

    text: str = ""
    trial: BotTrial | None = None
    sent: list[tuple[str, str]] = field(default_factory=list)
    notes: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether the bot was understood."""
        return self.trial is not None and self.trial.sound

    @property
    def advice(self) -> str:
        """What to do about a bot that was not understood, for somebody who sees only the page."""
        if self.trial is None or self.sound:
            return ""
        if self.trial.kind == "unauthorised":
            return "token"
        if self.trial.came.lstrip()[:15].lower().startswith(("<!doctype", "<html")):
            return "page"
        return self.trial.kind if self.trial.kind in ("timeout", "dns", "connect", *_REFUSED) else ""


async def search(shelf: BotShelf, wanted: BotWanted, scratch: Path) -> BotSearch:
    """Return how a bot can be spoken to: it is greeted in several ways until it answers in a sentence.

    Args:
        shelf: checks each description before anything is sent.
        wanted: where the bot is.
        scratch: a file for descriptions that are tried.

    Raises: WebProblem as `BotShelf.check`; UsageError for what is neither an address nor a curl command.
    """
    found = BotSearch()
    tried: set[str] = set()
    while (tables := _next(wanted, found, tried)) is not None:
        tried.add(_body(tables))
        await _try(shelf, tables, scratch, found)
        if not _may_go_on(found):
            break
    return found


def _next(wanted: BotWanted, found: BotSearch, tried: set[str]) -> dict[str, Any] | None:
    """Return the description to try next: bodies with a word that the last answer named come first."""
    left = [tables for tables in _candidates(wanted, found) if _body(tables) not in tried]
    came = found.trial.came if found.trial else ""
    named = {key for key in _KEYS if re.search(rf"['\"`]{key}['\"`]|\b{key}\b (?:field|is|must)", came)}
    left.sort(key=lambda tables: not any(f'"{key}"' in _body(tables) for key in named))
    return left[0] if left else None


def _body(tables: Mapping[str, Any]) -> str:
    return str(tables.get("body", ""))


def _candidates(wanted: BotWanted, found: BotSearch) -> Iterator[dict[str, Any]]:
    where = wanted.where.strip()[:_LONGEST]
    if re.match(r"\S*curl(\.exe)?\s", where):
        drafted = draft(where)
        found.notes = tuple(note for note in drafted.notes if not note.startswith("check text under [reply]"))
        yield _tables(drafted.text, wanted)
        return
    address = _address(where)
    if urlsplit(address).scheme in ("ws", "wss"):
        yield _named({"url": address}, wanted)
        return
    bodies = [{key: GREETING, "session": "s"} for key in _KEYS] + [{key: GREETING} for key in _KEYS]
    for body in bodies:
        command = f"curl {shlex.quote(address)} -d {shlex.quote(json.dumps(body))}"
        tables = _tables(draft(command).text, wanted)
        tables["body"] = json.dumps({key: "{{session}}" if key == "session" else "{{message}}" for key in body})
        yield tables


def _address(where: str) -> str:
    address = where if "://" in where else f"http://{where}"
    try:
        parts = urlsplit(address)
        sound = bool(parts.hostname) and parts.scheme in ("http", "https", "ws", "wss") and not re.search(r"\s", where)
    except ValueError:
        sound = False
    if not sound:
        raise UsageError(
            "this is neither an address nor a curl command", hint="write one like https://bot.example/chat"
        )
    return address


def _tables(text: str, wanted: BotWanted) -> dict[str, Any]:
    return _named(tomllib.loads(text), wanted)


def _named(tables: dict[str, Any], wanted: BotWanted) -> dict[str, Any]:
    """Return a description with what the page was told about the bot; keys without a value are left out."""
    given = {"name": wanted.name.strip(), "authorised_by": wanted.authorised_by.strip()}
    whole = {"url": tables.pop("url"), **given, **{key: tables[key] for key in tables if key not in given}}
    if wanted.variable:
        whole["headers"] = {**whole.get("headers", {}), "Authorization": f"Bearer ${{{wanted.variable}}}"}
    return {key: value for key, value in whole.items() if value not in ("", {}, None)}


async def _try(shelf: BotShelf, tables: dict[str, Any], scratch: Path, found: BotSearch) -> None:
    """Greet a bot by a description, and once more if its answer shows where the reply stands."""
    await _greet(shelf, tables, scratch, found)
    assert found.trial is not None  # noqa: S101 - it was greeted just now
    if found.trial.kind not in ("bad_shape", "bad_json"):
        return
    place = reply_place(found.trial.came)
    if place is not None:
        tables["reply"] = {**tables.get("reply", {}), "text": place} if place else {}
        await _greet(shelf, {key: value for key, value in tables.items() if value != {}}, scratch, found)


async def _greet(shelf: BotShelf, tables: dict[str, Any], scratch: Path, found: BotSearch) -> None:
    found.text = toml_text(tables)
    shelf.check(found.text, "bot.toml", to_be_sent=True)
    await asyncio.to_thread(scratch.write_text, found.text, "utf-8")
    try:
        found.trial = await try_bot_async(str(scratch))
    except BotassayError as error:
        raise WebProblem.of(error) from error
    finally:
        await asyncio.to_thread(scratch.unlink, missing_ok=True)
    found.sent.append((_body(tables), found.trial.failure or "it answered"))


def reply_place(came: str) -> str | None:
    """Return the path of the reply in an answer; empty: the whole answer is the reply; None where there is none.

    >>> reply_place('{"a": [{"b": "Hello! How can I help?"}]}')
    '$.a[*].b'
    """
    try:
        document = json.loads(came)
    except (ValueError, RecursionError):
        plain = came.strip()
        return "" if plain and not plain.startswith(("<", "{", "[", "data:", "event:")) else None
    if isinstance(document, dict) and document.get("error"):
        return None
    place = next(iter(proposals(document, GREETING)), None)
    return place.path if place else None


def _may_go_on(found: BotSearch) -> bool:
    """Return whether another way of speaking to the bot may be understood."""
    assert found.trial is not None  # noqa: S101 - it was greeted
    return found.trial.kind in _REFUSED and not found.trial.came.lstrip().startswith("<")


def suggested_id(wanted: BotWanted, text: str, taken: Mapping[str, object]) -> str:
    """Return an id for a bot: of its name, or of its host."""
    try:
        host = origin_of(tomllib.loads(text).get("url", "")).partition("://")[2]
    except tomllib.TOMLDecodeError:
        host = ""
    slug = re.sub(r"[^A-Za-z0-9]+", "-", wanted.name or host).strip("-")[:36].strip("-") or "bot"
    slug = slug.lower() if not wanted.name else slug
    number, chosen = 2, slug
    while chosen in taken:
        chosen, number = f"{slug}-{number}", number + 1
    return chosen
