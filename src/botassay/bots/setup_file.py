"""Writes a first bot.toml, with comments on what else could stand in it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """What a first bot.toml says."""

    url: str = ""
    method: str | None = "POST"
    """None: a WebSocket."""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None
    text: str | None = "$.reply"
    """None: the whole answer is the reply."""
    options: str | None = None
    piece: str | None = None
    preset: str | None = None
    sure: bool = False
    """Whether `text` is known to be right."""
    session: str = "client"
    session_path: str | None = None
    history: str = "messages"
    in_path: bool = False
    """Whether the path of the address holds the id of the conversation."""


_PATHS: Final = "# Paths into the reply: $, .name, [0] and [*]. Omit text if the reply is plain text."
_PRESET: Final = "# The preset knows where the reply is; a path given here is used instead."


def written(sketch: Sketch) -> str:
    """Return the content of a bot.toml."""
    lines = [
        "# How to connect to this bot. Try it: botassay bots check bot.toml",
        f"url = {_quoted(sketch.url)}",
        *([f"method = {_quoted(sketch.method)}"] if sketch.method else []),
        *([f"preset = {_quoted(sketch.preset)}"] if sketch.preset else []),
        *([f"history = {_quoted(sketch.history)}"] if sketch.history != "messages" else []),
        '# name = "Bank assistant"  # what reports call the bot; without it its host and path',
        'authorised_by = ""        # who allowed this test, and when',
        "",
        "# What is sent. {{message}}, {{session}}, {{user}} become texts, {{history}} a list of role and content.",
        f"body = {_block(sketch.body)}" if sketch.body is not None else "# body = '{\"message\": {{message}}}'",
        "",
        "# Keys and cookies come from the environment: export NAME=… before you begin.",
        "[headers]",
        *(f"{_key(name)} = {_quoted(value)}" for name, value in sketch.headers.items()),
        "",
        _PRESET if sketch.preset else _PATHS,
        "[reply]",
        *_reply(sketch),
        "",
        *_session(sketch),
    ]
    return "\n".join(lines) + "\n"


def _reply(sketch: Sketch) -> list[str]:
    check = "" if sketch.sure else "       # check this path"
    return [
        f"text = {_quoted(sketch.text)}{check}" if sketch.text else '# text = "$.reply"',
        *([f"piece = {_quoted(sketch.piece)}  # in each event of a stream"] if sketch.piece else []),
        f"options = {_quoted(sketch.options)}" if sketch.options else '# options = "$.buttons[*].title"',
        '# intent = "$.intent.name"',
        '# confidence = "$.intent.confidence"',
        '# error = "$.error"      # error message in a reply with status 200',
    ]


def _session(sketch: Sketch) -> list[str]:
    path = _quoted(sketch.session_path) if sketch.session_path else None
    lines = [
        "[session]",
        "# client: botassay names the conversation. reply (with path) or cookie: the bot does.",
        "# none: the bot keeps no conversations.",
        f"from = {_quoted(sketch.session)}",
        f'path = {path}  # for "reply"' if path else '# path = "$.session_id"  # for "reply"',
        '# reset = "/restart"     # sent before each conversation; or a request: "POST /reset"',
        *(["# greeting = 3.0        # seconds to wait for what the bot says first"] if sketch.method is None else []),
    ]
    if sketch.in_path:
        lines += [
            "",
            "# If the bot gives out the id in the address: the request that begins a conversation.",
            "# [[session.create]]",
            f'# request = "POST {_before_session(sketch.url)}"',
            '# take = { session = "$.id" }',
        ]
    return lines


def _before_session(url: str) -> str:
    """Return the path of an address up to the id of the conversation.

    >>> _before_session("https://bot.example/v1/threads/{{session}}/messages?x=1")
    '/v1/threads'
    """
    path = re.sub(r"^https?://[^/]*", "", url).partition("?")[0]
    return path.partition("/{{session}}")[0] or "/"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _block(text: str) -> str:
    """Return a text in TOML such that JSON in it stays readable, where TOML allows it."""
    if "'''" in text or re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text):
        return _quoted(text)
    return f"'''\n{text}\n'''" if "\n" in text else f"'{text}'" if "'" not in text else _quoted(text)
