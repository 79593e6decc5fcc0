"""Where in an answer the reply most likely stands."""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from botassay.bots.ids import KeyPath, is_id, leaves, words_of

SHOWN: Final = 3
"""Proposals."""
_TELLING: Final = frozenset(
    "reply answer response text content message output result speech utterance generated fulfillment completion".split()
)
_SILENT: Final = frozenset(
    "error type role status state model name title url link href created time date version object event lang language "
    "locale source author sender intent action code warning".split()
)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+")


@dataclass(frozen=True, slots=True)
class ReplyPlace:
    """A place in an answer that may hold the reply."""

    path: str
    text: str
    score: int


def proposals(document: Any, greeting: str) -> list[ReplyPlace]:
    """Return the places that most likely hold the reply, best first, at most three.

    Args:
        document: the answer.
        greeting: what was said; a place that repeats it is none.

    >>> [found.path for found in proposals({"id": 7, "data": {"reply": "Hello! How can I help?"}}, "Hello")]
    ['$.data.reply']
    """
    texts = [(path, value) for path, value in leaves(document, ()) if isinstance(value, str)]
    best: dict[str, ReplyPlace] = {}
    for path, value in texts:
        score = _score(path, value, greeting)
        if score <= 0:
            continue
        echoed = any(_general(other) == _general(path) and said.strip() == greeting for other, said in texts)
        place = spelled(path) if echoed else _general(path)
        if place not in best or best[place].score < score:
            best[place] = ReplyPlace(place, value, score)
    return sorted(best.values(), key=lambda proposal: -proposal.score)[:SHOWN]


def _score(path: KeyPath, value: str, greeting: str) -> int:
    text = value.strip()
    if not text or text == greeting or is_id(text) or _DATE.match(text) or re.match(r"\w+://|data:", text):
        return 0
    words = words_of(next((key for key in reversed(path) if isinstance(key, str)), ""))
    score = 4 * bool(_TELLING & set(words)) - 6 * bool(_SILENT & set(words))
    score += 3 * (" " in text) + 2 * bool(re.search(r"[.!?…:)]\W*$", text)) + bool(re.match(r"\W*[A-ZÀ-Þ]", text))
    return score


def spelled(path: KeyPath) -> str:
    """Return a path as `bot.toml` has it.

    >>> spelled(("data", 0, "text"))
    '$.data[0].text'
    """
    return "$" + "".join(f"[{key}]" if isinstance(key, int) else _step(key) for key in path)


def _general(path: KeyPath) -> str:
    return "$" + "".join("[*]" if isinstance(key, int) else _step(key) for key in path)


def _step(key: str) -> str:
    return f".{key}" if re.fullmatch(r"[A-Za-z_][\w-]*", key) else f"[{json.dumps(key)}]"
