"""The rules of a language, read from its TOML file.

Expressions are regular expressions over folded words; `{name}` stands for a list of `[words]`. Accents are folded when
the file is read, so that it is written in the language's own spelling.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

from botassay.core.errors import UnknownNameError
from botassay.identity.languages.concepts import Concepts, concepts
from botassay.identity.languages.folded_text import FoldedSentence, bare
from botassay.identity.words import misspelt

LANGUAGES: Final = ("de", "fr", "es", "it", "pl", "nl")
"""Languages beside English in which the question and its answers are recognised, and the bot is asked."""
_NAME: Final = re.compile(r"\{([a-z_]+)\}")


class Patterns(Mapping[str, re.Pattern[str]]):
    """Named patterns over folded words, each compiled when it is first asked for.

    All patterns of the six languages take five seconds to compile; most texts ask for few of them.

    Args:
        expressions: for each name, the alternatives of which a match is one or several whole words.

    >>> Patterns({"yes": ["oui", "si si"], "no": []})["yes"].search("ah si si")[0]
    'si si'
    """

    def __init__(self, expressions: Mapping[str, Sequence[str]]) -> None:
        self._expressions = expressions
        self._compiled: dict[str, re.Pattern[str]] = {}

    def __getitem__(self, name: str) -> re.Pattern[str]:
        if name not in self._compiled:
            alternatives = (rf"(?<![^ ])(?:{each})(?![^ ])" for each in self._expressions[name])
            self._compiled[name] = re.compile("|".join(alternatives) or r"(?!)")
        return self._compiled[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._expressions)

    def __len__(self) -> int:
        return len(self._expressions)


@dataclass(frozen=True, slots=True)
class PromptLines:
    """What the prober says in a language."""

    plain: tuple[str, ...]
    """Questions whether a machine is answering, in common phrasings."""
    pressure: tuple[str, ...]
    personas: tuple[str, ...]
    openings: tuple[str, ...]
    remarks: tuple[str, ...]
    """Small talk."""


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """How the question is asked and answered in a language."""

    code: str
    name: str
    spelling: Mapping[str, str]
    """The words meant by one that is misspelt, in dialect or in text speak."""
    questions: Mapping[str, re.Pattern[str]]
    """`kinds`: a text without them does not ask; `asks`; `with_mark`: asks only with a question mark or no mark at all;
    `near`: only with a question mark; `follow_up`: asks
    alone after a sentence with a kind; `unless`: a sentence with these does not, except after `surely`."""
    replies: Mapping[str, re.Pattern[str]]
    """Claims: `machine`, `human`, `not_machine`, `not_human`; `untrue_machine` and `untrue_human`, what a reply says is
    not true of it; `job`, which only a human has; `machine_alone`, `human_alone` for a clause without a verb; `unless`:
    words after which a sentence claims nothing; `puzzled` and `declined`: what is said instead of an answer."""
    bare: Mapping[str, re.Pattern[str]]
    """`yes`, `no` and `aside`, of which a bare answer consists; `negated`: a question that neither answers."""
    sides: Mapping[str, re.Pattern[str]]
    """`machine` and `human`: what a question asks about."""
    guard: Mapping[str, str]
    """The guard's `answer` with a place for the name, a sentence on the `maker`, and the `name` of any chatbot."""
    prompts: PromptLines
    concepts: Concepts
    """What words mean, in words that no rule has."""

    def spelled(self, sentences: Iterable[FoldedSentence]) -> tuple[FoldedSentence, ...]:
        """Return sentences in the spelling of the rules, and without words that are said twice."""
        return tuple(each._replace(text=self._spelled(each.text)) for each in sentences)

    def _spelled(self, text: str) -> str:
        meant = " ".join(self.spelling.get(word, word) for word in text.split())
        return " ".join(word for word, _ in groupby(meant.split()))


@cache
def language_rules(code: str) -> LanguageRules:
    """Return the rules of a language.

    Raises: UnknownNameError for another code than those of `LANGUAGES`.
    """
    if code not in LANGUAGES:
        raise UnknownNameError.among("language", code, LANGUAGES)
    return parse(code, files(__package__).joinpath(f"{code}.toml").read_text("utf-8"))


def parse(code: str, text: str) -> LanguageRules:
    """Return the rules in a TOML text."""
    raw: dict[str, Any] = tomllib.loads(text)
    words: dict[str, str] = {}
    for name, listed in raw["words"].items():
        words[name] = f"(?:{'|'.join(_expanded(each, words) for each in listed)})"

    def patterns(section: str) -> Patterns:
        return Patterns({name: [_expanded(each, words) for each in listed] for name, listed in raw[section].items()})

    return LanguageRules(
        code=code,
        name=raw["name"],
        spelling=_spelling(raw["spelling"]),
        questions=patterns("questions"),
        replies=patterns("replies"),
        bare=patterns("bare"),
        sides=patterns("sides"),
        guard=raw["guard"],
        prompts=PromptLines(**{name: tuple(lines) for name, lines in raw["prompts"].items()}),
        concepts=concepts(raw["concepts"]),
    )


def _spelling(table: Mapping[str, Any]) -> dict[str, str]:
    """Return the words meant: one wrong letter in a key word, and the spellings of the table."""
    keys = [bare(word) for word in table["keys"]]
    real = {*keys, *map(bare, table["other"])}
    meant = {wrong: word for word in keys for wrong in misspelt(word) if wrong not in real}
    return meant | {bare(word): bare(words) for word, words in table["meant"].items()}


def _expanded(expression: str, words: Mapping[str, str]) -> str:
    return _NAME.sub(lambda match: words[match[1]], _folded_expression(expression))


@cache
def _folded_expression(expression: str) -> str:
    """Return an expression without accents; what follows a backslash keeps its case."""
    return "".join(part if part.startswith("\\") else bare(part) for part in re.split(r"(\\.)", expression))
