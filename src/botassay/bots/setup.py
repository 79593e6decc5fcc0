"""A first bot.toml, from nothing or from a pasted curl command; no secret is written into it."""

import base64
import binascii
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qsl, unquote_plus

from botassay.bots.curl import Curl
from botassay.http.literal_secrets import TELLING

MESSAGE_KEYS: Final = ("message", "text", "input", "query", "prompt", "question", "content", "utterance", "msg", "q")
SESSION_KEYS: Final = ("session", "session_id", "sessionid", "conversation", "conversation_id", "conversationid")
SENDER_KEYS: Final = ("sender", "sender_id", "thread_id", "chat_id", "chatid")
USER_KEYS: Final = ("user", "user_id", "userid", "username")
_DROPPED: Final = {"user-agent", "accept-encoding", "content-length", "host", "connection"}
"""Headers that the client sets itself."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft of a bot's description."""

    text: str
    """The content of bot.toml."""
    exports: tuple[str, ...] = ()
    """Names of secrets that the environment must provide."""
    notes: tuple[str, ...] = ()
    """Things to check by hand."""


@dataclass(slots=True)
class _Findings:
    """Findings while a command is read."""

    exports: dict[str, str] = field(default_factory=dict, repr=False)
    notes: list[str] = field(default_factory=list)
    message: bool = False

    def named(self, name: str, value: str) -> str:
        """Note a secret, and return its placeholder; the same secret keeps its name."""
        while self.exports.setdefault(name, value) != value:
            name += "_2"
        return f"${{{name}}}"


def draft(pasted: str | None = None) -> Draft:
    """Draft a description.

    Args:
        pasted: a curl command that sends a message to the bot, as copied from a browser or a manual.

    Raises: UsageError for a text that is not a curl command with an address.
    """
    if pasted is None:
        body = '{"message": {{message}}, "session": {{session}}}'
        headers = {"Authorization": "Bearer ${BOT_TOKEN}"}
        blank = _toml("https://bot.example/chat", "POST", headers, body, sure=False)
        return Draft(blank, ("BOT_TOKEN",), ("fill in the URL and the path of the reply",))
    command, findings = Curl.read(pasted), _Findings()
    method = command.method or ("POST" if command.data and not command.get else "GET")
    headers = _headers(command, findings)
    url = _url(command, findings)
    filled = _body(command, findings, headers) if command.data and not command.get else None
    if not findings.message:
        findings.notes.append("no message field recognised: put {{message}} where it belongs")
    findings.notes.append("check text under [reply]; `botassay bots check` shows the bot's reply")
    return Draft(_toml(url, method, headers, filled, sure=True), tuple(findings.exports), tuple(findings.notes))


# ── what becomes of it ──────────────────────────────────────────────────────────────────────────────────────────────


def _headers(command: Curl, findings: _Findings) -> dict[str, str]:
    headers = {}
    for name, value in command.headers.items():
        if name.lower() in _DROPPED or not name:
            continue
        headers[name] = _without_secret(name, value, findings) if TELLING.search(name) else value
    return headers


def _without_secret(name: str, value: str, findings: _Findings) -> str:
    """Return a header with a placeholder for its secret; the scheme (`Bearer`) stays."""
    if name.lower() == "cookie":
        findings.notes.append("browser cookies expire: use an API key if there is one")
        return findings.named("BOT_COOKIE", value)
    if name.lower() in ("authorization", "proxy-authorization"):
        scheme, space, credentials = value.partition(" ")
        if not space:
            return findings.named("BOT_TOKEN", value)
        if scheme.lower() == "basic":
            findings.notes.append(f"BOT_BASIC is the text after Basic: {_how_basic(credentials)}")
        name = "BOT_BASIC" if scheme.lower() == "basic" else "BOT_TOKEN"
        return f"{scheme} {findings.named(name, credentials)}"
    return findings.named(f"BOT_{_upper(name)}", value)


def _how_basic(credentials: str) -> str:
    try:
        user = base64.b64decode(credentials, validate=True).decode("utf-8").partition(":")[0]
    except (binascii.Error, UnicodeDecodeError):
        user = "USER"
    return f"export BOT_BASIC=\"$(printf %s '{user}:PASSWORD' | base64)\""


def _upper(name: str) -> str:
    return re.sub(r"[^A-Z0-9]+", "_", re.sub(r"^x-", "", name, flags=re.IGNORECASE).upper()).strip("_") or "KEY"


def _url(command: Curl, findings: _Findings) -> str:
    """Return the address with places in its query; a password in it becomes a secret."""
    place, _, query = command.url.partition("?")
    if found_user := re.match(r"(https?://[^/@:]+):([^/@]+)@", place):
        place = f"{found_user[1]}:{findings.named('BOT_PASSWORD', found_user[2])}@{place[found_user.end() :]}"
    pairs = [part for part in query.split("#", maxsplit=1)[0].split("&") if part]
    if command.get:
        pairs += [part for data in command.data for part in data.split("&")]
    placed = "&".join(_pair(pair, findings) for pair in pairs)
    return f"{place}?{placed}" if placed else place


def _pair(pair: str, findings: _Findings) -> str:
    name, _, value = pair.partition("=")
    return f"{name}={_place(unquote_plus(name), findings) or _hidden(name, value, findings) or value}"


def _hidden(name: str, value: str, findings: _Findings) -> str | None:
    if not TELLING.search(name) or "session" in name.lower():
        return None
    return findings.named(f"BOT_{_upper(name)}", value)


def _place(key: str, findings: _Findings) -> str | None:
    """Return the placeholder for the field with a key, if any."""
    bare = key.lower().replace("-", "_")
    if bare in MESSAGE_KEYS and not findings.message:
        findings.message = True
        return "{{message}}"
    if bare in (*SESSION_KEYS, *SENDER_KEYS):
        return "{{session}}"
    return "{{user}}" if bare in USER_KEYS else None


def _body(command: Curl, findings: _Findings, headers: dict[str, str]) -> str:
    data = "&".join(command.data)
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        if "json" in _kind(headers) or not parse_qsl(data):
            findings.notes.append("the body is not valid JSON: check it")
            return data
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        return "&".join(_pair(pair, findings) for pair in data.split("&"))
    if not _kind(headers):
        headers["Content-Type"] = "application/json"
    return json.dumps(_placed(document, findings), ensure_ascii=False, indent=2)


def _kind(headers: Mapping[str, str]) -> str:
    return next((value.lower() for name, value in headers.items() if name.lower() == "content-type"), "")


def _placed(document: Any, findings: _Findings) -> Any:
    """Return a document with placeholders: for messages in the style of OpenAI all at once, else field by field."""
    if isinstance(document, list):
        return [_placed(item, findings) for item in document]
    if not isinstance(document, dict):
        return document
    likely_first = sorted(document, key=_message_rank)
    placed = {key: _placed_field(key, document[key], findings) for key in likely_first}
    return {key: placed[key] for key in document}


def _message_rank(key: str) -> int:
    """Return how early a key is tried as the field of the message."""
    return MESSAGE_KEYS.index(key.lower()) if key.lower() in MESSAGE_KEYS else len(MESSAGE_KEYS)


def _placed_field(key: str, value: Any, findings: _Findings) -> Any:
    if key == "messages" and isinstance(value, list):
        findings.message = True
        return "{{history}}"
    if isinstance(value, bool) or not isinstance(value, str | int):
        return _placed(value, findings)
    if placeholder := _place(key, findings):
        return placeholder
    return (_hidden(key, value, findings) if isinstance(value, str) else None) or value


# ── writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _toml(url: str, method: str, headers: Mapping[str, str], body: str | None, *, sure: bool) -> str:
    chat = body is not None and '"{{history}}"' in body
    text = "$.choices[0].message.content" if chat else "$.reply"
    lines = [
        "# How to connect to this bot. Try it: botassay bots check bot.toml",
        f"url = {_quoted(url)}",
        f"method = {_quoted(method)}",
        '# name = "Bank assistant"  # what reports call the bot; without it its host and path',
        'authorised_by = ""        # who allowed this test, and when',
        "",
        "# What is sent. {{message}}, {{session}}, {{user}} become texts, {{history}} a list of role and content.",
    ]
    lines.append(f"body = {_block(body)}" if body is not None else "# body = '{\"message\": {{message}}}'")
    lines += ["", "# Keys and cookies come from the environment: export NAME=… before you begin.", "[headers]"]
    lines += [f"{_key(name)} = {_quoted(value)}" for name, value in headers.items()]
    lines += [
        "",
        "# Paths into the reply: $, .name, [0] and [*]. Omit text if the reply is plain text.",
        "[reply]",
        f"text = {_quoted(text)}" + ("" if sure and chat else "       # check this path"),
        '# options = "$.buttons[*].title"',
        '# intent = "$.intent.name"',
        '# confidence = "$.intent.confidence"',
        '# error = "$.error"      # error message in a reply with status 200',
        "",
        "[session]",
        'from = "client"          # botassay names the conversation; or "reply" with path, or "cookie"',
        '# path = "$.session_id"  # for "reply"',
        '# reset = "/restart"     # sent before each conversation; or a request: "POST /reset"',
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _block(text: str) -> str:
    """Return a text in TOML such that JSON in it stays readable, where TOML allows it."""
    if "'''" in text or re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text):
        return _quoted(text)
    return f"'''\n{text}\n'''" if "\n" in text else f"'{text}'" if "'" not in text else _quoted(text)
