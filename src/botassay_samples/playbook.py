"""Reads scripts for Weizenbaum's method from TOML, with strict checks; `eliza.toml` shows the format."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from botassay.core.errors import InputError
from botassay_samples.weizenbaum import ANY_WORD, ElizaScript, Keyword, KeywordRule, Words


class _Rule(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    when: str
    say: tuple[str, ...]
    keep: tuple[str, ...] = ()


class _Keyword(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: str
    words: tuple[str, ...]
    rank: int
    rule: tuple[_Rule, ...]


class _Script(msgspec.Struct, forbid_unknown_fields=True, frozen=True, rename={"otherwise": "else"}):
    otherwise: tuple[str, ...]
    silence: tuple[str, ...]
    machine: tuple[str, ...]
    keyword: tuple[_Keyword, ...]
    families: dict[str, tuple[str, ...]] = {}
    spelling: dict[str, str] = {}
    reflect: dict[str, str] = {}


_RUN: Final = "*"
_WORD: Final = "+"
_CAUGHT: Final = ("@", _WORD)


def read_script(text: str, name: str) -> ElizaScript:
    r"""Return the script of a text.

    Args:
        text: TOML.
        name: the name of the script in errors.

    Raises: InputError for invalid TOML, a missing part, or a quoted part that the pattern lacks.

    >>> from botassay_samples.weizenbaum import Engine
    >>> rule = '{when = "* duck *", say = ["What, {2}?"]}'
    >>> loose = 'else = ["Go on then."]\nsilence = ["Hm."]\nmachine = ["A program."]\n'
    >>> text = f'{loose}[[keyword]]\nname = "duck"\nwords = ["duck"]\nrank = 1\nrule = [{rule}]\n'
    >>> Engine(read_script(text, "ducks.toml")).answer("My duck flies")
    'What, flies?'
    """
    try:
        raw = msgspec.convert(tomllib.loads(text), _Script)
    except (tomllib.TOMLDecodeError, RecursionError, msgspec.ValidationError) as error:
        raise InputError(str(error), name) from error
    families = {family: frozenset(words) for family, words in raw.families.items()}
    keywords = tuple(
        Keyword(part.name, part.rank, tuple(_rule(rule, families, f"{name}: {part.name}") for rule in part.rule))
        for part in raw.keyword
    )
    script = ElizaScript(
        keywords={word: keyword for part, keyword in zip(raw.keyword, keywords, strict=True) for word in part.words},
        named={keyword.name: keyword for keyword in keywords},
        spelling={word: tuple(meant.split()) for word, meant in raw.spelling.items()},
        reflect=raw.reflect,
        machine=raw.machine,
        silence=raw.silence,
        otherwise=raw.otherwise,
    )
    fault = next(_faults(raw, script), None)
    if fault:
        raise InputError(fault, name)
    return script


def _rule(raw: _Rule, families: Mapping[str, frozenset[str]], where: str) -> KeywordRule:
    parts = raw.when.split()
    unknown = [part for part in parts if part[0] == "@" and part[1:] not in families]
    if unknown:
        raise InputError(f"E138 there is no family {unknown[0]!r}", where, "list its words under [families]")
    when = tuple(None if part == _RUN else _fitting(part, families) for part in parts)
    rule = KeywordRule(when, raw.say, raw.keep, frozenset(at for at, part in enumerate(parts) if part[0] in _CAUGHT))
    highest = max(rule.quoted(), default=-1) + 1
    if highest > sum(part[0] in (_RUN, *_CAUGHT) for part in parts):
        raise InputError(
            f"E138 {{{highest}}} exceeds the parts of {raw.when!r}", where, "quote a part that the pattern has"
        )
    return rule


def _fitting(part: str, families: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the words that match a part of a pattern."""
    if part == _WORD:
        return ANY_WORD
    return families[part[1:]] if part[0] == "@" else frozenset({part})


def _faults(raw: _Script, script: ElizaScript) -> Iterator[str]:
    """Yield what is wrong with a script as a whole."""
    if not (raw.silence and raw.otherwise and raw.machine and all(rule.say for _, rule in _rules(script))):
        yield "a list of replies is empty"
    words = [word for keyword in raw.keyword for word in keyword.words]
    yield from (f"two keywords have the word {word!r}" for word in _twice(words))
    for keyword, rule in _rules(script):
        for target in _targets(rule):
            if target not in script.named:
                yield f"{keyword.name!r} refers to {target!r}, which is not a keyword"
            elif any(_targets(further) for further in script.named[target].rules):
                yield f"{keyword.name!r} refers to {target!r}, which refers to another keyword"


def _targets(rule: KeywordRule) -> list[str]:
    """Return the names of the keywords that a rule refers to."""
    return [text[1:] for text in rule.say if text.startswith("=")]


def _rules(script: ElizaScript) -> Iterator[tuple[Keyword, KeywordRule]]:
    return ((keyword, rule) for keyword in script.named.values() for rule in keyword.rules)


def _twice(words: Iterable[str]) -> Words:
    seen: set[str] = set()
    return tuple(word for word in words if word in seen or seen.add(word))  # type: ignore[func-returns-value]
