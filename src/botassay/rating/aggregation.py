"""From the levels of several issues to one rating, for one kind of user (paper 000, step 4).

A rule weighs levels. `aggregate` applies a rule: vetoes, issues that could not be measured, and whether the
published rule gives another rating.
"""

from collections.abc import Container, Iterator, Mapping
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
    RuleApplied,
    TieBreak,
    plain,
)
from botassay.core.scale import TRUST_RISK, Level, Scale
from botassay.plugins.registry import RULES

MOST_TRIED: Final = 3**9
"""Maximum number of combinations of levels tried for unmeasured issues."""

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
    weights = profile.weighed(graded)
    case = _Case(graded, weights, floors, terms.scale)
    levels, tied = case.outcomes(terms)
    best, worst = levels[0], levels[-1]
    settled = best == worst
    return ProfileVerdict(
        profile,
        best.name if settled else UNDETERMINED,
        (best.name, worst.name),
        RuleApplied(
            name=terms.rule,
            ties=str(terms.ties),
            weights={code: plain(weight) for code, weight in weights.items()},
            tally=case.tally(),
            tied=tied if settled else None,
            ignored=tuple(code for code, weight in weights.items() if not weight and code not in terms.veto),
            unmeasured={code: plain(weight) for code, weight in weights.items() if graded[code] is None},
            veto=terms.veto,
            disagrees_with=case.dissent(terms, best) if settled else None,
        ),
    )


@dataclass(frozen=True, slots=True)
class _Case:
    """What is known of the issues, and what could be."""

    graded: Mapping[str, Graded | None]
    weights: Mapping[str, Fraction]
    floors: Mapping[str, Level]
    scale: Scale

    def outcomes(self, terms: Terms) -> tuple[list[Level], bool]:
        """Compute the rating for every level of the unmeasured issues: its levels, and whether any was tied."""
        rule = RULES.get(terms.rule)
        levels: set[Level] = set()
        tied = False
        for whole in self._completions(terms.veto):
            floor = [whole[code].level for code in terms.veto]
            with blame(f"the rule {terms.rule}"):
                by_ties = {ties: max([rule(whole, self.weights, ties).level, *floor]) for ties in TieBreak}
            levels.add(by_ties[terms.ties])
            tied = tied or len(set(by_ties.values())) > 1
        return sorted(levels), tied

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

    def _completions(self, veto: tuple[str, ...]) -> Iterator[dict[str, Graded]]:
        """Fill in what was not measured, in every way that could matter."""
        choices = {code: [grade] if grade else self._possible(code, veto) for code, grade in self.graded.items()}
        if prod(map(len, choices.values())) > MOST_TRIED:
            raise UsageError("too many unmeasured issues to compute the possible ratings", hint="rate fewer issues")
        for combination in product(*choices.values()):
            yield dict(zip(choices, combination, strict=True))

    def _possible(self, code: str, veto: tuple[str, ...]) -> list[Graded]:
        levels = self.scale.levels
        least = self.floors.get(code, levels[0])
        possible = [Graded(level, level.rank / levels[-1].rank, self.scale) for level in levels if level >= least]
        return possible if self.weights[code] or code in veto else possible[:1]


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
