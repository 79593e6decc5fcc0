"""The lexicon of replies in three files: lists of words, expressions, and the rules that decide."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from botassay.identity.replies.categories import Component, Subcategory

FILES: Final = ("speech.toml", "signs.toml", "category_rules.toml")
"""Words and claims; expressions; parts of an answer and rules."""
_NAME: Final = re.compile(r"\{([a-z]+)\}")
_FOREIGN: Final = {True: "foreignyes", False: "foreignno"}


@dataclass(frozen=True, slots=True)
class VerdictRule:
    """The sub-category of a reply with all signs of one list and none of another."""

    when: frozenset[str]
    unless: frozenset[str]
    verdict: Subcategory
    weak: bool = False
    """Whether the weights of words take precedence."""

    def holds(self, signs: frozenset[str]) -> bool:
        """Return whether it applies to these signs."""
        return self.when <= signs and not self.unless & signs


@dataclass(frozen=True, slots=True)
class ReplyLexicon:
    """Word lists as regular expressions, and what is built from them."""

    words: Mapping[str, str]
    claims: Mapping[str, re.Pattern[str]]
    signs: Mapping[str, re.Pattern[str]]
    components: Mapping[Component, re.Pattern[str]]
    rules: tuple[VerdictRule, ...]
    yes: frozenset[str]
    no: frozenset[str]
    foreign: Mapping[str, bool]
    """Words for yes and no in other languages, and whether each is a yes."""

    def expand(self, pattern: str) -> str:
        """Return a pattern with the names of word lists replaced by their expressions."""
        return _NAME.sub(lambda match: self.words[match[1]], pattern)

    def deciding(self, signs: frozenset[str]) -> VerdictRule:
        """Return the first rule that holds; the last one always does."""
        return next(rule for rule in self.rules if rule.holds(signs))


def _end(words: Mapping[str, str]) -> str:
    """Return the pattern after a noun that ends its phrase: "a bot", "a bot trained by us", not "a bot trainer"."""
    person = f"(?:{words['quality']} ){{0,2}}{words['human']}(?![^ ,?])"
    return f"(?= ?(?:,|[?]|$)| (?:{words['after']}|{words['onward']})(?: |$)| {words['doing']}(?: |$)(?!{person}))"


def _either(words: Iterable[str]) -> str:
    """Return the pattern of any of some words, the longest first."""
    return f"(?:{'|'.join(sorted(words, key=lambda word: (-len(word), word)))})"


@cache
def reply_lexicon() -> ReplyLexicon:
    """Return the bundled lexicon."""
    return parse("\n".join(files("botassay.identity.replies").joinpath(name).read_text("utf-8") for name in FILES))


def parse(text: str) -> ReplyLexicon:
    """Return the lexicon of a TOML text."""
    raw: dict[str, Any] = tomllib.loads(text)
    words = {name: _either(listed) for name, listed in raw["words"].items()}
    words["end"] = _end(words)

    def pattern(listed: Iterable[str]) -> re.Pattern[str]:
        bare = (_NAME.sub(lambda match: words[match[1]], expression) for expression in listed)
        return re.compile(
            "|".join(rf"(?<![^ ])(?:{expression})" if expression[0] not in "^(" else expression for expression in bare)
        )

    return ReplyLexicon(
        words=words,
        claims={name: pattern(listed) for name, listed in raw["claims"].items()},
        signs={name: pattern(listed) for name, listed in raw["signs"].items()},
        components={Component(name): pattern(listed) for name, listed in raw["components"].items()},
        rules=tuple(
            VerdictRule(
                frozenset(rule["when"]),
                frozenset(rule.get("unless", ())),
                Subcategory(rule["is"]),
                rule.get("weak", False),
            )
            for rule in raw["rules"]
        ),
        yes=frozenset(raw["words"]["yes"]),
        no=frozenset(raw["words"]["no"]),
        foreign={word: agrees for agrees in (True, False) for word in raw["words"][_FOREIGN[agrees]]},
    )
