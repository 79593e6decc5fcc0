"""What went wrong, in the words of the house: exceptions of the HTTP client and statuses become kinds of failure."""

import re
import ssl
from collections.abc import Mapping
from typing import Final

import aiohttp
from aiohttp.http_exceptions import ContentLengthError, TransferEncodingError

from botassay.core.errors import BotError
from botassay.http import tls
from botassay.http.decoding import decoded

_TOO_LONG: Final = re.compile(
    r"context.?length|maximum context|too many tokens|(?:prompt|input|message) is too long", re.IGNORECASE
)
_SHOWN: Final = 200
"""Characters of an answer that stand in a message."""


def of_exception(error: Exception, *, reused: bool, begun: bool) -> BotError:  # noqa: PLR0911 - one for each kind
    """Say what an exception of the HTTP client means.

    Args:
        error: what was raised.
        reused: the request was not the first on its connection.
        begun: the beginning of an answer has come.
    """
    why = _reason(error)
    match error:
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientSSLError() | ssl.SSLError():
            return tls.failure(error)
        case aiohttp.ConnectionTimeoutError():
            return BotError("connect", "no connection in time", hint="is the address right?", again=True)
        case aiohttp.ClientConnectorError():
            return _of_connecting(error, why)
        case aiohttp.ServerDisconnectedError() if isinstance(error.message, str):
            # it may have been closed before it was used again: the one case in which nobody can have acted
            return BotError("reset", "the connection was closed without an answer", again=reused and not begun)
        case aiohttp.ServerDisconnectedError():
            return BotError("truncated", "the answer ended within its headers")
        case aiohttp.ClientPayloadError():
            return _of_payload(error, why)
        case aiohttp.ClientOSError() | ConnectionError():
            return BotError("reset", f"the connection broke: {why}")
        case _:
            return BotError("protocol", f"the answer is no proper HTTP: {why}")


def _of_connecting(error: aiohttp.ClientConnectorError, why: str) -> BotError:
    if isinstance(error.os_error, BotError):
        return error.os_error  # what our own gate says
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return BotError("dns", f"the name of the host is unknown: {why}", hint="is the address right?", again=True)
    if "handshake" in str(error.os_error):
        return tls.took_too_long()
    if error.args[0].is_ssl and isinstance(error.os_error, ConnectionResetError):
        return tls.broken_off()
    return BotError("connect", f"no connection: {why}", hint="is it running there?", again=True)


def _of_payload(error: aiohttp.ClientPayloadError, why: str) -> BotError:
    cause = error.__cause__
    if isinstance(cause, OSError) or "ConnectionResetError" in str(error):
        return BotError("reset", "the connection broke within the answer")
    cut_off = isinstance(cause, TransferEncodingError) and "Not enough" in str(cause)
    if cut_off or isinstance(cause, ContentLengthError):
        return BotError("truncated", "the answer ended too early")
    return BotError("protocol", f"the answer is no proper HTTP: {why}")


def _reason(error: Exception) -> str:
    """Say shortly what an exception says."""
    if isinstance(error, aiohttp.ClientResponseError):
        return " ".join(error.message.split())[:_SHOWN]
    text = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    return " ".join(text.split())[:_SHOWN] or type(error).__name__


def of_status(status: int, headers: Mapping[str, str], body: bytes) -> BotError | None:
    """Say what a status means; None, where it is a good one."""
    if 200 <= status <= 299:  # noqa: PLR2004 - HTTP
        return None
    if 300 <= status <= 399:  # noqa: PLR2004
        return _elsewhere(status, headers.get("Location", ""))
    evidence = decoded(body, headers.get("Content-Type", ""))
    shown = " ".join(evidence.split())[:_SHOWN]
    said = f"HTTP {status}" + (f": {shown}" if shown else "")
    kind, what, again = _KINDS.get(status) or _class_of(status)
    if status == 400 and _TOO_LONG.search(evidence[:10_000]):  # noqa: PLR2004
        kind, what, again = _KINDS[413]
    return BotError(kind, f"{what} ({said})", hint=_HINTS.get(status), evidence=evidence, again=again)


_KINDS: Final = {
    401: ("unauthorised", "not let in", False),
    403: ("unauthorised", "not let in", False),
    408: ("timeout", "the bot did not get the whole request in time", True),
    413: ("too_long_for_bot", "what was said was too long for the bot", False),
    414: ("too_long_for_bot", "what was said was too long for the bot", False),
    425: ("rate_limited", "asked to come back later", True),
    429: ("rate_limited", "asked to slow down", True),
    431: ("too_long_for_bot", "what was said was too long for the bot", False),
    502: ("server", "the server failed", True),
    503: ("server", "the server failed", True),
    504: ("server", "the server failed", True),
}
_HINTS: Final = {
    401: "it wants a key, or another one",
    403: "the key does not open this door",
    404: "nothing is there: is the path right?",
    405: "it wants another method: look at method in bot.toml",
    415: "it wants another Content-Type: look at [headers] in bot.toml",
    422: "it does not like the body: look at body in bot.toml",
    400: "it does not like the request: look at body in bot.toml",
}


def _class_of(status: int) -> tuple[str, str, bool]:
    if 400 <= status <= 499:  # noqa: PLR2004 - HTTP
        return "rejected", "the request was turned down", False
    if 500 <= status <= 599:  # noqa: PLR2004
        return "server", "the server failed", False
    return "protocol", "there is no such status", False


def _elsewhere(status: int, target: str) -> BotError:
    shown = target[:_SHOWN] + ("…" if len(target) > _SHOWN else "")
    what = f"sent elsewhere (HTTP {status}): {shown or 'nowhere'}"
    return BotError("redirect", what, hint="nobody follows; if that is the bot, give its address", evidence=target)
