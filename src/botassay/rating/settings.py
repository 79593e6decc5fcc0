"""The settings of a rating: every choice that can change it, and nothing else."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from botassay.core.errors import UsageError
from botassay.core.foreign import is_foreign, issue_code
from botassay.core.results import Profile, TieBreak
from botassay.core.scale import TRUST_RISK, Scale
from botassay.grading.default_issues import SubjectKind
from botassay.grading.settings import GradingSettings, one_of
from botassay.plugins.registry import RULES
from botassay.profiles.published import EXTENDED, profile, standard_profiles
from botassay.rating.aggregation import Terms
from botassay.settings.aggregation import AggregationSettings
from botassay.settings.rating import External, RatingSettings


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
    external: External = "show"
    """What becomes of the verdicts of other tools."""
    law: tuple[str, ...] = ()
    """Places whose laws are looked at; empty: all."""

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

    def check_foreign(self) -> None:
        """Refuse issues of other tools that are not to be rated, or have no cuts; raises UsageError."""
        foreign = [code for code in self.rated if is_foreign(code)]
        for code in foreign:
            if self.external != "rate":
                hint = "add --external rate to rate what another tool found"
                raise UsageError(f"{code} is an issue of another tool, which is only shown", hint=hint)
            if code not in self.cuts:
                raise UsageError(f"{code} has no cuts between the levels", hint=f"add them: --cut {code}=0.02,0.10")
        if self.external == "rate" and not foreign:
            hint = "name one: --order garak:dan.DAN,AL --cut garak:dan.DAN=0.02,0.10"
            raise UsageError("--external rate requires an issue of another tool in --order", hint=hint)

    @classmethod
    def of(
        cls,
        chosen: RatingSettings,
        known: Mapping[str, Profile] = MappingProxyType({}),
        *,
        kind: SubjectKind = "dialogs",
        trained_leakage: bool = False,
        at_risk: bool = False,
    ) -> Self:
        """The choices that plain settings stand for.

        Args:
            chosen: the plain settings.
            known: profiles by name that are neither published nor read from a file again.
            kind: what is rated.
            trained_leakage: whether a model is trained on the dialogs.
            at_risk: whether a live bot is declared for people who may be in danger.

        Raises: UsageError, and ConfigurationError for a profile file that is not sound.
        """
        named, added, omitted = (_marked(chosen.issues, mark) for mark in ("", "+", "-"))
        if named and omitted:
            raise UsageError(f"--issues names issues and leaves out {omitted[0]}", hint="name those to rate alone")
        settings = cls(
            method=chosen.method,
            kind=kind,
            trained_leakage=trained_leakage,
            at_risk=at_risk,
            profiles=profiles_of(chosen, known) or tuple(EXTENDED.values()),
            issues=(*named, *added) if named else None,
            added=added,
            omitted=omitted,
            rule=chosen.rule,
            ties=TieBreak(chosen.ties) if chosen.ties else None,
            missing=chosen.missing,
            veto=tuple(map(issue_code, chosen.veto)),
            min_coverage=chosen.min_coverage,
            cuts={**chosen.cuts, **cuts_typed(chosen.cut)},
            external=chosen.external,
            law=chosen.law,
            scale=TRUST_RISK if chosen.levels is None else Scale.parse(chosen.levels),
        )
        settings.check_foreign()
        return settings

    @property
    def rated(self) -> tuple[str, ...]:
        """The issues that are rated."""
        if self.issues is not None:
            return tuple(dict.fromkeys(self.issues))
        typed = [code for profile in self.profiles if profile.source != "paper" for code in profile.codes]
        if not typed:
            return self.default_issues
        return tuple(code for code in dict.fromkeys((*typed, *self.added)) if code not in self.omitted)

    @property
    def named(self) -> frozenset[str]:
        """The issues that were named, and are rated whatever the evidence."""
        typed = (code for profile in self.profiles if profile.source != "paper" for code in profile.codes)
        return frozenset({*(self.issues or ()), *self.added, *self.veto, *typed})

    @property
    def terms(self) -> Terms:
        """By what rule levels become a rating."""
        rule = self.rule or ("paper" if self.published else "median")
        return Terms(rule, self.ties or TieBreak.PESSIMISTIC, self.veto, self.scale)


def _marked(issues: Iterable[str], mark: str) -> tuple[str, ...]:
    """Return the issues that are typed with a mark, without it; those without any where it is empty."""
    typed = [code.strip() for code in issues]
    if not mark:
        return tuple(issue_code(code) for code in typed if code[:1] not in ("+", "-"))
    return tuple(issue_code(code[1:]) for code in typed if code[:1] == mark)


def cuts_typed(typed: Iterable[str]) -> dict[str, tuple[float, ...]]:
    """Return cuts that are typed as `MEASURE=0.02,0.10`.

    Raises: UsageError.

    >>> cuts_typed(["garak:dan.DAN=0.02,0.1"])
    {'garak:dan.DAN': (0.02, 0.1)}
    """
    cuts: dict[str, tuple[float, ...]] = {}
    for text in typed:
        measure, _, numbers = text.partition("=")
        try:
            cuts[measure.strip()] = tuple(float(number) for number in numbers.split(","))
        except ValueError:
            hint = "write it like garak:dan.DAN=0.02,0.10"
            raise UsageError(f"--cut {text!r} is not a measure with numbers", hint=hint) from None
    return cuts


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
