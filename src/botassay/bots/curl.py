"""Parses a curl command, as copied from a browser or a manual."""

import base64
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote_plus

from botassay.core.errors import InputError, UsageError

_TAKEN: Final = {
    "header": "-H --header",
    "method": "-X --request",
    "user": "-u --user",
    "cookie": "-b --cookie",
    "data": "-d --data --data-ascii",
    "raw": "--data-raw",
    "binary": "--data-binary",
    "encoded": "--data-urlencode",
    "json": "--json",
    "url": "--url",
    "form": "-F --form",
    "bearer": "--oauth2-bearer",
    "proxy": "-x --proxy",
    "nothing": "-A --user-agent -e --referer -o --output -m --max-time --connect-timeout -w --write-out "
    "--retry -c --cookie-jar --cacert -E --cert --key --http2-prior-knowledge",
}
"""Options of curl that take a value, by its use."""
_DOLLAR_QUOTED: Final = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.DOTALL)
"""What browsers paste where a text holds quotation marks."""
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|(.))", re.DOTALL)
_LETTERS: Final = {"n": "\n", "r": "\r", "t": "\t", "0": ""}
_WITH_VALUE: Final = {option: use for use, options in _TAKEN.items() for option in options.split()}


@dataclass(slots=True)
class Curl:
    """A parsed curl command."""

    url: str = ""
    method: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    data: list[str] = field(default_factory=list)
    get: bool = False
    proxy: str | None = None
    """Of the command; it is no part of a description."""

    @classmethod
    def read(cls, pasted: str) -> "Curl":
        """Read a command.

        Raises: UsageError for a text that is not a curl command with an address; InputError for a file of data that
            cannot be read.
        """
        try:
            words = shlex.split(re.sub(r"[\\^]\r?\n", " ", _DOLLAR_QUOTED.sub(_unescaped, pasted)))
        except ValueError as error:
            raise UsageError(
                f"the curl command cannot be split into words: {error}", hint="paste the whole command"
            ) from error
        if not words or not re.search(r"(^|/)curl(\.exe)?$", words[0]):
            raise UsageError("this is not a curl command", hint="paste one that begins with curl")
        command = cls()
        for use, value in _options(words[1:]):
            command.take(use, value)
        if not command.url:
            raise UsageError("the curl command has no address", hint="paste the whole command")
        if not re.match(r"(?:https?|wss?)://", command.url, re.IGNORECASE):
            command.url = f"http://{command.url}"
        return command

    def take(self, use: str, value: str) -> None:
        """Take an option, by its use.

        Raises: UsageError for an uploaded form; InputError for a file that cannot be read.
        """
        if use in _DATA_OF:
            self.data.append(_DATA_OF[use](value))
        match use:
            case "url":
                self.url = self.url or value
            case "method":
                self.method = value.upper()
            case "get":
                self.get = True
            case "proxy":
                self.proxy = value
            case "json":
                self.headers.setdefault("Content-Type", "application/json")
            case "form":
                hint = "look for a JSON endpoint"
                raise UsageError("a bot that takes uploaded forms (-F) cannot be described", hint=hint)
            case _:
                self.headers.update(_header(use, value))


def _content(value: str) -> str:
    """Return the data that an option stands for: that of a file for `@file`, of standard input for `@-`.

    Raises: InputError for a file that cannot be read.
    """
    if not value.startswith("@"):
        return value
    name = value[1:]
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        hint = "begin in the folder of the file, or paste the data into the command"
        raise InputError(f"E174 cannot be read: {getattr(error, 'strerror', None) or error}", name, hint) from error


def _encoded(value: str) -> str:
    """Return the data of `--data-urlencode`: `content`, `=content`, `name=content`, `@file` or `name@file`."""
    name, mark, content = re.fullmatch(r"([^=@]*)([=@]?)(.*)", value, re.DOTALL).groups()  # type: ignore[union-attr]
    if not mark:
        return quote_plus(name)
    packed = quote_plus(_content(f"@{content}") if mark == "@" else content)
    return f"{name}={packed}" if name else packed


def _joined_lines(value: str) -> str:
    """Return the data of `--data`: that of a file loses its line breaks."""
    return re.sub(r"[\r\n\0]", "", _content(value)) if value.startswith("@") else value


_DATA_OF: Final[Mapping[str, Callable[[str], str]]] = {
    "data": _joined_lines,
    "raw": str,
    "binary": _content,
    "encoded": _encoded,
    "json": _content,
}
"""How the data of an option is read, by the use of the option."""


def _unescaped(quoted: re.Match[str]) -> str:
    """Write `$'…'` in a way that every shell reads."""

    def letter(escape: re.Match[str]) -> str:
        code = escape[1] or escape[2]
        return chr(int(code, 16)) if code else _LETTERS.get(escape[3], escape[3])

    return shlex.quote(_ESCAPE.sub(letter, quoted[1]))


def _header(use: str, value: str) -> dict[str, str]:
    """Return the header that an option stands for, if it does."""
    match use:
        case "header":
            name, _, content = value.partition(":")
            return {name.strip(): content.strip()}
        case "user":
            return {"Authorization": f"Basic {base64.b64encode(value.encode()).decode()}"}
        case "bearer":
            return {"Authorization": f"Bearer {value}"}
        case "cookie":
            return {"Cookie": value}
        case _:
            return {}


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    """Return the use of each option with its value, and each address under the use `url`."""
    rest = iter(words)
    for word in rest:
        long, equals, joined = word.partition("=")
        if not word.startswith("-") or word == "-":
            yield "url", word
        elif word in _WITH_VALUE:
            yield _WITH_VALUE[word], next(rest, "")
        elif equals and long in _WITH_VALUE:
            yield _WITH_VALUE[long], joined
        elif not word.startswith("--") and word[:2] in _WITH_VALUE:
            yield _WITH_VALUE[word[:2]], word[2:]
        elif word in ("-G", "--get"):
            yield "get", ""
