"""Sensitivity: which factors change a rating: another model, other data, another user, or several together.

Paper 000, step 5, names the types: Type-1 nothing changes it, Type-2 the model, Type-3 the data, Type-4 the user,
Type-N a combination. A factor changes the rating when it alone is varied and the rating differs. What was not varied
is named as not tested: it never counts as stable.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Final, Self

from botassay.core.errors import UsageError
from botassay.core.results import UNDETERMINED, Profile, Rating, Report, Sensitivity, VariantRating

FACTORS: Final = ("model", "data", "user")
_TYPES: Final = {"model": "Type-2", "data": "Type-3", "user": "Type-4"}


@dataclass(frozen=True, slots=True)
class Variant:
    """One thing that is varied: by which factors, and what stands in place of the subject or of its user."""

    factors: tuple[str, ...]
    value: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a variant as it is typed: `model=SUBJECT`, `data=SUBJECT`, `user=PROFILE`, `model+data=SUBJECT`.

        Raises: UsageError.

        >>> Variant.parse("model+data=eliza")
        Variant(factors=('model', 'data'), value='eliza')
        """
        left, equals, value = text.partition("=")
        factors = tuple(factor.strip().lower() for factor in left.split("+"))
        hint = "write model=SUBJECT, data=SUBJECT, model+data=SUBJECT or user=PROFILE"
        if not equals or not value.strip() or not set(factors) <= set(FACTORS) or len(set(factors)) < len(factors):
            raise UsageError(f"{text!r} is not a variant", hint=hint)
        if "user" in factors and len(factors) > 1:
            raise UsageError(f"{text!r} changes user and subject; give two variants instead", hint=hint)
        return cls(tuple(factor for factor in FACTORS if factor in factors), value.strip())

    def __str__(self) -> str:
        """Write it as it is typed."""
        return f"{'+'.join(self.factors)}={self.value}"


@dataclass(frozen=True, slots=True)
class Combination:
    """What is varied together: the subject or not, the user or not."""

    subject: Variant | None = None
    user: Variant | None = None

    @property
    def changes(self) -> dict[str, str]:
        """What stands in place of what, by factor."""
        parts = [part for part in (self.subject, self.user) if part is not None]
        return {factor: part.value for part in parts for factor in part.factors}


def combinations(variants: Iterable[Variant]) -> tuple[Combination, ...]:
    """Put variants together in every way: the baseline first, then each by itself, then subjects with users.

    >>> made = combinations(map(Variant.parse, ["model=b", "user=privacy"]))
    >>> [made_of.changes for made_of in made]
    [{}, {'model': 'b'}, {'user': 'privacy'}, {'model': 'b', 'user': 'privacy'}]
    """
    chosen = tuple(dict.fromkeys(variants))
    subjects = [variant for variant in chosen if "user" not in variant.factors]
    users = [variant for variant in chosen if "user" in variant.factors]
    single = [*(Combination(subject=s) for s in subjects), *(Combination(user=u) for u in users)]
    return (Combination(), *single, *(Combination(s, u) for s, u in product(subjects, users)))


Rated = Callable[[Combination, Profile], Rating | None]
"""Returns the rating of a combination for a profile; None where the combination changes nothing for it."""


def with_sensitivity(baseline: Report, variants: Sequence[Variant], rated: Rated) -> Report:
    """Return each rating with the factors that change it.

    Args:
        baseline: the ratings with nothing varied, one for each profile.
        variants: what is varied.
        rated: returns the rating of any combination of them.
    """
    first, *others = combinations(variants)
    ratings = []
    for base in baseline.ratings:
        by_combination = {combination: rated(combination, base.profile) for combination in others}
        varied = {combination: rating for combination, rating in by_combination.items() if rating is not None}
        ratings.append(replace(base, sensitivity=judge({first: base, **varied}) if varied else None))
    return Report(tuple(ratings))


def judge(ratings: Mapping[Combination, Rating]) -> Sensitivity:
    """Return the type of an agent, from its ratings; the baseline comes first.

    Two ratings differ when their levels do, or the bounds of one that is undetermined leave the other out. Where they
    neither differ nor agree, because something was not measured, the factors are undecided; if no factor changes the
    rating, the type is undetermined.
    """
    (_, base), *others = ratings.items()
    changing = [tuple(combination.changes) for combination, rating in others if _differ(base, rating)]
    undecided = [tuple(combination.changes) for combination, rating in others if _unsure(base, rating)]
    varied = _in_order(chain.from_iterable(combination.changes for combination, _ in others))
    alone = _in_order(factors[0] for factors in changing if len(factors) == 1)
    together = () if alone else _in_order(next((factors for factors in changing if len(factors) > 1), ()))
    unsure = _in_order(chain.from_iterable(factors for factors in undecided if {*alone}.isdisjoint(factors)))
    return Sensitivity(
        type=_type(alone, together, unsure),
        varied=varied,
        not_tested=tuple(factor for factor in FACTORS if factor not in varied),
        swayed_by=alone or together,
        ratings=tuple(VariantRating(c.changes, rating.level, rating.bounds) for c, rating in ratings.items()),
        undecided=unsure,
        together=bool(together),
        apart=_only_apart(ratings),
    )


_SUBJECT: Final = ("model", "data")
"""The factors of a subject. Its owner alone knows whether both have changed."""


def _only_apart(ratings: Iterable[Combination]) -> tuple[str, ...]:
    """Return model and data if each was varied by itself, but never both at once."""
    varied = {combination.subject.factors for combination in ratings if combination.subject}
    return _SUBJECT if {("model",), ("data",)} <= varied and _SUBJECT not in varied else ()


def _in_order(factors: Iterable[str]) -> tuple[str, ...]:
    named = {*factors}
    return tuple(factor for factor in FACTORS if factor in named)


def _type(alone: tuple[str, ...], together: tuple[str, ...], undecided: tuple[str, ...]) -> str:
    if len(alone) == 1:
        return _TYPES[alone[0]]
    if alone or together:
        return "Type-N"
    return UNDETERMINED if undecided else "Type-1"


def _unsure(base: Rating, other: Rating) -> bool:
    return UNDETERMINED in (base.level, other.level) and not _differ(base, other)


def _differ(base: Rating, other: Rating) -> bool:
    (least, most), (low, high) = (_ranks(base), _ranks(other))
    return most < low or high < least


def _ranks(rating: Rating) -> tuple[int, int]:
    """Return the ranks between which a rating lies: its level, or the bounds of one that is undetermined."""
    ends = rating.bounds if rating.level == UNDETERMINED else (rating.level, rating.level)
    least, most = map(rating.levels.index, ends)
    return least, most
