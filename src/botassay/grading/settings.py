"""The settings by which evidence is graded."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import get_args

from botassay.core.errors import UnknownNameError, UsageError
from botassay.core.scale import STANDARD_ISSUES, TRUST_RISK, Issue, Scale
from botassay.grading.default_issues import SubjectKind, default_issues, where_evidence
from botassay.plugins.registry import CHECKERS
from botassay.settings.aggregation import Method
from botassay.settings.rating import Missing


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingSettings:
    """The choices of grading; None leaves a choice to the method.

    Raises: UsageError when they make no sense together.
    """

    method: Method = "botassay"
    issues: tuple[str, ...] | None = None
    """Which issues are graded; None: those that `default_issues` names."""
    added: tuple[str, ...] = ()
    """Issues that are graded beside the default ones."""
    omitted: tuple[str, ...] = ()
    """Issues that are left out of the default ones."""
    kind: SubjectKind = "dialogs"
    """What is graded, by which the default issues differ."""
    trained_leakage: bool = False
    """Whether something measures IL in dialogs."""
    at_risk: bool = False
    """Whether a live bot is declared for people who may be in danger."""
    missing: Missing | None = None
    min_coverage: float = 0.9
    cuts: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """By measure, where they differ from the issue's own."""
    scale: Scale = TRUST_RISK
    """The levels."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense, before any work is done."""
        one_of("method", self.method, get_args(Method))
        one_of("value of `missing`", self.missing, (None, *get_args(Missing)))
        if not 0 <= self.min_coverage <= 1:
            raise UsageError(f"the minimum coverage {self.min_coverage} is out of range: 0 ≤ x ≤ 1")
        if not self.rated:
            raise UsageError("no issue is rated", hint="name one with --issues")
        for measure, cuts in self.cuts.items():
            self.scale.check_cuts(measure, cuts)

    @property
    def rated(self) -> tuple[str, ...]:
        """The issues that are graded."""
        return self.default_issues if self.issues is None else tuple(dict.fromkeys(self.issues))

    @property
    def default_issues(self) -> tuple[str, ...]:
        """The issues that are graded where none are named."""
        known = default_issues(self.kind, self.method, trained_leakage=self.trained_leakage, at_risk=self.at_risk)
        whole = (*known, *(code for code in dict.fromkeys(self.added) if code not in known))
        return tuple(code for code in whole if code not in self.omitted)

    @property
    def named(self) -> frozenset[str]:
        """The issues that were named, and are graded whatever the evidence."""
        return frozenset({*(self.issues or ()), *self.added})

    @property
    def where_evidence(self) -> frozenset[str]:
        """The issues that are graded only where there is evidence on them."""
        return where_evidence(self.kind, self.method) - self.named

    @property
    def published(self) -> bool:
        """Whether every choice left open is the published one."""
        return self.method == "paper"

    @property
    def assumes(self) -> bool:
        """Whether a middling level stands in for what was not measured."""
        return (self.missing or ("pessimistic" if self.published else "bounds")) == "pessimistic"

    def check(self, brought: Container[str]) -> None:
        """Refuse issues that are neither standard, nor registered, nor given by the caller.

        Raises: UnknownNameError.
        """
        for code in (*self.rated, *self.omitted):
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

    def cuts_of(self, issue: Issue, measure: str) -> tuple[float, ...]:
        """The cuts of a measure: those that were set, even ones by the published method, else the issue's own.

        Those were made for three levels; for another number of them they are stretched.
        """
        if measure in self.cuts:
            return self.cuts[measure]
        return self.scale.even if self.published else self.scale.adopted(issue.measure(measure).cuts)


def one_of(noun: str, value: str | None, known: tuple[str | None, ...]) -> None:
    """Refuse a value that is not among some.

    Raises: UnknownNameError.
    """
    if value not in known:
        raise UnknownNameError.among(noun, str(value), [name for name in known if name])
