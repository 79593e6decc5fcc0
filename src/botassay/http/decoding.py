"""Bytes to text, and text to JSON: the result can be written, or the failure is explained."""

import codecs
import json
import re
from collections import Counter
from typing import Any, Final, NoReturn

import msgspec

from botassay.core.errors import BotError

_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_ALLOWED: Final = {"utf-8", "utf-16", "iso8859-1", "cp1252"}
_UNWRITABLE: Final = re.compile("[\x00\ud800-\udfff]")
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")
_MARKUP: Final = re.compile(r"\s*<(?:[!?a-z])", re.IGNORECASE)
_LOGIN: Final = re.compile(r"type=[\"']?password|log\s?-?in|sign\s?-?in|single sign|anmeld", re.IGNORECASE)
_TEXTUAL: Final = ("", "text/plain", "application/json", "text/json", "application/x-ndjson", "text/javascript")


def decoded(body: bytes, content_type: str = "", *, strict: bool = False) -> str:
    r"""Decode an answer: UTF-8, else the charset it declares where that is a known one, else UTF-8 with marks.

    Args:
        body: the bytes.
        content_type: what the answer says about them.
        strict: whether bytes that are no text are refused.

    Raises: BotError, if strict, as `parsed` does.

    >>> decoded("café".encode("latin-1"), "text/plain; charset=latin-1"), decoded(b"caf\xe9")
    ('café', 'caf�')
    """
    if body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return body.decode("utf-16", "replace")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        charset = _charset(content_type)
        text = body.decode(charset, "replace").removeprefix("\ufeff")
        if strict and charset == "utf-8":
            refuse_page(text, content_type)
            _no_json(text, f"byte {error.start + 1:,} is not UTF-8", content_type)
        return text


def _charset(content_type: str) -> str:
    declared = _CHARSET.search(content_type)
    try:
        name = codecs.lookup(declared[1]).name if declared else "utf-8"
    except LookupError:
        return "utf-8"
    return name if name in _ALLOWED else "utf-8"


def writable(text: str) -> str:
    r"""Replace what cannot be written as text: NUL, and halves of surrogate pairs.

    >>> writable("a\x00b") == "a\ufffdb"
    True
    """
    return text if text.isprintable() else _UNWRITABLE.sub("\ufffd", text)


def parsed(text: str, content_type: str = "") -> Any:
    """Read JSON in which every key comes once, and every character is whole.

    Raises: BotError, `not_chat` for a page and what calls itself no text, `bad_json` for the rest.
    """
    refuse_page(text, content_type)
    try:
        document = msgspec.json.decode(text)
        _refuse_double_keys(text, document)
    except UnicodeEncodeError:
        _no_json(text, "it holds half a character", content_type)
    except msgspec.ValidationError as error:
        _no_json(text, str(error))
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        _no_json(text, _said(error, text), content_type)
    return document


def _refuse_double_keys(text: str, document: Any) -> None:
    """Refuse an object in which a key comes twice: no two readers agree which value counts.

    Raises: ValueError.
    """
    if not isinstance(document, dict | list) or _keys(document) == text.count(":"):
        return  # a colon for each key that was kept: none came twice
    json.loads(text, object_pairs_hook=_once)


def _keys(document: Any) -> int:
    """Return how many keys the objects of a document have together."""
    count, rest = 0, [document]
    while rest:
        part = rest.pop()
        values = part.values() if isinstance(part, dict) else part
        count += len(part) if isinstance(part, dict) else 0
        rest += [value for value in values if isinstance(value, dict | list)]
    return count


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        (name, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"the key {name[:60]!r} comes twice")
    return keys


def refuse_page(text: str, content_type: str) -> None:
    """Refuse HTML and XML, whatever they are called.

    Raises: BotError, `not_chat`.
    """
    kind = content_type.partition(";")[0].strip().lower()
    if not (_MARKUP.match(text[:1000]) or "html" in kind):
        return
    login = _LOGIN.search(text[:200_000])
    xml = "xml" in kind or text.lstrip().startswith("<?xml")
    what = "a login page" if login else "XML" if xml else "a web page"
    hint = "put a token or a cookie under [headers]" if login else "check that this is the address of the bot itself"
    raise BotError("not_chat", f"the reply does not come from a bot: it looks like {what}", hint=hint, evidence=text)


def _said(error: Exception, text: str) -> str:
    if "truncated" in str(error) and _HALF.search(text):
        return "it holds half a character"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error).partition(" - at")[0]


def _no_json(text: str, why: str, content_type: str = "") -> NoReturn:
    sent = content_type.partition(";")[0].strip()
    kind = sent.lower()  # what is shown stays as it came: else no secret would be known in it
    if kind not in _TEXTUAL and "json" not in kind:
        hint = "turn streaming off" if kind == "text/event-stream" else None
        raise BotError(
            "not_chat", f"the reply does not come from a bot: it is {sent}", hint=hint, evidence=text
        ) from None
    shown = f"{len(text):,} characters beginning with {text[:60]!r}"
    hint = "if the bot replies in plain text, omit text under [reply]"
    raise BotError("bad_json", f"the reply is not valid JSON: {why}; {shown}", hint=hint, evidence=text) from None
