"""Texts drawn from a grammar of templates: `{name}` from a list of that name, `[one|or another|]` from what is in it.

The lists are TOML, to be read and improved by people who do not program; `3 * hello` is drawn three times as often as a
plain entry. A place that occurs twice in a text is filled with the same, `{*name}` with something else each time.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import accumulate
from random import Random
from typing import Any, Final

_SLOT: Final = re.compile(r"\{(\*?)(\w+)\}")
_CHOICE: Final = re.compile(r"\[([^\[\]]*)\]")
_WEIGHT: Final = re.compile(r"(\d+(?:\.\d+)?) \* ?")
_SPACES: Final = re.compile(r" {2,}| (?=[,.?!])")
_FIRST_MARK: Final = 0xE000
"""A character that nobody types, for what is given."""
_DEEPEST: Final = 200
"""Places that are filled in one text: more means that a list refers to itself."""


@dataclass(frozen=True, slots=True)
class WeightedList:
    """Templates, and how often each is drawn."""

    texts: tuple[str, ...]
    upto: tuple[float, ...]
    """The sum of the weights up to each."""

    @classmethod
    def of(cls, entries: Iterable[str]) -> "WeightedList":
        """Return the list that entries with or without weights make."""
        parts = [(entry, _WEIGHT.match(entry)) for entry in entries]
        weights = accumulate(float(match[1]) if match else 1.0 for _, match in parts)
        return cls(tuple(text[match.end() :] if match else text for text, match in parts), tuple(weights))

    def draw(self, random: Random) -> str:
        """Draw a template."""
        return random.choices(self.texts, cum_weights=self.upto)[0]


@dataclass(frozen=True, slots=True)
class Wording:
    """Lists of templates by name."""

    lists: Mapping[str, WeightedList] = field(repr=False)

    @classmethod
    def of(cls, tables: Mapping[str, Sequence[str]]) -> "Wording":
        """Return the grammar of lists."""
        return cls({name: WeightedList.of(entries) for name, entries in tables.items()})

    def over(self, more: "Wording") -> "Wording":
        """Return the grammar of these lists and others, which beat those of the same name."""
        return Wording({**self.lists, **more.lists})

    def draw(self, name: str, random: Random, filled: Mapping[str, str] | None = None) -> str:
        """Draw a text from a list.

        Args:
            name: of the list.
            random: where it is drawn from.
            filled: what stands in places; others are drawn.

        >>> Wording.of({"line": ["[hi|hello] {who}"], "who": ["3 * Ann"]}).draw("line", Random(1))
        'hi Ann'
        """
        return self.fill(self.lists[name].draw(random), random, filled)

    def fill(self, template: str, random: Random, filled: Mapping[str, str] | None = None) -> str:
        """Draw what stands in the places of a template; what is given for a place comes through as it is."""
        marks = {name: chr(_FIRST_MARK + at) for at, name in enumerate(filled or {})}
        text = self._filled(template, random, dict(marks))
        text = _SPACES.sub(lambda match: "" if len(match[0]) == 1 else " ", text).strip()
        for name, mark in marks.items():
            text = text.replace(mark, (filled or {})[name])
        return text

    def _filled(self, template: str, random: Random, known: dict[str, str]) -> str:
        text = template
        for _ in range(_DEEPEST):
            choice, slot = _CHOICE.search(text), _SLOT.search(text)
            if choice:
                drawn, match = random.choice(choice[1].split("|")), choice
            elif slot:
                anew, name = slot.groups()
                if anew or name not in known:
                    drawn = self._filled(self.lists[name].draw(random), random, known)
                    known.setdefault(name, drawn)
                else:
                    drawn = known[name]
                match = slot
            else:
                return text
            text = text[: match.start()] + drawn + text[match.end() :]
        message = f"the places of {template!r} have no end"
        raise ValueError(message)

    def among(self, name: str) -> tuple[str, ...]:
        """Return the templates of a list."""
        return self.lists[name].texts

    def count(self, name: str) -> int:
        """Return in how many ways a text can be drawn from a list: what is drawn twice counts twice.

        >>> Wording.of({"line": ["[hi|hello] {who}", "hm"], "who": ["Ann", "Bob"]}).count("line")
        5
        """
        return sum(map(self._ways, self.lists[name].texts))

    def _ways(self, template: str) -> int:
        ways, text = 1, template
        while choice := _CHOICE.search(text):
            options = choice[1].split("|")
            ways *= len(options)
            text = text[: choice.start()] + max(options, key=len) + text[choice.end() :]
        slots = [*_SLOT.findall(text)]
        for name in (*(name for anew, name in slots if anew), *{name for anew, name in slots if not anew}):
            ways *= self.count(name) if name in self.lists else 1
        return ways


@cache
def wording_in(package: str, *names: str) -> Wording:
    """Return the grammar in TOML files of a package, their lists together."""
    tables: dict[str, Any] = {}
    for name in names:
        tables |= tomllib.loads(files(package).joinpath(f"{name}.toml").read_text("utf-8"))
    return Wording.of({name: entries for name, entries in tables.items() if isinstance(entries, list)})
