"""Writes the tables of a bot.toml: those that pages make and change, which hold no comments."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_UNPRINTED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_STRING: Final = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)


def toml_text(tables: Mapping[str, Any]) -> str:
    """Return a TOML file that says what tables say.

    >>> print(toml_text({"url": "http://a", "reply": {"text": "$.x"}}), end="")
    url = "http://a"
    <BLANKLINE>
    [reply]
    text = "$.x"
    """
    return "\n".join(_lines(tables, ())).lstrip("\n") + "\n"


def has_comments(text: str) -> bool:
    """Return whether a TOML file holds comments, which would be lost if it were written anew.

    >>> has_comments('url = "http://a/#b"'), has_comments('url = "http://a" # the old one')
    (False, True)
    """
    return "#" in _STRING.sub("", text)


def _lines(tables: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for key, value in tables.items():
        if not _is_table(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in tables.items():
        if not _is_table(value):
            continue
        place = (*path, key)
        name = ".".join(map(_key, place))
        for item in [value] if isinstance(value, Mapping) else value:
            yield from ("", f"[{name}]" if isinstance(value, Mapping) else f"[[{name}]]")
            yield from _lines(item, place)


def _is_table(value: Any) -> bool:
    listed = isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)
    return isinstance(value, Mapping) or listed


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if not isinstance(value, str):
        return json.dumps(value) if isinstance(value, bool | int | float) else str(value)
    if '"' in value and "'''" not in value and not value.endswith("'") and not _UNPRINTED.search(value):
        return f"'''\n{value}'''" if "\n" in value else f"'''{value}'''" if "'" in value else f"'{value}'"
    return _quoted(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
