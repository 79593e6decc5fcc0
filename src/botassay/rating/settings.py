"""The settings of a rating: every choice that can change it, and nothing else."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from botassay.core.errors import UsageError
from botassay.core.results import Profile, TieBreak
from botassay.core.scale import TRUST_RISK, Scale
from botassay.grading.default_issues import SubjectKind
from botassay.grading.settings import GradingSettings, one_of
from botassay.plugins.registry import RULES
from botassay.profiles.published import EXTENDED, profile, standard_profiles
from botassay.rating.aggregation import Terms
from botassay.settings.aggregation import AggregationSettings
from botassay.settings.rating import RatingSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(GradingSettings):
    """The choices of a rating; None leaves a choice to the method.

    Without `issues` those are rated that a typed order or typed weights name, else the default ones. By the method
    `paper` the published profiles have their published orders.

    Raises: UsageError when they make no sense together.
    """

    profiles: tuple[Profile, ...] = tuple(EXTENDED.values())
    rule: str | None = None
    ties: TieBreak | None = None
    veto: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what makes no sense, before any work is done."""
        one_of("tie-break", self.ties, (None, *TieBreak))
        if not self.profiles:
            raise UsageError("no profile is given", hint="name one, such as abuse")
        standard = standard_profiles(self.method)
        profiles = (standard.get(each.name, each) if each.source == "paper" else each for each in self.profiles)
        object.__setattr__(self, "profiles", tuple(profiles))
        GradingSettings.__post_init__(self)
        RULES.get(self.terms.rule)
        self.terms.check(self.rated)
        for each in self.profiles:
            each.weighed(self.rated)

    @classmethod
    def of(
        cls,
        chosen: RatingSettings,
        known: Mapping[str, Profile] = MappingProxyType({}),
        *,
        kind: SubjectKind = "dialogs",
        trained_leakage: bool = False,
    ) -> Self:
        """The choices that plain settings stand for.

        Args:
            chosen: the plain settings.
            known: profiles by name that are neither published nor read from a file again.
            kind: what is rated.
            trained_leakage: whether a model is trained on the dialogs.

        Raises: UsageError, and ConfigurationError for a profile file that is not sound.
        """
        return cls(
            method=chosen.method,
            kind=kind,
            trained_leakage=trained_leakage,
            profiles=profiles_of(chosen, known) or tuple(EXTENDED.values()),
            issues=tuple(code.upper() for code in chosen.issues) or None,
            rule=chosen.rule,
            ties=TieBreak(chosen.ties) if chosen.ties else None,
            missing=chosen.missing,
            veto=tuple(code.upper() for code in chosen.veto),
            min_coverage=chosen.min_coverage,
            cuts=chosen.cuts,
            scale=TRUST_RISK if chosen.levels is None else Scale.parse(chosen.levels),
        )

    @property
    def rated(self) -> tuple[str, ...]:
        """The issues that are rated."""
        if self.issues is not None:
            return tuple(dict.fromkeys(self.issues))
        typed = [code for profile in self.profiles if profile.source != "paper" for code in profile.codes]
        return tuple(dict.fromkeys(typed)) or self.default_issues

    @property
    def named(self) -> frozenset[str]:
        """The issues that were named, and are rated whatever the evidence."""
        typed = (code for profile in self.profiles if profile.source != "paper" for code in profile.codes)
        return frozenset({*(self.issues or ()), *self.veto, *typed})

    @property
    def terms(self) -> Terms:
        """By what rule levels become a rating."""
        rule = self.rule or ("paper" if self.published else "median")
        return Terms(rule, self.ties or TieBreak.PESSIMISTIC, self.veto, self.scale)


def profiles_of(chosen: AggregationSettings, known: Mapping[str, Profile]) -> tuple[Profile, ...]:
    """The profiles that settings name; none where they name none.

    Raises: UsageError where two have the same name.
    """
    if chosen.order is not None:
        return (Profile.parse(chosen.order),)
    if chosen.weights is not None:
        return (Profile.weighted(chosen.weights),)
    return _distinct(known.get(name) or profile(name) for name in chosen.profiles)


def _distinct(profiles: Iterable[Profile]) -> tuple[Profile, ...]:
    by_name: dict[str, Profile] = {}
    for each in profiles:
        if by_name.setdefault(each.name, each) != each:
            raise UsageError(f"two profiles have the name {each.name!r}", hint='give one of them another name = "…"')
    return tuple(by_name.values())


def profile_typed(user: str) -> Profile:
    """A profile by its name or file, or an order of importance as a profile.

    Raises: UnknownNameError, UsageError.

    >>> profile_typed("IL > AL").name
    'IL > AL'
    """
    return Profile.parse(user, name=user) if {",", ">"} & set(user) else profile(user)
