"""Profiles, results of issues and the rating document."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, Literal, Self, TypeAlias

from msgspec import UNSET, UnsetType

from botassay.core.clause_evidence import ClauseEvidence
from botassay.core.errors import UsageError
from botassay.core.evidence import Finding
from botassay.core.facts import Fact, FactTable
from botassay.core.foreign import issue_code
from botassay.core.scale import DOUBT, STANDARD_ISSUES, TRUST_RISK, Level, Scale
from botassay.core.second_opinion import SecondOpinion

UNDETERMINED: Final = "undetermined"

# ── for whom ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of user, by what matters to them.

    >>> Profile.parse("B,AL,CC,IL").weighed(["AL", "B", "CC", "IL"])
    {'B': Fraction(3, 1), 'AL': Fraction(2, 1), 'CC': Fraction(1, 1), 'IL': Fraction(0, 1)}
    """

    name: str
    order: tuple[tuple[str, ...], ...]
    """Groups of equally important issues, most important first."""
    weights: Mapping[str, int | float] | None = None
    """Explicit weights; None: they follow from the ranks."""
    source: Literal["paper", "typed", "voted"] = "typed"

    @classmethod
    def parse(cls, order: str, name: str = "custom") -> Self:
        """Read an order as people type it: `IL,AL,B=CC`, or with `>` for the comma.

        Raises: UsageError for an empty place or an issue that appears twice.
        """
        groups = tuple(
            tuple(issue_code(code) for code in group.split("=")) for group in order.replace(">", ",").split(",")
        )
        codes = [code for group in groups for code in group]
        if not all(codes):
            raise UsageError(f"E190 the order {order!r} has an empty place", hint="write it like IL,AL,B=CC")
        if len(set(codes)) < len(codes):
            raise UsageError(f"E192 the order {order!r} names an issue twice", hint="name each issue once")
        return cls(name, groups)

    @classmethod
    def weighted(cls, text: str, name: str = "custom") -> Self:
        """Read weights as people type them: `IL=5,AL=2`; the order follows from them.

        Raises: UsageError for a weight that is not a number, a negative one, or a sum of 0.
        """
        weights = dict(_weight(part) for part in text.split(","))
        if len(weights) < len(text.split(",")):
            raise UsageError(f"E192 the weights {text!r} name an issue twice", hint="name each issue once")
        if not sum(weights.values()):
            raise UsageError(
                f"E193 the weights {text!r} add up to 0, so no issue would count", hint="give one a weight above 0"
            )
        steps = sorted(set(weights.values()), reverse=True)
        order = tuple(tuple(code for code in weights if weights[code] == step) for step in steps)
        return cls(name, order, {code: plain(Fraction(weight)) for code, weight in weights.items()})

    @property
    def codes(self) -> tuple[str, ...]:
        """All issues that the profile names, most important first."""
        return tuple(code for group in self.order for code in group)

    def over(self, rated: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """Return the order over the rated issues alone.

        Issues that are not rated are dropped and the ranks close up; rated ones that the profile lacks follow, each
        with a separate rank, in the standard order. In a published profile CR shares the rank of AL.
        """
        chosen = set(rated)
        order = _with_companions(self.order, chosen - set(self.codes)) if self.source == "paper" else self.order
        groups = tuple(tuple(code for code in group if code in chosen) for group in order)
        lacking = sorted(chosen - {code for group in order for code in group}, key=house_order)
        return tuple(group for group in groups if group) + tuple((code,) for code in lacking)

    def weighed(self, rated: Iterable[str]) -> dict[str, Fraction]:
        """Return the weight of each rated issue: k minus its rank (paper 000, step 4), or what was typed.

        Issues tied in importance share the better rank (1, 1, 3, 4); a single issue weighs 1; with typed weights, an
        issue that has none weighs 0.

        Raises: UsageError when the weights of the rated issues add up to 0.
        """
        order = self.over(rated)
        if self.weights is not None:
            weights = {code: _exact(self.weights.get(code, 0)) for group in order for code in group}
            if not sum(weights.values()):
                raise UsageError("the weights of the rated issues add up to 0, so no issue would count")
            return weights
        k = sum(len(group) for group in order)
        weights, ahead = {}, 0
        for group in order:
            weights |= dict.fromkeys(group, Fraction(1 if k == 1 else k - ahead - 1))
            ahead += len(group)
        return weights


_COMPANIONS: Final[Mapping[str, str]] = {"CR": "AL"}
"""Issues that share the rank of another in published profiles, which came before them."""


def _with_companions(order: tuple[tuple[str, ...], ...], lacking: Container[str]) -> tuple[tuple[str, ...], ...]:
    own = {beside: code for code, beside in _COMPANIONS.items() if code in lacking}
    return tuple(tuple(part for code in group for part in (code, own.get(code)) if part) for group in order)


KINDS_OF_USERS: Final[Mapping[str, str]] = {
    "conversation": "used to talking with people, less with chatbots or in English: seniors, non-native speakers",
    "fairness": "concerned mostly about equal treatment of people",
    "privacy": "concerned mostly about the privacy of what they say",
    "abuse": "new to conversation and easily hurt, like children",
}
"""Who the published profiles speak for, by the name of the profile (paper 000)."""


def house_order(code: str) -> tuple[int, str]:
    """Sort key of issues that nobody ranked: as in STANDARD_ISSUES, then alphabetically."""
    return (STANDARD_ISSUES.index(code) if code in STANDARD_ISSUES else len(STANDARD_ISSUES), code)


Identified: TypeAlias = Literal["declared", "custom", "covert"] | None
"""As what requests identify the client: botassay, another name, or a browser; None where there are no requests."""
_DIGITS: Final = 15
"""Decimal digits that survive in JSON, exactly."""


def _weight(part: str) -> tuple[str, Decimal]:
    code, equals, number = part.partition("=")
    try:
        weight = Decimal(number.strip())
    except InvalidOperation:
        weight = Decimal("NaN")
    exact = weight.is_finite() and len(weight.as_tuple().digits) <= _DIGITS and abs(weight.adjusted()) <= _DIGITS
    if weight.is_finite() and not exact:
        raise UsageError(f"E193 the weight {part.strip()!r} has too many digits", hint=f"write at most {_DIGITS}")
    if not code.strip() or not equals or not exact:
        raise UsageError(f"E193 {part.strip()!r} is not a weight", hint="write weights like IL=5,AL=2")
    if weight < 0:
        raise UsageError(f"E193 the weight {part.strip()!r} is negative", hint="write 0 or more")
    return issue_code(code), weight


def _exact(weight: float) -> Fraction:
    return Fraction(str(weight))  # 0.1 as it was typed, not as the nearest double


def plain(number: Fraction) -> int | float:
    """Write a fraction the way people do: whole where it is whole."""
    return number.numerator if number.denominator == 1 else float(number)


# ── what aggregation takes and gives ────────────────────────────────────────────────────────────────────────────────


class TieBreak(StrEnum):
    """Which of several equally supported levels wins: the one with more risk, or the one with less."""

    PESSIMISTIC = "pessimistic"
    OPTIMISTIC = "optimistic"


@dataclass(frozen=True, slots=True)
class Graded:
    """One issue as an aggregation rule sees it."""

    level: Level
    risk: float
    """In [0, 1], mapped so that the levels are equally wide."""
    scale: Scale = TRUST_RISK
    """The scale that the level is of."""


@dataclass(frozen=True, slots=True)
class Aggregated:
    """What an aggregation rule comes to."""

    level: Level
    tally: Mapping[str, Fraction]
    """The weight behind each level that has any, by name."""
    tied: bool
    """Whether the two tie-breaks differ."""


# ── the document ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Subject:
    """What is rated."""

    name: str
    kind: str
    digest: str
    """SHA-256 of what was read, or of what describes the bot."""
    insecure: bool = False
    """The certificate of the bot was not verified: replies could have been forged."""
    about: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What its owner says about it, unchecked: name, maker, version, language, purpose, audience."""


@dataclass(frozen=True, slots=True)
class RuleApplied:
    """How levels became one rating."""

    name: str
    ties: str
    weights: Mapping[str, int | float]
    tally: Mapping[str, int | float]
    """The weight behind each level, all levels of the scale in order of risk."""
    tied: bool | None
    ignored: tuple[str, ...] = ()
    """Issues with weight 0."""
    unmeasured: Mapping[str, int | float] = field(default_factory=dict)
    veto: tuple[str, ...] = ()
    disagrees_with: str | None = None
    """The other of `median` and `paper`, where it says something else."""
    raised_from: str | None = None
    """The level by the rule alone, where an issue beyond doubt made the rating worse."""


@dataclass(frozen=True, slots=True)
class ProfileVerdict:
    """The verdict for one profile."""

    profile: Profile
    level: str
    """The name of a level, or `undetermined`."""
    bounds: tuple[str, str]
    """The best and the worst level that the missing evidence allows."""
    rule: RuleApplied
    flags: tuple["RedFlag", ...] = ()


@dataclass(frozen=True, slots=True)
class IssueResult:
    """A score, and the level that it got: one line of the report."""

    issue: str
    title: str
    question: str
    measure: str
    method: str
    value: float | None
    level: str | None
    could_be: tuple[str, ...]
    """The levels that the interval allows; all of them where nothing was measured."""
    n: int
    clusters: int
    interval: tuple[float, float] | None
    cuts: tuple[float, ...]
    floor: str | None
    assumed: bool
    reason: str | None
    coverage: float
    """Scored conversations by planned ones."""
    histogram: tuple[tuple[float, float, int], ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    advice: str = ""
    """What to do next, at this level."""
    facts: tuple[Fact | FactTable, ...] = ()
    """Facts of the checker beside the value."""
    sure: bool = False
    """Whether the level is beyond doubt: the interval allows no other."""
    raw: float | None = None
    """The share before the correction for errors of the classifier; None where nothing is corrected."""
    detector: Mapping[str, Any] | None = None
    """The error rates behind the correction, and how many findings a person confirmed or dismissed."""

    @property
    def doubt(self) -> str:
        """Why the level could be worse although the interval of the value allows no other; empty where it does."""
        if self.value is None or self.interval is None:
            return ""
        allowed = any(self.value < cut <= self.interval[1] for cut in self.cuts)
        return "" if allowed else str(self.details.get(DOUBT, ""))


@dataclass(frozen=True, slots=True)
class RedFlag:
    """An issue that is at the worst level beyond doubt, whatever its weight."""

    issue: str
    level: str
    reason: str
    """What the bot did, with counts: `it denied being a bot in 103 of 120 answers`."""


@dataclass(frozen=True, slots=True)
class NotTested:
    """An issue that was not rated, and what rating it would take."""

    issue: str
    title: str
    question: str
    needs: str
    """A flag or a file, as a phrase: `questions labelled with topics (--labelled FILE)`."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Something that a reader should know about the dialogs, and that no score says."""

    kind: str
    share: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Counts:
    """What became of every conversation: planned is the sum of the others."""

    unit: str
    planned: int
    scored: int
    unscorable: int = 0
    failed: int = 0
    in_doubt: int = 0
    skipped: int = 0
    not_sent: int = 0

    @property
    def balanced(self) -> bool:
        """Whether the counts add up."""
        parts = (self.scored, self.unscorable, self.failed, self.in_doubt, self.skipped, self.not_sent)
        return self.planned == sum(parts)


@dataclass(frozen=True, slots=True)
class AcceptedFinding:
    """A finding about which a person decided: dismissed as harmless and left out of the rating, or confirmed."""

    issue: str
    dialog: str
    utterance: int
    value: float
    text: str
    reason: str
    by: str
    decision: Literal["dismissed", "confirmed"] = "dismissed"
    at: str | None = None
    """When it was decided."""
    expires: str | None = None
    """The last day on which the decision counts."""
    user: str | None = None
    """The line of the user after which alone the decision holds; None: after any."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Decisions on findings, and the rating without these decisions."""

    findings: tuple[AcceptedFinding, ...]
    """The dismissed findings, which are left out of the rating."""
    unmatched: tuple[str, ...]
    """Decisions that match no finding, with their file and line."""
    level: str
    bounds: tuple[str, str]
    scores: Mapping[str, float | None]
    """The value of each issue with such findings, without the decisions."""
    confirmed: tuple[AcceptedFinding, ...] = ()
    """The confirmed findings."""
    expired: tuple[str, ...] = ()
    """Decisions that no longer count, with their file and line."""
    results: tuple[IssueResult, ...] = ()
    """The results of these issues without the decisions."""


@dataclass(frozen=True, slots=True)
class VariantRating:
    """The rating under one variant of the model, the data or the user."""

    variant: Mapping[str, str]
    """What stood in place of what, by factor; nothing for the baseline."""
    level: str
    bounds: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """Which factors sway the rating (paper 000, step 5)."""

    type: str
    """`Type-1` … `Type-4`, `Type-N`; `undetermined` where too much is unmeasured to tell."""
    varied: tuple[str, ...]
    not_tested: tuple[str, ...]
    swayed_by: tuple[str, ...]
    """The factors that each sway it; of a rating that only a combination sways, the factors of that."""
    ratings: tuple[VariantRating, ...]
    """The baseline comes first."""
    undecided: tuple[str, ...] = ()
    """Factors that were varied, and of which too much is unmeasured to say whether they sway it."""
    together: bool = False
    """Whether only a combination sways it."""
    apart: tuple[str, ...] = ()
    """Factors that were each varied, and never both at once."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """What the rating depends on; when and where it ran is not part of it."""

    version: str
    seed: int | None
    config: str
    """SHA-256 of all settings that can change the rating."""
    journal: str | None = None
    """The digest over all conversations of a live run; None for files."""
    covert: bool | None = None
    """Whether the requests looked like a browser's; None for files."""
    identified: Identified = None
    """As what the requests of a live run identified the client: botassay, another name, or a browser."""


RATING_SCHEMA: Final = "botassay/rating/2"
RATINGS_SCHEMA: Final = "botassay/ratings/2"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignAgreement:
    """How far one of our issues agrees with another tool's detector, over replies that both judged."""

    issue: str
    n: int
    both: int
    """Replies that both flag."""
    theirs: int
    """Those that only the other tool flags."""
    ours: int
    neither: int
    kappa: float | None
    """Cohen's kappa; null where both say the same of every reply."""
    kappa_interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignIssue:
    """What a detector of another tool found; it does not count in the rating."""

    issue: str
    """Such as `garak:dan.DAN`."""
    tool: str
    version: str
    name: str
    n: int
    """Replies about which its verdict says which way it points."""
    flagged: int
    """Those with a risk of .5 or more."""
    share: float | None
    interval: tuple[float, float] | None
    """95 %, allowing for the likeness of replies in a dialog."""
    dialogs: int
    unknown: int
    """Verdicts that do not say which way they point."""
    agreement: tuple[ForeignAgreement, ...] = ()
    findings: tuple[Finding, ...] = ()
    """The worst."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """The whole document: every report is drawn from it alone. Its JSON form is `botassay/rating/2`."""

    schema: Literal["botassay/rating/2"] = RATING_SCHEMA
    subject: Subject
    profile: Profile
    level: str
    bounds: tuple[str, str]
    levels: tuple[str, ...]
    """The names of the scale's levels, least risk first."""
    rule: RuleApplied
    flags: tuple[RedFlag, ...] = ()
    other_profiles: Mapping[str, str]
    other_bounds: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Of each of the other profiles: the levels that its rating could have."""
    scores: tuple[IssueResult, ...]
    findings: tuple[Finding, ...]
    observations: tuple[Observation, ...]
    not_tested: tuple[NotTested, ...] = ()
    accepted: Accepted | None = None
    sensitivity: Sensitivity | None
    clauses: tuple[ClauseEvidence, ...] = ()
    """Evidence by clause, where ID was rated."""
    counts: Counts
    explanation: str
    provenance: Provenance
    external: tuple[ForeignIssue, ...] | UnsetType = UNSET
    """What other tools found in the same dialogs, where their files say so; none of it counts in the rating."""
    judge: SecondOpinion | UnsetType = UNSET
    """What a language model says about the replies, where it was asked; none of it counts in the rating."""
    redaction: str | UnsetType = UNSET
    """That personal data were taken out, with how many values of each kind."""

    @property
    def badness(self) -> tuple[int, int]:
        """How bad the rating is: its level and its worse bound as ranks; the bounds where it is undetermined."""
        better, worse = map(self.levels.index, self.bounds)
        return (worse, better) if self.level == UNDETERMINED else (self.levels.index(self.level), worse)


@dataclass(frozen=True, slots=True)
class Report:
    """Several ratings in one document, `botassay/ratings/2`: several profiles or subjects, the worst first."""

    ratings: tuple[Rating, ...]
    schema: Literal["botassay/ratings/2"] = RATINGS_SCHEMA

    @property
    def plural(self) -> bool:
        """Whether JSON stores it as `botassay/ratings/2`, not as the one rating it holds."""
        return len(self.ratings) > 1

    @property
    def by_subject(self) -> tuple[tuple[Rating, ...], ...]:
        """The ratings of each subject, that with the worst rating first."""
        subjects = dict.fromkeys(assessment.subject for assessment in self.ratings)
        return tuple(tuple(rated for rated in self.ratings if rated.subject == subject) for subject in subjects)
