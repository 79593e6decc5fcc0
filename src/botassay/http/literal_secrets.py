"""Secrets written into a description in place of a name: they are kept out of all output, too."""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

TELLING: Final = re.compile(r"auth|cookie|key|token|secret|passw|signature|credential", re.IGNORECASE)
"""What the name of a header or a parameter with a secret looks like."""
SHORTEST: Final = 8
"""Characters. What is shorter and was not named as a secret is taken for an ordinary word."""


def hidden_in(url: str, headers: Mapping[str, str]) -> dict[str, str]:
    """Return the secrets in an address and in headers, each under the name of its place.

    >>> hidden_in("https://me:pass-one@bot.example/?key=k", {"Authorization": "Bearer abcdefgh"})
    {'url.password': 'pass-one', 'Authorization': 'abcdefgh'}
    """
    pairs = [*_in_url(url), *(pair for name, value in headers.items() for pair in _in_header(name, value))]
    return {name: value for name, value in pairs if len(value) >= SHORTEST}


def _in_url(url: str) -> Iterator[tuple[str, str]]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    if parts.password:
        yield "url.password", unquote(parts.password)
    for name, value in parse_qsl(parts.query):
        if TELLING.search(name) and "{{" not in value:
            yield f"url.{name}", value


def _in_header(name: str, value: str) -> Iterator[tuple[str, str]]:
    if not TELLING.search(name):
        return
    if name.lower() == "cookie":
        for pair in value.split(";"):
            key, _, content = pair.strip().partition("=")
            yield f"{name}.{key}", content.strip('"')
        return
    scheme, _, credentials = value.strip().rpartition(" ")
    yield name, credentials
    if scheme.lower() == "basic":
        yield from _in_basic(name, credentials)


def _in_basic(name: str, credentials: str) -> Iterator[tuple[str, str]]:
    try:
        password = base64.b64decode(credentials, validate=True).decode("utf-8").partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return
    yield f"{name}.password", password
