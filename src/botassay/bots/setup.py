"""A first bot.toml, from nothing or from a pasted curl command; no secret is written into it."""

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, unquote_plus

from botassay.bots.curl import Curl
from botassay.bots.ids import (
    KeyPath,
    Meaning,
    ids_in_url,
    is_id,
    is_jwt,
    leaves,
    meaning_of,
    names_an_id,
    placeholder,
)
from botassay.bots.known_replies import known_reply
from botassay.bots.setup_file import Sketch, written
from botassay.http.literal_secrets import TELLING

MESSAGE_KEYS: Final = ("message", "text", "input", "query", "prompt", "question", "content", "utterance", "msg", "q")
_DROPPED: Final = {
    "user-agent", "accept-encoding", "content-length", "host", "connection", "traceparent", "tracestate", "baggage",
    "sentry-trace", "if-none-match", "if-modified-since",
}  # fmt: skip
"""Headers that the client sets itself, and those that belong to one request alone."""
_SERVER_COOKIES: Final = re.compile(
    r"PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|_session_id|laravel_session|ci_session|_\w+_session",
    re.IGNORECASE,
)
"""Cookies with which a server tells visitors apart; it hands out new ones."""
_DIRECT_LINE: Final = "/v3/directline/"
"""What the address of Bot Framework's Direct Line holds."""
_SENTENCE: Final = re.compile(r"\w\W*\s\W*\w|\w[?!.]$")
_TYPE: Final = re.compile(r"[a-z]+/[\w.+-]+")


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft of a bot's description."""

    text: str
    """The content of bot.toml."""
    exports: tuple[str, ...] = ()
    """Names of secrets that the environment must provide."""
    notes: tuple[str, ...] = ()
    """Things to check by hand."""
    sketch: Sketch = field(default_factory=Sketch, repr=False)
    """What the text is written from."""
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The secrets of the command, by name."""


@dataclass(slots=True)
class _Findings:
    """Findings while a command is read."""

    exports: dict[str, str] = field(default_factory=dict, repr=False)
    notes: list[str] = field(default_factory=list)
    message: bool = False
    placed: set[Meaning] = field(default_factory=set)
    session: str = "client"
    session_path: str | None = None
    history: str = "messages"
    unclear: list[str] = field(default_factory=list)
    """Places of what has the shape of an id and no telling name."""

    def named(self, name: str, value: str) -> str:
        """Note a secret, and return its placeholder; the same secret keeps its name."""
        while self.exports.setdefault(name, value) != value:
            name += "_2"
        return f"${{{name}}}"

    def place(self, path: KeyPath, value: str | float) -> str | None:
        """Return the placeholder for a value at a path of keys; None where the value stays."""
        meaning = placeholder(path, value)
        if meaning is Meaning.SECRET:
            return self.named(secret_name(path, str(value)), str(value))
        if meaning is None and isinstance(value, str) and is_id(value):
            self.unclear.append(_spelled(path))
        if not meaning:
            return None
        self.placed.add(meaning)
        return meaning.value


def draft(pasted: str | None = None) -> Draft:
    """Draft a description.

    Args:
        pasted: a curl command that sends a message to the bot, as copied from a browser or a manual.

    Raises: UsageError for a text that is not a curl command with an address; InputError for a file of data that cannot
        be read.
    """
    if pasted is None:
        sketch = Sketch(
            url="https://bot.example/chat",
            headers={"Authorization": "Bearer ${BOT_TOKEN}"},
            body='{"message": {{message}}, "session": {{session}}}',
        )
        return Draft(written(sketch), ("BOT_TOKEN",), ("fill in the URL and the path of the reply",), sketch)
    command, findings = Curl.read(pasted), _Findings()
    sketch = _sketched(command, findings)
    _add_notes(command, sketch, findings)
    return Draft(written(sketch), tuple(findings.exports), tuple(findings.notes), sketch, findings.exports)


def _sketched(command: Curl, findings: _Findings) -> Sketch:
    """Return what the description says; the body is read first, since it most likely holds message and session."""
    posts = bool(command.data) and not command.get
    kept = _lasting_headers(command)
    extra: dict[str, str] = {}
    body = _body(command, findings, kept, extra) if posts else None
    headers = {name: placed for name, value in kept.items() if (placed := _header(name, value, findings)) is not None}
    url = _url(command, findings)
    known = known_reply(command.url, kept, body or "")
    if findings.session_path is None and known and known.session and Meaning.SESSION in findings.placed:
        findings.session, findings.session_path = "reply", known.session
    text, options, piece = (known.text, known.options, known.piece) if known else ("$.reply", None, None)
    method: str | None = command.method or ("POST" if posts else "GET")
    headers |= extra
    if command.url.lower().startswith(("ws://", "wss://")):
        method, headers = None, _without_type(headers)
    return Sketch(
        url=url,
        method=method,
        headers=headers,
        body=body,
        text=text,
        options=options,
        piece=piece,
        sure=known is not None,
        session=findings.session,
        session_path=findings.session_path,
        history=findings.history,
        in_path=any("{{session}}" in segment for segment in url.partition("?")[0].split("/")),
    )


def _without_type(headers: Mapping[str, str]) -> dict[str, str]:
    """Return headers without that of the type of a body, which a socket lacks."""
    return {name: value for name, value in headers.items() if name.lower() != "content-type"}


def _lasting_headers(command: Curl) -> dict[str, str]:
    """Return the headers that every request needs."""
    return {name: value for name, value in command.headers.items() if name and name.lower() not in _DROPPED}


def _add_notes(command: Curl, sketch: Sketch, findings: _Findings) -> None:
    if not findings.message:
        findings.notes.append("no message field recognised: put {{message}} where it belongs")
    findings.notes += _notes_on_session(sketch, findings)
    if sketch.in_path and sketch.session == "client":
        findings.notes.append(
            "the address holds the id of the conversation; if the bot gives it out, describe that request in"
            " [[session.create]]"
        )
    if _DIRECT_LINE in command.url:
        origin = command.url.partition(_DIRECT_LINE)[0]
        findings.notes.append(
            f"this is Direct Line: directline:{origin} needs no file, and DIRECTLINE_SECRET its secret"
        )
    if command.proxy:
        findings.notes.append("the command uses a proxy: name it with --proxy")
    if not sketch.sure:
        findings.notes.append("check text under [reply]; `botassay bots check` shows the bot's reply")


def _notes_on_session(sketch: Sketch, findings: _Findings) -> Iterator[str]:
    """Yield what to check so that each conversation has its id."""
    if sketch.method is None:
        return  # each conversation has a socket
    shares = not findings.placed & {Meaning.SESSION, Meaning.USER} and "{{history}}" not in (sketch.body or "")
    places = ", ".join(findings.unclear)
    if places and shares:
        yield f"{places} may be the id of the conversation: write {{{{session}}}} there if it is"
    elif places:
        yield f"{places} stays the same in all conversations; {{{{session}}}} changes"
    elif shares and sketch.session == "client":
        yield (
            "no id of the conversation recognised: put {{session}} where it belongs, or all conversations may be one; "
            'write from = "none" under [session] if the bot keeps no conversations'
        )


# ── headers and cookies ─────────────────────────────────────────────────────────────────────────────────────────────


def _header(name: str, value: str, findings: _Findings) -> str | None:
    """Return a header with a placeholder for its secret or its id; None for one that is left out."""
    if name.lower() == "cookie":
        return _cookies(value, findings)
    if name.lower() in ("referer", "origin") and any(is_id(text) for _, text in ids_in_url(value)):
        return None
    if meaning_of([name]) is Meaning.FRESH and (names_an_id([name]) or is_id(value) or name.lower().endswith("-key")):
        findings.placed.add(Meaning.FRESH)
        return Meaning.FRESH.value
    if TELLING.search(name):
        return _without_secret(name, value, findings)
    if is_jwt(value):
        return findings.named("BOT_TOKEN", value)
    return findings.place([name], value) or value


def _without_secret(name: str, value: str, findings: _Findings) -> str:
    """Return a header with a placeholder for its secret; the scheme (`Bearer`) stays."""
    if name.lower() in ("authorization", "proxy-authorization"):
        scheme, space, credentials = value.partition(" ")
        if not space:
            return findings.named("BOT_TOKEN", value)
        if scheme.lower() == "basic":
            findings.notes.append(f"BOT_BASIC is the text after Basic: {_how_basic(credentials)}")
        name = "BOT_BASIC" if scheme.lower() == "basic" else "BOT_TOKEN"
        return f"{scheme} {findings.named(name, credentials)}"
    return findings.named(f"BOT_{_upper(name)}", value)


def _cookies(value: str, findings: _Findings) -> str | None:
    """Return the cookies with placeholders; those by which a server tells visitors apart are left to the server."""
    own, others = [], []
    for pair in (part.strip() for part in value.split(";")):
        name, _, content = pair.partition("=")
        if _SERVER_COOKIES.fullmatch(name):
            findings.session = "cookie"
            findings.notes.append(f"the cookie {name} is left out: each conversation gets one from the bot")
        elif meaning_of([name]) in (Meaning.SESSION, Meaning.USER) and is_id(content):
            own.append(f"{name}={findings.place([name], content)}")
        elif pair:
            others.append(pair)
    if others:
        findings.notes.append("browser cookies expire: use an API key if there is one")
        own.append(findings.named("BOT_COOKIE", "; ".join(others)))
    return "; ".join(own) or None


def _how_basic(credentials: str) -> str:
    try:
        user = base64.b64decode(credentials, validate=True).decode("utf-8").partition(":")[0]
    except (binascii.Error, UnicodeDecodeError):
        user = "USER"
    return f"export BOT_BASIC=\"$(printf %s '{user}:PASSWORD' | base64)\""


def _upper(name: str) -> str:
    return re.sub(r"[^A-Z0-9]+", "_", re.sub(r"^x-", "", name, flags=re.IGNORECASE).upper()).strip("_") or "KEY"


def secret_name(path: KeyPath, value: str) -> str:
    """Return the name of a secret at a path of keys; a JSON Web Token is the token of the bot."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "KEY")
    return "BOT_TOKEN" if is_jwt(value) else f"BOT_{_upper(key)}"


# ── the address and forms ───────────────────────────────────────────────────────────────────────────────────────────


def _url(command: Curl, findings: _Findings) -> str:
    """Return the address with places in its path and its query; a password in it becomes a secret."""
    place, _, query = command.url.partition("?")
    start = re.match(r"(?:https?|wss?)://[^/]*", place)
    origin, path = (start[0], place[start.end() :]) if start else (place, "")
    if user := re.match(r"((?:https?|wss?)://[^/@:]+):([^/@]+)@", origin):
        origin = f"{user[1]}:{findings.named('BOT_PASSWORD', user[2])}@{origin[user.end() :]}"
    pairs = [part for part in query.split("#", maxsplit=1)[0].split("&") if part]
    if command.get:
        pairs += [part for data in command.data for part in data.split("&")]
    placed = "&".join(_pairs(pairs, findings))
    path = _path(path.partition("#")[0], findings)
    return f"{origin}{path}?{placed}" if placed else f"{origin}{path}"


def _path(path: str, findings: _Findings) -> str:
    """Return a path with places: the segment before an id says what it is."""
    segments = path.split("/")
    for at in range(1, len(segments)):
        segment = unquote(segments[at])
        if is_id(segment) or is_jwt(segment):
            segments[at] = findings.place([segments[at - 1]], segment) or segments[at]
    return "/".join(segments)


def _pairs(pairs: list[str], findings: _Findings) -> Iterator[str]:
    """Return the fields of a query or a form with places; the most likely field is the message."""
    named = [(unquote_plus(name), value) for name, _, value in (pair.partition("=") for pair in pairs)]
    message = _likeliest([([*_parts(name)], unquote_plus(value)) for name, value in named], findings)
    for number, (pair, (name, value)) in enumerate(zip(pairs, named, strict=True)):
        if number == message:
            placed: str | None = "{{message}}"
        else:
            placed = findings.place(_parts(name), unquote_plus(value)) or _hidden(name, value, findings)
        yield f"{pair.partition('=')[0]}={value if placed is None else placed}"


def _parts(name: str) -> list[str]:
    """Return the keys in the name of a field: `user[id]` has two."""
    return [part for part in re.split(r"[\[\].]+", name) if part]


def _hidden(name: str, value: str, findings: _Findings) -> str | None:
    if not TELLING.search(name) or not value or meaning_of([name]) not in (Meaning.SECRET, None):
        return None
    return findings.named(f"BOT_{_upper(name)}", value)


def _likeliest(texts: list[tuple[list[str], str]], findings: _Findings) -> int | None:
    """Return the number of the leaf that is most likely the message; None where none looks like one."""
    if findings.message:
        return None
    ranked = sorted(
        (rank, len(path), number)
        for number, (path, value) in enumerate(texts)
        if (rank := _rank(path, value)) is not None
    )
    if not ranked:
        sentences = [number for number, (_, value) in enumerate(texts) if _SENTENCE.search(value)]
        ranked = [(0, 0, number) for number in sentences] if len(sentences) == 1 else []
    findings.message = bool(ranked)
    return ranked[0][2] if ranked else None


def _rank(path: list[str], value: str) -> int | None:
    """Return how likely a leaf is the message, 0 most; None for none."""
    keys = [key.lower().replace("-", "_") for key in path[-2:]]
    if is_id(value) or _TYPE.fullmatch(value) or re.match(r"https?://", value) or not keys:
        return None
    if keys[-1] in MESSAGE_KEYS:
        return MESSAGE_KEYS.index(keys[-1])
    body = keys[-1] in ("body", "value", "parts", "payload") and len(keys) > 1 and keys[0] in MESSAGE_KEYS
    return len(MESSAGE_KEYS) + MESSAGE_KEYS.index(keys[0]) if body else None


# ── the body ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _body(command: Curl, findings: _Findings, headers: Mapping[str, str], extra: dict[str, str]) -> str:
    data = "&".join(command.data)
    kind = next((value.lower() for name, value in headers.items() if name.lower() == "content-type"), "")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict | list):
        if "json" in kind or not parse_qsl(data):
            findings.notes.append("the body is not valid JSON: check it")
            return data
        if not kind:
            extra["Content-Type"] = "application/x-www-form-urlencoded"
        return "&".join(_pairs(data.split("&"), findings))
    if "json" not in kind:
        extra["Content-Type"] = "application/json"
    document = _with_history(document, findings)
    texts = [(path, value) for path, value in leaves(document, ()) if isinstance(value, str)]
    number = _likeliest(
        [([str(key) for key in path if isinstance(key, str)], value) for path, value in texts], findings
    )
    message = None if number is None else texts[number][0]
    return json.dumps(_placed(document, (), message, findings), ensure_ascii=False, indent=2)


def _with_history(document: Any, findings: _Findings, key: str = "") -> Any:
    """Return a document with {{history}} in the place of a list of earlier messages."""
    if isinstance(document, dict):
        return {name: _with_history(value, findings, name) for name, value in document.items()}
    if not isinstance(document, list):
        return document
    items = _messages_of(document, key)
    if not items:
        return [_with_history(item, findings) for item in document]
    findings.history = _history_form(items) or findings.history
    if any(item.get("role") == "system" for item in items):
        findings.notes.append("the command sends a system prompt: put it into a file, and name that with --system")
    findings.message = findings.message or items[-1].get("role", "user") == "user"
    return "{{history}}"


def _messages_of(listed: list[Any], key: str) -> list[dict[str, Any]]:
    """Return the earlier messages in a list: all have a role, or the key says that they are messages."""
    items = [item for item in listed if isinstance(item, dict)]
    spoken = len(items) == len(listed) and all("role" in item for item in items)
    return items if spoken or key == "messages" else []


def _history_form(items: list[dict[str, Any]]) -> str | None:
    """Return the form of earlier messages that come in parts; None for messages that are whole."""
    if not any("parts" in item for item in items):
        return None
    parts = [part for item in items for part in item.get("parts", ()) if isinstance(part, dict)]
    return "ui" if any("type" in part for part in parts) else "parts"


def _placed(document: Any, path: tuple[str | int, ...], message: KeyPath | None, findings: _Findings) -> Any:
    """Return a document with placeholders."""
    match document:
        case dict():
            return {key: _placed(value, (*path, key), message, findings) for key, value in document.items()}
        case list():
            return [_placed(value, (*path, number), message, findings) for number, value in enumerate(document)]
        case _ if path == message:
            return "{{message}}"
        case _:
            return _placed_leaf(document, path, findings)


def _placed_leaf(value: Any, path: tuple[str | int, ...], findings: _Findings) -> Any:
    """Return a value, or the placeholder that takes its place; the bot gives out an id that is empty."""
    if value in ("", None) and names_an_id(path) and meaning_of(path) is Meaning.SESSION:
        findings.placed.add(Meaning.SESSION)
        findings.session, findings.session_path = "reply", f"$.{path[-1]}"
        findings.notes.append(f"{_spelled(path)} is empty: the bot is expected to give it in its first reply")
        return "{{session}}"
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "{{history}}":
        return value
    if (chosen := _conversation_alone(path, value, findings)) or (chosen := findings.place(path, value)):
        return chosen
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    return (_hidden(key, value, findings) if isinstance(value, str) else None) or value


def _conversation_alone(path: tuple[str | int, ...], value: str | int, findings: _Findings) -> str | None:
    """Return {{session}} for a sender, or a bare `id`, where nothing else names the conversation."""
    if Meaning.SESSION in findings.placed or not path:
        return None
    bare = len(path) == 1 and path[0] == "id" and is_id(str(value))
    sender = str(path[-1]).lower() in ("sender", "sender_id", "senderid") and names_an_id(path)
    if not (bare or sender):
        return None
    findings.placed.add(Meaning.SESSION)
    if bare:
        findings.notes.append("id is taken for the id of the conversation: check it")
    return Meaning.SESSION.value


def _spelled(path: KeyPath) -> str:
    return ".".join(str(part) for part in path) or "the path of the address"
