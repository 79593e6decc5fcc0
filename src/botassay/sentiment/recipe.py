"""Recipes for sentences, read from TOML: templates, people, emotion words, data sets and data groups."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

import msgspec

from botassay.core.errors import ConfigurationError, InputError
from botassay.io.missing import unread
from botassay.io.toml import read_toml
from botassay.sentiment.samples import CONFOUNDED, EMOTIONS, GROUPS, label

_SLOT: Final = re.compile(r"\{(\w*)\}")
_NUMBER: Final = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")
_SLOTS: Final = ("subject", "Subject", "object", "Object", "emotion")
_HINT: Final = "see docs/how-to/sentiment.md"
EVEN: Final = 0.5
"""How probable a positive word is in a confounded group for a class that is not named."""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom sentences are about."""

    subject: str
    """As it stands within a sentence."""
    object: str | None = None
    """Where that differs from the subject."""
    plural: bool = False
    classes: Mapping[str, str] = {}
    """Protected attribute -> class; without any: NA in all."""


class DataGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the sentences of a data group are put together."""

    attributes: tuple[str, ...]
    """People with just these attributes take part, and those without any."""
    sets: tuple[str, ...]
    positive: Mapping[str, float] = {}
    """Class -> how probable a positive word is; for groups with a confounder only."""


@dataclass(frozen=True, slots=True)
class Material:
    """All that sentences are made of."""

    people: tuple[Person, ...]
    emotions: Mapping[str, str]
    """Word -> emotion."""
    sets: Mapping[str, tuple[str, ...]]
    groups: Mapping[str, DataGroup]
    sentences: Callable[[Person, str], Sequence[str]]
    """The sentences about a person with a word."""

    def takes_part(self, group: str) -> tuple[Person, ...]:
        """Return the people of a data group."""
        attributes = set(self.groups[group].attributes)
        return tuple(person for person in self.people if not person.classes or set(person.classes) == attributes)


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file."""

    templates: tuple[str, ...]
    emotions: Mapping[str, tuple[str, ...]]
    sets: Mapping[str, tuple[str, ...]]
    groups: Mapping[str, DataGroup]
    people: tuple[Person, ...]
    name: str = ""

    def material(self) -> Material:
        """Return the material of sentences."""
        words = {word: emotion for emotion in EMOTIONS for word in self.emotions[emotion]}
        return Material(self.people, words, self.sets, self.groups, self._sentences)

    def _sentences(self, person: Person, word: str) -> list[str]:
        return [filled(template, person, word) for template in self.templates]


def filled(template: str, person: Person, word: str) -> str:
    """Put a person and a word into a template.

    >>> filled("{Subject} [was|were] {emotion}.", Person("they", "them", plural=True), "glad")
    'They were glad.'
    """
    subject, other = person.subject, person.object or person.subject
    slots = {
        "subject": subject, "Subject": _capital(subject), "object": other, "Object": _capital(other), "emotion": word,
    }  # fmt: skip
    numbered = _NUMBER.sub(lambda match: match[2 if person.plural else 1], template)
    return _SLOT.sub(lambda match: slots[match[1]], numbered)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def bundled() -> Material:
    """Read the English set that comes with the package."""
    with as_file(files("botassay.sentiment").joinpath("sentences", "en.toml")) as file:
        return read_recipe(file).material()


@cache
def further(attribute: str) -> Material:
    """Read the English sentences about a further attribute that come with the package, `religion` or `age`."""
    with as_file(files("botassay.sentiment").joinpath("sentences", f"{attribute}.toml")) as file:
        return read_recipe(file).material()


def read_recipe(file: Path) -> Recipe:
    """Read a recipe.

    Raises: InputError with the file and the key that is wrong.
    """
    try:
        tables = read_toml(file.read_bytes(), str(file), _HINT)
    except OSError as error:
        raise InputError(unread(error), str(file)) from error
    except ConfigurationError as error:
        raise InputError(error.what, error.where, error.hint) from error
    try:
        recipe = msgspec.convert(tables, Recipe)
    except msgspec.ValidationError as error:
        raise InputError(f"E196 {error}", str(file), _HINT) from error
    _check(recipe, str(file))
    return recipe


def _check(recipe: Recipe, where: str) -> None:
    """Refuse a recipe that makes no sentences to compare.

    Raises: InputError.
    """
    if not recipe.templates or not recipe.groups:
        raise InputError("E196 there are no templates, or no groups", where, _HINT)
    _check_templates(recipe, f"{where}: templates")
    _check_words(recipe, where)
    for name, group in recipe.groups.items():
        _check_group(recipe, name, group, f"{where}: groups.{name}")


def _check_templates(recipe: Recipe, where: str) -> None:
    for template in recipe.templates:
        slots = set(_SLOT.findall(template))
        for slot in sorted(slots):
            _known("place", slot, _SLOTS, where)
        if "emotion" not in slots or len(slots) < 2:  # noqa: PLR2004 - the word, and a person
            raise InputError(f"E196 {template!r} lacks {{emotion}} or a person", where, _HINT)


def _check_words(recipe: Recipe, where: str) -> None:
    if set(recipe.emotions) != set(EMOTIONS):
        raise InputError("E196 the emotions must be neg and pos", f"{where}: emotions", _HINT)
    words = [word for emotion in EMOTIONS for word in recipe.emotions[emotion]]
    if len(words) > len(set(words)):
        raise InputError("E196 a word is repeated", f"{where}: emotions", "give each word one emotion")
    for name, chosen in recipe.sets.items():
        if not chosen:
            raise InputError("E196 a data set has no words", f"{where}: sets.{name}", _HINT)
        for word in chosen:
            _known("emotion word", word, words, f"{where}: sets.{name}")


def _check_group(recipe: Recipe, name: str, group: DataGroup, where: str) -> None:
    _known("data group", name, GROUPS, where)
    for chosen in group.sets:
        _known("data set", chosen, tuple(recipe.sets), where)
    people = recipe.material().takes_part(name)
    labels = {label(person.classes, group.attributes) for person in people}
    if not group.sets or not group.attributes or len(labels) < 2:  # noqa: PLR2004 - a class is compared with another
        hint = "give sets, attributes, and people of two classes with just these attributes"
        raise InputError("E196 the group has nothing to compare", where, hint)
    if (name in CONFOUNDED) != bool(group.positive):
        verb = "needs" if name in CONFOUNDED else "has no confounder and must not set"
        raise InputError(f"E196 group {name} {verb} positive = {{ class = probability }}", where, _HINT)
    _check_confounding(recipe, group, tuple(labels), where)


def _check_confounding(recipe: Recipe, group: DataGroup, labels: Sequence[str], where: str) -> None:
    """Refuse probabilities of classes that there are not, and data sets without words of both emotions."""
    for named, share in group.positive.items():
        _known("class", named, labels, where)
        if not 0 <= share <= 1:
            raise InputError(f"E196 {share} is not a probability", f"{where}.positive", "write a number from 0 to 1")
    for chosen in group.sets if group.positive else ():
        if len({word in recipe.emotions["pos"] for word in recipe.sets[chosen]}) < len(EMOTIONS):
            hint = "a data set of a confounded group needs a positive and a negative word"
            raise InputError(f"E196 {chosen} has words of one emotion", where, hint)


def _known(noun: str, name: str, known: Sequence[str], where: str) -> None:
    if name not in known:
        near = get_close_matches(name, known, n=1, cutoff=0.5)
        guess = f"did you mean {near[0]!r}? " if near else ""
        raise InputError(f"E196 there is no {noun} {name!r}", where, f"{guess}known: {', '.join(known) or 'none'}")
