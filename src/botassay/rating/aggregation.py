"""From the levels of several issues to one rating, for one kind of user (paper 000, step 4).

A rule weighs levels. `aggregate` applies a rule: vetoes, issues that could not be measured, and whether the
published rule gives another rating. `rate_levels` adds what no rule may outvote: what is beyond doubt, and how far the
rating could move.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Final

from botassay.core.errors import UsageError, blame
from botassay.core.results import (
    UNDETERMINED,
    Aggregated,
    Graded,
    Profile,
    ProfileVerdict,
    RedFlag,
    RuleApplied,
    TieBreak,
    plain,
)
from botassay.core.scale import TRUST_RISK, Level, Scale
from botassay.plugins.registry import RULES

MOST_TRIED: Final = 3**9
"""Maximum number of combinations of levels tried for unmeasured issues."""
MONOTONE: Final = ("median", "linear")
"""Rules by which nothing getting worse makes a rating better: the two ends of what could be are its bounds."""

# ── the rules ───────────────────────────────────────────────────────────────────────────────────────────────────────


def median(graded: Mapping[str, Graded], weights: Mapping[str, Fraction], ties: TieBreak) -> Aggregated:
    """Take the weighted median of the levels: the upper one when tied and pessimistic, the lower one otherwise.

    Monotone: nothing getting worse can make the rating better.
    """
    behind = _behind(graded, weights)
    half = sum(behind.values()) / 2
    rising = sorted(behind)
    lower = next(level for level in rising if sum(behind[x] for x in rising if x <= level) >= half)
    upper = next(level for level in reversed(rising) if sum(behind[x] for x in rising if x >= level) >= half)
    return Aggregated(upper if ties is TieBreak.PESSIMISTIC else lower, _tally(behind), tied=lower != upper)


def paper(graded: Mapping[str, Graded], weights: Mapping[str, Fraction], ties: TieBreak) -> Aggregated:
    """Return the level with the largest total weight, as published (paper 000, step 4).

    Not monotone: with B low, AL medium, CC medium, IL high and B > AL > CC > IL it returns medium; when AL worsens to
    high it returns low.
    """
    behind = _behind(graded, weights)
    most = [level for level in sorted(behind) if behind[level] == max(behind.values())]
    return Aggregated(most[-1] if ties is TieBreak.PESSIMISTIC else most[0], _tally(behind), tied=len(most) > 1)


def linear(graded: Mapping[str, Graded], weights: Mapping[str, Fraction], ties: TieBreak) -> Aggregated:
    """Average the risks under the weights, and cut the average evenly: the paper's "linear combination"."""
    del ties  # an average is never tied
    scale = next(iter(graded.values())).scale
    total = sum(weights[code] * Fraction(graded[code].risk) for code in graded)
    average = total / sum(weights[code] for code in graded)
    return Aggregated(scale.level(float(average)), _tally(_behind(graded, weights)), tied=False)


def _behind(graded: Mapping[str, Graded], weights: Mapping[str, Fraction]) -> dict[Level, Fraction]:
    behind: dict[Level, Fraction] = {}
    for code, grade in graded.items():
        behind[grade.level] = behind.get(grade.level, Fraction(0)) + weights[code]
    return behind


def _tally(behind: Mapping[Level, Fraction]) -> dict[str, Fraction]:
    return {level.name: behind[level] for level in sorted(behind)}


_OTHER: Final = {"median": "paper", "paper": "median"}

# ── a rule at work ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Terms:
    """The rule, weights and vetoes by which a rating is computed."""

    rule: str = "median"
    ties: TieBreak = TieBreak.PESSIMISTIC
    veto: tuple[str, ...] = ()
    """Issues that cap the rating."""
    scale: Scale = TRUST_RISK

    def check(self, rated: Container[str]) -> None:
        """Refuse a veto of an issue that is not rated.

        Raises: UsageError.
        """
        for code in self.veto:
            if code not in rated:
                raise UsageError(f"{code} cannot cap the rating: it is not rated", hint="name it with --issues")


def aggregate(
    profile: Profile,
    graded: Mapping[str, Graded | None],
    terms: Terms,
    floors: Mapping[str, Level] = MappingProxyType({}),
) -> ProfileVerdict:
    """Make one rating out of the levels of several issues.

    An issue that is None was not measured: the rating is worked out for every level that it could have, from its floor
    on. If all agree the rating stands; otherwise it is undetermined, between the best and the worst of them.

    Raises: UsageError for a veto of an issue that is not rated, or when too much is unmeasured to try it all out.
    """
    terms.check(graded)
    levels = terms.scale.levels
    possible = {code: _unmeasured(terms.scale, floors.get(code, levels[0])) for code in graded}
    return _Case(graded, profile.weighed(graded), possible, terms.scale).verdict(profile, terms)


@dataclass(frozen=True, slots=True)
class GradedRange:
    """One issue as a rating sees it, with all that it could be."""

    point: Graded | None
    """At its value; None where it was not measured, or on too little evidence for a level."""
    could_be: tuple[Graded, ...]
    """Least risk first: the ends of its interval, and the levels between. All of one level: it is beyond doubt."""

    @classmethod
    def sure(cls, grade: Graded) -> "GradedRange":
        """Return an issue whose level is beyond doubt."""
        return cls(grade, (grade,))

    @classmethod
    def unmeasured(cls, scale: Scale) -> "GradedRange":
        """Return an issue that could be at any level."""
        return cls(None, tuple(_unmeasured(scale, scale.levels[0])))


def rate_levels(
    profile: Profile, issues: Mapping[str, GradedRange], terms: Terms, reasons: Mapping[str, str]
) -> ProfileVerdict:
    """Make one rating out of several issues: by the rule, and never better than what is beyond doubt.

    The rating is the worst of what the rule says, one level below the worst that any issue is at least, and what an
    issue of the first rank is at least. Its bounds are the best and the worst rating over all that the issues could be,
    by the same three: what an issue could be, it would be at least if the evidence settled there.

    Args:
        profile: the kind of user.
        issues: by code, with all that each could be.
        terms: the rule, weights and vetoes.
        reasons: by code, why an issue at the worst level is there: the reason of its red flag.

    Raises: UsageError for a veto of an issue that is not rated, or when too much is unmeasured to try it all out.
    """
    terms.check(issues)
    graded = {code: issue.point for code, issue in issues.items()}
    possible = {code: issue.could_be for code, issue in issues.items()}
    case = _Case(graded, profile.weighed(graded), possible, terms.scale, _least(profile, issues, terms.scale))
    verdict = case.verdict(profile, terms)
    best, worst = case.extremes(terms)
    worst = max(worst, _most(profile, issues, terms.scale))
    alone = replace(case, least=terms.scale.levels[0]).verdict(profile, terms).level
    return replace(
        verdict,
        bounds=(best.name, worst.name),
        rule=replace(verdict.rule, raised_from=alone if alone != verdict.level else None),
        flags=tuple(
            RedFlag(code, terms.scale.names[-1], reasons.get(code, ""))
            for group in profile.over(issues)
            for code in group
            if issues[code].could_be[0].level == terms.scale.levels[-1]
        ),
    )


def _least(profile: Profile, issues: Mapping[str, GradedRange], scale: Scale) -> Level:
    """Return the level that no rating can be better than, on ground of what is beyond doubt."""
    at_least = {code: issue.could_be[0].level for code, issue in issues.items()}
    first = max((at_least[code] for code in profile.over(issues)[0]), default=scale.levels[0])
    return max(first, scale.levels[max(0, max(at_least.values()).rank - 1)])


def _most(profile: Profile, issues: Mapping[str, GradedRange], scale: Scale) -> Level:
    """Return the level that a rating would not be better than if each measured issue were as bad as it could be."""
    at_most = {code: issue.could_be[-1].level for code, issue in issues.items() if issue.point is not None}
    first = max((at_most[code] for code in profile.over(issues)[0] if code in at_most), default=scale.levels[0])
    return max(first, scale.levels[max(0, max(at_most.values(), default=scale.levels[0]).rank - 1)])


@dataclass(frozen=True, slots=True)
class _Case:
    """What is known of the issues, and what could be."""

    graded: Mapping[str, Graded | None]
    weights: Mapping[str, Fraction]
    possible: Mapping[str, Sequence[Graded]]
    """All that each issue could be, least risk first."""
    scale: Scale
    least: Level | None = None
    """The level that the rating cannot be better than."""

    def verdict(self, profile: Profile, terms: Terms) -> ProfileVerdict:
        """Return the rating at the values, over every level of what was not measured."""
        levels, tied = self.outcomes(terms)
        best, worst = levels[0], levels[-1]
        settled = best == worst
        return ProfileVerdict(
            profile,
            best.name if settled else UNDETERMINED,
            (best.name, worst.name),
            RuleApplied(
                name=terms.rule,
                ties=str(terms.ties),
                weights={code: plain(weight) for code, weight in self.weights.items()},
                tally=self.tally(),
                tied=tied if settled else None,
                ignored=tuple(code for code, weight in self.weights.items() if not weight and code not in terms.veto),
                unmeasured={code: plain(weight) for code, weight in self.weights.items() if self.graded[code] is None},
                veto=terms.veto,
                disagrees_with=self.dissent(terms, best) if settled else None,
            ),
        )

    def outcomes(self, terms: Terms) -> tuple[list[Level], bool]:
        """Compute the rating for every level of the unmeasured issues: its levels, and whether any was tied."""
        choices = {
            code: [grade] if grade else self._matters(code, self.possible[code], terms.veto)
            for code, grade in self.graded.items()
        }
        if prod(map(len, choices.values())) > MOST_TRIED:
            raise UsageError("too many unmeasured issues to compute the possible ratings", hint="rate fewer issues")
        return self._rated(terms, _combinations(choices))

    def extremes(self, terms: Terms) -> tuple[Level, Level]:
        """Return the best and the worst rating over all that the issues could be.

        Under a rule that is not known to be monotone every combination is tried, if there are not too many; otherwise
        the two ends and what the unmeasured issues allow.
        """
        ends = [{code: could[at] for code, could in self.possible.items()} for at in (0, -1)]
        levels, _ = self._rated(terms, ends)
        choices = {code: self._matters(code, could, terms.veto) for code, could in self.possible.items()}
        if terms.rule not in MONOTONE:
            few = prod(map(len, choices.values())) <= MOST_TRIED
            more = self._rated(terms, _combinations(choices)) if few else self.outcomes(terms)
            levels = sorted({*levels, *more[0], *self.outcomes(terms)[0]})
        return levels[0], levels[-1]

    def tally(self) -> dict[str, int | float]:
        """Return the weight behind each level, of the measured issues."""
        behind = dict.fromkeys(self.scale.names, Fraction(0))
        for code, grade in self.graded.items():
            if grade is not None:
                behind[grade.level.name] += self.weights[code]
        return {name: plain(weight) for name, weight in behind.items()}

    def dissent(self, terms: Terms, level: Level) -> str | None:
        """Name the other of `median` and `paper`, if it gives another rating."""
        other = _OTHER.get(terms.rule)
        if other is None:
            return None
        levels, _ = self.outcomes(replace(terms, rule=other))
        return None if levels == [level] else other

    def _rated(self, terms: Terms, wholes: Iterable[Mapping[str, Graded]]) -> tuple[list[Level], bool]:
        """Return the levels that the rule gives over some combinations, and whether any of them was tied."""
        rule = RULES.get(terms.rule)
        levels: set[Level] = set()
        tied = False
        for whole in wholes:
            floor = [whole[code].level for code in terms.veto] + ([self.least] if self.least else [])
            with blame(f"the rule {terms.rule}"):
                by_ties = {ties: max([rule(whole, self.weights, ties).level, *floor]) for ties in TieBreak}
            levels.add(by_ties[terms.ties])
            tied = tied or len(set(by_ties.values())) > 1
        return sorted(levels), tied

    def _matters(self, code: str, possible: Sequence[Graded], veto: tuple[str, ...]) -> Sequence[Graded]:
        """Return the levels of an issue that could make a difference: of one without weight, any one."""
        return possible if self.weights[code] or code in veto else possible[:1]


def _combinations(choices: Mapping[str, Sequence[Graded]]) -> Iterator[dict[str, Graded]]:
    for combination in product(*choices.values()):
        yield dict(zip(choices, combination, strict=True))


def _unmeasured(scale: Scale, least: Level) -> list[Graded]:
    """Return every level from one on, as the rules see it where there is no value."""
    top = scale.levels[-1].rank
    return [Graded(level, level.rank / top, scale) for level in scale.levels if level >= least]


def from_levels(levels: Mapping[str, str], scale: Scale = TRUST_RISK) -> dict[str, Graded | None]:
    """IssueResult issues of which only the level is known: each stands in the middle of its level; `?` is unmeasured.

    Raises: UsageError for a level that there is not.

    >>> from_levels({"AL": "L", "IL": "?"})["AL"]
    Graded(level=Level(rank=0, name='low'), risk=0.16666666666666666, scale=Scale(names=('low', 'medium', 'high')))
    """
    return {code: None if name == "?" else _middle(code, name, scale) for code, name in levels.items()}


def _middle(code: str, name: str, scale: Scale) -> Graded:
    try:
        level = scale.named(name)
    except ValueError as error:
        raise UsageError(f"{code}={name}: {error}", hint="write ? for an issue that was not measured") from None
    return Graded(level, (level.rank + 0.5) / len(scale.names), scale)
