"""A probabilistic grammar: rules with weighted alternatives, and their validation.

Source: paper 004, appendix A. A grammar must be finite: no rule may refer to itself, directly or indirectly.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, NamedTuple

from botassay.core.errors import InputError
from botassay.core.text.plural import many

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[?]|[^\w?]+|_")


class Reference(NamedTuple):
    """A reference to another rule in an alternative."""

    rule: str


Part = str | Reference


class Alternative(NamedTuple):
    """One alternative of a rule."""

    parts: tuple[Part, ...]
    weight: float = 1.0
    where: str = ""
    """File, line and column."""

    def __str__(self) -> str:
        """Return it as written in rule files."""
        return "".join(part if isinstance(part, str) else f"{{{part.rule}}}" for part in self.parts)

    def references(self) -> Iterator[str]:
        """Return the rules that it refers to."""
        return (part.rule for part in self.parts if isinstance(part, Reference))


@dataclass(frozen=True, slots=True)
class GrammarRule:
    """A named choice between alternatives."""

    name: str
    alternatives: tuple[Alternative, ...]
    splits: bool = False
    """Whether its alternatives are divided between training, validation and test."""
    where: str = ""


class Modifier(NamedTuple):
    """Weighted alternatives that replace a word: "u" for "you", nothing for "a"."""

    word: str
    alternatives: tuple[Alternative, ...]
    within: tuple[str, ...] = ()
    """The rules that it applies to; all if empty."""
    where: str = ""


KINDS: Final[Mapping[str, str]] = {
    "undefined": "E180",
    "unproductive": "E181",
    "unreachable": "E182",
    "unbounded": "E183",
}
"""The kinds of flaws, with their codes."""


class GrammarFlaw(NamedTuple):
    """A flaw of a rule."""

    where: str
    rule: str
    kind: str
    """One of `KINDS`."""
    what: str


@dataclass(frozen=True, slots=True)
class Grammar:
    """Rules by name, and modifiers."""

    rules: Mapping[str, GrammarRule]
    modifiers: tuple[Modifier, ...] = ()

    def reachable(self, *roots: str) -> set[str]:
        """Return the names of the rules that can be reached from the roots, and of the roots."""
        reached: set[str] = set()
        left = [root for root in roots if root in self.rules]
        while left:
            name = left.pop()
            if name not in reached:
                reached.add(name)
                left += [to for to in self._leads_to(name) if to in self.rules]
        return reached

    def below(self, *roots: str) -> "Grammar":
        """Return the grammar of the rules that can be reached from the roots."""
        reached = self.reachable(*roots)
        return replace(self, rules={name: rule for name, rule in self.rules.items() if name in reached})

    def digest(self) -> str:
        """Return a digest of all rules and modifiers, independent of their files."""
        spelt = [
            f"{owner}: {alternative.weight} * {alternative}"
            for owner, alternatives in (
                *((rule.name, rule.alternatives) for rule in self.rules.values()),
                *((f"modify {each.word} {each.within}", each.alternatives) for each in self.modifiers),
            )
            for alternative in alternatives
        ]
        return sha256("\n".join(spelt).encode()).hexdigest()

    def size(self) -> tuple[int, int]:
        """Return the numbers of rules and of alternatives."""
        return len(self.rules), sum(len(rule.alternatives) for rule in self.rules.values())

    def flaws(self, roots: Iterable[str]) -> list[GrammarFlaw]:
        """Return the flaws of a grammar with these start rules, in the order of file and line."""
        known = list(roots)
        missing = [
            GrammarFlaw("", root, "undefined", f"there is no rule {root!r}") for root in known if root not in self.rules
        ]
        return [*missing, *self._undefined(), *self._unproductive(), *self._unreachable(known), *self._unbounded()]

    def checked(self, roots: Iterable[str]) -> "Grammar":
        """Return the grammar if it has no flaws. Raises InputError with file and line of the first one."""
        flaws = self.flaws(roots)
        if flaws:
            first, *others = flaws
            more = f"; the grammar has {many(len(others), 'more flaw', 'more flaws')}" if others else ""
            what = f"{KINDS[first.kind]} {first.kind} rule: {first.what}"
            raise InputError(what, first.where or None, f"correct the rule{more}")
        return self

    def modified(self) -> "Grammar":
        """Return the grammar with the modifiers applied: each word with a modifier becomes a reference to a rule."""
        choices = {f"~{place}:{modifier.word}": modifier for place, modifier in enumerate(self.modifiers)}
        everywhere = _Replacing(
            {modifier.word: name for name, modifier in reversed(choices.items()) if not modifier.within}
        )
        used: set[str] = set()
        rules: dict[str, GrammarRule] = {}
        for rule in self.rules.values():
            own = {
                modifier.word: name
                for name, modifier in reversed(choices.items())
                if not modifier.within or rule.name in modifier.within
            }
            replacing = everywhere if own == everywhere.names else _Replacing(own)
            rules[rule.name] = replacing.within(rule)
            used |= replacing.used
        rules |= {
            name: GrammarRule(name, modifier.alternatives, where=modifier.where)
            for name, modifier in choices.items()
            if name in used
        }
        return Grammar(rules)

    def _leads_to(self, name: str) -> Iterator[str]:
        return (to for alternative in self.rules[name].alternatives for to in alternative.references())

    def _undefined(self) -> Iterator[GrammarFlaw]:
        for rule in self.rules.values():
            for alternative in rule.alternatives:
                for to in alternative.references():
                    if to not in self.rules:
                        yield GrammarFlaw(alternative.where, rule.name, "undefined", f"{{{to}}} is not defined")

    def _unproductive(self) -> Iterator[GrammarFlaw]:
        productive: set[str] = set()
        grew = True
        while grew:
            more = {
                rule.name
                for rule in self.rules.values()
                if rule.name not in productive and any(productive.issuperset(a.references()) for a in rule.alternatives)
            }
            productive |= more
            grew = bool(more)
        for rule in self.rules.values():
            if rule.name not in productive:
                yield GrammarFlaw(
                    rule.where, rule.name, "unproductive", f"{rule.name!r} never produces a complete text"
                )

    def _unreachable(self, roots: Iterable[str]) -> Iterator[GrammarFlaw]:
        reached = self.reachable(*roots)
        for rule in self.rules.values():
            if rule.name not in reached:
                yield GrammarFlaw(rule.where, rule.name, "unreachable", f"no other rule uses {rule.name!r}")

    def _unbounded(self) -> Iterator[GrammarFlaw]:
        for rule in self.rules.values():
            if rule.name in self.reachable(*self._leads_to(rule.name)):
                yield GrammarFlaw(rule.where, rule.name, "unbounded", f"{rule.name!r} refers to itself")


class _Replacing:
    """Replaces words by references to rules."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        """The rule for each word."""
        self.used: set[str] = set()
        self._known: dict[str, tuple[Part, ...]] = {}

    def within(self, rule: GrammarRule) -> GrammarRule:
        """Return a rule with all its words replaced."""
        alternatives = tuple(
            Alternative(self._parts(alternative), alternative.weight, alternative.where)
            for alternative in rule.alternatives
        )
        return GrammarRule(rule.name, alternatives, rule.splits, rule.where)

    def _parts(self, alternative: Alternative) -> tuple[Part, ...]:
        parts: list[Part] = []
        for part in alternative.parts:
            if isinstance(part, Reference):
                parts.append(part)
            else:
                parts += self._known.get(part) or self._cut(part)
        return tuple(parts)

    def _cut(self, text: str) -> tuple[Part, ...]:
        parts: list[Part] = []
        text_before = ""
        for piece in _WORD.findall(text):
            if piece in self.names:
                parts += (text_before, Reference(self.names[piece])) if text_before else (Reference(self.names[piece]),)
                text_before = ""
            else:
                text_before += piece
        if text_before or not text:
            parts.append(text_before)
        self.used.update(part.rule for part in parts if isinstance(part, Reference))
        self._known[text] = tuple(parts)
        return self._known[text]
