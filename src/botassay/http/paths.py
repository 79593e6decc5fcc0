"""Paths into a JSON document, and conditions on one."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from botassay.core.errors import ConfigurationError

if TYPE_CHECKING:
    from jsonpath import JSONPath

_STEP: Final = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d{1,9})\]|\[(\*)\]")
_STRING: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_REFUSED: Final = re.compile(r"\.\.|\b(?:match|search)\s*\(")
_TERM: Final = re.compile(
    r"\s*@(?P<steps>(?:\.[A-Za-z_][\w-]*|\[\d{1,9}\])*)\s*"
    r"(?:(?P<sign>==|!=)\s*(?P<literal>\"[^\"\\]*\"|'[^'\\\"]*'|-?\d+|true|false|null))?\s*"
)
_NOTHING: Final = object()
"""What a path leads to that leads nowhere."""


@dataclass(frozen=True, slots=True)
class JsonPath:
    """A way into JSON, as RFC 9535 defines it, without `..`, `match()` and `search()`.

    >>> path = JsonPath.parse("$.buttons[*].title")
    >>> path.find({"buttons": [{"title": "a"}, {"title": "b"}]})
    ['a', 'b']
    >>> JsonPath.parse('$.parts[?@.thought != true].text').find({"parts": [{"text": "a"}, {"thought": True}]})
    ['a']
    """

    text: str
    steps: tuple[str | int, ...]
    """The steps that are names, numbers and `*`, up to the first other one."""
    rest: "JSONPath | None" = field(default=None, compare=False, repr=False)
    """What follows."""
    _single: bool = field(init=False, compare=False, repr=False)
    """Whether steps alone lead to one place at most."""

    def __post_init__(self) -> None:
        """See how it is followed."""
        object.__setattr__(self, "_single", self.rest is None and "*" not in self.steps)

    @classmethod
    def parse(cls, text: str, where: str | None = None) -> "JsonPath":
        """Read a path.

        Raises: ConfigurationError for anything else.
        """
        steps: list[str | int] = []
        at = 1
        while text[:1] == "$" and at < len(text) and (match := _STEP.match(text, at)):
            steps.append(int(match[2]) if match[2] else match[1] or "*")
            at = match.end()
        if text[:1] == "$" and at == len(text):
            return cls(text, tuple(steps))
        rest = _compiled(f"${text[at:]}") if text[:1] == "$" and not _refused(text) else None
        if rest is None:
            hint = "use a path of RFC 9535 without .., match() and search(), such as $.reply or $[0].text"
            raise ConfigurationError(f"E196 {text!r} is not a path", where, hint)
        return cls(text, tuple(steps), rest)

    @property
    def many(self) -> bool:
        """Whether it may lead to several places."""
        return "*" in self.steps or (self.rest is not None and not self.rest.singular_query())

    def find(self, document: Any) -> list[Any]:
        """Return everything that the path leads to; nothing, where it leads nowhere."""
        if self._single:
            value = _at(document, self.steps)
            return [] if value is _NOTHING else [value]
        parts = _follow(document, self.steps)
        if self.rest is None:
            return parts
        return [item for part in parts if isinstance(part, list | dict) for item in self.rest.findall(part)]

    def leads(self, document: Any) -> bool:
        """Whether the document has the place; a list may be empty there."""
        if self._single:
            return _at(document, self.steps) is not _NOTHING
        if not self.many:
            return bool(self.find(document))
        steps = self.steps[: self.steps.index("*")] if "*" in self.steps else self.steps
        parts = _follow(document, steps)
        return bool(parts) and isinstance(parts[0], list | dict if self.rest else list)


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a JSON document: what may stand inside `[?...]` of a path, with `@` for the document.

    Comparisons of a place with a literal, joined by `&&` and `||`, are evaluated here; the rest by the library.

    >>> Condition.parse('@.type == "text-delta"').holds({"type": "text-delta"})
    True
    >>> [Condition.parse("@.error && @.error != null").holds(document) for document in ({}, {"error": None})]
    [False, False]
    """

    text: str
    _holds: Callable[[Any], bool] = field(compare=False, repr=False)

    @classmethod
    def parse(cls, text: str, where: str | None = None) -> "Condition":
        """Read a condition.

        Raises: ConfigurationError.
        """
        direct = _direct(text)
        if direct is not None:
            return cls(text, direct)
        rooted = "$" in _STRING.sub("", text)  # the document is @; $ would lead nowhere
        query = None if rooted or _refused(text) else _compiled(f"$[?{text}]")
        if query is None:
            hint = (
                'write it as inside [?...] of a path, such as @.type == "text"; .., match() and search() are not known'
            )
            raise ConfigurationError(f"E196 {text!r} is not a condition", where, hint)
        return cls(text, lambda document: bool(query.findall([document])))

    def holds(self, document: Any) -> bool:
        """Whether a document meets it."""
        return self._holds(document)


def first_text(paths: Sequence[JsonPath], document: Any) -> str | None:
    """Return the texts at the first path that leads to any, joined; None where none does.

    >>> first_text([JsonPath.parse("$.a"), JsonPath.parse("$.b[*]")], {"a": None, "b": ["x", "y"]})
    'xy'
    """
    for path in paths:
        found = path.find(document)
        texts = [part for part in found if isinstance(part, str)] if found else found
        if texts:
            return "".join(texts)
    return None


def first_values(paths: Sequence[JsonPath], document: Any) -> list[Any]:
    """Return what is at the first path that leads to anything but null."""
    found = ([part for part in path.find(document) if part is not None] for path in paths)
    return next(filter(None, found), [])


def paths_of(typed: str | Sequence[str] | None, where: str | None = None) -> tuple[JsonPath, ...]:
    """Return the paths that a key names: none, one, or a list.

    Raises: ConfigurationError.
    """
    if typed is None:
        return ()
    return tuple(JsonPath.parse(text, where) for text in ([typed] if isinstance(typed, str) else typed))


def _refused(text: str) -> bool:
    return bool(_REFUSED.search(_STRING.sub("''", text)))


@cache
def _compiled(text: str) -> "JSONPath | None":
    """Return a path of the library; None for one that RFC 9535 does not know."""
    from jsonpath import (
        JSONPath,
        JSONPathEnvironment,
        JSONPathError,
    )  # only what goes beyond names and numbers needs it

    try:
        path = JSONPathEnvironment(strict=True).compile(text)
    except (JSONPathError, RecursionError, ValueError):
        return None
    return path if isinstance(path, JSONPath) else None


def _direct(text: str) -> Callable[[Any], bool] | None:
    """Return a function for comparisons joined by `&&` and `||`; None for anything else."""
    if "(" in text or _STRING.sub("", text).count("!") != text.count("!="):
        return None
    either = []
    for part in re.split(r"\|\|", text):
        terms = [_TERM.fullmatch(term) for term in part.split("&&")]
        if not all(terms) or any(mark in string for string in _STRING.findall(part) for mark in ("&&", "||")):
            return None
        either.append([_compare(term) for term in terms if term])
    return lambda document: any(all(holds(document) for holds in terms) for terms in either)


def _compare(term: re.Match[str]) -> Callable[[Any], bool]:
    steps = tuple(int(step[2]) if step[2] else step[1] for step in _STEP.finditer(term["steps"]))
    if term["sign"] is None:
        return lambda document: _at(document, steps) is not _NOTHING
    literal = term["literal"]
    wanted = literal[1:-1] if literal[0] in "\"'" else msgspec.json.decode(literal)
    same = term["sign"] == "=="

    def holds(document: Any) -> bool:
        value = _at(document, steps)
        alike = value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
        return alike is same

    return holds


def _at(document: Any, steps: Sequence[str | int]) -> Any:
    """Return what names and numbers lead to; `_NOTHING` where they lead nowhere."""
    for step in steps:
        if isinstance(document, dict):
            document = document.get(step, _NOTHING)
        elif isinstance(document, list) and isinstance(step, int) and step < len(document):
            document = document[step]
        else:
            return _NOTHING
    return document


def _follow(document: Any, steps: Sequence[str | int]) -> list[Any]:
    parts = [document]
    for step in steps:
        parts = [item for part in parts for item in _inside(part, step)]
        if not parts:
            break
    return parts


def _inside(part: Any, step: str | int) -> Sequence[Any]:
    if isinstance(part, list):
        if step == "*":
            return part
        return part[step : step + 1] if isinstance(step, int) else ()
    return (part[step],) if isinstance(part, dict) and step in part else ()
