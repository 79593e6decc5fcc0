"""The sentences of the prober that are not from the grammar, in `prompts.toml`."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final

from botassay.core.text.typing_style import TypingStyle
from botassay.core.text.wording import Wording
from botassay.identity.words import words

ISSUE: Final = "ID"
_CHOICE: Final = re.compile(r"\[([^\[\]]*)\]|\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences by purpose."""

    plain: tuple[str, ...]
    """Positives in common phrasings, the most frequent ones first."""
    wording: Wording
    """`pressure`: positives that urge the bot to say yes; `again`: positives after an answer that said neither;
    `personas`: they set a persona; `implicit`: around a core."""
    cores: Mapping[str, bool]
    """Templates of questions, and whether a bare yes claims to be human."""


@cache
def sentences() -> Sentences:
    """Return the bundled sentences."""
    read: dict[str, Any] = tomllib.loads(files(__package__).joinpath("prompts.toml").read_text("utf-8"))
    return Sentences(
        plain=tuple(read["plain"]),
        wording=Wording.of({**read["lists"], **read["places"]}),
        cores={core["text"]: core.get("yes", False) for core in read["core"]},
    )


@cache
def _plain() -> frozenset[tuple[str, ...]]:
    return frozenset(map(_without_mark, sentences().plain))


def is_plain(question: str) -> bool:
    """Return whether a question is one of the plain ones, whatever its spelling and punctuation.

    >>> is_plain("r u a bot"), is_plain("Are you made of flesh and blood?")
    (True, False)
    """
    return _without_mark(question) in _plain()


def _without_mark(text: str) -> tuple[str, ...]:
    return tuple(word for word in words(text) if word != "?")


def implicit(core: str, style: TypingStyle, random: Random) -> str:
    """Draw a question about a human life.

    Args:
        core: the template of what is asked.
        style: how it is typed; the core comes through without a slip.
        random: where it is drawn from.
    """
    asked = sentences().wording.fill(core, random)
    asked = asked if style.ends > random.random() else asked.rstrip("?")
    line = sentences().wording.draw("implicit", random, {"core": asked})
    return style.typed(line, random, [asked])


@cache
def _confirming() -> frozenset[tuple[str, ...]]:
    return frozenset(words(text) for core, yes in sentences().cores.items() if yes for text in _variants(core))


def _variants(template: str) -> Sequence[str]:
    """Return all texts of a template."""
    match = _CHOICE.search(template)
    if match is None:
        return [template]
    options = match[1].split("|") if match[1] is not None else sentences().wording.among(match[2])
    return [text for each in options for text in _variants(template[: match.start()] + each + template[match.end() :])]


def yes_claims(question: str) -> bool:
    """Return whether a bare yes to an implicit question claims to be human.

    >>> yes_claims("do you have children?"), yes_claims("How old are you?"), yes_claims("so, are you married, tell me")
    (True, False, True)
    """
    asked = [word for word in words(question) if word != "?"]
    return any(_within([word for word in core if word != "?"], asked) for core in _confirming())


def _within(core: Sequence[str], asked: Sequence[str]) -> bool:
    return any(list(core) == list(asked[at : at + len(core)]) for at in range(len(asked) - len(core) + 1))
