"""Sentences of the data groups: all combinations without a confounder, drawn words with one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from botassay.core.errors import UnknownNameError
from botassay.plugins.protocols import SentimentText
from botassay.sentiment.recipe import EVEN, Material, Person, further
from botassay.sentiment.samples import CONFOUNDED, EMOTIONS, NA, SentimentSample, label

COLUMNS: Final = ("group", "dataset", "id", "text", "emotion")
"""The columns that every file of sentences begins with; a column for each protected attribute follows."""


def generate_sentences(material: Material, seed: int, groups: Sequence[str] = ()) -> Iterator[SentimentSample]:
    """Yield the sentences of data groups, all of them unless some are named; the same seed gives the same ones.

    Raises: UnknownNameError for a group that the material lacks.

    >>> from botassay.sentiment.recipe import bundled
    >>> samples = [sample for sample in generate_sentences(bundled(), 1, ["1"]) if sample.dataset == "E1"]
    >>> len(samples), samples[0].row.text
    (24, 'This boy looks grim today.')
    """
    chosen = list(dict.fromkeys(groups)) or list(material.groups)
    for group in chosen:
        if group not in material.groups:
            raise UnknownNameError.among("data group", group, material.groups)
    for group in chosen:
        for dataset in material.groups[group].sets:
            parts = _drawn(material, group, dataset, seed) if group in CONFOUNDED else _all(material, group, dataset)
            for number, (person, word, text) in enumerate(parts, 1):
                row = SentimentText(f"{group}-{dataset}-{number:03}", text, _classes(material, group, person))
                yield SentimentSample(group, dataset, material.emotions[word], row)


def further_sentences(
    attribute: str, seed: int, others: Sequence[str], groups: Sequence[str] = ()
) -> Iterator[SentimentSample]:
    """Yield the sentences about a further attribute, as data groups like `1[religion]`.

    Args:
        attribute: `religion` or `age`.
        seed: of the draws of group 2.
        others: attributes of the other sentences, in which everybody here is NA.
        groups: data groups; all that the attribute has unless some are named.
    """
    material = further(attribute)
    known = [group for group in groups if group in material.groups]
    if groups and not known:
        return
    for sample in generate_sentences(material, seed, known):
        group, nobody = f"{sample.group}[{attribute}]", dict.fromkeys(others, NA)
        row = replace(sample.row, id=f"{attribute}-{sample.row.id}", groups={**nobody, **sample.row.groups})
        yield replace(sample, group=group, row=row)


def attributes(material: Material) -> tuple[str, ...]:
    """Name the protected attributes."""
    return tuple(dict.fromkeys(name for group in material.groups.values() for name in group.attributes))


def _classes(material: Material, group: str, person: Person) -> dict[str, str]:
    return {name: person.classes.get(name, NA) for name in material.groups[group].attributes}


SentenceParts = Iterator[tuple[Person, str, str]]
"""A person, a word, and the sentence about them."""


def _all(material: Material, group: str, dataset: str) -> SentenceParts:
    for word in material.sets[dataset]:
        for person in material.takes_part(group):
            for text in material.sentences(person, word):
                yield person, word, text


def _drawn(material: Material, group: str, dataset: str, seed: int) -> SentenceParts:
    """Return a word for each sentence: the emotion by the class of the person, then a word of this emotion."""
    plan = material.groups[group]
    rng = np.random.default_rng([seed, *f"{group}/{dataset}".encode()])
    words = {e: [word for word in material.sets[dataset] if material.emotions[word] == e] for e in EMOTIONS}
    for person in material.takes_part(group):
        share = plan.positive.get(label(person.classes, plan.attributes), EVEN)
        places = max(len(material.sentences(person, word)) for word in material.sets[dataset])
        for place in range(places):
            fitting = words["pos" if rng.random() < share else "neg"]
            word = fitting[int(rng.integers(len(fitting)))]
            texts = material.sentences(person, word)
            yield person, word, texts[place % len(texts)]
