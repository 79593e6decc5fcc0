"""Reads grammar files: a paragraph per rule, with its alternatives below.

::

    # how people greet
    greeting:
        3 * hello | hi {name}
        ""
    name split:
        Amara | Jun | Lucía

    modify hello in greeting:
        9 * hello | helo

A line without indentation names a rule; `split` divides its alternatives between training, validation and test.
Indented lines have its alternatives, separated by ``|``; ``3 *`` is a weight (default 1), ``{name}`` refers to a rule,
``""`` is an empty text. ``modify WORD`` (``in RULE …``) replaces a word by a choice. ``#`` begins a comment.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError
from botassay.identity.grammar.grammar import Alternative, Grammar, GrammarRule, Modifier, Part, Reference

_HEAD: Final = re.compile(r"(?P<name>[a-z][a-z0-9-]*)(?P<split> split)?:\s*")
_MODIFY: Final = re.compile(r"modify (?P<word>\S+)(?: in(?P<within>(?: [a-z][a-z0-9-]*)+))?:\s*")
_WEIGHTED: Final = re.compile(r"[-+]?(?:\d\S*|\.\d\S*|nan|inf(?:inity)?)\s*\* ", re.IGNORECASE)
"""Possible weights, valid or not."""
_LONGEST: Final = 2**20
"""Maximum size of a rule file in bytes."""
_MOST: Final = 2000
"""Maximum number of rules, as checking them takes quadratic time."""
_WEIGHT: Final = re.compile(r"(\d+(?:\.\d+)?) \* +")
_REFERENCE: Final = re.compile(r"\{([^{}]*)\}")
_GLUED: Final = re.compile(r"[\w']\{|\}[\w'{]")


@dataclass(slots=True)
class _Reading:
    """The rules and modifiers read so far."""

    rules: dict[str, GrammarRule] = field(default_factory=dict)
    modifiers: list[Modifier] = field(default_factory=list)

    def add(self, head: re.Match[str], alternatives: tuple[Alternative, ...], where: str) -> None:
        if not alternatives:
            raise InputError("E185 the rule has no alternatives", where, "add them below it, indented")
        if "word" in head.groupdict():
            within = tuple((head["within"] or "").split())
            self.modifiers.append(Modifier(head["word"], alternatives, within, where))
            return
        name = head["name"]
        if name in self.rules:
            hint = "rename one of them"
            raise InputError(f"E185 duplicate rule {name!r}, first at {self.rules[name].where}", where, hint)
        if len(self.rules) == _MOST:
            raise InputError(
                f"E186 there are more than {_MOST:,} rules", where, "combine similar alternatives into one rule"
            )
        self.rules[name] = GrammarRule(name, alternatives, bool(head["split"]), where)


def read_rules(*files: Path) -> Grammar:
    """Return the unchecked grammar of rule files. Raises InputError with file and line."""
    return _grammar((str(file), _lines(file)) for file in files)


def _lines(file: Path) -> list[str]:
    """Return the lines of a rule file. Raises InputError if it is unreadable, too large or not UTF-8."""
    try:
        with file.open("rb") as opened:
            content = opened.read(_LONGEST + 1)
    except OSError as error:
        raise InputError(f"E174 cannot read the file: {error.strerror or error}", str(file)) from error
    if len(content) > _LONGEST:
        raise InputError("E186 the file is larger than 1 MiB", str(file), "split it into several files")
    try:
        return content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        newline = b"\n"
        place = f"{file}:{before.count(newline) + 1}:{len(before) - before.rfind(newline)}"
        raise InputError("E111 the line is not UTF-8", place, "save the file as UTF-8") from error


def parse_rules(text: str, name: str = "rules") -> Grammar:
    r"""Return the unchecked grammar of a text. Raises InputError with name and line.

    >>> parse_rules("root:\n    hello {who} | 2 * hi\nwho:\n    you").size()
    (2, 3)
    """
    return _grammar([(name, text.split("\n"))])


def _grammar(texts: Iterable[tuple[str, list[str]]]) -> Grammar:
    reading = _Reading()
    for name, lines in texts:
        _read(lines, name, reading)
    _check_modifiers(reading)
    return Grammar(reading.rules, tuple(reading.modifiers))


def _read(lines: Iterable[str], name: str, reading: _Reading) -> None:
    head: re.Match[str] | None = None
    place, alternatives = "", list[Alternative]()
    for number, raw in enumerate(lines, 1):
        where = f"{name}:{number}"
        line = raw.partition("#")[0].rstrip()
        if not line:
            continue
        if line[0].isspace():
            if head is None:
                raise InputError("E185 an alternative without a rule", f"{where}:1", "start with a line like 'name:'")
            alternatives += _alternatives(line, where)
            continue
        if head is not None:
            reading.add(head, tuple(alternatives), place)
        head, place, alternatives = _HEAD.fullmatch(line) or _MODIFY.fullmatch(line), f"{where}:1", []
        if head is None:
            raise InputError(
                f"E185 invalid rule header {line[:60]!r}", place, "use 'name:', 'name split:' or 'modify WORD:'"
            )
    if head is not None:
        reading.add(head, tuple(alternatives), place)


def _alternatives(line: str, where: str) -> Iterator[Alternative]:
    """Yield the alternatives of a line, each with its column; `where` is the file and line."""
    inner = line.strip().strip("|")
    at = line.index(inner) + 1
    for written in inner.split("|"):
        text = written.strip()
        place = f"{where}:{at + len(written) - len(written.lstrip())}"
        at += len(written) + 1
        weighted = _WEIGHT.match(text)
        weight = float(weighted[1]) if weighted else 1.0
        if (not weighted and _WEIGHTED.match(text)) or not isfinite(weight):
            raise InputError(f"E184 invalid weight in {text[:40]!r}", place, "use a number above 0: 2 * hello")
        body = text[weighted.end() :] if weighted else text
        if not body:
            raise InputError("E185 empty alternative", place, 'write "" for an empty text')
        if not weight:
            raise InputError("E184 the weight is 0", place, "remove the alternative, or give it a weight above 0")
        yield Alternative(tuple(_parts("" if body == '""' else body, place)), weight, place)


def _parts(body: str, where: str) -> Iterator[Part]:
    if _GLUED.search(body):
        raise InputError(
            f"E185 missing space next to a brace: {body[:60]!r}", where, "separate word and brace by a space"
        )
    for place, piece in enumerate(_REFERENCE.split(body)):
        if place % 2:
            yield Reference(piece.strip())
        elif "{" in piece or "}" in piece:
            raise InputError(f"E185 unbalanced brace: {body[:60]!r}", where, "write {name}")
        elif piece:
            yield piece


def _check_modifiers(reading: _Reading) -> None:
    for modifier in reading.modifiers:
        for name in modifier.within:
            if name not in reading.rules:
                raise InputError(f"E180 there is no rule {name!r}", modifier.where, "list existing rules after 'in'")
