"""The sentences of a study, each with its data group, data set, emotion and person."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from botassay.plugins.protocols import SentimentText

EMOTIONS: Final = ("neg", "pos")
"""The emotions of words: the input of the causal diagram."""
NA: Final = "NA"
"""The class of whoever belongs to none, like "they"."""
GROUPS: Final = ("1", "2", "3", "4")
"""Data groups, as the paper's Table I numbers them."""
CONFOUNDED: Final = frozenset({"2", "4"})
"""Those in which emotion words are shared out unevenly, so that the protected attribute confounds."""
_FURTHER: Final = re.compile(r"(?P<group>[1-4])\[[^\[\]]{1,40}\]")


def is_further(group: str) -> bool:
    """Return whether a data group is one of a further attribute, as `1[religion]`, outside the overall rating."""
    return _FURTHER.fullmatch(group) is not None


def is_confounded(group: str) -> bool:
    """Return whether the protected attribute of a data group confounds.

    >>> is_confounded("2[age]"), is_confounded("1")
    (True, False)
    """
    return group[:1] in CONFOUNDED


@dataclass(frozen=True, slots=True)
class SentimentSample:
    """One sentence of a data group."""

    group: str
    dataset: str
    emotion: str
    """One of `EMOTIONS`."""
    row: SentimentText
    """Id, text, and protected attribute -> class, `NA` included."""


class RatedGroup(NamedTuple):
    """A data group with the attributes by which it is rated: one, or several together."""

    name: str
    """`1`, `2`, `4`, and for several attributes without a confounder `3_R`, `3_G`, `3_RG`."""
    group: str
    attributes: tuple[str, ...]

    @property
    def confounded(self) -> bool:
        """Whether the group is rated by DIE and not by WRS."""
        return is_confounded(self.group)


def rated_groups(samples: Iterable[SentimentSample]) -> tuple[RatedGroup, ...]:
    """Return the groups that can be rated with the sentences.

    Attributes that never differ within a group do not count there. Without a confounder each attribute is rated by
    itself, and all of them together where there are several; with one, all together are the confounder.

    >>> people = ({"gender": "male", "race": "European"}, {"gender": "NA", "race": "NA"})
    >>> texts = [SentimentText("a", "", classes) for classes in people]
    >>> samples = [SentimentSample(group, "E1", "pos", text) for group in "34" for text in texts]
    >>> [rated.name for rated in rated_groups(samples)]
    ['3_R', '3_G', '3_RG', '4']
    """
    classes: dict[str, dict[str, set[str]]] = {}
    for sample in samples:
        of_group = classes.setdefault(sample.group, {})
        for attribute, name in sample.row.groups.items():
            of_group.setdefault(attribute, set()).add(name)
    varying = {
        group: tuple(name for name, names in attributes.items() if len(names) > 1)
        for group, attributes in classes.items()
    }
    return tuple(rated for group in sorted(varying) for rated in _rated(group, varying[group]))


def _rated(group: str, attributes: tuple[str, ...]) -> tuple[RatedGroup, ...]:
    if not attributes:
        return ()
    if is_confounded(group) or len(attributes) == 1:
        return (RatedGroup(group, group, attributes),)
    turned = attributes[::-1]
    initials = [name[0].upper() for name in turned]
    short = initials if len(set(initials)) == len(initials) else list(turned)
    joined = ("" if short is initials else "+").join(short)
    singles = tuple(RatedGroup(f"{group}_{tag}", group, (name,)) for tag, name in zip(short, turned, strict=True))
    return (*singles, RatedGroup(f"{group}_{joined}", group, attributes))


def label(groups: Mapping[str, str], attributes: Sequence[str]) -> str:
    """Return the class by several attributes: the last one first, as adjectives stand.

    >>> label({"gender": "female", "race": "European"}, ("gender", "race"))
    'European female'
    >>> label({"gender": "NA", "race": "NA"}, ("gender", "race"))
    'NA'
    """
    names = [groups.get(attribute, NA) for attribute in reversed(attributes)]
    return NA if set(names) == {NA} else " ".join(names)
