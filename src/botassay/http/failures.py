"""Exceptions of the HTTP client and status codes as kinds of failure."""

import re
import ssl
from collections.abc import Mapping
from typing import Final

import aiohttp
from aiohttp.http_exceptions import ContentLengthError, TransferEncodingError

from botassay.core.errors import BotError
from botassay.http import tls
from botassay.http.decoding import decoded
from botassay.http.listening import nobody_listens, unknown_host

_TOO_LONG: Final = re.compile(
    r"context.?length|maximum context|too many tokens|(?:prompt|input|message) is too long", re.IGNORECASE
)
_PAGE_BEGINS: Final = re.compile(r"\s*<(?:!doctype|html|head|body|title|h1)\b", re.IGNORECASE)
_MARKUP: Final = re.compile(
    r"<(?:script|style)\b.*?(?:</(?:script|style)>|\Z)|<[^>]*(?:>|\Z)", re.IGNORECASE | re.DOTALL
)
_LOGIN: Final = re.compile(r"log-?in|sign-?in|oauth|sso\b|saml", re.IGNORECASE)
_PAGE: Final = 20_000
"""Characters of an error page that are read."""
_SHOWN: Final = 200
"""Characters of an answer that are quoted in a message."""


def of_exception(error: Exception) -> BotError:  # noqa: PLR0911 - one for each kind
    """Return the failure that an exception of the HTTP client means."""
    why = _reason(error)
    match error:
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientSSLError() | ssl.SSLError():
            return tls.failure(error)
        case aiohttp.ConnectionTimeoutError():
            return BotError("connect", "no connection within the time limit", hint="check the address", again=True)
        case aiohttp.ClientConnectorError():
            return _of_connecting(error, why)
        case aiohttp.ServerDisconnectedError() if isinstance(error.message, str):
            return BotError("reset", "the connection was closed without a reply")
        case aiohttp.ServerDisconnectedError():
            return BotError("truncated", "the reply ended within its headers")
        case aiohttp.ClientPayloadError():
            return _of_payload(error, why)
        case aiohttp.ClientOSError() | ConnectionError():
            return BotError("reset", f"the connection broke: {why}")
        case _:
            return BotError("protocol", f"the reply is not valid HTTP: {why}")


def _of_connecting(error: aiohttp.ClientConnectorError, why: str) -> BotError:
    if isinstance(error.os_error, BotError):
        return error.os_error  # raised by the check of addresses
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return unknown_host(why)
    if "handshake" in str(error.os_error):
        return tls.took_too_long()
    if error.args[0].is_ssl and isinstance(error.os_error, ConnectionResetError):
        return tls.broken_off()
    if isinstance(error.os_error, ConnectionRefusedError):
        return nobody_listens(error.host, error.port)
    return BotError("connect", f"no connection: {why}", hint="check that the bot is running there", again=True)


def _of_payload(error: aiohttp.ClientPayloadError, why: str) -> BotError:
    cause = error.__cause__
    if isinstance(cause, OSError) or "ConnectionResetError" in str(error):
        return BotError("reset", "the connection broke during the reply")
    cut_off = isinstance(cause, TransferEncodingError) and "Not enough" in str(cause)
    if cut_off or isinstance(cause, ContentLengthError):
        return BotError("truncated", "the reply ended too early")
    return BotError("protocol", f"the reply is not valid HTTP: {why}")


def _reason(error: Exception) -> str:
    """Return the message of an exception, shortened."""
    if isinstance(error, aiohttp.ClientResponseError):
        return " ".join(error.message.split())[:_SHOWN]
    text = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    return " ".join(text.split())[:_SHOWN] or type(error).__name__


def of_status(status: int, headers: Mapping[str, str], body: bytes) -> BotError | None:
    """Return the failure that a status means; None for success."""
    if 200 <= status <= 299:  # noqa: PLR2004 - HTTP
        return None
    if 300 <= status <= 399:  # noqa: PLR2004
        return _elsewhere(status, headers.get("Location", ""))
    evidence = decoded(body, headers.get("Content-Type", ""))
    shown = " ".join(_readable(evidence).split())[:_SHOWN]
    status_text = f"HTTP {status}" + (f": {shown}" if shown else "")
    kind, what, again = _KINDS.get(status) or _class_of(status)
    if status == 400 and _TOO_LONG.search(evidence[:10_000]):  # noqa: PLR2004
        kind, what, again = _KINDS[413]
    return BotError(kind, f"{what} ({status_text})", hint=_HINTS.get(status), evidence=evidence, again=again)


def _readable(evidence: str) -> str:
    """Return what an error page says to a reader; anything else as it is."""
    return _MARKUP.sub(" ", evidence[:_PAGE]) if _PAGE_BEGINS.match(evidence) else evidence


_KINDS: Final = {
    401: ("unauthorised", "access denied", False),
    403: ("unauthorised", "access denied", False),
    408: ("timeout", "the bot did not get the whole request in time", True),
    413: ("too_long_for_bot", "the message was too long for the bot", False),
    414: ("too_long_for_bot", "the message was too long for the bot", False),
    425: ("rate_limited", "the bot asks to retry later", True),
    429: ("rate_limited", "the bot limits the request rate", True),
    431: ("too_long_for_bot", "the message was too long for the bot", False),
    501: ("rejected", "the server does not support this kind of request", False),
    502: ("server", "the server reports an internal error", True),
    503: ("server", "the server reports an internal error", True),
    504: ("server", "the server reports an internal error", True),
}
_HINTS: Final = {
    401: "check the key or token",
    403: "the key lacks permission",
    404: "nothing at this path: check the address",
    405: "check method in bot.toml",
    501: "check the address, and method in bot.toml",
    415: "check Content-Type under [headers] in bot.toml",
    422: "check body in bot.toml",
    400: "check body in bot.toml",
}


def _class_of(status: int) -> tuple[str, str, bool]:
    if 400 <= status <= 499:  # noqa: PLR2004 - HTTP
        return "rejected", "the request was rejected", False
    if 500 <= status <= 599:  # noqa: PLR2004
        return "server", "the server reports an internal error", False
    return "protocol", "unknown HTTP status", False


def _elsewhere(status: int, target: str) -> BotError:
    shown = target[:_SHOWN] + ("…" if len(target) > _SHOWN else "")
    what = f"the bot redirects to another address (HTTP {status}): {shown or 'none given'}"
    hint = "redirects are not followed; if the target is the bot, use its address"
    if _LOGIN.search(target):
        hint = "that looks like a login page: put a token or a cookie under [headers]"
    return BotError("redirect", what, hint=hint, evidence=target)
