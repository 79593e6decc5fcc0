"""Sends one message by a drafted description, and proposes where the reply stands in the answer."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from textwrap import shorten
from typing import Any, Final
from uuid import uuid4

from botassay.bots.client_factory import client_for
from botassay.bots.ids import KeyPath, Meaning, leaves, meaning_of, names_an_id
from botassay.bots.reply_places import ReplyPlace, proposals, spelled
from botassay.bots.setup import Draft
from botassay.bots.setup_file import Sketch, written
from botassay.bots.smoke_test import GREETING
from botassay.core.errors import BotError
from botassay.http import Answer, Description, Exchange
from botassay.http.decoding import decoded
from botassay.http.sse import Format, cutter, format_of
from botassay.http.stream import StreamReader
from botassay.http.stream_rules import StreamRule, StreamSign
from botassay.plugins.protocols import BotOptions

_STREAMS: Final[Sequence[tuple[str, str]]] = (
    (r'"delta"\s*:\s*\{', "openai-chat"),
    (r'"type"\s*:\s*"response\.', "openai-responses"),
    (r'"type"\s*:\s*"content_block_', "anthropic"),
    (r'"type"\s*:\s*"text-delta"', "vercel-ui"),
    (r'"candidates"\s*:', "gemini"),
    (r'"event"\s*:\s*"(?:agent_)?message"', "dify"),
    (r'"done"\s*:\s*(?:true|false)', "ollama"),
)
"""What stands in the events of a stream, with the preset that reads it; the first counts."""


async def tried(drafted: Draft) -> Draft:
    """Return a draft with the path of the reply, found by sending one message to the bot.

    Args:
        drafted: with its secrets.

    Raises: ConfigurationError; failures of the bot become a note.
    """
    session = str(uuid4())
    exchange = Exchange.of(Description.parse(drafted.text.encode(), "bot.toml"), environment=drafted.secrets)
    if exchange.scheme in ("ws", "wss"):
        return drafted  # what it says has no request to answer
    values = {"message": GREETING, "session": "", "user": str(uuid4()), "history": [], "turn": "1"}
    if exchange.session == "client":
        values["session"] = session
    anything = Description(stream=StreamRule(done=(StreamSign(data="[DONE]"), StreamSign(end=True))))
    client = replace(client_for(exchange, BotOptions()), stream=StreamReader.of(anything, exchange.ear, "bot.toml"))
    try:
        async with client.line("init") as line:
            answer = await line.ask(exchange.request(values), lambda answer: answer)
    except BotError as failure:
        return replace(drafted, notes=(*drafted.notes, f"the bot gave no reply to “{GREETING}”: {failure}"))
    sketch, notes = read(drafted.sketch, answer, session)
    kept = tuple(note for note in drafted.notes if not note.startswith("check text under [reply]"))
    return replace(drafted, text=written(sketch), notes=(*kept, *notes), sketch=sketch)


def read(sketch: Sketch, answer: Answer, session: str) -> tuple[Sketch, list[str]]:
    """Return the sketch that fits an answer, and what should be checked.

    Args:
        sketch: what was sent.
        answer: what came.
        session: the id of the conversation that was sent.
    """
    kind = answer.headers.get("Content-Type", "")
    text = decoded(answer.body, kind)
    form = format_of(kind)
    if form is not None:
        return _streamed(sketch, text, form)
    try:
        document = json.loads(text)
    except ValueError:
        plain = replace(sketch, text=None, options=None, sure=True)
        return plain, ["the reply is plain text" if text.strip() else "the reply is empty: check the address"]
    return _with_paths(sketch, document, session)


def _with_paths(sketch: Sketch, document: Any, session: str) -> tuple[Sketch, list[str]]:
    """Return the sketch with the paths into an answer in JSON, and what should be checked."""
    found = proposals(document, GREETING)
    if not found:
        return sketch, ["no sentence in the answer: check text under [reply]"]
    known = sketch.sure and any(proposal.path == sketch.text for proposal in found)
    chosen = sketch if known else replace(sketch, text=found[0].path, piece=None, sure=True)
    notes = [f"text = {_quoted(proposal)}" for proposal in found] if not known else []
    place = _new_session(document, session)
    if place is not None and "{{session}}" in (sketch.body or "") + sketch.url:
        chosen = replace(chosen, session="reply", session_path=place)
        notes.append(f"the bot names the conversation itself, at {place}")
    return chosen, notes


def _new_session(document: Any, session: str) -> str | None:
    """Return where an answer names the conversation otherwise than the request; None where it does not."""
    path, value = next(((path, value) for path, value in leaves(document, ()) if _names_conversation(path)), ((), ""))
    return None if str(value) in ("", session) else spelled(path)


def _quoted(proposal: ReplyPlace) -> str:
    return f'"{proposal.path}" gives “{shorten(" ".join(proposal.text.split()), 60, placeholder=" …")}”'


def _streamed(sketch: Sketch, text: str, form: Format) -> tuple[Sketch, list[str]]:
    cut = cutter(form)
    data = "\n".join(event.data.decode("utf-8", "replace") for event in [*cut.feed(text.encode()), *cut.close()])
    preset = next((preset for pattern, preset in _STREAMS if re.search(pattern, data)), None)
    if preset is None:
        return sketch, ["the bot streams its reply in a form that is not known: describe it under [stream]"]
    return replace(sketch, preset=preset, text=None, piece=None, options=None, sure=True), [
        f'the bot streams its reply; preset = "{preset}" reads it'
    ]


def _names_conversation(path: KeyPath) -> bool:
    return names_an_id(path) and meaning_of(path) is Meaning.SESSION
