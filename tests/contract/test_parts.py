"""Every part that is installed keeps the promises of its protocol, the fakes too."""

import pytest

from botassay.evidence import Evidence
from botassay.protocols import AggregationRule, Checker
from botassay.registry import CHECKERS, REPORTS, RULES
from botassay.scale import Issue, Measure, Score
from botassay.testing import (
    BrokenPromiseError,
    PlainReport,
    WordChecker,
    check_checker,
    check_report,
    check_rule,
    sample_dialogs,
    worst_of_all,
)


@pytest.mark.parametrize("name", CHECKERS.names())
def test_a_registered_checker(name: str) -> None:
    check_checker(CHECKERS.get(name), sample_dialogs(("Hello there.", "You are a stupid idiot.", "Goodbye.")))


@pytest.mark.parametrize("name", RULES.names())
def test_a_registered_rule(name: str) -> None:
    check_rule(RULES.get(name))


@pytest.mark.parametrize("name", REPORTS.names())
def test_a_registered_report(name: str) -> None:
    check_report(REPORTS.get(name))


def test_the_fakes() -> None:
    check_checker(WordChecker("PUN", ("duck",)))
    check_rule(worst_of_all)
    check_report(PlainReport())


class Silent(WordChecker):
    """Takes no evidence for no risk."""

    def score(self, evidence: Evidence) -> Score:
        score = super().score(evidence)
        return Score(self.code, f"{self.code}.share", 0.0) if score.value is None else score


class Forgetful(WordChecker):
    """Scores by a measure that its issue does not have."""

    @property
    def issue(self) -> Issue:
        return Issue(self.code, "title", "question", (Measure("other", "other"),))


class Upside(WordChecker):
    """Has cuts that fall."""

    @property
    def issue(self) -> Issue:
        return Issue(self.code, "title", "question", (Measure("m", "m", (0.5, 0.1)),))


@pytest.mark.parametrize(
    ("checker", "said"),
    [
        (Silent("PUN", ("duck",)), "never 0"),
        (Forgetful("PUN", ("duck",)), "a measure of its issue"),
        (Upside("PUN", ("duck",)), "the cuts of 'm' are no cuts"),
    ],
    ids=["silent", "forgetful", "upside"],
)
def test_a_checker_that_breaks_a_promise_is_told_which(checker: Checker, said: str) -> None:
    with pytest.raises(BrokenPromiseError, match=said):
        check_checker(checker)


def test_a_rule_that_breaks_a_promise_is_told_which() -> None:
    optimist: AggregationRule = lambda graded, weights, ties: worst_of_all(graded, weights, ties).__class__(  # noqa: E731
        min(grade.level for grade in graded.values()), {}, tied=False
    )
    with pytest.raises(BrokenPromiseError, match="the tally holds all the weight"):
        check_rule(optimist)
