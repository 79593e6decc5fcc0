"""Recognises ids in requests: by their shape, and by the names of the keys on the way to them."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

KeyPath = Sequence[str | int]

_UUID: Final = re.compile(r"(?:urn:uuid:)?\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?", re.IGNORECASE)
_ULID: Final = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
_HEX: Final = re.compile(r"[0-9a-f]{16,}", re.IGNORECASE)
_BASE64: Final = re.compile(r"(?=[^0-9]*[0-9])[A-Za-z0-9_-]{16,}={0,2}")
_DIGITS: Final = re.compile(r"\+?\d{9,}")
_JWT: Final = re.compile(r"eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")
_HEX_BITS: Final = 2.5
"""Bits a character: the digits of a random number of 16 vary more than that."""
_BITS: Final = 3.5
"""Bits a character of other texts: words joined by dashes vary less."""
_LONGEST: Final = 200
"""Characters of an id."""
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


class Meaning(StrEnum):
    """What an id stands for, as the placeholder that takes its place."""

    SESSION = "{{session}}"
    USER = "{{user}}"
    FRESH = "{{fresh}}"
    SECRET = "${NAME}"  # noqa: S105 - a placeholder
    FIXED = ""
    """The same in all conversations, such as the id of the bot."""


_WORDS: Final[Mapping[str, Meaning]] = {
    word: meaning
    for meaning, words in {
        Meaning.SESSION: "session sess sid conversation conv convo thread chat dialog dialogue room context",
        Meaning.USER: "user uid username visitor sender customer guest member contact participant device person from "
        "client author anonymous distinct",
        Meaning.FRESH: "message msg request req nonce trace correlation idempotency event activity",
        Meaning.SECRET: "token secret password passwd signature jwt authorization credential credentials key apikey",
        Meaning.FIXED: "bot agent assistant model flow app application project tenant org organisation organization "
        "workspace deployment knowledge collection persona character template version site widget channel company "
        "brand account file document timestamp time date ts created expires exp phone build release webhook",
    }.items()
    for word in words.split()
}
_ALONE: Final = frozenset({"session", "sess", "sid", "conversation", "sender", "user", "uid", "username", "nonce"})
"""Keys that name an id without saying so."""


def is_jwt(text: str) -> bool:
    """Return whether a text is a JSON Web Token.

    >>> is_jwt("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"), is_jwt("a.b.c")
    (True, False)
    """
    return bool(_JWT.fullmatch(text))


def is_id(text: str) -> bool:
    """Return whether a text has the shape of an id: UUID, ULID, 16 hexadecimal or random characters, 9 digits.

    >>> is_id("9f1c2d3e4b5a69788796a5b4c3d2e1f0"), is_id("conv_aZ81kQpL0x7Rt2Vb"), is_id("customer-service-bot-2")
    (True, True, False)
    """
    if len(text) > _LONGEST:
        return False
    if _UUID.fullmatch(text) or _ULID.fullmatch(text) or _DIGITS.fullmatch(text):
        return True
    if _HEX.fullmatch(text):
        return entropy(text) >= _HEX_BITS
    return bool(_BASE64.fullmatch(text)) and not _of_words(text) and entropy(text) >= _BITS


def _of_words(text: str) -> bool:
    """Return whether a text consists of words and short numbers, such as `gpt-4o-mini-2024-07-18`."""
    parts = [part for part in re.split(r"[-_]", text) if part]
    plain = [part for part in parts if re.fullmatch(r"[a-z]+|[A-Z]?[a-z]+|\d{1,4}|[a-z]{1,6}\d{1,2}|\d[a-z]", part)]
    return len(parts) > 1 and len(plain) == len(parts)


def entropy(text: str) -> float:
    """Return the bits a character that a text holds, judged by how often it has each.

    >>> entropy("abab")
    1.0
    """
    return -sum(count / len(text) * math.log2(count / len(text)) for count in Counter(text).values()) or 0.0


def words_of(key: str) -> list[str]:
    """Return the words of a key in lower case, without plurals and `id` at the end of a word.

    >>> words_of("chatSessionId"), words_of("X-USERID"), words_of("threads")
    (['chat', 'session', 'id'], ['x', 'user', 'id'], ['thread'])
    """
    return [part for word in _WORD.findall(key) for part in _apart(word.lower())]


def _apart(word: str) -> list[str]:
    for end in ("ids", "id"):
        if word.endswith(end) and word[: -len(end)].rstrip("s") in _WORDS:
            return [word[: -len(end)].rstrip("s"), "id"]
    single = word.removesuffix("s")
    return [single if single in _WORDS else word]


def meaning_of(path: KeyPath) -> Meaning | None:
    """Return what an id at the end of a path of keys stands for: the last word that is known decides.

    >>> meaning_of(["session", "messages", 0, "id"]), meaning_of(["chat", "bot", "id"]), meaning_of(["ref"])
    (<Meaning.FRESH: '{{fresh}}'>, <Meaning.FIXED: ''>, None)
    """
    words = [word for key in path if isinstance(key, str) for word in words_of(key)]
    return next((_WORDS[word] for word in reversed(words) if word in _WORDS), None)


def names_an_id(path: KeyPath) -> bool:
    """Return whether the keys alone say that an id of a conversation, a user or a message stands there.

    >>> names_an_id(["sessionId"]), names_an_id(["from", "id"]), names_an_id(["chat"]), names_an_id(["bot", "id"])
    (True, True, False, False)
    """
    keys = [key for key in path if isinstance(key, str)]
    words = words_of(keys[-1]) if keys else []
    if not words:
        return False
    if len(words) == 1 and words[0] in _ALONE:
        return True
    before = words[:-1] or (words_of(keys[-2]) if len(keys) > 1 else [])
    return (
        words[-1] in ("id", "uuid", "guid", "key")
        and bool(before)
        and _WORDS.get(before[-1]) in (Meaning.SESSION, Meaning.USER, Meaning.FRESH)
    )


def placeholder(path: KeyPath, value: str | float) -> Meaning | None:
    """Return what takes the place of a value in a request; None where it stays, or where nothing is known about it.

    Args:
        path: the keys that lead to the value.
        value: as it was sent.

    >>> placeholder(["context", "session", "id"], "6f1c"), placeholder(["color"], "blue")
    (<Meaning.SESSION: '{{session}}'>, None)
    """
    text = str(value)
    meaning = meaning_of(path)
    if is_jwt(text):
        return Meaning.SECRET
    if not text or re.search(r"\s", text) or isinstance(value, float):
        return None
    number = not isinstance(value, str)
    if names_an_id(path) or is_id(text):
        return None if number and meaning in (Meaning.FRESH, Meaning.FIXED) else meaning
    return None


def ids_in_url(url: str) -> Iterator[tuple[list[str | int], str]]:
    """Return what may be an id in an address, each with its keys: a segment of the path has the one before it.

    >>> list(ids_in_url("https://a.example/v1/sessions/77/chat?user=ann"))[-1]
    (['user'], 'ann')
    """
    parts = urlsplit(url)
    segments = [segment for segment in parts.path.split("/") if segment]
    yield from (
        (list[str | int]([before]), segment) for before, segment in zip(["", *segments], segments, strict=False)
    )
    yield from ((list[str | int]([key]), value) for key, value in parse_qsl(parts.query))


def leaves(document: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Return all that is neither an object nor a list in a document, each with its path."""
    match document:
        case Mapping():
            for key, value in document.items():
                yield from leaves(value, (*path, key))
        case list():
            for number, value in enumerate(document):
                yield from leaves(value, (*path, number))
        case _:
            yield path, document
