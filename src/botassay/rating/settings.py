"""What a rating is made by: every choice that can change it, and nothing else."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, Self, get_args

from botassay.core.errors import UnknownNameError, UsageError
from botassay.core.results import Profile, TieBreak
from botassay.core.scale import STANDARD_ISSUES, TRUST_RISK, Issue, Scale
from botassay.plugins.registry import CHECKERS, RULES
from botassay.profiles.published import PUBLISHED, profile
from botassay.rating.aggregation import Terms
from botassay.settings.rating import AggregationSettings, RatingSettings

DEFAULT_ISSUES: Final = ("AL", "B", "IL", "CC")
"""The four issues of paper 000."""

Method = Literal["botassay", "paper"]
Missing = Literal["bounds", "pessimistic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The choices of a rating; None leaves a choice to the method.

    Raises: UsageError when they make no sense together.
    """

    method: Method = "botassay"
    profiles: tuple[Profile, ...] = tuple(PUBLISHED.values())
    issues: tuple[str, ...] | None = None
    """Which issues are rated; None: those that a typed order or typed weights name, else the paper's four."""
    rule: str | None = None
    ties: TieBreak | None = None
    missing: Missing | None = None
    veto: tuple[str, ...] = ()
    min_coverage: float = 0.9
    cuts: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """By measure, where they differ from the issue's own."""
    scale: Scale = TRUST_RISK
    """The levels of a rating."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense, before any work is done."""
        _one_of("method", self.method, get_args(Method))
        _one_of("way with what is missing", self.missing, (None, *get_args(Missing)))
        _one_of("tie-break", self.ties, (None, *TieBreak))
        if not 0 <= self.min_coverage <= 1:
            raise UsageError(f"the least coverage {self.min_coverage} is not in [0, 1]")
        if not self.profiles:
            raise UsageError("there is no profile to rate for")
        if not self.rated:
            raise UsageError("no issue is rated", hint="name one with --issues")
        for measure, cuts in self.cuts.items():
            self.scale.check_cuts(measure, cuts)
        RULES.get(self.terms.rule)
        self.terms.check(self.rated)
        for each in self.profiles:
            each.weighed(self.rated)

    @classmethod
    def of(cls, chosen: RatingSettings, known: Mapping[str, Profile] = MappingProxyType({})) -> Self:
        """The choices that plain settings stand for.

        Args:
            chosen: the plain settings.
            known: profiles by name that are neither published nor read from a file again.

        Raises: UsageError, and ConfigurationError for a profile file that is not sound.
        """
        return cls(
            method=chosen.method,
            profiles=profiles_of(chosen, known) or tuple(PUBLISHED.values()),
            issues=tuple(code.upper() for code in chosen.issues) or None,
            rule=chosen.rule,
            ties=TieBreak(chosen.ties) if chosen.ties else None,
            missing=chosen.missing,
            veto=tuple(code.upper() for code in chosen.veto),
            min_coverage=chosen.min_coverage,
            cuts=chosen.cuts,
            scale=TRUST_RISK if chosen.levels is None else Scale.parse(chosen.levels),
        )

    def check(self, brought: Container[str]) -> None:
        """Refuse issues that are neither of the house, nor registered, nor brought along.

        Raises: UnknownNameError.
        """
        for code in self.rated:
            if code not in STANDARD_ISSUES and code not in CHECKERS and code not in brought:
                raise UnknownNameError.among("issue", code, {*STANDARD_ISSUES, *CHECKERS.names()})

    def check_measures(self, issues: Mapping[str, Issue]) -> None:
        """Refuse cuts of a measure that no rated issue has; those of issues that are not rated may stand.

        Raises: UnknownNameError.
        """
        known = {measure.name for issue in issues.values() for measure in issue.measures}
        for measure in self.cuts:
            code = measure.partition(".")[0]
            elsewhere = code not in issues and (code in STANDARD_ISSUES or code in CHECKERS)
            if measure not in known and not elsewhere:
                raise UnknownNameError.among("measure", measure, known)

    @property
    def published(self) -> bool:
        """Whether every choice that nobody made is the published one."""
        return self.method == "paper"

    @property
    def rated(self) -> tuple[str, ...]:
        """The issues that are rated."""
        if self.issues is not None:
            return tuple(dict.fromkeys(self.issues))
        typed = [code for profile in self.profiles if profile.source != "paper" for code in profile.codes]
        return tuple(dict.fromkeys(typed)) or DEFAULT_ISSUES

    @property
    def terms(self) -> Terms:
        """By what rule levels become a rating."""
        rule = self.rule or ("paper" if self.published else "median")
        return Terms(rule, self.ties or TieBreak.PESSIMISTIC, self.veto, self.scale)

    @property
    def assumes(self) -> bool:
        """Whether a middling level stands in for what was not measured."""
        return (self.missing or ("pessimistic" if self.published else "bounds")) == "pessimistic"

    def cuts_of(self, issue: Issue, measure: str) -> tuple[float, ...]:
        """Give the cuts of a measure: those that somebody set, even ones by the published method, else the issue's own.

        Those were made for three levels; for another number of them they are stretched.
        """
        if measure in self.cuts:
            return self.cuts[measure]
        return self.scale.even if self.published else self.scale.adopted(issue.measure(measure).cuts)


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
            raise UsageError(f"two profiles are called {each.name!r}", hint='give one of them another name = "…"')
    return tuple(by_name.values())


def profile_typed(user: str) -> Profile:
    """A profile by its name or file, or an order of importance as a profile.

    Raises: UnknownNameError, UsageError.

    >>> profile_typed("IL > AL").name
    'IL > AL'
    """
    return Profile.parse(user, name=user) if {",", ">"} & set(user) else profile(user)


def _one_of(noun: str, value: str | None, known: tuple[str | None, ...]) -> None:
    if value not in known:
        raise UnknownNameError.among(noun, str(value), [name for name in known if name])
